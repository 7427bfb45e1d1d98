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
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>

#include "contact_sim/lcp/active_set.hpp"
#include "contact_sim/lcp/lcp_residual.hpp"

namespace
{

int allocations = 0;

}  // namespace

// Eigen takes its memory from malloc, not from operator new (which takes it from malloc, too): that
// is where to count. A sanitizer wants malloc for itself.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
extern "C" void * __libc_malloc(std::size_t size);

extern "C" void * malloc(std::size_t size) noexcept
{
  ++allocations;
  return __libc_malloc(size);
}
#endif

namespace contact_sim
{

namespace
{

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Random = std::mt19937_64;

constexpr double kTolerance = 1e-9;  ///< of the residual: the default of the options

VectorXd vector(std::initializer_list<double> values)
{
  VectorXd x(static_cast<Index>(values.size()));
  Index i = 0;
  for (const double value : values) {
    x[i++] = value;
  }
  return x;
}

/// Row by row.
LcpProblem problem(std::initializer_list<double> M, std::initializer_list<double> q)
{
  const VectorXd entries = vector(M);
  const Index n = static_cast<Index>(q.size());
  return {Eigen::Map<const MatrixXd>(entries.data(), n, n).transpose(), vector(q)};
}

LcpProblem sharaf_1()
{
  return problem({1, 0, 0, 2, 1, 0, 2, 2, 1}, {-8, -12, -14});
}

LcpProblem sharaf_2()
{
  return problem(
    {5, 1, 1, 1, 2, 1, 3, 1, 2, 1, 1, 1, 3, 0, 2, 1, 2, 0, 4, 0, 2, 1, 2, 0, 5},
    {-10, -15, -5, 10, -5});
}

LcpProblem three_stacked_masses()
{
  return problem({2, 1, 0, 1, 2, 1, 0, 1, 1}, {-3, -3, -1});
}

MatrixXd random_matrix(Index rows, Index columns, Random & random)
{
  std::normal_distribution<double> normal;
  return MatrixXd::NullaryExpr(rows, columns, [&]() {return normal(random);});
}

/// A Aᵀ plus a skew-symmetric part that keeps it positive semi-definite with the same null space.
MatrixXd random_psd(Index n, Index rank, bool symmetric, Random & random)
{
  const MatrixXd A = random_matrix(n, rank, random);
  MatrixXd core = MatrixXd::Identity(rank, rank);
  if (!symmetric) {
    const MatrixXd K = random_matrix(rank, rank, random);
    core += 0.5 * (K - K.transpose());
  }
  return A * core * A.transpose() / static_cast<double>(rank);
}

/// A solution that was chosen first: two fifths of the indices each are strictly active and
/// strictly inactive, one fifth is degenerate.
struct Chosen
{
  LcpProblem problem;
  VectorXd z;
  VectorXd w;
};

Chosen choose_solution(const MatrixXd & M, Random & random)
{
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  Chosen chosen{{M, VectorXd()}, VectorXd::Zero(M.rows()), VectorXd::Zero(M.rows())};
  for (Index i = 0; i < M.rows(); ++i) {
    const double side = uniform(random);
    if (side < 0.4) {
      chosen.z[i] = 0.1 + uniform(random);
    } else if (side < 0.8) {
      chosen.w[i] = 0.1 + uniform(random);
    }
  }
  chosen.problem.q = chosen.w - M * chosen.z;
  return chosen;
}

void expect_solved(const LcpProblem & lcp, const LcpSolution & solution)
{
  EXPECT_EQ(solution.status, LcpStatus::kSolved) << solution.detail;
  EXPECT_LE(lcp_residual(lcp, solution.z), kTolerance);
  EXPECT_EQ(solution.residual, lcp_residual(lcp, solution.z));
  // Both products round at most n + 1 times, n <= 40, and no partial sum exceeds |M||z| + |q|.
  const VectorXd terms = lcp.M.cwiseAbs() * solution.z.cwiseAbs() + lcp.q.cwiseAbs();
  const VectorXd error = (solution.w - lcp.M * solution.z - lcp.q).cwiseAbs();
  EXPECT_LE((error - 2e-14 * terms).maxCoeff(), 0.0);
  EXPECT_GE(solution.z.minCoeff(), 0.0);
}

/// The largest difference as a part of the largest entry that is expected.
double relative_error(const VectorXd & x, const VectorXd & expected)
{
  return (x - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
}

/// The problems written out here have condition numbers below 1e2, and a solve of theirs rounds
/// less than 1e2 times: 1e2 · 1e2 · 2e-16 < 1e-11.
constexpr double kSmallProblem = 1e-11;

}  // namespace

TEST(ActiveSet, SolvesTheFirstExampleOfSharafWhichIsNotSymmetric)
{
  const LcpSolution solution = solve_active_set(sharaf_1());
  expect_solved(sharaf_1(), solution);
  EXPECT_LE(relative_error(solution.z, vector({8, 0, 0})), kSmallProblem);
  EXPECT_LE(relative_error(solution.w, vector({0, 4, 2})), kSmallProblem);
}

TEST(ActiveSet, SolvesTheSecondExampleOfSharaf)
{
  const LcpSolution solution = solve_active_set(sharaf_2());
  expect_solved(sharaf_2(), solution);
  // 5 z₁ + z₂ = 10, z₁ + 3 z₂ = 15: the printed 1.0714 and 4.6429
  EXPECT_LE(
    relative_error(solution.z, vector({15.0 / 14.0, 65.0 / 14.0, 0, 0, 0})), kSmallProblem);
}

TEST(ActiveSet, SolvesTheThreeStackedMasses)
{
  const LcpSolution solution = solve_active_set(three_stacked_masses());
  expect_solved(three_stacked_masses(), solution);
  EXPECT_LE(relative_error(solution.z, vector({1, 1, 0})), kSmallProblem);
}

TEST(ActiveSet, MakesTheCutsAndStepsThatThePaperPrescribes)
{
  // Counted with another program, written in another language from the formulas of the paper and
  // run on the scaled problems; radii where the threshold rule needs no help.
  struct Count
  {
    double radius;
    int cuts_and_steps[3];
  };
  for (const Count & count : {Count{2.0, {1, 1, 3}}, {5.0, {1, 2, 3}}, {10.0, {1, 2, 1}}}) {
    ActiveSetOptions options;
    options.initial_radius = count.radius;
    EXPECT_EQ(solve_active_set(sharaf_1(), options).pivots, count.cuts_and_steps[0]);
    EXPECT_EQ(solve_active_set(sharaf_2(), options).pivots, count.cuts_and_steps[1]);
    EXPECT_EQ(solve_active_set(three_stacked_masses(), options).pivots, count.cuts_and_steps[2]);
  }
}

TEST(ActiveSet, SolvesAProblemWithoutUnknowns)
{
  const LcpSolution solution = solve_active_set({MatrixXd(0, 0), VectorXd(0)});
  EXPECT_TRUE(solution.solved());
  EXPECT_EQ(solution.z.size(), 0);
  EXPECT_EQ(solution.pivots, 0);
}

TEST(ActiveSet, AnswersZeroAtOnceWhereQIsNotNegative)
{
  const LcpSolution solution = solve_active_set(problem({2, 1, 1, 2}, {3, 0}));
  EXPECT_TRUE(solution.solved());
  EXPECT_EQ(solution.z, VectorXd::Zero(2));
  EXPECT_EQ(solution.pivots, 0);
}

TEST(ActiveSet, SolvesOneUnknown)
{
  const LcpSolution solution = solve_active_set(problem({4}, {-2}));
  expect_solved(problem({4}, {-2}), solution);
  EXPECT_DOUBLE_EQ(solution.z[0], 0.5);
}

TEST(ActiveSet, SolvesOneUnknownFromEveryFirstBall)
{
  // Too small, too large, just right: n = 1 has its own formula for the next interval.
  for (const double radius : {0.0, 1e-3, 1.0, 1e3, 1e6}) {
    ActiveSetOptions options;
    options.initial_radius = radius;
    expect_solved(problem({4}, {-2}), solve_active_set(problem({4}, {-2}), options));
  }
}

TEST(ActiveSet, ProvesThatAZeroRowWithNegativeQIsInfeasible)
{
  for (const LcpProblem & lcp : {
      problem({0}, {-1}), problem({2, 0, 0, 0}, {-1, -1}), problem({0, 0, 0, 0}, {1, -1})})
  {
    const LcpSolution solution = solve_active_set(lcp);
    EXPECT_EQ(solution.status, LcpStatus::kInfeasible);
    EXPECT_NE(solution.detail.find("y >= 0"), std::string::npos) << solution.detail;
  }
}

TEST(ActiveSet, ProvesThatOpposedConstraintsAreInfeasible)
{
  const LcpSolution solution = solve_active_set(problem({1, -1, -1, 1}, {-1, -1}));
  EXPECT_EQ(solution.status, LcpStatus::kInfeasible);
  EXPECT_GT(solution.residual, kTolerance);
}

TEST(ActiveSet, ProvesInfeasibilityOfRandomProblemsThatAreInfeasibleByConstruction)
{
  Random random(11);
  for (int k = 0; k < 200; ++k) {
    const Index n = 2 + k % 20;
    MatrixXd A = random_matrix(n, n, random);
    A.row(n - 1) = -A.topRows(n - 1).colwise().sum();
    // 1ᵀM = 0 and 1ᵀq = -n / 100: y = 1 is the proof.
    const MatrixXd M = A * A.transpose();
    const VectorXd z = random_matrix(n, 1, random);
    const LcpSolution solution =
      solve_active_set({M, VectorXd::Constant(n, -0.01) - M * z});
    EXPECT_EQ(solution.status, LcpStatus::kInfeasible) << "n = " << n << ": " << solution.detail;
  }
}

TEST(ActiveSet, DoesNotCallAProblemInfeasibleWhoseSolutionIsFarAway)
{
  // z = (1, 1) / 2e-6, far outside the first ball of radius 10.
  const LcpProblem far = problem({1 + 1e-6, -1 + 1e-6, -1 + 1e-6, 1 + 1e-6}, {-1, -1});
  const LcpSolution solution = solve_active_set(far);
  expect_solved(far, solution);
  // A condition number of 1e6 leaves 1e6 · 2e-16 of relative accuracy, with a margin of 10.
  EXPECT_LE(relative_error(solution.z, VectorXd::Constant(2, 5e5)), 2e-9);
}

TEST(ActiveSet, RefusesMatricesThatAreNotPositiveSemiDefinite)
{
  for (const LcpProblem & lcp : {
      problem({-1}, {-1}), problem({0, 1, 1, 0}, {-1, -1}), problem({1, 2, 2, 1}, {-1, -1}),
      problem({1, 3, 0, 1}, {-1, -1}), problem({1, 0, 0, -1e-3}, {-1, -1})})
  {
    const LcpSolution solution = solve_active_set(lcp);
    EXPECT_EQ(solution.status, LcpStatus::kNotApplicable) << lcp.M;
    EXPECT_FALSE(solution.detail.empty());
  }
}

TEST(ActiveSet, RefusesTheMatrixOfAFrictionalContact)
{
  // (θ, φ₁, φ₂, λ) of one contact with two friction directions and μ = 0.5.
  const LcpProblem contact = problem(
    {1, 0, 0, 0, 0, 1, -1, 1, 0, -1, 1, 1, 0.5, -1, -1, 0}, {-1, 0.2, -0.2, 0});
  EXPECT_EQ(solve_active_set(contact).status, LcpStatus::kNotApplicable);
}

TEST(ActiveSet, AcceptsASkewSymmetricMatrixWhichIsPositiveSemiDefinite)
{
  // min z₁ subject to z₁ >= 1 as an LCP: no principal minor of order one is different from zero.
  const LcpProblem linear_program = problem({0, -1, 1, 0}, {1, -1});
  const LcpSolution solution = solve_active_set(linear_program);
  expect_solved(linear_program, solution);
  EXPECT_LE(relative_error(solution.z, vector({1, 1})), kSmallProblem);
}

TEST(ActiveSet, SolvesProblemsWhoseFeasibleSetHasNoInterior)
{
  const LcpProblem line = problem({1, -1, -1, 1}, {-1, 1});
  for (const double slack : {0.0, 1e-9, 1e-3}) {
    ActiveSetOptions options;
    options.feasibility_slack = slack;
    const LcpSolution solution = solve_active_set(line, options);
    if (slack > 0.0) {
      expect_solved(line, solution);
    } else {
      // Without a slack phase 1 may or may not hit the line: either is honest.
      EXPECT_TRUE(solution.solved() || solution.status == LcpStatus::kGaveUp);
    }
  }
}

TEST(ActiveSet, SolvesRandomProblemsWhoseFeasibleSetHasNoInterior)
{
  Random random(12);
  for (int k = 0; k < 50; ++k) {
    const Index half = 1 + k % 10;
    const MatrixXd J = random_matrix(half, half, random);
    MatrixXd A(2 * half, half);
    A << J, -J;
    // Mz = -q for every feasible z, since each row of M is there with both signs.
    const VectorXd z = random_matrix(2 * half, 1, random).cwiseMax(0.0);
    const MatrixXd M = A * A.transpose();
    const LcpProblem lcp{M, -M * z};
    expect_solved(lcp, solve_active_set(lcp));
  }
}

TEST(ActiveSet, SolvesADegenerateProblem)
{
  // z = (1, 0, 0) with w = 0: both zeros are degenerate.
  const LcpProblem degenerate = problem({2, 1, 1, 1, 2, 1, 1, 1, 2}, {-2, -1, -1});
  const LcpSolution solution = solve_active_set(degenerate);
  expect_solved(degenerate, solution);
  EXPECT_LE(relative_error(solution.z, vector({1, 0, 0})), kSmallProblem);
}

TEST(ActiveSet, SolvesProblemsWithRedundantRows)
{
  Random random(13);
  for (int k = 0; k < 100; ++k) {
    const Index n = 3 + k % 30;
    const Index distinct = (n + 2) / 3;
    const MatrixXd rows = random_matrix(distinct, distinct + 1, random);
    MatrixXd J(n, distinct + 1);
    for (Index i = 0; i < n; ++i) {
      J.row(i) = rows.row(i % distinct);
    }
    const LcpProblem lcp = choose_solution(J * J.transpose(), random).problem;
    expect_solved(lcp, solve_active_set(lcp));
  }
}

TEST(ActiveSet, NeedsFewerCutsWithALargerSlackWhereThereIsNoInterior)
{
  int before = std::numeric_limits<int>::max();
  for (const double slack : {1e-6, 1e-3, 1e-1}) {
    ActiveSetOptions options;
    options.feasibility_slack = slack;
    const int pivots = solve_active_set(problem({1, -1, -1, 1}, {-1, 1}), options).pivots;
    EXPECT_LT(pivots, before);
    before = pivots;
  }
}

TEST(ActiveSet, DoesTheSameWithEveryBitInUnitsThatArePowersOfFour)
{
  // The scales are square roots: powers of four go through without rounding.
  const LcpSolution expected = solve_active_set(sharaf_2());
  LcpProblem lcp = sharaf_2();
  lcp.M *= std::ldexp(1.0, 40);
  lcp.q *= std::ldexp(1.0, -20);
  const LcpSolution solution = solve_active_set(lcp);
  EXPECT_EQ(solution.z, std::ldexp(1.0, -60) * expected.z);
  EXPECT_EQ(solution.pivots, expected.pivots);
  EXPECT_EQ(solution.residual, expected.residual);
}

TEST(ActiveSet, DoesNotDependOnTheUnits)
{
  const VectorXd expected = solve_active_set(sharaf_2()).z;
  for (const double unit : {1e-6, 1e6}) {
    LcpProblem lcp = sharaf_2();
    lcp.M *= unit;
    VectorXd scaled = expected / unit;
    EXPECT_LE(relative_error(solve_active_set(lcp).z, scaled), kSmallProblem);
    lcp.q *= unit;
    EXPECT_LE(relative_error(solve_active_set(lcp).z, expected), kSmallProblem);
    // Other units for single unknowns: D M D, D q has the solution D⁻¹ z.
    VectorXd D = VectorXd::Ones(5);
    D[1] = unit;
    D[4] = std::sqrt(unit);
    lcp = sharaf_2();
    lcp.M = D.asDiagonal() * lcp.M * D.asDiagonal();
    lcp.q = D.asDiagonal() * lcp.q;
    const LcpSolution solution = solve_active_set(lcp);
    expect_solved(lcp, solution);
    EXPECT_LE(relative_error(D.cwiseProduct(solution.z), expected), kSmallProblem);
  }
}

TEST(ActiveSet, SolvesRandomPositiveDefiniteProblems)
{
  Random random(14);
  for (int k = 0; k < 200; ++k) {
    const Index n = 2 + k % 39;
    const bool symmetric = k % 2 == 0;
    const Chosen chosen = choose_solution(
      random_psd(n, n, symmetric, random) + 0.05 * MatrixXd::Identity(n, n), random);
    const LcpSolution solution = solve_active_set(chosen.problem);
    expect_solved(chosen.problem, solution);
    // The solution is unique. What phase 2 may neglect, 1e-10, is multiplied by at most
    // 1 / 0.05 and the scales, which lie within a factor of 10: 1e-10 · 20 · 10 = 2e-8.
    EXPECT_LE((solution.z - chosen.z).cwiseAbs().maxCoeff(), 2e-8) << "n = " << n;
  }
}

TEST(ActiveSet, SolvesRandomPositiveSemiDefiniteProblems)
{
  Random random(15);
  for (int k = 0; k < 200; ++k) {
    const Index n = 2 + k % 39;
    const bool symmetric = k % 2 == 0;
    const Chosen chosen =
      choose_solution(random_psd(n, (n + 1) / 2, symmetric, random), random);
    const LcpSolution solution = solve_active_set(chosen.problem);
    expect_solved(chosen.problem, solution);
    if (symmetric) {
      // z is not unique, w is. |Δw|² <= |M| Δzᵀ M Δz <= |M| (zᵀw* + z*ᵀw), where the products are
      // below n · 1e-10 · 10 and |M| < 10: 6e-4 at worst, and a wrong w differs by 0.1.
      EXPECT_LE((solution.w - chosen.w).cwiseAbs().maxCoeff(), 6e-4) << "n = " << n;
    }
  }
}

TEST(ActiveSet, SolvesRandomLinearPrograms)
{
  Random random(16);
  for (int k = 0; k < 100; ++k) {
    const Index rows = 1 + k % 10;
    const Index columns = 1 + (k / 2) % 10;
    MatrixXd M = MatrixXd::Zero(rows + columns, rows + columns);
    M.topRightCorner(rows, columns) = random_matrix(rows, columns, random);
    M.bottomLeftCorner(columns, rows) = -M.topRightCorner(rows, columns).transpose();
    const LcpProblem lcp = choose_solution(M, random).problem;
    expect_solved(lcp, solve_active_set(lcp));
  }
}

TEST(ActiveSet, FindsTheSameAnswerFromEveryFirstBall)
{
  Random random(17);
  for (int k = 0; k < 30; ++k) {
    const Index n = 2 + k;
    const LcpProblem lcp =
      choose_solution(random_psd(n, (n + 1) / 2, true, random), random).problem;
    for (const double radius : {0.0, 0.1, 1.0, 1e3}) {
      ActiveSetOptions options;
      options.initial_radius = radius;
      expect_solved(lcp, solve_active_set(lcp, options));
    }
  }
}

TEST(ActiveSet, GivesUpWhenTheCutsAreUsedUp)
{
  ActiveSetOptions options;
  options.max_cuts = 1;
  const LcpSolution solution = solve_active_set(problem({1, -1, -1, 1}, {-1, 1}), options);
  EXPECT_EQ(solution.status, LcpStatus::kGaveUp);
  EXPECT_EQ(solution.pivots, 1);
  EXPECT_NE(solution.detail.find("max_cuts = 1"), std::string::npos) << solution.detail;
}

TEST(ActiveSet, SaysThatTheStepsAreUsedUp)
{
  Random random(18);
  const LcpProblem lcp = choose_solution(random_psd(20, 10, true, random), random).problem;
  ASSERT_TRUE(solve_active_set(lcp).solved());
  ActiveSetOptions options;
  options.max_steps = 1;
  const LcpSolution solution = solve_active_set(lcp, options);
  EXPECT_EQ(solution.status, LcpStatus::kPivotLimit);
  EXPECT_NE(solution.detail.find("max_steps = 1"), std::string::npos) << solution.detail;
}

TEST(ActiveSet, DoesNotCallAnAnswerSolvedThatTheJudgeRejects)
{
  // 1 / 3 cannot be met exactly.
  ActiveSetOptions options;
  options.tolerance = 0.0;
  const LcpSolution solution = solve_active_set(problem({3, 1, 1, 3}, {-1, -0.9}), options);
  EXPECT_EQ(solution.solved(), solution.residual <= 0.0);
}

TEST(ActiveSet, GivesBitEqualAnswersToEqualQuestions)
{
  Random random(19);
  ActiveSetWorkspace used;
  LcpSolution again;
  for (int k = 0; k < 40; ++k) {
    // Sizes go up and down: nothing of the solve before may shine through.
    const Index n = 1 + (7 * k) % 23;
    const LcpProblem lcp =
      choose_solution(random_psd(n, (n + 1) / 2, k % 2 == 0, random), random).problem;
    const LcpSolution first = solve_active_set(lcp);
    solve_active_set(lcp, {}, used, again);
    EXPECT_EQ(first.z, again.z);
    EXPECT_EQ(first.w, again.w);
    EXPECT_EQ(first.status, again.status);
    EXPECT_EQ(first.pivots, again.pivots);
    EXPECT_EQ(first.residual, again.residual);
  }
}

TEST(ActiveSet, DoesNotAllocateInTheSecondSolveOfASize)
{
  Random random(20);
  ActiveSetWorkspace workspace;
  LcpSolution solution;
  const ActiveSetOptions options;
  for (const Index n : {1, 3, 8, 40}) {
    const int before_first = allocations;
    const MatrixXd M = random_psd(n, n, true, random);
    if (allocations == before_first) {
      GTEST_SKIP() << "malloc cannot be counted in this build";
    }
    // q < 0, so that no part of the memory is left out.
    solve_active_set({M, -VectorXd::Ones(n)}, options, workspace, solution);
    for (int k = 0; k < 10; ++k) {
      const LcpProblem second =
        choose_solution(random_psd(n, (n + 1) / 2, k % 2 == 0, random), random).problem;
      const int before = allocations;
      solve_active_set(second, options, workspace, solution);
      const int after = allocations;
      EXPECT_EQ(after - before, 0) << "n = " << n;
      EXPECT_TRUE(solution.solved());
    }
  }
}

TEST(ActiveSet, RejectsBadProblemsAndOptions)
{
  LcpProblem lcp = sharaf_1();
  lcp.q.resize(2);
  EXPECT_THROW(solve_active_set(lcp), std::invalid_argument);
  lcp = sharaf_1();
  lcp.M(1, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(solve_active_set(lcp), std::invalid_argument);
  const auto expect_rejected = [](auto member, auto value) {
      ActiveSetOptions options;
      options.*member = value;
      EXPECT_THROW(solve_active_set(sharaf_1(), options), std::invalid_argument);
    };
  expect_rejected(&ActiveSetOptions::tolerance, -1e-9);
  expect_rejected(&ActiveSetOptions::initial_radius, std::numeric_limits<double>::infinity());
  expect_rejected(&ActiveSetOptions::feasibility_slack, -1.0);
  expect_rejected(&ActiveSetOptions::max_cuts, -1);
  expect_rejected(&ActiveSetOptions::max_steps, -1);
}

}  // namespace contact_sim
