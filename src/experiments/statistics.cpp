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

#include "statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "contact_sim/figures/markup.hpp"

namespace contact_sim
{

double median(std::vector<double> values)
{
  if (values.empty()) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
}

double mean(const std::vector<double> & values)
{
  return std::accumulate(values.begin(), values.end(), 0.0) / values.size();
}

double fitted_exponent(const std::vector<double> & x, const std::vector<double> & y)
{
  double n = 0.0;
  double sx = 0.0;
  double sy = 0.0;
  double sxx = 0.0;
  double sxy = 0.0;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    const double u = std::log(x[i]);
    const double v = std::log(y[i]);
    if (std::isfinite(u) && std::isfinite(v)) {
      n += 1.0;
      sx += u;
      sy += v;
      sxx += u * u;
      sxy += u * v;
    }
  }
  const double spread = n * sxx - sx * sx;
  return n < 2.0 || spread <= 0.0 ? std::numeric_limits<double>::quiet_NaN() :
         (n * sxy - sx * sy) / spread;
}

std::string in_words(double value, int digits)
{
  return number_text(value, digits);
}

}  // namespace contact_sim
