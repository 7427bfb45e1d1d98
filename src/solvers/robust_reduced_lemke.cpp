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

/// Below it a single island is solved as it is: its order does not matter.
constexpr Index kSmallSize = 30;

}  // namespace

SolverTraits RobustReducedLemke::traits() const
{
  SolverTraits traits;
  traits.purpose = "Lloyd's reduced method under Yamane's search: exact, the one to take first.";
  traits.friction = options_.isotropic ? Friction::kCone : Friction::kPolygon;
  traits.uses_guess = true;
  return traits;
}

std::vector<ParameterSpec> RobustReducedLemke::do_parameter_specs() const
{
  return {
    {"epsilon", 1e-8, "-", "How far below zero a pivot may take a scaled variable.", 0, 1},
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
    {"max_turns", std::int64_t{6}, "-",
      "Rounds in which polygons are turned before their corners close in on the friction.", 0,
      1e6}};
}

void RobustReducedLemke::do_initialize(const ParameterMap & values)
{
  options_.search.tolerance = tolerance();
  options_.search.epsilon = number(values, "epsilon");
  options_.search.max_pivots = integer(values, "max_pivots");
  options_.search.max_nodes = integer(values, "max_nodes");
  options_.restarts = integer(values, "restarts");
  options_.two_step = flag(values, "two_step");
  options_.warm_start = flag(values, "warm_start");
  options_.isotropic = flag(values, "isotropic");
  options_.direction_error = number(values, "direction_error") * kDegree;
  options_.max_turns = integer(values, "max_turns");
}

/// True where there is nothing to split or to sort.
bool RobustReducedLemke::is_small_island(const ContactProblem & problem)
{
  const Index nv = problem.degrees_of_freedom();
  if (problem.size() == 0 || problem.is_island() ||
    (nv <= kSmallSize && problem.dof_count(0) == nv))
  {
    return true;
  }
  islands_.find(problem);
  return islands_.count() == 1 && nv <= kSmallSize;
}

void RobustReducedLemke::do_solve(
  const ContactProblem & problem, const ContactSolution * guess, ContactSolution & solution)
{
  if (parts_.empty()) {
    parts_.resize(1);
  }
  if (is_small_island(problem)) {
    parts_[0].island.solve(options_, problem, guess, solution);
    return;
  }
  if (static_cast<Index>(parts_.size()) < islands_.count()) {
    parts_.resize(islands_.count());
  }
  solve_islands(options_, problem, guess, solution);
  if (by_polygon_ > 0 && by_polygon_ < islands_.count()) {
    // An answer claims one law of friction: that of the polygon where one island needs it.
    RobustIslandOptions polygon = options_;
    polygon.isotropic = false;
    const std::string detail = solution.detail;
    solve_islands(polygon, problem, guess, solution);
    solution.friction = Friction::kPolygon;
    solution.detail = solution.solved() ? detail : solution.detail;
  }
}

void RobustReducedLemke::solve_islands(
  const RobustIslandOptions & options, const ContactProblem & problem,
  const ContactSolution * guess, ContactSolution & solution)
{
  by_polygon_ = 0;
  solution.status = ContactStatus::kSolved;
  solution.basis.assign(problem.size(), 0);
  solution.angles.resize(problem.size());
  const bool has_guess = guess != nullptr &&
    static_cast<Index>(guess->basis.size()) == problem.size();
  for (Index at = 0; at < islands_.count(); ++at) {
    Part & part = parts_[at];
    islands_.extract(problem, at, part.problem);
    if (has_guess) {
      take_part(*guess, at, part.guess);
    }
    ContactSolution & answer = part.solution;
    answer.impulses.setZero(3 * part.problem.size());
    answer.iterations = answer.backtracks = 0;
    answer.detail.clear();
    answer.friction = options.isotropic ? Friction::kCone : Friction::kPolygon;
    part.island.solve(options, part.problem, has_guess ? &part.guess : nullptr, answer);
    by_polygon_ += answer.friction == Friction::kPolygon;
    put_part(answer, at, solution);
  }
}

void RobustReducedLemke::take_part(
  const ContactSolution & whole, Index island, ContactSolution & part) const
{
  const Index begin = islands_.first(island);
  const Index count = islands_.first(island + 1) - begin;
  const bool has_angles = whole.angles.size() == whole.basis.size();
  part.basis.resize(count);
  part.angles.resize(has_angles ? count : 0);
  for (Index i = 0; i < count; ++i) {
    const int contact = islands_.order()[begin + i];
    part.basis[i] = whole.basis[contact];
    if (has_angles) {
      part.angles[i] = whole.angles[contact];
    }
  }
}

void RobustReducedLemke::put_part(
  const ContactSolution & part, Index island, ContactSolution & whole) const
{
  const Index begin = islands_.first(island);
  for (Index i = 0; i < islands_.first(island + 1) - begin; ++i) {
    const int contact = islands_.order()[begin + i];
    whole.impulses.segment<3>(3 * contact) = part.impulses.segment<3>(3 * i);
    whole.basis[contact] = part.basis[i];
    whole.angles[contact] = part.angles[i];
  }
  whole.iterations += part.iterations;
  whole.backtracks += part.backtracks;
  if (!part.solved() && whole.solved()) {
    whole.status = part.status;
  }
  if (!part.detail.empty()) {
    whole.detail = part.detail;
  }
  if (part.friction == Friction::kPolygon) {
    whole.friction = Friction::kPolygon;
  }
}

}  // namespace contact_sim
