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

#ifndef STREAM__LIVE_REQUESTS_HPP_
#define STREAM__LIVE_REQUESTS_HPP_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "contact_sim/stream/live_view.hpp"
#include "stream/live_protocol.hpp"

namespace contact_sim
{

/// What one client asks for. Calls \throw std::exception for what is no message of the protocol.
struct LiveView::Requests
{
  LiveView & view;
  ClientId id;
  Client & client;

  void receive_text(std::string_view message);
  void receive_bytes(std::string_view message);

  /// \name By op
  /// @{
  void subscribe(const Json & json);
  void unsubscribe(const Json & json);
  void advertise(const Json & json);
  void unadvertise(const Json & json);
  void get_parameters(const Json & json);
  void set_parameters(const Json & json);
  void subscribe_updates(const Json & json);
  void unsubscribe_updates(const Json & json);
  void fetch_asset(const Json & json);
  /// @}

  void take_command(std::string_view message);
  void call_service(std::string_view message);
  void answer_call(std::string_view message);
  void tell_parameters(const std::vector<std::string> & names, const Json & request);
};

}  // namespace contact_sim

#endif  // STREAM__LIVE_REQUESTS_HPP_
