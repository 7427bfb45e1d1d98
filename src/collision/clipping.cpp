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


#include "collision/clipping.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;

/// Cosine of the angle between two discs above which they touch as discs.
constexpr double kNearlyParallel = 0.99;

/// Hands points to the sink with the two bodies in their order.
class Output
{
public:
  Output(const Vector3d & normal, bool reference_is_a, PointSink & sink)
  : normal_(normal), reference_is_a_(reference_is_a), sink_(sink) {}

  void add(
    const Vector3d & on_reference, const Vector3d & on_incident, std::uint32_t reference_feature,
    std::uint32_t incident_feature) const
  {
    if (reference_is_a_) {
      sink_.add(on_reference, on_incident, normal_, {reference_feature, incident_feature});
    } else {
      sink_.add(on_incident, on_reference, -normal_, {incident_feature, reference_feature});
    }
  }

  const Vector3d & normal() const {return normal_;}

private:
  Vector3d normal_;
  bool reference_is_a_;
  PointSink & sink_;
};

/// The point of the plane (point, plane_normal) that is met from p along n.
Vector3d project(
  const Vector3d & p, const Vector3d & n, const Vector3d & point, const Vector3d & plane_normal)
{
  return p + n * (plane_normal.dot(point - p) / plane_normal.dot(n));
}

// ------------------------------------------------------------------- polygon on polygon

/// A corner of the polygon that is clipped, and where the edge after it comes from: an edge of the
/// incident polygon, or a side of the reference.
struct ClipCorner
{
  Vector3d p;
  std::uint32_t reference_feature;
  std::uint32_t incident_feature;
  std::uint32_t edge;
  int side;  ///< of the reference, -1 where the edge is the incident polygon's
};

constexpr int kMaxClip = 2 * kMaxCorners + 2;

struct ClipPolygon
{
  int count{0};
  ClipCorner corners[kMaxClip];

  void add(const ClipCorner & corner)
  {
    if (count < kMaxClip) {
      corners[count++] = corner;
    }
  }
};

/// Where the edge after `from` crosses side `side`, `share` of the way to `to`. Two sides of the
/// reference meet in its corner, which then lies over the face of the incident polygon.
ClipCorner crossing(
  const Feature & reference, const Feature & incident, int side, const ClipCorner & from,
  const ClipCorner & to, double share)
{
  ClipCorner corner;
  corner.p = from.p + share * (to.p - from.p);
  corner.edge = from.edge;
  corner.side = from.side;
  if (from.side < 0) {
    corner.reference_feature = reference.edges[side];
    corner.incident_feature = from.edge;
  } else {
    const int next = (side + 1) % reference.count;
    corner.reference_feature = reference.vertices[from.side == next ? next : side];
    corner.incident_feature = incident.face;
  }
  return corner;
}

/// The share of the way between two corners at which a side is crossed, by their distances from it.
/// Both may be just outside, where one of them counts as inside: the crossing is that one then, not
/// anywhere on the line through both.
double crossing_share(double d_from, double d_to)
{
  return std::clamp(d_from / (d_from - d_to), 0.0, 1.0);
}

/// One step of Sutherland and Hodgman's clipping: keeps what is inside of side `side`, up to the
/// tolerance.
void clip(
  const Feature & reference, const Feature & incident, int side, double tolerance,
  const ClipPolygon & in, ClipPolygon & out)
{
  const Vector3d & start = reference.corners[side];
  const Vector3d along = reference.corners[(side + 1) % reference.count] - start;
  const Vector3d outwards = along.cross(reference.normal).normalized();
  out.count = 0;
  const auto distance = [&](const Vector3d & p) {return outwards.dot(p - start);};
  double d_here = in.count > 0 ? distance(in.corners[0].p) : 0.0;
  const double d_first = d_here;
  for (int i = 0; i < in.count; ++i) {
    const ClipCorner & here = in.corners[i];
    const bool last = i + 1 == in.count;
    const ClipCorner & next = in.corners[last ? 0 : i + 1];
    const double d_next = last ? d_first : distance(next.p);
    const bool leaves = d_here <= tolerance && d_next > tolerance;
    const bool enters = d_here > tolerance && d_next <= tolerance;
    if (d_here <= tolerance) {
      out.add(here);
    }
    if (leaves || enters) {
      ClipCorner corner =
        crossing(reference, incident, side, here, next, crossing_share(d_here, d_next));
      corner.side = leaves ? side : corner.side;
      out.add(corner);
    }
    d_here = d_next;
  }
}

void add_polygon_overlap(
  const Feature & reference, const Feature & incident, const Output & output)
{
  ClipPolygon buffers[2];
  for (int c = 0; c < incident.count; ++c) {
    buffers[0].add(
      {incident.corners[c], reference.face, incident.vertices[c], incident.edges[c], -1});
  }
  // Corners that lie on a side (equal boxes, stacked) count as inside whatever the rounding.
  double size = 0.0;
  for (int c = 0; c < reference.count; ++c) {
    size = std::max(size, (reference.corners[c] - reference.point).lpNorm<Eigen::Infinity>());
  }
  int current = 0;
  for (int side = 0; side < reference.count; ++side) {
    clip(reference, incident, side, 1e-12 * size, buffers[current], buffers[1 - current]);
    current = 1 - current;
  }
  const Vector3d & n = reference.normal;
  for (int c = 0; c < buffers[current].count; ++c) {
    const ClipCorner & corner = buffers[current].corners[c];
    const Vector3d foot = corner.p - n.dot(corner.p - reference.point) * n;
    output.add(foot, corner.p, corner.reference_feature, corner.incident_feature);
  }
}

// ------------------------------------------------------------------- disc on polygon, on disc

/// p lies in the polygon, seen along n.
bool is_over(const Feature & polygon, const Vector3d & p, const Vector3d & n)
{
  const double turn = n.dot(polygon.normal) < 0.0 ? -1.0 : 1.0;
  for (int c = 0; c < polygon.count; ++c) {
    const Vector3d & start = polygon.corners[c];
    const Vector3d along = polygon.corners[(c + 1) % polygon.count] - start;
    if (turn * along.cross(n).dot(p - start) > 1e-12 * along.squaredNorm()) {
      return false;
    }
  }
  return true;
}

/// Adds points of a disc and of another flat feature that lie over each other along n.
class DiscOverlap
{
public:
  DiscOverlap(
    const Feature & disc, const Feature & other, bool disc_is_reference, const Output & output)
  : disc_(disc), other_(other), disc_is_reference_(disc_is_reference), output_(output) {}

  void add_corners() const;
  void add_edge_crossings() const;
  void add_rim() const;
  void add_circle_crossings() const;

private:
  void emit(
    const Vector3d & on_disc, const Vector3d & on_other, std::uint32_t disc_feature,
    std::uint32_t other_feature) const
  {
    if (disc_is_reference_) {
      output_.add(on_disc, on_other, disc_feature, other_feature);
    } else {
      output_.add(on_other, on_disc, other_feature, disc_feature);
    }
  }
  std::uint32_t rim(int anchor) const
  {
    return make_feature(FeatureKind::kRim, 16 * disc_.cap + anchor);
  }
  Vector3d onto_disc(const Vector3d & p) const
  {
    return project(p, output_.normal(), disc_.point, disc_.normal);
  }
  bool other_covers(const Vector3d & on_other) const
  {
    return other_.is_disc ? (on_other - other_.point).norm() <= other_.radius :
           is_over(other_, on_other, output_.normal());
  }
  void add_rim_point(const Vector3d & direction, int anchor) const;
  bool move_over_rim(Vector3d & p) const;

  const Feature & disc_;
  const Feature & other_;
  bool disc_is_reference_;
  const Output & output_;
};

void DiscOverlap::add_corners() const
{
  for (int c = 0; c < other_.count; ++c) {
    const Vector3d foot = onto_disc(other_.corners[c]);
    if ((foot - disc_.point).norm() <= disc_.radius) {
      emit(foot, other_.corners[c], disc_.face, other_.vertices[c]);
    }
  }
}

void DiscOverlap::add_edge_crossings() const
{
  const int edges = other_.count == 2 ? 1 : other_.count;
  for (int c = 0; c < edges && other_.count > 1; ++c) {
    const Vector3d & p = other_.corners[c];
    const Vector3d & q = other_.corners[(c + 1) % other_.count];
    const Vector3d start = onto_disc(p);
    const Vector3d along = onto_disc(q) - start;
    const double length2 = along.squaredNorm();
    const double middle = along.dot(disc_.point - start) / length2;
    const double nearest2 = (start + middle * along - disc_.point).squaredNorm();
    const double half2 = (disc_.radius * disc_.radius - nearest2) / length2;
    if (!(length2 > 0.0) || !(half2 > 0.0)) {
      continue;
    }
    const double half = std::sqrt(half2);
    const double parameters[2] = {middle - half, middle + half};
    for (int i = 0; i < 2; ++i) {
      const double x = parameters[i];
      if (x > 0.0 && x < 1.0) {
        emit(start + x * along, p + x * (q - p), rim(i ? kRimExit : kRimEntry), other_.edges[c]);
      }
    }
  }
}

void DiscOverlap::add_rim_point(const Vector3d & direction, int anchor) const
{
  if (std::abs(other_.normal.dot(output_.normal())) < 1e-6) {
    return;  // a flat body seen edge on has nothing over the rim
  }
  const Vector3d in_plane = direction - direction.dot(disc_.normal) * disc_.normal;
  const Vector3d p = disc_.point + disc_.radius * in_plane.normalized();
  const Vector3d foot = project(p, output_.normal(), other_.point, other_.normal);
  if (other_covers(foot)) {
    emit(p, foot, rim(anchor), other_.face);
  }
}

/// Directions are fixed in the other body, so that a cylinder that spins keeps its points. Where
/// the disc is inclined, its deepest point takes the place of the nearest of these.
void DiscOverlap::add_rim() const
{
  const Vector3d x = (other_.anchor - other_.anchor.dot(disc_.normal) * disc_.normal).normalized();
  const Vector3d y = disc_.normal.cross(x);
  // The disc's normal points towards the other body; its deepest point is the one farthest along
  // the inward normal of the other.
  const Vector3d inwards = -other_.normal;
  const Vector3d deepest = inwards - inwards.dot(disc_.normal) * disc_.normal;
  const bool inclined = deepest.norm() > 1e-9;
  if (inclined) {
    add_rim_point(deepest, kRimDeepest);
  }
  constexpr double kStep = 2.0 * M_PI / kRimAnchors;
  static const double kNear = std::cos(0.5 * kStep);
  for (int i = 0; i < kRimAnchors; ++i) {
    const Vector3d direction = std::cos(kStep * i) * x + std::sin(kStep * i) * y;
    if (!inclined || direction.dot(deepest) < kNear * deepest.norm()) {
      add_rim_point(direction, i);
    }
  }
}

/// The two points of the other's rim that lie over the rim of this disc, which is the reference.
/// Seen along its normal the other is an ellipse: from where the circles of parallel discs meet a
/// few steps of Newton's method lead there.
void DiscOverlap::add_circle_crossings() const
{
  const Vector3d between = onto_disc(other_.point) - disc_.point;
  const double d2 = between.squaredNorm();
  const double r = disc_.radius, s = other_.radius;
  const double middle = 0.5 * (1.0 + (r * r - s * s) / d2);
  const double half2 = r * r / d2 - middle * middle;
  if (!(d2 > 0.0) || !(half2 > 0.0) || -disc_.normal.dot(other_.normal) < kNearlyParallel) {
    return;
  }
  const Vector3d side = disc_.normal.cross(between) * std::sqrt(half2);
  for (int i = 0; i < 2; ++i) {
    Vector3d p = disc_.point + middle * between + (i ? 1.0 : -1.0) * side - other_.point;
    if (move_over_rim(p)) {
      const int name = i ? kRimExit : kRimEntry;
      emit(onto_disc(p), p, rim(name), make_feature(FeatureKind::kRim, 16 * other_.cap + name));
    }
  }
}

/// Turns the arm p about the other's centre until the rim point lies over the rim of the disc.
bool DiscOverlap::move_over_rim(Vector3d & p) const
{
  const Vector3d & m = other_.normal;
  const double r2 = disc_.radius * disc_.radius;
  Vector3d arm = (p - p.dot(m) * m).normalized() * other_.radius;
  for (int iteration = 0; iteration < 8; ++iteration) {
    const Vector3d foot = onto_disc(other_.point + arm) - disc_.point;
    const double error = foot.squaredNorm() - r2;
    if (std::abs(error) <= 1e-13 * r2) {
      p = other_.point + arm;
      return true;
    }
    const Vector3d tangent = m.cross(arm);
    arm = (arm - tangent * (error / (2.0 * foot.dot(tangent)))).normalized() * other_.radius;
  }
  return false;
}

}  // namespace

void add_overlap(
  const Feature & reference, const Feature & incident, bool reference_is_a, PointSink & sink)
{
  const Output output(reference.normal, reference_is_a, sink);
  if (!reference.is_disc && !incident.is_disc) {
    add_polygon_overlap(reference, incident, output);
  } else if (reference.is_disc && incident.is_disc) {
    DiscOverlap(reference, incident, true, output).add_rim();
    DiscOverlap(incident, reference, false, output).add_rim();
    DiscOverlap(reference, incident, true, output).add_circle_crossings();
  } else {
    const DiscOverlap overlap = reference.is_disc ?
      DiscOverlap(reference, incident, true, output) :
      DiscOverlap(incident, reference, false, output);
    overlap.add_corners();
    overlap.add_edge_crossings();
    if (!reference.is_disc || incident.count > 2) {
      overlap.add_rim();
    }
  }
}

}  // namespace contact_sim
