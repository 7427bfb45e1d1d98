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

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "contact_sim/figures/plot.hpp"

namespace contact_sim
{

namespace
{

/// Those that have a place on the scale, there.
std::vector<Counted> on_scale(const std::vector<Counted> & values, Scale scale)
{
  std::vector<Counted> placed;
  for (const Counted & counted : values) {
    const double value = scale == Scale::kLog ? std::log(counted.value) : counted.value;
    if (std::isfinite(value)) {
      placed.push_back({value, counted.count});
    }
  }
  return placed;
}

}  // namespace

Series counted_histogram(
  const std::string & name, const std::vector<Counted> & values, int bins, Scale scale)
{
  if (bins < 1) {
    throw std::invalid_argument("a histogram needs a bin, not " + std::to_string(bins));
  }
  const std::vector<Counted> placed = on_scale(values, scale);
  Series series{name, {}, {}, Draw::kArea};
  if (placed.empty()) {
    return series;
  }
  const auto less = [](const Counted & a, const Counted & b) {return a.value < b.value;};
  const auto ends = std::minmax_element(placed.begin(), placed.end(), less);
  const double low = ends.first->value;
  const double high = ends.second->value;
  const double width = high > low ? (high - low) / bins : 1.0 / bins;
  series.y.assign(bins + 1, 0.0);
  for (int i = 0; i <= bins; ++i) {
    const double edge = low + i * width;
    series.x.push_back(scale == Scale::kLog ? std::exp(edge) : edge);
  }
  for (const Counted & counted : placed) {
    const int bin = static_cast<int>((counted.value - low) / width);
    series.y[std::min(bins - 1, bin)] += counted.count;
  }
  return series;
}

Series histogram(const std::string & name, const std::vector<double> & values, int bins)
{
  std::vector<Counted> counted;
  for (const double value : values) {
    counted.push_back({value});
  }
  return counted_histogram(name, counted, bins);
}

}  // namespace contact_sim
