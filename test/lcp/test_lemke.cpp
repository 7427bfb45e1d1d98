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

#include "contact_sim/lcp/enumeration.hpp"
#include "contact_sim/lcp/lemke.hpp"
#include "support/families.hpp"

namespace contact_sim
{

using testing::Random;

/// Some hundred pivots in double precision on well-scaled problems.
constexpr double kAccuracy = 1e-11;

TEST(Lemke, takes_the_pivots_of_the_textbook)
{
  // Murty's family, example 1 of [Sharaf]: 2ⁿ pivots.
  for (const int n : {1, 2, 3, 6, 9}) {
    LemkeOptions options;
    options.max_pivots = 1000;
    const LcpSolution solution = solve_lemke(testing::murty(n), options);
    ASSERT_TRUE(solution.solved());
    EXPECT_EQ(solution.pivots, 1 << n);
    EXPECT_NEAR(solution.z[0], 1 << n, kAccuracy * (1 << n));
  }
}

TEST(Lemke, says_that_its_budget_was_too_small)
{
  LemkeOptions options;
  options.max_pivots = 100;
  const LcpSolution solution = solve_lemke(testing::murty(9), options);
  EXPECT_EQ(solution.status, LcpStatus::kPivotLimit);
  EXPECT_EQ(solution.pivots, 100);
  EXPECT_GT(solution.residual, 1e-9);
  EXPECT_EQ(solution.detail, "max_pivots = 100 pivots were made");
}

TEST(Lemke, loses_redundant_frictional_contacts_where_the_lexicographic_order_keeps_them)
{
  // The claim of [Yamane 2008], II-B: ties decided by rounding. 40 contacts on one face.
  Random random(1);
  int lost = 0;
  int lost_in_order = 0;
  for (int i = 0; i < 20; ++i) {
    const LcpProblem problem = testing::cube_between_walls(random, 20, 1, 4);
    lost += !solve_lemke(problem).solved();
    lost_in_order += !solve_lexicographic_lemke(problem).solved();
  }
  EXPECT_GT(lost, 10);
  EXPECT_EQ(lost_in_order, 0);
}

TEST(Lemke, prefers_the_artificial_variable_in_a_tie)
{
  // z₀ and w₀ reach zero together; taking w₀ would need another pivot.
  const LcpProblem problem{Eigen::MatrixXd::Ones(2, 2), Eigen::VectorXd::Constant(2, -1.0)};
  const LcpSolution solution = solve_lemke(problem);
  EXPECT_TRUE(solution.solved());
  EXPECT_EQ(solution.pivots, 2);
}

TEST(LexicographicLemke, breaks_every_tie_of_the_cycling_problem)
{
  Eigen::Matrix3d M;
  M << 1, 2, 0, 0, 1, 2, 2, 0, 1;
  for (const double delta : {0.0, 1e-10}) {
    LexicographicLemkeOptions options;
    options.delta = delta;
    const LcpSolution solution =
      solve_lexicographic_lemke({M, Eigen::Vector3d::Constant(-1.0)}, options);
    ASSERT_TRUE(solution.solved());
    EXPECT_TRUE(solution.z.isApprox(Eigen::Vector3d::Constant(1.0 / 3.0), kAccuracy));
  }
}

TEST(LexicographicLemke, depends_on_its_threshold)
{
  // Table I of [Yamane 2008]: a threshold that is too large takes different ratios for equal ones.
  Random random(2);
  int lost_without = 0;
  int lost_with_large = 0;
  for (int i = 0; i < 20; ++i) {
    const LcpProblem problem = testing::cube_between_walls(random, 20, 2, 4);
    LexicographicLemkeOptions options;
    options.delta = 0.0;
    lost_without += !solve_lexicographic_lemke(problem, options).solved();
    options.delta = 0.1;
    lost_with_large += !solve_lexicographic_lemke(problem, options).solved();
  }
  EXPECT_GT(lost_without, 0);
  EXPECT_GT(lost_with_large, 0);
}

TEST(LexicographicLemke, resolves_ties_as_a_perturbed_problem_would)
{
  // q + (ε, ε², …) has no ties: its final basis is that of the lexicographic order.
  Random random(5);
  for (int trial = 0; trial < 50; ++trial) {
    LcpProblem problem{testing::random_spd(random, 4), Eigen::VectorXd::Constant(4, -1.0)};
    const LcpSolution ordered = solve_lexicographic_lemke(problem);
    ASSERT_TRUE(ordered.solved());
    double epsilon = 1.0;
    for (double & entry : problem.q) {
      epsilon *= 1e-3;
      entry += epsilon;
    }
    EXPECT_EQ(solve_lemke(problem).pivots, ordered.pivots) << "trial " << trial;
  }
}

}  // namespace contact_sim
