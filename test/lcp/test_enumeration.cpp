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

#include <stdexcept>

#include "contact_sim/lcp/enumeration.hpp"
#include "contact_sim/lcp/lcp_residual.hpp"
#include "support/families.hpp"

namespace contact_sim
{

TEST(Enumeration, finds_all_three_answers_of_egans_corner)
{
  // With g = (1, 0) or (0, 1) the first answer comes twice: the same impulses.
  int found[3] = {0, 0, 0};
  const Eigen::Vector2d expected[3] = {{1.5, 0.5}, {1.5, 0.0}, {0.0, 0.5}};
  const auto solutions = enumerate_solutions(testing::egan_max_hit());
  for (const Eigen::VectorXd & z : solutions) {
    int matches = 0;
    for (int i = 0; i < 3; ++i) {
      const bool same = testing::egan_max_impulses(z).isApprox(expected[i], 1e-12);
      found[i] += same;
      matches += same;
    }
    EXPECT_EQ(matches, 1) << z.transpose();
  }
  EXPECT_TRUE(found[0] > 0 && found[1] > 0 && found[2] > 0);
}

TEST(Enumeration, finds_the_ends_of_a_segment_of_solutions)
{
  const LcpProblem problem{Eigen::MatrixXd::Ones(2, 2), Eigen::VectorXd::Constant(2, -1.0)};
  const auto solutions = enumerate_solutions(problem);
  ASSERT_GE(solutions.size(), 2u);
  EXPECT_TRUE(solutions[0].isApprox(Eigen::Vector2d(1.0, 0.0)));
  EXPECT_TRUE(solutions[1].isApprox(Eigen::Vector2d(0.0, 1.0)));
}

TEST(Enumeration, finds_a_solution_on_dependent_columns)
{
  // Only z₁ > 0 helps, and with it each complementary matrix is singular.
  Eigen::Matrix2d M;
  M << 0.0, 1.0, 0.0, 0.0;
  const LcpSolution solution = solve_by_enumeration({M, Eigen::Vector2d(-1.0, 0.0)});
  ASSERT_TRUE(solution.solved());
  EXPECT_TRUE(solution.z.isApprox(Eigen::Vector2d(0.0, 1.0)));
}

TEST(Enumeration, is_certain_that_there_is_none)
{
  const LcpProblem none{Eigen::MatrixXd::Zero(1, 1), Eigen::VectorXd::Constant(1, -1.0)};
  EXPECT_EQ(solve_by_enumeration(none).status, LcpStatus::kRay);
  EXPECT_TRUE(enumerate_solutions(none).empty());
}

TEST(Enumeration, refuses_what_is_too_large)
{
  const LcpProblem large{Eigen::MatrixXd::Identity(13, 13), Eigen::VectorXd::Zero(13)};
  EXPECT_EQ(solve_by_enumeration(large).status, LcpStatus::kNotApplicable);
  EXPECT_THROW(enumerate_solutions(large), std::invalid_argument);
}

}  // namespace contact_sim
