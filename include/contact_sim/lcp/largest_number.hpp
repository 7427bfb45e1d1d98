// Copyright 2026 contact_sim developers
//
// Licensed under the Apache License, Version 2.0 (the "License");
// you may not use this file except in compliance with the License.
// You may obtain a copy of the License at
//
//     http://www.apache.org/licenses/LICENSE-2.0
//
// Unless required by applicable law or agreed to in writing, software
// distributed under the License is distributed on an "AS IS" BASIS,
// WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
// See the License for the specific language governing permissions and
// limitations under the License.

#ifndef CONTACT_SIM__LCP__LARGEST_NUMBER_HPP_
#define CONTACT_SIM__LCP__LARGEST_NUMBER_HPP_

namespace contact_sim
{

/// The largest number of an LCP. Beyond it the judge's scaling leaves the range of double, where an
/// answer that is wrong could look right.
constexpr double kLargestNumber = 1e100;

/// The largest number of a contact problem: sums of products of two are entries of its LCP.
constexpr double kLargestContactNumber = 1e45;

}  // namespace contact_sim

#endif  // CONTACT_SIM__LCP__LARGEST_NUMBER_HPP_
