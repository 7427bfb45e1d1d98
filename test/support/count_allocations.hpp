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

#ifndef SUPPORT__COUNT_ALLOCATIONS_HPP_
#define SUPPORT__COUNT_ALLOCATIONS_HPP_

#include <cstddef>

namespace contact_sim::testing
{

/// How often this process has taken memory from the heap, through new or malloc (Eigen's way).
std::size_t allocations();

/// How many bytes these were in all; what was given back is not taken off.
std::size_t allocated_bytes();

}  // namespace contact_sim::testing

#endif  // SUPPORT__COUNT_ALLOCATIONS_HPP_
