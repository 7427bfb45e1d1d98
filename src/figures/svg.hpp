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

#ifndef FIGURES__SVG_HPP_
#define FIGURES__SVG_HPP_

#include <cstddef>
#include <string>
#include <vector>

#include "contact_sim/figures/picture.hpp"

namespace contact_sim
{

constexpr double kFontSize = 13.0;
constexpr std::size_t kColours = 8;

enum class Anchor {kStart, kMiddle, kEnd};

/// About the width that a text takes on paper, rather too much than too little.
double text_width(const std::string & text);

/// The classes of a stroke and a fill in a colour of the palette.
std::string stroke_class(std::size_t colour);
std::string fill_class(std::size_t colour);

/// An SVG drawing in the making; y runs downwards, as SVG has it. The style sheet within knows
/// light and dark.
class Svg
{
public:
  Svg(double width, double height, const std::string & title);

  void line(double x1, double y1, double x2, double y2, const std::string & css);
  void polyline(const std::vector<PicturePoint> & points, const std::string & css);
  void polygon(const std::vector<PicturePoint> & points, const std::string & css);
  void rectangle(double x, double y, double width, double height, const std::string & css);
  void text(
    double x, double y, const std::string & text, Anchor anchor = Anchor::kStart,
    const std::string & css = "t");
  void upright_text(double x, double y, const std::string & text);  ///< read from below, centred
  /// The marker of a curve; each colour has its own shape.
  void marker(double x, double y, std::size_t colour);

  /// What is drawn until pop_window() is cut off outside of the rectangle.
  void push_window(double x, double y, double width, double height);
  void pop_window();

  std::string finish() const;

private:
  double width_;
  double height_;
  std::string title_;
  std::string body_;
};

}  // namespace contact_sim

#endif  // FIGURES__SVG_HPP_
