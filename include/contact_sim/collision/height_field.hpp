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


#ifndef CONTACT_SIM__COLLISION__HEIGHT_FIELD_HPP_
#define CONTACT_SIM__COLLISION__HEIGHT_FIELD_HPP_

#include <Eigen/Geometry>

#include <vector>

#include "contact_sim/collision/manifold.hpp"
#include "contact_sim/collision/shape.hpp"
#include "contact_sim/collision/triangle_mesh.hpp"

namespace contact_sim
{

/// Heights z on a regular grid in x and y, centred on the origin of its frame; below is solid. Each
/// cell is two triangles that share the diagonal from its corner at least x and y.
struct HeightField
{
  int columns{0};  ///< grid points along x
  int rows{0};     ///< grid points along y
  double cell_x{0.0};  ///< [m]
  double cell_y{0.0};  ///< [m]
  /// Triangles 2c and 2c + 1 are cell c, c = column + row (columns - 1).
  TriangleMesh surface;

  /// At a point of the grid's rectangle [m]. Outside of it: of the nearest point inside.
  double height(double x, double y) const;

  /// The lower left corner of the grid.
  Eigen::Vector2d origin() const
  {
    return {-0.5 * (columns - 1) * cell_x, -0.5 * (rows - 1) * cell_y};
  }

  /// Appends the triangles of the cells below, in or above the box, ascending. Takes time for these
  /// cells only.
  void find_triangles(const Eigen::AlignedBox3d & box, std::vector<int> & found) const;
};

/// \param heights row by row, columns * rows of them [m]
/// \throws std::invalid_argument where the grid has no cell, a size is not positive, or a height is
///   not finite, naming it
HeightField make_height_field(
  int columns, int rows, double cell_x, double cell_y, const std::vector<double> & heights,
  double flat_angle = 1e-4);

/// As collide_triangle_mesh. What is above the rectangle touches it, what is beside it does not.
/// Two height fields have no contact points.
void collide_height_field(
  const HeightField & field, const Eigen::Isometry3d & X_WA, const Shape & shape,
  const Eigen::Isometry3d & X_WB, double margin, Manifold & out);

}  // namespace contact_sim

#endif  // CONTACT_SIM__COLLISION__HEIGHT_FIELD_HPP_
