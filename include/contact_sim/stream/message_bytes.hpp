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

#ifndef CONTACT_SIM__STREAM__MESSAGE_BYTES_HPP_
#define CONTACT_SIM__STREAM__MESSAGE_BYTES_HPP_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "contact_sim/session/messages.hpp"
#include "contact_sim/stream/cdr.hpp"

namespace contact_sim
{

/// \name The messages of a session as ROS 2 sends them
/// Each writes one whole message.
/// @{
void write(const JointStateMessage & message, CdrWriter & cdr);   ///< sensor_msgs/JointState
void write(const WrenchMessage & message, CdrWriter & cdr);       ///< geometry_msgs/WrenchStamped
void write(const std::vector<MarkerMessage> & markers, CdrWriter & cdr);  ///< MarkerArray
void write(const std::vector<TransformMessage> & transforms, CdrWriter & cdr);  ///< TFMessage
/// diagnostic_msgs/DiagnosticArray
void write(
  const std::vector<DiagnosticMessage> & statuses, std::int64_t stamp, CdrWriter & cdr);
void write_clock(std::int64_t stamp, CdrWriter & cdr);            ///< rosgraph_msgs/Clock
void write_string(const std::string & text, CdrWriter & cdr);     ///< std_msgs/String
/// @}

/// \name The way back, for those that are read here
/// \throws std::invalid_argument for other bytes
/// @{
JointStateMessage read_joint_state(std::string_view bytes);
WrenchMessage read_wrench(std::string_view bytes);
std::vector<TransformMessage> read_transforms(std::string_view bytes);
std::vector<DiagnosticMessage> read_diagnostics(std::string_view bytes);
/// @}

}  // namespace contact_sim

#endif  // CONTACT_SIM__STREAM__MESSAGE_BYTES_HPP_
