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


#include "contact_sim/collision/height_field.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "collision/mesh_contacts.hpp"

namespace contact_sim
{

namespace
{

using Eigen::AlignedBox3d;
using Eigen::Vector3d;

void check(
  int columns, int rows, double cell_x, double cell_y, const std::vector<double> & heights)
{
  if (columns < 2 || rows < 2) {
    throw std::invalid_argument(
            "height field: expected at least 2 x 2 grid points, found " +
            std::to_string(columns) + " x " + std::to_string(rows));
  }
  if (!(cell_x > 0.0 && cell_y > 0.0 && std::isfinite(cell_x) && std::isfinite(cell_y))) {
    throw std::invalid_argument(
            "height field: cell sizes must be positive, are " + std::to_string(cell_x) + " and " +
            std::to_string(cell_y));
  }
  const std::size_t expected = static_cast<std::size_t>(columns) * rows;
  if (heights.size() != expected) {
    throw std::invalid_argument(
            "height field: expected " + std::to_string(expected) + " heights, found " +
            std::to_string(heights.size()));
  }
  for (std::size_t i = 0; i < heights.size(); ++i) {
    if (!std::isfinite(heights[i])) {
      throw std::invalid_argument(
              "height field: the height of column " + std::to_string(i % columns) + ", row " +
              std::to_string(i / columns) + " is not finite");
    }
  }
}

/// The cell that holds a coordinate, cells beyond the grid moved to its rim.
int cell_of(double offset, double cell, int count)
{
  const double index = std::floor(offset / cell);
  return static_cast<int>(std::clamp(index, 0.0, static_cast<double>(count - 1)));
}

}  // namespace

double HeightField::height(double x, double y) const
{
  const Eigen::Vector2d offset = Eigen::Vector2d(x, y) - origin();
  const int column = cell_of(offset.x(), cell_x, columns - 1);
  const int row = cell_of(offset.y(), cell_y, rows - 1);
  const double u = std::clamp(offset.x() / cell_x - column, 0.0, 1.0);
  const double v = std::clamp(offset.y() / cell_y - row, 0.0, 1.0);
  const auto at = [&](int i, int j) {
      return surface.vertices[(row + j) * columns + column + i].z();
    };
  // Which of the two triangles: beside the diagonal u = v.
  return u >= v ? at(0, 0) + u * (at(1, 0) - at(0, 0)) + v * (at(1, 1) - at(1, 0)) :
         at(0, 0) + v * (at(0, 1) - at(0, 0)) + u * (at(1, 1) - at(0, 1));
}

void HeightField::find_triangles(const AlignedBox3d & box, std::vector<int> & found) const
{
  const Eigen::Vector2d low = box.min().head<2>() - origin();
  const Eigen::Vector2d high = box.max().head<2>() - origin();
  if (high.x() < 0.0 || high.y() < 0.0 || low.x() > (columns - 1) * cell_x ||
    low.y() > (rows - 1) * cell_y)
  {
    return;
  }
  const int last_column = cell_of(high.x(), cell_x, columns - 1);
  const int last_row = cell_of(high.y(), cell_y, rows - 1);
  for (int row = cell_of(low.y(), cell_y, rows - 1); row <= last_row; ++row) {
    for (int column = cell_of(low.x(), cell_x, columns - 1); column <= last_column; ++column) {
      const int cell = column + row * (columns - 1);
      for (const int t : {2 * cell, 2 * cell + 1}) {
        const double top = std::max(
          {surface.corner(t, 0).z(), surface.corner(t, 1).z(), surface.corner(t, 2).z()});
        // Below it all is solid, so a box that is lower than the surface counts too.
        if (top >= box.min().z()) {
          found.push_back(t);
        }
      }
    }
  }
}

HeightField make_height_field(
  int columns, int rows, double cell_x, double cell_y, const std::vector<double> & heights,
  double flat_angle)
{
  check(columns, rows, cell_x, cell_y, heights);
  HeightField field;
  field.columns = columns;
  field.rows = rows;
  field.cell_x = cell_x;
  field.cell_y = cell_y;
  std::vector<Vector3d> points;
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      points.emplace_back(
        field.origin().x() + i * cell_x, field.origin().y() + j * cell_y,
        heights[j * columns + i]);
    }
  }
  std::vector<std::array<int, 3>> triangles;
  for (int j = 0; j + 1 < rows; ++j) {
    for (int i = 0; i + 1 < columns; ++i) {
      const int p = j * columns + i;
      triangles.push_back({p, p + 1, p + columns + 1});
      triangles.push_back({p, p + columns + 1, p + columns});
    }
  }
  field.surface = make_triangle_mesh(points, triangles, {flat_angle, MeshSides::kOne});
  if (field.surface.dropped_triangles > 0) {
    throw std::invalid_argument(
            "height field: triangle " + std::to_string(field.surface.first_dropped) +
            " has no area: the cells are too small for a field of " +
            std::to_string(field.surface.size) + " m");
  }
  return field;
}

void collide_height_field(
  const HeightField & field, const Eigen::Isometry3d & X_WA, const Shape & shape,
  const Eigen::Isometry3d & X_WB, double margin, Manifold & out)
{
  if (std::holds_alternative<std::shared_ptr<const HeightField>>(shape)) {
    out.clear();
    return;
  }
  const auto find = [](const void * surface, const AlignedBox3d & box, std::vector<int> & found) {
      static_cast<const HeightField *>(surface)->find_triangles(box, found);
    };
  const auto may_be_inside = [](const void * surface, const Vector3d & point) {
      const HeightField & f = *static_cast<const HeightField *>(surface);
      return (point.head<2>() - f.surface.centre.head<2>()).cwiseAbs().x() <=
             0.5 * f.surface.bounds.sizes().x() &&
             std::abs(point.y() - f.surface.centre.y()) <= 0.5 * f.surface.bounds.sizes().y() &&
             point.z() < f.height(point.x(), point.y());
    };
  collide_surface_with_shape(
    {field.surface, find, may_be_inside, &field}, X_WA, shape, X_WB, margin, out);
}

}  // namespace contact_sim
