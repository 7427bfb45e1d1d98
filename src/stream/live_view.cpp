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

#include "contact_sim/stream/live_view.hpp"

#include <algorithm>
#include <utility>

#include "stream/live_protocol.hpp"
#include "stream/live_requests.hpp"

namespace contact_sim
{

namespace
{

constexpr std::size_t kMostWaiting = 4096;  ///< messages for the server's thread
constexpr std::size_t kLongestStatus = 2000;  ///< [bytes]: what a client said is said back in part

}  // namespace

LiveView::LiveView(LiveHost & host, const ServerOptions & options)
: host_(host), address_(options.address), clock_channel_(find_clock(host.channels())),
  told_(host.parameters()), latest_(host.channels().size()), server_(options, *this)
{
}

int LiveView::find_clock(const std::vector<StreamChannel> & channels)
{
  const auto is_clock = [](const StreamChannel & channel) {return channel.topic == "/clock";};
  const auto found = std::find_if(channels.begin(), channels.end(), is_clock);
  return found == channels.end() ? -1 : static_cast<int>(found - channels.begin());
}

LiveView::~LiveView()
{
  server_.stop();
}

std::string LiveView::url() const
{
  const bool is_here = address_ == "127.0.0.1" || address_ == "::1" || address_ == "0.0.0.0";
  const bool is_v6 = address_.find(':') != std::string::npos;
  const std::string name = is_here ? "localhost" : is_v6 ? "[" + address_ + "]" : address_;
  return "http://" + name + ":" + std::to_string(server_.port());
}

void LiveView::send(int channel, std::int64_t stamp, const std::string & bytes)
{
  Message message{channel, stamp, std::make_shared<const std::string>(bytes)};
  bool is_first = false;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    latest_[channel] = message;
    if (client_count_ == 0 || waiting_.size() >= kMostWaiting) {
      return;
    }
    is_first = waiting_.empty();
    waiting_.push_back(std::move(message));
  }
  if (is_first) {
    server_.post([this] {flush();});
  }
}

void LiveView::flush()
{
  std::vector<Message> messages;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    messages.swap(waiting_);
  }
  for (const Message & message : messages) {
    for (const auto & [id, client] : clients_) {
      const auto subscription = client.subscriptions.find(message.channel);
      if (subscription != client.subscriptions.end()) {
        send_message(id, subscription->second, message);
      }
      if (message.channel == clock_channel_) {
        send_time(id, message.stamp);
      }
    }
  }
}

void LiveView::send_message(ClientId id, std::uint32_t subscription, const Message & message)
{
  Outgoing outgoing;
  outgoing.head.push_back(kMessageData);
  append32(subscription, outgoing.head);
  append64(static_cast<std::uint64_t>(message.stamp), outgoing.head);
  outgoing.body = message.bytes;
  outgoing.can_drop = !host_.channels()[message.channel].is_latched;
  server_.send(id, std::move(outgoing));
}

void LiveView::send_time(ClientId id, std::int64_t stamp)
{
  Outgoing outgoing;
  outgoing.head.push_back(kTime);
  append64(static_cast<std::uint64_t>(stamp), outgoing.head);
  outgoing.can_drop = true;
  server_.send(id, std::move(outgoing));
}

void LiveView::send_text(ClientId id, std::string text)
{
  Outgoing outgoing;
  outgoing.head = std::move(text);
  outgoing.is_text = true;
  server_.send(id, std::move(outgoing));
}

void LiveView::tell_status(ClientId id, int level, const std::string & message)
{
  const std::string told = message.size() <= kLongestStatus ? message :
    message.substr(0, kLongestStatus) + "…";
  send_text(id, dump({{"op", "status"}, {"level", level}, {"message", told}}));
}

void LiveView::opened(ClientId id)
{
  clients_[id] = {};
  ++client_count_;
  send_text(id, dump(server_info(host_)));
  send_text(id, dump(channel_list(host_)));
  send_text(id, dump(service_list(host_)));
}

void LiveView::closed(ClientId id)
{
  client_count_ -= static_cast<int>(clients_.erase(id));
}

/// Whatever a client says, it is told what was wrong with it, and the others go on.
void LiveView::received(ClientId id, std::string_view message, bool is_text)
{
  const auto client = clients_.find(id);
  if (client == clients_.end()) {
    return;
  }
  Requests requests{*this, id, client->second};
  try {
    if (is_text) {
      requests.receive_text(message);
    } else {
      requests.receive_bytes(message);
    }
  } catch (const Json::exception & error) {
    tell_status(id, kError, std::string("expected a message of the protocol: ") + error.what());
  } catch (const std::exception & error) {
    tell_status(id, kError, error.what());
  }
}

LiveView::Message LiveView::latest(int channel)
{
  const std::lock_guard<std::mutex> lock(mutex_);
  return latest_[channel];
}

void LiveView::publish_parameters()
{
  if (client_count_ > 0) {
    server_.post([this] {tell_changes();});
  }
}

/// A parameter that is gone has no value any more.
void LiveView::tell_changes()
{
  const ParameterMap values = host_.parameters();
  std::vector<std::pair<std::string, Json>> changed;
  for (const auto & [name, value] : values) {
    const auto told = told_.find(name);
    if (told == told_.end() || told->second != value) {
      changed.emplace_back(name, parameter_entry(name, value));
    }
  }
  for (const auto & [name, value] : told_) {
    if (values.count(name) == 0) {
      changed.emplace_back(name, Json{{"name", name}});
    }
  }
  told_ = values;
  for (const auto & [id, client] : clients_) {
    Json entries = Json::array();
    for (const auto & [name, entry] : changed) {
      if (client.wants_all_parameters || client.wanted_parameters.count(name) > 0) {
        entries.push_back(entry);
      }
    }
    if (!entries.empty()) {
      send_text(id, dump({{"op", "parameterValues"}, {"parameters", entries}}));
    }
  }
}

}  // namespace contact_sim
