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

#include <Eigen/Dense>

#include <cmath>

#include "contact_sim/dynamics/range_basis.hpp"
#include "support/families.hpp"

namespace contact_sim
{

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::Random;

namespace
{

MatrixXd random_matrix(Random & random, Eigen::Index rows, Eigen::Index columns)
{
  const VectorXd numbers = testing::random_vector(random, rows * columns);
  return Eigen::Map<const MatrixXd>(numbers.data(), rows, columns);
}

/// Of the given rank, its columns of very different lengths.
MatrixXd dependent_matrix(Random & random, Eigen::Index rows, Eigen::Index columns, int rank)
{
  MatrixXd B = random_matrix(random, rows, rank) * random_matrix(random, rank, columns);
  for (Eigen::Index j = 0; j < columns; ++j) {
    B.col(j) *= std::pow(10.0, testing::uniform(random, -4.0, 4.0));
  }
  return B;
}

RangeBasis factored(const MatrixXd & B)
{
  RangeBasis basis;
  basis.resize(B.rows(), B.cols());
  basis.matrix() = B;
  basis.factor(1e-8);
  return basis;
}

// Random factors of up to 8 columns have conditions of up to 1e4, hence 1e4 · ε = 2e-12 and some.
constexpr double kTolerance = 1e-10;

}  // namespace

TEST(RangeBasis, is_orthonormal_and_spans_the_range)
{
  Random random(1);
  for (int run = 0; run < 200; ++run) {
    const int rank = 1 + run % 8;
    const MatrixXd B = dependent_matrix(random, 12, 10, rank);
    const RangeBasis basis = factored(B);
    ASSERT_EQ(basis.rank(), rank);
    const MatrixXd Q = basis.basis();
    EXPECT_LT((Q.transpose() * Q - MatrixXd::Identity(rank, rank)).norm(), 1e-14 * 12);
    for (Eigen::Index j = 0; j < B.cols(); ++j) {
      const VectorXd b = B.col(j);
      EXPECT_LT((b - Q * (Q.transpose() * b)).norm(), kTolerance * b.norm());
    }
  }
}

TEST(RangeBasis, solves_for_targets_that_agree)
{
  Random random(2);
  for (int run = 0; run < 200; ++run) {
    const MatrixXd B = dependent_matrix(random, 9, 7, 1 + run % 7);
    const RangeBasis basis = factored(B);
    const VectorXd t = B.transpose() * testing::random_vector(random, 9);
    VectorXd y = VectorXd::Zero(7);
    basis.solve_transposed(t, y);
    const VectorXd x = basis.basis() * y.head(basis.rank());
    for (Eigen::Index j = 0; j < 7; ++j) {
      EXPECT_LT(std::abs(B.col(j).dot(x) - t[j]), kTolerance * B.col(j).norm() * (1.0 + x.norm()));
    }
  }
}

TEST(RangeBasis, comes_nearest_to_targets_that_contradict_each_other)
{
  // The same column twice, with targets 1 and 3: the mean.
  MatrixXd B(3, 2);
  B << 1.0, 1.0, 2.0, 2.0, 2.0, 2.0;
  const RangeBasis basis = factored(B);
  ASSERT_EQ(basis.rank(), 1);
  VectorXd y = VectorXd::Zero(2);
  basis.solve_transposed(Eigen::Vector2d(1.0, 3.0), y);
  EXPECT_NEAR(B.col(0).dot(basis.basis() * y.head(1)), 2.0, 1e-14);
}

TEST(RangeBasis, shares_a_load_among_equal_columns)
{
  MatrixXd B(2, 3);
  B << 1.0, 1.0, 0.0, 0.0, 0.0, 1.0;
  const RangeBasis basis = factored(B);
  ASSERT_EQ(basis.rank(), 2);
  VectorXd w = VectorXd::Zero(3), lambda = VectorXd::Zero(3);
  w.head(2) = basis.basis().transpose() * Eigen::Vector2d(4.0, 5.0);
  basis.solve(w, lambda);
  EXPECT_LT((lambda - Eigen::Vector3d(2.0, 2.0, 5.0)).norm(), 1e-14);
}

TEST(RangeBasis, takes_what_cancels_for_nothing)
{
  RangeBasis basis;
  basis.resize(4, 2);
  basis.matrix() << 1.0, 1e-17, 0.0, 3e-17, 0.0, 0.0, 0.0, -1e-17;
  basis.squared_lengths() << 1.0, 1.0;
  basis.factor(1e-8);
  EXPECT_EQ(basis.rank(), 1);
  VectorXd y = VectorXd::Zero(2);
  basis.solve_transposed(Eigen::Vector2d(2.0, 0.0), y);
  EXPECT_NEAR(y.head(1).norm(), 2.0, 1e-14);
}

TEST(RangeBasis, of_zeros_is_empty)
{
  RangeBasis basis;
  basis.resize(3, 2);
  basis.factor(1e-8);
  EXPECT_EQ(basis.rank(), 0);
  VectorXd w = VectorXd::Zero(2), lambda = VectorXd::Ones(2);
  basis.solve(w, lambda);
  EXPECT_EQ(lambda.norm(), 0.0);
}

}  // namespace contact_sim
