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

#ifndef ROS__MESSAGE_PUBLISHERS_HPP_
#define ROS__MESSAGE_PUBLISHERS_HPP_

#include <cstdint>
#include <string>
#include <vector>

#include "contact_sim/session/scene_messages.hpp"
#include "rclcpp/rclcpp.hpp"
#include "ros/message_conversions.hpp"

namespace contact_sim
{

/// Publishes what a session says.
class MessagePublishers : public MessageSink
{
public:
  MessagePublishers(rclcpp::Node & node, const std::vector<NamedLink> & wrench_links);

  void send(const JointStateMessage & message) override;
  void send_wrench(int link, const WrenchMessage & message) override;
  void send(const std::vector<MarkerMessage> & markers, std::int64_t stamp) override;
  void send(const std::vector<TransformMessage> & transforms, std::int64_t stamp) override;
  void send_clock(std::int64_t stamp) override;
  /// By the wall clock.
  void send(const std::vector<DiagnosticMessage> & statuses);
  /// What the scene looks like: once.
  void send_scene(const std::vector<MarkerMessage> & markers);

private:
  rclcpp::Publisher<sensor_msgs::msg::JointState>::SharedPtr joint_states_;
  std::vector<rclcpp::Publisher<geometry_msgs::msg::WrenchStamped>::SharedPtr> wrenches_;
  rclcpp::Publisher<visualization_msgs::msg::MarkerArray>::SharedPtr markers_;
  rclcpp::Publisher<visualization_msgs::msg::MarkerArray>::SharedPtr scene_;
  rclcpp::Publisher<tf2_msgs::msg::TFMessage>::SharedPtr transforms_;
  rclcpp::Publisher<rosgraph_msgs::msg::Clock>::SharedPtr clock_;
  rclcpp::Publisher<diagnostic_msgs::msg::DiagnosticArray>::SharedPtr diagnostics_;
};

}  // namespace contact_sim

#endif  // ROS__MESSAGE_PUBLISHERS_HPP_
