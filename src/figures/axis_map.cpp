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

#include "axis_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "contact_sim/figures/markup.hpp"

namespace contact_sim
{

namespace
{

struct Range
{
  double low;
  double high;
};

Range range_of(const std::vector<double> & values, Range without_any)
{
  Range range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const double value : values) {
    if (std::isfinite(value)) {
      range.low = std::min(range.low, value);
      range.high = std::max(range.high, value);
    }
  }
  return range.low <= range.high ? range : without_any;
}

Range with_room(Range range, bool from_zero)
{
  if (range.low == 0.0 && range.high == 0.0) {
    return {0.0, 1.0};  // nothing but zeros, and most of what is drawn has no negative values
  }
  if (from_zero || (range.low > 0.0 && range.low < 0.4 * range.high)) {
    range.low = std::min(range.low, 0.0);
  }
  if (from_zero || (range.high < 0.0 && range.high > 0.4 * range.low)) {
    range.high = std::max(range.high, 0.0);
  }
  double room = 0.04 * (range.high - range.low);
  // A flat curve stands in the middle.
  if (!(room > 1e-12 * std::max(std::abs(range.low), std::abs(range.high)))) {
    room = range.low == 0.0 ? 1.0 : 0.1 * std::abs(range.low);
  }
  return {range.low == 0.0 ? 0.0 : range.low - room, range.high == 0.0 ? 0.0 : range.high + room};
}

Range with_room_for_log(Range range)
{
  const double room = std::max(std::pow(range.high / range.low, 0.04), 1.05);
  return {range.low / room, range.high * room};
}

}  // namespace

void check_scale(const Axis & axis, const std::string & series, const std::vector<double> & values)
{
  if (axis.scale != Scale::kLog) {
    return;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] <= 0.0) {
      throw std::invalid_argument(
              "the logarithmic axis '" + axis.label + "' has no place for value " +
              std::to_string(i) + " of '" + series + "', " + number_text(values[i], 6) +
              ": it has to be above zero");
    }
  }
}

AxisMap::AxisMap(const Axis & axis, const std::vector<double> & values, bool from_zero)
: scale_(axis.scale)
{
  const bool log = scale_ == Scale::kLog;
  const Range data = range_of(values, log ? Range{1.0, 10.0} : Range{0.0, 1.0});
  const Range range = log ? with_room_for_log(data) : with_room(data, from_zero);
  low_ = axis.low.value_or(range.low);
  high_ = axis.high.value_or(range.high);
  if (!(low_ < high_) || (log && low_ <= 0.0)) {
    throw std::invalid_argument(
            "the axis '" + axis.label + "' cannot run from " + number_text(low_, 6) + " to " +
            number_text(high_, 6));
  }
}

void AxisMap::place(double at_low, double at_high)
{
  at_low_ = at_low;
  at_high_ = at_high;
}

double AxisMap::operator()(double value) const
{
  const double share =
    (on_scale(value) - on_scale(low_)) / (on_scale(high_) - on_scale(low_));
  return at_low_ + share * (at_high_ - at_low_);
}

std::vector<Tick> AxisMap::ticks() const
{
  return scale_ == Scale::kLog ? log_ticks(low_, high_) : linear_ticks(low_, high_);
}

double AxisMap::on_scale(double value) const
{
  return scale_ == Scale::kLog ? std::log10(value) : value;
}

}  // namespace contact_sim
