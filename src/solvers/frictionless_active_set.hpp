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

#ifndef SOLVERS__FRICTIONLESS_ACTIVE_SET_HPP_
#define SOLVERS__FRICTIONLESS_ACTIVE_SET_HPP_

#include <Eigen/Core>

#include <vector>

#include "contact_sim/contact/contact_solver.hpp"
#include "contact_sim/lcp/active_set.hpp"

namespace contact_sim
{

/// The two-phase method of [Sharaf] (solve_active_set) on the normal forces alone:
///
///     0 <= λ_n ⟂ N̂ᵀN̂ λ_n + N̂ᵀk + gap_rate >= 0
///
/// The method is made for positive semi-definite matrices, which the frictional contact problem is
/// not: a problem with a frictional contact is kNotApplicable, and the contact is named.
class ActiveSet : public ContactSolver
{
public:
  SolverTraits traits() const override;

private:
  std::vector<ParameterSpec> do_parameter_specs() const override;
  void do_initialize(const ParameterMap & values) override;
  void do_solve(
    const ContactProblem & problem, const ContactSolution * guess,
    ContactSolution & solution) override;

  void form_normal_problem(const ContactProblem & problem);

  ActiveSetOptions options_;
  ActiveSetWorkspace workspace_;
  Eigen::MatrixXd normals_;  ///< N̂
  LcpProblem lcp_;
  LcpSolution answer_;
};

}  // namespace contact_sim

#endif  // SOLVERS__FRICTIONLESS_ACTIVE_SET_HPP_
