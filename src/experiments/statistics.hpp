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

#ifndef EXPERIMENTS__STATISTICS_HPP_
#define EXPERIMENTS__STATISTICS_HPP_

#include <string>
#include <vector>

namespace contact_sim
{

/// The value in the middle; NaN of no values. Of times on a shared machine it says more than the
/// mean, which one interruption spoils.
double median(std::vector<double> values);

double mean(const std::vector<double> & values);

/// The exponent b of y = a x^b, by least squares of the logarithms. Points that are not finite and
/// positive are left out; NaN of less than two.
double fitted_exponent(const std::vector<double> & x, const std::vector<double> & y);

/// "15.3": for sentences.
std::string in_words(double value, int digits = 3);

}  // namespace contact_sim

#endif  // EXPERIMENTS__STATISTICS_HPP_
