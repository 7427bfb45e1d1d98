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

#ifndef CONTACT_SIM__FIGURES__PICTURE_HPP_
#define CONTACT_SIM__FIGURES__PICTURE_HPP_

#include <cstddef>
#include <string>
#include <vector>

namespace contact_sim
{

/// A place in a picture, x to the right and y up, in the picture's own unit.
struct PicturePoint
{
  double x;
  double y;
};

/// How a shape is drawn.
struct Ink
{
  std::size_t colour{0};  ///< of the palette
  bool filled{true};
  bool dashed{false};
};

/// A polygon, or a line where it is not closed; with an arrow head at its end where asked for.
struct PictureShape
{
  std::vector<PicturePoint> points;
  Ink ink{};
  bool closed{true};
  bool arrow{false};
};

struct Picture
{
  std::string caption;
  std::vector<PictureShape> shapes{};
};

/// Pictures of one window side by side, as many in a line as find room.
struct PictureStrip
{
  std::string title;
  PicturePoint low;   ///< the corner of the window at the left, below
  PicturePoint high;
  std::vector<Picture> pictures{};
  int pictures_a_line{4};
};

/// \throws std::invalid_argument for an empty window, and for a point that is not finite
std::string to_svg(const PictureStrip & strip);

}  // namespace contact_sim

#endif  // CONTACT_SIM__FIGURES__PICTURE_HPP_
