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

#include "contact_sim/lcp/lemke.hpp"
#include "contact_sim/lcp/robust_lemke.hpp"
#include "support/families.hpp"

namespace contact_sim
{

using testing::Random;

TEST(RobustLemke, follows_lemkes_pivots_where_there_is_no_tie)
{
  Random random(11);
  for (const int n : {5, 20, 60}) {
    // Unit diagonal and rows of like size: the scaling then changes no ratio.
    Eigen::MatrixXd M = testing::random_matrix(random, n, n) / (2.0 * n);
    M.diagonal().setOnes();
    const LcpProblem problem =
      testing::around_solution(random, M, testing::half_active(random, n));
    const LcpSolution robust = solve_robust_lemke(problem);
    const LcpSolution plain = solve_lemke(problem);
    ASSERT_TRUE(robust.solved());
    EXPECT_EQ(robust.backtracks, 0);
    EXPECT_EQ(robust.pivots, plain.pivots);
    EXPECT_TRUE(robust.z.isApprox(plain.z, 1e-12));
  }
}

TEST(RobustLemke, loses_none_of_the_redundant_frictional_contacts)
{
  Random random(1);
  for (const int faces : {1, 2, 6}) {
    for (int i = 0; i < 100; ++i) {
      const LcpSolution solution =
        solve_robust_lemke(testing::cube_between_walls(random, 16, faces, 8));
      EXPECT_TRUE(solution.solved()) << to_string(solution.status) << ": " << solution.detail;
    }
  }
}

TEST(RobustLemke, solves_with_the_papers_own_constants_too)
{
  // ε = e_max = 1e-3 and a cost of one a pivot. The search is then nearly breadth first: it needs
  // few contacts to end in its budget, as the paper's runs had.
  RobustLemkeOptions options;
  options.epsilon = 1e-3;
  options.e_max = 1e-3;
  options.depth_weight = 1.0;
  Random random(4);
  for (int i = 0; i < 100; ++i) {
    const LcpSolution solution =
      solve_robust_lemke(testing::cube_between_walls(random, 4, 1, 8), options);
    EXPECT_TRUE(solution.solved()) << to_string(solution.status) << ": " << solution.detail;
  }
}

TEST(RobustLemke, turns_back_from_a_wrong_goal)
{
  // With a large ε the goal is within reach of wrong sequences. The judge refuses them, and the
  // search goes on to the right one.
  RobustLemkeOptions options;
  options.epsilon = 0.2;
  Random random(6);
  int backtracks = 0;
  for (int i = 0; i < 100; ++i) {
    const LcpProblem problem =
      testing::around_solution(
      random, testing::random_spd(random, 8),
      testing::half_active(random, 8));
    const LcpSolution solution = solve_robust_lemke(problem, options);
    EXPECT_TRUE(solution.solved()) << to_string(solution.status) << ": " << solution.detail;
    backtracks += solution.backtracks;
  }
  EXPECT_GT(backtracks, 0);
}

TEST(RobustLemke, says_which_budget_was_too_small)
{
  RobustLemkeOptions options;
  options.max_pivots = 20;
  LcpSolution solution = solve_robust_lemke(testing::murty(9), options);
  EXPECT_EQ(solution.status, LcpStatus::kPivotLimit);
  EXPECT_EQ(solution.detail, "max_pivots = 20 pivots were made");
  options.max_pivots = 0;
  options.max_nodes = 20;
  solution = solve_robust_lemke(testing::murty(9), options);
  EXPECT_EQ(solution.status, LcpStatus::kPivotLimit);
  EXPECT_EQ(solution.detail, "max_nodes = 20 nodes were made");
}

}  // namespace contact_sim
