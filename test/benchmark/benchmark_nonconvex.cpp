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
// What Egan's constraints cost: the time of a step with `contact.nonconvex: auto` over that with
// `off`, in one run, both in turns, the least of many rounds. Scenes without nonconvex features,
// where only the search for them costs; and scenes with groups. Exits with 1 where a bound is
// broken. With the name of a scene and a mode it only runs that, for callgrind.

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "contact_sim/collision/triangle_mesh.hpp"
#include "support/bounds.hpp"
#include "support/worlds.hpp"

namespace contact_sim
{

namespace
{

using Clock = std::chrono::steady_clock;
using Eigen::Vector3d;
using testing::WorldMaker;
using testing::at;

constexpr int kSettle = 200;  ///< steps before anything is measured
constexpr int kRounds = 60;
constexpr int kSteps = 200;   ///< of a round

StepperOptions with(NonconvexMode mode)
{
  StepperOptions options;
  options.nonconvex = mode;
  return options;
}

using Pointer = std::unique_ptr<Simulation>;  // a simulation stays where it is

Pointer simulate_with(std::shared_ptr<const World> world, NonconvexMode mode)
{
  return Pointer(new Simulation(testing::simulate(std::move(world), with(mode))));
}

Pointer humanoid(NonconvexMode mode)
{
  const testing::StandingHumanoid standing = testing::make_standing_humanoid();
  Pointer simulation = simulate_with(standing.world, mode);
  simulation->command() = standing.hold;
  return simulation;
}

/// Ten boxes on each other, flush: every interface is one face on another.
Pointer stack(NonconvexMode mode)
{
  WorldMaker maker(0.6);
  maker.add_ground();
  for (int i = 0; i < 10; ++i) {
    maker.add_box("box_" + std::to_string(i), 1.0, {0.2, 0.2, 0.2}, at(0.0, 0.0, 0.1 + 0.2 * i));
  }
  return simulate_with(maker.make(), mode);
}

/// Four blocks on a field of triangles.
Pointer blocks_on_mesh(NonconvexMode mode)
{
  constexpr int kCells = 40;
  std::vector<Vector3d> vertices;
  std::vector<std::array<int, 3>> triangles;
  for (int j = 0; j <= kCells; ++j) {
    for (int i = 0; i <= kCells; ++i) {
      vertices.emplace_back(-2.0 + 0.1 * i, -2.0 + 0.1 * j, 0.0);
      const int p = j * (kCells + 1) + i;
      if (i < kCells && j < kCells) {
        triangles.push_back({p, p + 1, p + kCells + 2});
        triangles.push_back({p, p + kCells + 2, p + kCells + 1});
      }
    }
  }
  WorldMaker maker(0.6);
  maker.add_shape(
    "world", std::make_shared<const TriangleMesh>(make_triangle_mesh(vertices, triangles)));
  for (int i = 0; i < 4; ++i) {
    maker.add_box(
      "box_" + std::to_string(i), 1.0, {0.2, 0.2, 0.2}, at(0.5 * i - 0.7, 0.03, 0.1));
  }
  return simulate_with(maker.make(), mode);
}

/// Blocks at rest on the far and the near rim of a gap, half a millimetre on one of them: two
/// groups a block.
Pointer blocks_at_rim(int blocks, NonconvexMode mode)
{
  WorldMaker maker(0.6);
  maker.add_shape("world", Box{{0.5, 2.0, 0.5}}, at(-0.55, 0.0, -0.5));
  maker.add_shape("world", Box{{0.5, 2.0, 0.5}}, at(0.5, 0.0, -0.5));
  for (int i = 0; i < blocks; ++i) {
    maker.add_box(
      "box_" + std::to_string(i), 1.0, {0.2, 0.2, 0.2}, at(-0.0995, 0.3 * i, 0.1));
  }
  return simulate_with(maker.make(), mode);
}

struct Scene
{
  const char * name;
  double bound;
  int groups;
  std::function<Pointer(NonconvexMode)> make;
};

const std::vector<Scene> & scenes()
{
  static const std::vector<Scene> all{
    {"humanoid", 1.01, 0, humanoid},
    {"stack", 1.01, 0, stack},
    {"mesh", 1.01, 0, blocks_on_mesh},
    {"rim_2", 2.0, 2, [](NonconvexMode mode) {return blocks_at_rim(1, mode);}},
    {"rim_4", 2.0, 4, [](NonconvexMode mode) {return blocks_at_rim(2, mode);}}};
  return all;
}

double time_of_round(Simulation & simulation)
{
  const auto start = Clock::now();
  testing::run_steps(simulation, kSteps);
  return 1e6 * std::chrono::duration<double>(Clock::now() - start).count() / kSteps;
}

bool measure(const Scene & scene)
{
  const Pointer made_off = scene.make(NonconvexMode::kOff);
  const Pointer made_on = scene.make(NonconvexMode::kAuto);
  Simulation & off = *made_off;
  Simulation & on = *made_on;
  testing::run_steps(off, kSettle);
  testing::run_steps(on, kSettle);
  double least_off = 1e300, least_on = 1e300;
  for (int round = 0; round < kRounds; ++round) {
    least_off = std::min(least_off, time_of_round(off));
    least_on = std::min(least_on, time_of_round(on));
  }
  const int groups = static_cast<int>(on.stepper().problem().group_count());
  std::printf(
    "%-10s off %8.2f us, auto %8.2f us, %d groups, %d contacts\n", scene.name, least_off,
    least_on, groups, static_cast<int>(off.stepper().problem().size()));
  const bool kept = testing::at_most(
    std::string("auto : off, ") + scene.name, least_on / least_off, scene.bound);
  if (groups != scene.groups) {
    std::printf("expected %d groups in %s\n", scene.groups, scene.name);
  }
  return kept && groups == scene.groups;
}

int run_one(const std::string & name, const std::string & mode)
{
  for (const Scene & scene : scenes()) {
    if (name == scene.name) {
      const Pointer simulation = scene.make(nonconvex_mode_from_string(mode));
      testing::run_steps(*simulation, kSettle + kSteps);
      return 0;
    }
  }
  std::fprintf(stderr, "no scene '%s'\n", name.c_str());
  return 2;
}

int run_all()
{
  bool kept = true;
  for (const Scene & scene : scenes()) {
    kept = measure(scene) && kept;
  }
  return kept ? 0 : 1;
}

}  // namespace

}  // namespace contact_sim

int main(int argc, char ** argv)
{
  return argc == 3 ? contact_sim::run_one(argv[1], argv[2]) : contact_sim::run_all();
}
