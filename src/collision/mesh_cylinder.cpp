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

/// Cylinders against a surface.
namespace contact_sim
{

namespace
{

using Eigen::Vector3d;

/// Points of a cap's rim that are always the same ones of the body.
constexpr int kAnchors = 8;
constexpr int kDeepest = 15;
/// A cap closer than this to flat (sine) touches with all of its rim, a side with all its length.
constexpr double kFlatCap = 0.3;

/// Where a point is, seen from the surface of the cylinder.
struct CylinderPoint
{
  double distance;   ///< signed
  Vector3d outward;  ///< unit, from the nearest point of the surface
  std::uint32_t feature;
};

CylinderPoint locate(const Cylinder & cylinder, const Vector3d & p)
{
  const double rho = std::hypot(p.x(), p.y());
  const Vector3d radial = rho > 1e-300 ? Vector3d(p.x() / rho, p.y() / rho, 0.0) :
    Vector3d(Vector3d::UnitX());
  const Vector3d axial = (p.z() < 0.0 ? -1.0 : 1.0) * Vector3d::UnitZ();
  const double aside = rho - cylinder.radius;
  const double above = std::abs(p.z()) - cylinder.half_length;
  const int cap = p.z() < 0.0 ? 0 : 1;
  if (aside > 0.0 && above > 0.0) {
    const double distance = std::hypot(aside, above);
    return {distance, (aside * radial + above * axial) / distance,
      make_feature(FeatureKind::kRim, 16 * cap + kDeepest)};
  }
  if (above >= aside) {
    return {above, axial, make_feature(FeatureKind::kFace, cap)};
  }
  return {aside, radial, make_feature(FeatureKind::kEdge, 0)};
}

/// Golden section; 60 steps shrink the bracket to 3e-13 of itself.
template<typename Function>
double maximize(Function function, double low, double high)
{
  const double ratio = 0.5 * (std::sqrt(5.0) - 1.0);
  double s = high - ratio * (high - low);
  double t = low + ratio * (high - low);
  double at_s = function(s);
  double at_t = function(t);
  for (int i = 0; i < 60; ++i) {
    if (at_s >= at_t) {
      high = t;
      t = s;
      at_t = at_s;
      s = high - ratio * (high - low);
      at_s = function(s);
    } else {
      low = s;
      s = t;
      at_s = at_t;
      t = low + ratio * (high - low);
      at_t = function(t);
    }
  }
  return 0.5 * (low + high);
}

class CylinderContacts
{
public:
  CylinderContacts(const MeshQuery & query, const Cylinder & cylinder)
  : query_(query), cylinder_(cylinder) {}

  void at_face(const FaceInShape & face);
  void at_edge(int edge);
  void at_vertex(int vertex);

private:
  void rim_at_face(const FaceInShape & face, const Vector3d & point, int cap, int number);
  double separation(const Vector3d & p, const Vector3d & direction, Vector3d & lowest) const;
  void nearest_at_edge(int edge, const Vector3d & p, const Vector3d & q);
  void side_crossing(int edge, const Vector3d & p, const Vector3d & q, double greatest);
  void rim_crossing(
    int edge, const Vector3d & p, const Vector3d & q, const Vector3d & start,
    const Vector3d & outward, int number);
  void cap_at_edge(int edge, const Vector3d & p, const Vector3d & q, int cap);
  void side_at_edge(int edge, const Vector3d & p, const Vector3d & q);

  Vector3d rim_point(int cap, double cosine, double sine) const
  {
    return {cylinder_.radius * cosine, cylinder_.radius * sine,
      (cap == 0 ? -1.0 : 1.0) * cylinder_.half_length};
  }

  const MeshQuery & query_;
  const Cylinder & cylinder_;
};

void CylinderContacts::rim_at_face(
  const FaceInShape & face, const Vector3d & point, int cap, int number)
{
  const double height = face.height(point);
  const int patch = query_.mesh.patches[face.triangle];
  if (height > query_.contacts.margin() || !face.spans(query_, point) ||
    (height < 0.0 && query_.is_nearer_elsewhere(patch, patch, point, -height)))
  {
    return;
  }
  query_.contacts.add(
    point - height * face.normal, face.normal, height, make_feature(FeatureKind::kFace, patch),
    make_feature(FeatureKind::kRim, 16 * cap + number));
}

void CylinderContacts::at_face(const FaceInShape & face)
{
  const Vector3d & n = face.normal;
  const double across = std::hypot(n.x(), n.y());
  const int lower = n.z() > 0.0 ? 0 : 1;
  if (across > 1e-9) {
    rim_at_face(face, rim_point(lower, -n.x() / across, -n.y() / across), lower, kDeepest);
    if (std::abs(n.z()) < kFlatCap) {
      const int upper = 1 - lower;
      rim_at_face(face, rim_point(upper, -n.x() / across, -n.y() / across), upper, kDeepest);
    }
  }
  if (across < kFlatCap) {
    for (int k = 0; k < kAnchors; ++k) {
      const double angle = 2.0 * M_PI * k / kAnchors;
      rim_at_face(face, rim_point(lower, std::cos(angle), std::sin(angle)), lower, k);
    }
  }
}

void CylinderContacts::at_vertex(int vertex)
{
  const Vector3d p = query_.vertex(vertex);
  const CylinderPoint place = locate(cylinder_, p);
  const double slack = place.distance > 0.0 ? kExactSlack : kFlatSlack;
  if (place.distance <= query_.contacts.margin() &&
    query_.is_free_at_vertex(vertex, -place.outward, slack))
  {
    query_.contacts.add(
      p, -place.outward, place.distance, make_feature(FeatureKind::kVertex, vertex),
      place.feature);
  }
}

/// How far the cylinder is from the edge's line along a direction across it, and where.
double CylinderContacts::separation(
  const Vector3d & p, const Vector3d & direction, Vector3d & lowest) const
{
  const double across = std::max(direction.head<2>().norm(), 1e-300);
  lowest = rim_point(
    direction.z() > 0.0 ? 0 : 1, -direction.x() / across, -direction.y() / across);
  return direction.dot(lowest - p);
}

/// The direction of greatest separation among those that the edge leaves open. It is the way to the
/// closest point where they are apart, and the shortest way out where they are not.
void CylinderContacts::nearest_at_edge(int edge, const Vector3d & p, const Vector3d & q)
{
  constexpr int kSamples = 32;
  const Vector3d along = (q - p).normalized();
  const Vector3d u = along.unitOrthogonal();
  const Vector3d v = along.cross(u);
  Vector3d lowest;
  const auto separation_at = [&](double angle) {
      const Vector3d d = std::cos(angle) * u + std::sin(angle) * v;
      return query_.is_free_at_edge(edge, d, kExactSlack) ? separation(p, d, lowest) : -1e300;
    };
  double best = -1e300;
  double middle = 0.0;
  for (int i = 0; i < kSamples; ++i) {
    const double angle = 2.0 * M_PI * i / kSamples;
    const double value = separation_at(angle);
    middle = value > best ? angle : middle;
    best = std::max(best, value);
  }
  if (best < -1e299) {
    return;
  }
  const double step = 2.0 * M_PI / kSamples;
  const double angle = maximize(separation_at, middle - step, middle + step);
  const Vector3d normal = std::cos(angle) * u + std::sin(angle) * v;
  best = separation_at(angle);
  side_crossing(edge, p, q, best);
  // At the end of the range a face is touched, along a cap or a side more than a point.
  if (best > query_.contacts.margin() ||
    !query_.is_free_at_edge(edge, normal, -1e-5) || std::abs(normal.z()) < 1e-6 ||
    normal.head<2>().norm() < 1e-6)
  {
    return;
  }
  separation(p, normal, lowest);
  const double t = along.dot(lowest - p) / (q - p).norm();
  if (t > 0.0 && t < 1.0) {
    query_.contacts.add(
      p + t * (q - p), normal, best, make_feature(FeatureKind::kEdge, edge),
      make_feature(FeatureKind::kRim, 16 * (normal.z() > 0.0 ? 0 : 1) + kDeepest));
  }
}

/// The edge lies across the round side.
void CylinderContacts::side_crossing(
  int edge, const Vector3d & p, const Vector3d & q, double greatest)
{
  const Vector3d along = q - p;
  const Vector3d across(along.y(), -along.x(), 0.0);  // along x axis
  if (across.norm() < 1e-6 * along.norm()) {
    return;
  }
  const double side = across.dot(p) < 0.0 ? 1.0 : -1.0;
  const Vector3d normal = side * across.normalized();  // from the edge to the axis
  const double gap = -normal.dot(p) - cylinder_.radius;
  const double t = -along.head<2>().dot(p.head<2>()) / along.head<2>().squaredNorm();
  const Vector3d point = p + t * along;
  if (t > 0.0 && t < 1.0 && std::abs(point.z()) < cylinder_.half_length &&
    gap <= query_.contacts.margin() && gap >= greatest - 1e-9 * cylinder_.radius &&
    query_.is_free_at_edge(edge, normal, kExactSlack))
  {
    query_.contacts.add(
      point, normal, gap, make_feature(FeatureKind::kEdge, edge),
      make_feature(FeatureKind::kEdge, 0));
  }
}

/// The edge passes over the rim: from a point of it on, Newton's method finds the line that is
/// across both, so that the gap does not change while they slide along each other.
void CylinderContacts::rim_crossing(
  int edge, const Vector3d & p, const Vector3d & q, const Vector3d & start,
  const Vector3d & outward, int number)
{
  const Vector3d e = (q - p).normalized();
  double angle = std::atan2(start.y(), start.x());
  Vector3d rim;
  Vector3d tangent;
  Vector3d apart;  // from the edge's line to the rim
  bool is_found = false;
  for (int i = 0; i < 10 && !is_found; ++i) {
    const Vector3d radial(std::cos(angle), std::sin(angle), 0.0);
    tangent = Vector3d(-radial.y(), radial.x(), 0.0);
    rim = cylinder_.radius * radial + start.z() * Vector3d::UnitZ();
    apart = rim - p - e.dot(rim - p) * e;
    const double along = e.dot(tangent);
    const double slope = cylinder_.radius * (1.0 - along * along) - apart.dot(radial);
    if (slope < 1e-6 * cylinder_.radius) {
      return;
    }
    const double step = apart.dot(tangent) / slope;
    is_found = std::abs(step) < 1e-12;
    angle -= std::clamp(step, -0.3, 0.3);
  }
  const double t = e.dot(rim - p) / (q - p).norm();
  if (!is_found || t <= 0.0 || t >= 1.0) {
    return;
  }
  const Vector3d across = e.cross(tangent).normalized();
  const Vector3d normal = (across.dot(outward) > 0.0 ? -1.0 : 1.0) * across;
  if (normal.dot(outward) < -0.9 && query_.is_free_at_edge(edge, normal, kFlatSlack)) {
    query_.contacts.add(
      p + t * (q - p), normal, normal.dot(apart), make_feature(FeatureKind::kEdge, edge),
      make_feature(FeatureKind::kRim, 16 * (rim.z() > 0.0 ? 1 : 0) + kAnchors + number));
  }
}

/// An edge that lies flat under a cap touches it from rim to rim.
void CylinderContacts::cap_at_edge(int edge, const Vector3d & p, const Vector3d & q, int cap)
{
  const Vector3d outward = (cap == 0 ? -1.0 : 1.0) * Vector3d::UnitZ();
  const Vector3d along = q - p;
  if (std::abs(along.z()) > kFlatSlack * along.norm()) {
    return;
  }
  // |p + t along|² = radius² in the plane of the cap
  const double a = along.head<2>().squaredNorm();
  const double b = p.head<2>().dot(along.head<2>());
  const double c = p.head<2>().squaredNorm() - cylinder_.radius * cylinder_.radius;
  if (b * b <= a * c) {
    return;
  }
  for (int end = 0; end < 2; ++end) {
    const double t = (-b + (end == 0 ? -1.0 : 1.0) * std::sqrt(b * b - a * c)) / a;
    const Vector3d point = p + t * along;
    const double height = outward.dot(point) - cylinder_.half_length;
    if (t > 0.0 && t < 1.0 && height > -cylinder_.half_length) {
      rim_crossing(edge, p, q, point - height * outward, outward, end);
    }
  }
}

/// An edge along the side touches it from cap to cap.
void CylinderContacts::side_at_edge(int edge, const Vector3d & p, const Vector3d & q)
{
  const Vector3d along = q - p;
  if (along.head<2>().norm() > kFlatSlack * along.norm()) {
    return;
  }
  for (int cap = 0; cap < 2; ++cap) {
    const double t =
      ((cap == 0 ? -1.0 : 1.0) * cylinder_.half_length - p.z()) / along.z();
    const Vector3d point = p + t * along;
    const double rho = point.head<2>().norm();
    if (t > 0.0 && t < 1.0 && rho > 0.5 * cylinder_.radius) {
      const Vector3d outward(point.x() / rho, point.y() / rho, 0.0);
      const Vector3d rim = point + (cylinder_.radius - rho) * outward;
      rim_crossing(edge, p, q, rim, outward, 2);
    }
  }
}

void CylinderContacts::at_edge(int edge)
{
  const Vector3d p = query_.vertex(query_.mesh.edges[edge].vertices[0]);
  const Vector3d q = query_.vertex(query_.mesh.edges[edge].vertices[1]);
  nearest_at_edge(edge, p, q);
  cap_at_edge(edge, p, q, 0);
  cap_at_edge(edge, p, q, 1);
  side_at_edge(edge, p, q);
}

}  // namespace

void collide_surface(const MeshQuery & query, const Cylinder & shape)
{
  CylinderContacts contacts(query, shape);
  for_each_feature(
    query, [&](const FaceInShape & face) {contacts.at_face(face);},
    [&](int edge) {contacts.at_edge(edge);}, [&](int vertex) {contacts.at_vertex(vertex);});
}

}  // namespace contact_sim
