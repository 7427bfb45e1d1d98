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

#include <string>

#include "contact_sim/io/scenario_file.hpp"
#include "contact_sim/io/scenario_world.hpp"
#include "contact_sim/simulation/state.hpp"
#include "fuzz/fuzz_target.hpp"

namespace contact_sim::fuzz
{

/// A scenario that is taken has a world, or says at which of its lines it has none; the world's
/// first state is finite.
void try_input(const std::string & input)
{
  const std::string name = CONTACT_SIM_SCENARIOS "/fuzz.yaml";
  ScenarioFile file;
  if (!is_taken(Place::kLine, name, [&] {file = parse_scenario(input, name);})) {
    return;
  }
  BuiltScenario built;
  if (!is_taken(Place::kLine, name, [&] {built = build_world(file);})) {
    return;
  }
  const State state = initial_state(*built.world);
  if (!state.q.allFinite() || !state.v.allFinite()) {
    fail("the initial state is not finite");
  }
}

}  // namespace contact_sim::fuzz
