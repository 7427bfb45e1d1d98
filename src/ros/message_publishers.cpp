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

#include "ros/message_publishers.hpp"

#include <string>

namespace contact_sim
{

namespace
{

/// Reliable publishers serve subscribers of either kind; the depth is for a subscriber that is
/// away for some steps.
rclcpp::QoS each_step()
{
  return rclcpp::QoS(rclcpp::KeepLast(100)).reliable();
}

/// What nobody hears is not even made.
template<typename Publisher>
bool is_heard(const Publisher & publisher)
{
  return publisher.get_subscription_count() + publisher.get_intra_process_subscription_count() > 0;
}

}  // namespace

MessagePublishers::MessagePublishers(
  rclcpp::Node & node, const std::vector<NamedLink> & wrench_links)
: joint_states_(node.create_publisher<sensor_msgs::msg::JointState>("joint_states", each_step())),
  transforms_(node.create_publisher<tf2_msgs::msg::TFMessage>("/tf", each_step())),
  clock_(node.create_publisher<rosgraph_msgs::msg::Clock>("/clock", rclcpp::QoS(10).reliable())),
  diagnostics_(node.create_publisher<diagnostic_msgs::msg::DiagnosticArray>(
      "/diagnostics", rclcpp::QoS(10).reliable()))
{
  for (const NamedLink & link : wrench_links) {
    wrenches_.push_back(
      node.create_publisher<geometry_msgs::msg::WrenchStamped>(
        "contact_wrenches/" + topic_name(link.name), each_step()));
  }
  // RViz, started in a pause, is to see the contacts; Humble knows no late joiners inside of a
  // process.
  rclcpp::PublisherOptions options;
  options.use_intra_process_comm = rclcpp::IntraProcessSetting::Disable;
  markers_ = node.create_publisher<visualization_msgs::msg::MarkerArray>(
    "contact_markers", rclcpp::QoS(1).reliable().transient_local(), options);
  scene_ = node.create_publisher<visualization_msgs::msg::MarkerArray>(
    "scene_markers", rclcpp::QoS(1).reliable().transient_local(), options);
}

void MessagePublishers::send(const JointStateMessage & message)
{
  if (is_heard(*joint_states_)) {
    joint_states_->publish(to_ros(message));
  }
}

void MessagePublishers::send_wrench(int link, const WrenchMessage & message)
{
  if (is_heard(*wrenches_[link])) {
    wrenches_[link]->publish(to_ros(message));
  }
}

void MessagePublishers::send(const std::vector<MarkerMessage> & markers, std::int64_t)
{
  markers_->publish(to_ros(markers));
}

void MessagePublishers::send(const std::vector<TransformMessage> & transforms, std::int64_t)
{
  if (is_heard(*transforms_)) {
    transforms_->publish(to_ros(transforms));
  }
}

void MessagePublishers::send_clock(std::int64_t stamp)
{
  if (is_heard(*clock_)) {
    clock_->publish(to_clock(stamp));
  }
}

void MessagePublishers::send_scene(const std::vector<MarkerMessage> & markers)
{
  scene_->publish(to_ros(markers));
}

void MessagePublishers::send(const std::vector<DiagnosticMessage> & statuses)
{
  diagnostics_->publish(to_ros(statuses, rclcpp::Clock(RCL_SYSTEM_TIME).now().nanoseconds()));
}

}  // namespace contact_sim
