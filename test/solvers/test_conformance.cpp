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

#include <Eigen/Core>

#include <cmath>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/contact/contact_solver.hpp"
#include "solvers/conformance_test.hpp"
#include "solvers/easy_problems.hpp"
#include "support/families.hpp"
#include "support/load_solvers.hpp"

namespace contact_sim
{

using testing::bit_equal;
using testing::changed;
using testing::ConformanceTest;
using testing::ContactCase;
using testing::end_velocity;
using testing::falling_block;
using testing::point_mass;
using testing::Random;
using testing::told;

namespace
{

/// Nothing is thrown here: a list that stays empty is a failure of its own below.
std::vector<std::string> declared_solvers()
{
  try {
    return testing::solver_loader().getDeclaredClasses();
  } catch (const std::exception &) {
    return {};
  }
}

}  // namespace

TEST(Plugins, are_declared)
{
  EXPECT_FALSE(testing::solver_loader().getDeclaredClasses().empty());
}

TEST_P(ConformanceTest, sticks_where_friction_is_enough)
{
  expect_answer({-1.0, 0.1, 0.05}, 0.5, {0.0, 0.0, 0.0});
  expect_answer({-1.0, -0.05, 0.1}, 0.5, {0.0, 0.0, 0.0}, 1e-3);
}

TEST_P(ConformanceTest, slips_where_friction_is_not_enough)
{
  // Along corners of the polygon, where it and the cone agree: μ times the normal velocity is lost.
  expect_answer({-1.0, 2.0, 0.0}, 0.5, {0.0, 1.5, 0.0});
  expect_answer({-1.0, 0.0, -2.0}, 0.5, {0.0, 0.0, -1.5});
}

TEST_P(ConformanceTest, slips_between_the_corners_as_its_law_says)
{
  const Eigen::Vector3d velocity(-1.0, 2.0 * std::cos(0.26), 2.0 * std::sin(0.26));
  const ContactProblem problem = point_mass(velocity, 0.5);
  const ContactSolution solution = solve(problem);
  if (!takes_friction()) {
    return;
  }
  ASSERT_TRUE(solution.solved()) << told(solution);
  const Eigen::Vector2d force = solution.impulses.tail<2>();
  // Mass 2 kg, so that the friction is μ m v_n = 1 N s, against the motion or in a corner near it.
  EXPECT_NEAR(force.norm(), 1.0, accuracy());
  const double angle = std::atan2(-force[1], -force[0]);
  if (solution.friction == Friction::kCone) {
    // The cone residual of an error of this angle, 1 - cos, is within the tolerance.
    EXPECT_NEAR(angle, 0.26, 2.0 * std::sqrt(2.0 * tolerance()));
  } else {
    EXPECT_NEAR(angle, 0.0, accuracy()) << "0.26 rad is nearer to 0 than to 45 degrees";
  }
}

TEST_P(ConformanceTest, lets_separate_what_separates)
{
  expect_answer({1.0, 2.0, 0.0}, 0.5, {1.0, 2.0, 0.0});
  expect_answer({1.0, 2.0, 0.0}, 0.0, {1.0, 2.0, 0.0});
  expect_answer({0.5, 0.0, 0.0}, 0.0, {0.5, 0.0, 0.0});
}

TEST_P(ConformanceTest, tells_what_holds_from_what_separates)
{
  for (const bool first_falls : {true, false}) {
    const ContactSolution solution =
      solve(testing::two_masses(first_falls ? -1.0 : 0.5, first_falls ? 0.5 : -1.0));
    ASSERT_TRUE(solution.solved()) << told(solution);
    Eigen::VectorXd expected = Eigen::VectorXd::Zero(6);
    expected[first_falls ? 0 : 3] = 2.0;
    EXPECT_LE((solution.impulses - expected).norm(), 2.0 * accuracy()) <<
      solution.impulses.transpose();
  }
}

TEST_P(ConformanceTest, stops_at_the_gap_and_not_before)
{
  ContactProblem problem = point_mass({-1.0, 0.0, 0.0}, 0.0);
  ContactData data = problem.data(0);
  data.gap_rate = 0.25;
  problem.set_data(0, data);
  ContactSolution solution = solve(problem);
  ASSERT_TRUE(solution.solved()) << told(solution);
  EXPECT_NEAR(solution.impulses[0], 2.0 * 0.75, accuracy());
  data.gap_rate = 1.5;
  problem.set_data(0, data);
  solution = solve(problem);
  ASSERT_TRUE(solution.solved()) << told(solution);
  EXPECT_EQ(solution.impulses[0], 0.0);
}

TEST_P(ConformanceTest, solves_an_empty_problem)
{
  for (const int nv : {0, 6}) {
    const ContactSolution solution = solve(ContactProblem(nv));
    EXPECT_TRUE(solution.solved()) << told(solution);
    EXPECT_EQ(solution.impulses.size(), 0);
    EXPECT_EQ(solution.residual.largest(), 0.0);
  }
}

TEST_P(ConformanceTest, stops_a_block_that_falls_on_its_face)
{
  // Friction needs 0.11 of the 0.5 that it may take, and the normals that it shifts stay positive.
  if (takes_friction()) {
    expect_velocity(falling_block(0.5), Eigen::VectorXd::Zero(6));
  }
  const ContactProblem smooth = falling_block(0.0);
  Eigen::VectorXd end = smooth.k();
  end[2] = 0.0;
  expect_velocity(smooth, end);
}

TEST_P(ConformanceTest, does_not_mind_the_order_of_the_contacts)
{
  const ContactProblem problem = falling_block(friction(0.5));
  const ContactSolution first = solve(problem);
  if (!first.solved() && may_fail_on_ties()) {
    return;
  }
  ASSERT_TRUE(first.solved()) << told(first);
  // Four points under six degrees of freedom: the impulses may differ, the velocities may not.
  const Eigen::VectorXd end = end_velocity(problem, first.impulses);
  for (const std::vector<int> & order :
    std::vector<std::vector<int>>{{3, 2, 1, 0}, {1, 3, 0, 2}, {2, 0, 3, 1}})
  {
    expect_velocity(changed(problem, order), end);
  }
}

TEST_P(ConformanceTest, does_not_mind_the_units)
{
  const Eigen::Vector3d velocity(-1.0, takes_friction() ? 2.0 : 0.0, 0.0);
  const ContactProblem problem = point_mass(velocity, friction(0.5));
  const ContactSolution first = solve(problem);
  ASSERT_TRUE(first.solved()) << told(first);
  for (const double mass_unit : {1e-6, 1e-3, 1e6}) {
    for (const double velocity_unit : {1e-6, 1e3}) {
      const ContactSolution other = solve(changed(problem, {0}, mass_unit, velocity_unit));
      if (!other.solved() && may_mind_units()) {
        continue;
      }
      ASSERT_TRUE(other.solved()) << told(other) << " with masses in " << mass_unit;
      const Eigen::VectorXd back = other.impulses / (mass_unit * velocity_unit);
      EXPECT_LE((back - first.impulses).norm(), accuracy() * first.impulses.norm());
    }
  }
}

TEST_P(ConformanceTest, does_not_mind_the_units_of_a_block)
{
  const ContactProblem problem = falling_block(friction(0.5));
  const Eigen::VectorXd end = end_velocity(problem, solve(problem).impulses);
  expect_velocity(changed(problem, {0, 1, 2, 3}, 1e3, 1e-3), end * (std::sqrt(1e3) * 1e-3));
}

TEST_P(ConformanceTest, takes_no_friction_where_there_is_none)
{
  ContactProblem problem = falling_block(0.0);
  for (const int directions : {8, 0}) {
    ContactData data;
    data.directions = directions;
    // Without directions there is no friction either, whatever μ says.
    data.mu = directions == 0 ? 0.5 : 0.0;
    for (Eigen::Index i = 0; i < problem.size(); ++i) {
      problem.set_data(i, data);
    }
    const ContactSolution solution = solve(problem);
    if (!solution.solved() && may_fail_on_ties()) {
      continue;
    }
    ASSERT_TRUE(solution.solved()) << told(solution);
    for (Eigen::Index i = 0; i < problem.size(); ++i) {
      // Exactly none where the problem has no variable for it; else some roundings of 1 N s.
      EXPECT_LE(
        solution.impulses.segment<2>(3 * i + 1).norm(), directions == 0 ? 0.0 : 1e-13) << i;
    }
  }
}

TEST_P(ConformanceTest, takes_the_same_contact_several_times)
{
  const ContactProblem once = point_mass({-1.0, takes_friction() ? 2.0 : 0.0, 0.0}, friction(0.5));
  const ContactSolution single = solve(once);
  ASSERT_TRUE(single.solved()) << told(single);
  expect_velocity(changed(once, {0, 0, 0}), end_velocity(once, single.impulses));
}

TEST_P(ConformanceTest, takes_a_block_with_doubled_corners)
{
  const ContactProblem problem = falling_block(friction(0.5));
  Eigen::VectorXd end = Eigen::VectorXd::Zero(6);
  if (!takes_friction()) {
    end = problem.k();
    end[2] = 0.0;
  }
  expect_velocity(changed(problem, {0, 1, 2, 3, 3, 2, 1, 0}), end);
}

TEST_P(ConformanceTest, refuses_parameters_that_it_does_not_know)
{
  try {
    solver_->initialize({{"no_such_parameter", 1.0}});
    FAIL() << "an unknown parameter was taken";
  } catch (const std::invalid_argument & error) {
    EXPECT_NE(std::string(error.what()).find("no_such_parameter"), std::string::npos) <<
      error.what();
  }
  EXPECT_THROW(solver_->initialize({{"tolerance", std::string("small")}}), std::invalid_argument);
  EXPECT_THROW(solver_->initialize({{"tolerance", -1.0}}), std::invalid_argument);
}

TEST_P(ConformanceTest, takes_the_default_of_every_parameter)
{
  ParameterMap all;
  for (const ParameterSpec & spec : solver_->parameter_specs()) {
    EXPECT_FALSE(spec.description.empty()) << spec.name;
    EXPECT_FALSE(spec.unit.empty()) << spec.name;
    EXPECT_EQ(all.count(spec.name), 0u) << spec.name << " is there twice";
    EXPECT_NO_THROW(solver_->initialize({{spec.name, spec.default_value}})) << spec.name;
    all[spec.name] = spec.default_value;
  }
  EXPECT_EQ(all.count("tolerance"), 1u);
  EXPECT_NO_THROW(solver_->initialize(all));
  EXPECT_FALSE(solver_->traits().purpose.empty());
}

TEST_P(ConformanceTest, is_honest_about_every_problem)
{
  Random random(31);
  for (int trial = 0; trial < 3; ++trial) {
    for (const ContactCase & c : testing::all_contact_families(random, 8)) {
      SCOPED_TRACE(c.family);
      solve(c.problem);
      solve(suited(c.problem));
      solve(changed(c.problem, {0}));
    }
  }
}

TEST_P(ConformanceTest, gives_the_same_bits_again)
{
  Random random(32);
  for (const ContactCase & c : testing::all_contact_families(random, 6)) {
    SCOPED_TRACE(c.family);
    const ContactProblem problem = suited(c.problem);
    const ContactSolution first = solve(problem);
    // In between another problem: nothing of it may stay.
    solve(falling_block(friction(0.5)));
    EXPECT_TRUE(bit_equal(solve(problem), first));
    const std::shared_ptr<ContactSolver> fresh = testing::load_solver(GetParam());
    fresh->initialize(easy());
    EXPECT_TRUE(bit_equal(fresh->solve(problem), first));
  }
}

TEST_P(ConformanceTest, uses_a_guess_as_it_says)
{
  const ContactProblem problem = falling_block(friction(0.5));
  const ContactSolution cold = solve(problem);
  if (!cold.solved() && may_fail_on_ties()) {
    return;
  }
  const ContactSolution warm = solve(problem, &cold);
  ASSERT_TRUE(warm.solved()) << told(warm);
  if (solver_->traits().uses_guess) {
    EXPECT_LE(warm.iterations, cold.iterations);
  } else {
    EXPECT_TRUE(bit_equal(warm, cold));
  }
}

TEST_P(ConformanceTest, takes_a_guess_of_another_problem)
{
  const ContactProblem problem = falling_block(friction(0.5));
  const ContactSolution of_one = solve(point_mass({-1.0, 0.0, 0.0}, 0.0));
  const ContactSolution cold = solve(problem);
  const ContactSolution solution = solve(problem, &of_one);
  EXPECT_EQ(solution.solved(), cold.solved()) << told(solution);
  // Of the right size, and wrong in every number.
  ContactSolution wrong = cold;
  wrong.impulses.setConstant(-7.0);
  EXPECT_EQ(solve(problem, &wrong).solved(), cold.solved());
}

TEST_P(ConformanceTest, says_whether_it_takes_friction)
{
  const ContactSolution solution = solve(point_mass({-1.0, 0.1, 0.0}, 0.5));
  EXPECT_EQ(solution.status != ContactStatus::kNotApplicable, takes_friction()) << told(solution);
}

INSTANTIATE_TEST_SUITE_P(
  all, ConformanceTest, ::testing::ValuesIn(declared_solvers()),
  [](const auto & solver) {return testing::as_test_name(solver.param);});

}  // namespace contact_sim
