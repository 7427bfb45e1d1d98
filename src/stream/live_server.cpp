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

#include "contact_sim/stream/live_server.hpp"

#include <chrono>
#include <stdexcept>
#include <thread>
#include <unordered_map>
#include <utility>

#include "stream/live_connection.hpp"
#include "stream/live_visitor.hpp"
#include "stream/visitors.hpp"

namespace contact_sim
{

namespace
{

constexpr int kBacklog = 128;                     ///< connections that wait to be accepted
constexpr std::chrono::milliseconds kAcceptPause{100};  ///< where the system has no more sockets

}  // namespace

class LiveServer::Implementation
{
public:
  Implementation(const ServerOptions & options, ServerListener & listener)
  : options_(options), listener_(listener), acceptor_(context_), retry_(context_)
  {
    Error error;
    const asio::ip::address address = asio::ip::make_address(options.address, error);
    if (error) {
      throw std::invalid_argument(
              "--address: expected an IP address of this machine, found '" + options.address + "'");
    }
    for (const std::string & origin : options.origins) {
      if (!is_origin(origin)) {
        throw std::invalid_argument(
                "--allow-origin: expected https://HOST or http://HOST, with a port or without, "
                "found '" + origin + "'");
      }
    }
    listen({address, static_cast<std::uint16_t>(options.port)});
  }

  int port() const {return acceptor_.local_endpoint().port();}

  void start()
  {
    accept();
    thread_ = std::thread([this] {run();});
  }

  void stop()
  {
    if (thread_.joinable()) {
      context_.stop();
      thread_.join();
    }
  }

  void post(std::function<void()> task) {asio::post(context_, std::move(task));}

  void send(ClientId client, Outgoing message)
  {
    const auto found = connections_.find(client);
    if (found != connections_.end()) {
      const std::shared_ptr<Connection> connection = found->second;  // send() may close it
      connection->send(std::move(message));
    }
  }

private:
  void listen(const Tcp::endpoint & endpoint)
  {
    try {
      acceptor_.open(endpoint.protocol());
      acceptor_.set_option(asio::socket_base::reuse_address(true));
      acceptor_.bind(endpoint);
      acceptor_.listen(kBacklog);
    } catch (const boost::system::system_error & error) {
      throw std::runtime_error(
              "cannot listen at " + options_.address + ", port " + std::to_string(options_.port) +
              ": " + error.code().message() + " (--port chooses another, 0 any that is free)");
    }
  }

  /// Nothing that a client does may end it.
  void run()
  {
    while (!context_.stopped()) {
      try {
        context_.run();
      } catch (const std::exception &) {
        // Of one handler: its connection is gone with it, the others go on.
      }
    }
  }

  void accept()
  {
    acceptor_.async_accept(
      [this](Error error, Tcp::socket socket) {
        if (error) {
          wait_to_accept();
          return;
        }
        welcome(std::move(socket));
        accept();
      });
  }

  /// No more sockets: some will be closed.
  void wait_to_accept()
  {
    retry_.expires_after(kAcceptPause);
    retry_.async_wait([this](Error error) {if (!error) {accept();}});
  }

  void welcome(Tcp::socket socket)
  {
    if (*visitors_ >= options_.most_clients) {
      return;  // closes it
    }
    Error ignored;
    socket.set_option(Tcp::no_delay(true), ignored);
    std::make_shared<Visitor>(
      std::move(socket), options_, ticket(),
      [this](beast::tcp_stream stream, const Request & request, const std::string & protocol) {
        upgrade(std::move(stream), request, protocol);
      })->read();
  }

  /// Counts as long as it is held.
  std::shared_ptr<void> ticket()
  {
    ++*visitors_;
    return std::shared_ptr<void>(nullptr, [count = visitors_](void *) {--*count;});
  }

  void upgrade(beast::tcp_stream stream, const Request & request, const std::string & protocol)
  {
    const ClientId id = ++last_id_;
    const auto connection = std::make_shared<Connection>(
      id, std::move(stream), options_, listener_,
      [this, held = ticket()](ClientId client) {
        if (connections_.erase(client) > 0) {
          listener_.closed(client);
        }
      });
    connections_[id] = connection;
    connection->accept(request, protocol);
  }

  ServerOptions options_;
  ServerListener & listener_;
  asio::io_context context_{1};
  Tcp::acceptor acceptor_;
  asio::steady_timer retry_;
  std::shared_ptr<std::size_t> visitors_{std::make_shared<std::size_t>(0)};
  std::unordered_map<ClientId, std::shared_ptr<Connection>> connections_;
  ClientId last_id_{0};
  std::thread thread_;
};

LiveServer::LiveServer(const ServerOptions & options, ServerListener & listener)
: implementation_(std::make_unique<Implementation>(options, listener))
{
}

LiveServer::~LiveServer()
{
  stop();
}

int LiveServer::port() const
{
  return implementation_->port();
}

void LiveServer::start()
{
  implementation_->start();
}

void LiveServer::stop()
{
  implementation_->stop();
}

void LiveServer::post(std::function<void()> task)
{
  implementation_->post(std::move(task));
}

void LiveServer::send(ClientId client, Outgoing message)
{
  implementation_->send(client, std::move(message));
}

}  // namespace contact_sim
