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

#include <memory>
#include <string>
#include <vector>

#include "contact_sim/io/scenario_file.hpp"
#include "contact_sim/io/scenario_world.hpp"
#include "contact_sim/session/joint_orders.hpp"
#include "contact_sim/session/scene_names.hpp"
#include "contact_sim/stream/message_bytes.hpp"
#include "fuzz/fuzz_target.hpp"
#include "solvers/robust_reduced_lemke.hpp"
#include "stream/live_protocol.hpp"

namespace contact_sim::fuzz
{

namespace
{

std::shared_ptr<ContactSolver> make_solver()
{
  const auto solver = std::make_shared<RobustReducedLemke>();
  solver->initialize({});
  return solver;
}

/// The humanoid stands and is told something.
struct Told
{
  BuiltScenario scenario =
    build_world(read_scenario(std::string(CONTACT_SIM_SCENARIOS) + "/humanoid.yaml"));
  SceneNames names{scenario, ""};
  CommandReader reader{scenario, names};
  Simulation simulation{scenario.world, scenario.options, make_solver, make_solver};
  Snapshot beginning = simulation.snapshot();

  /// Some steps, from the beginning: the state is finite, or the run says why it ends.
  void follow(const std::vector<JointOrder> & orders)
  {
    constexpr int kSteps = 3;
    simulation.restore(beginning);
    simulation.command() = scenario.hold;
    apply_orders(orders, simulation.command());
    try {
      for (int i = 0; i < kSteps; ++i) {
        simulation.step();
      }
    } catch (const SimulationError & error) {
      check_refusal(error.what(), Place::kName, "step");
    }
    if (!simulation.state().q.allFinite() || !simulation.state().v.allFinite()) {
      fail("a command brought a state that is not finite");
    }
  }
};

}  // namespace

/// A sensor_msgs/JointState as JSON or as CDR.
void try_input(const std::string & input)
{
  static Told told;
  const bool is_json = !input.empty() && input[0] == '{';
  std::vector<JointOrder> orders;
  const auto read = [&] {
      orders = told.reader.read(
        is_json ? joint_state_from_json(input) : read_joint_state(input));
    };
  if (is_taken(Place::kNone, "", read)) {
    told.follow(orders);
  }
}

}  // namespace contact_sim::fuzz
