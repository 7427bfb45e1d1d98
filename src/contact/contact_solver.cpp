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

#include "contact_sim/contact/contact_solver.hpp"

#include <chrono>
#include <sstream>

#include "contact/side_search.hpp"

namespace contact_sim
{

namespace
{

void start(Eigen::Index contacts, ContactSolution & solution)
{
  solution.impulses.setZero(3 * contacts);
  solution.status = ContactStatus::kSolved;
  solution.iterations = 0;
  solution.backtracks = 0;
  solution.detail.clear();
  solution.basis.clear();
  solution.angles.clear();
}

}  // namespace

ContactSolver::ContactSolver() = default;
ContactSolver::~ContactSolver() = default;

std::vector<ParameterSpec> ContactSolver::parameter_specs() const
{
  std::vector<ParameterSpec> specs{
    {"tolerance", 1e-9, "-", "Scaled residual up to which an answer counts as solved.", 0, 1}};
  const std::vector<ParameterSpec> own = do_parameter_specs();
  specs.insert(specs.end(), own.begin(), own.end());
  return specs;
}

void ContactSolver::initialize(const ParameterMap & given)
{
  ParameterMap values = resolve_parameters(parameter_specs(), given);
  tolerance_ = std::get<double>(values.at("tolerance"));
  values.erase("tolerance");
  do_initialize(values);
  const SolverTraits own = traits();
  friction_ = own.friction;
  takes_groups_ = own.takes_groups;
  initialized_ = true;
}

void ContactSolver::solve(
  const ContactProblem & problem, const ContactSolution * guess, ContactSolution & solution)
{
  if (!initialized_) {
    initialize({});
  }
  problem.check();
  start(problem.size(), solution);
  solution.friction = friction_;
  const auto before = std::chrono::steady_clock::now();
  if (problem.group_count() == 0 || takes_groups_) {
    do_solve(problem, guess, solution);
  } else {
    search_sides(problem, guess, solution);
  }
  solution.time =
    std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
  judge(problem, solution);
}

void ContactSolver::search_sides(
  const ContactProblem & problem, const ContactSolution * guess, ContactSolution & solution)
{
  if (!side_search_) {
    side_search_ = std::make_unique<SideSearch>();
  }
  const auto solve_plain =
    [this](const ContactProblem & plain, const ContactSolution * from, ContactSolution & answer) {
      solve(plain, from, answer);
    };
  side_search_->solve(problem, guess, solve_plain, tolerance_, solution);
}

ContactSolution ContactSolver::solve(const ContactProblem & problem)
{
  ContactSolution solution;
  solve(problem, nullptr, solution);
  return solution;
}

void ContactSolver::judge(const ContactProblem & problem, ContactSolution & solution)
{
  if (solution.impulses.size() != 3 * problem.size() || !solution.impulses.allFinite()) {
    solution.impulses.setZero(3 * problem.size());
  }
  solution.residual = contact_residual(problem, solution.impulses, solution.friction, velocity_);
  if (solution.solved() && !(solution.residual.largest() <= tolerance_)) {
    solution.status = ContactStatus::kError;
    std::ostringstream detail;
    detail << "the residual " << solution.residual.largest() << " is above the tolerance " <<
      tolerance_;
    solution.detail = detail.str();
  }
}

}  // namespace contact_sim
