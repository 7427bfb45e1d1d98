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

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "contact_sim/lcp/lcp_residual.hpp"
#include "support/families.hpp"

namespace contact_sim
{

using testing::Random;

/// Sums of six numbers of order one: what rounding leaves is far below.
constexpr double kRounding = 1e-14;

/// A wrong answer in these problems is wrong by a part of the data's own size.
constexpr double kCaught = 1e-3;

class JudgeTest : public ::testing::Test
{
protected:
  void SetUp() override
  {
    problem.M = testing::random_spd(random, 6);
    z << 1.0, 0.0, 0.7, 0.0, 0.4, 0.0;
    Eigen::VectorXd w(6);
    w << 0.0, 0.8, 0.0, 0.3, 0.0, 1.2;
    problem.q = w - problem.M * z;
  }

  Random random{7};
  LcpProblem problem;
  Eigen::VectorXd z{6};
};

TEST_F(JudgeTest, passes_a_solution)
{
  EXPECT_LT(lcp_residual(problem, z), kRounding);
}

TEST_F(JudgeTest, catches_a_wrong_sign)
{
  for (const int i : {0, 2, 4}) {
    Eigen::VectorXd wrong = z;
    wrong[i] = -wrong[i];
    EXPECT_GT(lcp_residual(problem, wrong), kCaught) << "at " << i;
  }
  EXPECT_GT(lcp_residual(problem, -z), kCaught);
}

TEST_F(JudgeTest, catches_swapped_entries)
{
  for (int i = 0; i < 5; ++i) {
    Eigen::VectorXd wrong = z;
    std::swap(wrong[i], wrong[i + 1]);
    EXPECT_GT(lcp_residual(problem, wrong), kCaught) << "at " << i;
  }
}

TEST_F(JudgeTest, catches_a_missing_or_scaled_entry)
{
  for (const int i : {0, 2, 4}) {
    for (const double factor : {0.0, 0.9, 1.1}) {
      Eigen::VectorXd wrong = z;
      wrong[i] *= factor;
      EXPECT_GT(lcp_residual(problem, wrong), kCaught) << "at " << i << " times " << factor;
    }
  }
}

TEST_F(JudgeTest, catches_the_solution_of_a_problem_with_one_scaled_row)
{
  // Where z_i > 0: the others only separate faster.
  for (const int i : {0, 2, 4}) {
    LcpProblem other = problem;
    other.M.row(i) *= 2.0;
    EXPECT_GT(lcp_residual(other, z), kCaught) << "row " << i;
  }
}

TEST_F(JudgeTest, catches_the_solution_of_the_transposed_problem)
{
  problem.M(0, 2) += 0.5;
  problem.q[0] -= 0.5 * z[2];
  ASSERT_LT(lcp_residual(problem, z), kRounding);
  problem.M.transposeInPlace();
  EXPECT_GT(lcp_residual(problem, z), kCaught);
}

TEST_F(JudgeTest, catches_force_where_there_is_separation)
{
  Eigen::VectorXd wrong = z;
  wrong[1] += 0.1;
  EXPECT_GT(lcp_residual(problem, wrong), kCaught);
}

TEST_F(JudgeTest, does_not_depend_on_the_units)
{
  Eigen::VectorXd wrong = z;
  wrong[0] *= 1.01;
  const double residual = lcp_residual(problem, wrong);
  for (const double a : {1e-6, 1e6}) {
    for (const double b : {1e-6, 1e6}) {
      const LcpProblem other{a * problem.M, b * problem.q};
      EXPECT_NEAR(lcp_residual(other, b / a * wrong), residual, 1e-9 * residual);
    }
  }
}

TEST_F(JudgeTest, is_not_fooled_by_an_answer_that_is_huge)
{
  // w₀ + w₁ = -2 for every z, but z = 1e17 (1, 1) rounds it away.
  const LcpProblem impossible{
    (Eigen::Matrix2d() << 1.0, -1.0, -1.0, 1.0).finished(), Eigen::Vector2d(-1.0, -1.0)};
  for (const double size : {1.0, 1e9, 1e15, 1e17, 1e200}) {
    EXPECT_GT(lcp_residual(impossible, Eigen::Vector2d(size, size)), kCaught) << size;
  }
}

TEST_F(JudgeTest, gives_infinity_for_what_is_not_a_number)
{
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    Eigen::VectorXd wrong = z;
    wrong[3] = bad;
    EXPECT_EQ(lcp_residual(problem, wrong), std::numeric_limits<double>::infinity());
  }
}

TEST_F(JudgeTest, turns_a_false_claim_of_success_into_an_error)
{
  LcpScale scale;
  compute_scale(problem, scale);
  LcpSolution solution;
  solution.status = LcpStatus::kSolved;
  solution.z = 1.01 * z;
  judge(problem, scale, 1e-9, solution);
  EXPECT_EQ(solution.status, LcpStatus::kError);
  EXPECT_NE(solution.detail.find("above the tolerance"), std::string::npos) << solution.detail;
  EXPECT_TRUE(solution.z.isApprox(1.01 * z));
  EXPECT_TRUE(solution.w.isApprox(problem.M * solution.z + problem.q));
}

TEST_F(JudgeTest, lets_no_nan_out)
{
  LcpScale scale;
  compute_scale(problem, scale);
  LcpSolution solution;
  solution.status = LcpStatus::kSolved;
  solution.z = Eigen::VectorXd::Constant(6, std::nan(""));
  judge(problem, scale, 1e-9, solution);
  EXPECT_EQ(solution.status, LcpStatus::kError);
  EXPECT_TRUE(solution.z.isZero());
  EXPECT_TRUE(std::isfinite(solution.residual));
}

TEST(Judge, takes_an_empty_problem_and_one_of_zeros)
{
  EXPECT_EQ(lcp_residual(LcpProblem{}, Eigen::VectorXd{}), 0.0);
  const LcpProblem zeros{Eigen::MatrixXd::Zero(2, 2), Eigen::VectorXd::Zero(2)};
  EXPECT_EQ(lcp_residual(zeros, Eigen::VectorXd::Zero(2)), 0.0);
}

TEST(Judge, refuses_sizes_that_do_not_fit)
{
  const LcpProblem problem{Eigen::MatrixXd::Identity(3, 3), Eigen::VectorXd::Ones(3)};
  EXPECT_THROW(lcp_residual(problem, Eigen::VectorXd::Ones(2)), std::invalid_argument);
}

}  // namespace contact_sim
