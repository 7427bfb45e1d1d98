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


// The time of a step against other engines, where they are installed: DART (Dantzig), MuJoCo
// (Newton) and ODE (dWorldStep, Dantzig). One core, all engines in turns, the least of several
// rounds; ratios are of one run. The same scenes, masses, friction and gains; each engine has its
// own collision detection: the table says how many contacts it finds, and by the height whether the
// scene still stands. Exits with 1 where a bound is broken.

#include <Eigen/Geometry>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "benchmark/simulation_engine.hpp"
#include "support/bounds.hpp"
#include "support/worlds.hpp"
#ifdef CONTACT_SIM_HAS_DART
#include "benchmark/dart_engine.hpp"
#endif
#ifdef CONTACT_SIM_HAS_MUJOCO
#include "benchmark/mujoco_engine.hpp"
#endif
#ifdef CONTACT_SIM_HAS_ODE
#include "benchmark/ode_engine.hpp"
#endif

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;
using testing::Block;
using testing::Blocks;
using testing::Engine;
using testing::Engines;

/// A wall of bricks, ten in each row, each row half a brick beside the one below.
Blocks wall(int bricks)
{
  const Vector3d size(0.2, 0.1, 0.1);
  Blocks blocks;
  for (int i = 0; i < bricks; ++i) {
    const int row = i / 10;
    blocks.push_back({{0.2 * (i % 10) + 0.1 * (row % 2), 0.0, 0.05 + 0.1 * row}, size});
  }
  return blocks;
}

/// Stacks of five, 1 m from each other.
Blocks stacks(int count)
{
  Blocks blocks;
  for (int i = 0; i < 5 * count; ++i) {
    blocks.push_back({{1.0 * (i / 5), 0.0, 0.1 + 0.2 * (i % 5)}, {0.2, 0.2, 0.2}});
  }
  return blocks;
}

class Ours : public Engine
{
public:
  explicit Ours(const Blocks & blocks)
  : Ours(world_of(blocks), Command())
  {
  }

  explicit Ours(const testing::StandingHumanoid & humanoid)
  : Ours(humanoid.world, humanoid.hold)
  {
  }

  const char * name() const override {return "contact_sim";}
  void step() override {simulation_.step();}
  int contacts() override {return static_cast<int>(simulation_.record().contacts.size());}

  double height() override
  {
    // The free joint that was added last: blocks in their order, or the only one.
    const Model & model = simulation_.world().model;
    int body = model.body_count() - 1;
    while (model.joint_type(body) != JointType::kFloating) {
      --body;
    }
    return model.joint(body).pose.translation().z() +
           simulation_.state().q[model.first_q(body) + 2];
  }

private:
  Ours(std::shared_ptr<const World> world, const Command & command)
  : simulation_(testing::simulate(world))
  {
    if (!command.mode.empty()) {
      simulation_.command() = command;
    }
  }

  static std::shared_ptr<const World> world_of(const Blocks & blocks)
  {
    testing::WorldMaker maker(testing::kFriction);
    maker.add_ground();
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
      pose.translation() = blocks[i].centre;
      maker.add_box("block" + std::to_string(i), 1.0, blocks[i].size, pose);
    }
    return maker.make();
  }

  Simulation simulation_;
};

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start)
{
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Lets the scene settle, for so many steps or the time [s].
void settle(Engine & engine, int steps, double time)
{
  const auto start = Clock::now();
  for (int i = 0; i < steps && seconds_since(start) < time; ++i) {
    engine.step();
  }
}

/// The time of some steps together, over their number [us].
double time_of_round(Engine & engine)
{
  constexpr double kRound = 0.02;  // [s]
  const auto start = Clock::now();
  int steps = 0;
  do {
    engine.step();
    ++steps;
  } while (seconds_since(start) < kRound);
  return 1e6 * seconds_since(start) / steps;
}

/// The least time of a step by engine [us], engines in turns.
std::vector<double> race(const char * scene, Engines & engines, int rounds)
{
  std::vector<double> least(engines.size(), 1e300);
  for (auto & engine : engines) {
    settle(*engine, 500, 2.0);
  }
  constexpr double kSlow = 1e6;  // a step of this many microseconds is measured once
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < engines.size(); ++i) {
      if (round == 0 || least[i] < kSlow) {
        least[i] = std::min(least[i], time_of_round(*engines[i]));
      }
    }
  }
  std::printf("\n%s, step 1 ms\n", scene);
  std::printf("%-24s %12s %10s %12s\n", "engine", "step [us]", "contacts", "height [m]");
  for (std::size_t i = 0; i < engines.size(); ++i) {
    std::printf(
      "%-24s %12.1f %10d %12.4f\n", engines[i]->name(), least[i], engines[i]->contacts(),
      engines[i]->height());
  }
  return least;
}

/// Bounds on the time of the others over ours, by the beginning of their names.
bool keep_bounds(
  const Engines & engines, const std::vector<double> & times,
  const std::map<std::string, double> & bounds)
{
  bool kept = true;
  for (std::size_t i = 1; i < engines.size(); ++i) {
    const std::string name = engines[i]->name();
    const double bound = bounds.at(name.substr(0, name.find(' ')));
    kept &= testing::at_least(name + " : contact_sim", times[i] / times[0], bound);
  }
  return kept;
}

bool run_humanoid()
{
  const testing::StandingHumanoid humanoid = testing::make_standing_humanoid();
  Engines engines;
  engines.push_back(std::make_unique<Ours>(humanoid));
#ifdef CONTACT_SIM_HAS_DART
  engines.push_back(std::make_unique<testing::Dart>(humanoid));
#endif
#ifdef CONTACT_SIM_HAS_MUJOCO
  engines.push_back(std::make_unique<testing::MuJoCo>(humanoid));
#endif
  const std::vector<double> times = race("humanoid standing", engines, 30);
  return keep_bounds(engines, times, {{"DART", 1.0}, {"MuJoCo", 0.5}});
}

bool run_wall()
{
  const Blocks blocks = wall(100);
  Engines engines;
  engines.push_back(std::make_unique<Ours>(blocks));
#ifdef CONTACT_SIM_HAS_DART
  engines.push_back(std::make_unique<testing::Dart>(blocks));
#endif
#ifdef CONTACT_SIM_HAS_ODE
  engines.push_back(std::make_unique<testing::Ode>(blocks));
#endif
  const std::vector<double> times = race("wall of 100 blocks", engines, 3);
  return keep_bounds(engines, times, {{"DART", 1.0}, {"ODE", 1.0}});
}

bool run_stacks()
{
  std::map<int, double> times;
  std::printf("\nseparate stacks of five\n%-24s %12s\n", "stacks", "step [us]");
  for (const int count : {1, 2, 4, 8, 16}) {
    Ours engine(stacks(count));
    settle(engine, 500, 2.0);
    times[count] = 1e300;
    for (int round = 0; round < 10; ++round) {
      times[count] = std::min(times[count], time_of_round(engine));
    }
    std::printf("%-24d %12.1f\n", count, times[count]);
  }
  return testing::at_most("exponent of the number of stacks", testing::slope(times), 1.2);
}

}  // namespace

}  // namespace contact_sim

int main()
{
  bool kept = contact_sim::run_humanoid();
  kept &= contact_sim::run_stacks();
  kept &= contact_sim::run_wall();
  return kept ? 0 : 1;
}
