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

#ifndef STREAM__LIVE_PROTOCOL_HPP_
#define STREAM__LIVE_PROTOCOL_HPP_

#include <cstdint>
#include <string>
#include <string_view>

#include "contact_sim/lcp/parameters.hpp"
#include "contact_sim/session/messages.hpp"
#include "contact_sim/stream/live_host.hpp"
#include "nlohmann/json.hpp"

namespace contact_sim
{

/// \name The texts and bytes of the Foxglove WebSocket protocol
/// @{
using Json = nlohmann::ordered_json;

constexpr char kMessageData = 1;      ///< of the server: a message; of a client: too
constexpr char kTime = 2;             ///< of the server
constexpr char kServiceRequest = 2;   ///< of a client
constexpr char kServiceResponse = 3;  ///< of the server
constexpr char kAssetResponse = 4;    ///< of the server

/// Levels of a status.
constexpr int kWarning = 1;
constexpr int kError = 2;

/// Text of users and clients need not be UTF-8.
std::string dump(const Json & json);

/// Refuses what is nested deeper than a message of the protocol: JSON is copied, printed and freed
/// by functions that call themselves, and a megabyte of brackets would run over the stack.
/// \throws std::invalid_argument for that, Json::exception for what is no JSON
Json parse_json(std::string_view text);

Json server_info(const LiveHost & host);
Json channel_list(const LiveHost & host);
Json service_list(const LiveHost & host);
/// One entry of a list of parameters.
Json parameter_entry(const std::string & name, const ParameterValue & value);

/// \param current the value that it has, whose type the new one should be of; null: none
/// \throws std::invalid_argument for what no parameter can hold
ParameterValue parameter_value(
  const std::string & name, const Json & value, const ParameterValue * current);

/// A message of joint commands. \throws std::invalid_argument for what is none
JointStateMessage joint_state_from_json(const std::string & text);

/// Numbers in little endian.
void append32(std::uint32_t value, std::string & bytes);
void append64(std::uint64_t value, std::string & bytes);
/// \throws std::invalid_argument where the bytes end before
std::uint32_t read32(std::string_view bytes, std::size_t at);
/// @}

}  // namespace contact_sim

#endif  // STREAM__LIVE_PROTOCOL_HPP_
