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

#include "contact_sim/lcp/active_set.hpp"
#include "contact_sim/lcp/dantzig.hpp"
#include "contact_sim/lcp/lemke.hpp"
#include "contact_sim/lcp/robust_lemke.hpp"
#include "support/count_allocations.hpp"
#include "support/families.hpp"

namespace contact_sim
{

/// Solves other problems of a size met before: nothing may be taken from the heap, in the pivot
/// loop or around it.
template<typename Workspace, typename Solve>
void expect_no_allocation(Solve solve)
{
  testing::Random random(1);
  std::vector<LcpProblem> problems;
  for (int i = 0; i < 5; ++i) {
    problems.push_back(
      testing::around_solution(
        random, testing::random_spd(random, 30), testing::half_active(random, 30)));
  }
  Workspace workspace;
  LcpSolution solution;
  solve(problems[0], workspace, solution);
  const std::size_t before = testing::allocations();
  for (const LcpProblem & problem : problems) {
    solve(problem, workspace, solution);
    EXPECT_TRUE(solution.solved());
  }
  EXPECT_EQ(testing::allocations(), before);
}

TEST(NoAllocation, is_noticed_at_all)
{
  const std::size_t before = testing::allocations();
  const Eigen::VectorXd vector(100);
  const std::vector<double> values(vector.size());
  EXPECT_EQ(testing::allocations(), before + 2);
}

TEST(NoAllocation, in_lemke)
{
  expect_no_allocation<LemkeWorkspace>(
    [](const auto & problem, auto & workspace, auto & solution) {
      solve_lemke(problem, {}, workspace, solution);
    });
}

TEST(NoAllocation, in_lexicographic_lemke)
{
  expect_no_allocation<LemkeWorkspace>(
    [](const auto & problem, auto & workspace, auto & solution) {
      solve_lexicographic_lemke(problem, {}, workspace, solution);
    });
}

TEST(NoAllocation, in_robust_lemke)
{
  expect_no_allocation<RobustLemkeWorkspace>(
    [](const auto & problem, auto & workspace, auto & solution) {
      solve_robust_lemke(problem, {}, workspace, solution);
    });
}

TEST(NoAllocation, in_dantzig)
{
  expect_no_allocation<DantzigWorkspace>(
    [](const auto & problem, auto & workspace, auto & solution) {
      solve_dantzig(problem, {}, workspace, solution);
    });
}

TEST(NoAllocation, in_active_set)
{
  expect_no_allocation<ActiveSetWorkspace>(
    [](const auto & problem, auto & workspace, auto & solution) {
      solve_active_set(problem, {}, workspace, solution);
    });
}

}  // namespace contact_sim
