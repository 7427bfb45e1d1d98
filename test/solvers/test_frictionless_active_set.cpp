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

#include <cstdint>
#include <string>

#include "solvers/dense_lemke.hpp"
#include "solvers/easy_problems.hpp"
#include "solvers/frictionless_active_set.hpp"
#include "support/families.hpp"

namespace contact_sim
{

using testing::Random;
using testing::Vector6d;

TEST(ActiveSet, holds_the_weight_of_a_block_without_friction)
{
  Vector6d velocity = Vector6d::Zero();
  velocity[0] = 0.05;
  velocity[2] = -0.1;
  const ContactProblem problem = testing::block(velocity, 0.0);
  ActiveSet solver;
  const ContactSolution solution = solver.solve(problem);
  ASSERT_TRUE(solution.solved()) << solution.detail;
  double weight = 0.0;
  for (Eigen::Index i = 0; i < 4; ++i) {
    weight += solution.impulses[3 * i];
    EXPECT_EQ(solution.impulses[3 * i + 1], 0.0);
    EXPECT_EQ(solution.impulses[3 * i + 2], 0.0);
  }
  // 2 kg, stopped from 0.1 m/s, to rounding; along the plane it goes on.
  EXPECT_NEAR(weight, 0.2, 1e-12);
  EXPECT_NEAR(
    problem.velocity(0, testing::end_velocity(problem, solution.impulses))[2], 0.05, 1e-12);
}

TEST(ActiveSet, refuses_friction_and_names_the_contact)
{
  ContactProblem problem = testing::smooth(testing::falling_block(0.3));
  ContactData data = problem.data(2);
  data.mu = 0.4;
  problem.set_data(2, data);
  ActiveSet solver;
  const ContactSolution solution = solver.solve(problem);
  EXPECT_FALSE(solver.traits().takes_friction);
  EXPECT_EQ(solution.status, ContactStatus::kNotApplicable);
  EXPECT_NE(solution.detail.find("contact 2 has friction, mu = 0.4"), std::string::npos) <<
    solution.detail;
  EXPECT_TRUE(solution.impulses.isZero(0.0));

  // μ > 0 without a polygon is a frictionless contact.
  data.directions = 0;
  problem.set_data(2, data);
  EXPECT_TRUE(solver.solve(problem).solved());
}

TEST(ActiveSet, agrees_with_the_search_on_stacks_and_in_corners)
{
  Random random(2);
  ActiveSet solver;
  RobustLemke reference;
  for (int trial = 0; trial < 20; ++trial) {
    for (const ContactProblem & problem :
      {testing::stack(random, 3), testing::cube_between_walls(random, 12, 6).problem()})
    {
      const ContactProblem smooth = testing::smooth(problem);
      const ContactSolution solution = solver.solve(smooth);
      ASSERT_TRUE(solution.solved()) << solution.detail;
      const Eigen::VectorXd x = testing::end_velocity(smooth, solution.impulses);
      const Eigen::VectorXd expected =
        testing::end_velocity(smooth, reference.solve(smooth).impulses);
      // The end velocity is unique. The judge's 1e-9 of the free velocity, times the condition.
      EXPECT_LT((x - expected).norm(), 1e-6 * smooth.k().norm());
    }
  }
}

TEST(ActiveSet, proves_that_opposite_walls_closing_in_have_no_solution)
{
  // A mass between two walls that both ask for a velocity away from them.
  ContactProblem problem(1);
  ContactProblem::Columns column = ContactProblem::Columns::Zero(1, 3);
  column(0, 0) = 1.0;
  ContactData data;
  data.gap_rate = -1.0;
  problem.add_contact({0}, column, data);
  problem.add_contact({0}, -column, data);
  ActiveSet solver;
  EXPECT_EQ(solver.solve(problem).status, ContactStatus::kInfeasible);
}

TEST(ActiveSet, passes_its_parameters_on)
{
  Random random(4);
  const ContactProblem problem = testing::smooth(testing::stack(random, 4));
  ActiveSet solver;
  solver.initialize({{"max_cuts", std::int64_t{1}}});
  EXPECT_EQ(solver.solve(problem).status, ContactStatus::kGaveUp);
}

}  // namespace contact_sim
