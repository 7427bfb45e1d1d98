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

#include "solvers/robust_island.hpp"

#include <algorithm>
#include <utility>

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

/// How much finer the polygons are where the angles do not settle, and how near their corners come.
constexpr int kRefinement = 2;
constexpr double kWidest = 0.35;     // [rad]
constexpr double kNarrowest = 1e-4;  // [rad]
constexpr double kNarrower = 0.35;
constexpr int kRounds = 3;

}  // namespace

void RobustIsland::solve(
  const RobustIslandOptions & options, const ContactProblem & problem,
  const ContactSolution * guess, ContactSolution & solution)
{
  options_ = options;
  stands_ = false;
  const bool try_warm = options.warm_start && guess != nullptr && !guess->basis.empty();
  if (!try_warm || !solve_warm(problem, *guess, solution)) {
    solve_cold(problem, 1, false, solution);
  }
  if (solution.status == ContactStatus::kSolved && options.isotropic && !stands_) {
    make_isotropic(problem, solution);
  }
  basis_.impulses(values_, options_.search.enough(), solution.impulses);
  basis_.save(solution.basis);
  solution.angles = basis_.angles();
}

bool RobustIsland::solve_warm(
  const ContactProblem & problem, const ContactSolution & guess, ContactSolution & solution)
{
  const int refinement = ContactBasis::saved_refinement(guess.basis);
  if (refinement != 1 && refinement != kRefinement) {
    return false;
  }
  const bool has_angles = static_cast<Index>(guess.angles.size()) == problem.size();
  const std::vector<double> * angles = options_.isotropic && has_angles ? &guess.angles : nullptr;
  if (!basis_.load_at(problem, refinement, guess.basis, angles)) {
    return false;
  }
  if (basis_.stands({options_.search.enough(), options_.direction_limit()}, values_)) {
    stands_ = true;
    solution.status = ContactStatus::kSolved;
    return true;
  }
  // From far off, after an impact for example, a cold start is the shorter way.
  ContactSearchOptions near = options_.search;
  near.max_pivots = 200 + 2 * static_cast<int>(problem.size());
  near.max_nodes = 8 * near.max_pivots;
  return go_on(near, solution);
}

void RobustIsland::solve_cold(
  const ContactProblem & problem, int refinement, bool keep_angles, ContactSolution & solution)
{
  // Between the turns of the polygons a failure is not final: it need not be tried so hard.
  const bool is_final = refinement == 1 && !keep_angles;
  const int restarts = is_final ? options_.restarts : std::min(2, options_.restarts);
  search_cold(
    problem, refinement, keep_angles, restarts, is_final ? options_.search : quick_, solution);
}

void RobustIsland::search_cold(
  const ContactProblem & problem, int refinement, bool keep_angles, int restarts,
  const ContactSearchOptions & options, ContactSolution & solution)
{
  angles_.resize(problem.size());
  zooms_.resize(problem.size());
  for (Index i = 0; keep_angles && i < problem.size(); ++i) {
    angles_[i] = basis_.angle(i);
    zooms_[i] = basis_.zoom(i);
  }
  for (int attempt = options_.two_step ? -1 : 0; attempt <= restarts; ++attempt) {
    basis_.load(problem, refinement);
    for (Index i = 0; keep_angles && i < problem.size(); ++i) {
      basis_.set_zoom(i, zooms_[i]);
      basis_.set_angle(i, angles_[i]);
    }
    basis_.vary_cover(std::max(0, attempt));
    solution.backtracks += attempt > 0;
    // Where nearly all is degenerate a search within epsilon finds too many ways: every second
    // restart takes the shortest step only.
    ContactSearchOptions varied = options;
    varied.epsilon = attempt % 2 == 1 ? 0.0 : options.epsilon;
    if (attempt >= 0) {
      solution.status = search_.run(varied, basis_, values_, solution);
    } else {
      solve_in_two_steps(options, solution);
    }
    if (solution.status == ContactStatus::kSolved || is_right(problem, solution)) {
      solution.status = ContactStatus::kSolved;
      solution.detail.clear();
      return;
    }
  }
}

/// Where rounding hides the end of the path from the search, its answer may still be one.
bool RobustIsland::is_right(const ContactProblem & problem, ContactSolution & solution)
{
  const Friction law = options_.isotropic ? Friction::kCone : Friction::kPolygon;
  basis_.impulses(values_, options_.search.enough(), solution.impulses);
  return solution.impulses.allFinite() &&
         contact_residual(problem, solution.impulses, law, velocity_).largest() <=
         options_.search.tolerance;
}

/// IV-C of [Yamane 2008]: the contacts that are active without friction start the one with it.
void RobustIsland::solve_in_two_steps(
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
bool RobustIsland::go_on(const ContactSearchOptions & options, ContactSolution & solution)
{
  solution.status = search_.run(options, basis_, values_, solution);
  return solution.status == ContactStatus::kSolved;
}

/// Newton's method keeps the basis; where that is wrong after it, the search goes on from there,
/// and so on until both agree. False where they do not.
bool RobustIsland::turn_polygons(const ContactProblem & problem, ContactSolution & solution)
{
  for (int turn = 0; turn < options_.max_turns && solution.iterations < most_; ++turn) {
    const bool settled = directions_.settle(options_.direction_error, basis_, values_);
    const int before = solution.iterations;
    if (!search_between_turns(problem, 1, solution)) {
      return false;
    }
    if (settled && solution.iterations == before) {
      return true;
    }
  }
  return false;
}

bool RobustIsland::search_between_turns(
  const ContactProblem & problem, int refinement, ContactSolution & solution)
{
  if (!go_on(quick_, solution)) {
    solve_cold(problem, refinement, true, solution);
  }
  return solution.status == ContactStatus::kSolved;
}

/// Newton's method from too far off goes astray: the corners of the polygons close in on the
/// friction first, solving again at every step, until it has not far to go.
bool RobustIsland::close_in(const ContactProblem & problem, ContactSolution & solution)
{
  solve_cold(problem, kRefinement, false, solution);
  for (double zoom = kWidest; zoom > kNarrowest; zoom *= kNarrower) {
    if (solution.status != ContactStatus::kSolved || solution.iterations > most_) {
      return false;
    }
    directions_.focus(zoom, basis_, values_);
    if (!search_between_turns(problem, kRefinement, solution)) {
      return false;
    }
    before_newton_ = basis_;
    values_before_newton_ = values_;
    if (settle_near(zoom, solution)) {
      return true;
    }
    std::swap(basis_, before_newton_);
    std::swap(values_, values_before_newton_);
    solution.status = ContactStatus::kSolved;
  }
  return false;
}

bool RobustIsland::settle_near(double zoom, ContactSolution & solution)
{
  for (int round = 0; round < kRounds; ++round) {
    const bool settled = directions_.settle(options_.direction_error, basis_, values_);
    const int before = solution.iterations;
    if (!go_on(quick_, solution)) {
      return false;
    }
    if (settled && solution.iterations == before) {
      return true;
    }
    directions_.focus(zoom, basis_, values_);
    if (!go_on(quick_, solution)) {
      return false;
    }
  }
  return false;
}

/// The last resort is the answer of the polygon that the problem asks for, and says so.
void RobustIsland::make_isotropic(const ContactProblem & problem, ContactSolution & solution)
{
  if (directions_.are_within(options_.direction_error, basis_, values_)) {
    return;
  }
  // The polygon's answer is at hand: the exact one may cost a few times as much.
  most_ = 4 * solution.iterations + 500 + 4 * static_cast<int>(problem.size());
  quick_ = options_.search;
  quick_.max_pivots = 300 + 20 * static_cast<int>(problem.size());
  quick_.max_nodes = 8 * quick_.max_pivots;
  if (turn_polygons(problem, solution) || close_in(problem, solution)) {
    return;
  }
  solve_cold(problem, 1, false, solution);
  solution.friction = Friction::kPolygon;
  if (solution.status == ContactStatus::kSolved) {
    solution.detail = "friction follows the polygon: its directions did not settle";
  }
}

}  // namespace contact_sim
