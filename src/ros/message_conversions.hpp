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

#ifndef ROS__MESSAGE_CONVERSIONS_HPP_
#define ROS__MESSAGE_CONVERSIONS_HPP_

#include <cstdint>
#include <memory>
#include <vector>

#include "contact_sim/session/messages.hpp"
#include "diagnostic_msgs/msg/diagnostic_array.hpp"
#include "geometry_msgs/msg/wrench_stamped.hpp"
#include "rosgraph_msgs/msg/clock.hpp"
#include "sensor_msgs/msg/joint_state.hpp"
#include "tf2_msgs/msg/tf_message.hpp"
#include "visualization_msgs/msg/marker_array.hpp"

namespace contact_sim
{

/// \name The messages of a session in ROS 2's own types
/// By unique pointers, so that subscribers of the same process get them without a copy.
/// @{
std::unique_ptr<sensor_msgs::msg::JointState> to_ros(const JointStateMessage & message);
std::unique_ptr<geometry_msgs::msg::WrenchStamped> to_ros(const WrenchMessage & message);
std::unique_ptr<visualization_msgs::msg::MarkerArray> to_ros(
  const std::vector<MarkerMessage> & markers);
std::unique_ptr<tf2_msgs::msg::TFMessage> to_ros(const std::vector<TransformMessage> & transforms);
std::unique_ptr<rosgraph_msgs::msg::Clock> to_clock(std::int64_t stamp);
/// \param stamp of the wall clock [ns]
std::unique_ptr<diagnostic_msgs::msg::DiagnosticArray> to_ros(
  const std::vector<DiagnosticMessage> & statuses, std::int64_t stamp);
/// @}

JointStateMessage from_ros(const sensor_msgs::msg::JointState & message);

}  // namespace contact_sim

#endif  // ROS__MESSAGE_CONVERSIONS_HPP_
