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


#ifndef SOAK__SOAK_SCENES_HPP_
#define SOAK__SOAK_SCENES_HPP_

#include <functional>
#include <string>
#include <vector>

#include "contact_sim/io/scenario_world.hpp"
#include "support/families.hpp"

/// Scenes that are never the same twice: every episode is made from random numbers.
namespace contact_sim::soak
{

using Random = testing::Random;

struct SoakScene
{
  std::string name;
  std::string description;
  int frames{0};  ///< of an episode
  std::function<BuiltScenario(Random &)> make;
};

const std::vector<SoakScene> & soak_scenes();

/// \throws std::invalid_argument with the names
const SoakScene & find_soak_scene(const std::string & name);

/// Random forces on the root links of robots and on free bodies, up to `acceleration` times the
/// body's mass, for 20 to 150 ms, two or three times a second; until `end` [s].
void add_pushes(
  Random & random, double acceleration, double end, const std::vector<int> & bodies,
  BuiltScenario & scenario);

/// \name Scenes
/// @{
BuiltScenario make_squat(Random & random);
BuiltScenario make_tap_dance(Random & random);
BuiltScenario make_rubble(Random & random);
BuiltScenario make_wall(Random & random);
BuiltScenario make_pile(Random & random);
BuiltScenario make_gripper(Random & random);
BuiltScenario make_ring(Random & random);
BuiltScenario make_net(Random & random);
BuiltScenario make_peg(Random & random);
BuiltScenario make_trees(Random & random);
/// @}

}  // namespace contact_sim::soak

#endif  // SOAK__SOAK_SCENES_HPP_
