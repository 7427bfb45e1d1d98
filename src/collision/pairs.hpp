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


#ifndef COLLISION__PAIRS_HPP_
#define COLLISION__PAIRS_HPP_

#include <Eigen/Geometry>

#include "collision/convex_core.hpp"
#include "collision/point_sink.hpp"
#include "contact_sim/collision/shape.hpp"

// The families of pairs. Everything is in the frame of A; X_AB is the pose of B in it.

namespace contact_sim
{

/// A half-space and any convex shape.
void collide_half_space(const ConvexCore & b, PointSink & sink);

/// A box, sphere, capsule or cylinder and a ball around the point `centre`, with the answer by
/// formulas.
void collide_box_sphere(const Box & a, const Eigen::Vector3d & centre, PointSink & sink);
void collide_sphere_sphere(const Eigen::Vector3d & centre, PointSink & sink);
void collide_sphere_capsule(
  const Capsule & b, const Eigen::Isometry3d & X_AB, PointSink & sink);
void collide_capsule_capsule(
  const Capsule & a, const Capsule & b, const Eigen::Isometry3d & X_AB, PointSink & sink);
void collide_sphere_cylinder(
  const Cylinder & b, const Eigen::Isometry3d & X_AB, PointSink & sink);

/// Any two cores with at least one box, cylinder or polyhedron.
void collide_cores(
  const ConvexCore & a, const ConvexCore & b, double margin, PointSink & sink);

}  // namespace contact_sim

#endif  // COLLISION__PAIRS_HPP_
