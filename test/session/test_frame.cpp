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

#include <vector>

#include "contact_sim/session/frame.hpp"

namespace contact_sim
{

Rates only(Channel channel, double rate)
{
  Rates rates;
  rates.of.fill(0.0);
  rates.of[static_cast<int>(channel)] = rate;
  return rates;
}

TEST(Schedule, sends_the_first_step_of_every_period)
{
  Schedule schedule(only(Channel::kWrenches, 200.0));
  std::vector<int> sent;
  for (int step = 0; step <= 20; ++step) {
    if (schedule.next(step * 1e-3)[Channel::kWrenches]) {
      sent.push_back(step);
    }
  }
  EXPECT_EQ(sent, (std::vector<int>{0, 5, 10, 15, 20}));
}

TEST(Schedule, does_not_drift_where_steps_and_periods_do_not_fit)
{
  Schedule schedule(only(Channel::kMarkers, 30.0));
  int sent = 0;
  double time = 0.0;
  for (int step = 0; step < 100000; ++step, time += 1e-3) {
    sent += schedule.next(time)[Channel::kMarkers];
  }
  EXPECT_EQ(sent, 3000);
}

TEST(Schedule, sends_every_step_where_the_rate_is_higher_than_that_of_the_steps)
{
  Schedule schedule(only(Channel::kClock, 5000.0));
  for (int step = 1; step < 1000; ++step) {
    EXPECT_TRUE(schedule.next(step * 1e-3)[Channel::kClock]) << step;
  }
}

TEST(Schedule, sends_nothing_at_rate_zero_and_begins_again_after_a_reset)
{
  Schedule schedule(only(Channel::kClock, 10.0));
  EXPECT_TRUE(schedule.next(0.0)[Channel::kClock]);
  EXPECT_FALSE(schedule.next(0.0)[Channel::kJointStates]);
  EXPECT_FALSE(schedule.next(0.05)[Channel::kClock]);
  schedule.reset();
  EXPECT_TRUE(schedule.next(0.0)[Channel::kClock]);
  EXPECT_FALSE(Due{}.any());
  EXPECT_TRUE(Due::all().any());
}

}  // namespace contact_sim
