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


#ifndef SUPPORT__RANDOM_TREES_HPP_
#define SUPPORT__RANDOM_TREES_HPP_

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <string>

#include "contact_sim/dynamics/model.hpp"
#include "contact_sim/dynamics/model_builder.hpp"
#include "support/families.hpp"

namespace contact_sim::testing
{

Eigen::Vector3d random_direction(Random & random);
Eigen::Isometry3d random_pose(Random & random, double reach = 0.5);

/// A box of random sides and density somewhere near the link's frame, in any orientation.
SpatialInertia random_inertia(Random & random);

/// A joint of a type with random axis and pose; it has no limits.
Joint random_joint(Random & random, JointType type, const std::string & name);

/// A forest of that many moving joints, of all types, with links behind fixed joints and universal
/// joints whose cross has no mass in between. About one in five hangs on the world.
Model random_forest(Random & random, int joints);

/// A single chain of joints of one type, on the world.
Model random_chain(Random & random, JointType type, int joints);

/// Hanging rods with horizontal axes, 0.2 m and 0.3 kg each.
Model pendulum(int links);

/// A floating torso with two legs of six and two arms of four turning joints: 26 degrees of
/// freedom, of the size and mass of a small research robot. The feet are "left_foot", "right_foot".
Model humanoid();

/// Positions within ±2 rad or ±0.5 m, quaternions of any direction.
Eigen::VectorXd random_position(Random & random, const Model & model);

/// n, t₁, t₂ as columns: a random right-handed frame.
Eigen::Matrix3d random_frame(Random & random);

}  // namespace contact_sim::testing

#endif  // SUPPORT__RANDOM_TREES_HPP_
