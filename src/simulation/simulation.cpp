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

#include "contact_sim/simulation/simulation.hpp"

#include <limits>

namespace contact_sim
{

namespace
{

/// Part of a step: sums of the step's size differ from a time by rounding, and a step less or more
/// must not hang on that.
constexpr double kTimeTolerance = 1e-3;

}  // namespace

Simulation::Simulation(
  std::shared_ptr<const World> world, const StepperOptions & options,
  TimeStepper::SolverFactory make_solver, TimeStepper::SolverFactory make_default)
: stepper_(std::move(world), options, std::move(make_solver), std::move(make_default)),
  state_(initial_state(stepper_.world())), command_(stepper_.world().model.nv())
{
}

void Simulation::step()
{
  if (controller_) {
    controller_(state_, command_);
  }
  stepper_.step(command_, state_, record_);
  record_position_errors();
  for (const Observer & observer : observers_) {
    observer(state_, record_);
  }
}

void Simulation::record_position_errors()
{
  const Model & model = world().model;
  record_.position_error.setConstant(model.nv(), std::numeric_limits<double>::quiet_NaN());
  for (int body = 1; body < model.body_count(); ++body) {
    const int dof = model.first_v(body);
    if (model.body_nv(body) == 1 && command_.mode[dof] == CommandMode::kPosition) {
      record_.position_error[dof] = command_.position[dof] - state_.q[model.first_q(body)];
    }
  }
}

void Simulation::run_until(double time)
{
  // An observer may change the step's size.
  while (!paused_ && state_.time < time - kTimeTolerance * stepper_.options().step) {
    step();
  }
}

void Simulation::reset()
{
  state_ = initial_state(world());
  command_ = Command(world().model.nv());
  record_ = StepRecord{};
  stepper_.set_warm_start({});
  stepper_.set_wrenches({});
}

Snapshot Simulation::snapshot() const
{
  return {state_, command_, stepper_.warm_start()};
}

void Simulation::restore(const Snapshot & snapshot)
{
  check_state(world().model, snapshot.state);
  check_command(world().model, snapshot.command, snapshot.state.step + 1);
  stepper_.set_warm_start(snapshot.warm_start);
  state_ = snapshot.state;
  command_ = snapshot.command;
}

}  // namespace contact_sim
