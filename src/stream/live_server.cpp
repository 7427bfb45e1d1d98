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

#include <algorithm>
#include <array>
#include <deque>
#include <stdexcept>
#include <thread>
#include <unordered_map>
#include <utility>

#include "boost/asio/ip/tcp.hpp"
#include "boost/asio/post.hpp"
#include "boost/beast/core.hpp"
#include "boost/beast/http.hpp"
#include "boost/beast/websocket.hpp"
#include "stream/visitors.hpp"

namespace contact_sim
{

namespace
{

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using Tcp = asio::ip::tcp;
using Error = beast::error_code;
using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;

constexpr std::size_t kLargestHeader = 16 << 10;  ///< [bytes]
constexpr std::size_t kLargestBody = 1 << 10;     ///< of a request for a file [bytes]
constexpr std::size_t kMostWaiting = 4096;        ///< messages for a client
constexpr int kBacklog = 128;                     ///< connections that wait to be accepted
constexpr std::chrono::milliseconds kAcceptPause{100};  ///< where the system has no more sockets

std::string text(beast::string_view view)
{
  return std::string(view.data(), view.size());
}

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
    if (waiting_bytes_ > 2 * options_.most_waiting_bytes) {
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
  static std::size_t size(const Outgoing & message)
  {
    return message.head.size() + (message.body ? message.body->size() : 0);
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

/// A connection that asks for files, until it becomes a WebSocket.
class Visitor : public std::enable_shared_from_this<Visitor>
{
public:
  using Upgrade = std::function<void (beast::tcp_stream, const Request &, const std::string &)>;

  Visitor(
    Tcp::socket socket, const ServerOptions & options, std::shared_ptr<void> ticket,
    Upgrade upgrade)
  : stream_(std::move(socket)), options_(options), ticket_(std::move(ticket)),
    upgrade_(std::move(upgrade))
  {
  }

  void read()
  {
    parser_.emplace();
    parser_->header_limit(kLargestHeader);
    parser_->body_limit(kLargestBody);
    stream_.expires_after(options_.handshake_time);
    http::async_read(
      stream_, buffer_, *parser_,
      [self = shared_from_this()](Error error, std::size_t) {self->has_read(error);});
  }

private:
  void has_read(Error error)
  {
    if (error) {
      return;  // the last one to know it closes it
    }
    const Request request = parser_->release();
    const std::string refusal = refuse(request);
    if (!refusal.empty()) {
      answer(request, http::status::forbidden, {"text/plain; charset=utf-8", refusal + "\n"});
    } else if (websocket::is_upgrade(request)) {
      accept(request);
    } else {
      answer_file(request);
    }
  }

  std::string refuse(const Request & request) const
  {
    return refuse_visitor(
      text(request[http::field::host]), text(request[http::field::origin]), options_.address,
      options_.origins);
  }

  void accept(const Request & request)
  {
    const std::string protocol =
      choose_subprotocol(text(request[http::field::sec_websocket_protocol]));
    if (protocol.empty()) {
      answer(
        request, http::status::bad_request, {"text/plain; charset=utf-8",
          "expected the subprotocol foxglove.websocket.v1 or foxglove.sdk.v1\n"});
      return;
    }
    upgrade_(std::move(stream_), request, protocol);
  }

  void answer_file(const Request & request)
  {
    if (request.method() != http::verb::get && request.method() != http::verb::head) {
      answer(
        request, http::status::method_not_allowed,
        {"text/plain; charset=utf-8", "expected GET or HEAD\n"});
      return;
    }
    const std::string target = text(request.target());
    const auto file = options_.files.find(target.substr(0, target.find('?')));
    if (file == options_.files.end()) {
      answer(request, http::status::not_found, {"text/plain; charset=utf-8", "not found\n"});
    } else {
      answer(request, http::status::ok, file->second);
    }
  }

  void answer(const Request & request, http::status status, const WebFile & file)
  {
    response_ = {};
    response_.version(request.version());
    response_.result(status);
    response_.set(http::field::server, "contact_sim");
    response_.set(http::field::content_type, file.type);
    response_.set(http::field::cache_control, "no-cache");
    response_.set("X-Content-Type-Options", "nosniff");
    response_.keep_alive(request.keep_alive());
    response_.content_length(file.content.size());
    if (request.method() != http::verb::head) {
      response_.body() = file.content;
    }
    serializer_.emplace(response_);
    serializer_->split(request.method() == http::verb::head);
    const auto done = [self = shared_from_this()](Error error, std::size_t) {
        self->has_answered(error);
      };
    if (request.method() == http::verb::head) {
      http::async_write_header(stream_, *serializer_, done);
    } else {
      http::async_write(stream_, *serializer_, done);
    }
  }

  void has_answered(Error error)
  {
    if (!error && response_.keep_alive()) {
      read();
    } else {
      Error ignored;
      stream_.socket().shutdown(Tcp::socket::shutdown_send, ignored);
    }
  }

  beast::tcp_stream stream_;
  const ServerOptions & options_;
  std::shared_ptr<void> ticket_;
  Upgrade upgrade_;
  beast::flat_buffer buffer_;
  boost::optional<http::request_parser<http::string_body>> parser_;
  Response response_;
  boost::optional<http::response_serializer<http::string_body>> serializer_;
};

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
