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


// The same run is the same bit by bit: again, on several threads, and after a restore.

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <memory>
#include <string>
#include <vector>

#include "support/worlds.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;
using testing::at;
using testing::simulate;
using testing::WorldMaker;

/// Stacks that are thrown at each other beside ones that stand: islands that join and part.
std::shared_ptr<World> busy_world()
{
  WorldMaker maker(0.5, 0.2);
  maker.add_ground();
  for (int i = 0; i < 12; ++i) {
    const Eigen::Isometry3d turned = at(0.5 * (i / 3), 0.01 * i, 0.101 + 0.21 * (i % 3)) *
      Eigen::AngleAxisd(0.1 * i, Vector3d::UnitZ());
    maker.add_box("box" + std::to_string(i), 1.0 + 0.1 * i, {0.2, 0.2, 0.2}, turned);
  }
  for (int i = 0; i < 3; ++i) {
    maker.add_sphere("ball" + std::to_string(i), 3.0, 0.1, at(-2.0, 0.2 * i - 0.2, 0.3));
  }
  testing::add_arm(maker);
  const auto world = maker.make();
  for (int i = 0; i < 3; ++i) {
    world->initial_v[world->model.first_v(world->model.body_index("ball" + std::to_string(i))) +
      3] = 8.0;
  }
  return world;
}

void expect_same(const State & a, const State & b)
{
  ASSERT_EQ(a.step, b.step);
  ASSERT_EQ(a.time, b.time);
  ASSERT_TRUE(a.q == b.q) << "step " << a.step << ": " << (a.q - b.q).norm();
  ASSERT_TRUE(a.v == b.v) << "step " << a.step << ": " << (a.v - b.v).norm();
}

void expect_same(const StepRecord & a, const StepRecord & b)
{
  ASSERT_EQ(a.contacts.size(), b.contacts.size());
  for (std::size_t i = 0; i < a.contacts.size(); ++i) {
    ASSERT_EQ(a.contacts[i].key, b.contacts[i].key);
    ASSERT_EQ(a.contacts[i].normal_force, b.contacts[i].normal_force);
    ASSERT_TRUE(a.contacts[i].friction_force == b.contacts[i].friction_force);
    ASSERT_EQ(a.contacts[i].gap, b.contacts[i].gap);
  }
  ASSERT_EQ(a.solver.iterations, b.solver.iterations);
}

/// Runs both side by side.
void expect_same_runs(Simulation & a, Simulation & b, int steps)
{
  for (int step = 0; step < steps; ++step) {
    a.step();
    b.step();
    expect_same(a.state(), b.state());
    expect_same(a.record(), b.record());
    if (::testing::Test::HasFatalFailure()) {
      return;
    }
  }
}

TEST(Determinism, TheSameRunTwiceIsBitEqual)
{
  Simulation first = simulate(busy_world());
  Simulation second = simulate(busy_world());
  expect_same_runs(first, second, 500);
  EXPECT_GT(first.record().contacts.size(), 20u);
}

TEST(Determinism, TheNumberOfThreadsMakesNoDifference)
{
  Simulation one = simulate(busy_world());
  for (const int threads : {2, 4}) {
    one.reset();
    StepperOptions options;
    options.threads = threads;
    Simulation many = simulate(busy_world(), options);
    expect_same_runs(one, many, 500);
    EXPECT_GT(one.record().solver.islands, 1);
  }
}

TEST(Determinism, AResetRunIsTheFirstOneAgain)
{
  Simulation again = simulate(busy_world());
  testing::run_steps(again, 300);
  again.reset();
  Simulation first = simulate(busy_world());
  expect_same_runs(first, again, 300);
}

TEST(Snapshot, GoesOnAsIfTheRunHadNotStopped)
{
  for (const Integrator integrator : {Integrator::kSemiImplicitEuler, Integrator::kRungeKutta4}) {
    StepperOptions options;
    options.integrator = integrator;
    Simulation whole = simulate(busy_world(), options);
    for (const int steps : {1, 170, 400}) {
      testing::run_steps(whole, steps);
      Simulation restored = simulate(busy_world(), options);
      restored.restore(whole.snapshot());
      expect_same_runs(whole, restored, 200);
    }
  }
}

TEST(Snapshot, TakesARunBackToWhereItWas)
{
  Simulation simulation = simulate(busy_world());
  testing::run_steps(simulation, 250);
  const Snapshot snapshot = simulation.snapshot();
  testing::run_steps(simulation, 100);
  const State later = simulation.state();
  simulation.restore(snapshot);
  testing::run_steps(simulation, 100);
  expect_same(later, simulation.state());
}

TEST(Snapshot, OfAnotherWorldIsRefused)
{
  Simulation simulation = simulate(busy_world());
  WorldMaker maker;
  testing::add_arm(maker);
  Simulation other = simulate(maker.make());
  EXPECT_THROW(simulation.restore(other.snapshot()), std::invalid_argument);
}

TEST(Snapshot, OfTheHumanoidGoesOnAsIfItHadNotStopped)
{
  const testing::StandingHumanoid humanoid = testing::make_standing_humanoid();
  Simulation whole = simulate(humanoid.world);
  whole.command() = humanoid.hold;
  testing::run_steps(whole, 50);
  Simulation restored = simulate(humanoid.world);
  restored.command() = humanoid.hold;
  restored.restore(whole.snapshot());
  expect_same_runs(whole, restored, 500);
}

}  // namespace

}  // namespace contact_sim
