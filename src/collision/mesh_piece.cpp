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
#include "collision/mesh_piece.hpp"

#include <algorithm>

#include "collision/mesh_tree.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;

/// Up to so many ridges are looked at one by one; more are found with the tree.
constexpr std::size_t kFewRidges = 64;

/// A patch that reaches behind another one by less than this part of the mesh's size does not.
constexpr double kBehind = 1e-9;

bool is_near(const TriangleMesh & mesh, int ridge, const Vector3d & p, double radius)
{
  const Vector3d & from = mesh.vertices[mesh.edges[ridge].vertices[0]];
  const Vector3d along = mesh.vertices[mesh.edges[ridge].vertices[1]] - from;
  const double part = std::clamp((p - from).dot(along) / along.squaredNorm(), 0.0, 1.0);
  return (p - from - part * along).squaredNorm() <= radius * radius;
}

}  // namespace

void Surroundings::add(const TriangleMesh & mesh, int t, const Vector3d & p, double radius)
{
  const Vector3d nearest = closest_on_triangle(
    mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2), p).point;
  const double distance = (nearest - p).norm();
  if (distance > radius) {
    return;
  }
  const auto place = std::find_if(
    patches_.begin(), patches_.end(),
    [&](const Patch & x) {return x.number == mesh.patches[t];});
  if (place == patches_.end()) {
    patches_.push_back({mesh.patches[t], t, nearest, distance});
  } else if (distance < place->distance) {
    *place = {mesh.patches[t], t, nearest, distance};
  }
  for (const int e : mesh.triangle_edges[t]) {
    if (mesh.edges[e].kind == EdgeKind::kConvex && mesh.edges[e].triangles[1] >= 0) {
      ridges_.push_back(e);
    }
  }
}

bool Surroundings::find(const TriangleMesh & mesh, const Vector3d & p, double radius)
{
  patches_.clear();
  ridges_.clear();
  const auto near = [&](int ridge) {return is_near(mesh, ridge, p, radius);};
  if (mesh.ridges.empty() || (mesh.ridges.size() <= kFewRidges &&
    std::none_of(mesh.ridges.begin(), mesh.ridges.end(), near)))
  {
    return false;
  }
  walk_tree(
    mesh, [&](const Eigen::AlignedBox3d & box) {
      return box.squaredExteriorDistance(p) <= radius * radius;
    }, [&](int t) {add(mesh, t, p, radius);});
  std::sort(
    patches_.begin(), patches_.end(),
    [](const Patch & x, const Patch & y) {return x.number < y.number;});
  std::sort(ridges_.begin(), ridges_.end());
  ridges_.erase(std::unique(ridges_.begin(), ridges_.end()), ridges_.end());
  return !ridges_.empty();
}

const Surroundings::Patch * Surroundings::patch(int number) const
{
  const auto found = std::find_if(
    patches_.begin(), patches_.end(), [&](const Patch & x) {return x.number == number;});
  return found == patches_.end() ? nullptr : &*found;
}

MeshPiece::MeshPiece(const TriangleMesh & mesh, const Surroundings & near, double at_point)
: mesh_(mesh)
{
  for (const Surroundings::Patch & patch : near.patches()) {
    if (patch.distance <= at_point) {
      add(&patch);
    }
  }
  for (bool has_grown = true; has_grown; ) {
    has_grown = false;
    for (const int ridge : near.ridges()) {
      const auto & triangles = mesh.edges[ridge].triangles;
      for (const int side : {0, 1}) {
        const bool is_at_piece = has(mesh.patches[triangles[1 - side]]);
        has_grown |= is_at_piece && add(near.patch(mesh.patches[triangles[side]]));
      }
    }
  }
}

bool MeshPiece::has(int number) const
{
  return std::any_of(
    patches_, patches_ + count_, [&](const auto * x) {return x->number == number;});
}

/// Adds a patch if each lies behind the plane of every other.
bool MeshPiece::add(const Surroundings::Patch * patch)
{
  if (patch == nullptr || has(patch->number) || count_ == kCapacity) {
    return false;
  }
  for (int i = 0; i < count_; ++i) {
    if (!is_behind(*patch, *patches_[i]) || !is_behind(*patches_[i], *patch)) {
      return false;
    }
  }
  patches_[count_++] = patch;
  return true;
}

bool MeshPiece::is_behind(const Surroundings::Patch & x, const Surroundings::Patch & y) const
{
  const Vector3d & on_y = mesh_.corner(y.triangle, 0);
  return mesh_.normals[y.triangle].dot(x.nearest - on_y) <= kBehind * mesh_.size;
}

}  // namespace contact_sim
