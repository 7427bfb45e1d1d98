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

#include "contact_sim/lcp/lcp_residual.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace contact_sim
{

namespace
{

void invert_roots(Eigen::VectorXd & largest)
{
  for (double & x : largest) {
    x = x > 0.0 ? 1.0 / std::sqrt(x) : 1.0;
  }
}

void compute_w(const LcpProblem & problem, const Eigen::VectorXd & z, Eigen::VectorXd & w)
{
  w = problem.q;
  for (Eigen::Index j = 0; j < z.size(); ++j) {
    if (z[j] != 0.0) {
      w += z[j] * problem.M.col(j);
    }
  }
}

double residual_of_zero(const LcpProblem & problem, const LcpScale & scale)
{
  double largest = 0.0;
  for (Eigen::Index i = 0; i < problem.size(); ++i) {
    largest = std::max(largest, -problem.q[i] * scale.row[i]);
  }
  return largest / scale.q;
}

}  // namespace

void compute_scale(const LcpProblem & problem, LcpScale & scale)
{
  const Eigen::Index n = problem.size();
  scale.row.setZero(n);
  scale.column.resize(n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const auto column = problem.M.col(j).cwiseAbs();
    scale.column[j] = column.maxCoeff();
    scale.row = scale.row.cwiseMax(column);
  }
  invert_roots(scale.row);
  invert_roots(scale.column);
  scale.q = n == 0 ? 0.0 : problem.q.cwiseAbs().cwiseProduct(scale.row).maxCoeff();
  if (scale.q == 0.0) {
    scale.q = 1.0;
  }
}

double lcp_residual(
  const LcpProblem & problem, const LcpScale & scale, const Eigen::VectorXd & z,
  Eigen::VectorXd & w)
{
  compute_w(problem, z, w);
  // A z so large that its own rounding hides w is no answer: the rounding counts as residual.
  const double largest_z = z.size() ==
    0 ? 0.0 : z.cwiseAbs().cwiseQuotient(scale.column).maxCoeff();
  double largest = std::numeric_limits<double>::epsilon() * largest_z;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double z_scaled = z[i] / scale.column[i];
    const double w_scaled = w[i] * scale.row[i];
    if (!std::isfinite(z_scaled) || !std::isfinite(w_scaled)) {
      return std::numeric_limits<double>::infinity();
    }
    largest = std::max(largest, std::abs(std::min(z_scaled, w_scaled)));
  }
  return largest / scale.q;
}

double lcp_residual(const LcpProblem & problem, const Eigen::VectorXd & z)
{
  check_problem(problem);
  if (z.size() != problem.size()) {
    std::ostringstream message;
    message << "LCP: expected z of size " << problem.size() << ", found " << z.size();
    throw std::invalid_argument(message.str());
  }
  LcpScale scale;
  compute_scale(problem, scale);
  Eigen::VectorXd w;
  return lcp_residual(problem, scale, z, w);
}

void judge(
  const LcpProblem & problem, const LcpScale & scale, double tolerance, LcpSolution & solution)
{
  solution.residual = lcp_residual(problem, scale, solution.z, solution.w);
  if (solution.residual > tolerance && solution.residual > residual_of_zero(problem, scale)) {
    solution.z.setZero();
    solution.residual = lcp_residual(problem, scale, solution.z, solution.w);
  }
  if (solution.solved() && !(solution.residual <= tolerance)) {
    solution.status = LcpStatus::kError;
    std::ostringstream detail;
    detail << "the residual " << solution.residual << " is above the tolerance " << tolerance;
    solution.detail = detail.str();
  }
}

}  // namespace contact_sim
