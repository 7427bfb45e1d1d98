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

#include "contact_sim/lcp/lemke.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

constexpr Index kNone = -1;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Below this an entry of m' counts as zero or positive (step 1).
double negative_threshold(const Tableau & tableau, Index column, double zero_tolerance)
{
  return -zero_tolerance * tableau.column(column).cwiseAbs().maxCoeff();
}

/// Least ratio, the artificial variable first in a tie, then the least index.
class TextbookRule
{
public:
  Index first_row(const Tableau & tableau) const
  {
    Index row;
    tableau.q().minCoeff(&row);
    return row;
  }

  Index leaving_row(const Tableau & tableau, Index column, double zero_tolerance) const
  {
    const auto m = tableau.column(column);
    const auto q = tableau.q();
    const double threshold = negative_threshold(tableau, column, zero_tolerance);
    double least = kInfinity;
    Index best = kNone;
    for (Index i = 0; i < tableau.size(); ++i) {
      if (m[i] >= threshold) {
        continue;
      }
      const double ratio = -q[i] / m[i];
      if (ratio < least || (ratio == least && tableau.basic(i) == tableau.artificial())) {
        least = ratio;
        best = i;
      }
    }
    return best;
  }
};

/// Ratios within Δ are in tie; the columns of B⁻¹ decide.
class LexicographicRule
{
public:
  LexicographicRule(double delta, std::vector<Index> & ties)
  : delta_(delta), ties_(ties) {}

  /// With q + (ε, ε², …) the least of equal entries is the last.
  Index first_row(const Tableau & tableau) const
  {
    const double least = tableau.q().minCoeff();
    Index row = tableau.size() - 1;
    while (tableau.q()[row] > least + delta_) {
      --row;
    }
    return row;
  }

  Index leaving_row(const Tableau & tableau, Index column, double zero_tolerance)
  {
    const double threshold = negative_threshold(tableau, column, zero_tolerance);
    ties_.clear();
    for (Index i = 0; i < tableau.size(); ++i) {
      if (tableau.column(column)[i] < threshold) {
        ties_.push_back(i);
      }
    }
    Index best = keep_ties(tableau, column, [&](Index row) {return tableau.q()[row];});
    for (Index j = 0; j < tableau.size() && ties_.size() > 1; ++j) {
      best = keep_ties(
        tableau, column, [&](Index row) {return tableau.inverse_basis(row, j);});
    }
    return best;
  }

private:
  /// Keeps the rows whose ratio value / -m' is within Δ of the least, and returns the least's row;
  /// where the artificial variable is among them, it alone is kept.
  template<typename Value>
  Index keep_ties(const Tableau & tableau, Index column, Value value)
  {
    const auto m = tableau.column(column);
    double least = kInfinity;
    Index best = kNone;
    for (const Index row : ties_) {
      const double ratio = -value(row) / m[row];
      if (ratio < least) {
        least = ratio;
        best = row;
      }
    }
    const auto loses = [&](Index row) {return !(-value(row) / m[row] <= least + delta_);};
    ties_.erase(std::remove_if(ties_.begin(), ties_.end(), loses), ties_.end());
    for (const Index row : ties_) {
      if (tableau.basic(row) == tableau.artificial()) {
        ties_.assign(1, row);
        return row;
      }
    }
    return best;
  }

  double delta_;
  std::vector<Index> & ties_;
};

int pivot_budget(int max_pivots, Index n)
{
  return max_pivots > 0 ? max_pivots : 1000 + 50 * static_cast<int>(n);
}

/// Steps 0 to 2, from a q with a negative entry, until something ends them.
template<typename Rule>
LcpStatus pivot_until_done(
  Rule & rule, double zero_tolerance, int max_pivots, LemkeWorkspace & workspace, int & pivots)
{
  Tableau & tableau = workspace.tableau;
  Index row = rule.first_row(tableau);
  Index column = tableau.column_of(tableau.artificial());
  workspace.visited.clear(max_pivots);
  for (pivots = 1;; ++pivots) {
    const Index leaving = tableau.basic(row);
    tableau.pivot(row, column);
    if (leaving == tableau.artificial()) {
      return LcpStatus::kSolved;
    }
    if (!workspace.visited.insert(tableau.basis_hash())) {
      return LcpStatus::kCycle;
    }
    if (pivots == max_pivots) {
      return LcpStatus::kPivotLimit;
    }
    column = tableau.column_of(tableau.complement(leaving));
    row = rule.leaving_row(tableau, column, zero_tolerance);
    if (row == kNone) {
      return LcpStatus::kRay;
    }
  }
}

std::string explain(LcpStatus status, int max_pivots)
{
  switch (status) {
    case LcpStatus::kRay:
      return "no basic variable limits the driving variable: no solution, or none for Lemke";
    case LcpStatus::kCycle:
      return "a basis came back";
    case LcpStatus::kPivotLimit:
      return "max_pivots = " + std::to_string(max_pivots) + " pivots were made";
    default:
      return {};
  }
}

template<typename Rule>
void solve(
  Rule & rule, const LcpProblem & problem, const LemkeOptions & options,
  LemkeWorkspace & workspace, LcpSolution & solution)
{
  check_problem(problem);
  check_option("tolerance", options.tolerance);
  check_option("zero_tolerance", options.zero_tolerance);
  check_option("max_pivots", options.max_pivots);
  compute_scale(problem, workspace.scale);
  solution.restart(problem.size());
  if ((problem.q.array() < 0.0).any()) {
    const int max_pivots = pivot_budget(options.max_pivots, problem.size());
    workspace.tableau.reset(problem);
    solution.status = pivot_until_done(
      rule, options.zero_tolerance, max_pivots, workspace, solution.pivots);
    solution.detail = explain(solution.status, max_pivots);
    workspace.tableau.extract_z(solution.z);
  }
  judge(problem, workspace.scale, options.tolerance, solution);
}

}  // namespace

void solve_lemke(
  const LcpProblem & problem, const LemkeOptions & options, LemkeWorkspace & workspace,
  LcpSolution & solution)
{
  TextbookRule rule;
  solve(rule, problem, options, workspace, solution);
}

LcpSolution solve_lemke(const LcpProblem & problem, const LemkeOptions & options)
{
  LemkeWorkspace workspace;
  LcpSolution solution;
  solve_lemke(problem, options, workspace, solution);
  return solution;
}

void solve_lexicographic_lemke(
  const LcpProblem & problem, const LexicographicLemkeOptions & options,
  LemkeWorkspace & workspace, LcpSolution & solution)
{
  check_option("delta", options.delta);
  workspace.ties.reserve(problem.size());
  LexicographicRule rule(options.delta, workspace.ties);
  solve(rule, problem, options, workspace, solution);
}

LcpSolution solve_lexicographic_lemke(
  const LcpProblem & problem, const LexicographicLemkeOptions & options)
{
  LemkeWorkspace workspace;
  LcpSolution solution;
  solve_lexicographic_lemke(problem, options, workspace, solution);
  return solution;
}

}  // namespace contact_sim
