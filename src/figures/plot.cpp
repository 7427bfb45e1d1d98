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

#include "contact_sim/figures/plot.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "axis_map.hpp"
#include "svg.hpp"

namespace contact_sim
{

namespace
{

constexpr double kPlotWidth = 520.0;
constexpr double kPlotHeight = 330.0;
constexpr double kTop = 34.0;
constexpr double kBottom = 52.0;
constexpr double kRoomForMarkers = 6.0;
/// More points than this are drawn without markers.
constexpr std::size_t kMostMarkers = 40;

void check(const Plot & plot)
{
  for (const Series & series : plot.series) {
    if (series.x.size() != series.y.size()) {
      throw std::invalid_argument(
              "the series '" + series.name + "' of the plot '" + plot.title + "' has " +
              std::to_string(series.x.size()) + " values of x and " +
              std::to_string(series.y.size()) + " of y");
    }
    check_scale(plot.x, series.name, series.x);
    check_scale(plot.y, series.name, series.y);
  }
}

std::vector<double> all_values(const Plot & plot, std::vector<double> Series::* values)
{
  std::vector<double> all;
  for (const Series & series : plot.series) {
    all.insert(all.end(), (series.*values).begin(), (series.*values).end());
  }
  return all;
}

bool has_area(const Plot & plot)
{
  return std::any_of(
    plot.series.begin(), plot.series.end(), [](const Series & series) {
      return series.draw == Draw::kArea;
    });
}

/// The frame with room for the labels of the ticks on its left.
struct Frame
{
  double left;
  double right;
  double top;
  double bottom;
};

double widest_label(const std::vector<Tick> & ticks)
{
  double widest = 0.0;
  for (const Tick & tick : ticks) {
    widest = std::max(widest, text_width(tick.label));
  }
  return widest;
}

double legend_width(const Plot & plot)
{
  double widest = 0.0;
  for (const Series & series : plot.series) {
    widest = std::max(widest, series.name.empty() ? 0.0 : text_width(series.name) + 44.0);
  }
  return widest;
}

void draw_axes(
  Svg & svg, const Plot & plot, const Frame & frame, const AxisMap & x, const AxisMap & y)
{
  for (const Tick & tick : x.ticks()) {
    svg.line(x(tick.value), frame.top, x(tick.value), frame.bottom, "g");
    svg.text(x(tick.value), frame.bottom + 18.0, tick.label, Anchor::kMiddle);
  }
  for (const Tick & tick : y.ticks()) {
    svg.line(frame.left, y(tick.value), frame.right, y(tick.value), "g");
    svg.text(frame.left - 7.0, y(tick.value) + 4.5, tick.label, Anchor::kEnd);
  }
  svg.rectangle(frame.left, frame.top, frame.right - frame.left, frame.bottom - frame.top, "a");
  svg.text(
    0.5 * (frame.left + frame.right), frame.bottom + 40.0, plot.x.label, Anchor::kMiddle);
  svg.upright_text(15.0, 0.5 * (frame.top + frame.bottom), plot.y.label);
  svg.text(frame.left, 20.0, plot.title, Anchor::kStart, "h");
}

/// The pieces of a curve between points that are not finite, on paper.
std::vector<std::vector<PicturePoint>> pieces(
  const Series & series, const AxisMap & x, const AxisMap & y)
{
  std::vector<std::vector<PicturePoint>> all(1);
  const bool steps = series.draw == Draw::kSteps || series.draw == Draw::kArea;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (!std::isfinite(series.x[i]) || !std::isfinite(series.y[i])) {
      all.emplace_back();
      continue;
    }
    const PicturePoint point{x(series.x[i]), y(series.y[i])};
    if (steps && !all.back().empty()) {
      all.back().push_back({point.x, all.back().back().y});
    }
    all.back().push_back(point);
  }
  return all;
}

/// What can be told apart on paper: of the points that fall on one tenth of a unit across, in a
/// row, the first, the lowest, the highest and the last.
std::vector<PicturePoint> thinned(const std::vector<PicturePoint> & points)
{
  constexpr double kWidth = 0.5;
  std::vector<PicturePoint> kept;
  for (std::size_t begin = 0; begin < points.size(); ) {
    std::size_t end = begin + 1;
    while (end < points.size() && std::abs(points[end].x - points[begin].x) < kWidth) {
      ++end;
    }
    const auto lower = [](const PicturePoint & a, const PicturePoint & b) {return a.y < b.y;};
    const auto ends = std::minmax_element(points.begin() + begin, points.begin() + end, lower);
    std::vector<std::size_t> chosen{
      begin, static_cast<std::size_t>(ends.first - points.begin()),
      static_cast<std::size_t>(ends.second - points.begin()), end - 1};
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    for (const std::size_t i : chosen) {
      kept.push_back(points[i]);
    }
    begin = end;
  }
  return kept;
}

void draw_area(Svg & svg, std::vector<PicturePoint> points, double base, std::size_t colour)
{
  if (!points.empty()) {
    points.push_back({points.back().x, base});
    points.push_back({points.front().x, base});
    svg.polygon(points, "b " + fill_class(colour));
  }
}

void draw_series(
  Svg & svg, const Series & series, std::size_t colour, const AxisMap & x, const AxisMap & y)
{
  const bool few = series.x.size() <= kMostMarkers;
  const bool markers = series.draw == Draw::kPoints || (series.draw == Draw::kLine && few);
  const std::string css = "l " + stroke_class(colour) + (series.dashed ? " d" : "");
  for (const std::vector<PicturePoint> & piece : pieces(series, x, y)) {
    const std::vector<PicturePoint> points = few ? piece : thinned(piece);
    if (series.draw == Draw::kArea) {
      draw_area(svg, points, y(std::max(0.0, y.low())), colour);
    }
    if (series.draw != Draw::kPoints && points.size() > 1) {
      svg.polyline(points, css);
    }
    for (std::size_t i = 0; markers && i < points.size(); ++i) {
      svg.marker(points[i].x, points[i].y, colour);
    }
  }
}

void draw_legend(Svg & svg, const Plot & plot, double left)
{
  double y = kTop + 12.0;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series & series = plot.series[i];
    if (series.name.empty()) {
      continue;
    }
    const std::size_t colour = series.colour.value_or(i);
    if (series.draw != Draw::kPoints) {
      svg.line(
        left, y - 4.5, left + 26.0, y - 4.5,
        "l " + stroke_class(colour) + (series.dashed ? " d" : ""));
    }
    if (series.draw == Draw::kPoints ||
      (series.draw == Draw::kLine && series.x.size() <= kMostMarkers))
    {
      svg.marker(left + 13.0, y - 4.5, colour);
    }
    svg.text(left + 33.0, y, series.name);
    y += 20.0;
  }
}

double height_of(const Plot & plot)
{
  return std::max(kTop + kPlotHeight + kBottom, kTop + 20.0 * plot.series.size() + 10.0);
}

}  // namespace

std::string to_svg(const Plot & plot)
{
  check(plot);
  AxisMap x(plot.x, all_values(plot, &Series::x), false);
  AxisMap y(plot.y, all_values(plot, &Series::y), has_area(plot));
  const double left = 34.0 + widest_label(y.ticks());
  const Frame frame{left, left + kPlotWidth, kTop, kTop + kPlotHeight};
  x.place(frame.left, frame.right);
  y.place(frame.bottom, frame.top);
  const double width = std::max(
    frame.right + 22.0 + legend_width(plot), frame.left + text_width(plot.title) + 10.0);
  Svg svg(width, height_of(plot), plot.title);
  draw_axes(svg, plot, frame, x, y);
  svg.push_window(
    frame.left - kRoomForMarkers, frame.top - kRoomForMarkers, kPlotWidth + 2.0 * kRoomForMarkers,
    kPlotHeight + 2.0 * kRoomForMarkers);
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    draw_series(svg, plot.series[i], plot.series[i].colour.value_or(i), x, y);
  }
  svg.pop_window();
  draw_legend(svg, plot, frame.right + 14.0);
  return svg.finish();
}

}  // namespace contact_sim
