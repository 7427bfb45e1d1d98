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

#ifndef CONTACT_SIM__STREAM__CHANNELS_HPP_
#define CONTACT_SIM__STREAM__CHANNELS_HPP_

#include <cstdint>
#include <string>
#include <vector>

#include "contact_sim/session/scene_messages.hpp"
#include "contact_sim/session/simulation_session.hpp"
#include "contact_sim/stream/cdr.hpp"

namespace contact_sim
{

/// How messages are written and described, in the live view and in recordings.
constexpr const char * kMessageEncoding = "cdr";
constexpr const char * kSchemaEncoding = "ros2msg";

/// One topic.
struct StreamChannel
{
  std::string topic;
  std::string type;         ///< "sensor_msgs/msg/JointState"
  std::string schema;
  bool is_latched{false};   ///< who comes late gets the last one: "transient local"
};

/// The channels of a session, named as the node has them. In the index of a wrench's channel its
/// link follows behind kFixedChannels; the description of a robot is there only where a scenario has
/// one robot.
constexpr int kFixedChannels = 6;
std::vector<StreamChannel> session_channels(const SimulationSession & session);

/// Where messages go as bytes.
class ByteSink
{
public:
  virtual ~ByteSink() = default;
  /// \param channel index into the list of channels
  /// \param stamp of the simulation [ns]
  virtual void send(int channel, std::int64_t stamp, const std::string & bytes) = 0;
};

/// Turns what a session says into bytes. One serves one thread.
class MessageWriter : public MessageSink
{
public:
  explicit MessageWriter(ByteSink & sink)
  : sink_(sink) {}

  void send(const JointStateMessage & message) override;
  void send_wrench(int link, const WrenchMessage & message) override;
  void send(const std::vector<MarkerMessage> & markers, std::int64_t stamp) override;
  void send(const std::vector<TransformMessage> & transforms, std::int64_t stamp) override;
  void send_clock(std::int64_t stamp) override;
  void send_diagnostics(
    const std::vector<DiagnosticMessage> & statuses, std::int64_t stamp) override;

  /// \param stamp of the simulation, where that of the message is the wall clock's
  void send_diagnostics(
    const std::vector<DiagnosticMessage> & statuses, std::int64_t message_stamp,
    std::int64_t stamp);
  /// What the scene looks like: once, at the beginning.
  void send_scene(const SimulationSession & session);

private:
  ByteSink & sink_;
  CdrWriter cdr_;
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__STREAM__CHANNELS_HPP_
