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


#include "collision/mesh_contacts.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>

#include "collision/mesh_tree.hpp"
#include "contact_sim/collision/height_field.hpp"
#include "contact_sim/collision/reduction.hpp"

/// What all shapes share on their way to a surface.
namespace contact_sim
{

namespace
{

using Eigen::AlignedBox3d;
using Eigen::Isometry3d;
using Eigen::Vector3d;

/// Corners 0 … 7 have the signs of their bits x, y, z.
ConvexMesh make_cube()
{
  std::vector<Vector3d> corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back(i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0);
  }
  return make_convex_from_faces(
    corners,
    {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}});
}

void collide_shape(const MeshQuery & query, const Box & box)
{
  static const ConvexMesh cube = make_cube();
  Vector3d corners[8];
  for (int i = 0; i < 8; ++i) {
    corners[i] = cube.vertices[i].cwiseProduct(box.half_sizes);
  }
  collide_surface(query, RoundedPolyhedron{corners, 8, &cube, 0.0, false});
}

void collide_shape(const MeshQuery & query, const Sphere & sphere)
{
  const Vector3d centre = Vector3d::Zero();
  collide_surface(query, RoundedPolyhedron{&centre, 1, nullptr, sphere.radius, true});
}

void collide_shape(const MeshQuery & query, const Capsule & capsule)
{
  const Vector3d ends[2] = {
    -capsule.half_length * Vector3d::UnitZ(), capsule.half_length * Vector3d::UnitZ()};
  const int count = capsule.half_length > 0.0 ? 2 : 1;
  collide_surface(query, RoundedPolyhedron{ends, count, nullptr, capsule.radius, false});
}

void collide_shape(const MeshQuery & query, const Cylinder & cylinder)
{
  collide_surface(query, cylinder);
}

void collide_shape(const MeshQuery & query, const std::shared_ptr<const ConvexMesh> & convex)
{
  collide_surface(
    query, RoundedPolyhedron{
        convex->vertices.data(), static_cast<int>(convex->vertices.size()), convex.get(), 0.0,
        false});
}

void collide_shape(const MeshQuery & query, const HalfSpace &)
{
  collide_half_space(query);
}

void collide_shape(const MeshQuery & query, const std::shared_ptr<const TriangleMesh> & mesh)
{
  collide_meshes(query, *mesh);
}

void collide_shape(const MeshQuery & query, const std::shared_ptr<const HeightField> & field)
{
  collide_meshes(query, field->surface);
}

bool is_convex(const Shape & shape)
{
  return shape.index() >= 1 && shape.index() <= 5;
}

Vector3d centre_of(const Shape & shape)
{
  const auto * convex = std::get_if<std::shared_ptr<const ConvexMesh>>(&shape);
  return convex != nullptr ? (*convex)->centre :
         is_convex(shape) ? Vector3d(Vector3d::Zero()) : Vector3d(box_of_shape(shape).center());
}

void check(const Isometry3d & X_WA, const Isometry3d & X_WB, double margin)
{
  if (!X_WA.matrix().allFinite() || !X_WB.matrix().allFinite() || !std::isfinite(margin)) {
    throw std::invalid_argument(
            "mesh contacts: a pose or the margin is not finite (margin " +
            std::to_string(margin) + ")");
  }
}

}  // namespace

void ContactCollector::add(
  const Vector3d & point, const Vector3d & normal, double gap, std::uint32_t surface_feature,
  std::uint32_t shape_feature)
{
  if (!(gap <= margin_)) {
    return;
  }
  least_ = std::min(least_, gap);
  const ContactPoint added{
    point + 0.5 * gap * normal, normal, gap, FeatureKey{surface_feature, shape_feature}};
  int farthest = 0;
  for (int i = 0; i < size_; ++i) {
    const bool is_near = (points_[i].position - added.position).norm() <= nearness_ &&
      points_[i].normal.dot(normal) > 1.0 - 1e-10;
    if (is_near || points_[i].key == added.key) {
      // The same point from two triangles: the smaller key, whichever came first.
      const bool is_better = is_near ? added.key < points_[i].key : gap < points_[i].gap;
      points_[i] = is_better ? added : points_[i];
      return;
    }
    farthest = points_[i].gap > points_[farthest].gap ? i : farthest;
  }
  if (size_ < kCapacity) {
    points_[size_++] = added;
  } else if (gap < points_[farthest].gap) {
    points_[farthest] = added;
  }
}

void ContactCollector::write(const Isometry3d & X_WS, Manifold & out)
{
  if (size_ > Manifold::kCapacity) {
    ReductionOptions options;
    options.distance = nearness_;
    options.most = Manifold::kCapacity;
    size_ = reduce_contacts(points_, size_, options);
  }
  std::sort(
    points_, points_ + size_,
    [](const ContactPoint & x, const ContactPoint & y) {return x.key < y.key;});
  for (int i = 0; i < size_; ++i) {
    ContactPoint point = points_[i];
    point.position = X_WS * point.position;
    point.normal = (X_WS.linear() * point.normal).normalized();
    out.push_back(point);
  }
}

bool MeshQuery::is_free_at_edge(int edge, const Vector3d & direction, double slack) const
{
  const Vector3d d = to_mesh(direction);
  if (!mesh.is_free_at_edge(edge, d, slack)) {
    return false;
  }
  // A solid that ends in a boundary, as a height field does, has nothing to touch below its rim.
  const TriangleMesh::Edge & e = mesh.edges[edge];
  return !mesh.one_sided || e.kind != EdgeKind::kBoundary ||
         d.dot(mesh.normals[e.triangles[0]]) >= -slack;
}

bool MeshQuery::is_free_at_vertex(int vertex, const Vector3d & direction, double slack) const
{
  const Vector3d d = to_mesh(direction);
  return mesh.is_free_at_vertex(vertex, d, slack) &&
         (!mesh.one_sided || d.dot(mesh.vertex_normals[vertex]) >= -slack);
}

bool MeshQuery::is_nearer_elsewhere(
  int patch, int other_patch, const Vector3d & point, double depth) const
{
  const Vector3d p = X_SM.inverse() * point;
  return has_nearer_patch(
    mesh, {patch, other_patch}, p, depth, mesh.one_sided ? &centre_M : nullptr);
}

FaceInShape::FaceInShape(const MeshQuery & query, int triangle_index)
: triangle(triangle_index)
{
  for (int i = 0; i < 3; ++i) {
    corners[i] = query.X_SM * query.mesh.corner(triangle, i);
    const TriangleMesh::Edge & edge = query.mesh.edges[query.mesh.triangle_edges[triangle][i]];
    const int other = edge.triangles[0] == triangle ? edge.triangles[1] : edge.triangles[0];
    const bool is_valley = query.mesh.one_sided && edge.kind == EdgeKind::kConcave;
    valleys[i] =
      is_valley ? Vector3d(query.X_SM.linear() * query.mesh.normals[other]) : Vector3d::Zero();
  }
  beyond = std::max(query.contacts.margin(), 0.0);
  normal = query.X_SM.linear() * query.mesh.normals[triangle];
  if (height(query.centre) <= 0.0) {
    is_turned_away = query.mesh.one_sided;
    normal = query.mesh.one_sided ? normal : Vector3d(-normal);
  }
}

bool FaceInShape::spans(const MeshQuery & query, const Vector3d & point) const
{
  const Vector3d across = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
  bool has_sunk = false;
  for (int i = 0; i < 3; ++i) {
    const Vector3d along = corners[(i + 1) % 3] - corners[i];
    const Vector3d r = point - corners[i];
    const double inside = across.cross(along).normalized().dot(r);
    if (inside >= -1e-12 * along.norm()) {
      continue;
    }
    if (valleys[i].isZero() || valleys[i].dot(r) > 0.0 || inside < -beyond) {
      return false;
    }
    has_sunk = true;
  }
  return !has_sunk ||
         nearest_point(query.mesh, query.X_SM.inverse() * point, 2.0 * beyond).is_behind;
}

AlignedBox3d moved_box(const AlignedBox3d & box, const Isometry3d & X)
{
  const Vector3d half = X.linear().cwiseAbs() * (0.5 * box.sizes());
  const Vector3d centre = X * box.center();
  return {centre - half, centre + half};
}

void collide_surface_with_shape(
  const SurfaceView & surface, const Isometry3d & X_WA, const Shape & shape,
  const Isometry3d & X_WB, double margin, Manifold & out)
{
  check(X_WA, X_WB, margin);
  out.clear();
  // Grows once to what a thread needs; queries after that take nothing from the heap.
  thread_local std::vector<int> triangles;
  triangles.clear();
  const Isometry3d X_SM = X_WB.inverse() * X_WA;
  const TriangleMesh & mesh = surface.mesh;
  const bool is_half_space = std::holds_alternative<HalfSpace>(shape);
  double size = mesh.size;
  Vector3d centre = 1e6 * mesh.size * Vector3d::UnitZ();
  if (!is_half_space) {
    const AlignedBox3d box = box_of_shape(shape);
    size += box.diagonal().norm();
    centre = centre_of(shape);
    AlignedBox3d reach = moved_box(box, X_SM.inverse());
    const Vector3d grown = Vector3d::Constant(std::max(margin, 0.0) + 1e-9 * size);
    reach.min() -= grown;
    reach.max() += grown;
    surface.find_triangles(surface.surface, reach, triangles);
  }
  ContactCollector contacts(margin, size);
  const MeshQuery query{mesh, triangles, X_SM, centre, X_SM.inverse() * centre, contacts};
  std::visit([&](const auto & s) {collide_shape(query, s);}, shape);
  if (is_convex(shape) && !contacts.has_overlap()) {
    const bool is_inside =
      mesh.one_sided && surface.may_be_inside(surface.surface, query.centre_M);
    collide_deep(query, shape, is_inside);
  }
  contacts.write(X_WB, out);
}

}  // namespace contact_sim
