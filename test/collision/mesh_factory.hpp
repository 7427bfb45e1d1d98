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


#ifndef COLLISION__MESH_FACTORY_HPP_
#define COLLISION__MESH_FACTORY_HPP_

#include <Eigen/Geometry>

#include <array>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "contact_sim/collision/triangle_mesh.hpp"

namespace contact_sim::testing
{

using MeshRandom = std::mt19937_64;
using MeshPointer = std::shared_ptr<const TriangleMesh>;

inline double between(MeshRandom & random, double low, double high)
{
  return std::uniform_real_distribution<double>(low, high)(random);
}

inline Eigen::Vector3d point_between(MeshRandom & random, double low, double high)
{
  return {between(random, low, high), between(random, low, high), between(random, low, high)};
}

inline Eigen::Isometry3d random_pose(MeshRandom & random, double size)
{
  Eigen::Isometry3d X = Eigen::Isometry3d::Identity();
  X.translation() = point_between(random, -size, size);
  const Eigen::Vector3d axis = point_between(random, -1.0, 1.0).normalized();
  X.linear() = Eigen::AngleAxisd(between(random, -3.0, 3.0), axis).toRotationMatrix();
  return X;
}

/// [-half, half]² at z = 0 in cells of two triangles each, their inner vertices moved about.
inline TriangleMesh flat_mesh(int cells, double half, double jitter, MeshRandom & random)
{
  std::vector<Eigen::Vector3d> vertices;
  const double step = 2.0 * half / cells;
  for (int j = 0; j <= cells; ++j) {
    for (int i = 0; i <= cells; ++i) {
      const bool is_inner = i > 0 && j > 0 && i < cells && j < cells;
      const double move = is_inner ? jitter * step : 0.0;
      vertices.emplace_back(
        -half + i * step + move * between(random, -1.0, 1.0),
        -half + j * step + move * between(random, -1.0, 1.0), 0.0);
    }
  }
  std::vector<std::array<int, 3>> triangles;
  for (int j = 0; j < cells; ++j) {
    for (int i = 0; i < cells; ++i) {
      const int p = j * (cells + 1) + i;
      triangles.push_back({p, p + 1, p + cells + 2});
      triangles.push_back({p, p + cells + 2, p + cells + 1});
    }
  }
  return make_triangle_mesh(vertices, triangles);
}

/// A box of triangles, each side in cells x cells.
inline TriangleMesh box_mesh(const Eigen::Vector3d & half, int cells = 1)
{
  std::vector<Eigen::Vector3d> vertices;
  std::vector<std::array<int, 3>> triangles;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sign : {-1.0, 1.0}) {
      const int u = (axis + 1) % 3;
      const int v = (axis + 2) % 3;
      const int base = static_cast<int>(vertices.size());
      for (int j = 0; j <= cells; ++j) {
        for (int i = 0; i <= cells; ++i) {
          Eigen::Vector3d p;
          p[axis] = sign * half[axis];
          p[u] = half[u] * (2.0 * i / cells - 1.0);
          p[v] = half[v] * (2.0 * j / cells - 1.0);
          vertices.push_back(p);
        }
      }
      for (int j = 0; j < cells; ++j) {
        for (int i = 0; i < cells; ++i) {
          const int p = base + j * (cells + 1) + i;
          const int right = p + 1;
          const int up = p + cells + 1;
          if (sign > 0.0) {
            triangles.push_back({p, right, up + 1});
            triangles.push_back({p, up + 1, up});
          } else {
            triangles.push_back({p, up + 1, right});
            triangles.push_back({p, up, up + 1});
          }
        }
      }
    }
  }
  return make_triangle_mesh(vertices, triangles);
}

/// A polygon in the plane x, z, counterclockwise seen from -y, drawn out from y = -half to half.
/// Its caps are fans from vertex 0.
inline TriangleMesh extruded(const std::vector<Eigen::Vector2d> & polygon, double half)
{
  std::vector<Eigen::Vector3d> vertices;
  std::vector<std::array<int, 3>> triangles;
  const int n = static_cast<int>(polygon.size());
  for (const double y : {-half, half}) {
    for (const Eigen::Vector2d & p : polygon) {
      vertices.emplace_back(p.x(), y, p.y());
    }
  }
  for (int i = 0; i < n; ++i) {
    const int j = (i + 1) % n;
    triangles.push_back({i, n + j, j});
    triangles.push_back({i, n + i, n + j});
  }
  for (int i = 1; i + 1 < n; ++i) {
    triangles.push_back({0, i, i + 1});
    triangles.push_back({n, n + i + 1, n + i});
  }
  return make_triangle_mesh(vertices, triangles);
}

inline MeshPointer shared(TriangleMesh mesh)
{
  return std::make_shared<const TriangleMesh>(std::move(mesh));
}

}  // namespace contact_sim::testing

#endif  // COLLISION__MESH_FACTORY_HPP_
