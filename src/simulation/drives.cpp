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

#include "simulation/drives.hpp"

#include <algorithm>
#include <cmath>

namespace contact_sim
{

namespace
{

/// Of the mass that a degree of freedom moves: forces change its velocity in the tenth digit.
constexpr double kExactMass = 1e10;

/// An effort counts as beyond its limit by this part of it.
constexpr double kLimitTolerance = 1e-9;

}  // namespace

void Drives::resize(const Model & model)
{
  const int nv = model.nv();
  q_of_dof_.assign(nv, -1);
  for (int body = 1; body < model.body_count(); ++body) {
    if (model.body_nv(body) == 1) {
      q_of_dof_[model.first_v(body)] = model.first_q(body);
    }
  }
  exact_.assign(nv, 0);
  limited_.assign(nv, 0);
  for (Eigen::VectorXd * vector :
    {&stiffness_, &damping_, &passive_, &effort_, &diagonal_, &impulse_, &target_, &most_, &gain_,
      &offset_})
  {
    vector->setZero(nv);
  }
}

double Drives::position_error(const Command & command, const State & state, int dof) const
{
  return command.position[dof] - state.q[q_of_dof_[dof]];
}

void Drives::set(
  const World & world, const Data & data, const Command & command, const State & state, double h,
  int dof)
{
  const JointControl & control = world.controls[dof];
  const CommandMode mode = command.mode[dof];
  const bool follows_position = mode == CommandMode::kPosition && q_of_dof_[dof] >= 0;
  const bool follows = follows_position || mode == CommandMode::kVelocity;
  effort_[dof] = mode == CommandMode::kNone ? 0.0 : command.effort[dof];
  if (mode == CommandMode::kEffort) {
    effort_[dof] = std::clamp(effort_[dof], -control.effort_limit, control.effort_limit);
  }
  exact_[dof] = follows && control.exact;
  if (exact_[dof]) {
    target_[dof] =
      follows_position ? position_error(command, state, dof) / h : command.velocity[dof];
    const Model & model = world.model;
    const double mass =
      data.mass[model.row_begin(dof) + model.dof_support(dof).size() - 1];
    diagonal_[dof] = kExactMass * mass;
    impulse_[dof] = diagonal_[dof] * target_[dof];
    return;
  }
  stiffness_[dof] = follows_position ? control.stiffness : 0.0;
  damping_[dof] = follows ? control.damping : 0.0;
  diagonal_[dof] = h * (damping_[dof] + passive_[dof]) + h * h * stiffness_[dof];
  impulse_[dof] = with_smooth_forces_ || follows ? h * effort_[dof] : 0.0;
  if (stiffness_[dof] > 0.0) {
    impulse_[dof] += h * stiffness_[dof] * position_error(command, state, dof);
  }
  if (damping_[dof] > 0.0) {
    impulse_[dof] += h * damping_[dof] * command.velocity[dof];
  }
}

void Drives::begin(
  const World & world, const Data & data, const Command & command, const State & state, double h,
  bool with_smooth_forces)
{
  with_smooth_forces_ = with_smooth_forces;
  for (int dof = 0; dof < world.model.nv(); ++dof) {
    limited_[dof] = 0;
    passive_[dof] =
      with_smooth_forces ? world.model.joint(world.model.dof_body(dof)).damping : 0.0;
    set(world, data, command, state, h, dof);
  }
}

bool Drives::limit(
  const World & world, const Command & command, const State & state,
  const Eigen::VectorXd & v_next, double h)
{
  bool changed = false;
  efforts(command, state, v_next, h, target_);
  for (int dof = 0; dof < world.model.nv(); ++dof) {
    const double most = world.controls[dof].effort_limit;
    if (exact_[dof] || limited_[dof] || std::abs(target_[dof]) <= most * (1.0 + kLimitTolerance)) {
      continue;
    }
    gain_[dof] = h * stiffness_[dof] + damping_[dof];
    if (gain_[dof] == 0.0) {
      continue;  // an effort alone: it is limited from the start
    }
    limited_[dof] = 1;
    changed = true;
    most_[dof] = most;
    offset_[dof] = impulse_[dof] / h;
    stiffness_[dof] = damping_[dof] = effort_[dof] = impulse_[dof] = 0.0;
    diagonal_[dof] = h * passive_[dof];
  }
  return changed;
}

void Drives::efforts(
  const Command & command, const State & state, const Eigen::VectorXd & v_next, double h,
  Eigen::VectorXd & efforts) const
{
  efforts = effort_;
  for (int dof = 0; dof < efforts.size(); ++dof) {
    if (stiffness_[dof] > 0.0) {
      efforts[dof] +=
        stiffness_[dof] * (position_error(command, state, dof) - h * v_next[dof]);
    }
    if (damping_[dof] > 0.0) {
      efforts[dof] += damping_[dof] * (command.velocity[dof] - v_next[dof]);
    }
    if (limited_[dof]) {
      efforts[dof] = std::clamp(offset_[dof] - gain_[dof] * v_next[dof], -most_[dof], most_[dof]);
    }
  }
}

}  // namespace contact_sim
