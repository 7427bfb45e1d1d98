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

#ifndef CONTACT_SIM__SIMULATION__STATE_HPP_
#define CONTACT_SIM__SIMULATION__STATE_HPP_

#include <Eigen/Core>

#include <cstdint>
#include <string>
#include <vector>

#include "contact_sim/simulation/world.hpp"

namespace contact_sim
{

/// Where a simulation is.
struct State
{
  std::int64_t step{0};  ///< steps made
  double time{0.0};      ///< [s]
  Eigen::VectorXd q;
  Eigen::VectorXd v;
};

/// 64 bits of all of a state's bits (FNV-1a): two states with the same number are the same for all
/// that one can tell; see docs/determinism.md.
std::uint64_t state_hash(const State & state);

/// The state that a world begins with, loops closed and mimic joints in place.
State initial_state(const World & world);

enum class CommandMode : char {kNone, kEffort, kVelocity, kPosition};

/// What the joints are told to do, by degree of freedom; see JointControl. Effort is added in the
/// other modes too.
struct Command
{
  explicit Command(int nv = 0);

  std::vector<CommandMode> mode;
  Eigen::VectorXd position;  ///< [rad] or [m]
  Eigen::VectorXd velocity;  ///< [rad/s] or [m/s]
  Eigen::VectorXd effort;    ///< [N m] or [N]
};

/// \name Tells a joint with one degree of freedom what to do
/// \throws std::invalid_argument for an unknown joint, one that has none or several degrees of
///   freedom, or a number that is not finite, naming it; the command stays as it was
/// @{
void command_position(
  const Model & model, const std::string & joint, double position, double velocity,
  Command & command);
void command_velocity(
  const Model & model, const std::string & joint, double velocity, Command & command);
void command_effort(
  const Model & model, const std::string & joint, double effort, Command & command);
/// @}

/// \throws std::invalid_argument naming the step, the joint and the value where a number is not
///   finite or a size does not fit
void check_command(const Model & model, const Command & command, std::int64_t step);
void check_state(const Model & model, const State & state);

}  // namespace contact_sim

#endif  // CONTACT_SIM__SIMULATION__STATE_HPP_
