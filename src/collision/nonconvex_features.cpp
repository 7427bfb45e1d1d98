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


#include "contact_sim/collision/nonconvex_features.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

#include "collision/mesh_contacts.hpp"
#include "collision/mesh_tree.hpp"
#include "contact_sim/collision/height_field.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Isometry3d;
using Eigen::Vector3d;

const TriangleMesh * surface_of(const Shape & shape)
{
  if (const auto * mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&shape)) {
    return mesh->get();
  }
  const auto * field = std::get_if<std::shared_ptr<const HeightField>>(&shape);
  return field != nullptr ? &(*field)->surface : nullptr;
}

/// The vertex and the planes around it, all in the frame of the faces' shape.
struct Corner
{
  Vector3d vertex;
  int vertex_index;
  int count{0};
  Vector3d normals[NonconvexGroup::kMostSides];
  double gaps[NonconvexGroup::kMostSides]{};
  int faces[NonconvexGroup::kMostSides]{};

  /// Of too many the largest gaps stay: dropping a side can only forbid, never let through.
  void add(const Vector3d & normal, double gap, int face)
  {
    int place = count;
    if (count == NonconvexGroup::kMostSides) {
      place = static_cast<int>(std::min_element(gaps, gaps + count) - gaps);
      if (gaps[place] >= gap) {
        return;
      }
    } else {
      ++count;
    }
    normals[place] = normal;
    gaps[place] = gap;
    faces[place] = face;
  }

  /// Where one side cannot be left within the step nothing can be touched.
  bool is_out_of_reach(double reach) const
  {
    return std::any_of(gaps, gaps + count, [&](double gap) {return gap > reach;});
  }
};

/// Tests the vertices of one shape against the faces of the other.
class VertexSearch
{
public:
  VertexSearch(
    const Shape & vertices, const Isometry3d & X_WV, const Shape & faces, const Isometry3d & X_WF,
    bool vertex_is_of_a, double reach, std::vector<NonconvexGroup> & groups)
  : vertices_(vertices), faces_(faces), X_WF_(X_WF), X_FV_(X_WF.inverse() * X_WV),
    vertex_is_of_a_(vertex_is_of_a), reach_(reach), groups_(groups)
  {
    if (!std::holds_alternative<HalfSpace>(faces)) {
      near_ = box_of_shape(faces);
      near_.min().array() -= reach;
      near_.max().array() += reach;
    }
  }

  void run();

private:
  void try_vertex(const Vector3d & vertex, int index);
  void at_box(const Box & box, Corner & corner) const;
  void at_convex(const ConvexMesh & convex, Corner & corner) const;
  void at_surface(const TriangleMesh & mesh, const Vector3d & p, int index);
  void finish(const Corner & corner);

  const Shape & vertices_;
  const Shape & faces_;
  const Isometry3d & X_WF_;
  Isometry3d X_FV_;
  bool vertex_is_of_a_;
  double reach_;
  std::vector<NonconvexGroup> & groups_;
  Eigen::AlignedBox3d near_;
};

void VertexSearch::run()
{
  if (const auto * box = std::get_if<Box>(&vertices_)) {
    for (int i = 0; i < 8; ++i) {
      const Vector3d signs(i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0);
      try_vertex(X_FV_ * signs.cwiseProduct(box->half_sizes), i);
    }
  } else if (const auto * convex = std::get_if<std::shared_ptr<const ConvexMesh>>(&vertices_)) {
    for (std::size_t i = 0; i < (*convex)->vertices.size(); ++i) {
      try_vertex(X_FV_ * (*convex)->vertices[i], static_cast<int>(i));
    }
  } else if (const TriangleMesh * mesh = surface_of(vertices_)) {
    const Eigen::AlignedBox3d near = moved_box(near_, X_FV_.inverse());
    walk_tree(
      *mesh, [&](const Eigen::AlignedBox3d & node) {return node.intersects(near);},
      [&](int t) {
        for (const int v : mesh->triangles[t]) {
          if (mesh->vertex_owners[v] == t && mesh->is_corner[v]) {
            try_vertex(X_FV_ * mesh->vertices[v], v);
          }
        }
      });
  }
}

void VertexSearch::try_vertex(const Vector3d & vertex, int index)
{
  if (!near_.contains(vertex)) {
    return;
  }
  if (const TriangleMesh * mesh = surface_of(faces_)) {
    at_surface(*mesh, vertex, index);
    return;
  }
  Corner corner;
  corner.vertex = vertex;
  corner.vertex_index = index;
  if (const auto * box = std::get_if<Box>(&faces_)) {
    at_box(*box, corner);
  } else if (const auto * convex = std::get_if<std::shared_ptr<const ConvexMesh>>(&faces_)) {
    at_convex(**convex, corner);
  }
  finish(corner);
}

/// Faces 2 axis and 2 axis + 1 are those at the negative and the positive end.
void VertexSearch::at_box(const Box & box, Corner & corner) const
{
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sign : {-1.0, 1.0}) {
      const double gap = sign * corner.vertex[axis] - box.half_sizes[axis];
      if (gap > -reach_) {
        corner.add(sign * Vector3d::Unit(axis), gap, 2 * axis + (sign > 0.0));
      }
    }
  }
}

void VertexSearch::at_convex(const ConvexMesh & convex, Corner & corner) const
{
  for (int f = 0; f < convex.face_count(); ++f) {
    const Vector3d & on_face = convex.vertices[convex.face_vertices[convex.face_first[f]]];
    const double gap = convex.normals[f].dot(corner.vertex - on_face);
    if (gap > -reach_) {
      corner.add(convex.normals[f], gap, f);
    }
  }
}

/// The patches and ridges of a surface around a point.
struct Surroundings
{
  struct Patch
  {
    int number;
    int triangle;      ///< the nearest of its triangles
    Vector3d nearest;  ///< to the point
    double distance;
  };

  std::vector<Patch> patches;  ///< ascending
  std::vector<int> ridges;     ///< ascending

  void find(const TriangleMesh & mesh, const Vector3d & p, double radius);
  const Patch * patch(int number) const
  {
    const auto found = std::find_if(
      patches.begin(), patches.end(), [&](const Patch & x) {return x.number == number;});
    return found == patches.end() ? nullptr : &*found;
  }
};

void Surroundings::find(const TriangleMesh & mesh, const Vector3d & p, double radius)
{
  patches.clear();
  ridges.clear();
  walk_tree(
    mesh, [&](const Eigen::AlignedBox3d & box) {
      return box.squaredExteriorDistance(p) <= radius * radius;
    }, [&](int t) {
      const Vector3d nearest = closest_on_triangle(
        mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2), p).point;
      const double distance = (nearest - p).norm();
      if (distance > radius) {
        return;
      }
      auto place = std::find_if(
        patches.begin(), patches.end(),
        [&](const Patch & x) {return x.number == mesh.patches[t];});
      if (place == patches.end()) {
        patches.push_back({mesh.patches[t], t, nearest, distance});
      } else if (distance < place->distance) {
        *place = {mesh.patches[t], t, nearest, distance};
      }
      for (const int e : mesh.triangle_edges[t]) {
        if (mesh.edges[e].kind == EdgeKind::kConvex) {
          ridges.push_back(e);
        }
      }
    });
  std::sort(
    patches.begin(), patches.end(),
    [](const Patch & x, const Patch & y) {return x.number < y.number;});
  std::sort(ridges.begin(), ridges.end());
  ridges.erase(std::unique(ridges.begin(), ridges.end()), ridges.end());
}

/// Patches that bound one convex piece of the solid.
class Piece
{
public:
  explicit Piece(const TriangleMesh & mesh)
  : mesh_(mesh) {}

  int size() const {return count_;}
  const Surroundings::Patch & operator[](int i) const {return *patches_[i];}

  bool has(int number) const
  {
    return std::any_of(
      patches_, patches_ + count_, [&](const auto * x) {return x->number == number;});
  }

  /// Adds a patch if each lies behind the plane of every other.
  bool add(const Surroundings::Patch * patch)
  {
    if (patch == nullptr || has(patch->number) || count_ == NonconvexGroup::kMostSides) {
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

private:
  bool is_behind(const Surroundings::Patch & x, const Surroundings::Patch & y) const
  {
    const Vector3d & on_y = mesh_.corner(y.triangle, 0);
    return mesh_.normals[y.triangle].dot(x.nearest - on_y) <= 1e-9 * mesh_.size;
  }

  const TriangleMesh & mesh_;
  const Surroundings::Patch * patches_[NonconvexGroup::kMostSides];
  int count_{0};
};

/// Faces that meet in ridges near the vertex bound one convex piece of the solid; the free space is
/// the union of their outer sides, and the intersection over the pieces. What is free at the end of
/// the step has its nearest face within twice the reach of where the vertex is now.
void VertexSearch::at_surface(const TriangleMesh & mesh, const Vector3d & p, int index)
{
  thread_local Surroundings near;
  thread_local std::vector<int> used;  // ridges that are in a piece
  near.find(mesh, p, 2.0 * reach_);
  used.clear();
  for (const int first : near.ridges) {
    if (std::find(used.begin(), used.end(), first) != used.end()) {
      continue;
    }
    Piece piece(mesh);
    const auto patch_of = [&](int ridge, int side) {
        return near.patch(mesh.patches[mesh.edges[ridge].triangles[side]]);
      };
    if (!piece.add(patch_of(first, 0)) || !piece.add(patch_of(first, 1))) {
      continue;
    }
    for (bool has_grown = true; has_grown; ) {
      has_grown = false;
      for (const int ridge : near.ridges) {
        for (const int side : {0, 1}) {
          const Surroundings::Patch * other = patch_of(ridge, 1 - side);
          if (other != nullptr && piece.has(other->number) && piece.add(patch_of(ridge, side))) {
            has_grown = true;
          }
        }
      }
    }
    for (const int ridge : near.ridges) {
      const auto & triangles = mesh.edges[ridge].triangles;
      if (piece.has(mesh.patches[triangles[0]]) && piece.has(mesh.patches[triangles[1]])) {
        used.push_back(ridge);
      }
    }
    Corner corner;
    corner.vertex = p;
    corner.vertex_index = index;
    for (int i = 0; i < piece.size(); ++i) {
      const int t = piece[i].triangle;
      const double gap = mesh.normals[t].dot(p - mesh.corner(t, 0));
      if (gap > -reach_) {
        corner.add(mesh.normals[t], gap, piece[i].number);
      }
    }
    finish(corner);
  }
}

void VertexSearch::finish(const Corner & corner)
{
  if (corner.count < 2 || corner.is_out_of_reach(reach_)) {
    return;
  }
  NonconvexGroup group;
  group.vertex = X_WF_ * corner.vertex;
  group.vertex_is_of_a = vertex_is_of_a_;
  const std::uint32_t vertex = make_feature(FeatureKind::kVertex, corner.vertex_index);
  for (int i = 0; i < corner.count; ++i) {
    const Vector3d outward = X_WF_.linear() * corner.normals[i];
    const FeatureKey key{make_feature(FeatureKind::kFace, corner.faces[i]), vertex};
    group.sides[group.side_count++] = {
      group.vertex - 0.5 * corner.gaps[i] * outward, vertex_is_of_a_ ? Vector3d(-outward) : outward,
      corner.gaps[i], vertex_is_of_a_ ? key.swapped() : key};
  }
  std::sort(
    group.sides.begin(), group.sides.begin() + group.side_count,
    [](const NonconvexSide & x, const NonconvexSide & y) {return x.key < y.key;});
  group.key = group.sides[0].key.value();
  groups_.push_back(group);
}

}  // namespace

bool NonconvexGroup::replaces(const ContactPoint & point, double tolerance) const
{
  const double half = vertex_is_of_a ? -0.5 * point.gap : 0.5 * point.gap;
  return (point.position + half * point.normal - vertex).norm() <= tolerance;
}

void find_nonconvex_groups(
  const Shape & a, const Isometry3d & X_WA, const Shape & b, const Isometry3d & X_WB, double reach,
  std::vector<NonconvexGroup> & groups)
{
  VertexSearch(b, X_WB, a, X_WA, false, reach, groups).run();
  VertexSearch(a, X_WA, b, X_WB, true, reach, groups).run();
}

}  // namespace contact_sim
