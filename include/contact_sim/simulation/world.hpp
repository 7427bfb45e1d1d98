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

#ifndef CONTACT_SIM__SIMULATION__WORLD_HPP_
#define CONTACT_SIM__SIMULATION__WORLD_HPP_

#include <Eigen/Core>

#include <limits>
#include <string>
#include <vector>

#include "contact_sim/collision/detector.hpp"
#include "contact_sim/dynamics/loop_constraints.hpp"
#include "contact_sim/dynamics/loop_projector.hpp"
#include "contact_sim/dynamics/model.hpp"
#include "contact_sim/simulation/materials.hpp"

namespace contact_sim
{

/// How a degree of freedom follows its command. A position command acts as
/// τ = stiffness (position - q) + damping (velocity - v) + effort, a velocity command without the
/// first part; both implicitly in the step, so that stiff gains are stable.
struct JointControl
{
  double stiffness{0.0};  ///< [N m/rad] or [N/m]
  double damping{0.0};    ///< [N m s/rad] or [N s/m]
  double effort_limit{std::numeric_limits<double>::infinity()};  ///< [N m] or [N]
  /// Yamane's high-gain mode: position and velocity commands are followed exactly, whatever force
  /// it takes; gains and limit are of no account.
  bool exact{false};
};

/// All that does not change while a simulation runs. Bodies of the scene are those of the model
/// less one, since the scene's world is -1: see scene_body().
struct World
{
  explicit World(const Model & model, const std::vector<LoopJoint> & loop_joints = {});

  Model model;
  LoopConstraints loops;
  LoopOptions loop_options;
  CollisionScene scene;
  Materials materials;
  std::vector<JointControl> controls;  ///< by degree of freedom
  Eigen::VectorXd initial_q;           ///< neutral unless set
  Eigen::VectorXd initial_v;           ///< zero unless set
};

/// Of a body of the model, in the scene; and back.
constexpr int scene_body(int body) {return body - 1;}
constexpr int model_body(int scene_body) {return scene_body + 1;}

/// Bodies that a joint connects do not collide, nor those that a loop joint does.
void connect_jointed_bodies(World & world);

/// \throws std::invalid_argument where sizes do not fit, a gain is negative, or a geometry is on a
///   body or of a material that is not there
void check_world(const World & world);

}  // namespace contact_sim

#endif  // CONTACT_SIM__SIMULATION__WORLD_HPP_
