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
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/contact/contact_solver.hpp"
#include "support/families.hpp"

namespace contact_sim
{

using Eigen::Vector3d;
using Index = Eigen::Index;
using testing::ContactCase;
using testing::Random;

namespace
{

using Answer = std::function<void (const ContactProblem &, const ContactSolution *,
    ContactSolution &)>;

/// A solver that answers as the test says, and keeps what it was given.
class ScriptedSolver : public ContactSolver
{
public:
  SolverTraits traits() const override
  {
    SolverTraits traits;
    traits.purpose = "to be judged";
    traits.friction = friction;
    return traits;
  }

  Answer answer{[](const auto &, const auto *, auto &) {}};
  Friction friction{Friction::kCone};
  ParameterMap given;
  int initializations{0};

private:
  std::vector<ParameterSpec> do_parameter_specs() const override
  {
    return {{"weight", 0.5, "-", "A number of its own.", 0.0, 1.0}};
  }

  void do_initialize(const ParameterMap & values) override
  {
    given = values;
    ++initializations;
  }

  void do_solve(
    const ContactProblem & problem, const ContactSolution * guess,
    ContactSolution & solution) override
  {
    answer(problem, guess, solution);
  }
};

/// Falls on a plane with the velocity (-1, 3, 0): the right answer is (1, -0.5, 0).
ContactProblem sliding_point()
{
  ContactProblem problem(3);
  problem.set_k(Vector3d(-1.0, 3.0, 0.0));
  problem.add_contact({0, 1, 2}, Eigen::Matrix3d::Identity(), {0.0, 0.5, 8});
  return problem;
}

Answer always(const Eigen::VectorXd & impulses)
{
  return [impulses](const auto &, const auto *, ContactSolution & solution) {
           solution.impulses = impulses;
         };
}

std::string refusal(const std::function<void()> & function)
{
  try {
    function();
  } catch (const std::invalid_argument & error) {
    return error.what();
  }
  return "not refused";
}

}  // namespace

TEST(ContactSolver, takes_the_right_answer_for_solved)
{
  ScriptedSolver solver;
  solver.answer = always(Vector3d(1.0, -0.5, 0.0));
  const ContactSolution solution = solver.solve(sliding_point());
  EXPECT_TRUE(solution.solved()) << solution.detail;
  EXPECT_LT(solution.residual.largest(), 1e-12);
  EXPECT_EQ(solution.friction, Friction::kCone);
  EXPECT_GE(solution.time, 0.0);
}

TEST(ContactSolver, turns_a_dishonest_success_into_an_error)
{
  ScriptedSolver solver;
  for (const Vector3d & wrong : std::vector<Vector3d>{{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0},
      {1.0, -0.6, 0.0}, {1.0, 0.5, 0.0}, {1.0 + 1e-6, -0.5, 0.0}})
  {
    solver.answer = always(wrong);
    const ContactSolution solution = solver.solve(sliding_point());
    EXPECT_EQ(solution.status, ContactStatus::kError) << wrong.transpose();
    EXPECT_EQ(solution.impulses, wrong) << "the best there was is kept";
    EXPECT_NE(solution.detail.find("above the tolerance 1e-09"), std::string::npos) <<
      solution.detail;
  }
}

TEST(ContactSolver, leaves_an_honest_failure_as_it_is)
{
  ScriptedSolver solver;
  solver.answer = [](const auto &, const auto *, ContactSolution & solution) {
      solution.status = ContactStatus::kRay;
      solution.detail = "no way on";
    };
  const ContactSolution solution = solver.solve(sliding_point());
  EXPECT_EQ(solution.status, ContactStatus::kRay);
  EXPECT_EQ(solution.detail, "no way on");
  EXPECT_GT(solution.residual.penetration_rate, 0.1);
}

TEST(ContactSolver, lets_no_number_out_that_is_none)
{
  ScriptedSolver solver;
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    solver.answer = always(Vector3d(1.0, bad, 0.0));
    const ContactSolution solution = solver.solve(sliding_point());
    EXPECT_EQ(solution.status, ContactStatus::kError);
    EXPECT_EQ(solution.impulses, Vector3d::Zero());
    EXPECT_TRUE(std::isfinite(solution.residual.largest()));
  }
}

TEST(ContactSolver, takes_impulses_of_a_wrong_size_for_none)
{
  ScriptedSolver solver;
  for (const int size : {0, 1, 6}) {
    solver.answer = always(Eigen::VectorXd::Ones(size));
    const ContactSolution solution = solver.solve(sliding_point());
    EXPECT_EQ(solution.status, ContactStatus::kError) << size;
    EXPECT_EQ(solution.impulses, Vector3d::Zero()) << size;
  }
}

TEST(ContactSolver, judges_by_the_law_that_the_answer_claims)
{
  // Between two corners of the polygon: right for the cone alone.
  ContactProblem problem = sliding_point();
  problem.set_angle(0, M_PI / 8.0);
  ScriptedSolver solver;
  solver.answer = always(Vector3d(1.0, -0.5, 0.0));
  EXPECT_TRUE(solver.solve(problem).solved());
  solver.friction = Friction::kPolygon;
  solver.initialize({});
  EXPECT_FALSE(solver.solve(problem).solved());
}

TEST(ContactSolver, starts_from_a_clean_solution_in_old_memory)
{
  ScriptedSolver solver;
  ContactSolution seen;
  solver.answer = [&](const auto &, const auto *, ContactSolution & solution) {seen = solution;};
  ContactSolution solution;
  solution.impulses = Eigen::VectorXd::Ones(30);
  solution.status = ContactStatus::kRay;
  solution.iterations = 7;
  solution.backtracks = 8;
  solution.detail = "old";
  solution.basis = {1, 2};
  solver.solve(sliding_point(), nullptr, solution);
  EXPECT_EQ(seen.impulses, Vector3d::Zero());
  EXPECT_EQ(seen.status, ContactStatus::kSolved);
  EXPECT_EQ(seen.iterations, 0);
  EXPECT_EQ(seen.backtracks, 0);
  EXPECT_EQ(seen.detail, "");
  EXPECT_TRUE(seen.basis.empty());
}

TEST(ContactSolver, passes_the_guess_on)
{
  ScriptedSolver solver;
  const ContactSolution * seen = nullptr;
  solver.answer = [&](const auto &, const ContactSolution * guess, auto &) {seen = guess;};
  const ContactSolution guess;
  ContactSolution solution;
  solver.solve(sliding_point(), &guess, solution);
  EXPECT_EQ(seen, &guess);
  solver.solve(sliding_point());
  EXPECT_EQ(seen, nullptr);
}

TEST(ContactSolver, refuses_a_bad_problem_before_the_solver_sees_it)
{
  ScriptedSolver solver;
  bool was_called = false;
  solver.answer = [&](const auto &, const auto *, auto &) {was_called = true;};
  ContactProblem problem = sliding_point();
  problem.set_data(0, {0.0, -1.0, 8});
  EXPECT_EQ(
    refusal([&] {solver.solve(problem);}),
    "contact 0: expected a coefficient of friction >= 0, found -1");
  EXPECT_FALSE(was_called);
}

TEST(ContactSolver, takes_a_problem_without_contacts)
{
  ScriptedSolver solver;
  const ContactSolution solution = solver.solve(ContactProblem(6));
  EXPECT_TRUE(solution.solved());
  EXPECT_EQ(solution.impulses.size(), 0);
}

TEST(ContactSolver, adds_the_tolerance_to_the_parameters)
{
  ScriptedSolver solver;
  const std::vector<ParameterSpec> specs = solver.parameter_specs();
  ASSERT_EQ(specs.size(), 2u);
  EXPECT_EQ(specs[0].name, "tolerance");
  EXPECT_EQ(specs[1].name, "weight");

  solver.answer = always(Vector3d(1.0 + 1e-6, -0.5, 0.0));
  EXPECT_FALSE(solver.solve(sliding_point()).solved());
  solver.initialize({{"tolerance", 1e-3}, {"weight", 0.25}});
  EXPECT_TRUE(solver.solve(sliding_point()).solved());
  EXPECT_EQ(solver.given, (ParameterMap{{"weight", 0.25}})) << "its own, and nothing else";
  solver.initialize({});
  EXPECT_FALSE(solver.solve(sliding_point()).solved()) << "back to the default";
}

TEST(ContactSolver, is_initialized_once_with_defaults_where_nobody_does_it)
{
  ScriptedSolver solver;
  solver.solve(sliding_point());
  solver.solve(sliding_point());
  EXPECT_EQ(solver.initializations, 1);
  EXPECT_EQ(solver.given, (ParameterMap{{"weight", 0.5}}));
}

TEST(ContactSolver, refuses_parameters_that_it_does_not_know_or_that_do_not_fit)
{
  ScriptedSolver solver;
  const std::string unknown = refusal([&] {solver.initialize({{"wieght", 0.5}});});
  EXPECT_NE(unknown.find("wieght"), std::string::npos) << unknown;
  EXPECT_NE(unknown.find("weight"), std::string::npos) << "what would be right: " << unknown;
  EXPECT_NE(refusal([&] {solver.initialize({{"weight", 2.0}});}), "not refused");
  EXPECT_NE(refusal([&] {solver.initialize({{"weight", true}});}), "not refused");
  EXPECT_NE(refusal([&] {solver.initialize({{"tolerance", -1.0}});}), "not refused");
  EXPECT_EQ(solver.initializations, 0);
}

TEST(ContactFactory, makes_what_the_names_say)
{
  Random random(1);
  std::map<std::string, ContactProblem> by_name;
  for (const ContactCase & c : testing::all_contact_families(random, 8)) {
    EXPECT_NO_THROW(c.problem.check()) << c.family;
    EXPECT_TRUE(by_name.emplace(c.family, c.problem).second) << c.family << " is there twice";
  }
  const auto free_normal = [&](const char * name) {
      const Eigen::VectorXd u = by_name.at(name).free_velocity();
      return Eigen::VectorXd(u.reshaped(3, u.size() / 3).row(0));
    };
  EXPECT_GT(free_normal("all separating").minCoeff(), 0.0);
  EXPECT_TRUE(free_normal("grazing").isZero(0.0));
  EXPECT_FALSE(by_name.at("grazing").free_velocity().isZero(0.1));
  EXPECT_TRUE(by_name.at("zero free velocity").free_velocity().isZero(0.0));
  EXPECT_EQ(by_name.at("half rank").delassus().fullPivLu().rank(), 12);
  EXPECT_LT(by_name.at("slow").free_velocity().cwiseAbs().maxCoeff(), 1e-4);
  EXPECT_GT(by_name.at("fast").free_velocity().cwiseAbs().maxCoeff(), 1e4);
  EXPECT_TRUE(
    by_name.at("coincident points").columns(0) == by_name.at("coincident points").columns(4));
  const double noise = (by_name.at("nearly coincident points").columns(0) -
    by_name.at("nearly coincident points").columns(4)).cwiseAbs().maxCoeff();
  EXPECT_GT(noise, 0.0);
  EXPECT_LT(noise, 1e-9);
  EXPECT_EQ(by_name.at("islands").degrees_of_freedom(), 12);
}

TEST(ContactFactory, makes_lloyds_experiments)
{
  Random random(2);
  for (const int contacts : {8, 16, 32, 256, 300}) {
    const ContactProblem peg = testing::peg_in_hole(random, contacts);
    EXPECT_EQ(peg.size(), contacts);
    EXPECT_EQ(peg.degrees_of_freedom(), 6);
  }
  const std::vector<ContactCase> situations = testing::single_body_situations(random);
  EXPECT_EQ(situations.size(), 10u);
  EXPECT_EQ(situations.front().problem.size(), 1);
  EXPECT_EQ(situations.back().problem.size(), 16);
  for (int blocks = 1; blocks <= 20; ++blocks) {
    const ContactProblem stack = testing::stack(random, blocks);
    EXPECT_EQ(stack.size(), 4 * blocks);
    EXPECT_EQ(stack.dof_count(stack.size() - 1), blocks == 1 ? 6 : 12);
  }
  // Ten rows: the first on the ground; in the others, one brick of ten overhangs.
  EXPECT_EQ(testing::wall(random).size(), 4 * (10 + 9 * 19));
  EXPECT_EQ(testing::face_contact(random, 100).size(), 100);
}

TEST(ContactFactory, makes_the_solutions_that_it_is_made_around)
{
  // Sticking: no velocity is left by the impulses that k was made from; sliding: all slide.
  Random random(3);
  ContactProblem problem = testing::cube_between_walls(random, 5, 1).problem();
  const Eigen::VectorXd impulses = testing::random_vector(random, 15);
  const Eigen::VectorXd x = testing::random_vector(random, 6);
  testing::set_solution(problem, impulses, x);
  Eigen::VectorXd reached = problem.k();
  for (Index i = 0; i < problem.size(); ++i) {
    problem.accumulate(i, impulses.segment<3>(3 * i), reached);
  }
  // Columns up to ten, five of them.
  EXPECT_TRUE((reached - x).isZero(1e-13));
}

TEST(ContactFactory, draws_every_family_and_the_same_again_from_the_same_seed)
{
  Random random(4);
  Random again(4);
  std::set<std::string> names;
  for (int i = 0; i < 2000; ++i) {
    const ContactCase c = testing::random_contact_case(random);
    names.insert(c.family);
    ASSERT_EQ(c.problem.k(), testing::random_contact_case(again).problem.k());
    ASSERT_NO_THROW(c.problem.check()) << c.family;
  }
  EXPECT_EQ(names.size(), testing::all_contact_families(random, 4).size());
}

}  // namespace contact_sim
