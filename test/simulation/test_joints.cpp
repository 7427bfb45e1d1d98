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


// Limits, dry friction and loops of joints: rows of the same step as contacts.

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <string>

#include "contact_sim/dynamics/inverse_dynamics.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "support/linkages.hpp"
#include "support/worlds.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::kGravity;
using testing::make_joint;
using testing::simulate;
using testing::WorldMaker;

constexpr double kStep = 1e-3;    // [s]
constexpr double kSolver = 1e-9;  // tolerance of the solvers
constexpr double kPi = 3.14159265358979323846;

constexpr double kMass = 2.0;    // of the pendulum [kg]
constexpr double kLength = 0.5;  // [m]
constexpr double kTorque = kMass * kGravity * kLength;     // of its weight, held out level [N m]
constexpr double kInertia = kMass * kLength * kLength;     // [kg m²]

/// A pendulum that is held out level at q = -π/2, where gravity turns it with kTorque towards 0.
std::shared_ptr<World> level_pendulum(const Joint & joint)
{
  WorldMaker maker;
  testing::add_pendulum(maker, kMass, kLength, joint);
  const auto world = maker.make();
  world->initial_q[0] = -kPi / 2.0;
  return world;
}

Joint pendulum_joint()
{
  return make_joint(JointType::kRevolute, Vector3d::UnitY());
}

/// The impulses of all rows of the last step, n, t₁, t₂; without shapes all are joints' [N m s].
Vector3d joint_impulse(Simulation & simulation)
{
  Vector3d sum = Vector3d::Zero();
  for (const WarmContact & row : simulation.stepper().warm_start()) {
    sum += row.impulse;
  }
  return sum;
}

TEST(JointLimit, StopsAPendulumAndCarriesIt)
{
  for (const double limit : {-1.2, -0.4}) {
    Joint joint = pendulum_joint();
    joint.limits.upper = limit;
    Simulation simulation = simulate(level_pendulum(joint));
    double highest = -kPi;
    for (int step = 0; step < 2000; ++step) {
      simulation.step();
      highest = std::max(highest, simulation.state().q[0]);
    }
    // v' is such that q + h v' is the limit: right to the solver's part of the way of a step.
    EXPECT_LE(highest, limit + kSolver);
    EXPECT_NEAR(simulation.state().q[0], limit, kSolver);
    EXPECT_LT(std::abs(simulation.state().v[0]), kSolver);
    EXPECT_NEAR(
      joint_impulse(simulation)[0] / kStep, kTorque * -std::sin(limit), 1e-6 * kTorque);
  }
}

TEST(JointLimit, LetsGoWithoutHolding)
{
  Joint joint = pendulum_joint();
  joint.limits.lower = -kPi / 2.0;
  Simulation simulation = simulate(level_pendulum(joint));
  simulation.step();
  EXPECT_NEAR(simulation.state().v[0], kStep * kTorque / kInertia, 1e-12);
}

TEST(JointFriction, HoldsAPendulumUpToItsSize)
{
  Joint joint = pendulum_joint();
  joint.friction = (1.0 + 1e-6) * kTorque;
  Simulation simulation = simulate(level_pendulum(joint));
  testing::run_steps(simulation, 10000);
  EXPECT_NEAR(simulation.state().q[0], -kPi / 2.0, 1e-9);
  EXPECT_NEAR(std::abs(joint_impulse(simulation)[1]) / kStep, kTorque, 1e-6 * kTorque);
}

TEST(JointFriction, LetsGoBeyondItsSize)
{
  Joint joint = pendulum_joint();
  joint.friction = 0.99 * kTorque;
  Simulation simulation = simulate(level_pendulum(joint));
  simulation.step();
  const double free = kStep * kTorque / kInertia;
  EXPECT_NEAR(simulation.state().v[0], 0.01 * free, kSolver * free);
}

TEST(JointFriction, SlowsAWheelEvenlyAndThenHoldsIt)
{
  for (const JointType type : {JointType::kContinuous, JointType::kPrismatic}) {
    WorldMaker maker;
    Joint joint = make_joint(type, Vector3d::UnitX());
    joint.friction = 0.3;
    maker.add_link("wheel", box_inertia(1.5, {0.2, 0.4, 0.4}), kWorldLink, joint);
    const auto world = maker.make();
    const double mass = type == JointType::kPrismatic ? 1.5 : 1.5 * 2.0 * 0.4 * 0.4 / 12.0;
    const double a = 0.3 / mass;
    const double v0 = 500.5 * kStep * a;  // stops in the middle of step 501
    world->initial_v[0] = -v0;
    Simulation simulation = simulate(world);
    for (int step = 1; step <= 500; ++step) {
      simulation.step();
      ASSERT_NEAR(simulation.state().v[0], -v0 + step * kStep * a, kSolver * step * v0);
    }
    testing::run_steps(simulation, 500);
    EXPECT_LT(std::abs(simulation.state().v[0]), kSolver);
  }
}

TEST(JointFriction, ActsInEveryJointOfAChain)
{
  // Both joints slide: M a + bias = -F sign(v), by the recursion that the stepper does not use.
  WorldMaker maker;
  Joint joint = pendulum_joint();
  joint.friction = 0.7;
  maker.add_link("upper", box_inertia(1.0, {0.1, 0.1, 0.4}), kWorldLink, joint);
  joint.friction = 0.4;
  joint.pose.translation().z() = 0.4;
  maker.add_link("lower", box_inertia(0.5, {0.1, 0.1, 0.4}), "upper", joint);
  const auto world = maker.make();
  world->initial_v << 2.0, -3.0;
  Simulation simulation = simulate(world);
  const State before = simulation.state();
  simulation.step();
  Data data(world->model);
  const VectorXd a = (simulation.state().v - before.v) / kStep;
  const VectorXd tau = inverse_dynamics(world->model, data, before.q, before.v, a);
  // 1e-9 of the velocity over h, times inertias below 0.3 kg m²
  const double error = kSolver * 3.0 / kStep * 0.3;
  EXPECT_NEAR(tau[0], -0.7, error);
  EXPECT_NEAR(tau[1], 0.4, error);
}

/// How far the loops of a world are open [m].
double opening(const World & world, const VectorXd & q)
{
  Data data(world.model);
  forward_kinematics(world.model, data, q);
  double largest = 0.0;
  for (const LoopConstraints::Loop & loop : world.loops.loops()) {
    const Vector3d a = (body_pose(data, loop.body_a) * loop.frame_a).translation();
    const Vector3d b = (body_pose(data, loop.body_b) * loop.frame_b).translation();
    largest = std::max(largest, (a - b).norm());
  }
  return largest;
}

TEST(Loops, StayClosedForAMinute)
{
  const testing::Linkage linkages[] = {
    testing::four_bar(1.0, 0.3, 0.9, 0.7), testing::parallelogram(), testing::bennett()};
  for (const testing::Linkage & linkage : linkages) {
    const auto world = std::make_shared<World>(linkage.model, linkage.loops);
    world->initial_q = linkage.q;
    world->initial_v[0] = 3.0;
    for (const Integrator integrator : {Integrator::kSemiImplicitEuler, Integrator::kRungeKutta4}) {
      StepperOptions options;
      options.integrator = integrator;
      Simulation simulation = simulate(world, options);
      EXPECT_GT(simulation.state().v.norm(), 0.1);
      double largest = 0.0;
      const int steps = integrator == Integrator::kSemiImplicitEuler ? 60000 : 5000;
      for (int step = 0; step < steps; ++step) {
        simulation.step();
        if (step % 10 == 0) {
          largest = std::max(largest, opening(*world, simulation.state().q));
        }
      }
      EXPECT_LT(largest, 1e-6);  // the promise [m]
      EXPECT_TRUE(simulation.state().v.allFinite());
    }
  }
}

}  // namespace

}  // namespace contact_sim
