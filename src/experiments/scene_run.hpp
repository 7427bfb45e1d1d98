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

#ifndef EXPERIMENTS__SCENE_RUN_HPP_
#define EXPERIMENTS__SCENE_RUN_HPP_

#include <functional>
#include <string>
#include <vector>

#include "contact_sim/experiments/experiment.hpp"
#include "contact_sim/io/scenario_world.hpp"
#include "contact_sim/simulation/simulation.hpp"

namespace contact_sim
{

/// What a run of a shipped scenario is asked for.
struct SceneOrder
{
  std::string scenario;
  std::string solver;
  ParameterMap parameters{};  ///< of the solver
  double duration{0.0};  ///< simulated [s]; 0: that of the scenario
  double patience{1e9};  ///< the run ends after so much time of a processor [s]
  std::function<void(ScenarioFile &)> change{};  ///< of what the file says, before it is built
  std::function<void(Simulation &)> observe{};  ///< after each step
};

/// What came of it.
struct SceneRun
{
  int degrees_of_freedom{0};
  double step{0.0};       ///< [s]
  double simulated{0.0};  ///< [s]
  bool ended_early{false};
  std::string error;      ///< why it stopped; empty where it did not
  /// Of each step, by the clock or of the thread, whatever is less [s].
  std::vector<double> step_times{};
  std::vector<double> contacts{};    ///< of each step
  int failed_steps{0};    ///< in which the chosen solver failed an island, and another one answered
};

/// Runs a shipped scenario as `contact_sim run` does: with the default solver to help out.
SceneRun run_scene(const ExperimentContext & context, const SceneOrder & order);

}  // namespace contact_sim

#endif  // EXPERIMENTS__SCENE_RUN_HPP_
