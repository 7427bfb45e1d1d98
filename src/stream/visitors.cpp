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

#include "stream/visitors.hpp"

#include <arpa/inet.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

namespace contact_sim
{

namespace
{

constexpr std::array<const char *, 2> kProtocols{"foxglove.websocket.v1", "foxglove.sdk.v1"};
constexpr std::array<const char *, 2> kFoxglove{"https://app.foxglove.dev", "file://"};

std::string lower(std::string text)
{
  std::transform(
    text.begin(), text.end(), text.begin(), [](unsigned char c) {return std::tolower(c);});
  return text;
}

/// "localhost:8765" without the port, "[::1]:8765" also without brackets.
std::string without_port(const std::string & host)
{
  const bool has_brackets = !host.empty() && host.front() == '[';
  const std::string name = has_brackets ? host.substr(1, host.find(']') - 1) :
    host.substr(0, host.find(':'));
  return name.empty() ? host : name;  // "[]" and ":80" are none: only no Host at all is empty
}

bool is_loopback(const std::string & name)
{
  return name == "localhost" || name == "::1" ||
         (name.rfind("127.", 0) == 0 && name.find_first_not_of("0123456789.") == std::string::npos);
}

bool is_ip_address(const std::string & name)
{
  std::array<unsigned char, sizeof(in6_addr)> ignored;
  return ::inet_pton(AF_INET, name.c_str(), ignored.data()) == 1 ||
         ::inet_pton(AF_INET6, name.c_str(), ignored.data()) == 1;
}

bool is_this_machine(const std::string & name)
{
  std::array<char, 256> buffer{};
  const bool is_known = ::gethostname(buffer.data(), buffer.size() - 1) == 0;
  const std::string own = is_known ? lower(buffer.data()) : "";
  return !own.empty() && (name == own || name == own + ".local");
}

bool may_call_us(const std::string & name, const std::string & address)
{
  if (is_loopback(address)) {
    return name.empty() || is_loopback(name);
  }
  return name.empty() || is_loopback(name) || is_ip_address(name) || is_this_machine(name);
}

std::string without_scheme(const std::string & origin)
{
  for (const char * scheme : {"http://", "https://"}) {
    if (origin.rfind(scheme, 0) == 0) {
      return origin.substr(std::string(scheme).size());
    }
  }
  return "";
}

template<typename List>
bool contains(const List & list, const std::string & text)
{
  return std::find(list.begin(), list.end(), text) != list.end();
}

bool may_connect(
  const std::string & origin, const std::string & host, const std::vector<std::string> & origins)
{
  const std::string from = without_scheme(origin);
  const auto is_same = [&](const std::string & other) {return lower(other) == origin;};
  return origin.empty() || contains(kFoxglove, origin) ||
         std::any_of(origins.begin(), origins.end(), is_same) ||
         (!from.empty() && (from == host || is_loopback(without_port(from))));
}

}  // namespace

std::string refuse_visitor(
  const std::string & host, const std::string & origin, const std::string & address,
  const std::vector<std::string> & origins)
{
  if (!may_call_us(without_port(lower(host)), lower(address))) {
    return "expected this machine's address in Host, found '" + host + "'";
  }
  if (!may_connect(lower(origin), lower(host), origins)) {
    return "pages of '" + origin + "' may not connect (--allow-origin lets them)";
  }
  return "";
}

bool is_origin(const std::string & text)
{
  const std::string host = without_scheme(lower(text));
  return !host.empty() && host.find_first_of("/?#*@ ") == std::string::npos;
}

std::string choose_subprotocol(const std::string & offered)
{
  std::istringstream list(offered);
  for (std::string name; std::getline(list, name, ','); ) {
    name.erase(0, name.find_first_not_of(' '));
    name.erase(name.find_last_not_of(' ') + 1);
    if (contains(kProtocols, name)) {
      return name;
    }
  }
  return "";
}

}  // namespace contact_sim
