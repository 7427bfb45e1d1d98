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
#include <string>
#include <vector>

#include "contact_sim/lcp/lcp_residual.hpp"
#include "solvers/robust_reduced_lemke.hpp"
#include "solvers/structured_lemke.hpp"
#include "support/count_allocations.hpp"
#include "support/families.hpp"

namespace contact_sim
{

using testing::ContactCase;
using testing::Random;

constexpr double kDegree = M_PI / 180.0;

/// A block on a plane that is pushed along the plane at the given angle.
ContactProblem pushed_block(double angle, double turn_of_axes = 0.0)
{
  testing::Bodies bodies;
  bodies.add_block(2.0, {0.4, 0.4, 0.2}, {0.0, 0.0, 0.1});
  bodies.bodies[0].velocity.head<2>() = 0.3 * Eigen::Vector2d(std::cos(angle), std::sin(angle));
  Random random(1);
  bodies.add_face(
    random, 0, testing::kWorld,
    {Eigen::Vector3d::Zero(), {0.2, 0.0, 0.0}, {0.0, 0.2, 0.0}, Eigen::Vector3d::UnitZ()}, 4);
  for (testing::PointContact & contact : bodies.contacts) {
    contact.mu = 0.25;
  }
  bodies.add_gravity();
  ContactProblem problem = bodies.problem();
  for (Eigen::Index i = 0; i < problem.size(); ++i) {
    problem.set_angle(i, turn_of_axes);
  }
  return problem;
}

Eigen::VectorXd velocity_after(const ContactProblem & problem, const ContactSolution & solution)
{
  Eigen::VectorXd x = problem.k();
  for (Eigen::Index i = 0; i < problem.size(); ++i) {
    problem.accumulate(i, solution.impulses.segment<3>(3 * i), x);
  }
  return x;
}

TEST(RobustReducedLemke, solves_random_problems_of_every_family)
{
  // The whole count, 100,000, takes minutes: test/benchmark/benchmark_contact does it.
  Random random(1);
  RobustReducedLemke solver;
  for (int i = 0; i < 1000; ++i) {
    const ContactCase c = testing::random_contact_case(random, 40);
    const ContactSolution solution = solver.solve(c.problem);
    EXPECT_TRUE(solution.solved()) << "problem " << i << ", " << c.family << ": " <<
      to_string(solution.status) << ", " << solution.detail;
  }
}

TEST(RobustReducedLemke, solves_the_lcp_where_friction_is_to_follow_the_polygon)
{
  Random random(2);
  RobustReducedLemke solver;
  solver.initialize({{"isotropic", false}});
  for (int i = 0; i < 300; ++i) {
    const ContactCase c = testing::random_contact_case(random, 20);
    if (c.family == "heavy on light" || c.family == "light on heavy") {
      continue;  // their LCP is scaled so that its own judge is at its limit
    }
    const ContactSolution solution = solver.solve(c.problem);
    ASSERT_TRUE(solution.solved()) << c.family << ": " << solution.detail;
    const double residual =
      lcp_residual(c.problem.to_lcp(), c.problem.lcp_variables(solution.impulses));
    EXPECT_LE(residual, 1e-9) << c.family;
  }
}

TEST(RobustReducedLemke, opposes_sliding_in_every_direction)
{
  // With d = 8 the fixed polygon is up to 22.5 degrees off.
  RobustReducedLemke isotropic;
  RobustReducedLemke fixed;
  fixed.initialize({{"isotropic", false}});
  double worst = 0.0;
  double worst_fixed = 0.0;
  const auto error =
    [](const ContactProblem & problem, const ContactSolution & solution) {
      Eigen::Vector2d force = Eigen::Vector2d::Zero();
      for (Eigen::Index i = 0; i < problem.size(); ++i) {
        force += solution.impulses.segment<2>(3 * i + 1);
      }
      const Eigen::Vector2d slip = problem.free_velocity().segment<2>(1);
      return std::acos(std::min(1.0, -force.dot(slip) / force.norm() / slip.norm()));
    };
  for (int i = 0; i < 90; ++i) {
    const ContactProblem problem = pushed_block(i * kDegree);
    const ContactSolution solution = isotropic.solve(problem);
    ASSERT_TRUE(solution.solved()) << solution.detail;
    EXPECT_LE(solution.residual.largest(), 1e-9);
    worst = std::max(worst, error(problem, solution));
    worst_fixed = std::max(worst_fixed, error(problem, fixed.solve(problem)));
  }
  EXPECT_LT(worst, 0.1 * kDegree);
  EXPECT_GT(worst_fixed, 10.0 * kDegree);
}

TEST(RobustReducedLemke, does_not_depend_on_the_axes)
{
  RobustReducedLemke solver;
  const ContactProblem reference = pushed_block(0.3);
  const Eigen::VectorXd expected = velocity_after(reference, solver.solve(reference));
  for (const double turn : {0.1, 0.2, 0.35}) {
    const ContactProblem problem = pushed_block(0.3, turn);
    const Eigen::VectorXd found = velocity_after(problem, solver.solve(problem));
    // The direction is right to 1e-3 degrees at the least: 2e-5 of the friction's change.
    EXPECT_TRUE(found.isApprox(expected, 1e-5)) << turn;
  }
}

TEST(RobustReducedLemke, needs_no_pivot_from_its_own_answer)
{
  Random random(3);
  RobustReducedLemke solver;
  for (int i = 0; i < 200; ++i) {
    const ContactCase c = testing::random_contact_case(random, 20);
    if (c.family == "heavy on light" || c.family == "light on heavy") {
      continue;  // rounding may ask for another of many equal bases
    }
    const ContactSolution first = solver.solve(c.problem);
    if (first.friction == Friction::kPolygon) {
      continue;  // the polygon's own answer was the last resort
    }
    ContactSolution second;
    solver.solve(c.problem, &first, second);
    ASSERT_TRUE(second.solved()) << c.family << ": " << second.detail;
    EXPECT_EQ(second.iterations, 0) << c.family;
  }
}

TEST(RobustReducedLemke, answers_a_guess_alike_whatever_it_has_solved_before)
{
  // A solver that has just been at the guess's basis keeps its rows; a new one restores them.
  Random random(9);
  RobustReducedLemke solver;
  for (int trial = 0; trial < 200; ++trial) {
    const ContactCase c = testing::random_contact_case(random, 20);
    const ContactSolution guess = solver.solve(c.problem);
    ContactProblem pushed = c.problem;
    const double push = trial % 2 == 0 ? 1e-6 : 1e-2;
    pushed.set_k(c.problem.k() + push * testing::random_vector(random, c.problem.k().size()));
    for (const ContactProblem & problem : {c.problem, pushed}) {
      ContactSolution kept, again, fresh;
      solver.solve(problem, &guess, kept);
      solver.solve(problem, &guess, again);
      RobustReducedLemke().solve(problem, &guess, fresh);
      ASSERT_TRUE(kept.solved()) << c.family << ": " << kept.detail;
      EXPECT_EQ(kept.impulses, fresh.impulses) << c.family;
      EXPECT_EQ(again.impulses, fresh.impulses) << c.family;
      EXPECT_EQ(kept.basis, fresh.basis) << c.family;
      EXPECT_EQ(kept.iterations, fresh.iterations) << c.family;
    }
  }
}

/// Where the guess stands it is answered contact by contact, elsewhere pair by pair. Both must give
/// the same where both can: a basis that only just stands is told from one that only just does not.
TEST(RobustReducedLemke, leaves_a_basis_only_where_it_does_not_stand)
{
  RobustReducedLemke solver;
  int stood = 0;
  int left = 0;
  const ContactProblem sliding = pushed_block(0.3);
  const ContactSolution guess = solver.solve(sliding);
  const Eigen::VectorXd push = 0.5 * (sliding.k() - pushed_block(0.3 + M_PI).k());
  for (int step = 0; step <= 100; ++step) {
    // The block slides ever slower, until friction stops it.
    ContactProblem problem = sliding;
    problem.set_k(sliding.k() - 0.01 * step * push);
    ContactSolution warm, cold;
    solver.solve(problem, &guess, warm);
    solver.solve(problem, nullptr, cold);
    ASSERT_TRUE(warm.solved() && cold.solved());
    (warm.iterations == 0 ? stood : left) += 1;
    // The velocity of one body on a plane is unique but for the friction's direction, which both
    // may take up to 0.001 degrees off, and the tolerance.
    const Eigen::VectorXd x = velocity_after(problem, warm);
    const double largest = 2e-3 * kDegree * (x - problem.k()).norm() + 1e-8;
    EXPECT_LE((x - velocity_after(problem, cold)).norm(), largest);
  }
  EXPECT_GT(stood, 20);
  EXPECT_GT(left, 5);
}

TEST(RobustReducedLemke, takes_any_guess_without_harm)
{
  Random random(4);
  RobustReducedLemke solver;
  ContactSolution guess;
  for (int i = 0; i < 300; ++i) {
    const ContactCase c = testing::random_contact_case(random, 12);
    ContactSolution solution;
    solver.solve(c.problem, &guess, solution);
    EXPECT_TRUE(solution.solved()) << c.family << ": " << solution.detail;
    guess = solution;  // of another problem, often of another size
  }
}

TEST(RobustReducedLemke, does_not_allocate_in_the_steady_case)
{
  Random random(5);
  RobustReducedLemke solver;
  const ContactProblem problem = testing::stack(random, 3);
  ContactSolution guess = solver.solve(problem);
  ContactSolution solution;
  solver.solve(problem, &guess, solution);
  solver.solve(problem, &guess, solution);
  const std::size_t before = testing::allocations();
  for (int i = 0; i < 10; ++i) {
    solver.solve(problem, &guess, solution);
  }
  EXPECT_EQ(testing::allocations(), before);
  EXPECT_TRUE(solution.solved());
}

TEST(RobustReducedLemke, is_bit_equal_in_two_runs)
{
  Random random(6);
  for (const ContactCase & c : testing::all_contact_families(random, 10)) {
    RobustReducedLemke one;
    RobustReducedLemke other;
    const ContactSolution first = one.solve(c.problem);
    one.solve(c.problem);
    const ContactSolution second = other.solve(c.problem);
    EXPECT_TRUE((first.impulses.array() == second.impulses.array()).all()) << c.family;
    EXPECT_EQ(first.iterations, second.iterations) << c.family;
  }
}

TEST(StructuredLemke, solves_the_peg_in_hole_with_no_fewer_pivots_than_the_reduced_one)
{
  Random random(7);
  StructuredLemke structured;
  ReducedLemke reduced;
  for (const int contacts : {4, 8, 16}) {
    for (int i = 0; i < 20; ++i) {
      const ContactProblem problem = testing::peg_in_hole(random, contacts);
      const ContactSolution one = structured.solve(problem);
      const ContactSolution other = reduced.solve(problem);
      ASSERT_TRUE(one.solved()) << one.detail;
      ASSERT_TRUE(other.solved()) << other.detail;
      EXPECT_LE(other.iterations, one.iterations);
    }
  }
}

TEST(StructuredLemke, needs_memory_that_is_linear_in_the_contacts)
{
  // Eigen's blocks are counted by size: the LCP matrix of 256 contacts would take 50 MB.
  Random random(8);
  const ContactProblem problem = testing::peg_in_hole(random, 256);
  StructuredLemke structured;
  RobustReducedLemke robust;
  for (ContactSolver * solver : {static_cast<ContactSolver *>(&structured),
      static_cast<ContactSolver *>(&robust)})
  {
    const std::size_t before = testing::allocated_bytes();
    ASSERT_TRUE(solver->solve(problem).solved());
    EXPECT_LT(testing::allocated_bytes() - before, 8u << 20);
  }
}

}  // namespace contact_sim
