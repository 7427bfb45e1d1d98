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

#ifndef SOLVERS__PROJECTED_GAUSS_SEIDEL_HPP_
#define SOLVERS__PROJECTED_GAUSS_SEIDEL_HPP_

#include <Eigen/Core>

#include <vector>

#include "contact_sim/contact/contact_solver.hpp"

namespace contact_sim
{

/// Block Gauss-Seidel on the exact friction cone: the contacts are visited in turn, there and back,
/// and each is solved exactly as if the others did not change. Works on the factors alone: a visit
/// costs the degrees of freedom that the contact touches. The convergence is linear, and slow where
/// many contacts hold the same body or a light body carries a heavy one.
///
/// One contact, with its velocity u = W λ + b, the block W = Â_iᵀÂ_i and b what the others give it:
/// - open: b_n >= 0, λ = 0;
/// - else u_n = 0 and u_t = -α λ_t with α >= 0, which is friction against sliding, gives
///
///       (S + α 1) λ_t = -c,   S = W_tt - W_tn W_nt / W_nn,   c = b_t - W_tn b_n / W_nn        (1)
///       λ_n = -(b_n + W_nt λ_t) / W_nn
///
/// - stick: α = 0, where |λ_t| <= μ λ_n;
/// - slide: the α > 0 with |λ_t| = μ λ_n. |λ_t| - μ λ_n is positive at α = 0 (that is not stick)
///   and negative from some α on that is known: a root always exists and bisection finds one.
class ProjectedGaussSeidel : public ContactSolver
{
public:
  SolverTraits traits() const override;

private:
  std::vector<ParameterSpec> do_parameter_specs() const override;
  void do_initialize(const ParameterMap & values) override;
  void do_solve(
    const ContactProblem & problem, const ContactSolution * guess,
    ContactSolution & solution) override;

  void prepare(const ContactProblem & problem, const ContactSolution * guess);
  double sweep(const ContactProblem & problem, bool forward);
  double visit(const ContactProblem & problem, Eigen::Index i);
  double measure(const ContactProblem & problem);

  int max_sweeps_{0};
  double relaxation_{1.0};

  std::vector<Eigen::Matrix3d> blocks_;  ///< W of each contact
  Eigen::VectorXd units_;                ///< ω of each contact, as in ContactResidual
  double scale_{1.0};                    ///< s, as in ContactResidual
  Eigen::VectorXd impulses_;
  Eigen::VectorXd x_;                    ///< k + Σ Â_j λ_j
};

}  // namespace contact_sim

#endif  // SOLVERS__PROJECTED_GAUSS_SEIDEL_HPP_
