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


#ifndef CONTACT_SIM__COLLISION__NARROW_PHASE_HPP_
#define CONTACT_SIM__COLLISION__NARROW_PHASE_HPP_

#include <Eigen/Geometry>

#include "contact_sim/collision/manifold.hpp"
#include "contact_sim/collision/shape.hpp"

namespace contact_sim
{

/// All contact points of two convex shapes with gap <= margin; `out` is cleared first. X_WA is the
/// pose of A's frame in the world. The closest (deepest) point is always among them and exact;
/// faces, edges and sides that lie against each other give their other corners too, each with its
/// own gap. Two half-spaces give no points. Swapping the shapes gives the same points with the
/// normals negated. Takes nothing from the heap.
/// \throws std::invalid_argument for a triangle mesh or a height field, which are not convex, and
///   for a pose or a margin that is not finite
void collide(
  const Shape & a, const Eigen::Isometry3d & X_WA, const Shape & b, const Eigen::Isometry3d & X_WB,
  double margin, Manifold & out);

/// The same for a polyhedron that is nobody's shape, as a triangle (two faces back to back) of a
/// mesh is.
void collide(
  const ConvexMesh & a, const Eigen::Isometry3d & X_WA, const Shape & b,
  const Eigen::Isometry3d & X_WB, double margin, Manifold & out);

}  // namespace contact_sim

#endif  // CONTACT_SIM__COLLISION__NARROW_PHASE_HPP_
