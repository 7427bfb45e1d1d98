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

#include "solvers/dense_lemke.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "contact_sim/lcp/algorithms.hpp"
#include "contact_sim/lcp/lcp_residual.hpp"
#include "solvers/parameter_values.hpp"

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

/// A diagonal entry left below this part of what it was is rounding: its normal velocity depends on
/// those that were exchanged before, and cannot be exchanged with them.
constexpr double kSmallestPivot = 1e-12;

/// A velocity below this part of the largest one without impulses is the rounding of a zero. Left
/// as it is, a q that is not negative but for rounding would be pivoted on.
constexpr double kZeroVelocity = 1e-13;

SolverTraits dense_traits(const char * algorithm)
{
  SolverTraits traits;
  traits.purpose = find_lcp_algorithm(algorithm).purpose + " A baseline, on the dense LCP.";
  traits.forms_matrix = true;
  traits.takes_groups = true;
  return traits;
}

}  // namespace

// ---- what the three share ----------------------------------------------------------------------

std::vector<ParameterSpec> DenseLemke::specs_of(const char * algorithm, bool two_step) const
{
  std::vector<ParameterSpec> specs;
  for (const ParameterSpec & spec : find_lcp_algorithm(algorithm).parameters) {
    if (spec.name != "tolerance") {  // the base class has it for every solver
      specs.push_back(spec);
    }
  }
  specs.push_back(
    {"two_step", two_step, "-",
      "Solve the frictionless problem first and start where its contacts are active."});
  return specs;
}

void DenseLemke::do_solve(
  const ContactProblem & problem, const ContactSolution *, ContactSolution & solution)
{
  // The rows of groups are no normal forces that a first step could find active.
  if (two_step_ && problem.group_count() == 0) {
    solve_in_two_steps(problem);
  } else {
    solve_lcp(problem.to_lcp(), answer_);
  }
  solution.status = answer_.status;
  solution.iterations = answer_.pivots;
  solution.backtracks = answer_.backtracks;
  solution.detail = answer_.detail;
  solution.impulses = problem.impulses(answer_.z);
}

void DenseLemke::solve_in_two_steps(const ContactProblem & problem)
{
  const LcpProblem & lcp = problem.to_lcp();
  const Index contacts = problem.size();
  normal_.M = lcp.M.topLeftCorner(contacts, contacts);
  normal_.q = lcp.q.head(contacts);
  solve_lcp(normal_, first_);
  if (!first_.solved()) {
    solve_lcp(lcp, answer_);
    answer_.pivots += first_.pivots;
    answer_.backtracks += first_.backtracks;
    answer_.detail += (answer_.detail.empty() ? "" : "; ") +
      std::string("the frictionless problem was not solved (") + to_string(first_.status) +
      "), started at z = 0";
    return;
  }
  start_where_active(lcp);
  solve_lcp(transformed_, second_);
  return_to_z(lcp);
}

/// The principal pivot transform, one diagonal pivot an active contact.
void DenseLemke::start_where_active(const LcpProblem & problem)
{
  const Index n = problem.size();
  tableau_.reset(problem);
  exchanged_.assign(n, false);
  for (Index i = 0; i < first_.z.size(); ++i) {
    if (first_.z[i] > 0.0 && tableau_.column(i)[i] > kSmallestPivot * problem.M(i, i)) {
      tableau_.pivot(i, i);
      exchanged_[i] = true;
      ++first_.pivots;
    }
  }
  // With pivots on the diagonal alone, row and column i still belong to the pair (w_i, z_i).
  transformed_.M.resize(n, n);
  for (Index j = 0; j < n; ++j) {
    transformed_.M.col(j) = tableau_.column(j);
  }
  transformed_.q = tableau_.q();
  const double zero = n > 0 ? kZeroVelocity * problem.q.cwiseAbs().maxCoeff() : 0.0;
  for (Index i = 0; i < n; ++i) {
    if (!exchanged_[i] && std::abs(transformed_.q[i]) <= zero) {
      transformed_.q[i] = 0.0;
    }
  }
}

void DenseLemke::return_to_z(const LcpProblem & problem)
{
  answer_ = second_;
  for (Index i = 0; i < problem.size(); ++i) {
    if (exchanged_[i]) {
      answer_.z[i] = std::max(0.0, second_.w[i]);
    }
  }
  answer_.pivots += first_.pivots;
  answer_.backtracks += first_.backtracks;
  // What was judged is the transformed problem: the answer is to be measured on the given one.
  if (answer_.solved() || answer_.status == LcpStatus::kError) {
    answer_.status = LcpStatus::kSolved;
    answer_.detail.clear();
    compute_scale(problem, scale_);
    contact_sim::judge(problem, scale_, tolerance(), answer_);
  }
}

// ---- Lemke -------------------------------------------------------------------------------------

SolverTraits Lemke::traits() const
{
  return dense_traits("lemke");
}

std::vector<ParameterSpec> Lemke::do_parameter_specs() const
{
  return specs_of("lemke", false);
}

void Lemke::do_initialize(const ParameterMap & values)
{
  options_.tolerance = tolerance();
  options_.zero_tolerance = number(values, "zero_tolerance");
  options_.max_pivots = integer(values, "max_pivots");
  two_step_ = flag(values, "two_step");
}

void Lemke::solve_lcp(const LcpProblem & problem, LcpSolution & solution)
{
  solve_lemke(problem, options_, workspace_, solution);
}

// ---- LexicographicLemke ------------------------------------------------------------------------

SolverTraits LexicographicLemke::traits() const
{
  return dense_traits("lexicographic_lemke");
}

std::vector<ParameterSpec> LexicographicLemke::do_parameter_specs() const
{
  return specs_of("lexicographic_lemke", false);
}

void LexicographicLemke::do_initialize(const ParameterMap & values)
{
  options_.tolerance = tolerance();
  options_.zero_tolerance = number(values, "zero_tolerance");
  options_.delta = number(values, "delta");
  options_.max_pivots = integer(values, "max_pivots");
  two_step_ = flag(values, "two_step");
}

void LexicographicLemke::solve_lcp(const LcpProblem & problem, LcpSolution & solution)
{
  solve_lexicographic_lemke(problem, options_, workspace_, solution);
}

// ---- RobustLemke -------------------------------------------------------------------------------

SolverTraits RobustLemke::traits() const
{
  return dense_traits("robust_lemke");
}

std::vector<ParameterSpec> RobustLemke::do_parameter_specs() const
{
  return specs_of("robust_lemke", true);
}

void RobustLemke::do_initialize(const ParameterMap & values)
{
  options_.tolerance = tolerance();
  options_.epsilon = number(values, "epsilon");
  options_.e_max = number(values, "e_max");
  options_.depth_weight = number(values, "depth_weight");
  options_.restarts = integer(values, "restarts");
  options_.max_pivots = integer(values, "max_pivots");
  options_.max_nodes = integer(values, "max_nodes");
  two_step_ = flag(values, "two_step");
}

void RobustLemke::solve_lcp(const LcpProblem & problem, LcpSolution & solution)
{
  solve_robust_lemke(problem, options_, workspace_, solution);
}

}  // namespace contact_sim
