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

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/io/scenario_file.hpp"
#include "contact_sim/io/scenario_world.hpp"
#include "support/worlds.hpp"

namespace contact_sim
{
namespace
{

namespace fs = std::filesystem;
using Eigen::Vector3d;

/// Files are looked for from the source tree's folder of scenarios.
ScenarioFile parse(const std::string & text)
{
  return parse_scenario(text, CONTACT_SIM_SCENARIOS "/test.yaml");
}

BuiltScenario build(const std::string & text)
{
  return build_world(parse(text));
}

template<typename Function>
std::string refusal(Function function)
{
  try {
    function();
  } catch (const std::runtime_error & error) {
    return error.what();
  }
  return "not refused";
}

bool has(const std::string & text, const std::string & part)
{
  return text.find(part) != std::string::npos;
}

const char kArm[] =
  "robots:\n"
  "  - name: arm\n"
  "    urdf: two_link_arm.urdf\n"
  "    floating: false\n";

}  // namespace

TEST(ScenarioWorld, gives_primitives_the_inertia_of_solid_bodies)
{
  const BuiltScenario built = build(
    "bodies:\n"
    "  - {name: box, shape: box, size: [1, 2, 3], density: 10}\n"
    "  - {name: ball, shape: sphere, radius: 0.5, mass: 2}\n"
    "  - {name: rod, shape: cylinder, radius: 0.5, length: 2, mass: 3}\n"
    "  - {name: pill, shape: capsule, radius: 0.5, length: 2, density: 1}\n");
  const Model & model = built.world->model;
  const auto inertia = [&](const std::string & name) {
      return model.inertia(model.body_index(name + "/root_joint"));
    };
  EXPECT_DOUBLE_EQ(inertia("box").mass, 60.0);
  EXPECT_DOUBLE_EQ(inertia("box").rotational(0, 0), 60.0 / 12.0 * (4.0 + 9.0));
  EXPECT_DOUBLE_EQ(inertia("ball").rotational(1, 1), 0.4 * 2.0 * 0.25);
  EXPECT_DOUBLE_EQ(inertia("rod").rotational(2, 2), 0.5 * 3.0 * 0.25);
  EXPECT_DOUBLE_EQ(inertia("pill").mass, M_PI * (0.25 * 2.0 + 4.0 / 3.0 * 0.125));

  // About x by thin slices across z: each of radius ρ(z) has ρ²/4 + z² a unit of mass. The
  // midpoint rule with n slices is right to about 1/n.
  double across = 0.0;
  const int n = 200000;
  for (int i = 0; i < n; ++i) {
    const double z = 1.5 * (2.0 * (i + 0.5) / n - 1.0);
    const double beyond = std::max(0.0, std::abs(z) - 1.0);
    const double square = 0.25 - beyond * beyond;
    across += M_PI * square * (square / 4.0 + z * z) * 3.0 / n;
  }
  EXPECT_NEAR(inertia("pill").rotational(0, 0), across, 1e-5 * across);
}

TEST(ScenarioWorld, gives_a_mesh_the_inertia_of_what_it_encloses)
{
  // A tetrahedron with a corner at the origin and edges of 1 m along the axes: its volume is 1/6,
  // its centre at 1/4, ∫x² = 1/60 and ∫xy = 1/120.
  const fs::path file = fs::temp_directory_path() / "contact_sim_test_tetrahedron.obj";
  std::ofstream(file) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  for (const std::string mode : {"hull", "exact", "auto"}) {
    const BuiltScenario built = build(
      "bodies:\n  - {name: t, shape: mesh, file: " + file.string() + ", density: 6, mesh: " + mode +
      "}\n");
    const Model & model = built.world->model;
    const SpatialInertia & inertia = model.inertia(1);
    EXPECT_NEAR(inertia.mass, 1.0, 1e-12);
    EXPECT_LT((inertia.center - Vector3d::Constant(0.25)).norm(), 1e-12);
    EXPECT_NEAR(inertia.rotational(0, 0), 6.0 * (2.0 / 60.0) - 2.0 / 16.0, 1e-12);
    EXPECT_NEAR(inertia.rotational(0, 1), -6.0 / 120.0 + 1.0 / 16.0, 1e-12);
    EXPECT_STREQ(
      shape_name(built.world->scene.geometry(0).shape),
      mode == "exact" ? "triangle mesh" : "convex mesh");
  }
  const BuiltScenario still =
    build("statics:\n  - {name: t, shape: mesh, file: " + file.string() + "}\n");
  EXPECT_STREQ(shape_name(still.world->scene.geometry(0).shape), "triangle mesh");
  fs::remove(file);
}

TEST(ScenarioWorld, puts_the_ground_where_it_is_said)
{
  const BuiltScenario built = build("ground: {normal: [0, 3, 4], height: 0.5}\n");
  const Geometry & ground = built.world->scene.geometry(0);
  EXPECT_LT((ground.X_BG * Vector3d::UnitZ() - Vector3d(0.0, 0.6, 0.8) * 1.5).norm(), 1e-15);
  EXPECT_EQ(ground.body, kWorldBody);
  EXPECT_EQ(build("ground: none\n").world->scene.size(), 0);
}

TEST(ScenarioWorld, starts_bodies_with_velocities_in_world_axes)
{
  const BuiltScenario built = build(
    "bodies:\n  - {name: box, urdf: box.urdf, pose: {xyz: [1, 2, 3], rpy: [0.3, -0.4, 1]},"
    " velocity: {linear: [1, 2, 3], angular: [4, 5, 6]}}\n");
  const World & world = *built.world;
  Data data(world.model);
  forward_kinematics(world.model, data, world.initial_q, world.initial_v);
  Vector6d expected;
  expected << 4, 5, 6, 1, 2, 3;
  EXPECT_LT((body_velocity(data, 1) - expected).norm(), 1e-14);
  EXPECT_LT((data.position[1] - Vector3d(1, 2, 3)).norm(), 1e-14);
}

TEST(ScenarioWorld, takes_effort_limits_from_the_urdf_and_gains_from_the_scenario)
{
  const BuiltScenario built = build(
    std::string(kArm) + "    gains: {stiffness: 100, damping: 2}\n"
    "    joint_gains: {elbow: {stiffness: 50, effort_limit: 3, exact: true}}\n"
    "    joint_positions: {shoulder: 0.5}\n");
  const World & world = *built.world;
  const int shoulder = world.model.first_v(world.model.body_index("arm/shoulder"));
  const int elbow = world.model.first_v(world.model.body_index("arm/elbow"));
  const double limit = world.model.joint(world.model.body_index("arm/shoulder")).limits.effort;
  EXPECT_EQ(world.controls[shoulder].stiffness, 100.0);
  EXPECT_EQ(world.controls[shoulder].effort_limit, limit);
  EXPECT_FALSE(world.controls[shoulder].exact);
  EXPECT_EQ(world.controls[elbow].stiffness, 50.0);
  EXPECT_EQ(world.controls[elbow].damping, 2.0);
  EXPECT_EQ(world.controls[elbow].effort_limit, 3.0);
  EXPECT_TRUE(world.controls[elbow].exact);
  EXPECT_EQ(built.hold.mode[shoulder], CommandMode::kPosition);
  EXPECT_EQ(built.hold.position[shoulder], 0.5);
  EXPECT_EQ(world.initial_q[world.model.first_q(world.model.body_index("arm/shoulder"))], 0.5);
  const BuiltScenario limp = build(std::string(kArm) + "    hold: false\n    exact: true\n");
  EXPECT_EQ(limp.hold.mode[shoulder], CommandMode::kNone);
  EXPECT_TRUE(limp.world->controls[shoulder].exact);
}

TEST(ScenarioWorld, leaves_joints_that_mimic_to_those_that_lead)
{
  const BuiltScenario built = build(
    "robots:\n  - {name: g, urdf: gripper.urdf, floating: false, gains: {stiffness: 9}}\n");
  const Model & model = built.world->model;
  const int leader = model.first_v(model.body_index("g/finger_joint"));
  const int follower = model.first_v(model.body_index("g/right_finger_joint"));
  EXPECT_EQ(built.world->controls[leader].stiffness, 9.0);
  EXPECT_EQ(built.world->controls[follower].stiffness, 0.0);
  EXPECT_EQ(built.hold.mode[follower], CommandMode::kNone);
}

TEST(ScenarioWorld, lets_links_of_a_robot_touch_as_it_is_said)
{
  const std::string robot = "robots:\n  - {name: h, urdf: humanoid.urdf";
  const auto touch = [](const BuiltScenario & built, const std::string & a, const std::string & b) {
      const World & world = *built.world;
      for (int i = 0; i < world.scene.size(); ++i) {
        for (int j = 0; j < world.scene.size(); ++j) {
          if (world.scene.geometry(i).link == world.model.link_index(a) &&
            world.scene.geometry(j).link == world.model.link_index(b))
          {
            return world.scene.can_touch(i, j);
          }
        }
      }
      throw std::logic_error("no such geometry");
    };
  const char * left = "h/left_foot";
  const char * right = "h/right_foot";
  const char * shank = "h/left_shank";
  EXPECT_TRUE(touch(build(robot + "}\n"), left, right));
  EXPECT_FALSE(touch(build(robot + ", self_collision: false}\n"), left, right));
  EXPECT_FALSE(touch(build(robot + ", skip_collisions: [left_foot right_foot]}\n"), left, right));
  EXPECT_TRUE(
    touch(
      build(robot + ", self_collision: false, force_collisions: [left_foot right_foot]}\n"), left,
      right));
  EXPECT_FALSE(touch(build(robot + "}\n"), shank, "h/left_thigh"));
  const std::string two = robot + ", self_collision: false}\n  - {name: k, urdf: humanoid.urdf}\n";
  EXPECT_TRUE(touch(build(two), left, "k/left_foot"));
  EXPECT_TRUE(touch(build(two), "k/left_foot", "k/right_foot"));
}

TEST(ScenarioWorld, gives_links_their_materials)
{
  const BuiltScenario built = build(
    "materials:\n  - {name: rubber, friction: 1}\n  - {name: shell, friction: 0.2}\n"
    "robots:\n  - {name: h, urdf: humanoid.urdf, material: shell, "
    "link_materials: {left_foot: rubber}}\n");
  const World & world = *built.world;
  for (int i = 0; i < world.scene.size(); ++i) {
    const bool is_foot = world.scene.geometry(i).link == world.model.link_index("h/left_foot");
    EXPECT_EQ(world.scene.geometry(i).material, is_foot ? 1 : 2);
  }
  EXPECT_TRUE(
    has(
      refusal(
        [] {
          build("robots:\n  - {name: h, urdf: humanoid.urdf, link_materials: {foot: default}}\n");
        }),
      "'foot'"));
}

TEST(ScenarioWorld, applies_wrenches_in_their_time_at_their_point)
{
  const BuiltScenario built = build(
    "bodies:\n  - {name: box, urdf: box.urdf, pose: {rpy: [0, 0, 1.5707963267948966]}}\n"
    "wrenches:\n"
    "  - {body: box, from: 1, to: 2, force: [0, 0, 3], at: [0.1, 0, 0]}\n"
    "  - {body: box/box, from: 1.5, force: [5, 0, 0], moment: [0, 0, 7], frame: link}\n");
  Data data(built.world->model);
  Wrenches wrenches;
  State state = initial_state(*built.world);
  wrenches_at(built, state, data, wrenches);
  EXPECT_TRUE(wrenches.empty());
  state.time = 1.0;
  wrenches_at(built, state, data, wrenches);
  ASSERT_EQ(wrenches.size(), 2u);
  Vector6d expected;
  expected << 0.3, 0, 0, 0, 0, 3;  // the point is at (0, 0.1, 0) of the world
  EXPECT_LT((wrenches[1] - expected).norm(), 1e-14);
  state.time = 1.6;
  expected << 0.3, 0, 7, 0, 5, 3;
  wrenches_at(built, state, data, wrenches);
  EXPECT_LT((wrenches[1] - expected).norm(), 1e-14);
  state.time = 2.0;
  expected << 0, 0, 7, 0, 5, 0;
  wrenches_at(built, state, data, wrenches);
  EXPECT_LT((wrenches[1] - expected).norm(), 1e-14);
}

TEST(ScenarioWorld, closes_loops_of_all_that_is_in_it)
{
  const BuiltScenario built = build(
    "bodies:\n  - {name: ball, shape: sphere, radius: 0.1, mass: 1, pose: {xyz: [0.1, 0, -1]}}\n"
    "loops:\n"
    "  - {name: pin, type: spherical, link_a: world, link_b: ball, pose_b: {xyz: [0, 0, 1]}}\n");
  const State state = initial_state(*built.world);
  Data data(built.world->model);
  forward_kinematics(built.world->model, data, state.q);
  EXPECT_LT((body_pose(data, 1) * Vector3d(0, 0, 1)).norm(), 1e-9);
}

TEST(ScenarioWorld, drives_joints_along_motions_and_holds_the_others)
{
  const BuiltScenario built = build(
    std::string(kArm) + "    exact: true\n    joint_positions: {shoulder: 0.2, elbow: 0.3}\n"
    "motions:\n  - {robot: arm, times: [0, 0.1], joints: {elbow: [0.3, 0.5]}}\n");
  const auto make = [] {return testing::make_robust_solver();};
  Simulation simulation(built.world, built.options, make, make);
  drive(built, simulation);
  const Model & model = built.world->model;
  const int shoulder = model.first_q(model.body_index("arm/shoulder"));
  const int elbow = model.first_q(model.body_index("arm/elbow"));
  for (int turn = 0; turn < 2; ++turn) {
    simulation.run_until(0.05);
    // Exact means to ten digits (Drives): the command of a step is reached at its end, not later.
    EXPECT_NEAR(
      simulation.state().q[elbow], built.motions[0].sample(0, simulation.state().time).position,
      1e-8);
    simulation.run_until(0.2);
    EXPECT_NEAR(simulation.state().q[elbow], 0.5, 1e-8);
    EXPECT_NEAR(simulation.state().q[shoulder], 0.2, 1e-8);
    simulation.reset();  // forgets commands; what is held is held again
    EXPECT_EQ(simulation.command().mode[0], CommandMode::kNone);
  }
}

TEST(ScenarioWorld, leaves_a_joint_to_whoever_commands_it_later)
{
  const BuiltScenario built = build(std::string(kArm) + "    exact: true\n");
  const auto make = [] {return testing::make_robust_solver();};
  Simulation simulation(built.world, built.options, make, make);
  drive(built, simulation);
  command_position(built.world->model, "arm/elbow", 0.01, 0.0, simulation.command());
  simulation.run_until(0.05);
  const int elbow = built.world->model.first_q(built.world->model.body_index("arm/elbow"));
  EXPECT_NEAR(simulation.state().q[elbow], 0.01, 1e-8);
}

TEST(ScenarioWorld, pushes_a_free_body_as_its_wrench_says)
{
  const BuiltScenario built = build(
    "gravity: [0, 0, 0]\nbodies:\n"
    "  - {name: ball, shape: sphere, radius: 0.1, mass: 2, pose: {xyz: [0, 0, 1]}}\n"
    "wrenches:\n  - {body: ball, from: 0.0095, to: 0.0205, force: [4, 0, 0]}\n");
  const auto make = [] {return testing::make_robust_solver();};
  Simulation simulation(built.world, built.options, make, make);
  drive(built, simulation);
  simulation.run_until(0.05);
  // Eleven steps of 1 ms begin in that time: 11 ms · 4 N / 2 kg.
  EXPECT_NEAR(simulation.state().v[3], 0.022, 1e-12);
}

}  // namespace contact_sim
