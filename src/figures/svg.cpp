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

#include "svg.hpp"

#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "contact_sim/figures/markup.hpp"

namespace contact_sim
{

namespace
{

/// Eight colours that stay apart for eyes that see red and green alike (after Okabe and Ito), on
/// white and on dark grey. `screen`: paper is white whatever the screen is.
const char * const kStyle =
  "<style>"
  "svg.cs{background:#fff}"
  ".cs text{font:13px system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif}"
  ".cs .h{font-weight:600}.cs .t,.cs .h{fill:#222}.cs .m{fill:#555}"
  ".cs .g{stroke:#ddd;stroke-width:1}.cs .a{stroke:#888;stroke-width:1;fill:none}"
  ".cs .l{fill:none;stroke-width:2;stroke-linejoin:round}.cs .d{stroke-dasharray:7 4}"
  ".cs .b{fill-opacity:.55}.cs .k{stroke-width:1.2}"
  ".cs .s0{stroke:#0072b2}.cs .f0{fill:#0072b2}.cs .s1{stroke:#d55e00}.cs .f1{fill:#d55e00}"
  ".cs .s2{stroke:#008a64}.cs .f2{fill:#008a64}.cs .s3{stroke:#aa4499}.cs .f3{fill:#aa4499}"
  ".cs .s4{stroke:#c98a00}.cs .f4{fill:#c98a00}.cs .s5{stroke:#3aa0d8}.cs .f5{fill:#3aa0d8}"
  ".cs .s6{stroke:#666}.cs .f6{fill:#666}.cs .s7{stroke:#882255}.cs .f7{fill:#882255}"
  "@media screen and (prefers-color-scheme:dark){"
  "svg.cs{background:#16181c}"
  ".cs .t,.cs .h{fill:#eee}.cs .m{fill:#aaa}.cs .g{stroke:#33373e}.cs .a{stroke:#777}"
  ".cs .s0{stroke:#4aa8e8}.cs .f0{fill:#4aa8e8}.cs .s1{stroke:#ff8a3c}.cs .f1{fill:#ff8a3c}"
  ".cs .s2{stroke:#2fc79a}.cs .f2{fill:#2fc79a}.cs .s3{stroke:#e08ad2}.cs .f3{fill:#e08ad2}"
  ".cs .s4{stroke:#f0c040}.cs .f4{fill:#f0c040}.cs .s5{stroke:#8fd3ff}.cs .f5{fill:#8fd3ff}"
  ".cs .s6{stroke:#aaa}.cs .f6{fill:#aaa}.cs .s7{stroke:#d0658f}.cs .f7{fill:#d0658f}"
  "}</style>";

std::string number(double value)
{
  if (!std::isfinite(value)) {
    throw std::logic_error("a place on paper that is not finite");
  }
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f", value);
  const std::string number = text;
  return number == "-0.0" ? "0" :
         number.substr(number.size() - 2) == ".0" ? number.substr(0, number.size() - 2) : number;
}

std::string attribute(const char * name, double value)
{
  return std::string(" ") + name + "=\"" + number(value) + "\"";
}

std::string style(const std::string & css)
{
  return " class=\"" + css + "\"";
}

std::string list(const std::vector<PicturePoint> & points)
{
  std::string text;
  for (const PicturePoint & point : points) {
    text += (text.empty() ? "" : " ") + number(point.x) + "," + number(point.y);
  }
  return " points=\"" + text + "\"";
}

const char * name(Anchor anchor)
{
  return anchor == Anchor::kStart ? "start" : anchor == Anchor::kMiddle ? "middle" : "end";
}

}  // namespace

double text_width(const std::string & text)
{
  return 0.58 * kFontSize * count_characters(text);
}

std::string stroke_class(std::size_t colour)
{
  return "s" + std::to_string(colour % kColours);
}

std::string fill_class(std::size_t colour)
{
  return "f" + std::to_string(colour % kColours);
}

Svg::Svg(double width, double height, const std::string & title)
: width_(width), height_(height), title_(title) {}

void Svg::line(double x1, double y1, double x2, double y2, const std::string & css)
{
  body_ += "<line" + attribute("x1", x1) + attribute("y1", y1) + attribute("x2", x2) +
    attribute("y2", y2) + style(css) + "/>\n";
}

void Svg::polyline(const std::vector<PicturePoint> & points, const std::string & css)
{
  body_ += "<polyline" + list(points) + style(css) + "/>\n";
}

void Svg::polygon(const std::vector<PicturePoint> & points, const std::string & css)
{
  body_ += "<polygon" + list(points) + style(css) + "/>\n";
}

void Svg::rectangle(double x, double y, double width, double height, const std::string & css)
{
  body_ += "<rect" + attribute("x", x) + attribute("y", y) + attribute("width", width) +
    attribute("height", height) + style(css) + "/>\n";
}

void Svg::text(
  double x, double y, const std::string & text, Anchor anchor, const std::string & css)
{
  body_ += "<text" + attribute("x", x) + attribute("y", y) + style(css) + " text-anchor=\"" +
    name(anchor) + "\">" + escape_markup(text) + "</text>\n";
}

void Svg::upright_text(double x, double y, const std::string & text)
{
  body_ += "<text transform=\"translate(" + number(x) + " " + number(y) +
    ") rotate(-90)\" class=\"t\" text-anchor=\"middle\">" + escape_markup(text) + "</text>\n";
}

void Svg::marker(double x, double y, std::size_t colour)
{
  const std::string fill = fill_class(colour);
  const double r = 4.0;
  switch (colour % 4) {
    case 0:
      body_ += "<circle" + attribute("cx", x) + attribute("cy", y) + attribute("r", 3.6) +
        style(fill) + "/>\n";
      break;
    case 1:
      rectangle(x - 3.4, y - 3.4, 6.8, 6.8, fill);
      break;
    case 2:
      polygon({{x - r, y + r * 0.8}, {x + r, y + r * 0.8}, {x, y - r}}, fill);
      break;
    default:
      polygon({{x - r - 1, y}, {x, y - r - 1}, {x + r + 1, y}, {x, y + r + 1}}, fill);
  }
}

void Svg::push_window(double x, double y, double width, double height)
{
  body_ += "<svg" + attribute("x", x) + attribute("y", y) + attribute("width", width) +
    attribute("height", height) + " viewBox=\"" + number(x) + " " + number(y) + " " +
    number(width) + " " + number(height) + "\">\n";
}

void Svg::pop_window()
{
  body_ += "</svg>\n";
}

std::string Svg::finish() const
{
  const std::string title = escape_markup(title_);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"cs\" role=\"img\" aria-label=\"" +
         title + "\"" + attribute("width", width_) + attribute("height", height_) +
         " viewBox=\"0 0 " + number(width_) + " " + number(height_) + "\">\n<title>" + title +
         "</title>\n" + kStyle + "\n" + body_ + "</svg>\n";
}

}  // namespace contact_sim
