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
#include <cstdint>
#include <vector>

#include "contact_sim/collision/manifold.hpp"
#include "contact_sim/collision/shape.hpp"

namespace contact_sim
{

/// One half-space of a group: gap >= 0 on it.
struct NonconvexSide
{
  Eigen::Vector3d point;   ///< midpoint of the vertex and its foot on the plane, in the world [m]
  Eigen::Vector3d normal;  ///< unit, in the world, from geometry a to geometry b
  double gap;              ///< signed [m]
  FeatureKey key;          ///< the vertex and the face
};

/// A vertex of one geometry near a corner of the other that is nonconvex in configuration space:
/// the vertex is free where at least one side's gap is not negative. The sides that belong to it
/// are all that can decide within the step, also those that are never touched but cut another one
/// off (figure 8 of [Egan]).
struct NonconvexGroup
{
  static constexpr int kMostSides = 8;

  int geometry_a{-1};
  int geometry_b{-1};
  Eigen::Vector3d vertex;     ///< in the world [m]
  bool vertex_is_of_a{false};
  std::uint64_t key{0};       ///< of geometries, vertex and first side: the same next step
  int side_count{0};
  std::array<NonconvexSide, kMostSides> sides;

  /// Whether a plain contact point of the same two geometries says of this vertex what the group
  /// says better: to be left out where the group is used.
  bool replaces(const ContactPoint & point, double tolerance = 1e-7) const;
};

/// Appends the groups of a pair. A group is made where a vertex is outside of all planes by no more
/// than `reach` and could come to the free side of at least two of them; where one face alone
/// decides (figure 5), the plain contact is right and there is none.
///
/// Vertices of boxes, convex meshes and triangle meshes, against faces of the same. At a triangle
/// mesh the faces that meet in convex edges within reach are one group; at a valley two groups
/// part.
/// \param reach how far any point of the one can move against the other within the step [m]
void find_nonconvex_groups(
  const Shape & a, const Eigen::Isometry3d & X_WA, const Shape & b, const Eigen::Isometry3d & X_WB,
  double reach, std::vector<NonconvexGroup> & groups);

}  // namespace contact_sim

#endif  // CONTACT_SIM__COLLISION__NONCONVEX_FEATURES_HPP_
