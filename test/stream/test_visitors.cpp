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

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "stream/visitors.hpp"

namespace contact_sim
{

namespace
{

constexpr const char * kHere = "127.0.0.1";
constexpr const char * kEverywhere = "0.0.0.0";

bool is_let_in(
  const std::string & host, const std::string & origin, const std::string & address = kHere,
  const std::vector<std::string> & origins = {})
{
  return refuse_visitor(host, origin, address, origins).empty();
}

TEST(Visitors, pages_of_this_machine_and_programs_may_connect)
{
  for (const char * host : {"localhost:8765", "127.0.0.1:8765", "[::1]:8765", "LOCALHOST"}) {
    EXPECT_TRUE(is_let_in(host, "")) << host;
    EXPECT_TRUE(is_let_in(host, "http://localhost:8765")) << host;
  }
  EXPECT_TRUE(is_let_in("localhost:8765", "http://127.0.0.1:5173"));
}

TEST(Visitors, foxglove_may_connect_in_the_browser_and_as_an_application)
{
  EXPECT_TRUE(is_let_in("localhost:8765", "https://app.foxglove.dev"));
  EXPECT_TRUE(is_let_in("localhost:8765", "file://"));
}

TEST(Visitors, pages_of_strangers_may_not)
{
  for (const char * origin :
    {"https://example.com", "http://localhost.example.com", "null", "http://127.0.0.1.example.com",
      "https://app.foxglove.dev.example.com", "http://", "localhost:8765"})
  {
    EXPECT_FALSE(is_let_in("localhost:8765", origin)) << origin;
  }
}

TEST(Visitors, a_strangers_name_for_this_machine_is_refused)
{
  EXPECT_FALSE(is_let_in("example.com:8765", "http://example.com:8765"));
  EXPECT_FALSE(is_let_in("example.com:8765", "http://example.com:8765", kEverywhere));
  EXPECT_FALSE(is_let_in("127.example.com", ""));
}

TEST(Visitors, in_the_network_addresses_are_taken_only_where_it_listens_there)
{
  EXPECT_TRUE(is_let_in("192.168.1.2:8765", "http://192.168.1.2:8765", kEverywhere));
  EXPECT_TRUE(is_let_in("[fe80::1]:8765", "", kEverywhere));
  EXPECT_FALSE(is_let_in("192.168.1.2:8765", "http://192.168.1.2:8765", kHere));
  EXPECT_FALSE(is_let_in("192.168.1.2:8765", "http://192.168.1.3:8765", kEverywhere));
}

TEST(Visitors, the_user_may_let_others_in)
{
  EXPECT_TRUE(is_let_in("localhost", "https://example.com", kHere, {"https://example.com"}));
  EXPECT_FALSE(is_let_in("localhost", "http://example.com", kHere, {"https://example.com"}));
  // Browsers say it in small letters.
  EXPECT_TRUE(is_let_in("localhost", "https://example.com", kHere, {"https://Example.com"}));
}

TEST(Visitors, an_origin_is_a_scheme_and_a_host)
{
  for (const char * good : {"https://example.com", "http://example.com:8080", "HTTP://[::1]:80"}) {
    EXPECT_TRUE(is_origin(good)) << good;
  }
  for (const char * bad : {"", "*", "example.com", "ftp://example.com", "https://",
      "https://example.com/", "https://me@example.com", "null"})
  {
    EXPECT_FALSE(is_origin(bad)) << bad;
  }
}

TEST(Visitors, a_refusal_says_what_would_help)
{
  const std::string reason = refuse_visitor("localhost", "https://example.com", kHere, {});
  EXPECT_NE(reason.find("https://example.com"), std::string::npos);
  EXPECT_NE(reason.find("--allow-origin"), std::string::npos);
}

TEST(Visitors, both_subprotocols_of_foxglove_are_spoken_and_no_other)
{
  EXPECT_EQ(choose_subprotocol("foxglove.websocket.v1"), "foxglove.websocket.v1");
  EXPECT_EQ(choose_subprotocol("chat, foxglove.sdk.v1"), "foxglove.sdk.v1");
  EXPECT_EQ(choose_subprotocol("foxglove.websocket.v2"), "");
  EXPECT_EQ(choose_subprotocol(""), "");
}

}  // namespace

}  // namespace contact_sim
