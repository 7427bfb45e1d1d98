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

#ifndef CONTACT_SIM__LCP__ACTIVE_SET_HPP_
#define CONTACT_SIM__LCP__ACTIVE_SET_HPP_

#include <Eigen/Core>

#include <vector>

#include "contact_sim/lcp/lcp_problem.hpp"
#include "contact_sim/lcp/lcp_residual.hpp"
#include "contact_sim/lcp/tableau.hpp"

namespace contact_sim
{

/// Lengths are those of the scaled problem D M D, D q / max |D q| with D² = D_r D_c of the judge,
/// whose entries are of order one.
struct ActiveSetOptions
{
  double tolerance{1e-9};  ///< the residual up to which an answer is solved [-]
  /// Of the first ellipsoid, a ball [-]. A well-conditioned problem has its solution at distance
  /// sqrt(n): 10 holds it with room to spare, and a solution outside costs steps, not the answer.
  double initial_radius{10.0};
  /// By how much a point of phase 1 may violate its constraints [-]: gives a feasible set without
  /// interior a volume that the ellipsoids can find. Phase 2 takes it back to zero.
  double feasibility_slack{1e-3};
  int max_cuts{0};   ///< of phase 1; 0: chosen from the size
  int max_steps{0};  ///< steps of phase 2; 0: chosen from the size
};

/// The memory of a solve, to be kept and given to the next one: a solve of a size met before does
/// not allocate.
struct ActiveSetWorkspace
{
  LcpScale scale;
  Eigen::VectorXd unit;  ///< the diagonal of D
  double q_unit{1.0};    ///< max |D q|
  Eigen::MatrixXd M;     ///< D M D
  Eigen::VectorXd q;     ///< D q / q_unit
  Eigen::VectorXd z;
  Eigen::VectorXd w;

  Eigen::MatrixXd ellipsoid;  ///< B of phase 1; scratch of the test for definiteness before it
  Eigen::VectorXd spread;     ///< M_i B M_iᵀ
  Eigen::VectorXd normal;     ///< the row of the cut
  Eigen::VectorXd B_normal;
  Eigen::VectorXd MB_normal;

  std::vector<Eigen::Index> working;  ///< W, in the order of the factor's rows
  std::vector<char> is_working;
  Eigen::MatrixXd factor;             ///< L and U of M_WW with its rows and columns permuted
  std::vector<Eigen::Index> row_order;
  std::vector<Eigen::Index> column_order;
  Eigen::VectorXd reduced;   ///< right-hand side, then solution of the reduced system
  Eigen::VectorXd scratch;
  Eigen::VectorXd z_perp;    ///< z_⊥, or another point with the same zeros
  Eigen::VectorXd target;    ///< z_⊥ on W, w_⊥ elsewhere
  Eigen::VectorXd distance;  ///< from zero, of the one of z_i, w_i that W does not hold there
  Eigen::VectorXd rate;
  BasisSet visited;
};

/// The active-set method of section 5 of [Sharaf]: the ellipsoid method finds a feasible point
/// (phase 1), then working sets W are guessed from the complementarity, the reduced systems
/// M_WW z_W = -q_W are solved, and steps are made towards their solutions z_⊥ until one of them is
/// feasible (phase 2).
///
/// For positive semi-definite M, symmetric or not: what is tested first, in n³/3 operations; any
/// other M is kNotApplicable. The matrices of frictional contact are not positive semi-definite in
/// general: this method is for frictionless problems.
///
/// Differs in:
/// - Where the threshold rule stalls (a step of length zero, or a working set that came back), the
///   working set is kept from then on, but for the index that blocks the step: it changes sides,
///   so that a variable fixed at zero is released when its own constraint blocks. What is left of
///   the products z_i w_i and of violated constraints shrinks in proportion: the steps are then
///   those of the parametric principal pivoting method, which ends where M is positive
///   semi-definite.
/// - A singular M_WW is replaced by that of a largest independent subset of W.
/// - kInfeasible is said only with a proof, y >= 0 with Mᵀy <= 0 and qᵀy < 0, checked on the data.
///   α > 1 shows that there is no feasible point in the first ball only; phase 2 then starts at the
///   last centre and finds the solution or that y.
///
/// LcpSolution::pivots counts cuts and steps together. max_cuts used up is kGaveUp, max_steps
/// kPivotLimit.
/// \throws std::invalid_argument for a bad problem or option
LcpSolution solve_active_set(const LcpProblem & problem, const ActiveSetOptions & options = {});
void solve_active_set(
  const LcpProblem & problem, const ActiveSetOptions & options, ActiveSetWorkspace & workspace,
  LcpSolution & solution);

}  // namespace contact_sim

#endif  // CONTACT_SIM__LCP__ACTIVE_SET_HPP_
