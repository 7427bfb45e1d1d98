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

#include "contact_sim/figures/picture.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "svg.hpp"

namespace contact_sim
{

namespace
{

constexpr double kStripWidth = 760.0;
constexpr double kBetween = 12.0;
constexpr double kTop = 32.0;
constexpr double kCaption = 26.0;

/// From the window of a picture to paper, where y runs downwards.
struct Place
{
  PicturePoint low;
  double left;
  double bottom;
  double scale;

  PicturePoint operator()(const PicturePoint & point) const
  {
    return {left + scale * (point.x - low.x), bottom - scale * (point.y - low.y)};
  }
};

void check(const PictureStrip & strip)
{
  if (!(strip.low.x < strip.high.x && strip.low.y < strip.high.y) || strip.pictures_a_line < 1) {
    throw std::invalid_argument("the window of the pictures '" + strip.title + "' is empty");
  }
  for (const Picture & picture : strip.pictures) {
    for (const PictureShape & shape : picture.shapes) {
      for (const PicturePoint & point : shape.points) {
        if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
          throw std::invalid_argument(
                  "a point in the picture '" + picture.caption + "' of '" + strip.title +
                  "' is not finite");
        }
      }
    }
  }
}

void draw_arrow_head(
  Svg & svg, const PicturePoint & from, const PicturePoint & to, std::size_t colour)
{
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  if (length < 1e-9) {
    return;
  }
  const double x = (to.x - from.x) / length;
  const double y = (to.y - from.y) / length;
  const double size = 7.0;
  svg.polygon(
    {to, {to.x - size * x - 0.45 * size * y, to.y - size * y + 0.45 * size * x},
      {to.x - size * x + 0.45 * size * y, to.y - size * y - 0.45 * size * x}},
    fill_class(colour));
}

void draw_shape(Svg & svg, const PictureShape & shape, const Place & place)
{
  std::vector<PicturePoint> points;
  std::transform(shape.points.begin(), shape.points.end(), std::back_inserter(points), place);
  const std::string stroke = stroke_class(shape.ink.colour) + (shape.ink.dashed ? " d" : "");
  if (shape.closed) {
    const std::string fill = shape.ink.filled ? "b " + fill_class(shape.ink.colour) + " k " : "l ";
    svg.polygon(points, fill + stroke);
  } else {
    svg.polyline(points, "l " + stroke);
  }
  if (shape.arrow && points.size() > 1) {
    draw_arrow_head(svg, points[points.size() - 2], points.back(), shape.ink.colour);
  }
}

}  // namespace

std::string to_svg(const PictureStrip & strip)
{
  check(strip);
  const int columns = strip.pictures_a_line;
  const double width = (kStripWidth - kBetween * (columns - 1)) / columns;
  const double scale = width / (strip.high.x - strip.low.x);
  const double height = scale * (strip.high.y - strip.low.y);
  const int lines = (static_cast<int>(strip.pictures.size()) + columns - 1) / columns;
  Svg svg(kStripWidth + 8.0, kTop + lines * (height + kCaption), strip.title);
  svg.text(4.0, 20.0, strip.title, Anchor::kStart, "h");
  for (std::size_t i = 0; i < strip.pictures.size(); ++i) {
    const double left = 4.0 + (i % columns) * (width + kBetween);
    const double top = kTop + (i / columns) * (height + kCaption);
    svg.push_window(left, top, width, height);
    for (const PictureShape & shape : strip.pictures[i].shapes) {
      draw_shape(svg, shape, {strip.low, left, top + height, scale});
    }
    svg.pop_window();
    svg.rectangle(left, top, width, height, "a");
    svg.text(left + 0.5 * width, top + height + 17.0, strip.pictures[i].caption, Anchor::kMiddle);
  }
  return svg.finish();
}

}  // namespace contact_sim
