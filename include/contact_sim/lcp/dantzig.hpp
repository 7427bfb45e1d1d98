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

#ifndef CONTACT_SIM__LCP__DANTZIG_HPP_
#define CONTACT_SIM__LCP__DANTZIG_HPP_

#include <Eigen/Core>

#include <vector>

#include "contact_sim/lcp/lcp_problem.hpp"
#include "contact_sim/lcp/lcp_residual.hpp"

namespace contact_sim
{

struct DantzigOptions
{
  double tolerance{1e-9};        ///< the residual up to which an answer is solved [-]
  double zero_tolerance{1e-12};  ///< part of sqrt(M_ii M_jj) below which a change is none [-]
  int max_pivots{0};             ///< 0: chosen from the size
};

/// The memory of a solve, to be kept and given to the next one.
struct DantzigWorkspace
{
  LcpScale scale;
  std::vector<Eigen::Index> clamped;   ///< C in the order of the factor's rows
  std::vector<Eigen::Index> free;      ///< NC: treated, but not clamped
  std::vector<Eigen::Index> position;  ///< of each variable in `clamped`, or one of its markers
  /// L of M_CC = L Lᵀ, by rows: they are appended and removed.
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> factor;
  Eigen::VectorXd root;                ///< sqrt(M_ii)
  Eigen::VectorXd half_solved;         ///< L⁻¹ M_Cd
  Eigen::VectorXd direction;           ///< Δz_C
  Eigen::VectorXd dw;
  Eigen::VectorXd scratch;
};

/// Dantzig's algorithm as section 4 of [Baraff 1994] uses it for frictionless contact forces: the
/// variables are taken one at a time, those already treated keep their conditions. For symmetric
/// positive semi-definite M, singular or not, where q lies in the column space of M; elsewhere
/// infeasibility is proved (kInfeasible), or the matrix is found to be not of this class
/// (kNotApplicable). Differs in: the variable with the worst condition is taken next; the Cholesky
/// factor of M_CC is kept and changed by one row and column a step, and half of each solve is
/// shared with the update.
/// \throws std::invalid_argument for a bad problem or option
LcpSolution solve_dantzig(const LcpProblem & problem, const DantzigOptions & options = {});
void solve_dantzig(
  const LcpProblem & problem, const DantzigOptions & options, DantzigWorkspace & workspace,
  LcpSolution & solution);

}  // namespace contact_sim

#endif  // CONTACT_SIM__LCP__DANTZIG_HPP_
