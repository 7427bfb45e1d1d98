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

#ifndef CONTACT_SIM__STREAM__LIVE_VIEW_HPP_
#define CONTACT_SIM__STREAM__LIVE_VIEW_HPP_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "contact_sim/stream/live_host.hpp"
#include "contact_sim/stream/live_server.hpp"

namespace contact_sim
{

/// The Foxglove WebSocket protocol, version 1, over a LiveServer:
///
///     LiveView view(host, options);
///     session.add_output(writer_of(view), std::nullopt, false);
///     view.start();
///
/// The last message of each channel is kept, so that who comes in a pause sees everything.
class LiveView : public ByteSink, private ServerListener
{
public:
  /// \param host has to live as long
  /// \throws std::runtime_error where the address or the port cannot be had
  LiveView(LiveHost & host, const ServerOptions & options);
  ~LiveView() override;

  /// "http://localhost:8765"
  std::string url() const;
  void start() {server_.start();}
  void stop() {server_.stop();}

  /// From any thread.
  void send(int channel, std::int64_t stamp, const std::string & bytes) override;
  /// Tells who listens what has changed since the last time; from any thread.
  void publish_parameters();
  int client_count() const {return client_count_;}

private:
  struct Publication
  {
    bool is_json{false};
    bool is_commands{false};
  };

  struct Client
  {
    std::unordered_map<int, std::uint32_t> subscriptions;  ///< their ids, by channel
    std::unordered_map<std::uint32_t, Publication> publications;  ///< by channel of the client
    bool wants_all_parameters{false};
    std::set<std::string> wanted_parameters;
  };

  struct Message
  {
    int channel{0};
    std::int64_t stamp{0};
    std::shared_ptr<const std::string> bytes;
  };

  void opened(ClientId id) override;
  void received(ClientId id, std::string_view message, bool is_text) override;
  void closed(ClientId id) override;

  struct Requests;  ///< what clients ask for: live_requests.hpp

  Message latest(int channel);
  void tell_changes();
  void tell_status(ClientId id, int level, const std::string & message);
  void send_text(ClientId id, std::string text);
  void send_message(ClientId id, std::uint32_t subscription, const Message & message);
  void send_time(ClientId id, std::int64_t stamp);
  void flush();
  static int find_clock(const std::vector<StreamChannel> & channels);  ///< -1: none

  LiveHost & host_;
  std::string address_;
  int clock_channel_;
  std::unordered_map<ClientId, Client> clients_;  ///< of the server's thread
  ParameterMap told_;                             ///< of the server's thread
  std::atomic<int> client_count_{0};
  std::mutex mutex_;              ///< of what follows
  std::vector<Message> latest_;   ///< by channel
  std::vector<Message> waiting_;  ///< for the server's thread
  LiveServer server_;             ///< last: its thread uses all of the above
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__STREAM__LIVE_VIEW_HPP_
