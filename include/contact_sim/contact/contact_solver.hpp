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

#ifndef CONTACT_SIM__CONTACT__CONTACT_SOLVER_HPP_
#define CONTACT_SIM__CONTACT__CONTACT_SOLVER_HPP_

#include <memory>
#include <string>
#include <vector>

#include "contact_sim/contact/contact_problem.hpp"
#include "contact_sim/contact/contact_solution.hpp"
#include "contact_sim/lcp/parameters.hpp"

namespace contact_sim
{

class SideSearch;

/// What a user should know of a solver before taking it.
struct SolverTraits
{
  std::string purpose;                    ///< one sentence: when to take it
  Friction friction{Friction::kPolygon};  ///< the law its answers fulfil
  bool takes_friction{true};              ///< false: contacts with μ > 0 are not applicable
  bool is_exact{true};                    ///< ends with an exact solution, or iterates towards one
  bool uses_guess{false};                 ///< a guess makes it faster
  bool forms_matrix{false};               ///< needs W or the LCP matrix, not only the factors
  /// do_solve() takes problems with groups. Else it is only given plain ones, with one side of each
  /// group: the base class searches for the sides.
  bool takes_groups{false};
};

/// The base class of contact solvers, to be derived from and exported with pluginlib. The public
/// calls check, time and judge; a solver writes the private ones.
class ContactSolver
{
public:
  ContactSolver();
  virtual ~ContactSolver();

  virtual SolverTraits traits() const = 0;

  /// The solver's own parameters; `tolerance` is added to them for every solver.
  std::vector<ParameterSpec> parameter_specs() const;

  /// Sets the parameters: what is not given gets its default.
  /// \throws std::invalid_argument for an unknown name, a wrong type or a value out of range
  void initialize(const ParameterMap & given);

  /// Solves, from a guess (the last step's answer, or none). The status is kSolved only where the
  /// residual that is measured here is within the tolerance; impulses are never NaN.
  /// \throws std::invalid_argument for a problem that check() refuses
  void solve(
    const ContactProblem & problem, const ContactSolution * guess, ContactSolution & solution);

  /// The same, for a single problem.
  ContactSolution solve(const ContactProblem & problem);

protected:
  /// The residual up to which an answer counts as solved.
  double tolerance() const {return tolerance_;}

private:
  virtual std::vector<ParameterSpec> do_parameter_specs() const = 0;
  /// Gets every parameter of do_parameter_specs(), checked.
  virtual void do_initialize(const ParameterMap & values) = 0;
  /// Fills impulses (sized and zero on entry), status, iterations, and what else it has to say.
  virtual void do_solve(
    const ContactProblem & problem, const ContactSolution * guess, ContactSolution & solution) = 0;

  void search_sides(
    const ContactProblem & problem, const ContactSolution * guess, ContactSolution & solution);
  void judge(const ContactProblem & problem, ContactSolution & solution);

  bool initialized_{false};
  double tolerance_{1e-9};
  Friction friction_{Friction::kPolygon};  ///< of the traits
  bool takes_groups_{false};               ///< of the traits
  std::unique_ptr<SideSearch> side_search_;  ///< made for the first problem with groups
  Eigen::VectorXd velocity_;
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__CONTACT__CONTACT_SOLVER_HPP_
