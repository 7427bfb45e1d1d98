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

#include "solvers/frictionless_active_set.hpp"

#include <sstream>
#include <string>

#include "contact_sim/lcp/algorithms.hpp"
#include "solvers/parameter_values.hpp"

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

/// The first contact with friction, or the number of contacts.
Index first_frictional(const ContactProblem & problem)
{
  Index i = 0;
  while (i < problem.size() && !problem.is_frictional(i)) {
    ++i;
  }
  return i;
}

std::string refusal(Index contact, double mu)
{
  std::ostringstream detail;
  detail << "contact " << contact << " has friction, mu = " << mu <<
    ": the active-set method is for frictionless contacts only";
  return detail.str();
}

}  // namespace

SolverTraits ActiveSet::traits() const
{
  SolverTraits traits;
  traits.purpose =
    "Sharaf's ellipsoid and active-set method: frictionless contacts only, proves infeasibility.";
  traits.takes_friction = false;
  traits.forms_matrix = true;
  return traits;
}

std::vector<ParameterSpec> ActiveSet::do_parameter_specs() const
{
  std::vector<ParameterSpec> specs;
  for (const ParameterSpec & spec : find_lcp_algorithm("active_set").parameters) {
    if (spec.name != "tolerance") {  // the base class has it for every solver
      specs.push_back(spec);
    }
  }
  return specs;
}

void ActiveSet::do_initialize(const ParameterMap & values)
{
  options_.tolerance = tolerance();
  options_.initial_radius = number(values, "initial_radius");
  options_.feasibility_slack = number(values, "feasibility_slack");
  options_.max_cuts = integer(values, "max_cuts");
  options_.max_steps = integer(values, "max_steps");
}

void ActiveSet::form_normal_problem(const ContactProblem & problem)
{
  const Index contacts = problem.size();
  normals_.setZero(problem.degrees_of_freedom(), contacts);
  lcp_.q.resize(contacts);
  for (Index i = 0; i < contacts; ++i) {
    for (Index row = 0; row < problem.dof_count(i); ++row) {
      normals_(problem.dofs(i)[row], i) = problem.columns(i)(row, 0);
    }
    lcp_.q[i] = problem.velocity(i, problem.k())[0];
  }
  lcp_.M.resize(contacts, contacts);
  lcp_.M.noalias() = normals_.transpose() * normals_;
}

void ActiveSet::do_solve(
  const ContactProblem & problem, const ContactSolution *, ContactSolution & solution)
{
  const Index frictional = first_frictional(problem);
  if (frictional < problem.size()) {
    solution.status = ContactStatus::kNotApplicable;
    solution.detail = refusal(frictional, problem.data(frictional).mu);
    return;
  }
  form_normal_problem(problem);
  solve_active_set(lcp_, options_, workspace_, answer_);
  solution.status = answer_.status;
  solution.iterations = answer_.pivots;
  solution.detail = answer_.detail;
  for (Index i = 0; i < problem.size(); ++i) {
    solution.impulses[3 * i] = answer_.z[i];
  }
}

}  // namespace contact_sim
