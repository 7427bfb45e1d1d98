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

#ifndef CONTACT_SIM__SESSION__SCENE_MESSAGES_HPP_
#define CONTACT_SIM__SESSION__SCENE_MESSAGES_HPP_

#include <cstdint>
#include <string>
#include <vector>

#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/session/frame.hpp"
#include "contact_sim/session/messages.hpp"
#include "contact_sim/session/scene_names.hpp"

namespace contact_sim
{

/// Simulation time as messages have it [ns].
std::int64_t to_stamp(double time);

/// Who gets the messages of a run: the ROS 2 node, the live view, a recording. The references hold
/// for the time of the call.
class MessageSink
{
public:
  virtual ~MessageSink() = default;

  virtual void send(const JointStateMessage & message) = 0;
  /// \param link index into the links that the SceneMessages were made with
  virtual void send_wrench(int link, const WrenchMessage & message) = 0;
  virtual void send(const std::vector<MarkerMessage> & markers, std::int64_t stamp) = 0;
  virtual void send(const std::vector<TransformMessage> & transforms, std::int64_t stamp) = 0;
  virtual void send_clock(std::int64_t stamp) = 0;
  /// Diagnostics by simulation time: for outputs that asked for them.
  virtual void send_diagnostics(const std::vector<DiagnosticMessage> &, std::int64_t) {}
};

/// Makes the messages of a frame. Keeps its memory; one serves one thread.
class SceneMessages
{
public:
  /// \param links whose wrenches are told
  SceneMessages(
    const BuiltScenario & scenario, const SceneNames & names, const std::vector<NamedLink> & links,
    const std::string & world_frame);

  /// Everything that is due, the clock first: who waits for it finds the time of the rest.
  void send(const Frame & frame, MessageSink & sink);

private:
  void send_joint_states(const Frame & frame, MessageSink & sink);
  void send_wrenches(const Frame & frame, MessageSink & sink);
  void send_transforms(const Frame & frame, MessageSink & sink);

  const BuiltScenario & scenario_;
  const SceneNames & names_;
  std::vector<NamedLink> links_;
  std::string world_frame_;
  Data data_;
  JointStateMessage joint_states_;
  WrenchMessage wrench_;
  std::vector<MarkerMessage> markers_;
  std::vector<TransformMessage> transforms_;
};

/// The contacts of a step as markers: what was there before is deleted first, so that a frame that
/// is missed leaves nothing behind.
void contact_markers(
  const StepRecord & record, const MarkerSettings & settings, const std::string & world_frame,
  std::vector<MarkerMessage> & markers);

}  // namespace contact_sim

#endif  // CONTACT_SIM__SESSION__SCENE_MESSAGES_HPP_
