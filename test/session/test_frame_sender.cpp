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

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "contact_sim/session/frame_sender.hpp"

namespace contact_sim
{

namespace
{

void push(FrameSender & sender, int number)
{
  State state;
  state.step = number;
  sender.push(state, Eigen::VectorXd(), StepRecord(), Due::all(), MarkerSettings());
}

/// Prompt, or looking by itself.
class FrameSenders : public ::testing::TestWithParam<bool>
{
};

TEST_P(FrameSenders, all_that_must_arrive_arrives_in_order_however_slow_it_is_sent)
{
  std::vector<int> sent;
  FrameSender sender(
    [&](const Frame & frame) {sent.push_back(static_cast<int>(frame.state.step));}, true,
    GetParam());
  for (int i = 0; i < 1000; ++i) {
    push(sender, i);
  }
  sender.stop();
  ASSERT_EQ(sent.size(), 1000u);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(sent[i], i);
  }
  EXPECT_EQ(sender.dropped(), 0);
}

TEST_P(FrameSenders, a_receiver_that_blocks_costs_frames_and_not_steps)
{
  std::mutex mutex;
  std::condition_variable changed;
  bool is_open = false;
  std::atomic<int> sent{0};
  FrameSender sender(
    [&](const Frame &) {
      std::unique_lock<std::mutex> lock(mutex);
      changed.wait(lock, [&] {return is_open;});
      ++sent;
    }, false, GetParam());
  for (int i = 0; i < 1000; ++i) {
    push(sender, i);  // would hang here
  }
  {
    const std::lock_guard<std::mutex> lock(mutex);
    is_open = true;
  }
  changed.notify_all();
  sender.stop();
  EXPECT_GT(sender.dropped(), 0);
  EXPECT_EQ(sent + sender.dropped(), 1000);
}

TEST_P(FrameSenders, what_waits_is_sent_soon_without_more_to_come)
{
  std::atomic<int> sent{0};
  FrameSender sender([&](const Frame &) {++sent;}, false, GetParam());
  push(sender, 1);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (sent == 0 && std::chrono::steady_clock::now() < end) {
    std::this_thread::yield();
  }
  EXPECT_EQ(sent, 1);
}

INSTANTIATE_TEST_SUITE_P(both, FrameSenders, ::testing::Bool());

}  // namespace

}  // namespace contact_sim
