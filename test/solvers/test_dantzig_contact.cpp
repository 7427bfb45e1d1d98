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

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "solvers/dantzig_contact.hpp"
#include "solvers/dense_lemke.hpp"
#include "solvers/easy_problems.hpp"
#include "solvers/projected_gauss_seidel.hpp"
#include "support/families.hpp"

namespace contact_sim
{

using testing::ContactCase;
using testing::Random;
using testing::Vector6d;

/// A block whose weight takes it down by 0.1 m/s in the step.
ContactProblem heavy_block(const Vector6d & sideways, double mu)
{
  Vector6d velocity = sideways;
  velocity[2] = -0.1;
  return testing::block(velocity, mu);
}

bool says(const ContactSolution & solution, const char * text)
{
  return solution.detail.find(text) != std::string::npos;
}

TEST(Dantzig, holds_the_weight_of_a_block)
{
  Dantzig solver;
  const ContactSolution solution = solver.solve(heavy_block(Vector6d::Zero(), 0.3));
  ASSERT_TRUE(solution.solved()) << solution.detail;
  double weight = 0.0;
  for (Eigen::Index i = 0; i < 4; ++i) {
    weight += solution.impulses[3 * i];
  }
  EXPECT_NEAR(weight, 0.2, 1e-12);
  EXPECT_TRUE(solution.detail.empty()) << "nothing slides: " << solution.detail;
}

TEST(Dantzig, lets_a_block_stick_below_and_slide_above_mu_with_redundant_corners)
{
  for (const double sliding_speed : {0.0, 1e3}) {  // dynamic and static friction
    for (const double push : {0.02, 0.05}) {
      Vector6d velocity = Vector6d::Zero();
      velocity.head<2>() << 0.8 * push, 0.6 * push;
      const ContactProblem problem = heavy_block(velocity, 0.3);
      Dantzig solver;
      solver.initialize({{"sliding_speed", sliding_speed}});
      const ContactSolution solution = solver.solve(problem);
      ASSERT_TRUE(solution.solved()) << solution.detail;
      const Eigen::VectorXd x = testing::end_velocity(problem, solution.impulses);
      // x is t₂, y is -t₁. The direction is right to the root of the judge's 1e-9, 5e-5, of the
      // velocity left, and its size to the square of that.
      const double left = std::max(0.0, push - 0.3 * 0.1);
      for (Eigen::Index i = 0; i < 4; ++i) {
        EXPECT_NEAR(problem.velocity(i, x)[1], -0.6 * left, 1e-4 * push);
        EXPECT_NEAR(problem.velocity(i, x)[2], 0.8 * left, 1e-4 * push);
      }
      EXPECT_TRUE(says(solution, "frozen") || left == 0.0) << solution.detail;
    }
  }
}

TEST(Dantzig, brakes_on_a_slope_as_the_textbooks_say)
{
  // In the axes of the slope: in the step the weight brings h g sin down it and h g cos into it.
  for (const double slope : {0.2, 0.4}) {
    Vector6d velocity = Vector6d::Zero();
    const double weight = 0.01 * testing::kGravity;
    velocity[0] = weight * std::sin(slope);
    velocity[2] = -weight * std::cos(slope);
    const ContactProblem problem = testing::block(velocity, 0.3);
    Dantzig solver;
    const ContactSolution solution = solver.solve(problem);
    ASSERT_TRUE(solution.solved()) << solution.detail;
    const double expected = weight * std::max(0.0, std::sin(slope) - 0.3 * std::cos(slope));
    const Eigen::VectorXd x = testing::end_velocity(problem, solution.impulses);
    EXPECT_NEAR(problem.velocity(0, x)[2], expected, 1e-9);
  }
}

TEST(Dantzig, finds_the_unique_velocity_without_friction)
{
  Random random(1);
  Dantzig solver;
  RobustLemke reference;
  for (int trial = 0; trial < 20; ++trial) {
    for (const ContactProblem & problem :
      {testing::stack(random, 4), testing::cube_between_walls(random, 16, 6).problem()})
    {
      const ContactProblem smooth = testing::smooth(problem);
      const ContactSolution solution = solver.solve(smooth);
      ASSERT_TRUE(solution.solved()) << solution.detail;
      const Eigen::VectorXd difference = testing::end_velocity(smooth, solution.impulses) -
        testing::end_velocity(smooth, reference.solve(smooth).impulses);
      // Two answers of the judge's 1e-9, times the condition.
      EXPECT_LT(difference.norm(), 1e-6 * smooth.k().norm());
    }
  }
}

TEST(Dantzig, agrees_with_gauss_seidel_where_friction_is_small_and_rows_are_independent)
{
  Random random(2);
  Dantzig solver;
  ProjectedGaussSeidel reference;
  int sliding = 0;
  for (int trial = 0; trial < 30; ++trial) {
    ContactProblem problem = testing::random_factors(random, 4, 24, 24);
    for (Eigen::Index i = 0; i < problem.size(); ++i) {
      ContactData data = problem.data(i);
      data.mu = 0.1;
      problem.set_data(i, data);
    }
    const ContactSolution solution = solver.solve(problem);
    const ContactSolution expected = reference.solve(problem);
    ASSERT_TRUE(solution.solved() && expected.solved()) << solution.detail << expected.detail;
    sliding += says(solution, "frozen");
    // Directions to the root of the judge's 1e-9, and friction is a tenth of the impulse.
    EXPECT_LT(
      (solution.impulses - expected.impulses).norm(), 1e-4 * (1.0 + expected.impulses.norm()));
  }
  EXPECT_GT(sliding, 20);
}

TEST(Dantzig, says_how_many_directions_are_frozen_and_turns_them_in_passes)
{
  // A spinning block that slides: every corner in its own direction, which friction changes.
  Vector6d velocity = Vector6d::Zero();
  velocity << 0.3, 0.1, 0.0, 0.0, 0.0, 2.0;
  const ContactProblem problem = heavy_block(velocity, 0.5);
  Dantzig solver;
  solver.initialize({{"max_passes", std::int64_t{0}}});
  const ContactSolution paper = solver.solve(problem);
  EXPECT_EQ(paper.status, ContactStatus::kError) << paper.detail;
  EXPECT_TRUE(says(paper, "friction direction frozen at ")) << paper.detail;
  // The paper's own conditions are met: only the direction is off.
  EXPECT_LT(paper.residual.penetration_rate, 1e-9);
  EXPECT_LT(paper.residual.complementarity, 1e-9);
  EXPECT_LT(paper.residual.cone_violation, 1e-9);
  EXPECT_GT(paper.residual.dissipation_gap, 1e-9);

  solver.initialize({});
  const ContactSolution turned = solver.solve(problem);
  EXPECT_TRUE(turned.solved()) << turned.detail;
  EXPECT_TRUE(says(turned, "passes")) << turned.detail;
  EXPECT_GT(turned.iterations, paper.iterations);
}

/// A rod of 1 kg and 1 m that leans over its lower end, which slides along x.
testing::Bodies leaning_rod(double mu)
{
  const double tangent = 2.0;
  const double c = 1.0 / std::hypot(1.0, tangent);
  testing::Bodies scene;
  testing::Body rod;
  rod.inertia = Eigen::Matrix3d::Identity() / 12.0;
  rod.position = {-0.5 * c, 0.0, 0.5 * c * tangent};
  scene.bodies.push_back(rod);
  testing::PointContact contact;
  contact.mu = mu;
  scene.contacts.push_back(contact);
  scene.bodies[0].velocity.head<3>() << 1.0, 0.0, -0.1;
  return scene;
}

TEST(Dantzig, follows_an_unbounded_step_as_an_impulse_until_sliding_ends)
{
  // Painlevé: with μ = 2 friction turns the rod into the ground faster than the normal force lifts
  // it, (1/3 + cos²)/(cos sin) = 4/3 < μ. No finite force helps while it slides; then it sticks.
  const ContactProblem problem = leaning_rod(2.0).problem();
  const Eigen::Matrix3d W = problem.delassus();
  const Eigen::Vector3d sliding_column = W * Eigen::Vector3d(1.0, 0.0, -2.0);
  ASSERT_LT(sliding_column[0], 0.0);
  Dantzig solver;
  const ContactSolution solution = solver.solve(problem);
  ASSERT_TRUE(solution.solved()) << solution.detail;
  EXPECT_TRUE(says(solution, "1 unbounded steps were followed as impulses")) << solution.detail;
  const Eigen::Vector3d expected = -W.inverse() * problem.free_velocity();
  ASSERT_LE(expected.tail<2>().norm(), 2.0 * expected[0]) << "sticks";
  EXPECT_TRUE(solution.impulses.isApprox(expected, 1e-9)) << solution.impulses.transpose();

  // With less friction the force is finite.
  const ContactSolution finite = solver.solve(leaning_rod(0.5).problem());
  EXPECT_TRUE(finite.solved()) << finite.detail;
  EXPECT_FALSE(says(finite, "unbounded")) << finite.detail;
}

TEST(Dantzig, says_that_there_is_no_finite_impulse)
{
  // A mass between two walls that both ask for a velocity away from them.
  ContactProblem problem(1);
  ContactProblem::Columns column = ContactProblem::Columns::Zero(1, 3);
  column(0, 0) = 1.0;
  ContactData data;
  data.gap_rate = -1.0;
  problem.add_contact({0}, column, data);
  problem.add_contact({0}, -column, data);
  Dantzig solver;
  const ContactSolution solution = solver.solve(problem);
  EXPECT_EQ(solution.status, ContactStatus::kRay);
  EXPECT_TRUE(says(solution, "no finite impulse")) << solution.detail;
}

TEST(Dantzig, stops_at_its_bounds_with_the_best_it_had)
{
  Random random(3);
  const ContactProblem problem = testing::stack(random, 4);
  Dantzig solver;
  solver.initialize({{"max_steps", std::int64_t{5}}});
  const ContactSolution solution = solver.solve(problem);
  EXPECT_EQ(solution.status, ContactStatus::kPivotLimit);
  EXPECT_TRUE(says(solution, "5 steps were made")) << solution.detail;
  EXPECT_TRUE(solution.impulses.allFinite());
}

TEST(Dantzig, solves_nearly_all_contact_families)
{
  Random random(4);
  int solved = 0;
  int all = 0;
  for (int trial = 0; trial < 20; ++trial) {
    for (const ContactCase & c : testing::all_contact_families(random, 12)) {
      // A mass of 1e6 on light blocks: forces so large that nothing is known of the directions.
      if (c.family == "heavy on light") {
        continue;
      }
      Dantzig solver;
      const ContactSolution solution = solver.solve(c.problem);
      solved += solution.solved();
      ++all;
      EXPECT_EQ(
        solution.solved(),
        contact_residual(c.problem, solution.impulses, Friction::kCone).largest() <= 1e-9);
      EXPECT_TRUE(solution.solved() || !solution.detail.empty()) << c.family;
    }
  }
  // There is no proof that it ends; 99.8 % of 4700 problems is what was measured.
  EXPECT_GT(solved, 0.98 * all) << solved << " of " << all;
}

TEST(Dantzig, is_bit_equal_in_two_runs)
{
  Random random(5);
  Dantzig solver;
  for (const ContactCase & c : testing::all_contact_families(random, 8)) {
    const ContactSolution first = solver.solve(c.problem);
    const ContactSolution second = solver.solve(c.problem);
    EXPECT_EQ(first.iterations, second.iterations) << c.family;
    EXPECT_TRUE((first.impulses.array() == second.impulses.array()).all()) << c.family;
  }
}

}  // namespace contact_sim
