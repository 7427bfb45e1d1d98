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


#include "collision/convex_core.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <memory>

#include "contact_sim/collision/manifold.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;

/// Below this many vertices looking at all of them is faster than walking.
constexpr int kScanLimit = 24;

int farthest_by_scan(const ConvexMesh & mesh, const Vector3d & n)
{
  int best = 0;
  double best_value = n.dot(mesh.vertices[0]);
  for (int i = 1; i < static_cast<int>(mesh.vertices.size()); ++i) {
    const double value = n.dot(mesh.vertices[i]);
    if (value > best_value) {
      best = i;
      best_value = value;
    }
  }
  return best;
}

/// On a convex body a vertex none of whose neighbours is farther is the farthest.
int farthest_by_walking(const ConvexMesh & mesh, const Vector3d & n, int start)
{
  int best = start;
  double best_value = n.dot(mesh.vertices[best]);
  for (bool moved = true; moved; ) {
    moved = false;
    const int here = best;
    for (int i = mesh.neighbour_first[here]; i < mesh.neighbour_first[here + 1]; ++i) {
      const double value = n.dot(mesh.vertices[mesh.neighbours[i]]);
      if (value > best_value) {
        best = mesh.neighbours[i];
        best_value = value;
        moved = true;
      }
    }
  }
  return best;
}

/// The rim point of a cylinder farthest along n; on the axis any direction is as good.
Vector3d cylinder_support(const Vector3d & half, const Vector3d & n)
{
  const double radial = std::hypot(n.x(), n.y());
  const double z = std::copysign(half.z(), n.z());
  if (radial == 0.0) {
    return {half.x(), 0.0, z};
  }
  return {half.x() * n.x() / radial, half.x() * n.y() / radial, z};
}

Vector3d box_corner(const Vector3d & half, int index)
{
  return {(index & 1) ? half.x() : -half.x(), (index & 2) ? half.y() : -half.y(),
    (index & 4) ? half.z() : -half.z()};
}

CoreSegment make_point(const Vector3d & p, std::uint32_t feature)
{
  return {p, p, feature, feature, feature};
}

/// Adds the edge from `here` where it lies in the plane of n.
bool add_edge(
  const ConvexCore & core, const Vector3d & n, double tolerance, int here, int other, int edge,
  CoreSegment & segment)
{
  const Vector3d p = core.vertex(here);
  const Vector3d q = core.vertex(other);
  if (std::abs(n.dot(q - p)) > tolerance * (q - p).norm()) {
    return false;
  }
  segment = {p, q, make_feature(FeatureKind::kVertex, here),
    make_feature(FeatureKind::kVertex, other), make_feature(FeatureKind::kEdge, edge)};
  return true;
}

int polyhedron_segments(
  const ConvexCore & core, const Vector3d & n, double tolerance, CoreSegment * segments)
{
  const int here = core.support_vertex(n);
  int count = 0;
  if (core.kind == CoreKind::kBox) {
    for (int axis = 0; axis < 3; ++axis) {
      count += add_edge(
        core, n, tolerance, here, here ^ (1 << axis), box_edge(axis, here), segments[count]);
    }
  } else {
    const ConvexMesh & mesh = *core.mesh;
    for (int i = mesh.neighbour_first[here];
      i < mesh.neighbour_first[here + 1] && count < kMaxSupportSegments - 1; ++i)
    {
      count += add_edge(
        core, n, tolerance, here, mesh.neighbours[i], mesh.neighbour_edges[i], segments[count]);
    }
  }
  segments[count] = make_point(core.vertex(here), make_feature(FeatureKind::kVertex, here));
  return count + 1;
}

int cylinder_segments(
  const ConvexCore & core, const Vector3d & n, double tolerance, CoreSegment * segments)
{
  constexpr int kDeepest = 15;
  const Vector3d axis = core.R.col(2);
  const Vector3d p = core.support(n);
  const int cap = axis.dot(p - core.t) > 0.0 ? 1 : 0;  // n across the axis may be 0 or -0 along it
  const std::uint32_t rim[2] = {
    make_feature(FeatureKind::kRim, kDeepest), make_feature(FeatureKind::kRim, 16 + kDeepest)};
  int count = 0;
  if (std::abs(axis.dot(n)) <= tolerance) {
    const Vector3d other = p + (cap ? -2.0 : 2.0) * core.half.z() * axis;
    segments[count++] = {p, other, rim[cap], rim[1 - cap], make_feature(FeatureKind::kEdge, 0)};
  }
  segments[count] = make_point(p, rim[cap]);
  return count + 1;
}

int segment_segments(
  const ConvexCore & core, const Vector3d & n, double tolerance, CoreSegment * segments)
{
  const Vector3d axis = core.R.col(2);
  const std::uint32_t ends[2] = {
    make_feature(FeatureKind::kVertex, 0), make_feature(FeatureKind::kVertex, 1)};
  int count = 0;
  if (std::abs(axis.dot(n)) <= tolerance) {
    segments[count++] = {core.t - core.half.z() * axis, core.t + core.half.z() * axis, ends[0],
      ends[1], make_feature(FeatureKind::kEdge, 0)};
  }
  const Vector3d p = core.support(n);
  segments[count] = make_point(p, ends[axis.dot(p - core.t) > 0.0 ? 1 : 0]);
  return count + 1;
}

}  // namespace

int ConvexCore::support_vertex(const Vector3d & n) const
{
  const Vector3d local = R.transpose() * n;
  if (kind == CoreKind::kBox) {
    return (local.x() >= 0.0 ? 1 : 0) | (local.y() >= 0.0 ? 2 : 0) | (local.z() >= 0.0 ? 4 : 0);
  }
  hint = static_cast<int>(mesh->vertices.size()) <= kScanLimit ?
    farthest_by_scan(*mesh, local) : farthest_by_walking(*mesh, local, hint);
  return hint;
}

Vector3d ConvexCore::vertex(int index) const
{
  return R * (kind == CoreKind::kBox ? box_corner(half, index) : mesh->vertices[index]) + t;
}

Vector3d ConvexCore::support(const Vector3d & n) const
{
  switch (kind) {
    case CoreKind::kPoint:
      return t;
    case CoreKind::kSegment:
      return t + std::copysign(half.z(), R.col(2).dot(n)) * R.col(2);
    case CoreKind::kCylinder:
      return R * cylinder_support(half, R.transpose() * n) + t;
    default:
      return vertex(support_vertex(n));
  }
}

double ConvexCore::best_face(const Vector3d & n, int & face) const
{
  const Vector3d local = R.transpose() * n;
  double best = -2.0;
  face = 0;
  if (kind == CoreKind::kBox) {
    int axis;
    best = local.cwiseAbs().maxCoeff(&axis);
    face = 2 * axis + (local[axis] >= 0.0 ? 1 : 0);
  } else if (kind == CoreKind::kCylinder) {
    best = std::abs(local.z());
    face = local.z() >= 0.0 ? 1 : 0;
  } else if (kind == CoreKind::kMesh) {
    for (int f = 0; f < mesh->face_count(); ++f) {
      const double cosine = local.dot(mesh->normals[f]);
      if (cosine > best) {
        best = cosine;
        face = f;
      }
    }
  }
  return best;
}

Vector3d ConvexCore::face_normal(int face) const
{
  if (kind == CoreKind::kMesh) {
    return R * mesh->normals[face];
  }
  const int axis = kind == CoreKind::kCylinder ? 2 : face / 2;
  return face % 2 ? Vector3d(R.col(axis)) : Vector3d(-R.col(axis));
}

ConvexCore make_core(const ConvexMesh & mesh, const Eigen::Isometry3d & X_AS)
{
  ConvexCore core;
  core.kind = CoreKind::kMesh;
  core.R = X_AS.linear();
  core.t = X_AS.translation();
  core.half.setZero();
  core.mesh = &mesh;
  core.extent = mesh.extent;
  return core;
}

ConvexCore make_core(const Shape & shape, const Eigen::Isometry3d & X_AS)
{
  if (const auto * mesh = std::get_if<std::shared_ptr<const ConvexMesh>>(&shape)) {
    return make_core(**mesh, X_AS);
  }
  ConvexCore core;
  core.R = X_AS.linear();
  core.t = X_AS.translation();
  core.half.setZero();
  if (const auto * box = std::get_if<Box>(&shape)) {
    core.kind = CoreKind::kBox;
    core.half = box->half_sizes;
  } else if (const auto * cylinder = std::get_if<Cylinder>(&shape)) {
    core.kind = CoreKind::kCylinder;
    core.half << cylinder->radius, cylinder->radius, cylinder->half_length;
  } else if (const auto * capsule = std::get_if<Capsule>(&shape)) {
    core.kind = CoreKind::kSegment;
    core.half.z() = capsule->half_length;
    core.radius = capsule->radius;
  } else {
    core.kind = CoreKind::kPoint;
    core.radius = std::get<Sphere>(shape).radius;
  }
  core.extent = core.kind == CoreKind::kCylinder ?
    std::hypot(core.half.x(), core.half.z()) : core.half.norm();
  return core;
}

int support_segments(
  const ConvexCore & core, const Vector3d & n, double tolerance, CoreSegment * segments)
{
  switch (core.kind) {
    case CoreKind::kPoint:
      segments[0] = make_point(core.t, make_feature(FeatureKind::kBody, 0));
      return 1;
    case CoreKind::kSegment:
      return segment_segments(core, n, tolerance, segments);
    case CoreKind::kCylinder:
      return cylinder_segments(core, n, tolerance, segments);
    default:
      return polyhedron_segments(core, n, tolerance, segments);
  }
}

}  // namespace contact_sim
