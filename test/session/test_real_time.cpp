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

#include <mutex>
#include <thread>

#include "contact_sim/session/real_time.hpp"

namespace contact_sim
{

namespace
{

int policy_of_this_thread()
{
  int policy = -1;
  sched_param parameter{};
  pthread_getschedparam(pthread_self(), &policy, &parameter);
  return policy;
}

/// In a thread of its own, which ends with its priority.
template<typename Act>
void in_a_thread(Act act)
{
  std::thread(act).join();
}

TEST(RealTimeThread, goes_before_others_only_while_it_keeps_time)
{
  in_a_thread(
    [] {
      RealTimeThread thread(1);
      EXPECT_EQ(thread.scheduling(), Scheduling::kOrdinary);
      EXPECT_TRUE(thread.raise());
      if (thread.scheduling() == Scheduling::kRefused) {
        EXPECT_EQ(policy_of_this_thread(), SCHED_OTHER);
        return;  // a system without such a right
      }
      EXPECT_EQ(policy_of_this_thread(), SCHED_FIFO);
      EXPECT_FALSE(thread.raise());
      EXPECT_TRUE(thread.lower());
      EXPECT_EQ(policy_of_this_thread(), SCHED_OTHER);
      EXPECT_EQ(thread.scheduling(), Scheduling::kOrdinary);
      EXPECT_TRUE(thread.raise());
      EXPECT_EQ(policy_of_this_thread(), SCHED_FIFO);
    });
}

TEST(RealTimeThread, says_once_that_it_was_refused)
{
  in_a_thread(
    [] {
      RealTimeThread thread(1000);  // that no system has
      EXPECT_TRUE(thread.raise());
      EXPECT_EQ(thread.scheduling(), Scheduling::kRefused);
      EXPECT_FALSE(thread.raise());
      EXPECT_FALSE(thread.lower());
      EXPECT_EQ(policy_of_this_thread(), SCHED_OTHER);
    });
}

TEST(RealTimeThread, of_priority_nought_is_as_any_other)
{
  RealTimeThread thread(0);
  EXPECT_FALSE(thread.raise());
  EXPECT_FALSE(thread.lower());
  EXPECT_EQ(thread.scheduling(), Scheduling::kOrdinary);
}

TEST(InheritingMutex, lets_one_in_at_a_time)
{
  InheritingMutex mutex;
  int count = 0;
  const auto add = [&] {
      for (int i = 0; i < 100000; ++i) {
        const std::lock_guard<InheritingMutex> lock(mutex);
        ++count;
      }
    };
  std::thread other(add);
  add();
  other.join();
  EXPECT_EQ(count, 200000);
}

}  // namespace

}  // namespace contact_sim
