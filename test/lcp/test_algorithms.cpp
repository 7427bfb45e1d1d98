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
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/lcp/algorithms.hpp"
#include "contact_sim/lcp/enumeration.hpp"
#include "contact_sim/lcp/lcp_residual.hpp"
#include "support/families.hpp"

namespace contact_sim
{

using testing::LcpCase;
using testing::PaperExample;
using testing::Random;

/// What every algorithm must do, one run an algorithm.
class AlgorithmTest : public ::testing::TestWithParam<std::string>
{
protected:
  LcpSolution solve(const LcpProblem & problem, const ParameterMap & given = {}) const
  {
    return algorithm().solve(problem, resolve_parameters(algorithm().parameters, given));
  }

  const LcpAlgorithm & algorithm() const {return find_lcp_algorithm(GetParam());}

  bool takes_any_matrix() const {return GetParam().find("lemke") != std::string::npos;}
  bool takes_unsymmetric() const {return GetParam() != "dantzig";}

  /// Textbook Lemke is known to fail on degenerate problems: that is why the others exist.
  bool may_fail_on_ties() const {return GetParam() == "lemke";}

  /// Where Lemke's path from z = 0 leads nowhere, only the search goes on from elsewhere.
  bool searches() const {return GetParam() == "robust_lemke";}

  void expect_honest(const LcpProblem & problem, const LcpSolution & solution) const
  {
    const double residual = lcp_residual(problem, solution.z);
    EXPECT_TRUE(solution.z.allFinite());
    EXPECT_TRUE(
      (solution.w - problem.M * solution.z - problem.q).isZero(
        1e-9 * (1.0 +
        problem.q.norm() + problem.M.norm() * solution.z.norm())));
    EXPECT_DOUBLE_EQ(solution.residual, residual);
    EXPECT_EQ(solution.solved(), solution.status == LcpStatus::kSolved);
    if (solution.solved()) {
      EXPECT_LE(residual, 1e-9);
    } else {
      EXPECT_LE(residual, 1.0 + 1e-12) << "worse than z = 0";
      EXPECT_FALSE(solution.detail.empty());
    }
  }
};

TEST_P(AlgorithmTest, solves_the_examples_of_the_papers)
{
  std::vector<PaperExample> examples{testing::sharaf_2(), testing::sharaf_stack()};
  if (takes_unsymmetric()) {
    examples.push_back(testing::sharaf_1());
  }
  if (takes_any_matrix()) {
    examples.push_back(testing::egan_sum_past());
  }
  if (searches()) {
    examples.push_back(testing::egan_max_past());
  }
  for (const PaperExample & example : examples) {
    const LcpSolution solution = solve(example.problem);
    ASSERT_TRUE(solution.solved()) << to_string(solution.status) << ": " << solution.detail;
    // Integers of at most three digits go in: all but a few units of the last place come out.
    EXPECT_TRUE(solution.z.isApprox(example.z, 1e-12)) << solution.z.transpose();
  }
}

TEST_P(AlgorithmTest, gives_one_of_the_right_answers_to_egans_corner)
{
  if (!takes_any_matrix()) {
    GTEST_SKIP() << "not a matrix for " << GetParam();
  }
  const LcpSolution by_max = solve(testing::egan_max_hit());
  if (searches()) {
    ASSERT_TRUE(by_max.solved()) << to_string(by_max.status) << ": " << by_max.detail;
    const Eigen::Vector2d p = testing::egan_max_impulses(by_max.z);
    const Eigen::Vector2d right[3] = {{1.5, 0.5}, {1.5, 0.0}, {0.0, 0.5}};
    EXPECT_TRUE(
      p.isApprox(right[0], 1e-12) || p.isApprox(right[1], 1e-12) || p.isApprox(right[2], 1e-12)) <<
      p.transpose();
  } else {
    EXPECT_EQ(by_max.status, LcpStatus::kRay) << "from z = 0 there is no path";
  }

  // Summation form: the point ends on a wall or on the capped corner (ε = 0.02), and not beyond.
  const LcpSolution by_sum = solve(testing::egan_sum_hit());
  ASSERT_TRUE(by_sum.solved()) << to_string(by_sum.status) << ": " << by_sum.detail;
  const Eigen::Vector2d end =
    testing::egan_position({-2.0, -1.0}, testing::egan_sum_impulses(by_sum.z));
  const double x = std::max(end[0], -0.02);
  const double y = std::max(end[1], -0.02);
  EXPECT_NEAR(x + y + 0.02, 0.0, 1e-12) << end.transpose();
}

TEST_P(AlgorithmTest, solves_the_problems_of_the_textbooks)
{
  const Eigen::Vector3d entries(4.0, 2.0, 1.0);
  const LcpProblem diagonal{entries.asDiagonal(), Eigen::Vector3d(-4.0, 1.0, -3.0)};
  const LcpSolution solution = solve(diagonal);
  ASSERT_TRUE(solution.solved());
  EXPECT_TRUE(solution.z.isApprox(Eigen::Vector3d(1.0, 0.0, 3.0)));

  // PSD with a segment of solutions z₀ + z₁ = 1: any of its points.
  const LcpProblem segment{Eigen::MatrixXd::Ones(2, 2), Eigen::VectorXd::Constant(2, -1.0)};
  const LcpSolution point = solve(segment);
  ASSERT_TRUE(point.solved());
  EXPECT_NEAR(point.z.sum(), 1.0, 1e-12);
  EXPECT_GE(point.z.minCoeff(), 0.0);
}

TEST_P(AlgorithmTest, solves_unsymmetric_textbook_problems)
{
  if (!takes_unsymmetric()) {
    GTEST_SKIP() << "not a matrix for " << GetParam();
  }
  // Copositive-plus and not symmetric: PSD, since zᵀMz = z₀².
  Eigen::Matrix2d copositive_plus;
  copositive_plus << 1.0, 1.0, -1.0, 0.0;
  const LcpProblem problem{copositive_plus, Eigen::Vector2d(-2.0, 1.0)};
  const LcpSolution solution = solve(problem);
  ASSERT_TRUE(solution.solved()) << to_string(solution.status) << ": " << solution.detail;
  EXPECT_TRUE(solution.z.isApprox(Eigen::Vector2d(1.0, 1.0), 1e-9)) << solution.z.transpose();
}

TEST_P(AlgorithmTest, solves_the_problem_on_which_least_index_rules_cycle)
{
  if (!takes_any_matrix()) {
    GTEST_SKIP() << "not a matrix for " << GetParam();
  }
  Eigen::Matrix3d M;
  M << 1, 2, 0, 0, 1, 2, 2, 0, 1;
  const LcpProblem problem{M, Eigen::Vector3d::Constant(-1.0)};
  const LcpSolution solution = solve(problem);
  expect_honest(problem, solution);
  if (!may_fail_on_ties()) {
    ASSERT_TRUE(solution.solved());
    EXPECT_TRUE(solution.z.isApprox(Eigen::Vector3d::Constant(1.0 / 3.0), 1e-12));
  }
}

TEST_P(AlgorithmTest, ends_on_a_ray_on_a_bimatrix_game_unless_it_searches)
{
  if (!takes_any_matrix()) {
    GTEST_SKIP() << "not a matrix for " << GetParam();
  }
  // M = [0 A; Bᵀ 0] with positive A, B and q = -1 is solvable, but not by Lemke's algorithm from
  // z = 0, whatever the covering vector: the method of Lemke and Howson was made for it.
  Eigen::Matrix4d M = Eigen::Matrix4d::Zero();
  M.topRightCorner<2, 2>() << 2.0, 1.0, 1.0, 3.0;
  M.bottomLeftCorner<2, 2>() << 1.0, 2.0, 3.0, 1.0;
  const LcpProblem game{M, Eigen::Vector4d::Constant(-1.0)};
  ASSERT_TRUE(solve_by_enumeration(game).solved());
  const LcpSolution solution = solve(game);
  EXPECT_EQ(solution.status, searches() ? LcpStatus::kSolved : LcpStatus::kRay) << solution.detail;
  expect_honest(game, solution);
  if (searches()) {
    EXPECT_EQ(solve(game, {{"restarts", std::int64_t{0}}}).status, LcpStatus::kRay);
  }
}

TEST_P(AlgorithmTest, never_calls_solved_what_has_no_solution)
{
  const LcpProblem none{Eigen::MatrixXd::Zero(1, 1), Eigen::VectorXd::Constant(1, -1.0)};
  const LcpSolution solution = solve(none);
  EXPECT_TRUE(
    solution.status == LcpStatus::kRay || solution.status == LcpStatus::kInfeasible) <<
    to_string(solution.status);
  expect_honest(none, solution);
}

TEST_P(AlgorithmTest, takes_the_empty_problem)
{
  const LcpSolution solution = solve(LcpProblem{});
  EXPECT_TRUE(solution.solved());
  EXPECT_EQ(solution.z.size(), 0);
  EXPECT_EQ(solution.residual, 0.0);
}

TEST_P(AlgorithmTest, refuses_bad_input)
{
  LcpProblem problem = testing::sharaf_2().problem;
  problem.M(2, 1) = std::nan("");
  EXPECT_THROW(solve(problem), std::invalid_argument);
  problem.M.resize(5, 4);
  EXPECT_THROW(solve(problem), std::invalid_argument);
  EXPECT_THROW(
    solve(testing::sharaf_2().problem, {{"tolerance", -1.0}}), std::invalid_argument);
}

TEST_P(AlgorithmTest, reports_an_error_where_it_cannot_reach_the_tolerance)
{
  Random random(8);
  int errors = 0;
  for (int i = 0; i < 20; ++i) {
    const LcpProblem problem = testing::around_solution(
      random, testing::random_spd(random, 20), testing::half_active(random, 20));
    const LcpSolution solution = solve(problem, {{"tolerance", 1e-18}});
    EXPECT_EQ(solution.solved(), solution.residual <= 1e-18);
    errors += solution.status == LcpStatus::kError;
  }
  EXPECT_GT(errors, 0);
}

TEST_P(AlgorithmTest, solves_every_family_that_it_is_made_for)
{
  Random random(42);
  for (const int n : {1, 2, 6, 12, 30, 60}) {
    for (int trial = 0; trial < 10; ++trial) {
      for (const LcpCase & c : testing::all_families(random, n)) {
        SCOPED_TRACE(c.family + ", n = " + std::to_string(n) + ", trial " + std::to_string(trial));
        const LcpSolution solution = solve(c.problem);
        expect_honest(c.problem, solution);
        const bool own = c.semidefinite || takes_any_matrix() ||
          (takes_unsymmetric() && c.family == "unsymmetric");
        if (!c.solvable) {
          EXPECT_FALSE(solution.solved());
        } else if (own && !may_fail_on_ties()) {
          EXPECT_TRUE(solution.solved()) << to_string(solution.status) << ": " << solution.detail;
        } else if (!own) {
          EXPECT_TRUE(solution.solved() || solution.status == LcpStatus::kNotApplicable) <<
            to_string(solution.status) << ": " << solution.detail;
        }
      }
    }
  }
}

TEST_P(AlgorithmTest, is_bit_equal_in_two_runs)
{
  Random random(9);
  for (const LcpCase & c : testing::all_families(random, 24)) {
    const LcpSolution first = solve(c.problem);
    const LcpSolution second = solve(c.problem);
    EXPECT_EQ(first.status, second.status) << c.family;
    EXPECT_EQ(first.pivots, second.pivots) << c.family;
    EXPECT_TRUE((first.z.array() == second.z.array()).all()) << c.family;
    EXPECT_TRUE((first.w.array() == second.w.array()).all()) << c.family;
  }
}

INSTANTIATE_TEST_SUITE_P(
  all, AlgorithmTest,
  ::testing::Values("lemke", "lexicographic_lemke", "robust_lemke", "dantzig", "active_set"),
  [](const auto & algorithm) {return algorithm.param;});

TEST(Factory, knows_which_problems_have_a_solution)
{
  Random random(10);
  for (int trial = 0; trial < 5; ++trial) {
    for (const LcpCase & c : testing::all_families(random, 8)) {
      if (c.problem.size() <= kEnumerationLimit) {
        EXPECT_EQ(solve_by_enumeration(c.problem).solved(), c.solvable) << c.family;
      }
    }
  }
}

TEST(Factory, makes_unique_answers_that_all_algorithms_find)
{
  Random random(12);
  for (int trial = 0; trial < 20; ++trial) {
    const LcpProblem problem = testing::around_solution(
      random, testing::random_spd(random, 10), testing::half_active(random, 10));
    const LcpSolution oracle = solve_by_enumeration(problem);
    ASSERT_TRUE(oracle.solved());
    for (const LcpAlgorithm & algorithm : lcp_algorithms()) {
      const LcpSolution solution =
        algorithm.solve(problem, resolve_parameters(algorithm.parameters, {}));
      // The condition number is at most some thousands: 1e-9 is six digits above rounding.
      EXPECT_TRUE(solution.z.isApprox(oracle.z, 1e-9)) << algorithm.name;
    }
  }
}

TEST(Algorithms, are_found_by_name)
{
  EXPECT_EQ(find_lcp_algorithm("dantzig").name, "dantzig");
  try {
    find_lcp_algorithm("dantzg");
    FAIL() << "an unknown name was taken";
  } catch (const std::invalid_argument & error) {
    EXPECT_EQ(
      std::string(
        error.what()),
      "unknown solver 'dantzg'; known: "
      "lemke, lexicographic_lemke, robust_lemke, dantzig, active_set");
  }
}

TEST(Algorithms, describe_every_parameter)
{
  for (const LcpAlgorithm & algorithm : lcp_algorithms()) {
    EXPECT_FALSE(algorithm.purpose.empty());
    for (const ParameterSpec & spec : algorithm.parameters) {
      EXPECT_FALSE(spec.description.empty()) << spec.name;
      EXPECT_FALSE(spec.unit.empty()) << spec.name;
      EXPECT_NO_THROW(resolve_parameters(algorithm.parameters, {{spec.name, spec.default_value}}));
    }
  }
}

}  // namespace contact_sim
