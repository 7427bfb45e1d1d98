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

#include "scene_run.hpp"

#include <algorithm>

#include "contact_sim/io/scenario_file.hpp"
#include "contact_sim/plugins/chosen_solver.hpp"
#include "measuring.hpp"

namespace contact_sim
{

namespace
{

void keep(const StepRecord & record, double taken, SceneRun & run)
{
  run.step_times.push_back(std::min(record.step_time, taken));
  run.contacts.push_back(static_cast<double>(record.contacts.size()));
  bool failed = false;
  for (int answer = 1; answer < kFallbacks; ++answer) {
    failed = failed || record.solver.answered[answer] > 0;
  }
  run.failed_steps += failed;
}

}  // namespace

SceneRun run_scene(const ExperimentContext & context, const SceneOrder & order)
{
  ScenarioFile file = read_scenario(find_scenario(order.scenario));
  if (order.change) {
    order.change(file);
  }
  const BuiltScenario scenario = build_world(file);
  Simulation simulation(
    scenario.world, scenario.options,
    choose_solver(order.solver, order.parameters, context.plugins()).make,
    choose_solver(kDefaultPlugin, {}, context.plugins()).make);
  drive(scenario, simulation);
  SceneRun run;
  run.degrees_of_freedom = scenario.world->model.nv();
  run.step = scenario.options.step;
  const double until = order.duration > 0.0 ? order.duration : scenario.duration;
  const double begin = thread_seconds();
  try {
    while (simulation.state().time < until - 0.5 * run.step && !run.ended_early) {
      const double before = thread_seconds();
      simulation.step();
      keep(simulation.record(), thread_seconds() - before, run);
      if (order.observe) {
        order.observe(simulation);
      }
      run.ended_early = thread_seconds() - begin > order.patience;
    }
  } catch (const SimulationError & error) {
    run.error = error.what();
  }
  run.simulated = simulation.state().time;
  return run;
}

}  // namespace contact_sim
