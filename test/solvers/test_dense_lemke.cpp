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
#include <cstdint>
#include <string>
#include <vector>

#include "contact_sim/lcp/lemke.hpp"
#include "contact_sim/lcp/robust_lemke.hpp"
#include "solvers/dense_lemke.hpp"
#include "solvers/easy_problems.hpp"
#include "support/families.hpp"

namespace contact_sim
{

using testing::ContactCase;
using testing::Random;
using testing::Vector6d;

/// A block whose weight takes it down by 0.1 m/s in the step, and that is pushed along x.
ContactProblem pushed_block(double push, double mu)
{
  Vector6d velocity = Vector6d::Zero();
  velocity[0] = push;
  velocity[2] = -0.1;
  return testing::block(velocity, mu);
}

/// Normal, t₁ and t₂ summed over the contacts.
Eigen::Vector3d sum(const Eigen::VectorXd & impulses)
{
  const Eigen::Map<const Eigen::Matrix3Xd> each(impulses.data(), 3, impulses.size() / 3);
  return each.rowwise().sum();
}

// Masses and velocities have two digits and the block's matrices a condition of about 100: 1e-12 is
// four digits above rounding.
constexpr double kNear = 1e-12;

TEST(RobustLemke, holds_the_weight_of_a_block)
{
  RobustLemke solver;
  const ContactSolution solution = solver.solve(pushed_block(0.0, 0.3));
  ASSERT_TRUE(solution.solved()) << solution.detail;
  EXPECT_NEAR(sum(solution.impulses)[0], 2.0 * 0.1, kNear);
}

TEST(RobustLemke, lets_a_block_stick_below_and_slide_above_mu)
{
  RobustLemke solver;
  for (const double push : {0.02, 0.05}) {
    const ContactProblem problem = pushed_block(push, 0.3);
    const ContactSolution solution = solver.solve(problem);
    ASSERT_TRUE(solution.solved()) << solution.detail;
    // t₂ is x, and a corner of the polygon: 2 kg slow down by 0.02 m/s, or by μ 0.1 m/s.
    const double slowed = std::min(push, 0.3 * 0.1);
    EXPECT_NEAR(sum(solution.impulses)[2], -2.0 * slowed, kNear);
    const Eigen::VectorXd x = testing::end_velocity(problem, solution.impulses);
    EXPECT_NEAR(problem.velocity(0, x)[2], push - slowed, kNear);
  }
}

TEST(LexicographicLemke, and_its_search_agree_where_the_velocity_is_unique)
{
  LexicographicLemke lexicographic;
  RobustLemke robust;
  Random random(3);
  for (int trial = 0; trial < 20; ++trial) {
    const ContactProblem problem = testing::smooth(testing::stack(random, 3));
    const ContactSolution first = lexicographic.solve(problem);
    const ContactSolution second = robust.solve(problem);
    ASSERT_TRUE(first.solved() && second.solved()) << first.detail << second.detail;
    // Without friction x minimises a strictly convex function; the judge's 1e-9 of velocities of
    // order 0.1 leaves ten digits, the condition of three blocks takes some of them.
    EXPECT_TRUE(
      testing::end_velocity(problem, first.impulses).isApprox(
        testing::end_velocity(problem, second.impulses), 1e-6));
  }
}

TEST(Lemke, gives_the_answer_of_the_algorithm_it_is_named_after)
{
  Random random(5);
  int failures = 0;
  for (const ContactCase & c : testing::all_contact_families(random, 8)) {
    Lemke solver;
    const ContactSolution solution = solver.solve(c.problem);
    const LcpSolution expected = solve_lemke(c.problem.to_lcp());
    EXPECT_EQ(solution.iterations, expected.pivots) << c.family;
    EXPECT_TRUE(
      (solution.impulses.array() == c.problem.impulses(expected.z).array()).all()) << c.family;
    if (!expected.solved()) {
      EXPECT_EQ(solution.status, expected.status) << c.family;
      EXPECT_EQ(solution.detail, expected.detail) << c.family;
      ++failures;
    }
  }
  EXPECT_GT(failures, 0) << "textbook Lemke fails on redundant contacts";
}

TEST(LexicographicLemke, takes_delta)
{
  LexicographicLemke solver;
  Random random(6);
  // Ratios of impulses of some N s: all are in tie, the order of the columns decides, wrongly.
  int different = 0;
  for (int trial = 0; trial < 10; ++trial) {
    const ContactProblem problem = testing::peg_in_hole(random, 8);
    solver.initialize({});
    const ContactSolution usual = solver.solve(problem);
    solver.initialize({{"delta", 10.0}});
    different += solver.solve(problem).status != usual.status;
    EXPECT_TRUE(usual.solved()) << usual.detail;
  }
  EXPECT_GT(different, 0);
}

TEST(RobustLemke, passes_its_parameters_on)
{
  Random random(7);
  const ContactProblem problem = testing::peg_in_hole(random, 8);
  RobustLemke solver;
  solver.initialize({{"max_pivots", std::int64_t{3}}, {"two_step", false}});
  EXPECT_EQ(solver.solve(problem).status, ContactStatus::kPivotLimit);
  solver.initialize(
    {{"epsilon", 1e-7}, {"e_max", 1e-7}, {"depth_weight", 1.0},
      {"restarts", std::int64_t{0}}, {"max_nodes", std::int64_t{0}}, {"two_step", false}});
  RobustLemkeOptions options;
  options.epsilon = 1e-7;
  options.e_max = 1e-7;
  options.depth_weight = 1.0;
  options.restarts = 0;
  EXPECT_EQ(solver.solve(problem).iterations, solve_robust_lemke(problem.to_lcp(), options).pivots);
}

TEST(TwoStep, starts_at_the_frictionless_answer)
{
  // Nothing slides: the frictionless answer is the frictional one, and no pivot is left to be made.
  const ContactProblem problem = pushed_block(0.0, 0.3);
  RobustLemke solver;
  solver.initialize({{"two_step", true}});
  const ContactSolution solution = solver.solve(problem);
  ASSERT_TRUE(solution.solved()) << solution.detail;
  LcpProblem normal;
  normal.M = problem.to_lcp().M.topLeftCorner(4, 4);
  normal.q = problem.to_lcp().q.head(4);
  const LcpSolution frictionless = solve_robust_lemke(normal);
  const auto active = (frictionless.z.array() > 0.0).count();
  EXPECT_EQ(solution.iterations, frictionless.pivots + active);
}

TEST(TwoStep, solves_what_one_step_solves_with_fewer_pivots)
{
  Random random(8);
  RobustLemke one;
  RobustLemke two;
  one.initialize({{"two_step", false}});
  two.initialize({{"two_step", true}});
  int pivots_of_one = 0;
  int pivots_of_two = 0;
  for (int trial = 0; trial < 30; ++trial) {
    const ContactProblem problem = testing::cube_between_walls(random, 12, 6).problem();
    const ContactSolution first = one.solve(problem);
    const ContactSolution second = two.solve(problem);
    EXPECT_TRUE(first.solved()) << first.detail;
    EXPECT_TRUE(second.solved()) << second.detail;
    pivots_of_one += first.iterations;
    pivots_of_two += second.iterations;
  }
  EXPECT_LT(pivots_of_two, pivots_of_one);
}

TEST(TwoStep, says_where_the_first_step_failed)
{
  Random random(9);
  const ContactProblem problem = testing::stack(random, 3);
  RobustLemke solver;
  solver.initialize({{"two_step", true}, {"max_pivots", std::int64_t{2}}});
  const ContactSolution solution = solver.solve(problem);
  EXPECT_EQ(solution.status, ContactStatus::kPivotLimit);
  EXPECT_NE(solution.detail.find("frictionless problem was not solved"), std::string::npos) <<
    solution.detail;
}

}  // namespace contact_sim
