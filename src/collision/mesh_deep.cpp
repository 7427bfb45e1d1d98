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


#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

#include "collision/mesh_contacts.hpp"
#include "contact_sim/collision/narrow_phase.hpp"

/// Shapes that are deep inside of a surface.
namespace contact_sim
{

namespace
{

using Eigen::AlignedBox3d;
using Eigen::Isometry3d;
using Eigen::Vector3d;

/// The point of the shape that is the lowest in a direction, in its frame.
Vector3d lowest_point(const Shape & shape, const Vector3d & normal)
{
  if (const auto * convex = std::get_if<std::shared_ptr<const ConvexMesh>>(&shape)) {
    const auto & vertices = (*convex)->vertices;
    return *std::min_element(
      vertices.begin(), vertices.end(), [&](const Vector3d & x, const Vector3d & y) {
        return normal.dot(x) < normal.dot(y);
      });
  }
  if (const auto * box = std::get_if<Box>(&shape)) {
    return -normal.cwiseSign().cwiseProduct(box->half_sizes);
  }
  if (const auto * sphere = std::get_if<Sphere>(&shape)) {
    return -sphere->radius * normal;
  }
  const double side = normal.z() > 0.0 ? -1.0 : 1.0;
  if (const auto * capsule = std::get_if<Capsule>(&shape)) {
    return side * capsule->half_length * Vector3d::UnitZ() - capsule->radius * normal;
  }
  const Cylinder & cylinder = std::get<Cylinder>(shape);
  const Vector3d radial(normal.x(), normal.y(), 0.0);
  const double length = radial.norm();
  return side * cylinder.half_length * Vector3d::UnitZ() -
         (length > 1e-12 ? Vector3d(cylinder.radius / length * radial) : Vector3d::Zero());
}

/// Two faces back to back, in the shape's frame; the memory is kept from one call to the next.
const ConvexMesh & as_convex(const FaceInShape & face)
{
  thread_local ConvexMesh triangle = make_convex_from_faces(
    {Vector3d::Zero(), Vector3d::UnitX(), Vector3d::UnitY()}, {{0, 1, 2}, {0, 2, 1}});
  const Vector3d normal =
    (face.corners[1] - face.corners[0]).cross(face.corners[2] - face.corners[0]).normalized();
  triangle.centre = (face.corners[0] + face.corners[1] + face.corners[2]) / 3.0;
  triangle.extent = 0.0;
  for (int i = 0; i < 3; ++i) {
    triangle.vertices[i] = face.corners[i];
    triangle.extent = std::max(triangle.extent, face.corners[i].norm());
  }
  triangle.normals[0] = normal;
  triangle.normals[1] = -normal;
  return triangle;
}

bool is_cut(const FaceInShape & face, const Shape & shape, const AlignedBox3d & box)
{
  AlignedBox3d around(face.corners[0]);
  around.extend(face.corners[1]).extend(face.corners[2]);
  if (!around.intersects(box) || face.height(lowest_point(shape, face.normal)) >= 0.0 ||
    face.height(lowest_point(shape, -face.normal)) <= 0.0)
  {
    return false;
  }
  Manifold manifold;
  collide(
    as_convex(face), Isometry3d::Identity(), shape, Isometry3d::Identity(), 0.0, manifold);
  return !manifold.empty();
}

void add_lowest(
  const MeshQuery & query, const Shape & shape, int triangle, const Vector3d & normal,
  double gap)
{
  query.contacts.add(
    lowest_point(shape, normal) - gap * normal, normal, gap,
    make_feature(FeatureKind::kFace, query.mesh.patches[triangle]),
    make_feature(FeatureKind::kBody, 0));
}

/// Whether the centre is inside of the solid: then the nearest face says which way is out.
bool push_out(const MeshQuery & query, const Shape & shape)
{
  const NearestPoint nearest = nearest_point(query.mesh, query.centre_M, 1e150);
  if (nearest.triangle < 0 || !nearest.is_behind) {
    return false;
  }
  const Vector3d normal = query.X_SM.linear() * query.mesh.normals[nearest.triangle];
  const double gap = normal.dot(lowest_point(shape, normal) - query.X_SM * nearest.point);
  add_lowest(query, shape, nearest.triangle, normal, gap);
  return true;
}

}  // namespace

void collide_deep(const MeshQuery & query, const Shape & shape, bool may_be_inside)
{
  if (may_be_inside && push_out(query, shape)) {
    return;
  }
  const AlignedBox3d box = box_of_shape(shape);
  int best = -1;
  double best_gap = -1e300;
  Vector3d normal = Vector3d::UnitZ();
  for (const int t : query.triangles) {
    const FaceInShape face(query, t);
    const double gap = face.height(lowest_point(shape, face.normal));
    if (!face.is_turned_away && gap > best_gap && is_cut(face, shape, box)) {
      best = t;
      best_gap = gap;
      normal = face.normal;
    }
  }
  if (best >= 0) {
    add_lowest(query, shape, best, normal, best_gap);
  }
}

}  // namespace contact_sim
