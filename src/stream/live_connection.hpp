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

#ifndef STREAM__LIVE_CONNECTION_HPP_
#define STREAM__LIVE_CONNECTION_HPP_

// Of live_server.cpp alone: what includes Beast takes its time to compile.

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "boost/asio/ip/tcp.hpp"
#include "boost/asio/post.hpp"
#include "boost/beast/core.hpp"
#include "boost/beast/http.hpp"
#include "boost/beast/websocket.hpp"
#include "contact_sim/stream/live_server.hpp"

namespace contact_sim
{

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using Tcp = asio::ip::tcp;
using Error = beast::error_code;
using Request = http::request<http::string_body>;

/// A WebSocket connection.
class Connection : public std::enable_shared_from_this<Connection>
{
public:
  using Closed = std::function<void (ClientId)>;

  Connection(
    ClientId id, beast::tcp_stream stream, const ServerOptions & options,
    ServerListener & listener, Closed closed)
  : id_(id), stream_(std::move(stream)), options_(options), listener_(listener),
    closed_(std::move(closed))
  {
  }

  void accept(const Request & request, const std::string & protocol)
  {
    beast::get_lowest_layer(stream_).expires_never();
    websocket::stream_base::timeout timeout{};
    timeout.handshake_timeout = options_.handshake_time;
    timeout.idle_timeout = options_.idle_time;
    timeout.keep_alive_pings = true;
    stream_.set_option(timeout);
    stream_.read_message_max(options_.largest_message);
    stream_.auto_fragment(false);
    stream_.set_option(
      websocket::stream_base::decorator(
        [protocol](websocket::response_type & response) {
          response.set(http::field::server, "contact_sim");
          response.set(http::field::sec_websocket_protocol, protocol);
        }));
    stream_.async_accept(
      request, [self = shared_from_this()](Error error) {self->accepted(error);});
  }

  void send(Outgoing message)
  {
    if (is_closed_) {
      return;
    }
    waiting_bytes_ += size(message);
    waiting_.push_back(std::move(message));
    drop_oldest();
    if (waiting_bytes_ > 2 * options_.most_waiting_bytes || waiting_.size() > 2 * kMostWaiting) {
      // It asks, but does not read the answers. Later: whoever sends may be going over all clients.
      asio::post(stream_.get_executor(), [self = shared_from_this()] {self->close();});
    } else if (!is_writing_) {
      write();
    }
  }

  void close()
  {
    if (!std::exchange(is_closed_, true)) {
      Error ignored;
      beast::get_lowest_layer(stream_).socket().shutdown(Tcp::socket::shutdown_both, ignored);
      beast::get_lowest_layer(stream_).close();
      closed_(id_);
    }
  }

private:
  static constexpr std::size_t kMostWaiting = 4096;  ///< messages for a client

  static std::size_t size(const Outgoing & message)
  {
    const bool counts = message.body && !message.is_kept;
    return message.head.size() + (counts ? message.body->size() : 0);
  }

  void accepted(Error error)
  {
    if (error) {
      close();
      return;
    }
    listener_.opened(id_);
    read();
  }

  void read()
  {
    stream_.async_read(
      buffer_, [self = shared_from_this()](Error error, std::size_t) {self->has_read(error);});
  }

  void has_read(Error error)
  {
    if (error || is_closed_) {
      close();
      return;
    }
    const auto data = buffer_.data();
    listener_.received(
      id_, std::string_view(static_cast<const char *>(data.data()), data.size()),
      stream_.got_text());
    buffer_.consume(buffer_.size());
    if (!is_closed_) {
      read();
    }
  }

  /// The one that is being written stays.
  void drop_oldest()
  {
    const auto is_over = [&] {
        return waiting_bytes_ > options_.most_waiting_bytes || waiting_.size() > kMostWaiting;
      };
    for (auto message = waiting_.begin() + (is_writing_ ? 1 : 0);
      is_over() && message != waiting_.end(); )
    {
      if (message->can_drop) {
        waiting_bytes_ -= size(*message);
        message = waiting_.erase(message);
      } else {
        ++message;
      }
    }
  }

  void write()
  {
    is_writing_ = true;
    const Outgoing & message = waiting_.front();
    stream_.text(message.is_text);
    const std::array<asio::const_buffer, 2> buffers{
      asio::buffer(message.head),
      message.body ? asio::buffer(*message.body) : asio::const_buffer()};
    stream_.async_write(
      buffers, [self = shared_from_this()](Error error, std::size_t) {self->has_written(error);});
  }

  void has_written(Error error)
  {
    if (error || is_closed_) {
      close();
      return;
    }
    waiting_bytes_ -= size(waiting_.front());
    waiting_.pop_front();
    is_writing_ = false;
    if (!waiting_.empty()) {
      write();
    }
  }

  ClientId id_;
  websocket::stream<beast::tcp_stream> stream_;
  const ServerOptions & options_;
  ServerListener & listener_;
  Closed closed_;
  beast::flat_buffer buffer_;
  std::deque<Outgoing> waiting_;
  std::size_t waiting_bytes_{0};
  bool is_writing_{false};
  bool is_closed_{false};
};

}  // namespace contact_sim

#endif  // STREAM__LIVE_CONNECTION_HPP_
