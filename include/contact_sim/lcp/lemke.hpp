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

#ifndef CONTACT_SIM__LCP__LEMKE_HPP_
#define CONTACT_SIM__LCP__LEMKE_HPP_

#include <Eigen/Core>

#include <vector>

#include "contact_sim/lcp/lcp_problem.hpp"
#include "contact_sim/lcp/lcp_residual.hpp"
#include "contact_sim/lcp/tableau.hpp"

namespace contact_sim
{

struct LemkeOptions
{
  double tolerance{1e-9};        ///< the residual up to which an answer is solved [-]
  double zero_tolerance{1e-12};  ///< of m', as a part of its largest entry: below it is zero [-]
  int max_pivots{0};             ///< 0: chosen from the size
};

struct LexicographicLemkeOptions : LemkeOptions
{
  double delta{1e-10};  ///< Δ: ratios within it of the least are in tie [unit of z]
};

/// The memory of a solve, to be kept and given to the next one: a solve of a size met before does
/// not allocate.
struct LemkeWorkspace
{
  Tableau tableau;
  BasisSet visited;
  LcpScale scale;
  std::vector<Eigen::Index> ties;
};

/// Lemke's algorithm as in the textbooks: steps 0 to 2 of section 4 of [Lloyd 2005] and of II-A of
/// [Yamane 2008], with the covering vector of ones. The least ratio decides; of equal ratios the
/// artificial variable first, then the row with the least index. Degenerate problems may therefore
/// cycle, and rounding may lead it astray: the status says so (kRay, kCycle, kError).
/// \throws std::invalid_argument for a bad problem or option
LcpSolution solve_lemke(const LcpProblem & problem, const LemkeOptions & options = {});
void solve_lemke(
  const LcpProblem & problem, const LemkeOptions & options, LemkeWorkspace & workspace,
  LcpSolution & solution);

/// Lemke's algorithm with ties broken in lexicographic order, as V-A of [Yamane 2008] does it: the
/// rows within Δ of the least ratio are in tie, and the columns of B⁻¹ are tried in turn with the
/// same Δ until one row is left. The artificial variable is taken as soon as it is in a tie. With
/// exact arithmetic and Δ = 0 it cannot cycle; with rounding no Δ is right for all problems.
/// \throws std::invalid_argument for a bad problem or option
LcpSolution solve_lexicographic_lemke(
  const LcpProblem & problem, const LexicographicLemkeOptions & options = {});
void solve_lexicographic_lemke(
  const LcpProblem & problem, const LexicographicLemkeOptions & options,
  LemkeWorkspace & workspace, LcpSolution & solution);

}  // namespace contact_sim

#endif  // CONTACT_SIM__LCP__LEMKE_HPP_
