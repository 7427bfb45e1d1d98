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

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/lcp/algorithms.hpp"
#include "contact_sim/ros/parameter_bridge.hpp"

namespace contact_sim
{

class ParameterBridgeTest : public ::testing::Test
{
protected:
  static void SetUpTestSuite() {rclcpp::init(0, nullptr);}
  static void TearDownTestSuite() {rclcpp::shutdown();}

  std::shared_ptr<rclcpp::Node> node_with(const std::vector<rclcpp::Parameter> & overrides) const
  {
    return std::make_shared<rclcpp::Node>(
      "bridge", rclcpp::NodeOptions().parameter_overrides(overrides));
  }

  /// All of them as solver.<name>.
  ParameterMap declare(rclcpp::Node & node, const DeclareOptions & options = {}) const
  {
    ParameterMap values;
    for (const ParameterSpec & spec : specs) {
      values[spec.name] = declare_spec(node, "solver.", spec, options);
    }
    return values;
  }

  const std::vector<ParameterSpec> & specs = find_lcp_algorithm("robust_lemke").parameters;
};

TEST_F(ParameterBridgeTest, declares_every_parameter_with_its_default)
{
  const auto node = node_with({});
  const ParameterMap values = declare(*node);
  EXPECT_EQ(values, resolve_parameters(specs, {}));
  for (const ParameterSpec & spec : specs) {
    EXPECT_TRUE(node->has_parameter("solver." + spec.name));
    const auto descriptor = node->describe_parameter("solver." + spec.name);
    EXPECT_EQ(descriptor.description.find(spec.description), 0u);
  }
}

TEST_F(ParameterBridgeTest, takes_what_the_user_has_set)
{
  const auto node = node_with({{"solver.epsilon", 1e-4}, {"solver.max_pivots", 77}});
  const ParameterMap values = declare(*node);
  EXPECT_EQ(std::get<double>(values.at("epsilon")), 1e-4);
  EXPECT_EQ(std::get<std::int64_t>(values.at("max_pivots")), 77);
}

TEST_F(ParameterBridgeTest, lets_the_server_refuse_what_is_out_of_range)
{
  EXPECT_THROW(
    declare(*node_with({{"solver.epsilon", -1.0}})),
    rclcpp::exceptions::InvalidParameterValueException);
  const auto node = node_with({});
  declare(*node);
  EXPECT_FALSE(node->set_parameter({"solver.epsilon", 2.0}).successful);
  EXPECT_TRUE(node->set_parameter({"solver.epsilon", 0.5}).successful);
  EXPECT_EQ(node->get_parameter("solver.epsilon").as_double(), 0.5);
}

TEST_F(ParameterBridgeTest, declares_again_what_was_undeclared_whatever_a_file_said)
{
  const auto node = node_with({{"solver.epsilon", 1e-4}});
  DeclareOptions options;
  options.can_be_undeclared = true;
  EXPECT_EQ(std::get<double>(declare(*node, options).at("epsilon")), 1e-4);
  for (const ParameterSpec & spec : specs) {
    node->undeclare_parameter("solver." + spec.name);
  }
  options.ignores_overrides = true;
  EXPECT_EQ(declare(*node, options), resolve_parameters(specs, {}));
}

TEST_F(ParameterBridgeTest, changes_are_ours_and_of_a_type_of_ours)
{
  const ParameterMap own{{"a", 1.0}, {"b", true}};
  EXPECT_EQ(own_changes({{"a", 2.0}, {"use_sim_time", true}}, own), (ParameterMap{{"a", 2.0}}));
  EXPECT_THROW(own_changes({rclcpp::Parameter("a")}, own), std::invalid_argument);
  EXPECT_THROW(own_changes({{"b", std::vector<double>{1.0}}}, own), std::invalid_argument);
}

}  // namespace contact_sim
