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

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
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

/// The policies that frames were sent with, of a sender that is slow while the gate is closed.
class Scheduled : public ::testing::Test
{
protected:
  void send(const Frame &)
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] {return is_open;});
    int policy = -1;
    sched_param parameter{};
    pthread_getschedparam(pthread_self(), &policy, &parameter);
    policies.push_back(policy);
    changed.notify_all();
  }

  void open(bool opens)
  {
    const std::lock_guard<std::mutex> lock(mutex);
    is_open = opens;
    changed.notify_all();
  }

  /// Pushes one, and waits until it is sent.
  int policy_of_next()
  {
    std::unique_lock<std::mutex> lock(mutex);
    const std::size_t before = policies.size();
    push(sender, 0);
    changed.wait(lock, [&] {return policies.size() > before;});
    return policies.back();
  }

  /// The sender looks about after each frame, when the system lets it.
  bool comes_to(int policy)
  {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (policy_of_next() != policy) {
      if (std::chrono::steady_clock::now() > end) {
        return false;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
  }

  /// What a sender has that goes first, where the system allows it.
  static int first_policy()
  {
    int policy = SCHED_OTHER;
    std::thread(
      [&] {
        RealTimeThread thread(1);
        thread.raise();
        sched_param parameter{};
        pthread_getschedparam(pthread_self(), &policy, &parameter);
      }).join();
    return policy;
  }

  std::mutex mutex;
  std::condition_variable changed;
  bool is_open{true};
  std::vector<int> policies;
  FrameSender sender{[this](const Frame & frame) {send(frame);}, false, true, 1};
};

TEST_F(Scheduled, goes_first_only_while_the_simulation_does)
{
  EXPECT_EQ(policy_of_next(), SCHED_OTHER);
  sender.follow(true);
  EXPECT_TRUE(comes_to(first_policy()));
  sender.follow(false);
  EXPECT_TRUE(comes_to(SCHED_OTHER));
  sender.stop();
}

TEST_F(Scheduled, who_falls_behind_goes_after_others_until_all_is_sent)
{
  sender.follow(true);
  ASSERT_TRUE(comes_to(first_policy()));
  open(false);
  policies.clear();
  for (int i = 0; i < 50; ++i) {
    push(sender, i);
  }
  open(true);
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] {return policies.size() == 50;});
  }
  EXPECT_EQ(policies[1], SCHED_OTHER);  // 49 wait
  EXPECT_EQ(policies.back(), SCHED_OTHER);
  EXPECT_TRUE(comes_to(first_policy()));
  sender.stop();
}

INSTANTIATE_TEST_SUITE_P(both, FrameSenders, ::testing::Bool());

}  // namespace

}  // namespace contact_sim
