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


// The stepper itself: its order, energy, external wrenches and its cost.

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <cmath>
#include <map>
#include <memory>
#include <string>

#include "support/bounds.hpp"
#include "support/count_allocations.hpp"
#include "support/worlds.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::at;
using testing::kGravity;
using testing::simulate;
using testing::WorldMaker;

constexpr double kStep = 1e-3;  // [s]

StepperOptions with(Integrator integrator, double h = kStep)
{
  StepperOptions options;
  options.integrator = integrator;
  options.step = h;
  return options;
}

/// The arm and a tumbling box after half a second of free motion.
VectorXd free_motion(Integrator integrator, int steps)
{
  WorldMaker maker;
  testing::add_arm(maker);
  maker.add_box("box", 1.0, {0.4, 0.2, 0.1}, at(5.0, 0.0, 0.0));
  const auto world = maker.make();
  world->initial_q.head<2>() << 1.0, 0.5;
  world->initial_v << 1.0, -2.0, 3.0, 2.0, 5.0, 1.0, 0.0, 2.0;
  Simulation simulation = simulate(world, with(integrator, 0.5 / steps));
  testing::run_steps(simulation, steps);
  return simulation.state().q;
}

TEST(Order, IsTheIntegratorsWithoutContact)
{
  const VectorXd exact = free_motion(Integrator::kRungeKutta4, 4000);  // 4⁴ times better than 1000
  std::map<int, double> euler, runge_kutta;
  for (const int steps : {125, 250, 500, 1000}) {
    euler[steps] = (free_motion(Integrator::kSemiImplicitEuler, steps) - exact).norm();
    runge_kutta[steps] = (free_motion(Integrator::kRungeKutta4, steps) - exact).norm();
  }
  EXPECT_NEAR(testing::slope(euler), -1.0, 0.1);
  EXPECT_NEAR(testing::slope(runge_kutta), -4.0, 0.2);
  EXPECT_LT(runge_kutta[1000], 1e-8);
}

TEST(Order, IsOneWithContact)
{
  // Down a slope: the way is h Σ v instead of ∫ v, too long by h a T/2 and by nothing else.
  const double angle = 0.5;
  const double a = kGravity * (std::sin(angle) - 0.3 * std::cos(angle));
  for (const int steps : {100, 200, 400}) {
    WorldMaker maker(0.3);
    maker.add_ground(testing::slope(angle));
    maker.add_box("block", 1.0, {0.3, 0.2, 0.1}, testing::slope(angle) * at(0.0, 0.0, 0.05));
    const double h = 0.4 / steps;
    Simulation simulation = simulate(maker.make(), with(Integrator::kSemiImplicitEuler, h));
    testing::run_steps(simulation, steps);
    EXPECT_NEAR(simulation.state().q[0] - 0.5 * a * 0.16, 0.5 * h * a * 0.4, 1e-6 * h);
  }
}

TEST(Order, IsOneWithAnImpact)
{
  // A block that is thrown level lands after t₁ and slides to a stop. Friction has taken μ g t of
  // its speed at any time t after the landing, since the ground has carried all weight by then, so
  // the way is wrong by the time of landing (1.5 h, at the jump μ g t₁) and by h v/2 of the sum.
  const double mu = 0.4;
  const double vx = 2.0;
  const double fall = 0.05;
  const double t1 = std::sqrt(2.0 * fall / kGravity);
  const double slide = vx - mu * kGravity * t1;
  const double way = vx * t1 + slide * slide / (2.0 * mu * kGravity);
  for (const double h : {4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4}) {
    WorldMaker maker(mu);
    maker.add_ground();
    maker.add_box("block", 1.0, {0.3, 0.2, 0.1}, at(0.0, 0.0, 0.05 + fall));
    const auto world = maker.make();
    world->initial_v[3] = vx;
    Simulation simulation = simulate(world, with(Integrator::kSemiImplicitEuler, h));
    testing::run_steps(simulation, static_cast<int>(1.0 / h));
    EXPECT_LT(simulation.state().v.norm(), 1e-9);
    const double bound = h * (vx / 2.0 + 1.5 * mu * kGravity * t1 + 10.0 * kGravity * h);
    EXPECT_NEAR(simulation.state().q[0], way, bound) << h;
  }
}

TEST(RungeKutta, LeavesABlockAtRest)
{
  WorldMaker maker(0.5);
  maker.add_ground(testing::slope(0.3));
  maker.add_box("block", 1.0, {0.3, 0.2, 0.1}, testing::slope(0.3) * at(0.0, 0.0, 0.05));
  Simulation simulation = simulate(maker.make(), with(Integrator::kRungeKutta4));
  testing::run_steps(simulation, 2000);
  EXPECT_LT(simulation.state().q.head<3>().norm(), 1e-8) << simulation.state().q.transpose();
  EXPECT_LT(simulation.state().v.norm(), 1e-8) << simulation.state().v.transpose();
}

/// Balls and cubes that fall onto each other, without restitution.
std::shared_ptr<World> heap()
{
  WorldMaker maker(0.5);
  maker.add_ground();
  for (int i = 0; i < 8; ++i) {
    const Eigen::Isometry3d pose = at(0.06 * (i % 3), 0.05 * (i % 2), 0.2 + 0.25 * i) *
      Eigen::AngleAxisd(0.5 * i, Vector3d(1.0, i, 2.0).normalized());
    if (i % 2 == 0) {
      maker.add_box("cube" + std::to_string(i), 1.0, {0.2, 0.2, 0.2}, pose);
    } else {
      maker.add_sphere("ball" + std::to_string(i), 0.5, 0.1, pose);
    }
  }
  return maker.make();
}

// Semi-implicit Euler loses m g² h²/2 of energy a step in free flight; contacts and friction take
// more. What could add some are corners that turn into the ground by (ω h)²/2 of their arm and are
// lifted again, which is less than that, and gyroscopic terms, which cubes and balls do not have.
// So only rounding is allowed: 1e-16 of 100 J in each of some hundred sums.
TEST(Energy, NeverRisesWithoutInput)
{
  Simulation simulation = simulate(heap());
  simulation.step();
  double before = simulation.record().kinetic_energy + simulation.record().potential_energy;
  const double first = before;
  for (int step = 0; step < 3000; ++step) {
    simulation.step();
    const double after = simulation.record().kinetic_energy + simulation.record().potential_energy;
    ASSERT_LE(after - before, 1e-12 * first) << step;
    before = after;
  }
  EXPECT_LT(before, 0.5 * first);
}

TEST(Wrench, MovesFreeBodiesAndJoints)
{
  WorldMaker maker;
  maker.set_gravity(Vector3d::Zero());
  maker.add_box("box", 2.0, {0.2, 0.2, 0.2}, at(5.0, 0.0, 0.0));
  testing::add_pendulum(
    maker, 2.0, 0.5, testing::make_joint(JointType::kRevolute, Vector3d::UnitY()));
  for (const Integrator integrator : {Integrator::kSemiImplicitEuler, Integrator::kRungeKutta4}) {
    const auto world = maker.make();
    Simulation simulation = simulate(world, with(integrator));
    Wrenches wrenches(3, Vector6d::Zero());
    const int box = world->model.body_index("box");
    const int pendulum = world->model.body_index("pendulum");
    wrenches[box] << 0.0, 0.0, 0.3, 4.0, 0.0, 1.0;
    wrenches[pendulum] << 0.0, 0.6, 0.0, 9.0, 9.0, 9.0;  // forces at the joint move nothing
    simulation.stepper().set_wrenches(wrenches);
    testing::run_steps(simulation, 10);
    const auto v = simulation.state().v.segment<6>(world->model.first_v(box));
    const double inertia = 2.0 * 2.0 * 0.04 / 12.0;
    EXPECT_NEAR(v[2], 10.0 * kStep * 0.3 / inertia, 1e-12);
    EXPECT_NEAR(v[3], 10.0 * kStep * 2.0, 1e-12);
    EXPECT_NEAR(v[5], 10.0 * kStep * 0.5, 1e-12);
    EXPECT_NEAR(
      simulation.state().v[world->model.first_v(pendulum)], 10.0 * kStep * 0.6 / 0.5, 1e-9);
    simulation.stepper().set_wrenches({});
    testing::run_steps(simulation, 10);
    EXPECT_NEAR(simulation.state().v[world->model.first_v(box) + 3], 10.0 * kStep * 2.0, 1e-12);
  }
}

TEST(Cost, OfASteadyStepIsNoMemory)
{
  const testing::StandingHumanoid humanoid = testing::make_standing_humanoid();
  Simulation simulation = simulate(humanoid.world);
  simulation.command() = humanoid.hold;
  testing::run_steps(simulation, 1000);
  const std::size_t before = testing::allocations();
  testing::run_steps(simulation, 1000);
  EXPECT_EQ(testing::allocations() - before, 0u);
}

TEST(Cost, OfSeparateStacksIsThatOfOneTimesTheirNumber)
{
  // Which of several answers a stack gets depends on rounding, so on its place, and its pivots with
  // it: linear is what the benchmarks of the solvers take for it, an exponent up to 1.2.
  std::map<int, double> iterations;
  for (const int stacks : {2, 4, 8, 16}) {
    WorldMaker maker;
    maker.add_ground();
    for (int i = 0; i < 3 * stacks; ++i) {
      maker.add_box(
        "box" + std::to_string(i), 1.0, {0.2, 0.2, 0.2}, at(i / 3, 0.0, 0.1 + 0.2 * (i % 3)));
    }
    Simulation simulation = simulate(maker.make());
    for (int step = 0; step < 100; ++step) {
      simulation.step();
      iterations[stacks] += simulation.record().solver.iterations;
      EXPECT_EQ(simulation.record().solver.islands, stacks);
    }
  }
  EXPECT_GT(iterations[2], 0.0);
  EXPECT_LT(testing::slope(iterations), 1.2);
}

}  // namespace

}  // namespace contact_sim
