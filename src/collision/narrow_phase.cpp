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


#include "contact_sim/collision/narrow_phase.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "collision/pairs.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Isometry3d;
using Eigen::Vector3d;

bool is_convex(const Shape & shape)
{
  return !std::holds_alternative<std::shared_ptr<const TriangleMesh>>(shape) &&
         !std::holds_alternative<std::shared_ptr<const HeightField>>(shape);
}

void check_query(const Isometry3d & X_WA, const Isometry3d & X_WB, double margin)
{
  if (!X_WA.matrix().allFinite() || !X_WB.matrix().allFinite() || !std::isfinite(margin)) {
    throw std::invalid_argument(
            "collide: the poses X_WA, X_WB and the margin (" + std::to_string(margin) +
            ") must be finite");
  }
}

void check_convex(const Shape & shape)
{
  if (!is_convex(shape)) {
    throw std::invalid_argument(
            std::string("collide: a ") + shape_name(shape) +
            " is not convex; use the functions of its own header");
  }
}

Vector3d sizes_of(const Shape & shape)
{
  if (const auto * box = std::get_if<Box>(&shape)) {
    return box->half_sizes;
  }
  if (const auto * sphere = std::get_if<Sphere>(&shape)) {
    return {sphere->radius, 0.0, 0.0};
  }
  if (const auto * capsule = std::get_if<Capsule>(&shape)) {
    return {capsule->radius, capsule->half_length, 0.0};
  }
  if (const auto * cylinder = std::get_if<Cylinder>(&shape)) {
    return {cylinder->radius, cylinder->half_length, 0.0};
  }
  if (const auto * mesh = std::get_if<std::shared_ptr<const ConvexMesh>>(&shape)) {
    return {(*mesh)->extent, static_cast<double>((*mesh)->vertices.size()), 0.0};
  }
  return Vector3d::Zero();
}

/// One order for each pair of shapes, whoever is named first: by kind, then by size, then by place.
/// So ties between two equally good answers are broken in the same way.
bool is_in_order(
  const Shape & a, const Isometry3d & X_WA, const Shape & b, const Isometry3d & X_WB)
{
  if (a.index() != b.index()) {
    return a.index() < b.index();
  }
  const auto less = [](const auto & x, const auto & y, bool & differ) {
      for (Eigen::Index i = 0; i < x.size(); ++i) {
        if (x(i) != y(i)) {
          differ = true;
          return x(i) < y(i);
        }
      }
      return false;
    };
  bool differ = false;
  const bool smaller = less(sizes_of(a), sizes_of(b), differ);
  if (differ) {
    return !smaller;
  }
  const bool before = less(X_WA.translation(), X_WB.translation(), differ);
  if (differ) {
    return before;
  }
  const bool turned = less(X_WA.linear().reshaped(), X_WB.linear().reshaped(), differ);
  return !differ || turned;
}


bool is_far_apart(const ConvexCore & a, const ConvexCore & b, double margin)
{
  const double reach = a.extent + a.radius + b.extent + b.radius + margin;
  return (b.t - a.t).squaredNorm() > reach * reach && reach > 0.0;
}

PointSink make_sink(const ConvexCore & a, const ConvexCore & b, double margin)
{
  constexpr double kMerge = 1e-6;
  return {margin, a.radius, b.radius,
    kMerge * std::min(a.extent + a.radius, b.extent + b.radius)};
}

/// Pairs that have a formula; false where there is none.
bool collide_by_formula(
  const Shape & a, const Shape & b, const Isometry3d & X_AB, PointSink & sink)
{
  const auto * box = std::get_if<Box>(&a);
  const auto * sphere = std::get_if<Sphere>(&a);
  const auto * capsule = std::get_if<Capsule>(&a);
  const auto * other_capsule = std::get_if<Capsule>(&b);
  const auto * cylinder = std::get_if<Cylinder>(&b);
  if (box && std::holds_alternative<Sphere>(b)) {
    collide_box_sphere(*box, X_AB.translation(), sink);
  } else if (sphere && std::holds_alternative<Sphere>(b)) {
    collide_sphere_sphere(X_AB.translation(), sink);
  } else if (sphere && other_capsule) {
    collide_sphere_capsule(*other_capsule, X_AB, sink);
  } else if (sphere && cylinder) {
    collide_sphere_cylinder(*cylinder, X_AB, sink);
  } else if (capsule && other_capsule) {
    collide_capsule_capsule(*capsule, *other_capsule, X_AB, sink);
  } else {
    return false;
  }
  return true;
}

/// X_WA⁻¹ X_WB, with the difference of the places taken first: far from the origin it is exact.
Isometry3d relative_pose(const Isometry3d & X_WA, const Isometry3d & X_WB)
{
  Isometry3d X_AB = Isometry3d::Identity();
  X_AB.linear().noalias() = X_WA.linear().transpose() * X_WB.linear();
  X_AB.translation().noalias() =
    X_WA.linear().transpose() * (X_WB.translation() - X_WA.translation());
  return X_AB;
}

void collide_with_half_space(
  const Isometry3d & X_WA, const ConvexCore & b, bool swapped, double margin, Manifold & out)
{
  if (b.t.z() - b.extent - b.radius > margin) {
    return;
  }
  PointSink sink(margin, 0.0, b.radius, 1e-6 * (b.extent + b.radius));
  collide_half_space(b, sink);
  sink.finish(X_WA, swapped, out);
}

void collide_in_order(
  const Shape & a, const Isometry3d & X_WA, const Shape & b, const Isometry3d & X_WB, bool swapped,
  double margin, Manifold & out)
{
  const Isometry3d X_AB = relative_pose(X_WA, X_WB);
  if (std::holds_alternative<HalfSpace>(a)) {
    if (!std::holds_alternative<HalfSpace>(b)) {
      collide_with_half_space(X_WA, make_core(b, X_AB), swapped, margin, out);
    }
    return;
  }
  const ConvexCore core_a = make_core(a, Isometry3d::Identity());
  const ConvexCore core_b = make_core(b, X_AB);
  if (is_far_apart(core_a, core_b, margin)) {
    return;
  }
  PointSink sink = make_sink(core_a, core_b, margin);
  if (!collide_by_formula(a, b, X_AB, sink)) {
    collide_cores(core_a, core_b, margin, sink);
  }
  sink.finish(X_WA, swapped, out);
}

}  // namespace

void collide(
  const Shape & a, const Isometry3d & X_WA, const Shape & b, const Isometry3d & X_WB,
  double margin, Manifold & out)
{
  check_query(X_WA, X_WB, margin);
  check_convex(a);
  check_convex(b);
  out.clear();
  if (is_in_order(a, X_WA, b, X_WB)) {
    collide_in_order(a, X_WA, b, X_WB, false, margin, out);
  } else {
    collide_in_order(b, X_WB, a, X_WA, true, margin, out);
  }
}

void collide(
  const ConvexMesh & a, const Isometry3d & X_WA, const Shape & b, const Isometry3d & X_WB,
  double margin, Manifold & out)
{
  check_query(X_WA, X_WB, margin);
  check_convex(b);
  out.clear();
  if (std::holds_alternative<HalfSpace>(b)) {
    collide_with_half_space(
      X_WB, make_core(a, relative_pose(X_WB, X_WA)), true, margin, out);
    return;
  }
  const ConvexCore core_a = make_core(a, Isometry3d::Identity());
  const ConvexCore core_b = make_core(b, relative_pose(X_WA, X_WB));
  if (is_far_apart(core_a, core_b, margin)) {
    return;
  }
  PointSink sink = make_sink(core_a, core_b, margin);
  collide_cores(core_a, core_b, margin, sink);
  sink.finish(X_WA, false, out);
}

}  // namespace contact_sim
