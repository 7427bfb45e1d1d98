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


#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

#include "collision/pairs.hpp"
#include "collision/segments.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;

/// Sine of the angle between capsules below which they touch along their length.
constexpr double kNearlyParallel = 0.1;

constexpr std::uint32_t kBall = make_feature(FeatureKind::kBody, 0);

std::uint32_t end_or_side(double parameter)
{
  return parameter <= 0.0 ? make_feature(FeatureKind::kVertex, 0) :
         parameter >= 1.0 ? make_feature(FeatureKind::kVertex, 1) :
         make_feature(FeatureKind::kEdge, 0);
}

/// Two points of cores, with the direction between them; `fallback` (unit) where they coincide.
void add_between(
  const Vector3d & on_a, const Vector3d & on_b, const Vector3d & fallback, FeatureKey key,
  PointSink & sink)
{
  const Vector3d d = on_b - on_a;
  const double length = d.stableNorm();
  sink.add(on_a, on_b, length > 0.0 ? Vector3d(d / length) : fallback, key);
}

}  // namespace

void collide_sphere_sphere(const Vector3d & centre, PointSink & sink)
{
  add_between(Vector3d::Zero(), centre, Vector3d::UnitZ(), {kBall, kBall}, sink);
}

void collide_sphere_capsule(const Capsule & b, const Eigen::Isometry3d & X_AB, PointSink & sink)
{
  const Vector3d half = b.half_length * X_AB.linear().col(2);
  const Vector3d low = X_AB.translation() - half;
  const double t = nearest_on_segment(low, low + 2.0 * half, Vector3d::Zero());
  add_between(
    Vector3d::Zero(), low + 2.0 * t * half, X_AB.linear().col(0), {kBall, end_or_side(t)}, sink);
}

/// Nearly parallel capsules get a point at each end that has the other beside it, and the nearest
/// points where these are none of them.
void collide_capsule_capsule(
  const Capsule & a, const Capsule & b, const Eigen::Isometry3d & X_AB, PointSink & sink)
{
  const Vector3d u = 2.0 * a.half_length * Vector3d::UnitZ();
  const Vector3d v = 2.0 * b.half_length * X_AB.linear().col(2);
  const Vector3d p = -0.5 * u, q = X_AB.translation() - 0.5 * v;
  const SegmentParameters nearest = nearest_on_segments(p, p + u, q, q + v);
  // Where the axes meet the normal is across both.
  Vector3d across = u.cross(v);
  across = across.norm() > 1e-12 * u.norm() * v.norm() ?
    across.normalized() : X_AB.linear().col(0);
  if (std::abs(across.z()) > 0.9) {
    across = Vector3d::UnitX();  // an axis of B that is parallel to a capsule without length
  }
  const auto add = [&](double s, double t) {
      add_between(
        p + s * u, q + t * v, across, {end_or_side(s), end_or_side(t)}, sink);
    };
  add(nearest.on_p, nearest.on_q);
  if (u.cross(v).norm() > kNearlyParallel * u.norm() * v.norm()) {
    return;
  }
  for (const double end : {0.0, 1.0}) {
    const double t = nearest_on_segment(q, q + v, p + end * u);
    if (t > 0.0 && t < 1.0) {
      add(end, t);
    }
    const double s = nearest_on_segment(p, p + u, q + end * v);
    if (s > 0.0 && s < 1.0) {
      add(s, end);
    }
  }
  // Capsules side by side, end at end: the ends are each other's nearest points.
  for (const double end : {0.0, 1.0}) {
    const double t = nearest_on_segment(q, q + v, p + end * u);
    const double s = nearest_on_segment(p, p + u, q + t * v);
    if ((t <= 0.0 || t >= 1.0) && s == end) {
      add(end, t);
    }
  }
}

void collide_box_sphere(const Box & a, const Vector3d & centre, PointSink & sink)
{
  const Vector3d & h = a.half_sizes;
  const Vector3d nearest = centre.cwiseMax(-h).cwiseMin(h);
  const Vector3d d = centre - nearest;
  const double distance = d.stableNorm();
  // How many coordinates are clamped says whether a face, an edge or a corner is nearest.
  int axis;
  const double depth = (centre.cwiseAbs() - h).maxCoeff(&axis);
  Vector3d n = std::copysign(1.0, centre[axis]) * Vector3d::Unit(axis);
  Vector3d on_a = centre - depth * n;
  int clamped = 1;
  if (distance > 0.0) {
    clamped = static_cast<int>((d.array() != 0.0).count());
    on_a = nearest;
    n = clamped == 1 ? n : Vector3d(d / distance);
  }
  const int vertex = (centre.x() >= 0.0 ? 1 : 0) | (centre.y() >= 0.0 ? 2 : 0) |
    (centre.z() >= 0.0 ? 4 : 0);
  std::uint32_t feature = make_feature(FeatureKind::kVertex, vertex);
  if (clamped == 1) {
    feature = make_feature(FeatureKind::kFace, 2 * axis + (centre[axis] >= 0.0 ? 1 : 0));
  } else if (clamped == 2) {
    const int along = d.x() == 0.0 ? 0 : d.y() == 0.0 ? 1 : 2;
    feature = make_feature(FeatureKind::kEdge, box_edge(along, vertex));
  }
  sink.add(on_a, centre, n, {feature, kBall});
}

void collide_sphere_cylinder(const Cylinder & b, const Eigen::Isometry3d & X_AB, PointSink & sink)
{
  const Eigen::Matrix3d & R = X_AB.linear();
  const Vector3d centre = -(R.transpose() * X_AB.translation());  // of the ball, in B
  const double r = centre.head<2>().norm();
  const Vector3d radial = r > 0.0 ?
    Vector3d(centre.x() / r, centre.y() / r, 0.0) : Vector3d::UnitX();
  const double up = std::copysign(1.0, centre.z());
  const double beside = r - b.radius, above = std::abs(centre.z()) - b.half_length;
  const int cap = up > 0.0 ? 1 : 0;
  Vector3d n = above > beside ? Vector3d(up * Vector3d::UnitZ()) : radial;  // out of the cylinder
  Vector3d on_b = centre - std::max(above, beside) * n;
  std::uint32_t feature = above > beside ?
    make_feature(FeatureKind::kFace, cap) : make_feature(FeatureKind::kEdge, 0);
  if (above > 0.0 && beside > 0.0) {
    on_b = b.radius * radial + up * b.half_length * Vector3d::UnitZ();
    n = (centre - on_b).stableNormalized();
    feature = make_feature(FeatureKind::kRim, 16 * cap + 15);
  }
  sink.add(Vector3d::Zero(), X_AB * on_b, -(R * n), {kBall, feature});
}

}  // namespace contact_sim
