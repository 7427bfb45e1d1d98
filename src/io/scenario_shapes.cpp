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

#include "scenario_shapes.hpp"

#include <Eigen/Geometry>

#include <array>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "contact_sim/collision/convex_hull.hpp"
#include "contact_sim/collision/triangle_mesh.hpp"
#include "contact_sim/io/mesh_file.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// ∫dV, ∫x dV and ∫x xᵀ dV.
struct Moments
{
  double volume{0.0};
  Vector3d first{Vector3d::Zero()};
  Matrix3d second{Matrix3d::Zero()};

  /// Adds the tetrahedron of the origin and a triangle; it counts negative where the triangle is
  /// seen from behind.
  void add(const Vector3d & a, const Vector3d & b, const Vector3d & c)
  {
    const double part = a.dot(b.cross(c)) / 6.0;
    const Vector3d sum = a + b + c;
    volume += part;
    first += part / 4.0 * sum;
    second += part / 20.0 *
      (sum * sum.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
  }
};

SpatialInertia inertia_of(const Moments & moments)
{
  SpatialInertia inertia;
  inertia.mass = moments.volume;
  inertia.center = moments.first / moments.volume;
  const Matrix3d second =
    moments.second - moments.volume * inertia.center * inertia.center.transpose();
  inertia.rotational = second.trace() * Matrix3d::Identity() - second;
  return inertia;
}

SpatialInertia mesh_inertia(const ConvexMesh & mesh)
{
  Moments moments;
  for (int face = 0; face < mesh.face_count(); ++face) {
    const int * corners = mesh.face_vertices.data() + mesh.face_first[face];
    for (int i = 2; i < mesh.face_size(face); ++i) {
      moments.add(
        mesh.vertices[corners[0]], mesh.vertices[corners[i - 1]], mesh.vertices[corners[i]]);
    }
  }
  return inertia_of(moments);
}

SpatialInertia mesh_inertia(const TriangleMesh & mesh)
{
  if (!mesh.is_closed()) {
    throw std::invalid_argument(
            "expected a closed mesh for a body with mass, found one with " +
            std::to_string(mesh.boundary_edges) + " open edges; use its hull (mesh: hull)");
  }
  Moments moments;
  for (const std::array<int, 3> & triangle : mesh.triangles) {
    moments.add(
      mesh.vertices[triangle[0]], mesh.vertices[triangle[1]], mesh.vertices[triangle[2]]);
  }
  return inertia_of(moments);
}

/// A cylinder and a ball whose halves are moved apart. Half a ball of mass m has its centre 3/8 r
/// from the cut, and about an axis there in the cut it has 2/5 m r², as the ball has.
SpatialInertia capsule_inertia(const Capsule & capsule)
{
  const double r = capsule.radius;
  const double d = capsule.half_length;
  const double ball = 4.0 / 3.0 * M_PI * r * r * r;
  const double rod = 2.0 * M_PI * r * r * d;
  SpatialInertia inertia = sphere_inertia(ball, r);
  const double across = ball * (d * d + 0.75 * r * d);
  inertia.rotational(0, 0) += across;
  inertia.rotational(1, 1) += across;
  return d > 0.0 ? inertia + cylinder_inertia(rod, r, 2.0 * d) : inertia;
}

/// With a density of 1.
struct UnitInertia
{
  SpatialInertia operator()(const Box & box) const
  {
    return box_inertia(8.0 * box.half_sizes.prod(), 2.0 * box.half_sizes);
  }
  SpatialInertia operator()(const Sphere & sphere) const
  {
    const double r = sphere.radius;
    return sphere_inertia(4.0 / 3.0 * M_PI * r * r * r, r);
  }
  SpatialInertia operator()(const Capsule & capsule) const {return capsule_inertia(capsule);}
  SpatialInertia operator()(const Cylinder & cylinder) const
  {
    const double r = cylinder.radius;
    return cylinder_inertia(
      2.0 * M_PI * r * r * cylinder.half_length, r,
      2.0 * cylinder.half_length);
  }
  template<typename Mesh>
  SpatialInertia operator()(const std::shared_ptr<const Mesh> & mesh) const
  {
    return mesh_inertia(*mesh);
  }
  SpatialInertia operator()(const std::shared_ptr<const HeightField> &) const {return refuse();}
  SpatialInertia operator()(const HalfSpace &) const {return refuse();}

  static SpatialInertia refuse()
  {
    throw std::invalid_argument("expected a shape with an inside, found one that has no end");
  }
};

Shape mesh_shape(const GeometryDescription & geometry, bool is_static, MeshMode mode)
{
  TriangleMesh mesh = read_mesh_file(geometry.mesh_file, geometry.scale).mesh;
  if (mode == MeshMode::kExact || (mode == MeshMode::kAuto && is_static)) {
    return std::make_shared<const TriangleMesh>(std::move(mesh));
  }
  return std::make_shared<const ConvexMesh>(make_convex(mesh.vertices));
}

}  // namespace

Shape make_shape(const GeometryDescription & geometry, bool is_static, MeshMode mode)
{
  switch (geometry.kind) {
    case GeometryKind::kBox: return Box{0.5 * geometry.size};
    case GeometryKind::kSphere: return Sphere{geometry.radius};
    case GeometryKind::kCylinder: return Cylinder{geometry.radius, 0.5 * geometry.length};
    case GeometryKind::kCapsule: return Capsule{geometry.radius, 0.5 * geometry.length};
    default: return mesh_shape(geometry, is_static, mode);
  }
}

SpatialInertia solid_inertia(const Shape & shape, double mass, double density)
{
  SpatialInertia inertia = std::visit(UnitInertia{}, shape);
  const double scale = mass > 0.0 ? mass / inertia.mass : density;
  inertia.mass *= scale;
  inertia.rotational *= scale;
  return inertia;
}

}  // namespace contact_sim
