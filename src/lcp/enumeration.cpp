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

#include "contact_sim/lcp/enumeration.hpp"

#include <Eigen/LU>
#include <Eigen/QR>

#include <sstream>
#include <stdexcept>

#include "contact_sim/lcp/lcp_residual.hpp"

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

/// The columns of the complementary cone: I_i, or -M_i where bit i of the basis is set (q = C x).
Eigen::MatrixXd complementary_columns(const LcpProblem & problem, unsigned basis)
{
  const Index n = problem.size();
  Eigen::MatrixXd columns = Eigen::MatrixXd::Identity(n, n);
  for (Index i = 0; i < n; ++i) {
    if (basis >> i & 1u) {
      columns.col(i) = -problem.M.col(i);
    }
  }
  return columns;
}

/// Solves on the columns in `used` alone, in the least-squares sense.
Eigen::VectorXd solve_on(
  const Eigen::MatrixXd & columns, const Eigen::VectorXd & q, const std::vector<Index> & used)
{
  Eigen::MatrixXd part(columns.rows(), used.size());
  for (std::size_t k = 0; k < used.size(); ++k) {
    part.col(k) = columns.col(used[k]);
  }
  const Eigen::VectorXd found = part.colPivHouseholderQr().solve(q);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(columns.cols());
  for (std::size_t k = 0; k < used.size(); ++k) {
    x[used[k]] = found[k];
  }
  return x;
}

/// The largest step from x towards y that keeps x >= 0.
double step_towards(
  const Eigen::VectorXd & x, const Eigen::VectorXd & y, const std::vector<Index> & used)
{
  double step = 1.0;
  for (const Index i : used) {
    if (y[i] <= 0.0) {
      step = std::min(step, x[i] / (x[i] - y[i]));
    }
  }
  return step;
}

void drop_zeros(const Eigen::VectorXd & x, std::vector<Index> & used)
{
  std::vector<Index> kept;
  for (const Index i : used) {
    if (x[i] > 0.0) {
      kept.push_back(i);
    }
  }
  used = kept;
}

/// min |C x - q|, x >= 0, by Lawson and Hanson's method: a point of the cone even where its columns
/// are dependent. Its answer is judged by the caller, so that its tolerance only ends the loop.
Eigen::VectorXd nonnegative_least_squares(
  const Eigen::MatrixXd & columns, const Eigen::VectorXd & q)
{
  const double tolerance = 1e-13 * (1.0 + q.norm());
  Eigen::VectorXd x = Eigen::VectorXd::Zero(columns.cols());
  std::vector<Index> used;
  for (Index round = 0; round < 10 * columns.cols(); ++round) {
    const Eigen::VectorXd gradient = columns.transpose() * (q - columns * x);
    Index best = -1;
    for (Index i = 0; i < gradient.size(); ++i) {
      const bool is_used = x[i] > 0.0;
      if (!is_used && gradient[i] > tolerance && (best<0 || gradient[i]> gradient[best])) {
        best = i;
      }
    }
    if (best < 0) {
      break;
    }
    used.push_back(best);
    Eigen::VectorXd y = solve_on(columns, q, used);
    while (!used.empty() && step_towards(x, y, used) < 1.0) {
      x += step_towards(x, y, used) * (y - x);
      x = (x.array() < 1e-15 * x.cwiseAbs().maxCoeff()).select(0.0, x);
      drop_zeros(x, used);
      y = solve_on(columns, q, used);
    }
    x = y;
  }
  return x;
}

Eigen::VectorXd point_of_cone(const LcpProblem & problem, unsigned basis)
{
  const Eigen::MatrixXd columns = complementary_columns(problem, basis);
  const Eigen::FullPivLU<Eigen::MatrixXd> lu(columns);
  const Eigen::VectorXd x =
    lu.isInvertible() ? Eigen::VectorXd(lu.solve(problem.q)) :
    nonnegative_least_squares(columns, problem.q);
  Eigen::VectorXd z = Eigen::VectorXd::Zero(problem.size());
  for (Index i = 0; i < problem.size(); ++i) {
    if (basis >> i & 1u) {
      z[i] = x[i];
    }
  }
  return z;
}

bool is_new(const std::vector<Eigen::VectorXd> & known, const Eigen::VectorXd & z)
{
  for (const Eigen::VectorXd & other : known) {
    if ((other - z).norm() <= 1e-9 * (1.0 + z.norm())) {
      return false;
    }
  }
  return true;
}

void check(const LcpProblem & problem, const EnumerationOptions & options)
{
  check_problem(problem);
  check_option("tolerance", options.tolerance);
}

}  // namespace

LcpSolution solve_by_enumeration(
  const LcpProblem & problem, const EnumerationOptions & options)
{
  check(problem, options);
  LcpScale scale;
  compute_scale(problem, scale);
  LcpSolution solution;
  solution.z.setZero(problem.size());
  solution.status = LcpStatus::kRay;
  if (problem.size() > kEnumerationLimit) {
    solution.status = LcpStatus::kNotApplicable;
    solution.detail = "n = " + std::to_string(problem.size()) + " is above " +
      std::to_string(kEnumerationLimit);
  } else {
    for (unsigned basis = 0; basis < 1u << problem.size(); ++basis) {
      const Eigen::VectorXd z = point_of_cone(problem, basis);
      ++solution.pivots;
      if (lcp_residual(problem, scale, z, solution.w) <= options.tolerance) {
        solution.z = z;
        solution.status = LcpStatus::kSolved;
        break;
      }
    }
  }
  judge(problem, scale, options.tolerance, solution);
  return solution;
}

std::vector<Eigen::VectorXd> enumerate_solutions(
  const LcpProblem & problem, const EnumerationOptions & options)
{
  check(problem, options);
  if (problem.size() > kEnumerationLimit) {
    std::ostringstream message;
    message << "LCP: expected at most " << kEnumerationLimit << " variables to enumerate, found " <<
      problem.size();
    throw std::invalid_argument(message.str());
  }
  std::vector<Eigen::VectorXd> solutions;
  for (unsigned basis = 0; basis < 1u << problem.size(); ++basis) {
    const Eigen::VectorXd z = point_of_cone(problem, basis);
    if (lcp_residual(problem, z) <= options.tolerance && is_new(solutions, z)) {
      solutions.push_back(z);
    }
  }
  return solutions;
}

}  // namespace contact_sim
