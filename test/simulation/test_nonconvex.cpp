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
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "contact_sim/collision/triangle_mesh.hpp"
#include "contact_sim/io/scenario_world.hpp"
#include "contact_sim/simulation/simulation.hpp"
#include "support/count_allocations.hpp"
#include "support/worlds.hpp"

namespace contact_sim
{

using Eigen::Isometry3d;
using Eigen::Vector3d;
using testing::at;
using testing::run_steps;
using testing::simulate;
using testing::WorldMaker;

namespace
{

/// What the rules ask of an answer (1e-9, scaled) with the speeds of these scenes, below 10 m/s,
/// over a second of steps.
constexpr double kExact = 1e-6;

/// Of a free body: v is (angular, linear), q begins with how far it has come.
constexpr int kVx = 3;

StepperOptions with(NonconvexMode mode)
{
  StepperOptions options;
  options.nonconvex = mode;
  return options;
}

using Pointer = std::unique_ptr<Simulation>;  // a simulation stays where it is

Pointer run_scenario(const std::string & name, NonconvexMode mode)
{
  ScenarioFile file =
    read_scenario(std::string(CONTACT_SIM_SCENARIOS) + "/" + name + ".yaml");
  file.options.nonconvex = mode;
  const BuiltScenario scenario = build_world(file);
  Pointer simulation(new Simulation(simulate(scenario.world, scenario.options)));
  drive(scenario, *simulation);
  return simulation;
}

/// Answers by fallbacks are none of these scenes' business.
void expect_no_fallback(const StepRecord & record)
{
  for (int who = 1; who < kFallbacks; ++who) {
    ASSERT_EQ(record.solver.answered[who], 0) << record.step << ": " << record.solver.detail;
  }
}

/// A box of triangles.
Shape mesh_box(const Vector3d & half)
{
  std::vector<Vector3d> corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back(
      i & 1 ? half.x() : -half.x(), i & 2 ? half.y() : -half.y(), i & 4 ? half.z() : -half.z());
  }
  const std::vector<std::array<int, 3>> triangles{
    {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return std::make_shared<const TriangleMesh>(make_triangle_mesh(corners, triangles));
}

/// Three plates, flush at z = 0, each 0.5 m long; the first begins at x = -0.25.
void add_plates(WorldMaker & maker, bool are_meshes)
{
  const Vector3d half(0.25, 0.2, 0.025);
  for (int i = 0; i < 3; ++i) {
    maker.add_shape(
      "world", are_meshes ? mesh_box(half) : Shape(Box{half}), at(0.5 * i, 0.0, -0.025));
  }
}

/// A wheel that rolls along x at 1 m/s.
Pointer rolling_wheel(const Shape & shape, bool are_meshes, NonconvexMode mode)
{
  const double radius = 0.1;
  WorldMaker maker(0.6);
  add_plates(maker, are_meshes);
  const SpatialInertia inertia = sphere_inertia(1.0, radius);
  maker.add_free("wheel", inertia, at(0.0, 0.0, radius));
  Isometry3d lying = Isometry3d::Identity();
  lying.linear() = Eigen::AngleAxisd(M_PI / 2.0, Vector3d::UnitX()).toRotationMatrix();
  maker.add_shape("wheel", shape, lying);
  Pointer simulation(new Simulation(simulate(maker.make(), with(mode))));
  Snapshot start = simulation->snapshot();
  start.state.v[kVx] = 1.0;
  start.state.v[kVx - 2] = 1.0 / radius;  // about y
  simulation->restore(start);
  return simulation;
}

}  // namespace

TEST(NonconvexScenes, a_block_slides_over_the_hole_and_is_stopped_by_the_invisible_wall_without)
{
  for (const NonconvexMode mode : {NonconvexMode::kAuto, NonconvexMode::kMax,
      NonconvexMode::kSummation})
  {
    const Pointer made = run_scenario("block_over_hole", mode);
    Simulation & simulation = *made;
    double speed = 0.5;
    while (simulation.state().time < 0.2) {
      simulation.step();
      expect_no_fallback(simulation.record());
      // Friction takes μ g h a step and nothing else does: 0.1 x 9.81 m/s² x 1 ms, ten times that
      // while it is not clear which corner it leaves.
      EXPECT_GT(simulation.state().v[kVx], speed - 1.1 * 0.1 * testing::kGravity * 1e-3) <<
        to_string(mode) << ' ' << simulation.state().time;
      speed = simulation.state().v[kVx];
    }
    EXPECT_NEAR(speed, 0.5 - 0.1 * testing::kGravity * 0.2, 1e-3) << to_string(mode);
    EXPECT_GT(simulation.state().q[0] - 0.04, 0.0201);  // its front is over the far plate
  }
  const Pointer other = run_scenario("block_over_hole", NonconvexMode::kOff);
  Simulation & stopped = *other;
  stopped.run_until(0.2);
  EXPECT_LT(stopped.state().v[kVx], 0.05);
}

TEST(NonconvexScenes, a_drifting_peg_falls_past_the_rim_into_the_hole)
{
  const Pointer made = run_scenario("peg_over_rim", NonconvexMode::kAuto);
  Simulation & simulation = *made;
  double deepest = 0.0;
  while (simulation.state().time < 2.0) {
    simulation.step();
    expect_no_fallback(simulation.record());
    deepest = std::max(deepest, simulation.record().largest_penetration);
  }
  // From 2 mm above the plate's top to the ground 0.06 m below it.
  EXPECT_NEAR(simulation.state().q[2], -0.062, 1e-4);
  EXPECT_LT(deepest, 1e-4);
}

TEST(NonconvexScenes, the_shipped_peg_and_the_rings_run_without_a_fallback)
{
  for (const char * name : {"peg_in_hole", "ring"}) {
    const Pointer made = run_scenario(name, NonconvexMode::kAuto);
    Simulation & simulation = *made;
    while (simulation.state().time < 1.0) {
      simulation.step();
      expect_no_fallback(simulation.record());
      ASSERT_LT(simulation.record().largest_penetration, 1e-3) << name;
    }
  }
}

TEST(NonconvexScenes, a_humanoid_puts_its_foot_on_the_edge_of_a_stair)
{
  const Pointer made = run_scenario("stairs", NonconvexMode::kAuto);
  Simulation & simulation = *made;
  double on_edge = 0.0;
  while (simulation.state().time < 3.0) {
    simulation.step();
    expect_no_fallback(simulation.record());
    ASSERT_LT(simulation.record().largest_penetration, 1e-3) << simulation.state().time;
    on_edge = 0.0;
    for (const ContactRecord & contact : simulation.record().contacts) {
      // Only the right foot is on the ground; what touches above is the tread
      // and the sole that leans on its edge, never the riser.
      if (contact.position.z() > 0.02) {
        EXPECT_TRUE(
          contact.normal_force == 0.0 || std::abs(contact.normal.z()) > 0.9) <<
          simulation.state().time << ": " << contact.normal.transpose();
        on_edge += contact.normal_force;
      }
    }
  }
  EXPECT_GT(on_edge, 5.0);
}

TEST(NonconvexScenes, a_wheel_keeps_its_speed_over_the_seams_of_flush_plates)
{
  const double radius = 0.1;
  for (const bool are_meshes : {false, true}) {
    for (const Shape & shape : {Shape(Cylinder{radius, 0.04}), Shape(Sphere{radius}),
        Shape(Capsule{radius, 0.03})})
    {
      const Pointer made = rolling_wheel(shape, are_meshes, NonconvexMode::kAuto);
      Simulation & simulation = *made;
      while (simulation.state().q[0] < 1.2) {
        simulation.step();
        expect_no_fallback(simulation.record());
        ASSERT_NEAR(simulation.state().v[kVx], 1.0, kExact) <<
          shape_name(shape) << (are_meshes ? " on meshes, x = " : " on boxes, x = ") <<
          simulation.state().q[0];
      }
    }
  }
}

TEST(NonconvexScenes, a_wheel_is_braked_at_the_seams_without)
{
  const Pointer made = rolling_wheel(Cylinder{0.1, 0.04}, false, NonconvexMode::kOff);
  Simulation & simulation = *made;
  double slowest = 1.0;
  while (simulation.state().time < 0.5) {
    simulation.step();
    slowest = std::min(slowest, simulation.state().v[kVx]);
  }
  EXPECT_LT(slowest, 1.0 - 10.0 * kExact);
}

TEST(NonconvexScenes, a_restored_run_beside_a_corner_goes_on_bit_by_bit)
{
  const Pointer made = run_scenario("block_over_hole", NonconvexMode::kAuto);
  Simulation & simulation = *made;
  simulation.run_until(0.11);
  const Snapshot snapshot = simulation.snapshot();
  simulation.run_until(0.2);
  const State expected = simulation.state();
  simulation.restore(snapshot);
  simulation.run_until(0.2);
  EXPECT_TRUE((simulation.state().q.array() == expected.q.array()).all());
  EXPECT_TRUE((simulation.state().v.array() == expected.v.array()).all());
}

TEST(NonconvexScenes, groups_take_nothing_from_the_heap_in_a_steady_step)
{
  // A block at rest with its front 0.2 mm over the rim.
  WorldMaker maker(0.5);
  maker.add_shape("world", Box{{0.5, 0.5, 0.5}}, at(0.5, 0.0, -0.5));
  maker.add_shape("world", Box{{0.5, 0.5, 0.5}}, at(-0.55, 0.0, -0.5));
  maker.add_box("block", 1.0, {0.1, 0.1, 0.1}, at(-0.0498, 0.0, 0.05));
  Simulation simulation = simulate(maker.make());
  run_steps(simulation, 20);
  EXPECT_GE(simulation.stepper().problem().group_count(), 2);
  const std::size_t before = testing::allocations();
  run_steps(simulation, 20);
  EXPECT_EQ(testing::allocations(), before);
  EXPECT_LT(simulation.state().v.norm(), 1e-9);
}

}  // namespace contact_sim
