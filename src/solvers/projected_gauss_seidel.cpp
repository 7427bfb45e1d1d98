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

#include "solvers/projected_gauss_seidel.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>

#include "contact_sim/contact/contact_residual.hpp"
#include "solvers/parameter_values.hpp"
#include "solvers/single_contact.hpp"

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

double friction_of(const ContactProblem & problem, Index i)
{
  return problem.is_frictional(i) ? problem.data(i).mu : 0.0;
}

/// The residual is measured in full only where the cheap measure of a sweep, its largest change,
/// has come down to the tolerance, and again each time it has fallen by this factor.
constexpr double kFallBetweenChecks = 0.5;

/// … or, since a change of size zero cannot fall, after this many sweeps.
constexpr int kSweepsBetweenChecks = 50;

}  // namespace

SolverTraits ProjectedGaussSeidel::traits() const
{
  SolverTraits traits;
  traits.purpose =
    "Block Gauss-Seidel on the exact cone: cheap sweeps for large scenes, slow to become accurate.";
  traits.friction = Friction::kCone;
  traits.is_exact = false;
  traits.uses_guess = true;
  return traits;
}

std::vector<ParameterSpec> ProjectedGaussSeidel::do_parameter_specs() const
{
  return {
    {"max_sweeps", std::int64_t{10000}, "-", "Largest number of sweeps over all contacts.", 1, 1e9},
    {"relaxation", 1.0, "-",
      "Part of each contact's change that is made: below 1 damps, above 1 overshoots.",
      0.01, 1.99}};
}

void ProjectedGaussSeidel::do_initialize(const ParameterMap & values)
{
  max_sweeps_ = integer(values, "max_sweeps");
  relaxation_ = number(values, "relaxation");
}

void ProjectedGaussSeidel::prepare(const ContactProblem & problem, const ContactSolution * guess)
{
  const Index contacts = problem.size();
  const bool has_guess = guess != nullptr && guess->impulses.size() == 3 * contacts;
  impulses_.setZero(3 * contacts);
  units_.resize(contacts);
  blocks_.resize(contacts);
  x_ = problem.k();
  scale_ = 0.0;
  for (Index i = 0; i < contacts; ++i) {
    const auto columns = problem.columns(i);
    blocks_[i].noalias() = columns.transpose().lazyProduct(columns);
    units_[i] = std::sqrt(blocks_[i].trace() / 3.0);
    scale_ = std::max(scale_, problem.velocity(i, problem.k()).norm() / units_[i]);
    if (has_guess) {
      const Eigen::Vector3d lambda =
        clamp_to_cone(guess->impulses.segment<3>(3 * i), friction_of(problem, i));
      impulses_.segment<3>(3 * i) = lambda;
      problem.accumulate(i, lambda, x_);
    }
  }
  scale_ = scale_ > 0.0 ? scale_ : 1.0;
}

/// \returns how much the contact's impulse has changed, as the judge scales it
double ProjectedGaussSeidel::visit(const ContactProblem & problem, Index i)
{
  auto lambda = impulses_.segment<3>(3 * i);
  const double mu = friction_of(problem, i);
  const Eigen::Vector3d b = problem.velocity(i, x_) - blocks_[i] * lambda;
  Eigen::Vector3d next = solve_single_contact(blocks_[i], b, mu);
  if (relaxation_ != 1.0) {
    next = clamp_to_cone(lambda + relaxation_ * (next - lambda), mu);
  }
  const Eigen::Vector3d change = next - lambda;
  problem.accumulate(i, change, x_);
  lambda = next;
  return change.cwiseAbs().maxCoeff() * units_[i] / scale_;
}

double ProjectedGaussSeidel::sweep(const ContactProblem & problem, bool forward)
{
  const Index contacts = problem.size();
  double largest = 0.0;
  for (Index at = 0; at < contacts; ++at) {
    largest = std::max(largest, visit(problem, forward ? at : contacts - 1 - at));
  }
  return largest;
}

/// The judge's own measure; on the way x is computed afresh, without the rounding of all sweeps.
double ProjectedGaussSeidel::measure(const ContactProblem & problem)
{
  return contact_residual(problem, impulses_, Friction::kCone, x_).largest();
}

void ProjectedGaussSeidel::do_solve(
  const ContactProblem & problem, const ContactSolution * guess, ContactSolution & solution)
{
  prepare(problem, guess);
  double residual = measure(problem);
  double next_check = tolerance();
  int last_check = 0;
  while (residual > tolerance() && solution.iterations < max_sweeps_) {
    const double change = sweep(problem, solution.iterations % 2 == 0);
    ++solution.iterations;
    const bool is_due = change <= next_check ||
      (change <= tolerance() && solution.iterations - last_check >= kSweepsBetweenChecks);
    if (is_due || solution.iterations == max_sweeps_) {
      residual = measure(problem);
      next_check = kFallBetweenChecks * change;
      last_check = solution.iterations;
    }
  }
  solution.impulses = impulses_;
  if (!(residual <= tolerance())) {
    solution.status = ContactStatus::kPivotLimit;
    std::ostringstream detail;
    detail << "max_sweeps = " << max_sweeps_ << " sweeps were made, the residual is " << residual;
    solution.detail = detail.str();
  }
}

}  // namespace contact_sim
