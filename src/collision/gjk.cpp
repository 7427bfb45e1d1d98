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


#include "collision/gjk.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;

/// Corners of the difference B − A; the nearest point to the origin is v.
struct Simplex
{
  Vector3d w[4]{Vector3d::Zero(), Vector3d::Zero(), Vector3d::Zero(), Vector3d::Zero()};
  int count{0};
};

/// Keeps some of the corners, which are given in ascending order.
void keep(Simplex & simplex, std::initializer_list<int> corners)
{
  simplex.count = 0;
  for (const int i : corners) {
    simplex.w[simplex.count++] = simplex.w[i];
  }
}

Vector3d nearest_on_segment(Simplex & simplex)
{
  const Vector3d a = simplex.w[0];
  const Vector3d ab = simplex.w[1] - a;
  const double t = -a.dot(ab);
  const double length2 = ab.squaredNorm();
  if (t <= 0.0 || length2 == 0.0) {
    keep(simplex, {0});
    return a;
  }
  if (t >= length2) {
    const Vector3d b = simplex.w[1];
    keep(simplex, {1});
    return b;
  }
  return a + (t / length2) * ab;
}

/// By the regions of the plane (Ericson, Real-Time Collision Detection, 5.1.5).
Vector3d nearest_on_triangle(Simplex & simplex)
{
  const Vector3d a = simplex.w[0], b = simplex.w[1], c = simplex.w[2];
  const Vector3d ab = b - a, ac = c - a;
  const double d1 = -ab.dot(a), d2 = -ac.dot(a);
  if (d1 <= 0.0 && d2 <= 0.0) {
    keep(simplex, {0});
    return a;
  }
  const double d3 = -ab.dot(b), d4 = -ac.dot(b);
  if (d3 >= 0.0 && d4 <= d3) {
    keep(simplex, {1});
    return b;
  }
  const double d5 = -ab.dot(c), d6 = -ac.dot(c);
  if (d6 >= 0.0 && d5 <= d6) {
    keep(simplex, {2});
    return c;
  }
  if (d1 * d4 - d3 * d2 <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
    keep(simplex, {0, 1});
    return nearest_on_segment(simplex);
  }
  if (d5 * d2 - d1 * d6 <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
    keep(simplex, {0, 2});
    return nearest_on_segment(simplex);
  }
  if (d3 * d6 - d5 * d4 <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
    keep(simplex, {1, 2});
    return nearest_on_segment(simplex);
  }
  // Inside: the foot of the normal is less sensitive to rounding than the weights of the corners.
  const Vector3d n = ab.cross(ac);
  return n * (n.dot(a) / n.squaredNorm());
}

/// The nearest of the faces that see the origin; the origin itself where none does.
Vector3d nearest_on_tetrahedron(Simplex & simplex, bool & inside)
{
  static constexpr int kFaces[4][4] = {{0, 1, 2, 3}, {0, 3, 1, 2}, {0, 2, 3, 1}, {1, 3, 2, 0}};
  const Simplex whole = simplex;
  double best = std::numeric_limits<double>::infinity();
  Vector3d nearest = Vector3d::Zero();
  inside = true;
  for (const auto & face : kFaces) {
    const Vector3d & a = whole.w[face[0]];
    const Vector3d n = (whole.w[face[1]] - a).cross(whole.w[face[2]] - a);
    const double origin = -n.dot(a);
    const double opposite = n.dot(whole.w[face[3]] - a);
    // A flat tetrahedron has no inside: all its faces are looked at.
    const bool flat = std::abs(opposite) <= 1e-14 * n.norm() * a.norm();
    if (!flat && origin * opposite >= 0.0) {
      continue;
    }
    inside = false;
    Simplex triangle;
    triangle.count = 3;
    for (int i = 0; i < 3; ++i) {
      triangle.w[i] = whole.w[face[i]];
    }
    const Vector3d v = nearest_on_triangle(triangle);
    if (v.squaredNorm() < best) {
      best = v.squaredNorm();
      nearest = v;
      simplex = triangle;
    }
  }
  return nearest;
}

Vector3d nearest(Simplex & simplex, bool & inside)
{
  inside = false;
  switch (simplex.count) {
    case 1: return simplex.w[0];
    case 2: return nearest_on_segment(simplex);
    case 3: return nearest_on_triangle(simplex);
    default: return nearest_on_tetrahedron(simplex, inside);
  }
}

bool contains(const Simplex & simplex, const Vector3d & w)
{
  return std::any_of(
    simplex.w, simplex.w + simplex.count, [&w](const Vector3d & corner) {return corner == w;});
}

bool is_round(const ConvexCore & core) {return core.kind == CoreKind::kCylinder;}

}  // namespace

GjkAnswer gjk_distance(const ConvexCore & a, const ConvexCore & b, double limit)
{
  constexpr int kMaxIterations = 64;
  const double size = a.extent + b.extent;
  const double tolerance = (is_round(a) || is_round(b) ? 1e-9 : 1e-15) * size;
  Vector3d v = b.t - a.t;
  if (v.squaredNorm() == 0.0) {
    v = Vector3d::UnitX();
  }
  GjkAnswer answer{v.normalized(), std::numeric_limits<double>::infinity(), -size};
  Simplex simplex;
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    const Vector3d n = v.normalized();
    const Vector3d w = b.support(-n) - a.support(n);
    const double bound = n.dot(w);
    if (bound > answer.lower_bound) {
      answer.lower_bound = bound;
      answer.normal = n;
    }
    if (bound > limit || answer.distance - answer.lower_bound <= tolerance ||
      contains(simplex, w))
    {
      break;
    }
    simplex.w[simplex.count++] = w;
    bool inside;
    const Vector3d next = nearest(simplex, inside);
    const double distance = next.norm();
    if (inside || distance <= 1e-15 * size) {
      answer.distance = 0.0;
      break;
    }
    if (distance >= answer.distance) {
      break;  // no progress beyond rounding
    }
    answer.distance = distance;
    v = next;
  }
  return answer;
}

}  // namespace contact_sim
