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
#include <sys/wait.h>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/dynamics/model_builder.hpp"
#include "contact_sim/io/urdf_file.hpp"

namespace contact_sim
{
namespace
{

using Eigen::Isometry3d;
using Eigen::Vector3d;

std::vector<std::string> shipped_files()
{
  std::vector<std::string> files;
  for (const auto & entry : std::filesystem::directory_iterator(CONTACT_SIM_URDF)) {
    files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

RobotDescription shipped(const std::string & name)
{
  return read_urdf((std::filesystem::path(CONTACT_SIM_URDF) / (name + ".urdf")).string());
}

Model model_of(const RobotDescription & robot, bool is_floating)
{
  ModelBuilder builder;
  add_robot(builder, robot, {"", Isometry3d::Identity(), is_floating});
  return builder.build();
}

double mass_of(const RobotDescription & robot)
{
  double mass = 0.0;
  for (const LinkDescription & link : robot.links) {
    mass += link.inertia ? link.inertia->mass : 0.0;
  }
  return mass;
}

double & position(const Model & model, Eigen::VectorXd & q, const std::string & joint)
{
  return q[model.first_q(model.body_index(joint))];
}

/// The corners of the boxes of a link, in the world.
std::vector<Vector3d> corners(
  const RobotDescription & robot, const std::string & link, const Isometry3d & pose)
{
  std::vector<Vector3d> points;
  for (const CollisionDescription & shape : robot.link(link).collisions) {
    for (int i = 0; i < 8; ++i) {
      const Vector3d sign(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5);
      points.push_back(pose * shape.pose * sign.cwiseProduct(shape.geometry.size));
    }
  }
  return points;
}

std::string refusal_to_add(
  ModelBuilder & builder, const RobotDescription & robot, const RobotPlacement & placement)
{
  try {
    add_robot(builder, robot, placement);
  } catch (const std::invalid_argument & error) {
    return error.what();
  }
  return "not refused";
}

}  // namespace

TEST(RobotDescription, puts_several_robots_into_one_world)
{
  ModelBuilder builder;
  Isometry3d pose = Isometry3d::Identity();
  pose.translation() = Vector3d(1.0, 2.0, 3.0);
  add_robot(builder, shipped("two_link_arm"), {"left", pose, false});
  add_robot(builder, shipped("two_link_arm"), {"right", Isometry3d::Identity(), false});
  add_robot(builder, shipped("box"), {"box", pose, true});
  const Model model = builder.build();
  EXPECT_EQ(model.nv(), 2 + 2 + 6);
  Data data(model);
  forward_kinematics(model, data, model.neutral());
  const auto place = [&](const std::string & link) -> Vector3d {
      return link_pose(model, data, model.link_index(link)).translation();
    };
  EXPECT_TRUE(place("left/tip").isApprox(Vector3d(1.0, 2.0, 3.92), 1e-14));
  EXPECT_TRUE(place("right/tip").isApprox(Vector3d(0.0, 0.0, 0.92), 1e-14));
  EXPECT_EQ(place("box/box"), pose.translation());
  EXPECT_EQ(model.joint(model.body_index("box/root_joint")).type, JointType::kFloating);
}

TEST(RobotDescription, keeps_the_joints_of_a_robot_together_depth_first)
{
  const Model model = model_of(shipped("humanoid"), true);
  EXPECT_EQ(model.dof_name(6), "left_hip_yaw");
  EXPECT_EQ(model.dof_name(11), "left_ankle_roll");
  EXPECT_EQ(model.dof_name(12), "left_shoulder_pitch");
  EXPECT_EQ(model.dof_name(16), "right_hip_yaw");
}

TEST(RobotDescription, scopes_the_leader_of_a_mimic)
{
  ModelBuilder builder;
  add_robot(builder, shipped("gripper"), {"a", Isometry3d::Identity(), false});
  add_robot(builder, shipped("gripper"), {"b", Isometry3d::Identity(), false});
  const Model model = builder.build();
  const auto & mimic = model.mimic(model.body_index("b/right_finger_joint"));
  ASSERT_TRUE(mimic.has_value());
  EXPECT_EQ(mimic->leader, model.body_index("b/finger_joint"));
}

TEST(RobotDescription, leaves_the_builder_as_it_was_where_a_robot_is_refused)
{
  ModelBuilder builder;
  add_robot(builder, shipped("box"), {"a", Isometry3d::Identity(), true});
  const int links = builder.build().link_count();
  EXPECT_NE(
    refusal_to_add(builder, shipped("box"), {"a", Isometry3d::Identity(), true}).find(
      "robot 'a' ("), std::string::npos);
  RobotDescription broken = shipped("two_link_arm");
  broken.joints.back().joint.pose.translation()[0] = std::nan("");
  EXPECT_NE(
    refusal_to_add(builder, broken, {"arm", Isometry3d::Identity(), false}).find("arm/wrist"),
    std::string::npos);
  EXPECT_EQ(builder.build().link_count(), links);
}

TEST(RobotDescription, refuses_a_floating_base_without_mass)
{
  ModelBuilder builder;
  EXPECT_NE(
    refusal_to_add(builder, shipped("chain_25"), {"rope", Isometry3d::Identity(), true}).find(
      "expected a mass in the root link 'base_link'"), std::string::npos);
  // Here the mass is in the torso, which is fixed to the root.
  add_robot(builder, shipped("humanoid"), {"robot", Isometry3d::Identity(), true});
  EXPECT_EQ(builder.build().nv(), 26);
}

TEST(RobotDescription, finds_links_by_name)
{
  const RobotDescription robot = shipped("humanoid");
  EXPECT_EQ(robot.link("left_foot").collisions.size(), 1u);
  try {
    robot.link("left_fot");
    FAIL() << "not refused";
  } catch (const std::invalid_argument & error) {
    EXPECT_NE(std::string(error.what()).find("'left_foot'"), std::string::npos) << error.what();
  }
}

TEST(ShippedRobots, are_read_without_a_word)
{
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  const std::vector<std::string> files = shipped_files();
  EXPECT_GE(files.size(), 20u);
  for (const std::string & file : files) {
    const RobotDescription robot = read_urdf(file);
    EXPECT_EQ(robot.name, std::filesystem::path(file).stem());
    EXPECT_GT(model_of(robot, false).link_count(), 1) << file;
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST(ShippedRobots, are_accepted_by_check_urdf)
{
  if (std::system("command -v check_urdf >/dev/null 2>&1") != 0) {
    GTEST_SKIP() << "check_urdf (package liburdfdom-tools) is not installed";
  }
  for (const std::string & file : shipped_files()) {
    // Only what goes to stderr: there urdfdom complains, also where it goes on.
    FILE * pipe = ::popen(("check_urdf '" + file + "' 2>&1 >/dev/null").c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    std::string complaints;
    char block[256];
    while (std::fgets(block, sizeof block, pipe)) {
      complaints += block;
    }
    const int status = ::pclose(pipe);
    EXPECT_EQ(WEXITSTATUS(status), 0) << file;
    EXPECT_EQ(complaints, "") << file;
  }
}

TEST(ShippedRobots, have_the_inertias_of_their_shapes)
{
  // The files have ten digits.
  const auto expect = [](const std::string & name, const SpatialInertia & expected) {
      const SpatialInertia inertia = *shipped(name).links[0].inertia;
      EXPECT_EQ(inertia.mass, expected.mass) << name;
      EXPECT_TRUE(inertia.rotational.isApprox(expected.rotational, 1e-9)) << name;
      EXPECT_EQ(inertia.center, Vector3d::Zero()) << name;
    };
  expect("box", box_inertia(1.0, {0.2, 0.2, 0.2}));
  expect("brick", box_inertia(2.4, {0.2, 0.1, 0.06}));
  expect("card", box_inertia(0.005, {0.088, 0.063, 0.001}));
  expect("sphere", sphere_inertia(1.0, 0.1));
  expect("cylinder", cylinder_inertia(1.0, 0.05, 0.15));
  expect("disc", cylinder_inertia(0.5, 0.1, 0.02));
}

TEST(ShippedRobots, have_the_joints_and_masses_their_files_say)
{
  const auto expect = [](const std::string & name, int joints, double mass) {
      const RobotDescription robot = shipped(name);
      EXPECT_EQ(model_of(robot, false).nv(), joints) << name;
      EXPECT_NEAR(mass_of(robot), mass, 1e-9) << name;
    };
  expect("humanoid", 20, 7.9);
  expect("two_link_arm", 2, 7.5);
  expect("gripper", 3, 1.06);
  expect("quadruped", 12, 12.6);
  expect("chain_25", 25, 0.25);
  expect("string_16", 16, 0.128);
  expect("ring_wire", 10, 0.145);
}

TEST(ShippedRobots, humanoid_is_mirrored_at_its_middle)
{
  const RobotDescription robot = shipped("humanoid");
  const Vector3d mirror(1.0, -1.0, 1.0);
  int pairs = 0;
  for (const LinkDescription & left : robot.links) {
    if (left.name.rfind("left_", 0) != 0) {
      continue;
    }
    const LinkDescription & right = robot.link("right_" + left.name.substr(5));
    EXPECT_EQ(left.inertia->mass, right.inertia->mass) << left.name;
    EXPECT_EQ(left.inertia->center, right.inertia->center.cwiseProduct(mirror)) << left.name;
    EXPECT_EQ(left.collisions.size(), right.collisions.size()) << left.name;
    ++pairs;
  }
  EXPECT_EQ(pairs, 11);
}

TEST(ShippedRobots, humanoid_squats_with_its_feet_flat)
{
  const RobotDescription robot = shipped("humanoid");
  const Model model = model_of(robot, true);
  Data data(model);
  for (const double angle : {0.0, 0.5, 1.1}) {
    Eigen::VectorXd q = model.neutral();
    // Thigh and shank of 0.12 m, the ankle 0.045 m above the sole, the hip 0.055 m under the base.
    q[2] = 0.1 + 0.24 * std::cos(angle);
    for (const std::string side : {"left_", "right_"}) {
      position(model, q, side + "hip_pitch") = -angle;
      position(model, q, side + "knee") = 2.0 * angle;
      position(model, q, side + "ankle_pitch") = -angle;
    }
    forward_kinematics(model, data, q);
    for (const std::string side : {"left_", "right_"}) {
      int on_the_floor = 0;
      const Isometry3d pose = link_pose(model, data, model.link_index(side + "foot"));
      for (const Vector3d & corner : corners(robot, side + "foot", pose)) {
        on_the_floor += std::abs(corner.z()) < 1e-15;
      }
      EXPECT_EQ(on_the_floor, 4) << side << angle;
      const Isometry3d knee = link_pose(model, data, model.link_index(side + "shank"));
      EXPECT_NEAR(knee.translation().x(), 0.12 * std::sin(angle), 1e-15) << side << angle;
    }
    for (int body = 2; body < model.body_count(); ++body) {
      const double value = q[model.first_q(body)];
      const JointLimits & limits = model.joint(body).limits;
      EXPECT_TRUE(limits.lower <= value && value <= limits.upper) << model.joint(body).name;
    }
  }
}

TEST(ShippedRobots, gripper_closes_where_its_tips_meet)
{
  const RobotDescription robot = shipped("gripper");
  const Model model = model_of(robot, false);
  Data data(model);
  forward_kinematics(model, data, model.neutral());
  double lowest = 1.0;
  for (const Vector3d & corner : corners(
      robot, "left_fingertip", link_pose(model, data, model.link_index("left_fingertip"))))
  {
    lowest = std::min(lowest, corner.y());
  }
  EXPECT_EQ(lowest, 0.0);
}

}  // namespace contact_sim
