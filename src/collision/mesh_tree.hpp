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


#ifndef COLLISION__MESH_TREE_HPP_
#define COLLISION__MESH_TREE_HPP_

#include <Eigen/Core>

#include <cmath>

#include "contact_sim/collision/triangle_mesh.hpp"

/// The tree of boxes of a triangle mesh, and what walks over it.
namespace contact_sim
{

void build_tree(TriangleMesh & mesh);

/// The deepest tree that the walks below can hold: half of the triangles go to each side.
constexpr int kTreeStack = 64;

/// Visits the triangles of all leaves that `enters(box)` lets it reach.
template<typename Enters, typename Visit>
void walk_tree(const TriangleMesh & mesh, Enters enters, Visit visit)
{
  int stack[kTreeStack];
  int top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const int index = stack[--top];
    const TriangleMesh::Node & node = mesh.nodes[index];
    if (!enters(node.box)) {
      continue;
    }
    for (int k = 0; k < node.count; ++k) {
      visit(mesh.tree_triangles[node.first + k]);
    }
    if (node.count == 0) {
      stack[top++] = node.first;
      stack[top++] = index + 1;
    }
  }
}

Eigen::AlignedBox3d box_of(const TriangleMesh & mesh, int triangle);

/// Where on the triangle a point is nearest.
enum class TrianglePart {kFace, kEdge, kVertex};

struct TrianglePoint
{
  Eigen::Vector3d point;
  TrianglePart part;
  int index;  ///< of the edge (from corner `index`) or the corner
};

TrianglePoint closest_on_triangle(
  const Eigen::Vector3d & a, const Eigen::Vector3d & b, const Eigen::Vector3d & c,
  const Eigen::Vector3d & p);

/// Whether one of two patches is the one of the triangle.
struct OwnPatches
{
  int first;
  int second;

  bool has(int patch) const {return patch == first || patch == second;}
};

/// Whether a triangle of another patch is nearer to the point than `distance`. Only those count
/// that have `viewpoint` in front of them: those behind are the far side of a thin wall.
bool has_nearer_patch(
  const TriangleMesh & mesh, const OwnPatches & own, const Eigen::Vector3d & point,
  double distance, const Eigen::Vector3d * viewpoint);

}  // namespace contact_sim

#endif  // COLLISION__MESH_TREE_HPP_
