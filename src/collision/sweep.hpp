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


#ifndef COLLISION__SWEEP_HPP_
#define COLLISION__SWEEP_HPP_

#include <Eigen/Geometry>

#include "contact_sim/collision/detector.hpp"

/// Following two shapes through a step.
namespace contact_sim
{

struct MovingShape
{
  const Shape & shape;
  const Eigen::Isometry3d & X_WB;  ///< of its body, now
  const Eigen::Isometry3d & X_BG;
  const BodyMotion & motion;
  double reach;  ///< farthest point from the body's origin [m]

  /// After a part of the step.
  Eigen::Isometry3d body_pose(double time) const;
  Eigen::Isometry3d pose(double time) const {return body_pose(time) * X_BG;}
  /// How far rotation moves any point, in a whole step [m].
  double turning() const {return motion.angular.norm() * reach;}
  /// Of a point that is on it now [m].
  Eigen::Vector3d displacement(const Eigen::Vector3d & point) const
  {
    return motion.linear + motion.angular.cross(point - X_WB.translation());
  }
  bool is_convex() const {return shape.index() <= 5;}
};

/// How far the two can come towards each other in a step [m].
double approach(const MovingShape & a, const MovingShape & b);

enum class Meeting {kNone, kAt, kUnknown};

/// Whether and when they touch. For convex pairs the plane between the closest points must be
/// crossed, which settles most cases in one or two queries; `time` is then exact to 1e-5 of the
/// way. Unknown: they touch now, or it took too many queries.
Meeting find_meeting(const MovingShape & a, const MovingShape & b, double & time);

/// The points that the two have at that time, seen from now: the same normal, the gap that there is
/// along it now, on the points of the bodies that will meet. Those farther apart than `margin` at
/// that time are left out.
void contacts_of_meeting(
  const MovingShape & a, const MovingShape & b, double time, double margin, Manifold & out);

}  // namespace contact_sim

#endif  // COLLISION__SWEEP_HPP_
