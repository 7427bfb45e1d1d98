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

#include <Eigen/QR>

#include <string>

#include "contact_sim/lcp/dantzig.hpp"
#include "support/families.hpp"

namespace contact_sim
{

using testing::Random;
using testing::Role;

TEST(Dantzig, needs_about_one_pivot_an_active_variable)
{
  // Baraff: about n calls of the outer loop.
  Random random(1);
  const LcpProblem problem = testing::around_solution(
    random, testing::random_spd(random, 100), testing::half_active(random, 100));
  const LcpSolution solution = solve_dantzig(problem);
  ASSERT_TRUE(solution.solved());
  EXPECT_GE(solution.pivots, 50);
  EXPECT_LE(solution.pivots, 200);
}

TEST(Dantzig, exchanges_variables_that_were_clamped_before)
{
  // More pivots than active variables: rows were taken out of the factor, and the answer is right.
  Random random(2);
  int extra = 0;
  for (int i = 0; i < 50; ++i) {
    const LcpProblem problem = testing::around_solution(
      random, testing::random_spd(random, 30), testing::half_active(random, 30));
    const LcpSolution solution = solve_dantzig(problem);
    ASSERT_TRUE(solution.solved()) << solution.detail;
    extra += solution.pivots - static_cast<int>((solution.z.array() > 0.0).count());
  }
  EXPECT_GT(extra, 10);
}

TEST(Dantzig, solves_singular_problems_with_q_in_the_column_space)
{
  Random random(3);
  for (const int n : {2, 5, 12, 30, 80}) {
    for (const int rank : {1, n / 2 + 1, n}) {
      for (int i = 0; i < 20; ++i) {
        const Eigen::MatrixXd J = testing::random_matrix(random, n, rank);
        const LcpSolution solution =
          solve_dantzig(testing::frictionless(J, testing::random_vector(random, rank)));
        EXPECT_TRUE(solution.solved()) << "n " << n << ", rank " << rank << ": " <<
          to_string(solution.status) << ", " << solution.detail;
      }
    }
  }
}

TEST(Dantzig, proves_that_a_problem_is_infeasible)
{
  Random random(4);
  const Eigen::VectorXd j = testing::random_vector(random, 4);
  Eigen::MatrixXd J(2, 4);
  J << j.transpose(), -j.transpose();
  LcpProblem squeezed = testing::frictionless(J, testing::random_vector(random, 4));
  squeezed.q.array() -= 0.5;
  EXPECT_EQ(solve_dantzig(squeezed).status, LcpStatus::kInfeasible);

  const LcpProblem zero_row{Eigen::Vector2d(1.0, 0.0).asDiagonal(), Eigen::Vector2d(-1.0, -1.0)};
  EXPECT_EQ(solve_dantzig(zero_row).status, LcpStatus::kInfeasible);
}

TEST(Dantzig, refuses_matrices_that_are_not_its_own)
{
  Eigen::Matrix2d M;
  M << 1.0, 0.5, 0.4, 1.0;
  EXPECT_EQ(
    solve_dantzig({M, Eigen::Vector2d(-1.0, -1.0)}).detail, "M is not symmetric");
  M << 1.0, -2.0, -2.0, 1.0;
  const LcpSolution indefinite = solve_dantzig({M, Eigen::Vector2d(-1.0, -3.0)});
  EXPECT_EQ(indefinite.status, LcpStatus::kNotApplicable);
  EXPECT_EQ(indefinite.detail, "M is not positive semi-definite: see row 0");
  const LcpProblem negative{-Eigen::Matrix2d::Identity(), Eigen::Vector2d(-1.0, -1.0)};
  EXPECT_EQ(solve_dantzig(negative).status, LcpStatus::kNotApplicable);
}

TEST(Dantzig, says_that_its_budget_was_too_small)
{
  Random random(5);
  const LcpProblem problem = testing::around_solution(
    random, testing::random_spd(random, 10), std::vector<Role>(10, Role::kActive));
  DantzigOptions options;
  options.max_pivots = 3;
  EXPECT_EQ(solve_dantzig(problem, options).status, LcpStatus::kPivotLimit);
}

}  // namespace contact_sim
