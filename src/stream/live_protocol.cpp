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

#include "stream/live_protocol.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

#include "contact_sim/stream/message_schemas.hpp"

namespace contact_sim
{

namespace
{

constexpr double kLargestInteger = 9007199254740992.0;  // 2⁵³: exact in a double
constexpr int kDeepest = 16;                            // of lists and maps in each other

std::string type_of(ServiceType type)
{
  return type == ServiceType::kSetBool ? "std_srvs/srv/SetBool" : "std_srvs/srv/Trigger";
}

Json service_side(const std::string & type)
{
  return {{"encoding", kMessageEncoding}, {"schemaName", type},
    {"schemaEncoding", kSchemaEncoding}, {"schema", message_schema(type)}};
}

template<typename Value>
std::vector<Value> values(const Json & json, const char * key)
{
  return json.contains(key) ? json.at(key).get<std::vector<Value>>() : std::vector<Value>();
}

}  // namespace

std::string dump(const Json & json)
{
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json parse_json(std::string_view text)
{
  const auto check_depth = [](int depth, Json::parse_event_t, const Json &) {
      if (depth > kDeepest) {
        throw std::invalid_argument(
                "expected lists and maps nested at most " + std::to_string(kDeepest) +
                " deep, found more");
      }
      return true;
    };
  return Json::parse(text, check_depth);
}

Json server_info(const LiveHost & host)
{
  Json capabilities{"parameters", "parametersSubscribe", "services", "time"};
  if (host.takes_commands()) {
    capabilities.push_back("clientPublish");
  }
  if (host.has_assets()) {
    capabilities.push_back("assets");
  }
  return {{"op", "serverInfo"}, {"name", host.name()}, {"capabilities", capabilities},
    {"supportedEncodings", {"cdr", "json"}}, {"metadata", Json::object()}};
}

Json channel_list(const LiveHost & host)
{
  Json channels = Json::array();
  for (const StreamChannel & channel : host.channels()) {
    channels.push_back(
      {{"id", channels.size()}, {"topic", channel.topic}, {"encoding", kMessageEncoding},
        {"schemaName", channel.type}, {"schemaEncoding", kSchemaEncoding},
        {"schema", channel.schema}});
  }
  return {{"op", "advertise"}, {"channels", channels}};
}

Json service_list(const LiveHost & host)
{
  Json services = Json::array();
  for (const LiveService & service : host.services()) {
    const std::string type = type_of(service.type);
    const Json request = service_side(type + "_Request");
    const Json response = service_side(type + "_Response");
    services.push_back(
      {{"id", services.size()}, {"name", service.name}, {"type", type},
        {"request", request}, {"response", response},
        {"requestSchema", request["schema"]}, {"responseSchema", response["schema"]}});
  }
  return {{"op", "advertiseServices"}, {"services", services}};
}

Json parameter_entry(const std::string & name, const ParameterValue & value)
{
  Json entry{{"name", name}};
  std::visit([&](const auto & v) {entry["value"] = v;}, value);
  if (std::holds_alternative<double>(value)) {
    entry["type"] = "float64";
  }
  return entry;
}

ParameterValue parameter_value(
  const std::string & name, const Json & value, const ParameterValue * current)
{
  if (value.is_boolean()) {
    return value.get<bool>();
  }
  if (value.is_string()) {
    return value.get<std::string>();
  }
  if (!value.is_number()) {
    throw std::invalid_argument(
            name + ": expected a bool, a number or a text, found " + dump(value));
  }
  const double number = value.get<double>();
  const bool is_whole = std::floor(number) == number && std::abs(number) <= kLargestInteger;
  // JavaScript has one kind of number: the parameter says which one is meant.
  const bool wants_integer = current == nullptr ? value.is_number_integer() :
    std::holds_alternative<std::int64_t>(*current);
  if (wants_integer && is_whole) {
    return static_cast<std::int64_t>(number);
  }
  return number;
}

JointStateMessage joint_state_from_json(const std::string & text)
{
  try {
    const Json json = parse_json(text);
    JointStateMessage message;
    message.name = values<std::string>(json, "name");
    message.position = values<double>(json, "position");
    message.velocity = values<double>(json, "velocity");
    message.effort = values<double>(json, "effort");
    return message;
  } catch (const Json::exception & error) {
    throw std::invalid_argument(std::string("expected a JointState as JSON: ") + error.what());
  }
}

void append32(std::uint32_t value, std::string & bytes)
{
  for (int shift = 0; shift < 32; shift += 8) {
    bytes.push_back(static_cast<char>(value >> shift));
  }
}

void append64(std::uint64_t value, std::string & bytes)
{
  append32(static_cast<std::uint32_t>(value), bytes);
  append32(static_cast<std::uint32_t>(value >> 32), bytes);
}

std::uint32_t read32(std::string_view bytes, std::size_t at)
{
  if (at > bytes.size() || bytes.size() - at < 4) {
    throw std::invalid_argument(
            "expected a number of 4 bytes at byte " + std::to_string(at) + " of a message of " +
            std::to_string(bytes.size()));
  }
  std::uint32_t value = 0;
  for (int i = 3; i >= 0; --i) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

}  // namespace contact_sim
