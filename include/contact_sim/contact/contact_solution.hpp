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

#ifndef CONTACT_SIM__CONTACT__CONTACT_SOLUTION_HPP_
#define CONTACT_SIM__CONTACT__CONTACT_SOLUTION_HPP_

#include <Eigen/Core>

#include <cstdint>
#include <string>
#include <vector>

#include "contact_sim/contact/contact_residual.hpp"
#include "contact_sim/lcp/lcp_problem.hpp"

namespace contact_sim
{

/// The outcomes of a contact solver are those of an LCP solver.
using ContactStatus = LcpStatus;

/// The answer of a contact solver, whatever the outcome; the residual is the base class's, measured
/// apart from the solver.
struct ContactSolution
{
  Eigen::VectorXd impulses;  ///< n, t₁, t₂ a contact [N s]
  ContactStatus status{ContactStatus::kGaveUp};
  int iterations{0};         ///< pivots, sweeps or steps
  int backtracks{0};         ///< times a pivot sequence was left for another one
  Friction friction{Friction::kPolygon};  ///< the law that the answer claims to fulfil
  ContactResidual residual;
  double time{0.0};          ///< of the solve alone [s]
  std::string detail;        ///< why it is not solved, or what else is worth saying; may be empty
  std::vector<std::uint64_t> basis;  ///< one code a contact, the solver's own; 0: not active
  std::vector<double> angles;  ///< of the friction polygons that were used, where turned [rad]

  bool solved() const {return status == ContactStatus::kSolved;}
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__CONTACT__CONTACT_SOLUTION_HPP_
