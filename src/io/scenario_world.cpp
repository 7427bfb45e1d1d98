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

#include "contact_sim/io/scenario_world.hpp"

#include "contact_sim/dynamics/kinematics.hpp"
#include "scenario_assembly.hpp"

namespace contact_sim
{

BuiltScenario build_world(const ScenarioFile & scenario)
{
  return ScenarioAssembly(scenario).build();
}

void wrenches_at(
  const BuiltScenario & scenario, const State & state, Data & data, Wrenches & wrenches)
{
  wrenches.clear();
  for (const TimedWrench & timed : scenario.wrenches) {
    if (state.time < timed.from || state.time >= timed.to) {
      continue;
    }
    if (wrenches.empty()) {
      wrenches.assign(scenario.world->model.body_count(), Vector6d::Zero());
      forward_kinematics(scenario.world->model, data, state.q);
    }
    const Eigen::Matrix3d & R_WB = data.rotation[timed.body];
    const Eigen::Vector3d force = timed.is_in_body ? R_WB * timed.force : timed.force;
    const Eigen::Vector3d moment = timed.is_in_body ? R_WB * timed.moment : timed.moment;
    wrenches[timed.body].head<3>() += moment + (R_WB * timed.point).cross(force);
    wrenches[timed.body].tail<3>() += force;
  }
}

namespace
{

/// Joints that nobody has told anything yet are told to stay.
void hold(const Command & hold, Command & command)
{
  for (std::size_t dof = 0; dof < hold.mode.size(); ++dof) {
    if (hold.mode[dof] != CommandMode::kNone && command.mode[dof] == CommandMode::kNone) {
      command.mode[dof] = hold.mode[dof];
      const auto i = static_cast<Eigen::Index>(dof);
      command.position[i] = hold.position[i];
      command.velocity[i] = hold.velocity[i];
    }
  }
}

}  // namespace

void drive(const BuiltScenario & scenario, Simulation & simulation)
{
  hold(scenario.hold, simulation.command());
  TimeStepper & stepper = simulation.stepper();
  Wrenches wrenches;
  simulation.set_controller(
    [scenario, &stepper, wrenches, data = Data(scenario.world->model)](
      const State & state, Command & command) mutable {
      if (state.step == 0) {
        hold(scenario.hold, command);  // also after a reset, which forgets the commands
      }
      for (const Motion & motion : scenario.motions) {
        motion.command(state.time + stepper.options().step, command);
      }
      if (!scenario.wrenches.empty()) {
        wrenches_at(scenario, state, data, wrenches);
        stepper.set_wrenches(wrenches);
      }
    });
}

}  // namespace contact_sim
