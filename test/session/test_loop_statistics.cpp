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

#include "contact_sim/session/loop_statistics.hpp"

namespace contact_sim
{

namespace
{

StepRecord record(int iterations, double time)
{
  StepRecord step;
  step.time = time;
  step.solver.iterations = iterations;
  step.solver.answered[0] = 1;
  step.solver.residual.complementarity = 1e-12 * iterations;
  return step;
}

TEST(LoopStatistics, taken_are_means_and_the_largest_of_the_period)
{
  LoopStatistics statistics;
  statistics.add(record(2, 0.1), 0.1, 3e-6);
  statistics.add(record(6, 0.2), 0.1, 5e-6);
  const LoopStatistics taken = statistics.take();
  EXPECT_EQ(taken.period_steps, 2);
  EXPECT_EQ(taken.iterations, 4.0);
  EXPECT_EQ(taken.largest_iterations, 6);
  EXPECT_EQ(taken.residual.complementarity, 6e-12);
  EXPECT_DOUBLE_EQ(taken.step_time, 4e-6);
  EXPECT_DOUBLE_EQ(taken.period_simulated, 0.2);
  EXPECT_EQ(taken.time, 0.2);
}

TEST(LoopStatistics, a_new_period_keeps_what_is_counted_from_the_start)
{
  LoopStatistics statistics;
  statistics.solver = "Lemke";
  statistics.add(record(2, 0.1), 0.1, 0.0);
  statistics.take();
  statistics.add(record(1, 0.2), 0.1, 0.0);
  const LoopStatistics taken = statistics.take();
  EXPECT_EQ(taken.period_steps, 1);
  EXPECT_EQ(taken.largest_iterations, 1);
  EXPECT_EQ(taken.steps, 2);
  EXPECT_EQ(taken.answered[0], 2);
  EXPECT_EQ(taken.solver, "Lemke");
  EXPECT_EQ(statistics.take().iterations, 0.0);  // of no step
}

TEST(LoopStatistics, a_step_that_another_answered_is_a_failure_with_its_reason)
{
  LoopStatistics statistics;
  StepRecord failed = record(1, 0.1);
  failed.solver.answered = {0, 1, 0, 0};
  failed.solver.failure = ContactStatus::kGaveUp;
  failed.solver.detail = "no pivot";
  statistics.add(failed, 0.1, 0.0);
  EXPECT_EQ(statistics.period_failures, 1);
  EXPECT_NE(statistics.last_failure.find("no pivot"), std::string::npos);
}

}  // namespace

}  // namespace contact_sim
