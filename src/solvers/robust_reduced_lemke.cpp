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

#include "solvers/robust_reduced_lemke.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "solvers/parameter_values.hpp"

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

constexpr double kDegree = M_PI / 180.0;

/// How much finer the polygons are where the angles do not settle.
constexpr int kRefinements[] = {4, 16};

}  // namespace

SolverTraits RobustReducedLemke::traits() const
{
  SolverTraits traits;
  traits.purpose = "Lloyd's reduced method under Yamane's search: exact, the one to take first.";
  traits.friction = isotropic_ ? Friction::kCone : Friction::kPolygon;
  traits.uses_guess = true;
  return traits;
}

std::vector<ParameterSpec> RobustReducedLemke::do_parameter_specs() const
{
  return {
    {"epsilon", 1e-6, "-", "How far below zero a pivot may take a scaled variable.", 0, 1},
    {"restarts", std::int64_t{20}, "-",
      "Other covering vectors to try where every pivot sequence fails.", 0, 1e6},
    {"max_pivots", std::int64_t{0}, "-",
      "Largest number of pivots of one search; 0: chosen from the number of contacts.", 0, 1e8},
    {"max_nodes", std::int64_t{0}, "-",
      "Largest number of nodes of one search; 0: chosen from the number of contacts.", 0, 1e8},
    {"two_step", true, "-",
      "Solve without friction first and start from the contacts that are active there."},
    {"warm_start", true, "-", "Start from the basis of the guess, where there is one."},
    {"isotropic", true, "-",
      "Turn the polygons of sliding contacts against their sliding velocities."},
    {"direction_error", 1e-3, "deg",
      "Angle between friction and sliding velocity up to which a polygon is not turned.", 0, 45},
    {"max_turns", std::int64_t{20}, "-", "Largest number of rounds in which polygons are turned.",
      0, 1e6}};
}

void RobustReducedLemke::do_initialize(const ParameterMap & values)
{
  options_.tolerance = tolerance();
  options_.epsilon = number(values, "epsilon");
  options_.max_pivots = integer(values, "max_pivots");
  options_.max_nodes = integer(values, "max_nodes");
  restarts_ = integer(values, "restarts");
  two_step_ = flag(values, "two_step");
  warm_start_ = flag(values, "warm_start");
  isotropic_ = flag(values, "isotropic");
  direction_error_ = number(values, "direction_error") * kDegree;
  max_turns_ = integer(values, "max_turns");
}

void RobustReducedLemke::do_solve(
  const ContactProblem & problem, const ContactSolution * guess, ContactSolution & solution)
{
  const bool try_warm = warm_start_ && guess != nullptr && !guess->basis.empty();
  if (!try_warm || !solve_warm(problem, *guess, solution)) {
    solve_cold(problem, 1, false, solution);
  }
  if (solution.status == ContactStatus::kSolved && isotropic_) {
    make_isotropic(problem, solution);
  }
  basis_.impulses(values_, solution.impulses);
  basis_.save(solution.basis);
  solution.angles.resize(problem.size());
  for (Index i = 0; i < problem.size(); ++i) {
    solution.angles[i] = basis_.angle(i);
  }
}

bool RobustReducedLemke::solve_warm(
  const ContactProblem & problem, const ContactSolution & guess, ContactSolution & solution)
{
  const int refinement = ContactBasis::saved_refinement(guess.basis);
  if (refinement != 1 && refinement != kRefinements[0] && refinement != kRefinements[1]) {
    return false;
  }
  basis_.load(problem, refinement);
  if (isotropic_ && static_cast<Index>(guess.angles.size()) == problem.size()) {
    for (Index i = 0; i < problem.size(); ++i) {
      basis_.set_angle(i, guess.angles[i]);
    }
  }
  return basis_.restore(guess.basis) && go_on(options_, solution);
}

void RobustReducedLemke::solve_cold(
  const ContactProblem & problem, int refinement, bool keep_angles, ContactSolution & solution)
{
  // Between the turns of the polygons a failure is not final: it need not be tried so hard.
  const bool is_final = refinement == 1 && !keep_angles;
  const int restarts = is_final ? restarts_ : std::min(2, restarts_);
  search_cold(
    problem, refinement, keep_angles, restarts, is_final ? options_ : quick_, solution);
}

void RobustReducedLemke::search_cold(
  const ContactProblem & problem, int refinement, bool keep_angles, int restarts,
  const ContactSearchOptions & options, ContactSolution & solution)
{
  angles_.resize(problem.size());
  for (Index i = 0; keep_angles && i < problem.size(); ++i) {
    angles_[i] = basis_.angle(i);
  }
  for (int attempt = two_step_ ? -1 : 0; attempt <= restarts; ++attempt) {
    basis_.load(problem, refinement);
    for (Index i = 0; keep_angles && i < problem.size(); ++i) {
      basis_.set_angle(i, angles_[i]);
    }
    basis_.vary_cover(std::max(0, attempt));
    solution.backtracks += attempt > 0;
    if (attempt >= 0) {
      solution.status = search_.run(options, basis_, values_, solution);
    } else {
      solve_in_two_steps(options, solution);
    }
    if (solution.status == ContactStatus::kSolved) {
      solution.detail.clear();
      return;
    }
  }
}

/// IV-C of [Yamane 2008]: the contacts that are active without friction start the one with it.
void RobustReducedLemke::solve_in_two_steps(
  const ContactSearchOptions & options, ContactSolution & solution)
{
  basis_.leave_friction_out();
  solution.status = search_.run(options, basis_, values_, solution);
  if (solution.status == ContactStatus::kSolved) {
    basis_.bring_friction_in();
    go_on(options, solution);
  }
}

/// Searches on from the basis as it is.
bool RobustReducedLemke::go_on(const ContactSearchOptions & options, ContactSolution & solution)
{
  solution.status = search_.run(options, basis_, values_, solution);
  return solution.status == ContactStatus::kSolved;
}

/// Newton's method keeps the basis; where that is wrong after it, the search goes on from there,
/// and so on until both agree. False where they do not.
bool RobustReducedLemke::turn_polygons(
  const ContactProblem & problem, int refinement, ContactSolution & solution)
{
  const int most = solution.iterations + 200 + 20 * static_cast<int>(problem.size());
  for (int turn = 0; turn < max_turns_ && solution.iterations <= most; ++turn) {
    const bool settled = directions_.settle(direction_error_, basis_, values_);
    const int before = solution.iterations;
    if (!go_on(quick_, solution)) {
      solve_cold(problem, refinement, true, solution);
    }
    if (solution.status != ContactStatus::kSolved) {
      return false;
    }
    if (settled && solution.iterations == before) {
      return true;
    }
  }
  return false;
}

/// Where the angles do not settle from the polygon that the problem asks for, finer ones start
/// nearer to the answer. The last resort is the polygon's own answer, and says so.
void RobustReducedLemke::make_isotropic(const ContactProblem & problem, ContactSolution & solution)
{
  if (directions_.look(basis_, values_) <= direction_error_) {
    return;
  }
  quick_ = options_;
  quick_.max_pivots = 300 + 20 * static_cast<int>(problem.size());
  quick_.max_nodes = quick_.max_pivots;
  const int most = 500 + 50 * static_cast<int>(problem.size());
  if (turn_polygons(problem, 1, solution)) {
    return;
  }
  for (const int refinement : kRefinements) {
    if (solution.iterations > most) {
      break;
    }
    solve_cold(problem, refinement, false, solution);
    if (solution.status == ContactStatus::kSolved &&
      turn_polygons(problem, refinement, solution))
    {
      return;
    }
  }
  solve_cold(problem, 1, false, solution);
  solution.friction = Friction::kPolygon;
  if (solution.status == ContactStatus::kSolved) {
    solution.detail = "friction follows the polygon: its directions did not settle";
  }
}

}  // namespace contact_sim
