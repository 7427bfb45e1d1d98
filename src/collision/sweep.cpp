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


#include "collision/sweep.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace contact_sim
{

namespace
{

using Eigen::Isometry3d;
using Eigen::Vector3d;

constexpr int kMostQueries = 64;

const ContactPoint & closest(const Manifold & manifold)
{
  return *std::min_element(
    manifold.begin(), manifold.end(),
    [](const ContactPoint & x, const ContactPoint & y) {return x.gap < y.gap;});
}

/// How fast, a step, the gap at this point can close at most.
double closing(const MovingShape & a, const MovingShape & b, const ContactPoint & point)
{
  const Vector3d relative = b.motion.linear - a.motion.linear;
  const double linear =
    a.is_convex() && b.is_convex() ? -point.normal.dot(relative) : relative.norm();
  return linear + a.turning() + b.turning();
}

}  // namespace

Isometry3d MovingShape::body_pose(double time) const
{
  Isometry3d X = X_WB;
  X.translation() += time * motion.linear;
  const double angle = motion.angular.norm();
  if (angle > 0.0) {
    X.linear() = Eigen::AngleAxisd(time * angle, motion.angular / angle) * X.linear();
  }
  return X;
}

double approach(const MovingShape & a, const MovingShape & b)
{
  return (b.motion.linear - a.motion.linear).norm() + a.turning() + b.turning();
}

Meeting find_meeting(const MovingShape & a, const MovingShape & b, double & time)
{
  const double way = approach(a, b);
  const double touching = 1e-5 * way;
  time = 0.0;
  Manifold manifold;
  for (int i = 0; i < kMostQueries; ++i) {
    const double left = (1.0 - time) * way;
    find_contacts(a.shape, a.pose(time), b.shape, b.pose(time), left + touching, manifold);
    if (manifold.empty()) {
      return Meeting::kNone;
    }
    const ContactPoint & point = closest(manifold);
    if (point.gap <= touching) {
      return time > 0.0 ? Meeting::kAt : Meeting::kUnknown;
    }
    const double rate = closing(a, b, point);
    // Half of the tolerance is left, so that rounding does not carry them past each other.
    if (rate * (1.0 - time) <= point.gap - 0.5 * touching) {
      return Meeting::kNone;
    }
    time += (point.gap - 0.5 * touching) / rate;
  }
  return Meeting::kUnknown;
}

void contacts_of_meeting(
  const MovingShape & a, const MovingShape & b, double time, double margin, Manifold & out)
{
  find_contacts(a.shape, a.pose(time), b.shape, b.pose(time), margin, out);
  const Isometry3d back_a = a.X_WB * a.body_pose(time).inverse();
  const Isometry3d back_b = b.X_WB * b.body_pose(time).inverse();
  const bool b_is_faster = b.motion.linear.norm() >= a.motion.linear.norm();
  for (ContactPoint & point : out) {
    const Vector3d on_a = back_a * (point.position - 0.5 * point.gap * point.normal);
    const Vector3d on_b = back_b * (point.position + 0.5 * point.gap * point.normal);
    point.gap = point.normal.dot(on_b - on_a);
    // They are also apart along the surface: the point is put where the faster body has it, so that
    // the lever of its impulse is the one that it will have.
    point.position = b_is_faster ? Vector3d(on_b - 0.5 * point.gap * point.normal) :
      Vector3d(on_a + 0.5 * point.gap * point.normal);
  }
}

}  // namespace contact_sim
