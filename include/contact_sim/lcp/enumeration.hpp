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

#ifndef CONTACT_SIM__LCP__ENUMERATION_HPP_
#define CONTACT_SIM__LCP__ENUMERATION_HPP_

#include <Eigen/Core>

#include <vector>

#include "contact_sim/lcp/lcp_problem.hpp"

namespace contact_sim
{

/// The largest problem that enumeration takes: 2¹² complementary bases.
constexpr Eigen::Index kEnumerationLimit = 12;

struct EnumerationOptions
{
  double tolerance{1e-9};  ///< the residual up to which an answer is solved [-]
};

/// Every complementary basis in turn: the oracle for tests. The first solution is returned, in the
/// order of the bases read as binary numbers; kRay means that there is none at all.
/// A problem above kEnumerationLimit is kNotApplicable.
/// \throws std::invalid_argument for a bad problem or option
LcpSolution solve_by_enumeration(
  const LcpProblem & problem, const EnumerationOptions & options = {});

/// One solution for each complementary cone that holds one, without repeats: all solutions where
/// they are finitely many, and the corners (perhaps with other points) of the set where not.
/// \throws std::invalid_argument for a bad problem, a bad option, or a size above the limit
std::vector<Eigen::VectorXd> enumerate_solutions(
  const LcpProblem & problem, const EnumerationOptions & options = {});

}  // namespace contact_sim

#endif  // CONTACT_SIM__LCP__ENUMERATION_HPP_
