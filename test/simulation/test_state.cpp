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

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/dynamics/model_builder.hpp"
#include "contact_sim/simulation/state.hpp"
#include "contact_sim/simulation/step_record.hpp"

namespace contact_sim
{
namespace
{

using Eigen::Isometry3d;
using Eigen::Vector3d;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Two links of 1 m that turn about y, the second by twice the first where it mimics; and a body.
Model two_links(bool has_mimic, bool has_box = false)
{
  ModelBuilder builder;
  const std::string names[] = {"upper", "lower"};
  for (int i = 0; i < 2; ++i) {
    builder.add_link(names[i], box_inertia(1.0, Vector3d(0.1, 0.1, 1.0)));
    Joint joint;
    joint.name = i == 0 ? "shoulder" : "elbow";
    joint.type = JointType::kRevolute;
    joint.axis = Vector3d::UnitY();
    joint.pose.translation() = i == 0 ? Vector3d::Zero() : Vector3d(0.0, 0.0, -1.0);
    if (i == 1 && has_mimic) {
      joint.mimic = MimicSpec{"shoulder", 2.0, 0.1};
    }
    builder.add_joint(joint, i == 0 ? kWorldLink : names[0], names[i]);
  }
  if (has_box) {
    builder.add_link("box", box_inertia(1.0, Vector3d::Ones()));
    Joint joint;
    joint.name = "box/root_joint";
    joint.type = JointType::kFloating;
    builder.add_joint(joint, kWorldLink, "box");
  }
  return builder.build();
}

template<typename Function>
std::string refusal(Function function)
{
  try {
    function();
  } catch (const std::invalid_argument & error) {
    return error.what();
  }
  return "not refused";
}

bool has(const std::string & text, const std::string & part)
{
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST(StateHash, TellsEveryBitApart)
{
  State state;
  state.q = Vector3d(1.0, 0.0, 3.0);
  state.v = Vector3d(4.0, 5.0, 6.0);
  const std::uint64_t hash = state_hash(state);
  EXPECT_EQ(state_hash(State(state)), hash);
  for (int i = 0; i < 3; ++i) {
    State other = state;
    other.q[i] = std::nextafter(other.q[i], 10.0);
    EXPECT_NE(state_hash(other), hash);
    other = state;
    other.v[i] = std::nextafter(other.v[i], 10.0);
    EXPECT_NE(state_hash(other), hash);
  }
  State other = state;
  other.q[1] = -0.0;
  EXPECT_NE(state_hash(other), hash);
  other = state;
  ++other.step;
  EXPECT_NE(state_hash(other), hash);
  // FNV-1a of 16 zero bytes, from its definition: the basis times the prime to the 16th.
  std::uint64_t expected = 14695981039346656037u;
  for (int byte = 0; byte < 16; ++byte) {
    expected *= 1099511628211u;
  }
  EXPECT_EQ(state_hash(State()), expected);
}

TEST(State, begins_where_the_world_says_with_mimic_joints_in_place)
{
  World world(two_links(true));
  world.initial_q << 0.3, 0.0;
  world.initial_v << 0.5, 0.0;
  const State state = initial_state(world);
  EXPECT_EQ(state.step, 0);
  EXPECT_EQ(state.time, 0.0);
  EXPECT_DOUBLE_EQ(state.q[1], 2.0 * 0.3 + 0.1);
  EXPECT_DOUBLE_EQ(state.v[1], 2.0 * 0.5);
}

TEST(State, begins_with_loops_closed_in_position_and_velocity)
{
  // The end of the lower link is held at 1.5 m below: from bent links nearby it gets there.
  const Vector3d end(0.0, 0.0, -1.0);
  const Vector3d target(0.0, 0.0, -1.5);
  World world(two_links(false), {point_loop("hand", kWorldLink, target, "lower", end)});
  world.initial_q << 0.6, -1.3;
  world.initial_v << 1.0, 1.0;
  const State state = initial_state(world);
  Data data(world.model);
  forward_kinematics(world.model, data, state.q, state.v);
  const int lower = world.model.body_index("elbow");
  const Vector3d at = body_pose(data, lower) * end;
  // position_tolerance of LoopOptions is 1e-10.
  EXPECT_LT((at - target).norm(), 1e-9);
  EXPECT_LT(point_velocity(data, lower, at).norm(), 1e-9);
}

TEST(State, refuses_loops_that_cannot_be_closed)
{
  World world(
    two_links(false),
    {point_loop("hand", kWorldLink, Vector3d(0.0, 0.0, -2.5), "lower", Vector3d(0.0, 0.0, -1.0))});
  world.initial_q << 0.3, -0.3;
  EXPECT_TRUE(has(refusal([&] {initial_state(world);}), "loops"));
}

TEST(State, refuses_numbers_that_are_not_finite_by_step_and_joint)
{
  const Model model = two_links(false, true);
  State state;
  state.step = 12;
  state.q = model.neutral();
  state.v = Eigen::VectorXd::Zero(model.nv());
  EXPECT_NO_THROW(check_state(model, state));
  State bad = state;
  bad.q[1] = kNan;
  EXPECT_TRUE(has(refusal([&] {check_state(model, bad);}), "'elbow'"));
  EXPECT_TRUE(has(refusal([&] {check_state(model, bad);}), "12"));
  bad = state;
  bad.v[model.nv() - 1] = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(has(refusal([&] {check_state(model, bad);}), "'box/root_joint'"));
  EXPECT_TRUE(has(refusal([&] {check_state(model, bad);}), "velocity"));
  bad = state;
  bad.v.conservativeResize(1);
  EXPECT_TRUE(has(refusal([&] {check_state(model, bad);}), "expected 8 numbers, found 1"));
}

TEST(Command, is_empty_at_first)
{
  const Command command(3);
  ASSERT_EQ(command.mode.size(), 3u);
  EXPECT_EQ(command.mode[2], CommandMode::kNone);
  EXPECT_TRUE(command.position.isZero());
}

TEST(Command, tells_a_joint_by_its_name)
{
  const Model model = two_links(false);
  Command command(model.nv());
  command_position(model, "elbow", 0.4, 0.1, command);
  EXPECT_EQ(command.mode[1], CommandMode::kPosition);
  EXPECT_EQ(command.position[1], 0.4);
  EXPECT_EQ(command.velocity[1], 0.1);
  command_effort(model, "elbow", 3.0, command);  // is added, and does not end the position command
  EXPECT_EQ(command.mode[1], CommandMode::kPosition);
  EXPECT_EQ(command.effort[1], 3.0);
  command_velocity(model, "shoulder", -2.0, command);
  EXPECT_EQ(command.mode[0], CommandMode::kVelocity);
  EXPECT_EQ(command.velocity[0], -2.0);
}

TEST(Command, refuses_what_it_cannot_follow_and_stays_as_it_was)
{
  const Model model = two_links(false, true);
  Command command(model.nv());
  EXPECT_TRUE(has(refusal([&] {command_position(model, "elbo", 0, 0, command);}), "elbow"));
  EXPECT_TRUE(
    has(refusal([&] {command_velocity(model, "box/root_joint", 0, command);}), "floating"));
  EXPECT_TRUE(has(refusal([&] {command_position(model, "elbow", kNan, 0, command);}), "'elbow'"));
  EXPECT_TRUE(has(refusal([&] {command_position(model, "elbow", 0, kNan, command);}), "velocity"));
  EXPECT_TRUE(has(refusal([&] {command_effort(model, "elbow", kNan, command);}), "effort"));
  EXPECT_EQ(command.mode[1], CommandMode::kNone);
  EXPECT_EQ(command.position[1], 0.0);
}

TEST(Command, is_checked_by_step_joint_and_value)
{
  const Model model = two_links(false);
  Command command(model.nv());
  EXPECT_NO_THROW(check_command(model, command, 7));
  command.effort[1] = kNan;
  const std::string text = refusal([&] {check_command(model, command, 7);});
  EXPECT_TRUE(has(text, "step 7")) << text;
  EXPECT_TRUE(has(text, "'elbow'")) << text;
  EXPECT_TRUE(has(text, "nan")) << text;
  EXPECT_TRUE(has(refusal([&] {check_command(model, Command(1), 7);}), "found 1"));
}

TEST(StepRecord, sums_the_contact_wrench_of_a_link_about_its_origin_in_its_frame)
{
  StepRecord record;
  ContactRecord contact;
  contact.link_a = 4;
  contact.link_b = 7;
  contact.position = Vector3d(1.0, 2.0, 0.0);
  contact.normal = Vector3d::UnitZ();
  contact.normal_force = 10.0;
  contact.friction_force = Vector3d(3.0, 0.0, 0.0);
  contact.sliding_velocity.setZero();
  record.contacts.push_back(contact);
  contact.link_a = -1;
  contact.position = Vector3d(0.0, 2.0, 0.0);
  contact.friction_force.setZero();
  record.contacts.push_back(contact);

  // The link's origin is at (0, 2, 1), and its x axis is the world's y.
  Isometry3d X_WL = Isometry3d::Identity();
  X_WL.translation() = Vector3d(0.0, 2.0, 1.0);
  X_WL.linear() = Eigen::AngleAxisd(M_PI / 2.0, Vector3d::UnitZ()).toRotationMatrix();
  const Vector6d on_b = link_wrench(record, 7, X_WL);
  // Force (3, 0, 20); moment (1, 0, -1) x (3, 0, 10) = (0, -13, 0), and of the second one 0.
  Vector6d expected;
  expected << -13.0, 0.0, 0.0, 0.0, -3.0, 20.0;
  EXPECT_LT((on_b - expected).norm(), 1e-14 * expected.norm());

  const Vector6d on_a = link_wrench(record, 4, Isometry3d::Identity());
  expected << -20.0, 10.0, 6.0, -3.0, 0.0, -10.0;  // -(1, 2, 0) x (3, 0, 10) and -(3, 0, 10)
  EXPECT_LT((on_a - expected).norm(), 1e-14 * expected.norm());
  EXPECT_TRUE(link_wrench(record, 5, X_WL).isZero());
}

TEST(StepRecord, has_words_for_what_happened)
{
  EXPECT_STREQ(to_string(ContactState::kSeparate), "separate");
  EXPECT_STREQ(to_string(ContactState::kStick), "stick");
  EXPECT_STREQ(to_string(ContactState::kSlide), "slide");
  EXPECT_STREQ(to_string(Fallback::kNone), "none");
  EXPECT_STREQ(to_string(Fallback::kLastResort), "last resort");
}

}  // namespace contact_sim
