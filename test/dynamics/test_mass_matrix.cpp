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
#include <functional>
#include <stdexcept>
#include <string>

#include "contact_sim/dynamics/jacobian.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/dynamics/mass_matrix.hpp"
#include "support/random_trees.hpp"

namespace contact_sim
{

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::Random;

namespace
{

/// Σ Jᵀ I J over the bodies.
MatrixXd expected_mass(const Model & model, const Data & data)
{
  MatrixXd mass = MatrixXd::Zero(model.nv(), model.nv());
  for (int body = 1; body < model.body_count(); ++body) {
    Eigen::Isometry3d turn = Eigen::Isometry3d::Identity();
    turn.linear() = data.rotation[body];
    const MatrixXd jacobian = body_jacobian(model, data, body);
    mass += jacobian.transpose() * model.inertia(body).transformed(turn).matrix() * jacobian;
  }
  return mass;
}

double condition(const MatrixXd & mass)
{
  const VectorXd values = Eigen::SelfAdjointEigenSolver<MatrixXd>(mass).eigenvalues();
  return values.maxCoeff() / values.minCoeff();
}

}  // namespace

TEST(MassMatrix, is_the_sum_of_the_inertias_seen_through_the_jacobians)
{
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const Model model = testing::random_forest(random, 1 + i % 20);
    Data data(model);
    mass_matrix(model, data, testing::random_position(random, model));
    const MatrixXd expected = expected_mass(model, data);
    EXPECT_LT((dense_mass_matrix(model, data) - expected).norm(), 1e-13 * expected.norm()) << i;
  }
}

TEST(MassMatrix, is_positive_definite_in_every_position)
{
  // Also where links have no mass: what the builder accepts is never singular. Boxes of 0.1 to 0.6
  // m and equal densities up to a factor of 10 give conditions up to some 1e7.
  Random random(2);
  for (int i = 0; i < 300; ++i) {
    const Model model = testing::random_forest(random, 1 + i % 20);
    Data data(model);
    mass_matrix(model, data, testing::random_position(random, model));
    const MatrixXd mass = dense_mass_matrix(model, data);
    EXPECT_GT(Eigen::SelfAdjointEigenSolver<MatrixXd>(mass).eigenvalues().minCoeff(), 0.0);
  }
}

TEST(MassMatrix, factor_times_its_transpose_is_the_matrix)
{
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    const Model model = testing::random_forest(random, 1 + i % 20);
    Data data(model);
    mass_matrix(model, data, testing::random_position(random, model));
    factor_mass_matrix(model, data);
    const MatrixXd mass = dense_mass_matrix(model, data), G = dense_factor(model, data);
    EXPECT_LT((G * G.transpose() - mass).norm(), 1e-14 * mass.norm() * model.nv()) << i;
    EXPECT_TRUE(G.isUpperTriangular(0.0));
  }
}

TEST(MassMatrix, solves_as_a_dense_factor_does)
{
  Random random(4);
  for (int i = 0; i < 1000; ++i) {
    const Model model = testing::random_forest(random, 1 + i % 20);
    Data data(model);
    mass_matrix(model, data, testing::random_position(random, model));
    factor_mass_matrix(model, data);
    const MatrixXd mass = dense_mass_matrix(model, data);
    const VectorXd b = testing::random_vector(random, model.nv());
    const VectorXd expected = mass.llt().solve(b);
    VectorXd x = b;
    solve_M(model, data, x);
    // Both are backward stable: they differ by the condition times roundings.
    EXPECT_LT((x - expected).norm(), 1e-14 * condition(mass) * expected.norm()) << i;
  }
}

TEST(MassMatrix, sparse_products_and_solves_are_those_of_the_dense_factor)
{
  Random random(5);
  using Operation =
    std::function<void (const Model &, const Data &, Eigen::Ref<VectorXd>)>;
  for (int i = 0; i < 200; ++i) {
    const Model model = testing::random_forest(random, 1 + i % 20);
    Data data(model);
    mass_matrix(model, data, testing::random_position(random, model));
    factor_mass_matrix(model, data);
    const MatrixXd G = dense_factor(model, data);
    const VectorXd b = testing::random_vector(random, model.nv());
    const auto error = [&](const Operation & operation, const VectorXd & argument,
        const VectorXd & expected) {
        VectorXd x = argument;
        operation(model, data, x);
        return (x - expected).norm() / expected.norm();
      };
    const double rounding = 1e-15 * model.nv() * G.norm() * G.inverse().norm();
    EXPECT_LT(error(multiply_G, b, G * b), rounding);
    EXPECT_LT(error(multiply_Gt, b, G.transpose() * b), rounding);
    EXPECT_LT(error(solve_G, G * b, b), rounding);
    EXPECT_LT(error(solve_Gt, G.transpose() * b, b), rounding);
  }
}

TEST(MassMatrix, takes_an_added_diagonal_before_it_is_factored)
{
  Random random(6);
  const Model model = testing::random_forest(random, 10);
  Data data(model);
  mass_matrix(model, data, testing::random_position(random, model));
  MatrixXd expected = dense_mass_matrix(model, data);
  const VectorXd d = testing::random_vector(random, model.nv()).cwiseAbs();
  expected.diagonal() += d;
  add_diagonal(model, data, d);
  EXPECT_EQ(dense_mass_matrix(model, data), expected);
  factor_mass_matrix(model, data);
  const MatrixXd G = dense_factor(model, data);
  EXPECT_LT((G * G.transpose() - expected).norm(), 1e-13 * expected.norm());
  EXPECT_THROW(add_diagonal(model, data, -d), std::invalid_argument);
  EXPECT_THROW(add_diagonal(model, data, d.head(1)), std::invalid_argument);
}

TEST(MassMatrix, asks_for_the_factor_before_a_solve)
{
  const Model model = testing::pendulum(2);
  Data data(model);
  VectorXd x = VectorXd::Zero(2);
  EXPECT_THROW(solve_G(model, data, x), std::invalid_argument);
  mass_matrix(model, data, x);
  factor_mass_matrix(model, data);
  EXPECT_NO_THROW(solve_G(model, data, x));
  VectorXd longer = VectorXd::Zero(3);
  EXPECT_THROW(solve_G(model, data, longer), std::invalid_argument);
  mass_matrix(model, data, x);  // the factor is of the past now
  EXPECT_THROW(solve_G(model, data, x), std::invalid_argument);
}

TEST(MassMatrix, that_is_not_positive_definite_is_refused_by_the_name_of_the_joint)
{
  const Model model = testing::pendulum(2);
  Data data(model);
  mass_matrix(model, data, VectorXd::Zero(2));
  data.mass[2] = -1.0;  // of the second hinge with itself
  try {
    factor_mass_matrix(model, data);
    FAIL() << "not refused";
  } catch (const std::invalid_argument & error) {
    EXPECT_NE(std::string(error.what()).find("'hinge1'"), std::string::npos) << error.what();
  }
}

}  // namespace contact_sim
