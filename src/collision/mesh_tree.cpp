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


#include "collision/mesh_tree.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

namespace contact_sim
{

namespace
{

using Eigen::AlignedBox3d;
using Eigen::Vector3d;

constexpr int kLeafSize = 2;

class TreeBuilder
{
public:
  explicit TreeBuilder(TriangleMesh & mesh)
  : mesh_(mesh)
  {
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      boxes_.push_back(box_of(mesh, static_cast<int>(t)));
    }
  }

  void build(int first, int count)
  {
    const std::size_t index = mesh_.nodes.size();
    mesh_.nodes.push_back({AlignedBox3d(), first, count});
    AlignedBox3d centres;
    for (int k = first; k < first + count; ++k) {
      mesh_.nodes[index].box.extend(boxes_[mesh_.tree_triangles[k]]);
      centres.extend(boxes_[mesh_.tree_triangles[k]].center());
    }
    if (count <= kLeafSize) {
      return;
    }
    const int half = count / 2;
    split(first, half, count, centres);
    mesh_.nodes[index].count = 0;
    build(first, half);
    mesh_.nodes[index].first = static_cast<int>(mesh_.nodes.size());
    build(first + half, count - half);
  }

private:
  /// The lower half along the longest side comes first.
  void split(int first, int half, int count, const AlignedBox3d & centres)
  {
    Eigen::Index axis;
    centres.sizes().maxCoeff(&axis);
    const auto begin = mesh_.tree_triangles.begin() + first;
    std::nth_element(
      begin, begin + half, begin + count, [&](int i, int j) {
        const double x = boxes_[i].center()[axis];
        const double y = boxes_[j].center()[axis];
        return x < y || (x == y && i < j);
      });
  }

  TriangleMesh & mesh_;
  std::vector<AlignedBox3d> boxes_;
};

bool is_behind(
  const TriangleMesh & mesh, int triangle, const TrianglePoint & nearest,
  const Vector3d & point)
{
  Vector3d normal = mesh.normals[triangle];
  if (nearest.part == TrianglePart::kVertex) {
    normal = mesh.vertex_normals[mesh.triangles[triangle][nearest.index]];
  } else if (nearest.part == TrianglePart::kEdge) {
    const TriangleMesh::Edge & edge = mesh.edges[mesh.triangle_edges[triangle][nearest.index]];
    for (const int t : edge.triangles) {
      normal += t >= 0 && t != triangle ? mesh.normals[t] : Vector3d::Zero();
    }
  }
  return normal.dot(point - nearest.point) < 0.0;
}

}  // namespace

AlignedBox3d box_of(const TriangleMesh & mesh, int triangle)
{
  AlignedBox3d box(mesh.corner(triangle, 0));
  return box.extend(mesh.corner(triangle, 1)).extend(mesh.corner(triangle, 2));
}

void build_tree(TriangleMesh & mesh)
{
  mesh.tree_triangles.resize(mesh.triangles.size());
  std::iota(mesh.tree_triangles.begin(), mesh.tree_triangles.end(), 0);
  mesh.nodes.clear();
  TreeBuilder(mesh).build(0, static_cast<int>(mesh.triangles.size()));
}

TrianglePoint closest_on_triangle(
  const Vector3d & a, const Vector3d & b, const Vector3d & c, const Vector3d & p)
{
  // The Voronoi regions in turn: corners, edges, face.
  const Vector3d ab = b - a;
  const Vector3d ac = c - a;
  const double d1 = ab.dot(p - a);
  const double d2 = ac.dot(p - a);
  if (d1 <= 0.0 && d2 <= 0.0) {
    return {a, TrianglePart::kVertex, 0};
  }
  const double d3 = ab.dot(p - b);
  const double d4 = ac.dot(p - b);
  if (d3 >= 0.0 && d4 <= d3) {
    return {b, TrianglePart::kVertex, 1};
  }
  const double d5 = ab.dot(p - c);
  const double d6 = ac.dot(p - c);
  if (d6 >= 0.0 && d5 <= d6) {
    return {c, TrianglePart::kVertex, 2};
  }
  const double wc = d1 * d4 - d3 * d2;
  if (wc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
    return {a + d1 / (d1 - d3) * ab, TrianglePart::kEdge, 0};
  }
  const double wb = d5 * d2 - d1 * d6;
  if (wb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
    return {a + d2 / (d2 - d6) * ac, TrianglePart::kEdge, 2};
  }
  const double wa = d3 * d6 - d5 * d4;
  if (wa <= 0.0 && d4 >= d3 && d5 >= d6) {
    return {b + (d4 - d3) / (d4 - d3 + d5 - d6) * (c - b), TrianglePart::kEdge, 1};
  }
  return {a + (wb * ab + wc * ac) / (wa + wb + wc), TrianglePart::kFace, 0};
}

bool has_nearer_patch(
  const TriangleMesh & mesh, const OwnPatches & own, const Vector3d & point, double distance,
  const Vector3d * viewpoint)
{
  // Two patches at the same distance, as at a symmetric corner, are both nearest.
  const double limit = distance - 1e-9 * (distance + mesh.size);
  if (limit <= 0.0) {
    return false;
  }
  bool found = false;
  walk_tree(
    mesh, [&](const AlignedBox3d & box) {
      return !found && box.squaredExteriorDistance(point) < limit * limit;
    }, [&](int t) {
      const Vector3d & a = mesh.corner(t, 0);
      if (found || own.has(mesh.patches[t]) ||
      (viewpoint != nullptr && mesh.normals[t].dot(*viewpoint - a) <= 0.0))
      {
        return;
      }
      const TrianglePoint nearest = closest_on_triangle(
        a, mesh.corner(t, 1), mesh.corner(t, 2), point);
      found = (nearest.point - point).squaredNorm() < limit * limit;
    });
  return found;
}

NearestPoint nearest_point(const TriangleMesh & mesh, const Vector3d & point, double limit)
{
  NearestPoint best;
  double least = limit * limit;
  walk_tree(
    mesh, [&](const AlignedBox3d & box) {return box.squaredExteriorDistance(point) <= least;},
    [&](int t) {
      const TrianglePoint nearest = closest_on_triangle(
        mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2), point);
      const double squared = (nearest.point - point).squaredNorm();
      if (squared < least || (squared == least && (best.triangle < 0 || t < best.triangle))) {
        least = squared;
        best = {t, nearest.point, std::sqrt(squared), is_behind(mesh, t, nearest, point)};
      }
    });
  return best;
}

int TriangleMesh::patch_count() const
{
  return patches.empty() ? 0 : 1 + *std::max_element(patches.begin(), patches.end());
}

bool TriangleMesh::is_free_at_edge(int edge, const Vector3d & direction, double slack) const
{
  const Edge & e = edges[edge];
  return direction.dot(e.inward[0]) <= slack &&
         (e.triangles[1] < 0 || direction.dot(e.inward[1]) <= slack);
}

bool TriangleMesh::is_free_at_vertex(int vertex, const Vector3d & direction, double slack) const
{
  for (int k = vertex_first[vertex]; k < vertex_first[vertex + 1]; ++k) {
    const auto & ends = edges[vertex_edges[k]].vertices;
    const int other = ends[0] == vertex ? ends[1] : ends[0];
    const Vector3d along = vertices[other] - vertices[vertex];
    if (direction.dot(along) > slack * along.norm()) {
      return false;
    }
  }
  return true;
}

void TriangleMesh::find_triangles(const AlignedBox3d & box, std::vector<int> & found) const
{
  const std::size_t before = found.size();
  walk_tree(
    *this, [&](const AlignedBox3d & node) {return node.intersects(box);},
    [&](int t) {
      if (box_of(*this, t).intersects(box)) {
        found.push_back(t);
      }
    });
  std::sort(found.begin() + before, found.end());
}

}  // namespace contact_sim
