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

#ifndef CONTACT_SIM__LCP__ROBUST_LEMKE_HPP_
#define CONTACT_SIM__LCP__ROBUST_LEMKE_HPP_

#include <Eigen/Core>

#include <cstdint>
#include <vector>

#include "contact_sim/lcp/lcp_problem.hpp"
#include "contact_sim/lcp/lcp_residual.hpp"
#include "contact_sim/lcp/tableau.hpp"

namespace contact_sim
{

/// ε and e_max are parts of the largest entry of the scaled q (LcpScale), so that a problem in
/// other units is solved in the same way.
struct RobustLemkeOptions
{
  double tolerance{1e-9};    ///< the residual up to which an answer is solved [-]
  double epsilon{1e-6};      ///< ε: how far below zero a pivot may take an entry of q' [-]
  double e_max{1e-6};        ///< error of w = M z + z₀ c + q that a pivot sequence may have [-]
  double depth_weight{0.0};  ///< cost of a pivot without error: 1 as in the paper, 0 deep first
  int restarts{10};          ///< other starting bases to try where the search ends on a ray
  int max_pivots{0};         ///< 0: chosen from the size
  int max_nodes{0};          ///< 0: chosen from the size
};

/// The memory of a solve, to be kept and given to the next one. A node of the search tree is one
/// exchange of two variables; there is a single tableau, which walks along the tree.
struct RobustLemkeWorkspace
{
  struct Node
  {
    int parent;
    int depth;
    double cost;
    Eigen::Index leaving;
    Eigen::Index entering;
  };

  struct Candidate
  {
    Eigen::Index row;
    double cost;
    double pivot;  ///< |m'| of the row
  };

  Tableau tableau;
  BasisSet visited;
  LcpScale scale;
  std::vector<Node> nodes;
  std::vector<int> queue;  ///< a heap of indices into nodes, the best on top
  std::vector<int> path;
  std::vector<Candidate> candidates;
  std::vector<char> start;  ///< the basis at which the search starts, by variable
  std::vector<char> basis;
  Eigen::VectorXd weights;  ///< of the variables in the error check
  Eigen::VectorXd scratch;
  Eigen::VectorXd best_z;
};

/// Lemke's method with a search over the pivots, algorithms 1 and 2 of [Yamane 2008]: every row
/// whose pivot leaves min q' > -ε is kept as a candidate, and when a sequence of pivots ends in a
/// ray, in a basis seen before or in an error above e_max, the next best one is followed.
///
/// Differs in (the room's README says why): tolerances are relative to the scaled problem; a pivot
/// costs exp(-min(q_min, 0)) - 1 + depth_weight, so that by default the search goes on along a
/// sequence without error and turns back only where it fails; the error is screened by a projection
/// in O(n) and measured in full at the goal; where it is too large, the tableau is first rebuilt
/// with full pivoting; a goal above the judge's tolerance is not taken, and the search goes on;
/// where all sequences fail, the search is started from other complementary bases (a principal
/// transform of the problem has the same solutions), since for a matrix of no known class, such as
/// that of Egan's max form, Lemke's path from z = 0 may lead nowhere.
/// \throws std::invalid_argument for a bad problem or option
LcpSolution solve_robust_lemke(
  const LcpProblem & problem, const RobustLemkeOptions & options = {});
void solve_robust_lemke(
  const LcpProblem & problem, const RobustLemkeOptions & options,
  RobustLemkeWorkspace & workspace, LcpSolution & solution);

}  // namespace contact_sim

#endif  // CONTACT_SIM__LCP__ROBUST_LEMKE_HPP_
