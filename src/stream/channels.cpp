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

#include "contact_sim/stream/channels.hpp"

#include "contact_sim/session/scene_shapes.hpp"
#include "contact_sim/stream/message_bytes.hpp"
#include "contact_sim/stream/message_schemas.hpp"

namespace contact_sim
{

namespace
{

enum Index {kClock, kJointStates, kTransforms, kMarkers, kDiagnostics, kScene};
static_assert(kScene + 1 == kFixedChannels, "wrenches follow");

StreamChannel channel(const std::string & topic, const std::string & type, bool is_latched)
{
  return {topic, type, message_schema(type), is_latched};
}

}  // namespace

std::vector<StreamChannel> session_channels(const SimulationSession & session)
{
  std::vector<StreamChannel> channels{
    channel("/clock", "rosgraph_msgs/msg/Clock", false),
    channel("/joint_states", "sensor_msgs/msg/JointState", false),
    channel("/tf", "tf2_msgs/msg/TFMessage", false),
    channel("/contact_markers", "visualization_msgs/msg/MarkerArray", true),
    channel("/diagnostics", "diagnostic_msgs/msg/DiagnosticArray", false),
    channel("/scene_markers", "visualization_msgs/msg/MarkerArray", true)};
  for (const NamedLink & link : session.wrench_links()) {
    channels.push_back(
      channel(
        "/contact_wrenches/" + topic_name(link.name), "geometry_msgs/msg/WrenchStamped", false));
  }
  if (only_robot(session.scenario()) != nullptr) {
    channels.push_back(channel("/robot_description", "std_msgs/msg/String", true));
  }
  return channels;
}

void MessageWriter::send(const JointStateMessage & message)
{
  write(message, cdr_);
  sink_.send(kJointStates, message.header.stamp, cdr_.bytes());
}

void MessageWriter::send_wrench(int link, const WrenchMessage & message)
{
  write(message, cdr_);
  sink_.send(kFixedChannels + link, message.header.stamp, cdr_.bytes());
}

void MessageWriter::send(const std::vector<MarkerMessage> & markers, std::int64_t stamp)
{
  write(markers, cdr_);
  sink_.send(kMarkers, stamp, cdr_.bytes());
}

void MessageWriter::send(const std::vector<TransformMessage> & transforms, std::int64_t stamp)
{
  write(transforms, cdr_);
  sink_.send(kTransforms, stamp, cdr_.bytes());
}

void MessageWriter::send_clock(std::int64_t stamp)
{
  write_clock(stamp, cdr_);
  sink_.send(kClock, stamp, cdr_.bytes());
}

void MessageWriter::send_diagnostics(
  const std::vector<DiagnosticMessage> & statuses, std::int64_t stamp)
{
  send_diagnostics(statuses, stamp, stamp);
}

void MessageWriter::send_diagnostics(
  const std::vector<DiagnosticMessage> & statuses, std::int64_t message_stamp, std::int64_t stamp)
{
  write(statuses, message_stamp, cdr_);
  sink_.send(kDiagnostics, stamp, cdr_.bytes());
}

void MessageWriter::send_scene(const SimulationSession & session)
{
  const PlacedRobot * robot = only_robot(session.scenario());
  if (robot != nullptr) {
    write_string(robot->description.urdf, cdr_);
    sink_.send(
      kFixedChannels + static_cast<int>(session.wrench_links().size()), 0, cdr_.bytes());
  }
  write(
    scene_markers(session.scenario(), session.names(), session.settings().world_frame), cdr_);
  sink_.send(kScene, 0, cdr_.bytes());
}

}  // namespace contact_sim
