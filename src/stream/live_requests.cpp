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

#include "stream/live_requests.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "contact_sim/stream/message_bytes.hpp"

namespace contact_sim
{

namespace
{

constexpr const char * kCommandTopic = "/joint_commands";
constexpr std::size_t kCallHead = 13;  ///< of a service call, before the name of its encoding

/// What std_srvs answers: whether it was done, and what there is to say.
std::string service_answer(bool is_json, bool success, const std::string & message)
{
  if (is_json) {
    return dump({{"success", success}, {"message", message}});
  }
  CdrWriter cdr;
  cdr.add(success);
  cdr.add(message);
  return cdr.bytes();
}

std::vector<std::string> names_of(const Json & json)
{
  return json.at("parameterNames").get<std::vector<std::string>>();
}

/// Of a service call.
std::string_view encoding_of(std::string_view message)
{
  const std::uint32_t size = read32(message, 9);
  if (size > message.size() - kCallHead) {
    throw std::invalid_argument("expected the name of an encoding, found the end of the bytes");
  }
  return message.substr(kCallHead, size);
}

/// Ids have 32 bits; cut to that, a larger one could be somebody else's.
std::uint32_t id_of(const Json & value)
{
  if (!value.is_number_unsigned() ||
    value.get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max())
  {
    throw std::invalid_argument(
            "expected an id, a whole number below 2^32, found " +
            (value.is_number() ? dump(value) : std::string(value.type_name())));
  }
  return value.get<std::uint32_t>();
}

bool flag_of(std::string_view message)
{
  const std::string_view encoding = encoding_of(message);
  const std::string_view body = message.substr(kCallHead + encoding.size());
  return encoding == "json" ? parse_json(body).at("data").get<bool>() : CdrReader(body).boolean();
}

}  // namespace

void LiveView::Requests::receive_text(std::string_view message)
{
  using Handler = void (Requests::*)(const Json &);
  static const std::map<std::string, Handler> handlers{
    {"subscribe", &Requests::subscribe}, {"unsubscribe", &Requests::unsubscribe},
    {"advertise", &Requests::advertise}, {"unadvertise", &Requests::unadvertise},
    {"getParameters", &Requests::get_parameters}, {"setParameters", &Requests::set_parameters},
    {"subscribeParameterUpdates", &Requests::subscribe_updates},
    {"unsubscribeParameterUpdates", &Requests::unsubscribe_updates},
    {"fetchAsset", &Requests::fetch_asset}};
  const Json json = parse_json(message);
  const std::string op = json.at("op");
  const auto handler = handlers.find(op);
  if (handler == handlers.end()) {
    view.tell_status(id, kWarning, "'" + op + "' is not offered here");
  } else {
    (this->*handler->second)(json);
  }
}

void LiveView::Requests::receive_bytes(std::string_view message)
{
  if (!message.empty() && message[0] == kMessageData) {
    take_command(message);
  } else if (!message.empty() && message[0] == kServiceRequest) {
    call_service(message);
  } else {
    throw std::invalid_argument("expected a message or a service call, found other bytes");
  }
}

/// The last message comes at once: the next one may be long in coming.
void LiveView::Requests::subscribe(const Json & json)
{
  for (const Json & entry : json.at("subscriptions")) {
    const auto channel = id_of(entry.at("channelId"));
    if (channel >= view.host_.channels().size()) {
      throw std::invalid_argument("no channel " + std::to_string(channel) + " is there");
    }
    const auto subscription = id_of(entry.at("id"));
    client.subscriptions[static_cast<int>(channel)] = subscription;
    const Message latest = view.latest(static_cast<int>(channel));
    if (latest.bytes) {
      view.send_message(id, subscription, latest);
    }
  }
}

void LiveView::Requests::unsubscribe(const Json & json)
{
  std::set<std::uint32_t> ended;
  for (const Json & subscription : json.at("subscriptionIds")) {
    ended.insert(id_of(subscription));
  }
  for (auto it = client.subscriptions.begin(); it != client.subscriptions.end(); ) {
    it = ended.count(it->second) > 0 ? client.subscriptions.erase(it) : std::next(it);
  }
}

void LiveView::Requests::advertise(const Json & json)
{
  constexpr std::size_t kMost = 100;
  for (const Json & channel : json.at("channels")) {
    const std::string topic = channel.at("topic");
    const std::string encoding = channel.at("encoding");
    const bool is_commands = view.host_.takes_commands() &&
      (topic == kCommandTopic || "/" + topic == kCommandTopic);
    if (!is_commands) {
      view.tell_status(id, kWarning, "nobody listens to '" + topic + "'");
    } else if (encoding != "json" && encoding != kMessageEncoding) {
      throw std::invalid_argument("expected the encoding json or cdr, found '" + encoding + "'");
    }
    if (client.publications.size() < kMost) {
      client.publications[id_of(channel.at("id"))] =
      {encoding == "json", is_commands};
    }
  }
}

void LiveView::Requests::unadvertise(const Json & json)
{
  for (const Json & channel : json.at("channelIds")) {
    client.publications.erase(id_of(channel));
  }
}

void LiveView::Requests::get_parameters(const Json & json)
{
  tell_parameters(names_of(json), json);
}

/// Who set them is told how they are now, taken or refused.
void LiveView::Requests::set_parameters(const Json & json)
{
  const ParameterMap before = view.host_.parameters();
  ParameterMap changes;
  std::vector<std::string> names;
  try {
    for (const Json & entry : json.at("parameters")) {
      names.push_back(entry.at("name"));
      const auto current = before.find(names.back());
      changes[names.back()] = parameter_value(
        names.back(), entry.value("value", Json()),
        current == before.end() ? nullptr : &current->second);
    }
    view.host_.set_parameters(changes);
  } catch (const std::exception & error) {
    view.tell_status(id, kError, error.what());
  }
  if (json.contains("id") && !names.empty()) {
    tell_parameters(names, json);
  }
  view.tell_changes();
}

/// Of no names all.
void LiveView::Requests::tell_parameters(
  const std::vector<std::string> & names, const Json & request)
{
  Json entries = Json::array();
  for (const auto & [name, value] : view.host_.parameters()) {
    if (names.empty() || std::find(names.begin(), names.end(), name) != names.end()) {
      entries.push_back(parameter_entry(name, value));
    }
  }
  Json answer{{"op", "parameterValues"}, {"parameters", entries}};
  if (request.contains("id")) {
    answer["id"] = request["id"];
  }
  view.send_text(id, dump(answer));
}

void LiveView::Requests::subscribe_updates(const Json & json)
{
  const std::vector<std::string> names = names_of(json);
  client.wants_all_parameters = client.wants_all_parameters || names.empty();
  const ParameterMap known = view.host_.parameters();
  for (const std::string & name : names) {
    if (known.count(name) > 0) {
      client.wanted_parameters.insert(name);
    }
  }
}

void LiveView::Requests::unsubscribe_updates(const Json & json)
{
  const std::vector<std::string> names = names_of(json);
  if (names.empty()) {
    client.wants_all_parameters = false;
    client.wanted_parameters.clear();
  }
  for (const std::string & name : names) {
    client.wanted_parameters.erase(name);
  }
}

/// The answer says which request it is of, whether there is a file, and if not, why.
void LiveView::Requests::fetch_asset(const Json & json)
{
  const auto request = id_of(json.at("requestId"));
  const std::string uri = json.at("uri");
  std::string problem;
  Outgoing answer;
  try {
    answer.body = view.host_.fetch_asset(uri);
    answer.is_kept = true;
  } catch (const std::exception & error) {
    problem = error.what();
  }
  answer.head.push_back(kAssetResponse);
  append32(request, answer.head);
  answer.head.push_back(answer.body ? 0 : 1);
  append32(static_cast<std::uint32_t>(problem.size()), answer.head);
  answer.head += problem;
  view.server_.send(id, std::move(answer));
}

void LiveView::Requests::take_command(std::string_view message)
{
  const auto publication = client.publications.find(read32(message, 1));
  if (publication == client.publications.end()) {
    throw std::invalid_argument("expected a message on a channel that was advertised");
  }
  if (!publication->second.is_commands) {
    return;
  }
  const std::string_view body = message.substr(5);
  try {
    view.host_.command(
      publication->second.is_json ? joint_state_from_json(std::string(body)) :
      read_joint_state(body));
  } catch (const std::exception & error) {
    throw std::invalid_argument(std::string("joint_commands: refused: ") + error.what());
  }
}

void LiveView::Requests::call_service(std::string_view message)
{
  const std::uint32_t service = read32(message, 1);
  const std::uint32_t call = read32(message, 5);
  try {
    if (service >= view.host_.services().size()) {
      throw std::invalid_argument("no service " + std::to_string(service) + " is there");
    }
    answer_call(message);
  } catch (const std::exception & error) {
    view.send_text(
      id, dump(
        {{"op", "serviceCallFailure"}, {"serviceId", service}, {"callId", call},
          {"message", error.what()}}));
  }
}

/// Done or refused, it is an answer.
void LiveView::Requests::answer_call(std::string_view message)
{
  const std::uint32_t service = read32(message, 1);
  const bool has_flag = view.host_.services()[service].type == ServiceType::kSetBool;
  const bool is_json = encoding_of(message) == "json";
  const bool flag = has_flag && flag_of(message);
  std::pair<bool, std::string> said{true, ""};
  try {
    said.second = view.host_.call(static_cast<int>(service), flag);
  } catch (const std::exception & error) {
    said = {false, error.what()};
  }
  Outgoing answer;
  answer.head.push_back(kServiceResponse);
  answer.head.append(message.substr(1, 8));  // service and call
  const std::string encoding = is_json ? "json" : kMessageEncoding;
  append32(static_cast<std::uint32_t>(encoding.size()), answer.head);
  answer.head += encoding + service_answer(is_json, said.first, said.second);
  view.server_.send(id, std::move(answer));
  view.tell_changes();
}

}  // namespace contact_sim
