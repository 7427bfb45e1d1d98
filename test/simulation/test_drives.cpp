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

// Drives: commands, gains, effort limits and the exact mode.

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "contact_sim/dynamics/inverse_dynamics.hpp"
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

constexpr double kStep = 1e-3;  // [s]

/// The arm with the same gains in both joints.
std::shared_ptr<World> driven_arm(const JointControl & control)
{
  WorldMaker maker;
  testing::add_arm(maker);
  const auto world = maker.make();
  world->controls.assign(2, control);
  return world;
}

VectorXd gravity_torque(const World & world, const VectorXd & q)
{
  Data data(world.model);
  return bias_forces(world.model, data, q, VectorXd::Zero(world.model.nv()));
}

TEST(PositionControl, IsStableWithStiffGains)
{
  for (const double damping : {0.0, 1.0, 1e3, 1e6}) {
    JointControl control;
    control.stiffness = 1e6;
    control.damping = damping;
    const auto world = driven_arm(control);
    Simulation simulation = simulate(world);
    command_position(world->model, "shoulder", 0.5, 0.0, simulation.command());
    command_position(world->model, "elbow", -0.8, 0.0, simulation.command());
    // With K = D the error decays with exp(-t): after 30 s it is 1e-13 of the first one.
    testing::run_steps(simulation, damping == 1e6 ? 30000 : 2000);
    const VectorXd torque = gravity_torque(*world, simulation.state().q);
    EXPECT_LT(simulation.state().v.norm(), 1e-9) << damping;
    // K (target - q) holds the arm; an ulp of q is 1e-16 K = 1e-10 N m.
    EXPECT_NEAR(1e6 * (0.5 - simulation.state().q[0]), torque[0], 1e-6) << damping;
    EXPECT_NEAR(1e6 * (-0.8 - simulation.state().q[1]), torque[1], 1e-6) << damping;
    EXPECT_LT((simulation.record().effort - torque).norm(), 1e-6) << damping;
  }
}

TEST(VelocityControl, IsStableWithStiffGains)
{
  JointControl control;
  control.damping = 1e6;
  const auto world = driven_arm(control);
  Simulation simulation = simulate(world);
  command_velocity(world->model, "shoulder", 1.0, simulation.command());
  command_velocity(world->model, "elbow", -2.0, simulation.command());
  testing::run_steps(simulation, 1000);
  // The torques are below 30 N m: gravity 6 N m, centrifugal forces 2 N m, and what is left of the
  // start, in which the speed is reached with h D >> M.
  EXPECT_NEAR(simulation.state().v[0], 1.0, 30.0 / 1e6);
  EXPECT_NEAR(simulation.state().v[1], -2.0, 30.0 / 1e6);
}

TEST(EffortLimit, IsTheMostThatADriveGives)
{
  WorldMaker maker;
  maker.add_link(
    "slide", box_inertia(2.0, {0.1, 0.1, 0.1}), kWorldLink,
    make_joint(JointType::kPrismatic, Vector3d::UnitX()));
  for (const CommandMode mode :
    {CommandMode::kPosition, CommandMode::kVelocity, CommandMode::kEffort})
  {
    const auto world = maker.make();
    world->controls[0] = {1e5, 1e3, 5.0, false};
    for (const Integrator integrator : {Integrator::kSemiImplicitEuler, Integrator::kRungeKutta4}) {
      StepperOptions options;
      options.integrator = integrator;
      Simulation simulation = simulate(world, options);
      simulation.command().mode[0] = mode;
      simulation.command().position[0] = 100.0;
      simulation.command().velocity[0] = 100.0;
      simulation.command().effort[0] = 1000.0;
      for (int step = 1; step <= 100; ++step) {
        simulation.step();
        const std::string what = "mode " + std::to_string(static_cast<int>(mode)) +
          (integrator == Integrator::kRungeKutta4 ? ", Runge-Kutta" : ", Euler");
        ASSERT_NEAR(simulation.state().v[0], 2.5 * kStep * step, 1e-12) << what;
        ASSERT_NEAR(simulation.record().effort[0], 5.0, 1e-9) << what;
      }
    }
  }
}

TEST(EffortLimit, CutsTheLawOfEachJointAndNothingElse)
{
  // τ = clamp(K (target - q - h v') + D (v_target - v')) in all joints at once.
  WorldMaker maker;
  std::string parent = kWorldLink;
  for (int i = 0; i < 8; ++i) {
    SpatialInertia inertia = box_inertia(1.0, {0.05, 0.05, 0.2});
    inertia.center.z() = 0.1;
    const std::string name = "joint" + std::to_string(i);
    maker.add_link(
      name, inertia, parent,
      make_joint(JointType::kRevolute, Vector3d::UnitY(), {0.0, 0.0, i == 0 ? 0.0 : 0.2}));
    parent = name;
  }
  const auto world = maker.make();
  for (int i = 0; i < 8; ++i) {
    world->controls[i] = {2000.0, 20.0, 15.0 - i, false};
  }
  Simulation simulation = simulate(world);
  for (int step = 0; step < 1000; ++step) {
    Command & command = simulation.command();
    for (int i = 0; i < 8; ++i) {
      const double target = 0.5 * std::sin(0.01 * step + i);
      command_position(world->model, "joint" + std::to_string(i), target, 0.0, command);
    }
    const State before = simulation.state();
    simulation.step();
    Data data(world->model);
    const VectorXd a = (simulation.state().v - before.v) / kStep;
    const VectorXd acting = inverse_dynamics(world->model, data, before.q, before.v, a);
    for (int i = 0; i < 8; ++i) {
      const double v = simulation.state().v[i];
      const double law = 2000.0 * (command.position[i] - before.q[i] - kStep * v) - 20.0 * v;
      const double most = 15.0 - i;
      // An ulp of v over h, times inertias below 10 kg m², times the gains' 22 N m s: 1e-9 N m.
      ASSERT_NEAR(simulation.record().effort[i], std::clamp(law, -most, most), 1e-6)
        << "step " << step << ", joint " << i << ", law " << law;
      ASSERT_NEAR(simulation.record().effort[i], acting[i], 1e-6) << step << " " << i;
    }
  }
}

/// Where the joints of the exact arm are to be at a time.
Eigen::Vector2d trajectory(double time)
{
  return {0.5 * std::sin(3.0 * time), 0.8 * (1.0 - std::cos(5.0 * time))};
}

TEST(ExactMode, FollowsATrajectoryAndSaysWhatItTakes)
{
  JointControl control;
  control.exact = true;
  const auto world = driven_arm(control);
  Simulation simulation = simulate(world);
  Data data(world->model);
  for (int step = 0; step < 2000; ++step) {
    const Eigen::Vector2d target = trajectory(simulation.state().time + kStep);
    command_position(world->model, "shoulder", target[0], 0.0, simulation.command());
    command_position(world->model, "elbow", target[1], 0.0, simulation.command());
    const State before = simulation.state();
    simulation.step();
    ASSERT_LT((simulation.state().q - target).norm(), 1e-8);  // the promise
    const VectorXd a = (simulation.state().v - before.v) / kStep;
    const VectorXd tau = inverse_dynamics(world->model, data, before.q, before.v, a);
    // An ulp of v (1e-15 at 4 rad/s) over h times 0.5 kg m² is 1e-12 N m; torques are of 10 N m.
    ASSERT_LT((simulation.record().effort - tau).norm(), 1e-6) << step;
  }
}

TEST(ExactMode, FindsTheForceThatPushesABox)
{
  const double mu = 0.4;
  WorldMaker maker(mu);
  maker.add_ground();
  maker.add_box("box", 3.0, {0.2, 0.2, 0.1}, testing::at(0.0, 0.0, 0.05));
  maker.add_link(
    "pusher", box_inertia(1.0, {0.1, 0.1, 0.02}), kWorldLink,
    make_joint(JointType::kPrismatic, Vector3d::UnitX(), {-0.15, 0.0, 0.05}));
  maker.add_shape("pusher", Box{{0.05, 0.05, 0.01}});
  const auto world = maker.make();
  const int dof = world->model.first_v(world->model.body_index("pusher"));
  world->controls[dof].exact = true;
  Simulation simulation = simulate(world);
  for (int step = 0; step < 500; ++step) {
    command_position(
      world->model, "pusher", 0.1 * (simulation.state().time + kStep), 0.0, simulation.command());
    simulation.step();
  }
  const int first = world->model.first_q(world->model.body_index("pusher"));
  EXPECT_NEAR(simulation.state().q[first], 0.05, 1e-8);
  double load = 0.0;
  double friction = 0.0;
  for (const ContactRecord & contact : simulation.record().contacts) {
    load += contact.body_a == 0 ? contact.normal_force : 0.0;
    friction += contact.body_a == 0 ? contact.friction_force.x() : 0.0;
  }
  // The pusher sticks to the box and may carry some of its weight, by friction up to μ of the push.
  EXPECT_NEAR(friction, -mu * load, 1e-6 * kGravity);
  EXPECT_GE(load, 3.0 * kGravity / (1.0 + mu * mu) - 1e-6);
  EXPECT_LE(load, 3.0 * kGravity / (1.0 - mu * mu) + 1e-6);
  EXPECT_NEAR(simulation.record().effort[dof], -friction, 1e-6 * kGravity);
}

}  // namespace

}  // namespace contact_sim
