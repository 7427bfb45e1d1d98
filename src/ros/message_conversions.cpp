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

#include "ros/message_conversions.hpp"

namespace contact_sim
{

namespace
{

constexpr std::int64_t kSecond = 1000000000;  ///< [ns]

builtin_interfaces::msg::Time to_time(std::int64_t stamp)
{
  builtin_interfaces::msg::Time time;
  time.sec = static_cast<std::int32_t>(stamp / kSecond);
  time.nanosec = static_cast<std::uint32_t>(stamp % kSecond);
  return time;
}

std_msgs::msg::Header to_header(const MessageHeader & header)
{
  std_msgs::msg::Header ros;
  ros.stamp = to_time(header.stamp);
  ros.frame_id = header.frame_id;
  return ros;
}

/// A point or a vector: ROS 2 has both.
template<typename Vector>
Vector to_vector(const Eigen::Vector3d & v)
{
  Vector vector;
  vector.x = v.x();
  vector.y = v.y();
  vector.z = v.z();
  return vector;
}

geometry_msgs::msg::Quaternion to_quaternion(const Eigen::Quaterniond & q)
{
  geometry_msgs::msg::Quaternion quaternion;
  quaternion.x = q.x();
  quaternion.y = q.y();
  quaternion.z = q.z();
  quaternion.w = q.w();
  return quaternion;
}

std_msgs::msg::ColorRGBA to_colour(const Eigen::Vector4f & c)
{
  std_msgs::msg::ColorRGBA colour;
  colour.r = c[0];
  colour.g = c[1];
  colour.b = c[2];
  colour.a = c[3];
  return colour;
}

visualization_msgs::msg::Marker to_marker(const MarkerMessage & message)
{
  visualization_msgs::msg::Marker marker;
  marker.header = to_header(message.header);
  marker.ns = message.ns;
  marker.id = message.id;
  marker.type = static_cast<std::int32_t>(message.type);
  marker.action = static_cast<std::int32_t>(message.action);
  marker.pose.position = to_vector<geometry_msgs::msg::Point>(message.position);
  marker.pose.orientation = to_quaternion(message.orientation);
  marker.scale = to_vector<geometry_msgs::msg::Vector3>(message.scale);
  marker.color = to_colour(message.color);
  marker.frame_locked = message.is_frame_locked;
  marker.mesh_resource = message.mesh_resource;
  for (const Eigen::Vector3d & point : message.points) {
    marker.points.push_back(to_vector<geometry_msgs::msg::Point>(point));
  }
  for (const Eigen::Vector4f & colour : message.colors) {
    marker.colors.push_back(to_colour(colour));
  }
  return marker;
}

geometry_msgs::msg::TransformStamped to_transform(const TransformMessage & message)
{
  geometry_msgs::msg::TransformStamped transform;
  transform.header = to_header(message.header);
  transform.child_frame_id = message.child_frame_id;
  transform.transform.translation = to_vector<geometry_msgs::msg::Vector3>(message.translation);
  transform.transform.rotation = to_quaternion(message.rotation);
  return transform;
}

diagnostic_msgs::msg::DiagnosticStatus to_status(const DiagnosticMessage & message)
{
  diagnostic_msgs::msg::DiagnosticStatus status;
  status.level = static_cast<std::uint8_t>(message.level);
  status.name = message.name;
  status.message = message.message;
  status.hardware_id = message.hardware_id;
  for (const auto & [key, value] : message.values) {
    diagnostic_msgs::msg::KeyValue pair;
    pair.key = key;
    pair.value = value;
    status.values.push_back(pair);
  }
  return status;
}

}  // namespace

std::unique_ptr<sensor_msgs::msg::JointState> to_ros(const JointStateMessage & message)
{
  auto ros = std::make_unique<sensor_msgs::msg::JointState>();
  ros->header = to_header(message.header);
  ros->name = message.name;
  ros->position = message.position;
  ros->velocity = message.velocity;
  ros->effort = message.effort;
  return ros;
}

std::unique_ptr<geometry_msgs::msg::WrenchStamped> to_ros(const WrenchMessage & message)
{
  auto ros = std::make_unique<geometry_msgs::msg::WrenchStamped>();
  ros->header = to_header(message.header);
  ros->wrench.force = to_vector<geometry_msgs::msg::Vector3>(message.force);
  ros->wrench.torque = to_vector<geometry_msgs::msg::Vector3>(message.torque);
  return ros;
}

std::unique_ptr<visualization_msgs::msg::MarkerArray> to_ros(
  const std::vector<MarkerMessage> & markers)
{
  auto ros = std::make_unique<visualization_msgs::msg::MarkerArray>();
  for (const MarkerMessage & marker : markers) {
    ros->markers.push_back(to_marker(marker));
  }
  return ros;
}

std::unique_ptr<tf2_msgs::msg::TFMessage> to_ros(const std::vector<TransformMessage> & transforms)
{
  auto ros = std::make_unique<tf2_msgs::msg::TFMessage>();
  for (const TransformMessage & transform : transforms) {
    ros->transforms.push_back(to_transform(transform));
  }
  return ros;
}

std::unique_ptr<rosgraph_msgs::msg::Clock> to_clock(std::int64_t stamp)
{
  auto ros = std::make_unique<rosgraph_msgs::msg::Clock>();
  ros->clock = to_time(stamp);
  return ros;
}

std::unique_ptr<diagnostic_msgs::msg::DiagnosticArray> to_ros(
  const std::vector<DiagnosticMessage> & statuses, std::int64_t stamp)
{
  auto ros = std::make_unique<diagnostic_msgs::msg::DiagnosticArray>();
  ros->header.stamp = to_time(stamp);
  for (const DiagnosticMessage & status : statuses) {
    ros->status.push_back(to_status(status));
  }
  return ros;
}

JointStateMessage from_ros(const sensor_msgs::msg::JointState & message)
{
  JointStateMessage plain;
  plain.name = message.name;
  plain.position = message.position;
  plain.velocity = message.velocity;
  plain.effort = message.effort;
  return plain;
}

}  // namespace contact_sim
