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

#ifndef CONTACT_SIM__IO__SCENARIO_WORLD_HPP_
#define CONTACT_SIM__IO__SCENARIO_WORLD_HPP_

#include <Eigen/Core>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/io/robot_description.hpp"
#include "contact_sim/io/scenario_file.hpp"
#include "contact_sim/simulation/motion.hpp"
#include "contact_sim/simulation/simulation.hpp"
#include "contact_sim/simulation/state.hpp"
#include "contact_sim/simulation/time_stepper.hpp"
#include "contact_sim/simulation/world.hpp"

namespace contact_sim
{

/// A wrench on a body of the model while from <= time < to.
struct TimedWrench
{
  int body{0};
  double from{0.0};  ///< [s]
  double to{0.0};    ///< [s]
  Eigen::Vector3d point{Eigen::Vector3d::Zero()};   ///< where the force acts, in the body's frame
  Eigen::Vector3d force{Eigen::Vector3d::Zero()};   ///< [N]
  Eigen::Vector3d moment{Eigen::Vector3d::Zero()};  ///< [N m]
  bool is_in_body{false};  ///< axes of force and moment: the body's, not the world's
};

/// What came from a URDF, for those who draw it.
struct PlacedRobot
{
  std::string name;  ///< before its links and joints
  RobotDescription description;
  int root_link{0};    ///< of the model
  bool is_body{false};  ///< listed under bodies
};

/// A scenario that can be run:
///
///     const BuiltScenario scenario = build_world(read_scenario(find_scenario("humanoid_squat")));
///     Simulation simulation(scenario.world, scenario.options, make_solver, make_default);
///     drive(scenario, simulation);
///     simulation.run_until(scenario.duration);
struct BuiltScenario
{
  std::string name;
  std::string description;
  std::shared_ptr<const World> world;
  StepperOptions options;
  ScenarioSolver solver;
  Command hold;  ///< positions that joints are held at until they are told otherwise
  std::vector<Motion> motions;
  std::vector<TimedWrench> wrenches;
  double duration{10.0};  ///< [s]
  ScenarioOutputs outputs;
  std::vector<PlacedRobot> robots;
  std::map<std::string, Eigen::Vector4d> colours;  ///< of bodies, where the file gives one
};

/// Makes the world of a scenario: bodies, robots, collision shapes, materials, loops, controls and
/// the initial state. A mesh that moves is its convex hull, one that stands its triangles, unless
/// the scenario says otherwise. Effort limits are the URDF's.
/// \throws std::runtime_error "FILE:LINE: …" for what does not fit together: a link or joint that
///   is not there, a URDF or mesh that cannot be read, a name that is taken
BuiltScenario build_world(const ScenarioFile & scenario);

/// The sum of the wrenches at a time. The answer has no entries where none acts.
void wrenches_at(
  const BuiltScenario & scenario, const State & state, Data & data, Wrenches & wrenches);

/// Sets the controller of a simulation of this scenario: joints are held, motions are followed (the
/// command of a step is where they are at its end), wrenches are applied. What the joints that no
/// motion moves are told later stays.
void drive(const BuiltScenario & scenario, Simulation & simulation);

}  // namespace contact_sim

#endif  // CONTACT_SIM__IO__SCENARIO_WORLD_HPP_
