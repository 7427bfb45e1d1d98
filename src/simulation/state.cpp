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

#include "contact_sim/simulation/state.hpp"

#include <cmath>
#include <cstring>
#include <sstream>
#include <stdexcept>

#include "contact_sim/dynamics/integration.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/dynamics/loop_projector.hpp"
#include "contact_sim/dynamics/mass_matrix.hpp"

namespace contact_sim
{

namespace
{

[[noreturn]] void refuse_number(
  const std::string & where, const char * what, const std::string & dof, double value)
{
  std::ostringstream text;
  text << where << ": joint '" << dof << "': expected a finite " << what << ", found " << value;
  throw std::invalid_argument(text.str());
}

void check_number(const std::string & joint, const char * what, double value)
{
  if (!std::isfinite(value)) {
    refuse_number("command", what, joint, value);
  }
}

int single_dof(const Model & model, const std::string & joint)
{
  const int body = model.body_index(joint);
  if (model.body_nv(body) != 1) {
    throw std::invalid_argument(
            "command: expected a joint with one degree of freedom, found '" + joint + "', a " +
            to_string(model.joint_type(body)) + " one");
  }
  return model.first_v(body);
}

void check_size(const std::string & what, Eigen::Index found, int expected)
{
  if (found != expected) {
    throw std::invalid_argument(
            what + ": expected " + std::to_string(expected) + " numbers, found " +
            std::to_string(found));
  }
}

/// The bytes from the lowest on, whatever the machine's order is.
void mix(std::uint64_t word, std::uint64_t & hash)
{
  constexpr std::uint64_t kPrime = 1099511628211u;
  for (int byte = 0; byte < 8; ++byte) {
    hash = (hash ^ ((word >> (8 * byte)) & 0xffu)) * kPrime;
  }
}

void mix(double value, std::uint64_t & hash)
{
  std::uint64_t word = 0;
  std::memcpy(&word, &value, sizeof(word));
  mix(word, hash);
}

void close_loops(const World & world, State & state)
{
  Data data(world.model);
  LoopProjector projector(world.model, world.loops, world.loop_options);
  const LoopClosure closure = projector.project_positions(world.model, data, state.q);
  if (!closure.closed) {
    std::ostringstream text;
    text << "world: the loops cannot be closed from the initial position: after " <<
      closure.iterations << " iterations they are open by " << closure.error <<
      " m or rad; set joint positions nearer to where they close";
    throw std::invalid_argument(text.str());
  }
  forward_kinematics(world.model, data, state.q);
  mass_matrix(world.model, data);
  factor_mass_matrix(world.model, data);
  projector.project_velocity(world.model, data, state.q, state.v);
}

}  // namespace

std::uint64_t state_hash(const State & state)
{
  std::uint64_t hash = 14695981039346656037u;
  mix(static_cast<std::uint64_t>(state.step), hash);
  mix(state.time, hash);
  for (const Eigen::VectorXd * vector : {&state.q, &state.v}) {
    for (const double value : *vector) {
      mix(value, hash);
    }
  }
  return hash;
}

State initial_state(const World & world)
{
  State state;
  state.q = world.initial_q;
  state.v = world.initial_v;
  check_state(world.model, state);
  apply_mimic(world.model, state.q);
  apply_mimic_velocity(world.model, state.v);
  if (world.loops.loop_count() > 0) {
    close_loops(world, state);
  }
  return state;
}

Command::Command(int nv)
: mode(nv, CommandMode::kNone),
  position(Eigen::VectorXd::Zero(nv)),
  velocity(Eigen::VectorXd::Zero(nv)),
  effort(Eigen::VectorXd::Zero(nv))
{
}

void command_position(
  const Model & model, const std::string & joint, double position, double velocity,
  Command & command)
{
  const int dof = single_dof(model, joint);
  check_number(joint, "position", position);
  check_number(joint, "velocity", velocity);
  command.mode[dof] = CommandMode::kPosition;
  command.position[dof] = position;
  command.velocity[dof] = velocity;
}

void command_velocity(
  const Model & model, const std::string & joint, double velocity, Command & command)
{
  const int dof = single_dof(model, joint);
  check_number(joint, "velocity", velocity);
  command.mode[dof] = CommandMode::kVelocity;
  command.velocity[dof] = velocity;
}

void command_effort(
  const Model & model, const std::string & joint, double effort, Command & command)
{
  const int dof = single_dof(model, joint);
  check_number(joint, "effort", effort);
  if (command.mode[dof] == CommandMode::kNone) {
    command.mode[dof] = CommandMode::kEffort;
  }
  command.effort[dof] = effort;
}

void check_command(const Model & model, const Command & command, std::int64_t step)
{
  const bool fits = static_cast<int>(command.mode.size()) == model.nv() &&
    command.position.size() == model.nv() && command.velocity.size() == model.nv() &&
    command.effort.size() == model.nv();
  if (fits && command.position.allFinite() && command.velocity.allFinite() &&
    command.effort.allFinite())
  {
    return;  // every step comes here: no text is made before something is wrong
  }
  const std::string where = "command of step " + std::to_string(step);
  check_size(where + ", mode", static_cast<Eigen::Index>(command.mode.size()), model.nv());
  check_size(where + ", position", command.position.size(), model.nv());
  check_size(where + ", velocity", command.velocity.size(), model.nv());
  check_size(where + ", effort", command.effort.size(), model.nv());
  for (int dof = 0; dof < model.nv(); ++dof) {
    if (!std::isfinite(command.position[dof])) {
      refuse_number(where, "position", model.dof_name(dof), command.position[dof]);
    }
    if (!std::isfinite(command.velocity[dof])) {
      refuse_number(where, "velocity", model.dof_name(dof), command.velocity[dof]);
    }
    if (!std::isfinite(command.effort[dof])) {
      refuse_number(where, "effort", model.dof_name(dof), command.effort[dof]);
    }
  }
}

void check_state(const Model & model, const State & state)
{
  if (state.q.size() == model.nq() && state.v.size() == model.nv() && state.q.allFinite() &&
    state.v.allFinite())
  {
    return;
  }
  const std::string where = "state at step " + std::to_string(state.step);
  check_size(where + ", q", state.q.size(), model.nq());
  check_size(where + ", v", state.v.size(), model.nv());
  for (int body = 1; body < model.body_count(); ++body) {
    const auto q = state.q.segment(model.first_q(body), model.body_nq(body));
    const auto v = state.v.segment(model.first_v(body), model.body_nv(body));
    for (Eigen::Index i = 0; i < q.size(); ++i) {
      if (!std::isfinite(q[i])) {
        refuse_number(where, "position", model.joint(body).name, q[i]);
      }
    }
    for (Eigen::Index i = 0; i < v.size(); ++i) {
      if (!std::isfinite(v[i])) {
        refuse_number(where, "velocity", model.joint(body).name, v[i]);
      }
    }
  }
}

}  // namespace contact_sim
