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

#ifndef CONTACT_SIM__LCP__LCP_RESIDUAL_HPP_
#define CONTACT_SIM__LCP__LCP_RESIDUAL_HPP_

#include <Eigen/Core>

#include "contact_sim/lcp/lcp_problem.hpp"

namespace contact_sim
{

/// What the judge measures an answer against. It depends on the problem alone, never on the answer:
/// a scale that grew with z would call a huge wrong z small.
///
///     row_i = 1/sqrt(max_j |M_ij|),   column_j = 1/sqrt(max_i |M_ij|),   q = max_i row_i |q_i|
///
/// (1 where a row or column of M is zero, or q is). The scaled problem D_r M D_c, D_r q / q has
/// entries of order one, and where M is a Delassus matrix both its unknowns are square roots of
/// energies, so that their minimum does not mix units.
struct LcpScale
{
  Eigen::VectorXd row;
  Eigen::VectorXd column;
  double q{1.0};
};

/// Computes the scale into `scale`, reusing its memory.
void compute_scale(const LcpProblem & problem, LcpScale & scale);

/// The natural map of the scaled problem, the distance of z from a solution:
///
///     max_i | min(z_i / column_i, row_i w_i) | / q,   w = M z + q                            (2)
///
/// It is zero exactly at the solutions. A z that is not finite has an infinite residual.
/// \throws std::invalid_argument where z has not the size of the problem
double lcp_residual(const LcpProblem & problem, const Eigen::VectorXd & z);

/// The same with a scale computed before; also gives w. Does not allocate if w has its size.
double lcp_residual(
  const LcpProblem & problem, const LcpScale & scale, const Eigen::VectorXd & z,
  Eigen::VectorXd & w);

/// Ends a solve: measures solution.z, fills w and residual, and turns a claim of success above the
/// tolerance into kError. A z that is worse than z = 0, or not finite, is replaced by z = 0.
void judge(
  const LcpProblem & problem, const LcpScale & scale, double tolerance, LcpSolution & solution);

}  // namespace contact_sim

#endif  // CONTACT_SIM__LCP__LCP_RESIDUAL_HPP_
