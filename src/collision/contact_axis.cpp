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


#include "collision/contact_axis.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

#include "collision/gjk.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Edges whose sine with the plane of the axis is below this are tried as parts of a better axis:
/// above the error of an axis that was found on a round body, which is about 1e-3.
constexpr double kNearEdge = 0.02;

/// The separation is flat at its maximum: `slack` lets an axis that is exact by construction win
/// over one that only rounding made as good.
void consider(
  const ConvexCore & a, const ConvexCore & b, const Vector3d & n, ContactAxis & best,
  double slack = 0.0)
{
  const double s = separation(a, b, n);
  if (s > best.separation - slack) {
    best = {n, s};
  }
}

/// The second derivative of a cylinder's support function: r/|n_⊥| across the radius, n_⊥ being the
/// part of n across the axis. Zero for all that has corners.
Matrix3d support_hessian(const ConvexCore & core, const Vector3d & n)
{
  if (core.kind != CoreKind::kCylinder) {
    return Matrix3d::Zero();
  }
  const Vector3d across = core.R.col(2).cross(n);
  const double length = across.norm();
  return across * across.transpose() * (core.half.x() / std::max(1e-300, length * length * length));
}

/// Newton's method for the maximum of the separation over the unit vectors that are spanned by n
/// and the columns of the tangents. A step that does not lead to a maximum is not taken.
template<int kDimension>
void climb(
  const ConvexCore & a, const ConvexCore & b, Vector3d n, const Vector3d & across,
  ContactAxis & best)
{
  constexpr int kMaxIterations = 12;
  using Square = Eigen::Matrix<double, kDimension, kDimension>;
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    Eigen::Matrix<double, 3, kDimension> T;
    T.col(0) = kDimension == 1 ? Vector3d(n.cross(across)) : n.unitOrthogonal();
    if (kDimension == 2) {
      T.col(kDimension - 1) = n.cross(T.col(0));
    }
    const Vector3d g = b.support(-n) - a.support(n);
    const Matrix3d H = support_hessian(a, n) + support_hessian(b, n);
    const Square curvature = T.transpose() * H * T + n.dot(g) * Square::Identity();
    if (!(curvature.determinant() > 0.0) || !(curvature(0, 0) > 0.0)) {
      return;
    }
    Vector3d step = T * (curvature.inverse() * (T.transpose() * g));
    const double length = step.norm();
    if (!(length < 1.0)) {
      return;
    }
    n = (n + step).normalized();
    if (length < 1e-9) {  // the next step would be below rounding
      consider(a, b, n, best, 1e-15 * (a.extent + b.extent));
      return;
    }
    consider(a, b, n, best);
  }
}

/// Directions in which a flat or straight part of a core near n extends.
int edge_directions(const ConvexCore & core, const Vector3d & n, Vector3d * directions)
{
  CoreSegment segments[kMaxSupportSegments];
  const int count = support_segments(core, n, kNearEdge, segments);
  int found = 0;
  for (int i = 0; i < count; ++i) {
    const Vector3d d = segments[i].q - segments[i].p;
    const double length = d.norm();
    if (length > 0.0) {
      directions[found++] = d / length;
    }
  }
  return found;
}

void consider_faces(
  const ConvexCore & a, const ConvexCore & b, const Vector3d & n, ContactAxis & best)
{
  int face;
  if (a.best_face(n, face) > 0.0) {
    consider(a, b, a.face_normal(face), best);
  }
  if (b.best_face(-n, face) > 0.0) {
    consider(a, b, -b.face_normal(face), best);
  }
  for (const ConvexCore * core : {&a, &b}) {
    if (core->kind == CoreKind::kCylinder) {
      consider(a, b, core->R.col(2), best);
      consider(a, b, -core->R.col(2), best);
    }
  }
}

/// The exact axis near an approximate one: it is the normal of a face, or across two edges, or
/// across one edge (or side) and stationary in the remaining direction, or stationary.
void refine(const ConvexCore & a, const ConvexCore & b, ContactAxis & best)
{
  const Vector3d n = best.normal;
  consider_faces(a, b, n, best);
  Vector3d edges_a[kMaxSupportSegments], edges_b[kMaxSupportSegments];
  const int count_a = edge_directions(a, n, edges_a);
  const int count_b = edge_directions(b, -n, edges_b);
  for (int i = 0; i < count_a; ++i) {
    for (int j = 0; j < count_b; ++j) {
      const Vector3d cross = edges_a[i].cross(edges_b[j]);
      const double length = cross.norm();
      if (length > 1e-7) {
        consider(a, b, cross * ((cross.dot(n) < 0.0 ? -1.0 : 1.0) / length), best);
      }
    }
  }
  if (a.kind != CoreKind::kCylinder && b.kind != CoreKind::kCylinder) {
    return;
  }
  const auto climb_across = [&](const Vector3d & edge) {
      const Vector3d start = n - n.dot(edge) * edge;
      climb<1>(a, b, start.normalized(), edge, best);
    };
  std::for_each(edges_a, edges_a + count_a, climb_across);
  std::for_each(edges_b, edges_b + count_b, climb_across);
  climb<2>(a, b, n, Vector3d::Zero(), best);
}

}  // namespace

ContactAxis box_box_axis(const ConvexCore & a, const ConvexCore & b)
{
  // Everything in the frame of A, whose axes are those of the frame itself.
  const Matrix3d absolute = b.R.cwiseAbs();
  const Vector3d on_a = b.t.cwiseAbs() - a.half - absolute * b.half;
  const Vector3d t_b = b.R.transpose() * b.t;
  const Vector3d on_b = t_b.cwiseAbs() - b.half - absolute.transpose() * a.half;
  int i, j;
  ContactAxis best;
  best.separation = on_a.maxCoeff(&i);
  best.normal = std::copysign(1.0, b.t[i]) * Vector3d::Unit(i);
  if (on_b.maxCoeff(&j) > best.separation) {
    best.separation = on_b[j];
    best.normal = std::copysign(1.0, t_b[j]) * b.R.col(j);
  }
  for (i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double length2 = b.R(i1, j) * b.R(i1, j) + b.R(i2, j) * b.R(i2, j);
      if (length2 < 1e-14) {
        continue;  // parallel: nothing that the faces do not know
      }
      const double centre = b.t[i2] * b.R(i1, j) - b.t[i1] * b.R(i2, j);
      const double reach = a.half[i1] * absolute(i2, j) + a.half[i2] * absolute(i1, j) +
        b.half[j1] * absolute(i, j2) + b.half[j2] * absolute(i, j1);
      const double length = std::sqrt(length2);
      const double s = (std::abs(centre) - reach) / length;
      if (s > best.separation) {
        best.separation = s;
        Vector3d n = Vector3d::Zero();
        n[i1] = -b.R(i2, j);
        n[i2] = b.R(i1, j);
        best.normal = n * (std::copysign(1.0, centre) / length);
      }
    }
  }
  return best;
}

ContactAxis find_contact_axis(const ConvexCore & a, const ConvexCore & b, double limit)
{
  const double size = a.extent + b.extent;
  const GjkAnswer gjk = gjk_distance(a, b, limit);
  ContactAxis best{gjk.normal, gjk.lower_bound};
  if (best.separation > limit) {
    return best;
  }
  if (gjk.distance <= 1e-6 * size) {
    // Near touching the direction between the nearest points is mostly rounding.
    epa_axis(a, b, best.normal, best.separation);
  }
  refine(a, b, best);
  return best;
}

}  // namespace contact_sim
