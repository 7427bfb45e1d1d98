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

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "solvers/dense_lemke.hpp"
#include "solvers/easy_problems.hpp"
#include "solvers/projected_gauss_seidel.hpp"
#include "solvers/single_contact.hpp"
#include "support/count_allocations.hpp"
#include "support/families.hpp"

namespace contact_sim
{

using testing::Random;
using testing::Vector6d;

/// Whether λ is the answer of a single contact, to `near`.
void expect_exact(
  const Eigen::Matrix3d & W, const Eigen::Vector3d & b, double mu, const Eigen::Vector3d & lambda,
  double near)
{
  const Eigen::Vector3d u = W * lambda + b;
  const double size = lambda.tail<2>().norm();
  EXPECT_GE(lambda[0], 0.0);
  EXPECT_GE(u[0], -near);
  EXPECT_LE(lambda[0] * u[0], near);
  EXPECT_LE(size, mu * lambda[0] + near);
  EXPECT_NEAR(lambda.tail<2>().dot(u.tail<2>()), -mu * lambda[0] * u.tail<2>().norm(), near);
}

TEST(SingleContact, is_solved_exactly_whatever_it_does)
{
  Random random(1);
  int open = 0;
  int slide = 0;
  int stick = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const Eigen::Matrix3d A = testing::random_matrix(random, 3, 3);
    const Eigen::Matrix3d W = A * A.transpose();
    const Eigen::Vector3d b = testing::random_vector(random, 3);
    const double mu = testing::uniform(random, 0.0, 2.0);
    const Eigen::Vector3d lambda = solve_single_contact(W, b, mu);
    // Rounding of W λ, whose terms can be that much larger than their sum.
    const double near = 1e-13 * (1.0 + lambda.norm()) * (1.0 + lambda.norm());
    expect_exact(W, b, mu, lambda, near);
    open += lambda.isZero(0.0);
    slide += (W * lambda + b).tail<2>().norm() > near && !lambda.isZero(0.0);
    stick += (W * lambda + b).norm() <= near;
  }
  EXPECT_GT(std::min({open, slide, stick}), 100);
}

TEST(SingleContact, takes_blocks_without_full_rank)
{
  // t₁ moves nothing, t₂ moves what the normal moves.
  Eigen::Matrix3d W = Eigen::Matrix3d::Zero();
  W(0, 0) = 1.0;
  W(0, 2) = W(2, 0) = 0.5;
  W(2, 2) = 0.25;
  const Eigen::Vector3d b(-1.0, 0.3, 0.4);
  expect_exact(W, b, 0.5, solve_single_contact(W, b, 0.5), 1e-14);
  expect_exact(W, b, 0.0, solve_single_contact(W, b, 0.0), 1e-14);
}

TEST(ProjectedGaussSeidel, lets_a_block_stick_below_and_slide_above_mu)
{
  for (const double push : {0.02, 0.05}) {
    Vector6d velocity = Vector6d::Zero();
    velocity.head<3>() << 0.8 * push, 0.6 * push, -0.1;
    const ContactProblem problem = testing::block(velocity, 0.3);
    ProjectedGaussSeidel solver;
    const ContactSolution solution = solver.solve(problem);
    ASSERT_TRUE(solution.solved()) << solution.detail;
    const Eigen::VectorXd x = testing::end_velocity(problem, solution.impulses);
    // On the exact cone in any direction: x is t₂, y is -t₁. The judge's 1e-9 leaves 1e-8.
    const double left = std::max(0.0, push - 0.3 * 0.1);
    EXPECT_NEAR(problem.velocity(0, x)[0], 0.0, 1e-8);
    EXPECT_NEAR(problem.velocity(0, x)[1], -0.6 * left, 1e-8);
    EXPECT_NEAR(problem.velocity(0, x)[2], 0.8 * left, 1e-8);
  }
}

TEST(ProjectedGaussSeidel, finds_the_unique_velocity_without_friction)
{
  Random random(2);
  ProjectedGaussSeidel solver;
  RobustLemke reference;
  for (int trial = 0; trial < 10; ++trial) {
    const ContactProblem problem =
      testing::smooth(testing::cube_between_walls(random, 12, 3).problem());
    const ContactSolution solution = solver.solve(problem);
    ASSERT_TRUE(solution.solved()) << solution.detail;
    const Eigen::VectorXd difference = testing::end_velocity(problem, solution.impulses) -
      testing::end_velocity(problem, reference.solve(problem).impulses);
    EXPECT_LT(difference.norm(), 1e-6 * problem.k().norm());
  }
}

TEST(ProjectedGaussSeidel, says_the_residual_when_sweeps_are_used_up)
{
  Random random(3);
  const ContactProblem problem = testing::stack(random, 4);
  ProjectedGaussSeidel solver;
  solver.initialize({{"max_sweeps", std::int64_t{3}}});
  const ContactSolution solution = solver.solve(problem);
  EXPECT_EQ(solution.status, ContactStatus::kPivotLimit);
  EXPECT_EQ(solution.iterations, 3);
  EXPECT_GT(solution.residual.largest(), 1e-9);
  EXPECT_NE(solution.detail.find("max_sweeps = 3"), std::string::npos) << solution.detail;
  EXPECT_NE(solution.detail.find("residual"), std::string::npos) << solution.detail;
}

TEST(ProjectedGaussSeidel, starts_from_a_guess_of_the_same_size)
{
  Random random(4);
  const ContactProblem problem = testing::stack(random, 2);
  ProjectedGaussSeidel solver;
  const ContactSolution cold = solver.solve(problem);
  ASSERT_TRUE(cold.solved()) << cold.detail;
  ContactSolution warm;
  solver.solve(problem, &cold, warm);
  EXPECT_GT(cold.iterations, 10);
  EXPECT_EQ(warm.iterations, 0);

  ContactSolution other;
  other.impulses = Eigen::VectorXd::Ones(6);
  solver.solve(problem, &other, warm);
  EXPECT_EQ(warm.iterations, cold.iterations);
}

TEST(ProjectedGaussSeidel, ends_at_the_same_velocity_with_any_relaxation)
{
  // Slides without turning: how the corners share the weight does not matter to the motion.
  Vector6d velocity = Vector6d::Zero();
  velocity.head<3>() << 0.04, 0.03, -0.1;
  const ContactProblem problem = testing::block(velocity, 0.3);
  ProjectedGaussSeidel solver;
  const Eigen::VectorXd expected =
    testing::end_velocity(problem, solver.solve(problem).impulses);
  for (const double relaxation : {0.5, 1.3}) {
    solver.initialize({{"relaxation", relaxation}});
    const ContactSolution solution = solver.solve(problem);
    ASSERT_TRUE(solution.solved()) << solution.detail;
    EXPECT_TRUE(
      testing::end_velocity(problem, solution.impulses).isApprox(expected, 1e-6)) << relaxation;
  }
}

TEST(ProjectedGaussSeidel, does_not_allocate_after_the_first_solve_of_a_size)
{
  Random random(5);
  std::vector<ContactProblem> problems;
  for (int i = 0; i < 4; ++i) {
    problems.push_back(testing::cube_between_walls(random, 12, 3).problem());
  }
  ProjectedGaussSeidel solver;
  ContactSolution solution;
  solver.solve(problems[0], nullptr, solution);
  const std::size_t before = testing::allocations();
  for (const ContactProblem & problem : problems) {
    solver.solve(problem, nullptr, solution);
    EXPECT_TRUE(solution.solved()) << solution.detail;
  }
  EXPECT_EQ(testing::allocations(), before);
}

}  // namespace contact_sim
