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

#ifndef SUPPORT__BOUNDS_HPP_
#define SUPPORT__BOUNDS_HPP_

#include <cmath>
#include <cstdio>
#include <map>
#include <string>

namespace contact_sim::testing
{

/// The exponent of n in a power law through times by size (least squares of the logarithms).
inline double slope(const std::map<int, double> & times)
{
  double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  for (const auto & [n, time] : times) {
    x += std::log(n);
    y += std::log(time);
    xx += std::log(n) * std::log(n);
    xy += std::log(n) * std::log(time);
  }
  const double count = static_cast<double>(times.size());
  return (count * xy - x * y) / (count * xx - x * x);
}

inline bool print_bound(
  const std::string & what, double value, const char * word, double bound,
  bool kept)
{
  std::printf(
    "%-52s %8.2f   %s %.2f   %s\n", what.c_str(), value, word, bound, kept ? "kept" : "BROKEN");
  return kept;
}

/// Prints a figure beside its bound. \returns whether it is kept
inline bool at_most(const std::string & what, double value, double bound)
{
  return print_bound(what, value, "at most", bound, value <= bound);
}

inline bool at_least(const std::string & what, double value, double bound)
{
  return print_bound(what, value, "at least", bound, value >= bound);
}

}  // namespace contact_sim::testing

#endif  // SUPPORT__BOUNDS_HPP_
