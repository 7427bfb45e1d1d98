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

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "geometry_msgs/msg/wrench_stamped.hpp"
#include "rclcpp/rclcpp.hpp"
#include "sensor_msgs/msg/joint_state.hpp"

/// Listens to the joint states and all contact wrenches of a simulator for some seconds, and prints
/// how many messages came: load_subscriber SECONDS.
int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const double seconds = argc > 1 ? std::atof(argv[1]) : 10.0;
  const auto node = std::make_shared<rclcpp::Node>("load_subscriber_" + std::to_string(getpid()));
  std::size_t states = 0;
  std::size_t wrenches = 0;
  const rclcpp::QoS qos = rclcpp::QoS(100).reliable();
  const auto joint_states = node->create_subscription<sensor_msgs::msg::JointState>(
    "joint_states", qos, [&](sensor_msgs::msg::JointState::UniquePtr) {++states;});
  std::map<std::string, rclcpp::SubscriptionBase::SharedPtr> listening;
  const auto look = node->create_wall_timer(
    std::chrono::milliseconds(500), [&] {
      for (const auto & [topic, types] : node->get_topic_names_and_types()) {
        if (topic.rfind("/contact_wrenches/", 0) == 0 && listening.count(topic) == 0) {
          listening[topic] = node->create_subscription<geometry_msgs::msg::WrenchStamped>(
            topic, qos, [&](geometry_msgs::msg::WrenchStamped::UniquePtr) {++wrenches;});
        }
      }
    });
  const auto end = node->create_wall_timer(
    std::chrono::duration<double>(seconds), [] {rclcpp::shutdown();});
  rclcpp::spin(node);
  std::printf("%zu joint states, %zu wrenches of %zu links\n", states, wrenches, listening.size());
  return 0;
}
