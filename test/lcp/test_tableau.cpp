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

#include <Eigen/LU>

#include <utility>
#include <vector>

#include "contact_sim/lcp/tableau.hpp"
#include "support/families.hpp"

namespace contact_sim
{

using testing::Random;

class TableauTest : public ::testing::Test
{
protected:
  void SetUp() override
  {
    problem = {testing::random_matrix(random, 5, 5), testing::random_vector(random, 5)};
    tableau.reset(problem);
  }

  /// w - M z - z₀ 1 - q of the basic solution.
  double error() const
  {
    Eigen::VectorXd values = Eigen::VectorXd::Zero(11);
    for (int i = 0; i < 5; ++i) {
      values[tableau.basic(i)] = tableau.q()[i];
    }
    return (values.head(5) - problem.M * values.segment(5, 5) -
           Eigen::VectorXd::Constant(5, values[10]) - problem.q).norm();
  }

  Random random{3};
  LcpProblem problem;
  Tableau tableau;
};

TEST_F(TableauTest, keeps_the_equation_through_pivots)
{
  for (const auto & [row, column] : {std::pair{1, 5}, {3, 0}, {1, 2}, {4, 4}, {0, 0}}) {
    tableau.pivot(row, column);
    // Five pivots on entries that are not small lose a few units in the last place each.
    EXPECT_LT(error(), 1e-12);
  }
}

TEST_F(TableauTest, comes_back_by_the_inverse_pivot)
{
  const auto hash = tableau.basis_hash();
  const Eigen::VectorXd q = tableau.q();
  tableau.pivot(2, 3);
  EXPECT_NE(tableau.basis_hash(), hash);
  tableau.pivot(tableau.row_of(tableau.z(3)), tableau.column_of(tableau.w(2)));
  EXPECT_EQ(tableau.basis_hash(), hash);
  EXPECT_TRUE(tableau.q().isApprox(q, 1e-13));
  for (int j = 0; j < 5; ++j) {
    EXPECT_TRUE(tableau.column(j).isApprox(problem.M.col(j), 1e-13));
  }
}

TEST_F(TableauTest, has_the_inverse_of_the_basis)
{
  tableau.pivot(1, 2);
  tableau.pivot(4, 0);
  // q' = B⁻¹ q, equation (15) of [Lloyd 2005]
  for (int i = 0; i < 5; ++i) {
    double q = 0.0;
    for (int j = 0; j < 5; ++j) {
      q += tableau.inverse_basis(i, j) * problem.q[j];
    }
    EXPECT_NEAR(q, tableau.q()[i], 1e-13);
  }
}

TEST_F(TableauTest, reaches_a_basis_from_the_start)
{
  LcpScale scale;
  compute_scale(problem, scale);
  Tableau scaled;
  scaled.reset(problem, scale);
  for (const auto & [row, column] : {std::pair{1, 5}, {3, 0}, {1, 2}, {4, 4}}) {
    scaled.pivot(row, column);
  }
  std::vector<char> basis;
  scaled.basis(basis);
  Tableau rebuilt = scaled;
  ASSERT_TRUE(rebuilt.reach(problem, scale, basis));
  EXPECT_EQ(rebuilt.basis_hash(), scaled.basis_hash());
  Eigen::VectorXd before, after;
  scaled.extract_z(before);
  rebuilt.extract_z(after);
  EXPECT_TRUE(before.isApprox(after, 1e-11));
}

TEST_F(TableauTest, tells_a_singular_basis)
{
  problem.M.setOnes();
  LcpScale scale;
  compute_scale(problem, scale);
  // Two columns of ones cannot both be basic; with the identity they can.
  Tableau scaled;
  scaled.reset({Eigen::MatrixXd::Identity(5, 5), problem.q}, scale);
  scaled.pivot(0, 0);
  scaled.pivot(1, 1);
  std::vector<char> basis;
  scaled.basis(basis);
  EXPECT_FALSE(scaled.reach(problem, scale, basis));
}

TEST(BasisSet, remembers_until_it_is_cleared)
{
  BasisSet visited;
  visited.clear(1000);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    EXPECT_TRUE(visited.insert(i * 64)) << "neighbours in the table are told apart";
  }
  for (std::uint64_t i = 0; i < 1000; ++i) {
    EXPECT_FALSE(visited.insert(i * 64));
  }
  visited.clear(10);
  EXPECT_TRUE(visited.insert(64));
}

}  // namespace contact_sim
