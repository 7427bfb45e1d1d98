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

#include "contact_sim/figures/bar_chart.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "axis_map.hpp"
#include "contact_sim/figures/markup.hpp"
#include "svg.hpp"

namespace contact_sim
{

namespace
{

constexpr double kBarsWidth = 460.0;
constexpr double kBarHeight = 15.0;
constexpr double kTop = 34.0;
constexpr double kBetween = 10.0;

void check(const BarChart & chart)
{
  for (const Bars & bars : chart.groups) {
    if (bars.values.size() != chart.categories.size()) {
      throw std::invalid_argument(
              "the bars '" + bars.name + "' of the chart '" + chart.title + "' are " +
              std::to_string(bars.values.size()) + ", where there are " +
              std::to_string(chart.categories.size()) + " categories");
    }
    check_scale(chart.values, bars.name, bars.values);
  }
}

std::vector<double> all_values(const BarChart & chart)
{
  std::vector<double> all;
  for (const Bars & bars : chart.groups) {
    all.insert(all.end(), bars.values.begin(), bars.values.end());
  }
  return all;
}

double widest(const std::vector<std::string> & texts)
{
  double width = 0.0;
  for (const std::string & text : texts) {
    width = std::max(width, text_width(text));
  }
  return width;
}

double legend_width(const BarChart & chart)
{
  std::vector<std::string> names;
  for (const Bars & bars : chart.groups) {
    names.push_back(bars.name);
  }
  return chart.groups.size() > 1 ? 30.0 + widest(names) : 0.0;
}

void draw_category(
  Svg & svg, const BarChart & chart, std::size_t category, double top, double left,
  const AxisMap & x)
{
  const double height = kBarHeight * chart.groups.size();
  svg.text(left - 7.0, top + 0.5 * height + 4.5, chart.categories[category], Anchor::kEnd);
  const double base = std::max(x(x.low()), std::min(x(0.0 < x.low() ? x.low() : 0.0), x(x.high())));
  for (std::size_t i = 0; i < chart.groups.size(); ++i) {
    const double value = chart.groups[i].values[category];
    if (std::isfinite(value)) {
      const double end = x(value);
      const double y = top + i * kBarHeight;
      svg.rectangle(
        std::min(base, end), y + 1.0, std::abs(end - base), kBarHeight - 2.0, fill_class(i));
      svg.text(std::max(base, end) + 5.0, y + 12.0, number_text(value, 3), Anchor::kStart, "m");
    }
  }
}

void draw_legend(Svg & svg, const BarChart & chart, double left)
{
  for (std::size_t i = 0; i < chart.groups.size() && chart.groups.size() > 1; ++i) {
    const double y = kTop + 12.0 + 20.0 * i;
    svg.rectangle(left, y - 10.0, 14.0, 12.0, fill_class(i));
    svg.text(left + 21.0, y, chart.groups[i].name);
  }
}

}  // namespace

std::string to_svg(const BarChart & chart)
{
  check(chart);
  AxisMap x(chart.values, all_values(chart), true);
  const double left = 12.0 + widest(chart.categories);
  x.place(left, left + kBarsWidth);
  const double line = kBarHeight * chart.groups.size() + kBetween;
  const double bottom = kTop + kBetween + line * chart.categories.size();
  const double legend = left + kBarsWidth + 62.0;  // beyond the longest bar's value
  const double width =
    std::max(legend + legend_width(chart), left + text_width(chart.title) + 10.0);
  Svg svg(width, std::max(bottom + 52.0, kTop + 20.0 * chart.groups.size()), chart.title);
  for (const Tick & tick : x.ticks()) {
    svg.line(x(tick.value), kTop, x(tick.value), bottom, "g");
    svg.text(x(tick.value), bottom + 18.0, tick.label, Anchor::kMiddle);
  }
  for (std::size_t i = 0; i < chart.categories.size(); ++i) {
    draw_category(svg, chart, i, kTop + kBetween + i * line, left, x);
  }
  svg.line(left, kTop, left, bottom, "a");
  svg.text(left + 0.5 * kBarsWidth, bottom + 40.0, chart.values.label, Anchor::kMiddle);
  svg.text(left, 20.0, chart.title, Anchor::kStart, "h");
  draw_legend(svg, chart, legend);
  return svg.finish();
}

}  // namespace contact_sim
