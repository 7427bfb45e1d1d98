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

#ifndef CONTACT_SIM__STREAM__LIVE_SERVER_HPP_
#define CONTACT_SIM__STREAM__LIVE_SERVER_HPP_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "contact_sim/stream/web_files.hpp"

namespace contact_sim
{

using ClientId = std::uint64_t;

struct ServerOptions
{
  std::string address{"127.0.0.1"};  ///< an IP address of this machine
  int port{8765};                    ///< 0: any that is free
  std::vector<std::string> origins;  ///< web pages that may connect besides our own, "https://host"
  WebFiles files;                    ///< served on the same port
  std::size_t most_clients{64};      ///< connections of any kind
  std::size_t largest_message{1 << 20};     ///< from a client [bytes]
  std::size_t most_waiting_bytes{8 << 20};  ///< for a client, before frames are dropped
  std::chrono::seconds handshake_time{10};  ///< of a connection that says nothing yet
  std::chrono::seconds idle_time{30};       ///< without an answer to a ping
};

/// Something to send. The body is shared between clients, the head is each client's own.
struct Outgoing
{
  std::string head;
  std::shared_ptr<const std::string> body;  ///< behind the head; may be null
  bool is_text{false};
  bool can_drop{false};  ///< where the client does not read fast enough
  bool is_kept{false};   ///< somebody keeps the body anyway: it costs nothing that it waits
};

/// What becomes of clients; called in the server's thread.
class ServerListener
{
public:
  virtual ~ServerListener() = default;
  virtual void opened(ClientId client) = 0;
  virtual void received(ClientId client, std::string_view message, bool is_text) = 0;
  virtual void closed(ClientId client) = 0;
};

/// Sends and receives WebSocket messages of the subprotocols of Foxglove, and serves files, in one
/// thread of its own. It knows nothing of what is said.
///
/// Nobody outside can make it slow or stop it: for a client that does not read, the oldest frames
/// are dropped, then it is disconnected; too large a message, garbage or silence end a connection;
/// a web page of a stranger is refused by its Origin, a name that was bent to this machine by its
/// Host.
class LiveServer
{
public:
  /// Listens, but serves nobody yet.
  /// \param listener has to live as long
  /// \throws std::runtime_error where the address or the port cannot be had
  LiveServer(const ServerOptions & options, ServerListener & listener);
  ~LiveServer();

  int port() const;
  void start();
  /// Closes all connections, and waits for the thread.
  void stop();

  /// Does something in the server's thread; from any thread.
  void post(std::function<void()> task);
  /// In the server's thread.
  void send(ClientId client, Outgoing message);

private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__STREAM__LIVE_SERVER_HPP_
