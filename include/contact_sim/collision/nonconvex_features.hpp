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
#ifndef CONTACT_SIM__COLLISION__NONCONVEX_FEATURES_HPP_
#define CONTACT_SIM__COLLISION__NONCONVEX_FEATURES_HPP_

#include <Eigen/Geometry>

#include <array>
#include <vector>

#include "contact_sim/collision/manifold.hpp"
#include "contact_sim/collision/shape.hpp"

namespace contact_sim
{

/// A contact point that is not all that can keep two shapes apart within the step: they are free
/// where the gap of at least one side is not negative. The sides are those that can decide, also
/// those that are never touched but cut another one off (figure 8 of [Egan]).
struct NonconvexGroup
{
  static constexpr int kMostSides = 8;

  int point{-1};      ///< in the manifold
  int side_count{0};
  /// The point itself first; each other one is a plane that could separate the shapes, and the
  /// point of a shape that would lie on it. The gap's rate is what ContactPoint says.
  std::array<ContactPoint, kMostSides> sides;
};

/// Appends the groups of a pair: at every contact point of which one of its faces, at the end of
/// the step, could separate the shapes instead. Where one face alone decides (figure 5) the plain
/// contact is right and there is none: resting on a face, even flush with its edges, costs nothing.
///
/// Two convex shapes are apart where a plane separates them, and that a face can is measured on the
/// whole shapes: the overlap along its normal must not exceed `reach`. Faces of boxes and convex
/// meshes against any convex shape; of triangle meshes and height fields those that meet, near the
/// point, in convex edges and so bound one convex piece of the solid. At a valley pieces part. Two
/// meshes give no groups: their points stay plain.
/// \param reach how far any point of the one can move against the other within the step [m]
/// \param points of find_contacts(), with normals from a to b
void find_nonconvex_groups(
  const Shape & a, const Eigen::Isometry3d & X_WA, const Shape & b, const Eigen::Isometry3d & X_WB,
  double reach, const Manifold & points, std::vector<NonconvexGroup> & groups);

}  // namespace contact_sim

#endif  // CONTACT_SIM__COLLISION__NONCONVEX_FEATURES_HPP_
