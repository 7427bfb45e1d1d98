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

#ifndef STREAM__LIVE_VISITOR_HPP_
#define STREAM__LIVE_VISITOR_HPP_

// Of live_server.cpp alone: what includes Beast takes its time to compile.

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "stream/live_connection.hpp"
#include "stream/visitors.hpp"

namespace contact_sim
{

/// A connection that asks for files, until it becomes a WebSocket.
class Visitor : public std::enable_shared_from_this<Visitor>
{
public:
  using Response = http::response<http::string_body>;
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
  static constexpr std::size_t kLargestHeader = 16 << 10;  ///< [bytes]
  static constexpr std::size_t kLargestBody = 1 << 10;     ///< of a request for a file [bytes]

  static std::string text(beast::string_view view)
  {
    return std::string(view.data(), view.size());
  }

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
    // A page of a stranger must neither show ours in a frame, to have it clicked on, nor use it.
    response_.set("X-Frame-Options", "DENY");
    response_.set("Content-Security-Policy", "frame-ancestors 'none'");
    response_.set("Cross-Origin-Resource-Policy", "same-origin");
    // Who is refused keeps no place.
    response_.keep_alive(request.keep_alive() && status != http::status::forbidden);
    stream_.expires_after(options_.idle_time);  // of a slow reader
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

}  // namespace contact_sim

#endif  // STREAM__LIVE_VISITOR_HPP_
