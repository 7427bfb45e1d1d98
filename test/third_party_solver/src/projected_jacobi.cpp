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

#include <algorithm>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "contact_sim/contact/contact_solver.hpp"
#include "pluginlib/class_list_macros.hpp"

namespace third_party_solver
{

using contact_sim::ContactProblem;
using contact_sim::ContactResidual;
using contact_sim::ContactSolution;
using contact_sim::ContactStatus;
using contact_sim::Friction;
using contact_sim::ParameterMap;
using contact_sim::ParameterSpec;
using contact_sim::SolverTraits;

/// Every contact corrects its normal impulse from the same velocities, as if it were alone:
///
///     λ_i ← max(0, λ_i - ω u_i / W_ii)
///
/// With n contacts W <= n diag(W), so that ω < 2/n converges; ω is a parameter in units of 1/n.
class ProjectedJacobi : public contact_sim::ContactSolver
{
public:
  SolverTraits traits() const override
  {
    SolverTraits traits;
    traits.purpose = "A template for solvers of your own; a few contacts without friction.";
    traits.takes_friction = false;
    traits.is_exact = false;
    traits.uses_guess = true;
    return traits;
  }

private:
  std::vector<ParameterSpec> do_parameter_specs() const override
  {
    return {
      {"max_iterations", std::int64_t{10000}, "-", "Sweeps over all contacts.", 1, 1e9},
      {"relaxation", 1.0, "-", "Part of the correction that is made, times n.", 0.01, 1.99}};
  }

  void do_initialize(const ParameterMap & values) override
  {
    max_iterations_ = std::get<std::int64_t>(values.at("max_iterations"));
    relaxation_ = std::get<double>(values.at("relaxation"));
  }

  void do_solve(
    const ContactProblem & problem, const ContactSolution * guess,
    ContactSolution & solution) override
  {
    for (Eigen::Index i = 0; i < problem.size(); ++i) {
      if (problem.is_frictional(i)) {
        solution.status = ContactStatus::kNotApplicable;
        solution.detail = "contact " + std::to_string(i) + " has friction, this solver takes none";
        return;
      }
    }
    start_from(guess, solution);
    while (!is_solved(problem, solution)) {
      if (solution.iterations == max_iterations_) {
        solution.status = ContactStatus::kPivotLimit;
        solution.detail = "max_iterations sweeps were not enough";
        return;
      }
      sweep(problem, solution);
      ++solution.iterations;
    }
  }

  /// A guess may be of another problem: only its size tells.
  static void start_from(const ContactSolution * guess, ContactSolution & solution)
  {
    if (guess != nullptr && guess->impulses.size() == solution.impulses.size()) {
      for (Eigen::Index n = 0; n < solution.impulses.size(); n += 3) {
        solution.impulses[n] = guess->impulses[n];
      }
    }
  }

  /// velocity_ is left as k + Σ Â_j λ_j.
  bool is_solved(const ContactProblem & problem, const ContactSolution & solution)
  {
    const ContactResidual residual =
      contact_residual(problem, solution.impulses, Friction::kPolygon, velocity_);
    return residual.largest() <= tolerance();
  }

  void sweep(const ContactProblem & problem, ContactSolution & solution) const
  {
    const double omega = relaxation_ / problem.size();
    for (Eigen::Index i = 0; i < problem.size(); ++i) {
      const double diagonal = problem.columns(i).col(0).squaredNorm();
      double & impulse = solution.impulses[3 * i];
      impulse = std::max(0.0, impulse - omega * problem.velocity(i, velocity_)[0] / diagonal);
    }
  }

  std::int64_t max_iterations_{0};
  double relaxation_{0.0};
  Eigen::VectorXd velocity_;
};

}  // namespace third_party_solver

PLUGINLIB_EXPORT_CLASS(third_party_solver::ProjectedJacobi, contact_sim::ContactSolver)
