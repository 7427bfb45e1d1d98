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
#ifndef CONTACT_SIM__CONTACT__NONCONVEX_LCP_HPP_
#define CONTACT_SIM__CONTACT__NONCONVEX_LCP_HPP_

#include <Eigen/Core>

#include "contact_sim/contact/contact_problem.hpp"

namespace contact_sim
{

/// The constants of (13)-(22) and (25)-(28) of [Egan 2003]. There `unit` is 1: a velocity up to
/// which openings are told apart; any will do, and one of the problem's own size is well scaled.
struct NonconvexScale
{
  double unit{1.0};     ///< [m/s]
  double gamma{100.0};  ///< above unit, or nothing is admissible [m/s]
  double epsilon{0.0};  ///< of the summation form, over h [m/s]
};

/// From the problem: `unit` is the largest normal velocity without impulses, γ beyond it is twice
/// that (section VII: "twice the distance the fastest point can travel"), ε that of the law.
NonconvexScale nonconvex_scale(const ContactProblem & problem);

/// ε/h for the summation form: a thousandth of the largest normal velocity of a side without
/// impulses. The corner is capped by that part of the way in a step at most, and ε is a million
/// times what an answer's residual may be (section VII: not below rounding).
double summation_epsilon(const ContactProblem & problem);

/// What the form adds to the unknowns of the plain LCP: 3y + 2g for max (c, d, g, h, p), y for
/// summation (c), with y sides in g groups. None where there is no group.
Eigen::Index artificial_count(const ContactProblem & problem);

/// (32), (33) or (34), (35): z = [artificial | plain]. Sides are numbered by groups; the plain
/// unknowns keep the order of the contacts, where the paper has the sides first.
/// \param plain the LCP of all contacts without groups, see ContactProblem::to_lcp()
LcpProblem nonconvex_lcp(
  const ContactProblem & problem, const LcpProblem & plain, const NonconvexScale & scale);

/// The whole z that goes with the plain one of an answer.
Eigen::VectorXd nonconvex_variables(
  const ContactProblem & problem, const Eigen::VectorXd & plain, const NonconvexScale & scale);

}  // namespace contact_sim

#endif  // CONTACT_SIM__CONTACT__NONCONVEX_LCP_HPP_
