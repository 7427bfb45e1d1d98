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

#ifndef CONTACT_SIM__LCP__LCP_PROBLEM_HPP_
#define CONTACT_SIM__LCP__LCP_PROBLEM_HPP_

#include <Eigen/Core>

#include <string>

namespace contact_sim
{

/// The linear complementarity problem: find z with
///
///     w = M z + q,   z >= 0,   w >= 0,   zᵀw = 0.                                            (1)
///
/// A plain value: any M and q may be stored; every solver checks them first (check_problem).
struct LcpProblem
{
  Eigen::MatrixXd M;
  Eigen::VectorXd q;

  Eigen::Index size() const {return q.size();}
};

/// How a solve ended. The numbers are those that `contact_sim solve --format plain` prints.
enum class LcpStatus
{
  kSolved = 0,         ///< the residual is within tolerance: nothing else is ever called solved
  kRay = 1,            ///< no solution found: the pivoting ended on a ray (m' >= 0)
  kCycle = 2,          ///< a basis came back: the pivoting would go round for ever
  kError = 3,          ///< the algorithm ended, but the residual of its answer is too large
  kPivotLimit = 4,     ///< the budget of pivots or nodes was used up
  kInfeasible = 5,     ///< no z >= 0 with M z + q >= 0 exists
  kGaveUp = 6,         ///< the algorithm got stuck; the problem may or may not have a solution
  kNotApplicable = 7,  ///< the problem is outside the class the algorithm is made for
};

/// "solved", "no solution (ray)", "cycle", …
const char * to_string(LcpStatus status);

/// The answer of a solver, whatever the outcome: z is the best point it had, w = M z + q, and the
/// residual is the judge's (lcp_residual), not the solver's.
struct LcpSolution
{
  Eigen::VectorXd z;
  Eigen::VectorXd w;
  LcpStatus status{LcpStatus::kGaveUp};
  int pivots{0};        ///< basis exchanges; steps of the active-set method
  int backtracks{0};    ///< times a pivot sequence was left for another one
  double residual{0.0};  ///< scaled natural map [-]
  std::string detail;   ///< why it is not solved, or what else is worth saying; may be empty

  bool solved() const {return status == LcpStatus::kSolved;}

  /// Starts a new answer in the memory of an old one: z = 0, solved until something speaks against.
  void restart(Eigen::Index n);
};

/// Refuses what no solver can work on: sizes that do not fit, NaN, numbers beyond kLargestNumber.
/// \throws std::invalid_argument naming the entry and its value
void check_problem(const LcpProblem & problem);

/// Refuses an option that is negative, NaN or infinite.
/// \throws std::invalid_argument naming the option and its value
void check_option(const char * name, double value);

}  // namespace contact_sim

#endif  // CONTACT_SIM__LCP__LCP_PROBLEM_HPP_
