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

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "contact_sim/io/scenario_file.hpp"
#include "contact_sim/session/joint_orders.hpp"

namespace contact_sim
{

const BuiltScenario & squat()
{
  static const BuiltScenario scenario =
    build_world(read_scenario(std::string(CONTACT_SIM_SCENARIOS) + "/humanoid_squat.yaml"));
  return scenario;
}

class JointOrders : public ::testing::Test
{
protected:
  std::string refusal(const JointStateMessage & message) const
  {
    try {
      reader.read(message);
      return "taken";
    } catch (const std::invalid_argument & error) {
      return error.what();
    }
  }

  SceneNames names{squat(), ""};
  CommandReader reader{squat(), names};
};

JointStateMessage position(const std::string & joint, double value)
{
  JointStateMessage message;
  message.name = {joint};
  message.position = {value};
  return message;
}

TEST_F(JointOrders, take_partial_lists_by_name_with_or_without_the_robot)
{
  JointStateMessage message;
  message.name = {"right_elbow", "humanoid/left_elbow"};
  message.position = {-1.0, -0.5};
  message.effort = {0.25, 0.0};
  const std::vector<JointOrder> orders = reader.read(message);
  ASSERT_EQ(orders.size(), 2u);
  const Model & model = squat().world->model;
  EXPECT_EQ(orders[0].dof, model.first_v(model.body_index("humanoid/right_elbow")));
  EXPECT_EQ(orders[1].dof, model.first_v(model.body_index("humanoid/left_elbow")));
  EXPECT_EQ(orders[0].mode, CommandMode::kPosition);
  EXPECT_EQ(orders[0].position, -1.0);
  EXPECT_EQ(orders[0].velocity, 0.0);
  EXPECT_EQ(orders[0].effort, 0.25);
}

TEST_F(JointOrders, choose_the_mode_by_what_is_given)
{
  JointStateMessage message;
  message.name = {"left_elbow"};
  message.effort = {1.0};
  EXPECT_EQ(reader.read(message)[0].mode, CommandMode::kEffort);
  message.velocity = {2.0};
  EXPECT_EQ(reader.read(message)[0].mode, CommandMode::kVelocity);
  message.position = {3.0};
  EXPECT_EQ(reader.read(message)[0].mode, CommandMode::kPosition);
}

TEST_F(JointOrders, refuse_what_is_wrong_and_name_it)
{
  EXPECT_NE(refusal(position("tail", 1.0)).find("no joint 'tail'"), std::string::npos);
  EXPECT_NE(refusal(position("tail", 1.0)).find("left_elbow"), std::string::npos);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(
    refusal(position("left_elbow", nan)).find("position of joint 'left_elbow' is"),
    std::string::npos);
  JointStateMessage message = position("left_elbow", 1.0);
  message.velocity = {1.0, 2.0};
  EXPECT_NE(refusal(message).find("expected 1 numbers in velocity"), std::string::npos);
  message = position("left_elbow", 1.0);
  message.name.push_back("left_elbow");
  message.position.push_back(2.0);
  EXPECT_NE(refusal(message).find("named twice"), std::string::npos);
  message = {};
  message.name = {"left_elbow"};
  EXPECT_NE(refusal(message).find("found names alone"), std::string::npos);
  EXPECT_NE(refusal(position("left_knee", 1.0)).find("moved by the scenario"), std::string::npos);
}

TEST_F(JointOrders, say_the_beginning_of_a_long_name_without_cutting_a_letter)
{
  const std::string said = refusal(position(std::string(39000, 'x'), 1.0));
  EXPECT_LT(said.size(), 2000u);  // the joints there are, and some words
  EXPECT_NE(said.find("no joint '" + std::string(80, 'x') + "…' takes"), std::string::npos) << said;
  // Each letter has two bytes, so that byte 80 is the second half of one.
  std::string letters = "x";
  for (int i = 0; i < 1000; ++i) {
    letters += "é";
  }
  EXPECT_NE(
    refusal(position(letters, 1.0)).find("no joint '" + letters.substr(0, 79) + "…'"),
    std::string::npos);
  // Bytes that are not UTF-8 at all, and those that would steer a terminal.
  EXPECT_NE(
    refusal(position(std::string(1000, '\x80'), 1.0)).find("no joint '…'"), std::string::npos);
  EXPECT_NE(
    refusal(position("a\x1b[2J\n", 1.0)).find("no joint 'a?[2J?' takes"), std::string::npos);
}

TEST_F(JointOrders, refuse_what_could_not_move_the_joint)
{
  const BuiltScenario scenario = build_world(
    read_scenario(std::string(CONTACT_SIM_SCENARIOS) + "/hoist.yaml"));
  const SceneNames scene(scenario, "");
  const CommandReader free_joints(scenario, scene);
  ASSERT_FALSE(scene.joints().empty());
  JointStateMessage message = position(scene.joints().back().name, 0.1);
  EXPECT_THROW(free_joints.read(message), std::invalid_argument);
  message.position.clear();
  message.effort = {0.1};
  EXPECT_EQ(free_joints.read(message).size(), 1u);
}

TEST_F(JointOrders, replace_waiting_ones_of_the_same_joint_but_not_in_lockstep)
{
  CommandInbox inbox(false);
  inbox.push(reader.read(position("left_elbow", -0.1)));
  inbox.push(reader.read(position("right_elbow", -0.2)));
  inbox.push(reader.read(position("left_elbow", -0.3)));
  std::vector<JointOrder> orders;
  ASSERT_TRUE(inbox.pop(orders));
  ASSERT_EQ(orders.size(), 2u);
  EXPECT_EQ(orders[0].position, -0.3);
  EXPECT_FALSE(inbox.pop(orders));

  CommandInbox lockstep(true);
  lockstep.push(reader.read(position("left_elbow", -0.1)));
  lockstep.push(reader.read(position("left_elbow", -0.3)));
  ASSERT_TRUE(lockstep.pop(orders));
  EXPECT_EQ(orders[0].position, -0.1);
  ASSERT_TRUE(lockstep.pop(orders));
  EXPECT_TRUE(lockstep.empty());
}

TEST_F(JointOrders, leave_other_joints_as_they_were)
{
  Command command(squat().world->model.nv());
  const std::vector<JointOrder> orders = reader.read(position("left_elbow", -0.4));
  apply_orders(orders, command);
  for (int dof = 0; dof < squat().world->model.nv(); ++dof) {
    EXPECT_EQ(
      command.mode[dof], dof == orders[0].dof ? CommandMode::kPosition : CommandMode::kNone);
  }
  EXPECT_EQ(command.position[orders[0].dof], -0.4);
}

}  // namespace contact_sim
