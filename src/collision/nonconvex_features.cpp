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

#include "collision/mesh_piece.hpp"
#include "collision/separating_faces.hpp"
#include "contact_sim/collision/height_field.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Isometry3d;
using Eigen::Vector3d;

/// Two planes of one shape pair whose normals differ by less say the same [rad]: with a round shape
/// all that is no rounding counts; of two polyhedra that nearly lie on each other the faces of both
/// would be sides, and let pass nothing that one of them does not.
constexpr double kSameNormal = 1e-6;
constexpr double kSameFace = 0.05;

/// A patch this near to a point of the surface has it [m].
constexpr double kAtPoint = 1e-6;

const TriangleMesh * surface_of(const Shape & shape)
{
  if (const auto * mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&shape)) {
    return mesh->get();
  }
  const auto * field = std::get_if<std::shared_ptr<const HeightField>>(&shape);
  return field != nullptr ? &(*field)->surface : nullptr;
}

bool is_convex_solid(const Shape & shape)
{
  return surface_of(shape) == nullptr && !std::holds_alternative<HalfSpace>(shape);
}

/// Two cores in one frame, and where that frame is.
struct Pair
{
  const ConvexCore * a;  ///< none where a is a surface
  const ConvexCore * b;
  const Isometry3d & X_WF;
  double reach;
  double same;  ///< kSameNormal or kSameFace
};

double same_normal(const ConvexCore & a, const ConvexCore & b)
{
  return a.is_polyhedron() && b.is_polyhedron() ? kSameFace : kSameNormal;
}

bool has_normal(const NonconvexGroup & group, const Vector3d & normal, double same)
{
  return std::any_of(
    group.sides.begin(), group.sides.begin() + group.side_count,
    [&](const ContactPoint & side) {return (side.normal - normal).norm() < same;});
}

/// The side of a face, as a contact point of the pair; `near` is where the plain one is.
ContactPoint side_of(const Pair & pair, const SeparatingFace & face, const Vector3d & near)
{
  const ConvexCore & other = face.is_of_a ? *pair.b : *pair.a;
  const SupportPoint support = support_point_near(other, face, near, pair.reach);
  const double gap = face.normal.dot(support.point) - face.offset;
  const Vector3d normal = pair.X_WF.linear() * face.normal;
  const FeatureKey key{face.feature, support.feature};
  return {
    pair.X_WF * (support.point - 0.5 * gap * face.normal),
    face.is_of_a ? normal : Vector3d(-normal), gap, face.is_of_a ? key : key.swapped()};
}

/// Adds the sides that say something else than those that are there.
void add_sides(
  const Pair & pair, const SeparatingFaces & faces, const Vector3d & near, NonconvexGroup & group)
{
  for (const SeparatingFace & face : faces) {
    const Vector3d outward = pair.X_WF.linear() * face.normal;
    if (group.side_count < NonconvexGroup::kMostSides &&
      !has_normal(group, face.is_of_a ? outward : Vector3d(-outward), pair.same))
    {
      group.sides[group.side_count++] = side_of(pair, face, near);
    }
  }
}

void start(const Manifold & points, int i, NonconvexGroup & group)
{
  group.point = i;
  group.side_count = 1;
  group.sides[0] = points[i];
}

void finish(const NonconvexGroup & group, std::vector<NonconvexGroup> & groups)
{
  if (group.side_count > 1) {
    groups.push_back(group);
  }
}

/// Whether all points and faces have one normal: then a face decides.
bool is_plain(const Pair & pair, const SeparatingFaces & faces, const Manifold & points)
{
  const Vector3d normal = pair.X_WF.linear().transpose() * points[0].normal;
  return std::all_of(
    faces.begin(), faces.end(), [&](const SeparatingFace & face) {
      return ((face.is_of_a ? face.normal : Vector3d(-face.normal)) - normal).norm() < pair.same;
    }) && std::all_of(
    points.begin(), points.end(), [&](const ContactPoint & point) {
      return (point.normal - points[0].normal).norm() < pair.same;
    });
}

/// The only axis of a box along which another one might be separated from it, whichever side: the
/// column of R_WX; -1: none, -2: several.
int only_axis(
  const Vector3d & half, const Eigen::Matrix3d & R_WX, const Vector3d & other_half,
  const Eigen::Matrix3d & R_WO, const Vector3d & apart_W, double reach)
{
  int only = -1;
  for (int i = 0; i < 3; ++i) {
    const Vector3d axis = R_WX.col(i);
    const double width = half[i] + (axis.transpose() * R_WO).cwiseAbs().dot(other_half);
    const double apart = std::abs(axis.dot(apart_W));
    if (apart - width >= -reach) {
      only = only == -1 && -apart - width < -reach ? i : -2;
    }
  }
  return only;
}

/// Two boxes, one face on another, far from all edges' reach: what most pairs in stacks are, told
/// without more ado.
bool is_face_on_face(
  const Box & a, const Isometry3d & X_WA, const Box & b, const Isometry3d & X_WB, double reach,
  const Manifold & points)
{
  const Vector3d apart = X_WB.translation() - X_WA.translation();
  const int i = only_axis(a.half_sizes, X_WA.linear(), b.half_sizes, X_WB.linear(), apart, reach);
  const int j = only_axis(b.half_sizes, X_WB.linear(), a.half_sizes, X_WA.linear(), apart, reach);
  if (i < 0 || j < 0) {
    return false;
  }
  const auto is_along = [&](const Vector3d & axis) {
      return 1.0 - std::abs(axis.dot(points[0].normal)) < 0.5 * kSameFace * kSameFace;
    };
  return is_along(X_WA.linear().col(i)) && is_along(X_WB.linear().col(j)) &&
         std::all_of(
    points.begin(), points.end(), [&](const ContactPoint & point) {
      return (point.normal - points[0].normal).squaredNorm() < kSameFace * kSameFace;
    });
}

/// In the frame of a.
void at_convex_pair(
  const Shape & a, const Isometry3d & X_WA, const Shape & b, const Isometry3d & X_WB, double reach,
  const Manifold & points, std::vector<NonconvexGroup> & groups)
{
  const Box * box_a = std::get_if<Box>(&a);
  const Box * box_b = std::get_if<Box>(&b);
  if (box_a && box_b && is_face_on_face(*box_a, X_WA, *box_b, X_WB, reach, points)) {
    return;
  }
  const ConvexCore core_a = make_core(a, Isometry3d::Identity());
  const ConvexCore core_b = make_core(b, X_WA.inverse(Eigen::Isometry) * X_WB);
  SeparatingFaces faces;
  if (!add_separating_faces(core_a, core_b, true, reach, faces) ||
    !add_separating_faces(core_b, core_a, false, reach, faces) || faces.size() == 0)
  {
    return;
  }
  const Pair pair{&core_a, &core_b, X_WA, reach, same_normal(core_a, core_b)};
  if (is_plain(pair, faces, points)) {
    return;
  }
  const Isometry3d X_AW = X_WA.inverse(Eigen::Isometry);
  for (int i = 0; i < points.size(); ++i) {
    NonconvexGroup group;
    start(points, i, group);
    add_sides(pair, faces, X_AW * points[i].position, group);
    finish(group, groups);
  }
}

/// The faces around a point of a surface that could separate it from the other shape there.
void find_faces_near(
  const TriangleMesh & mesh, const Vector3d & p, const ConvexCore & other, bool is_of_a,
  double reach, SeparatingFaces & faces)
{
  thread_local Surroundings near;
  faces.clear();
  if (!near.find(mesh, p, 2.0 * reach)) {
    return;
  }
  const MeshPiece piece(mesh, near, kAtPoint);
  for (int i = 0; i < piece.size(); ++i) {
    const int t = piece[i].triangle;
    const Vector3d & normal = mesh.normals[t];
    const double offset = normal.dot(mesh.corner(t, 0));
    const double separation = separation_from_plane(other, normal, offset);
    if (std::abs(separation) <= reach) {
      faces.add(
        {normal, offset, separation, make_feature(FeatureKind::kFace, piece[i].number), is_of_a});
    }
  }
}

/// In the frame of the surface, which is a or b.
void at_surface(
  const TriangleMesh & mesh, const Isometry3d & X_WM, const Shape & shape, const Isometry3d & X_WS,
  bool mesh_is_a, double reach, const Manifold & points, std::vector<NonconvexGroup> & groups)
{
  if (mesh.ridges.empty()) {
    return;
  }
  const Isometry3d X_MW = X_WM.inverse(Eigen::Isometry);
  const ConvexCore core = make_core(shape, X_MW * X_WS);
  const Pair pair{
    mesh_is_a ? nullptr : &core, mesh_is_a ? &core : nullptr, X_WM, reach,
    core.is_polyhedron() ? kSameFace : kSameNormal};
  SeparatingFaces faces;
  for (int i = 0; i < points.size(); ++i) {
    const double half = 0.5 * points[i].gap;
    const Vector3d on_mesh =
      X_MW * (points[i].position + (mesh_is_a ? -half : half) * points[i].normal);
    find_faces_near(mesh, on_mesh, core, mesh_is_a, reach, faces);
    NonconvexGroup group;
    start(points, i, group);
    add_sides(pair, faces, X_MW * points[i].position, group);
    finish(group, groups);
  }
}

}  // namespace

void find_nonconvex_groups(
  const Shape & a, const Isometry3d & X_WA, const Shape & b, const Isometry3d & X_WB, double reach,
  const Manifold & points, std::vector<NonconvexGroup> & groups)
{
  if (points.empty()) {
    return;
  }
  if (is_convex_solid(a) && is_convex_solid(b)) {
    at_convex_pair(a, X_WA, b, X_WB, reach, points, groups);
  } else if (surface_of(a) != nullptr && is_convex_solid(b)) {
    at_surface(*surface_of(a), X_WA, b, X_WB, true, reach, points, groups);
  } else if (surface_of(b) != nullptr && is_convex_solid(a)) {
    at_surface(*surface_of(b), X_WB, a, X_WA, false, reach, points, groups);
  }
}

}  // namespace contact_sim
