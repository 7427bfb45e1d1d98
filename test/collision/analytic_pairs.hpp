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


#ifndef COLLISION__ANALYTIC_PAIRS_HPP_
#define COLLISION__ANALYTIC_PAIRS_HPP_

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <vector>

#include "contact_sim/collision/shape.hpp"

// Pairs of shapes whose nearest points are known by construction: a point of the surface of each is
// chosen with a direction of its normal cone, and the shapes are placed so that the directions
// oppose each other and the points are `gap` apart along them. For convex shapes and gap > 0 this
// is the condition that these are the nearest points.

namespace contact_sim::testing
{

using Random = std::mt19937_64;

inline double uniform(Random & random, double low, double high)
{
  return std::uniform_real_distribution<double>(low, high)(random);
}

inline int pick(Random & random, int count)
{
  return std::uniform_int_distribution<int>(0, count - 1)(random);
}

inline Eigen::Vector3d random_unit(Random & random)
{
  std::normal_distribution<double> normal;
  Eigen::Vector3d v;
  do {
    v << normal(random), normal(random), normal(random);
  } while (v.norm() < 1e-3);
  return v.normalized();
}

inline Eigen::Matrix3d random_rotation(Random & random)
{
  std::normal_distribution<double> normal;
  return Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random))
         .normalized().toRotationMatrix();
}

inline Eigen::Isometry3d random_pose(Random & random, double range)
{
  Eigen::Isometry3d X = Eigen::Isometry3d::Identity();
  X.linear() = random_rotation(random);
  X.translation() = Eigen::Vector3d(
    uniform(random, -range, range), uniform(random, -range, range),
    uniform(random, -range, range));
  return X;
}

/// A right prism over a regular polygon, or with `top` < 1 a frustum.
inline ConvexMesh make_prism(int sides, double radius, double half_height, double top = 1.0)
{
  std::vector<Eigen::Vector3d> vertices;
  std::vector<int> lower, upper;
  std::vector<std::vector<int>> faces;
  for (int level = 0; level < 2; ++level) {
    const double r = level ? radius * top : radius;
    for (int i = 0; i < sides; ++i) {
      const double angle = 2.0 * M_PI * i / sides;
      vertices.emplace_back(
        r * std::cos(angle), r * std::sin(angle), level ? half_height : -half_height);
    }
  }
  for (int i = 0; i < sides; ++i) {
    const int next = (i + 1) % sides;
    faces.push_back({i, next, sides + next, sides + i});
    upper.push_back(sides + i);
    lower.push_back(sides - 1 - i);
  }
  faces.push_back(upper);
  faces.push_back(lower);
  return make_convex_from_faces(vertices, faces);
}

inline ConvexMesh make_double_pyramid(int sides, double radius, double half_height)
{
  std::vector<Eigen::Vector3d> vertices;
  std::vector<std::vector<int>> faces;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2.0 * M_PI * i / sides;
    vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0.0);
  }
  vertices.emplace_back(0.0, 0.0, half_height);
  vertices.emplace_back(0.0, 0.0, -half_height);
  for (int i = 0; i < sides; ++i) {
    const int next = (i + 1) % sides;
    faces.push_back({i, next, sides});
    faces.push_back({next, i, sides + 1});
  }
  return make_convex_from_faces(vertices, faces);
}

inline ConvexMesh make_block(const Eigen::Vector3d & half)
{
  std::vector<Eigen::Vector3d> vertices;
  for (int i = 0; i < 8; ++i) {
    vertices.emplace_back(
      (i & 1) ? half.x() : -half.x(), (i & 2) ? half.y() : -half.y(),
      (i & 4) ? half.z() : -half.z());
  }
  return make_convex_from_faces(
    vertices,
    {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}});
}

constexpr int kShapeKinds = 6;  ///< half-space, box, sphere, capsule, cylinder, convex mesh

inline Shape random_mesh(Random & random)
{
  const double radius = uniform(random, 0.2, 1.0), half_height = uniform(random, 0.2, 1.0);
  switch (pick(random, 4)) {
    case 0:
      return std::make_shared<const ConvexMesh>(make_prism(3, radius, half_height));
    case 1:
      return std::make_shared<const ConvexMesh>(make_prism(40, radius, half_height));
    case 2:
      return std::make_shared<const ConvexMesh>(make_prism(6, radius, half_height, 0.4));
    default:
      return std::make_shared<const ConvexMesh>(make_double_pyramid(5, radius, half_height));
  }
}

/// Sizes between 0.2 and 1 m. The kind is the index in the variant.
inline Shape random_shape(Random & random, int kind)
{
  const auto size = [&random] {return uniform(random, 0.2, 1.0);};
  switch (kind) {
    case 0: return HalfSpace{};
    case 1: return Box{Eigen::Vector3d(size(), size(), size())};
    case 2: return Sphere{size()};
    case 3: return Capsule{size(), size()};
    case 4: return Cylinder{size(), size()};
    default: return random_mesh(random);
  }
}

/// What a point of a surface lies on: how many directions its normal cone leaves open.
enum class Part {kFace, kRound, kEdge, kRim, kVertex};

struct SurfacePoint
{
  Eigen::Vector3d point;
  Eigen::Vector3d normal;
  Part part;
};

inline SurfacePoint random_point_of(Random & random, const ConvexMesh & mesh)
{
  const auto inner_weight = [&random] {return uniform(random, 0.2, 1.0);};
  const int kind = pick(random, 3);
  if (kind == 0) {
    const int f = pick(random, mesh.face_count());
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    double weights = 0.0;
    for (int c = mesh.face_first[f]; c < mesh.face_first[f + 1]; ++c) {
      const double weight = inner_weight();
      sum += weight * mesh.vertices[mesh.face_vertices[c]];
      weights += weight;
    }
    return {sum / weights, mesh.normals[f], Part::kFace};
  }
  const ConvexMesh::Edge & edge = mesh.edges[pick(random, static_cast<int>(mesh.edges.size()))];
  if (kind == 1) {
    const double t = uniform(random, 0.2, 0.8);
    return {(1.0 - t) * mesh.vertices[edge.from] + t * mesh.vertices[edge.to],
      (inner_weight() * mesh.normals[edge.left] + inner_weight() * mesh.normals[edge.right])
      .normalized(), Part::kEdge};
  }
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();
  for (int f = 0; f < mesh.face_count(); ++f) {
    for (int c = mesh.face_first[f]; c < mesh.face_first[f + 1]; ++c) {
      if (mesh.face_vertices[c] == edge.from) {
        normal += inner_weight() * mesh.normals[f];
      }
    }
  }
  return {mesh.vertices[edge.from], normal.normalized(), Part::kVertex};
}

inline SurfacePoint random_point_of(Random & random, const Cylinder & cylinder)
{
  const double angle = uniform(random, 0.0, 2.0 * M_PI);
  const Eigen::Vector3d radial(std::cos(angle), std::sin(angle), 0.0);
  const double up = pick(random, 2) ? 1.0 : -1.0;
  const Eigen::Vector3d end = up * cylinder.half_length * Eigen::Vector3d::UnitZ();
  switch (pick(random, 3)) {
    case 0:
      return {end + uniform(random, 0.0, 0.8) * cylinder.radius * radial,
        up * Eigen::Vector3d::UnitZ(), Part::kFace};
    case 1:
      return {cylinder.radius * radial + uniform(random, -0.8, 0.8) * end, radial, Part::kRound};
    default:
      {
        const double tilt = uniform(random, 0.2, 1.3);
        return {end + cylinder.radius * radial,
          std::cos(tilt) * radial + std::sin(tilt) * up * Eigen::Vector3d::UnitZ(), Part::kRim};
      }
  }
}

inline SurfacePoint random_point_of(Random & random, const Capsule & capsule)
{
  Eigen::Vector3d n = random_unit(random);
  double z = std::copysign(capsule.half_length, n.z());
  if (pick(random, 2)) {
    n = Eigen::Vector3d(n.x(), n.y(), 0.0).normalized();
    z = uniform(random, -0.8, 0.8) * capsule.half_length;
  }
  return {z * Eigen::Vector3d::UnitZ() + capsule.radius * n, n, Part::kRound};
}

inline SurfacePoint random_point_of(Random & random, const Shape & shape)
{
  if (std::holds_alternative<HalfSpace>(shape)) {
    return {Eigen::Vector3d(uniform(random, -3.0, 3.0), uniform(random, -3.0, 3.0), 0.0),
      Eigen::Vector3d::UnitZ(), Part::kFace};
  }
  if (const auto * box = std::get_if<Box>(&shape)) {
    return random_point_of(random, make_block(box->half_sizes));
  }
  if (const auto * sphere = std::get_if<Sphere>(&shape)) {
    const Eigen::Vector3d n = random_unit(random);
    return {sphere->radius * n, n, Part::kRound};
  }
  if (const auto * capsule = std::get_if<Capsule>(&shape)) {
    return random_point_of(random, *capsule);
  }
  if (const auto * cylinder = std::get_if<Cylinder>(&shape)) {
    return random_point_of(random, *cylinder);
  }
  return random_point_of(random, *std::get<std::shared_ptr<const ConvexMesh>>(shape));
}

struct AnalyticPair
{
  Shape a, b;
  Eigen::Isometry3d X_WA, X_WB;
  SurfacePoint on_a, on_b;   ///< in the shapes' own frames
  Eigen::Vector3d position;  ///< midpoint of the nearest points, in the world [m]
  Eigen::Vector3d normal;    ///< in the world
  double gap;                ///< [m]

  /// A face on a face, an edge or a line of a side has more than one nearest point.
  bool is_unique() const
  {
    const bool flat_a = on_a.part == Part::kFace, flat_b = on_b.part == Part::kFace;
    const bool point_a = on_a.part == Part::kVertex || on_a.part == Part::kRim;
    const bool point_b = on_b.part == Part::kVertex || on_b.part == Part::kRim;
    return point_a || point_b || (!flat_a && !flat_b) ||
           std::holds_alternative<Sphere>(a) || std::holds_alternative<Sphere>(b);
  }
  /// For gap < 0: the points are still the nearest where a face, a round side or two edges meet.
  bool may_overlap() const
  {
    const auto firm = [](Part part) {return part == Part::kFace || part == Part::kRound;};
    return firm(on_a.part) || firm(on_b.part) ||
           (on_a.part == Part::kEdge && on_b.part == Part::kEdge);
  }
};

/// Orthonormal to rounding, which Quaternion::FromTwoVectors is not: it gives 1e-12.
inline Eigen::Matrix3d basis_with_z(const Eigen::Vector3d & z)
{
  Eigen::Matrix3d basis;
  basis.col(2) = z.normalized();
  basis.col(0) = basis.col(2).unitOrthogonal();
  basis.col(1) = basis.col(2).cross(basis.col(0));
  return basis;
}

inline AnalyticPair place(Random & random, const Shape & a, const Shape & b, double gap)
{
  AnalyticPair pair{a, b, random_pose(random, 2.0), Eigen::Isometry3d::Identity(),
    random_point_of(random, a), random_point_of(random, b), {}, {}, gap};
  pair.normal = pair.X_WA.linear() * pair.on_a.normal;
  pair.X_WB.linear() = basis_with_z(-pair.normal) *
    Eigen::AngleAxisd(uniform(random, -M_PI, M_PI), Eigen::Vector3d::UnitZ()) *
    basis_with_z(pair.on_b.normal).transpose();
  const Eigen::Vector3d p = pair.X_WA * pair.on_a.point;
  pair.X_WB.translation() = p + gap * pair.normal - pair.X_WB.linear() * pair.on_b.point;
  pair.position = p + 0.5 * gap * pair.normal;
  return pair;
}

/// The support function of a shape, max n·x, written once more on its own: the judge of answers.
inline double support_height(
  const Shape & shape, const Eigen::Isometry3d & X, const Eigen::Vector3d & n)
{
  const Eigen::Vector3d d = X.linear().transpose() * n;
  double height = 0.0;
  if (std::holds_alternative<HalfSpace>(shape)) {
    height = d.z() >= 1.0 - 1e-15 ? 0.0 : std::numeric_limits<double>::infinity();
  } else if (const auto * box = std::get_if<Box>(&shape)) {
    height = d.cwiseAbs().dot(box->half_sizes);
  } else if (const auto * sphere = std::get_if<Sphere>(&shape)) {
    height = sphere->radius;
  } else if (const auto * capsule = std::get_if<Capsule>(&shape)) {
    height = capsule->radius + capsule->half_length * std::abs(d.z());
  } else if (const auto * cylinder = std::get_if<Cylinder>(&shape)) {
    height = cylinder->radius * d.head<2>().norm() + cylinder->half_length * std::abs(d.z());
  } else {
    height = -std::numeric_limits<double>::infinity();
    for (const auto & v : std::get<std::shared_ptr<const ConvexMesh>>(shape)->vertices) {
      height = std::max(height, d.dot(v));
    }
  }
  return height + n.dot(X.translation());
}

}  // namespace contact_sim::testing

#endif  // COLLISION__ANALYTIC_PAIRS_HPP_
