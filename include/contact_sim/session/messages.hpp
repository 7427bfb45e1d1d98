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

#ifndef CONTACT_SIM__SESSION__MESSAGES_HPP_
#define CONTACT_SIM__SESSION__MESSAGES_HPP_

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace contact_sim
{

/// \name What a running simulation says, with the content of the ROS 2 messages of the same name
/// The node copies them into ROS 2's own types, the stream writes them as bytes: nobody computes
/// anything any more.
/// @{
struct MessageHeader
{
  std::int64_t stamp{0};  ///< of the simulation; of diagnostics: of the wall clock [ns]
  std::string frame_id;
};

/// sensor_msgs/JointState
struct JointStateMessage
{
  MessageHeader header;
  std::vector<std::string> name;
  std::vector<double> position;  ///< [rad] or [m]
  std::vector<double> velocity;  ///< [rad/s] or [m/s]
  std::vector<double> effort;    ///< [N m] or [N]
};

/// geometry_msgs/WrenchStamped
struct WrenchMessage
{
  MessageHeader header;
  Eigen::Vector3d force{Eigen::Vector3d::Zero()};   ///< [N]
  Eigen::Vector3d torque{Eigen::Vector3d::Zero()};  ///< [N m]
};

/// geometry_msgs/TransformStamped; several are a tf2_msgs/TFMessage
struct TransformMessage
{
  MessageHeader header;
  std::string child_frame_id;
  Eigen::Vector3d translation{Eigen::Vector3d::Zero()};  ///< [m]
  Eigen::Quaterniond rotation{Eigen::Quaterniond::Identity()};
};

/// The numbers of visualization_msgs/Marker that are used here.
enum class MarkerType : std::int32_t {kArrow = 0, kCube = 1, kSphere = 2, kCylinder = 3,
  kLineList = 5, kSphereList = 7, kMesh = 10, kTriangleList = 11};
enum class MarkerAction : std::int32_t {kAdd = 0, kDelete = 2, kDeleteAll = 3};

/// visualization_msgs/Marker; several are a visualization_msgs/MarkerArray
struct MarkerMessage
{
  MessageHeader header;
  std::string ns;
  std::int32_t id{0};
  MarkerType type{MarkerType::kArrow};
  MarkerAction action{MarkerAction::kAdd};
  Eigen::Vector3d position{Eigen::Vector3d::Zero()};  ///< [m]
  Eigen::Quaterniond orientation{Eigen::Quaterniond::Identity()};
  Eigen::Vector3d scale{Eigen::Vector3d::Zero()};     ///< [m]
  Eigen::Vector4f color{Eigen::Vector4f::Zero()};     ///< red, green, blue, alpha from 0 to 1
  bool is_frame_locked{false};  ///< moves with its frame
  std::vector<Eigen::Vector3d> points;  ///< [m]
  std::vector<Eigen::Vector4f> colors;  ///< one a point, or none
  std::string mesh_resource;            ///< of kMesh: where it is
};

enum class DiagnosticLevel : std::uint8_t {kOk = 0, kWarn = 1, kError = 2};

/// diagnostic_msgs/DiagnosticStatus; several are a diagnostic_msgs/DiagnosticArray
struct DiagnosticMessage
{
  DiagnosticLevel level{DiagnosticLevel::kOk};
  std::string name;
  std::string message;
  std::string hardware_id;
  std::vector<std::pair<std::string, std::string>> values;
};
/// @}

}  // namespace contact_sim

#endif  // CONTACT_SIM__SESSION__MESSAGES_HPP_
