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


// Forces that are known, and the balance: what the record of a step says of contacts and drives is
// what moved the bodies, to rounding.

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <string>

#include "contact_sim/dynamics/energy.hpp"
#include "contact_sim/dynamics/inverse_dynamics.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
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

/// Boxes of 0.2 m on each other, the lowest one on the ground.
WorldMaker make_stack(int boxes)
{
  WorldMaker maker;
  maker.add_ground();
  for (int i = 0; i < boxes; ++i) {
    maker.add_box(
      "box" + std::to_string(i), 1.0 + i, {0.2, 0.2, 0.2}, at(0.0, 0.0, 0.1 + 0.2 * i));
  }
  return maker;
}

/// The force between a body and what is below it, by the record.
double load_on(const StepRecord & record, int body)
{
  double load = 0.0;
  for (const ContactRecord & contact : record.contacts) {
    const bool is_below = std::max(contact.body_a, contact.body_b) == body;
    load += is_below ? contact.normal_force * std::abs(contact.normal.z()) : 0.0;
  }
  return load;
}

TEST(Stack, CarriesTheWeightOfAllAboveInEveryLayer)
{
  const int boxes = 8;
  const auto world = make_stack(boxes).make();
  Simulation simulation = simulate(world);
  for (int step = 0; step < 300; ++step) {
    simulation.step();
    double above = 0.0;
    for (int body = boxes; body >= 1; --body) {
      above += world->model.mass(body) * kGravity;
      // Velocities are right to 1e-9 of the free one, h g; forces so to 1e-9 of the weights.
      ASSERT_NEAR(load_on(simulation.record(), body), above, 1e-9 * 36.0 * kGravity) << step;
    }
  }
  EXPECT_LT(simulation.state().v.norm(), 1e-9);
}

TEST(Stack, IsReportedAsStickingWithItsLinksAndGaps)
{
  const auto world = make_stack(2).make();
  Simulation simulation = simulate(world);
  testing::run_steps(simulation, 10);
  ASSERT_EQ(simulation.record().contacts.size(), 8u);
  for (const ContactRecord & contact : simulation.record().contacts) {
    EXPECT_NE(contact.state, ContactState::kSlide);
    EXPECT_NEAR(contact.gap, 0.0, 1e-9);
    EXPECT_NEAR(contact.normal.norm(), 1.0, 1e-12);
    EXPECT_EQ(contact.friction, 0.6);
    const bool on_ground = contact.position.z() < 0.1;
    EXPECT_EQ(contact.link_a, on_ground ? -1 : world->model.link_index("box0"));
    EXPECT_EQ(
      contact.link_b, world->model.link_index(on_ground ? "box0" : "box1"));
  }
}

TEST(LinkWrench, IsTheWeightAboutTheOriginOfTheLink)
{
  // The centre of mass is 0.05 m off: the ground's force acts there, in the link's own axes.
  WorldMaker maker;
  maker.add_ground();
  SpatialInertia inertia = box_inertia(2.0, {0.4, 0.4, 0.2});
  inertia.center.x() = 0.05;
  const Eigen::Isometry3d pose =
    at(0.0, 0.0, 0.1) * Eigen::AngleAxisd(0.7, Vector3d::UnitZ());
  maker.add_free("box", inertia, pose);
  maker.add_shape("box", Box{{0.2, 0.2, 0.1}});
  const auto world = maker.make();
  Simulation simulation = simulate(world);
  testing::run_steps(simulation, 10);
  const Vector6d wrench =
    link_wrench(simulation.record(), world->model.link_index("box"), pose);
  Vector6d expected;
  expected << 0.0, -0.05 * 2.0 * kGravity, 0.0, 0.0, 0.0, 2.0 * kGravity;
  EXPECT_LT((wrench - expected).norm(), 1e-9 * 2.0 * kGravity) << wrench.transpose();
}

/// M a + bias - Σ Jᵀ wrench - τ at the state before a step, a from the velocities on both sides:
/// what is left over of the balance of every degree of freedom, and so of the momentum of the whole
/// (the six of a floating base) [N m] or [N].
VectorXd imbalance(
  const World & world, const State & before, const State & after, const StepRecord & record)
{
  Data data(world.model);
  const Wrenches wrenches = testing::contact_wrenches(world.model, before, record);
  const VectorXd a = (after.v - before.v) / (after.time - before.time);
  VectorXd left = inverse_dynamics(world.model, data, before.q, before.v, a, &wrenches);
  left -= record.effort;
  for (int dof = 0; dof < world.model.nv(); ++dof) {
    left[dof] += world.model.joint(world.model.dof_body(dof)).damping * after.v[dof];
  }
  return left;
}

// Every term is a sum of some hundred products, and λ/h has λ's rounding over h: 1e-16 of the speed
// times the mass over h is 1e-13 N for 1 kg and 1 m/s. 1e-9 is the promise.
TEST(Balance, HoldsWhileTheHumanoidStands)
{
  const testing::StandingHumanoid humanoid = testing::make_standing_humanoid();
  Simulation simulation = simulate(humanoid.world);
  simulation.command() = humanoid.hold;
  for (int step = 0; step < 500; ++step) {
    const State before = simulation.state();
    simulation.step();
    const VectorXd left =
      imbalance(*humanoid.world, before, simulation.state(), simulation.record());
    ASSERT_LT(left.cwiseAbs().maxCoeff(), 1e-9) << "step " << step << ": " << left.transpose();
  }
}

TEST(Balance, HoldsWhileBoxesTumbleOntoAHeap)
{
  WorldMaker maker(0.5, 0.3);
  maker.add_ground();
  for (int i = 0; i < 6; ++i) {
    const Eigen::Isometry3d pose = at(0.05 * i, 0.03 * (i % 3), 0.2 + 0.3 * i) *
      Eigen::AngleAxisd(0.3 + i, Vector3d(1.0, i, 2.0).normalized());
    maker.add_box("box" + std::to_string(i), 0.5 + 0.2 * i, {0.2, 0.15, 0.1}, pose);
  }
  const auto world = maker.make();
  Simulation simulation = simulate(world);
  int fallbacks = 0;
  for (int step = 0; step < 2000; ++step) {
    const State before = simulation.state();
    simulation.step();
    const StepRecord & record = simulation.record();
    fallbacks += record.solver.answered[1] + record.solver.answered[2] + record.solver.answered[3];
    double largest = kGravity;  // impacts are forces over one step
    for (const ContactRecord & contact : record.contacts) {
      largest = std::max(largest, contact.normal_force);
    }
    const VectorXd left = imbalance(*world, before, simulation.state(), record);
    ASSERT_LT(left.cwiseAbs().maxCoeff(), 1e-9 * largest) << "step " << step;
  }
  EXPECT_EQ(fallbacks, 0);
}

TEST(Balance, OfAFreeBodyIsTheChangeOfItsMomentum)
{
  WorldMaker maker(0.3);
  maker.add_ground();
  maker.add_box("box", 2.0, {0.2, 0.2, 0.2}, at(0.0, 0.0, 0.1001));
  const auto world = maker.make();
  world->initial_v.segment<3>(3) << 1.0, 0.5, -0.2;
  Simulation simulation = simulate(world);
  Data data(world->model);
  for (int step = 0; step < 100; ++step) {
    forward_kinematics(world->model, data, simulation.state().q, simulation.state().v);
    const Vector3d before = momentum(world->model, data).linear;
    Vector3d force(0.0, 0.0, -2.0 * kGravity);
    simulation.step();
    for (const ContactRecord & contact : simulation.record().contacts) {
      force += contact.normal_force * contact.normal + contact.friction_force;
    }
    forward_kinematics(world->model, data, simulation.state().q, simulation.state().v);
    const Vector3d change = momentum(world->model, data).linear - before;
    ASSERT_LT((change - kStep * force).norm(), 1e-9 * kStep * force.norm() + 1e-12) << step;
  }
}

TEST(Humanoid, IsCarriedByItsFeet)
{
  const testing::StandingHumanoid humanoid = testing::make_standing_humanoid();
  const World & world = *humanoid.world;
  Simulation simulation = simulate(humanoid.world);
  simulation.command() = humanoid.hold;
  testing::run_steps(simulation, 3000);
  const double weight = kGravity * total_mass(world.model);
  const double left = world.model.link_index("robot/left_foot");
  const double right = world.model.link_index("robot/right_foot");
  double of_left = 0.0;
  double of_right = 0.0;
  for (const ContactRecord & contact : simulation.record().contacts) {
    EXPECT_TRUE(contact.link_b == left || contact.link_b == right) << contact.link_b;
    (contact.link_b == left ? of_left : of_right) += contact.normal_force * contact.normal.z();
  }
  // It stands still by now: what is left of the motion is some 1e-6 m/s² of its centre.
  EXPECT_LT(simulation.state().v.norm(), 1e-6);
  EXPECT_NEAR(of_left + of_right, weight, 1e-6 * weight);
  EXPECT_NEAR(of_left, of_right, 1e-3 * weight);  // it is symmetric
  EXPECT_GE(simulation.record().solver.contacts, 8);
}

TEST(Humanoid, IsCarriedOnAverageByItsFeetWhileItMoves)
{
  // The mean force over a time T is weight + Δp/T, whatever happens in between. For a robot of many
  // links p(q', v') differs from the sum of the steps by the curvature of its ways, a part h ω of
  // p, and h ω is below 1e-3 here.
  const testing::StandingHumanoid humanoid = testing::make_standing_humanoid();
  const World & world = *humanoid.world;
  Simulation simulation = simulate(humanoid.world);
  simulation.command() = humanoid.hold;
  const double weight = kGravity * total_mass(world.model);
  double mean = 0.0;
  const int steps = 2000;
  for (int step = 0; step < steps; ++step) {
    const double phase = 2.0 * step * kStep;
    for (const char * side : {"left", "right"}) {
      const double bend = 0.4 + 0.1 * std::sin(phase);
      const std::string leg = std::string("robot/") + side;
      command_position(world.model, leg + "_hip_pitch", -bend, 0.0, simulation.command());
      command_position(world.model, leg + "_knee", 2.0 * bend, 0.0, simulation.command());
      command_position(world.model, leg + "_ankle_pitch", -bend, 0.0, simulation.command());
    }
    simulation.step();
    for (const ContactRecord & contact : simulation.record().contacts) {
      mean += contact.normal_force * contact.normal.z() / steps;
    }
  }
  Data data(world.model);
  forward_kinematics(world.model, data, simulation.state().q, simulation.state().v);
  const double change = momentum(world.model, data).linear.z() / (steps * kStep);
  EXPECT_NEAR(mean, weight + change, 1e-3 * weight);
}

}  // namespace

}  // namespace contact_sim
