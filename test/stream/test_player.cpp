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
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "contact_sim/stream/mcap_reader.hpp"
#include "contact_sim/stream/mcap_writer.hpp"
#include "contact_sim/stream/player.hpp"

namespace contact_sim
{

namespace
{

constexpr std::int64_t kSecond = 1000000000;  // [ns]
constexpr int kClock = 0, kScene = 1;

/// Keeps what is played.
class Heard : public ByteSink
{
public:
  struct Message
  {
    int channel;
    std::int64_t stamp;
    std::string bytes;
  };

  void send(int channel, std::int64_t stamp, const std::string & bytes) override
  {
    const std::lock_guard<std::mutex> lock(mutex);
    messages.push_back({channel, stamp, bytes});
    changed.notify_all();
  }

  std::size_t count()
  {
    const std::lock_guard<std::mutex> lock(mutex);
    return messages.size();
  }

  /// False: it did not come in ten seconds.
  bool wait_for(std::int64_t stamp)
  {
    std::unique_lock<std::mutex> lock(mutex);
    return changed.wait_for(
      lock, std::chrono::seconds(10), [&] {
        return !messages.empty() && messages.back().stamp == stamp;
      });
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::vector<Message> messages;
};

/// 100 s of a clock, every second; what the scene looks like once at the beginning.
class PlayerOfAClock : public ::testing::Test
{
protected:
  PlayerOfAClock()
  : file_(
      std::filesystem::temp_directory_path() / ("contact_sim_player_" + std::to_string(::getpid())))
  {
    McapWriter writer(file_, {{"/clock", "a/msg/A", "", false}, {"/scene", "a/msg/A", "", true}});
    writer.send(kScene, 0, "scene");
    for (std::int64_t second = 0; second <= 100; ++second) {
      writer.send(kClock, second * kSecond, std::to_string(second));
    }
    writer.close();
    reader_ = std::make_unique<McapReader>(file_);
  }
  ~PlayerOfAClock() override {std::filesystem::remove(file_);}

  std::string file_;
  std::unique_ptr<McapReader> reader_;
  Heard heard_;
};

TEST_F(PlayerOfAClock, plays_everything_once_in_order_and_waits_at_the_end)
{
  Player player(*reader_, heard_, 0.0);
  player.start();
  ASSERT_TRUE(heard_.wait_for(100 * kSecond));
  player.stop();
  ASSERT_EQ(heard_.count(), 102u);
  EXPECT_EQ(heard_.messages[0].bytes, "scene");
  for (int second = 0; second <= 100; ++second) {
    EXPECT_EQ(heard_.messages[second + 1].bytes, std::to_string(second));
  }
  EXPECT_TRUE(player.status().is_at_end);
  EXPECT_EQ(player.status().time, 100.0);
}

/// 100 s at a speed of 200 are half a second; that it is not much faster is the point.
TEST_F(PlayerOfAClock, keeps_the_speed)
{
  Player player(*reader_, heard_, 200.0);
  const auto start = std::chrono::steady_clock::now();
  player.start();
  ASSERT_TRUE(heard_.wait_for(100 * kSecond));
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(499));
}

TEST_F(PlayerOfAClock, wound_to_a_time_it_sends_the_state_of_every_channel_then)
{
  Player player(*reader_, heard_, 1.0);
  player.set(std::nullopt, std::nullopt, true);
  player.start();
  player.set(70.5, std::nullopt, std::nullopt);
  ASSERT_TRUE(heard_.wait_for(0) && heard_.count() == 2);
  EXPECT_EQ(heard_.messages[0].bytes, "70");
  EXPECT_EQ(heard_.messages[1].bytes, "scene");  // by channel
  EXPECT_EQ(player.status().time, 70.5);
  EXPECT_TRUE(player.status().is_paused);
}

TEST_F(PlayerOfAClock, goes_on_from_where_it_was_wound_to)
{
  Player player(*reader_, heard_, 0.0);
  player.set(std::nullopt, std::nullopt, true);
  player.start();
  player.set(97.0, std::nullopt, std::nullopt);
  player.set(std::nullopt, std::nullopt, false);
  ASSERT_TRUE(heard_.wait_for(100 * kSecond));
  player.stop();
  std::vector<std::string> clock;
  for (const Heard::Message & message : heard_.messages) {
    if (message.channel == kClock) {
      clock.push_back(message.bytes);
    }
  }
  EXPECT_EQ(clock, (std::vector<std::string>{"97", "98", "99", "100"}));
}

TEST_F(PlayerOfAClock, at_its_end_it_plays_once_more_where_it_is_told_to_go_on)
{
  Player player(*reader_, heard_, 0.0);
  player.start();
  ASSERT_TRUE(heard_.wait_for(100 * kSecond));
  while (!player.status().is_at_end) {
    std::this_thread::yield();
  }
  player.set(std::nullopt, std::nullopt, false);
  for (int i = 0; i < 1000 && heard_.count() < 200; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_GE(heard_.count(), 200u);
}

TEST_F(PlayerOfAClock, a_bad_speed_or_time_is_refused_and_nothing_changed)
{
  EXPECT_THROW(Player(*reader_, heard_, -1.0), std::invalid_argument);
  Player player(*reader_, heard_, 2.0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(player.set(3.0, nan, std::nullopt), std::invalid_argument);
  EXPECT_THROW(player.set(nan, 3.0, std::nullopt), std::invalid_argument);
  EXPECT_EQ(player.status().speed, 2.0);
  EXPECT_EQ(player.status().time, 0.0);
}

TEST_F(PlayerOfAClock, its_timeline_is_parameters)
{
  PlayerHost host("recording", *reader_);
  Player player(*reader_, heard_, 1.0);
  host.set_player(player);
  EXPECT_EQ(host.parameters().at("/player.end"), ParameterValue(100.0));
  host.set_parameters({{"/player.time", 50.0}, {"/player.speed", 0.5}, {"/player.paused", true}});
  EXPECT_EQ(host.parameters().at("/player.time"), ParameterValue(50.0));
  EXPECT_EQ(host.parameters().at("/player.speed"), ParameterValue(0.5));
  EXPECT_EQ(host.parameters().at("/player.paused"), ParameterValue(true));
  EXPECT_THROW(host.set_parameters({{"/player.end", 1.0}}), std::invalid_argument);
  EXPECT_THROW(host.set_parameters({{"/player.time", std::string("x")}}), std::invalid_argument);
}

}  // namespace

}  // namespace contact_sim
