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


// Worlds whose motion is known in closed form. The step itself is known too: with semi-implicit
// Euler a constant acceleration a gives v = k h a after k steps and the way h Σ v, so most answers
// are compared with the discrete one to the solver's precision, and with the textbook's to O(h).
//
// The solver calls an answer solved where velocities are right to 1e-9 of the fastest free velocity
// of the step (contact_residual.hpp): k steps at speeds up to V may err by 1e-9 k V, tolerance().

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <cmath>
#include <string>

#include "contact_sim/dynamics/kinematics.hpp"
#include "support/worlds.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;
using testing::at;
using testing::kGravity;
using testing::simulate;
using testing::WorldMaker;

constexpr double kStep = 1e-3;   // h of StepperOptions [s]
constexpr double kSolver = 1e-9;  // tolerance of the solvers
constexpr double kPi = 3.14159265358979323846;

/// What k steps at speeds up to V may err [m/s].
double tolerance(int steps, double speed)
{
  return kSolver * steps * speed;
}

/// h Σ_{j=1..k} (v0 + j h a): what semi-implicit Euler makes of a constant acceleration.
double way(double v0, double a, int steps)
{
  return kStep * steps * (v0 + a * kStep * (steps + 1) / 2.0);
}

// A free body: ω in v[0..2], velocity of the origin in v[3..5], position in q[0..2]; in the axes of
// its own pose, so that on a slope x is downhill.
constexpr int kVx = 3;
constexpr int kVy = 4;
constexpr int kVz = 5;

/// A flat block at rest on a plane that goes down by an angle.
WorldMaker block_on_slope(double angle, double friction)
{
  WorldMaker maker(friction);
  maker.add_ground(testing::slope(angle));
  maker.add_box("block", 1.0, {0.3, 0.2, 0.1}, testing::slope(angle) * at(0.0, 0.0, 0.05));
  return maker;
}

TEST(Incline, HoldsABlockForTenMinutesWhereFrictionIsEnough)
{
  const double angle = 0.4;
  Simulation simulation = simulate(block_on_slope(angle, 1.05 * std::tan(angle)).make());
  const Eigen::VectorXd start = simulation.state().q;
  testing::run_steps(simulation, 600000);
  EXPECT_NEAR(simulation.state().time, 600.0, 1e-6);
  EXPECT_LT((simulation.state().q - start).head<3>().norm() / 600.0, 1e-9);  // the promise
  EXPECT_LT(simulation.state().v.norm(), 1e-9);
}

TEST(Incline, HoldsABlockAtThePartsPerMillionOfTheLimit)
{
  for (const double angle : {0.1, 0.4, 0.9}) {
    Simulation simulation = simulate(block_on_slope(angle, (1.0 + 1e-6) * std::tan(angle)).make());
    const Eigen::VectorXd start = simulation.state().q;
    testing::run_steps(simulation, 1000);
    EXPECT_LT((simulation.state().q - start).head<3>().norm(), 1e-9) << angle;
    EXPECT_LT(simulation.state().v.norm(), 1e-9) << angle;
  }
}

TEST(Incline, LetsABlockSlideWithTheExcessOfGravityOverFriction)
{
  for (const double angle : {0.1, 0.4, 0.9}) {
    for (const double part : {0.0, 0.5, 0.9, 0.999}) {
      const double mu = part * std::tan(angle);
      const double a = kGravity * (std::sin(angle) - mu * std::cos(angle));
      Simulation simulation = simulate(block_on_slope(angle, mu).make());
      const int steps = 1000;
      testing::run_steps(simulation, steps);
      const double speed = a * steps * kStep;
      // The free speed of a step contains that of gravity alone, h g.
      const double error = tolerance(steps, speed + kStep * kGravity);
      EXPECT_NEAR(simulation.state().v[kVx], speed, error) << angle << " " << part;
      EXPECT_NEAR(simulation.state().v[kVy], 0.0, error);
      EXPECT_NEAR(simulation.state().v[kVz], 0.0, error);
      EXPECT_NEAR(simulation.state().q[0], way(0.0, a, steps), error);
    }
  }
}

TEST(Sliding, StopsAfterTheSquareOfTheSpeedOverTwiceFriction)
{
  const double mu = 0.5;
  for (const double v0 : {0.5, 1.0, 3.0}) {
    WorldMaker maker(mu);
    maker.add_ground();
    maker.add_box("block", 1.0, {0.3, 0.2, 0.1}, at(0.0, 0.0, 0.05));
    const auto world = maker.make();
    world->initial_v[kVx] = v0;
    Simulation simulation = simulate(world);
    const int steps = static_cast<int>(v0 / (mu * kGravity * kStep));  // that still end in motion
    testing::run_steps(simulation, steps + 100);
    EXPECT_NEAR(simulation.state().q[0], way(v0, -mu * kGravity, steps), tolerance(steps, v0));
    // The last v is within one h μ g, and the sum is that of a left-out first half step: h v0/2.
    const double textbook = v0 * v0 / (2.0 * mu * kGravity);
    EXPECT_NEAR(
      simulation.state().q[0], textbook,
      kStep * v0 / 2.0 + mu * kGravity * kStep * kStep);
    EXPECT_LT(simulation.state().v.norm(), 1e-9);
  }
}

/// Pushes a box of 2 kg on the ground at its centre and returns its velocity after some steps.
Vector3d push(double force, double direction, int steps)
{
  WorldMaker maker(0.5);
  maker.add_ground();
  maker.add_box("box", 2.0, {0.4, 0.3, 0.1}, at(0.0, 0.0, 0.05));
  Simulation simulation = simulate(maker.make());
  Wrenches wrenches(2, Vector6d::Zero());
  wrenches[1].tail<3>() << force * std::cos(direction), force * std::sin(direction), 0.0;
  simulation.stepper().set_wrenches(wrenches);
  testing::run_steps(simulation, steps);
  return simulation.state().v.segment<3>(kVx);
}

// At the centre of the box the push also shifts the centre of pressure along its own line, which
// changes nothing: friction of a translation is against it and of size μ times the load everywhere.
TEST(Push, BelowTheLimitMovesABoxInNoDirection)
{
  const double limit = 0.5 * 2.0 * kGravity;
  for (int i = 0; i < 72; ++i) {
    const double direction = i * kPi / 36.0 + 0.01;
    EXPECT_LT(push(0.999 * limit, direction, 20).norm(), 1e-9) << direction;
  }
}

TEST(Push, AboveTheLimitMovesABoxTheWayItIsPushed)
{
  const double limit = 0.5 * 2.0 * kGravity;
  const int steps = 20;
  for (const double factor : {1.01, 1.5}) {
    const double speed = (factor - 1.0) * limit / 2.0 * kStep * steps;
    for (int i = 0; i < 72; ++i) {
      const double direction = i * kPi / 36.0 + 0.01;
      const Vector3d v = push(factor * limit, direction, steps);
      const double error = std::remainder(std::atan2(v.y(), v.x()) - direction, 2.0 * kPi);
      EXPECT_LT(std::abs(error), 0.1 * kPi / 180.0) << direction;  // the promise
      // The free speed of a step is that of gravity and push, below 2 h g.
      EXPECT_NEAR(v.norm(), speed, tolerance(steps, 2.0 * kStep * kGravity) + kSolver * speed);
    }
  }
}

TEST(Sphere, RollsWithFiveSeventhsOfTheSpeedThatItWasSlidWith)
{
  const double v0 = 2.0;
  const double mu = 0.3;
  const double radius = 0.1;
  WorldMaker maker(mu);
  maker.add_ground();
  maker.add_sphere("ball", 1.0, radius, at(0.0, 0.0, radius));
  const auto world = maker.make();
  world->initial_v[kVx] = v0;
  Simulation simulation = simulate(world);
  const double rolls_after = 2.0 / 7.0 * v0 / (mu * kGravity);  // 0.19 s
  testing::run_steps(simulation, static_cast<int>(rolls_after / kStep));
  EXPECT_EQ(simulation.record().contacts.at(0).state, ContactState::kSlide);
  const int steps = 1000;
  testing::run_steps(simulation, steps);
  EXPECT_EQ(simulation.record().contacts.at(0).state, ContactState::kStick);
  // Angular momentum about the line of contact is kept by every step, whatever its size.
  EXPECT_NEAR(simulation.state().v[kVx], 5.0 / 7.0 * v0, tolerance(2 * steps, v0));
  // ω is in the axes of the ball; about y it is the same in the world, since it turns about y.
  EXPECT_NEAR(simulation.state().v[1] * radius, 5.0 / 7.0 * v0, tolerance(2 * steps, v0));
}

/// Two pads, x = ±0.05, pressed against a capsule by a force each.
WorldMaker capsule_between_pads(double friction)
{
  WorldMaker maker(friction);
  for (const double side : {-1.0, 1.0}) {
    const std::string name = side < 0.0 ? "left" : "right";
    maker.add_link(
      name, box_inertia(0.2, {0.02, 0.1, 0.2}), kWorldLink,
      testing::make_joint(
        JointType::kPrismatic, Vector3d(-side, 0.0, 0.0),
        {side * 0.04, 0.0, 1.0}));
    maker.add_shape(name, Box{{0.01, 0.05, 0.1}});
  }
  maker.add_free("capsule", cylinder_inertia(0.1, 0.03, 0.1), at(0.0, 0.0, 1.0));
  maker.add_shape("capsule", Capsule{0.03, 0.05});
  return maker;
}

TEST(Gripper, DoesNotLetAPinchedCapsuleCreep)
{
  const double mu = 0.5;
  const auto world = capsule_between_pads(mu).make();
  Simulation simulation = simulate(world);
  const double force = 20.0 * 0.1 * kGravity / (2.0 * mu);  // friction of two pads: 20 weights
  command_effort(world->model, "left", force, simulation.command());
  command_effort(world->model, "right", force, simulation.command());
  testing::run_steps(simulation, 100);
  const int first = world->model.first_q(world->model.body_index("capsule"));
  const Vector3d start = simulation.state().q.segment<3>(first);
  testing::run_steps(simulation, 60000);
  const Vector3d moved = simulation.state().q.segment<3>(first) - start;
  EXPECT_LT(moved.norm() / 60.0, 1e-9);  // as on the incline
  double up = 0.0;
  for (const ContactRecord & contact : simulation.record().contacts) {
    const double sign = contact.link_b == world->model.link_index("capsule") ? 1.0 : -1.0;
    up += sign * contact.friction_force.z();
  }
  EXPECT_NEAR(up, 0.1 * kGravity, 1e-6 * kGravity);
}

TEST(FastBall, DoesNotPassAThinWall)
{
  for (const double speed : {1.0, 10.0, 100.0, 333.0}) {
    WorldMaker maker(0.0);
    maker.set_gravity(Vector3d::Zero());
    maker.add_shape(kWorldLink, Box{{0.005, 1.0, 1.0}});  // from -5 mm to 5 mm
    maker.add_sphere("ball", 0.01, 0.01, at(-1.0, 0.0, 0.0));
    const auto world = maker.make();
    world->initial_v[kVx] = speed;
    Simulation simulation = simulate(world);
    testing::run_steps(simulation, static_cast<int>(2.0 / speed / kStep) + 10);
    // Without a bounce it stops where it touches; the gap is that of the step before, exactly.
    EXPECT_NEAR(simulation.state().q[0] - 1.0, -0.015, 1e-9 + tolerance(1, speed * kStep)) << speed;
    EXPECT_LT(simulation.state().v.norm(), tolerance(1, speed)) << speed;
  }
}

/// The greatest height of a ball above the ground after it was dropped from a height and has
/// bounced once.
double bounce(double height, double e, RestitutionLaw law, double h)
{
  const double radius = 0.05;
  WorldMaker maker(0.4, e);
  maker.add_ground();
  maker.add_sphere("ball", 0.3, radius, at(0.0, 0.0, radius + height));
  StepperOptions options;
  options.step = h;
  options.restitution_law = law;
  Simulation simulation = simulate(maker.make(), options);
  while (simulation.state().v[kVz] <= 0.0 && simulation.state().time < 2.0) {
    simulation.step();
  }
  while (simulation.state().v[kVz] > 0.0 && simulation.state().time < 4.0) {
    simulation.step();
  }
  return simulation.state().q[2] + height;
}

// The step in which the ball would come through leaves a gap of up to h v: with d the way fallen,
// H - h v <= d <= H and v² = 2 g d - g h v. It rises by that gap, by h e v/2 and by (e v)²/2g, so
// the peak is e² H up to 1.5 h v. With h g: for speeds at steps on either side.
TEST(Bounce, RisesToTheSquareOfTheRestitutionTimesTheHeight)
{
  for (const RestitutionLaw law : {RestitutionLaw::kNewton, RestitutionLaw::kPoisson}) {
    for (const double e : {0.3, 0.5, 0.8, 1.0}) {
      for (const double height : {0.5, 0.52, 0.54, 1.0}) {
        for (const double h : {1e-3, 1e-4}) {
          const double error = 1.5 * h * (std::sqrt(2.0 * kGravity * height) + h * kGravity);
          EXPECT_NEAR(bounce(height, e, law, h), e * e * height, error)
            << (law == RestitutionLaw::kNewton ? "Newton" : "Poisson") << ", e " << e << ", height "
            << height << ", h " << h;
        }
      }
    }
  }
}

TEST(Bounce, DoesNotHappenWithoutRestitution)
{
  for (const RestitutionLaw law : {RestitutionLaw::kNewton, RestitutionLaw::kPoisson}) {
    EXPECT_NEAR(bounce(0.5, 0.0, law, 1e-3), 0.0, 1e-9);
  }
}

/// Equal balls on a rail, 2.3 mm apart; the first one comes. At 1 m/s and 1 ms a step each impact
/// is one of two balls, as it is in the real cradle, and no step ends just where they touch (there
/// the stepper's dead zone of 1e-10 m would take 1e-10/h of the speed).
TEST(Cradle, HandsTheWholeSpeedToTheLastBall)
{
  const int balls = 5;
  WorldMaker maker(0.0, 1.0);
  for (int i = 0; i < balls; ++i) {
    const std::string name = "ball" + std::to_string(i);
    maker.add_link(
      name, sphere_inertia(0.1, 0.02), kWorldLink,
      testing::make_joint(JointType::kPrismatic, Vector3d::UnitX(), {0.0423 * i, 0.0, 0.0}));
    maker.add_shape(name, Sphere{0.02});
  }
  for (const RestitutionLaw law : {RestitutionLaw::kNewton, RestitutionLaw::kPoisson}) {
    const auto world = maker.make();
    world->initial_v[0] = 1.0;
    StepperOptions options;
    options.restitution_law = law;
    Simulation simulation = simulate(world, options);
    testing::run_steps(simulation, 50);
    for (int i = 0; i < balls; ++i) {
      EXPECT_NEAR(simulation.state().v[i], i == balls - 1 ? 1.0 : 0.0, tolerance(50, 1.0)) << i;
    }
  }
}

}  // namespace

}  // namespace contact_sim
