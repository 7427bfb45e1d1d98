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
#include <limits>

#include "collision/clipping.hpp"
#include "collision/contact_axis.hpp"
#include "collision/pairs.hpp"
#include "collision/segments.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;

/// A face whose normal is within 5.7 degrees of the axis is taken for the manifold. The axis of two
/// edges is then as near to it, and alone would leave a body that lies on a face with one point.
constexpr double kAligned = 0.995;

/// Sine of the angle below which two edges or sides are parallel and touch along their length.
constexpr double kParallel = 1e-3;

struct ReferenceFace
{
  bool found{false};
  bool is_a{true};
  int face{0};
};

/// Of the faces near the axis the one that separates more; A's where both are as good.
ReferenceFace choose_reference(const ConvexCore & a, const ConvexCore & b, const Vector3d & n)
{
  int face_a, face_b;
  const bool near_a = a.best_face(n, face_a) >= kAligned;
  const bool near_b = b.best_face(-n, face_b) >= kAligned;
  ReferenceFace reference{near_a || near_b, near_a, near_a ? face_a : face_b};
  if (near_a && near_b) {
    const double tie = 1e-9 * std::min(a.extent, b.extent);
    reference.is_a = separation(a, b, a.face_normal(face_a)) + tie >=
      separation(a, b, -b.face_normal(face_b));
    reference.face = reference.is_a ? face_a : face_b;
  }
  return reference;
}

void add_face_points(
  const ConvexCore & a, const ConvexCore & b, const Vector3d & n, PointSink & sink)
{
  const ReferenceFace chosen = choose_reference(a, b, n);
  if (!chosen.found) {
    return;
  }
  Feature reference, incident;
  face_feature(chosen.is_a ? a : b, chosen.face, reference);
  facing_feature(chosen.is_a ? b : a, -reference.normal, incident);
  add_overlap(reference, incident, chosen.is_a, sink);
}

std::uint32_t name_at(const CoreSegment & segment, double parameter)
{
  return parameter <= 0.0 ? segment.p_feature :
         parameter >= 1.0 ? segment.q_feature : segment.feature;
}

Vector3d point_at(const CoreSegment & segment, double parameter)
{
  return segment.p + parameter * (segment.q - segment.p);
}

struct Witness
{
  CoreSegment on_a;
  CoreSegment on_b;
  SegmentParameters at{0.0, 0.0};
  double error{std::numeric_limits<double>::infinity()};
};

/// The pair of edges, sides or points whose nearest points differ by the separation along n.
Witness find_witness(
  const ConvexCore & a, const ConvexCore & b, const Vector3d & n, double separation)
{
  constexpr double kInPlane = 1e-6;
  CoreSegment on_a[kMaxSupportSegments], on_b[kMaxSupportSegments];
  const int count_a = support_segments(a, n, kInPlane, on_a);
  const int count_b = support_segments(b, -n, kInPlane, on_b);
  Witness best;
  for (int i = 0; i < count_a; ++i) {
    for (int j = 0; j < count_b; ++j) {
      const SegmentParameters at =
        nearest_on_segments(on_a[i].p, on_a[i].q, on_b[j].p, on_b[j].q);
      const Vector3d between = point_at(on_b[j], at.on_q) - point_at(on_a[i], at.on_p);
      const double error = (between - separation * n).norm();
      if (error < best.error) {
        best = {on_a[i], on_b[j], at, error};
      }
    }
  }
  return best;
}

/// The ends of the common part of two parallel edges; false where they are not parallel or share no
/// more than a point.
bool add_parallel_ends(const Witness & witness, const Vector3d & n, PointSink & sink)
{
  const CoreSegment & s = witness.on_a;
  const CoreSegment & t = witness.on_b;
  const Vector3d u = s.q - s.p, v = t.q - t.p;
  if (!(u.cross(v).norm() <= kParallel * u.norm() * v.norm()) || u.isZero(0.0) || v.isZero(0.0)) {
    return false;
  }
  const double from = u.dot(t.p - s.p) / u.squaredNorm();
  const double to = u.dot(t.q - s.p) / u.squaredNorm();
  const double low = std::max(0.0, std::min(from, to));
  const double high = std::min(1.0, std::max(from, to));
  if (!(high > low)) {
    return false;
  }
  for (const double at : {low, high}) {
    const Vector3d p = point_at(s, at);
    // An end of t keeps its name: projected forth and back it would lie a little inside of t.
    const double on_t =
      at == from ? 0.0 : at == to ? 1.0 : nearest_on_segment(t.p, t.q, p);
    sink.add(p, point_at(t, on_t), n, {name_at(s, at), name_at(t, on_t)});
  }
  return true;
}

/// The direction between the nearest points of separated cores is the better axis, where it
/// separates more: corners near each other leave the search with some rounding.
ContactAxis sharpen(
  const ConvexCore & a, const ConvexCore & b, const ContactAxis & axis, const Vector3d & between)
{
  const double length = between.norm();
  if (!(axis.separation > 0.0) || !(length > 0.0)) {
    return axis;
  }
  const Vector3d n = between / length;
  const double s = separation(a, b, n);
  return s > axis.separation ? ContactAxis{n, s} : axis;
}

/// The nearest points themselves.
void add_nearest(
  const ConvexCore & a, const ConvexCore & b, const ContactAxis & axis, PointSink & sink)
{
  const Witness witness = find_witness(a, b, axis.normal, axis.separation);
  if (add_parallel_ends(witness, axis.normal, sink)) {
    return;
  }
  const Vector3d on_a = point_at(witness.on_a, witness.at.on_p);
  const Vector3d on_b = point_at(witness.on_b, witness.at.on_q);
  const ContactAxis exact = sharpen(a, b, axis, on_b - on_a);
  const Vector3d half = 0.5 * exact.separation * exact.normal;
  sink.add(
    0.5 * (on_a + on_b) - half, 0.5 * (on_a + on_b) + half, exact.normal,
    {name_at(witness.on_a, witness.at.on_p), name_at(witness.on_b, witness.at.on_q)}, true);
}

/// The face points, and the nearest points where these are not among them. Returns whether a point
/// of the faces has the separation of the axis, which proves that it is the distance.
bool add_points(
  const ConvexCore & a, const ConvexCore & b, const ContactAxis & axis, PointSink & sink)
{
  const double rounding = 1e-12 * (a.extent + b.extent);
  const double gap = axis.separation - a.radius - b.radius;
  add_face_points(a, b, axis.normal, sink);
  if (std::abs(sink.least_gap() - gap) <= rounding) {
    return true;
  }
  add_nearest(a, b, axis, sink);
  return false;
}

}  // namespace

void collide_cores(const ConvexCore & a, const ConvexCore & b, double margin, PointSink & sink)
{
  const double limit = margin + a.radius + b.radius;
  if (a.kind == CoreKind::kBox && b.kind == CoreKind::kBox) {
    const ContactAxis axis = box_box_axis(a, b);
    if (axis.separation > limit || add_points(a, b, axis, sink) || axis.separation <= 0.0) {
      return;
    }
    sink.clear();  // a corner may be nearest: the distance is larger than along any such axis
  }
  const ContactAxis axis = find_contact_axis(a, b, limit);
  if (axis.separation <= limit) {
    add_points(a, b, axis, sink);
  }
}

}  // namespace contact_sim
