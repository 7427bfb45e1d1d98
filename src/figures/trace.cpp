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

#include "contact_sim/figures/trace.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "contact_sim/figures/markup.hpp"

namespace contact_sim
{

namespace
{

constexpr std::size_t kFewestGroups = 512;

/// The shortest text that reads back as the same number.
void append(double value, std::string & text)
{
  if (std::isfinite(value)) {
    char digits[32];  // 24 characters are the most that a double takes
    text.append(digits, std::to_chars(digits, digits + sizeof(digits), value).ptr);
  }
}

}  // namespace

Trace::Trace(const Column & x, std::size_t room)
: x_(x), room_(room) {}

std::size_t Trace::add_column(const Column & column, double before)
{
  columns_.push_back(column);
  ranges_.emplace_back(spans_.size(), Range{before, before});
  make_room();
  return columns_.size() - 1;
}

void Trace::add(double x, const std::vector<double> & values)
{
  if (values.size() != columns_.size()) {
    throw std::invalid_argument(
            "a sample has " + std::to_string(values.size()) + " values, where the trace has " +
            std::to_string(columns_.size()) + " columns");
  }
  if (spans_.empty() || in_last_ == group_size_) {
    make_room();
  }
  ++samples_;
  // Joining may have left the last group with room for more.
  if (!spans_.empty() && in_last_ < group_size_) {
    ++in_last_;
    spans_.back().high = x;
    for (std::size_t i = 0; i < values.size(); ++i) {
      Range & range = ranges_[i].back();
      range = {std::fmin(range.low, values[i]), std::fmax(range.high, values[i])};
    }
    return;
  }
  in_last_ = 1;
  spans_.push_back({x, x});
  for (std::size_t i = 0; i < values.size(); ++i) {
    ranges_[i].push_back({values[i], values[i]});
  }
}

std::size_t Trace::most_groups() const
{
  const std::size_t columns = std::max<std::size_t>(1, columns_.size());
  return std::clamp(room_ / columns, kFewestGroups, kMostGroups);
}

/// Joins two groups to one until there is room for one more. std::fmin and std::fmax pass over what
/// is not a number.
void Trace::make_room()
{
  while (spans_.size() >= most_groups()) {
    const std::size_t pairs = spans_.size() / 2;
    const bool has_odd = spans_.size() % 2 == 1;
    in_last_ += has_odd ? 0 : group_size_;
    for (std::size_t i = 0; i < pairs; ++i) {
      spans_[i] = {spans_[2 * i].low, spans_[2 * i + 1].high};
    }
    for (std::vector<Range> & ranges : ranges_) {
      for (std::size_t i = 0; i < pairs; ++i) {
        const Range & first = ranges[2 * i];
        const Range & second = ranges[2 * i + 1];
        ranges[i] = {std::fmin(first.low, second.low), std::fmax(first.high, second.high)};
      }
      ranges[pairs] = has_odd ? ranges.back() : ranges[pairs];
      ranges.resize(pairs + has_odd);
    }
    spans_[pairs] = has_odd ? spans_.back() : spans_[pairs];
    spans_.resize(pairs + has_odd);
    group_size_ *= 2;
  }
}

Series Trace::series(std::size_t column) const
{
  Series series{columns_.at(column).name};
  for (std::size_t i = 0; i < spans_.size(); ++i) {
    series.x.push_back(spans_[i].low);
    series.y.push_back(ranges_[column][i].low);
    if (is_joined()) {
      series.x.push_back(spans_[i].high);
      series.y.push_back(ranges_[column][i].high);
    }
  }
  return series;
}

double Trace::highest(std::size_t column) const
{
  double highest = std::numeric_limits<double>::quiet_NaN();
  for (const Range & range : ranges_.at(column)) {
    highest = std::fmax(highest, range.high);
  }
  return highest;
}

std::string Trace::csv_head() const
{
  const std::string unit = x_.unit.empty() ? "" : " [" + x_.unit + "]";
  std::string text = is_joined() ? "from" + unit + ",to" + unit : quoted_for_csv(x_.heading());
  for (const Column & column : columns_) {
    const std::string name = column.heading();
    text += is_joined() ?
      "," + quoted_for_csv(name + " lowest") + "," + quoted_for_csv(name + " highest") :
      "," + quoted_for_csv(name);
  }
  return text + "\r\n";
}

std::string Trace::csv() const
{
  std::string text = csv_head();
  const auto add_range = [&](const Range & range) {
      append(range.low, text);
      if (is_joined()) {
        text += ',';
        append(range.high, text);
      }
    };
  for (std::size_t i = 0; i < spans_.size(); ++i) {
    add_range(spans_[i]);
    for (const std::vector<Range> & ranges : ranges_) {
      text += ',';
      add_range(ranges[i]);
    }
    text += "\r\n";
  }
  return text;
}

}  // namespace contact_sim
