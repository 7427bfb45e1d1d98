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
#include "contact/side_search.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "contact/contact_scale.hpp"

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

/// Plain problems for one answer at most. All choices for five groups of two sides, which no bound
/// rules out, are 32.
constexpr int kMostTries = 32;

/// Totals that differ by less than rounding are equal: then the order of the sides decides.
constexpr double kEqual = 1e-9;

}  // namespace

// ---- which sides can be open -------------------------------------------------------------------

/// The least Σ λ_n of an answer in which the side is open.
double SideSearch::least_impulse(const ContactProblem & problem, int side)
{
  const double free = problem.velocity(side, problem.k())[0];
  if (free >= 0.0) {
    return 0.0;
  }
  dense_.setZero(problem.degrees_of_freedom());
  problem.accumulate(side, Eigen::Vector3d::UnitX(), dense_);
  double most = 0.0;
  for (Index j = 0; j < problem.size(); ++j) {
    const Eigen::Vector3d w = problem.project(j, dense_);
    const double mu = problem.is_frictional(j) ? problem.data(j).mu : 0.0;
    most = std::max(most, w[0] + mu * w.tail<2>().norm());
  }
  return -free / most;  // infinite where nothing opens it
}

void SideSearch::measure_sides(const ContactProblem & problem)
{
  bound_.resize(problem.size());
  rank_.resize(problem.size());
  by_rank_.clear();
  for (Index g = 0; g < problem.group_count(); ++g) {
    const auto first = by_rank_.size();
    for (Index at = 0; at < problem.group_size(g); ++at) {
      const int side = problem.group(g)[at];
      bound_[side] = least_impulse(problem, side);
      // Insertion: equal ones stay in the order of the group.
      auto place = by_rank_.size();
      by_rank_.push_back(side);
      for (; place > first && bound_[by_rank_[place - 1]] > bound_[side]; --place) {
        by_rank_[place] = by_rank_[place - 1];
      }
      by_rank_[place] = side;
    }
    for (auto at = first; at < by_rank_.size(); ++at) {
      rank_[by_rank_[at]] = static_cast<int>(at - first);
    }
  }
}

/// A side that is open without impulses; else the one that carried in the last step; else the one
/// that takes least.
void SideSearch::choose_first(const ContactProblem & problem, const ContactSolution * guess)
{
  groups_.resize(problem.group_count());
  Index first = 0;
  for (Index g = 0; g < problem.group_count(); ++g) {
    groups_[g] = {by_rank_[first], false, -1, 0.0, 0.0, 0.0, 0.0};
    double most = 0.0;
    for (Index at = 0; at < problem.group_size(g); ++at) {
      const int side = problem.group(g)[at];
      if (guess && bound_[by_rank_[first]] > 0.0 && guess->impulses[3 * side] > most) {
        most = guess->impulses[3 * side];
        groups_[g].chosen = side;
      }
    }
    first += problem.group_size(g);
  }
}

// ---- the choices -------------------------------------------------------------------------------

/// Solves the choice unless it was, and keeps the answer where it is the best one yet.
bool SideSearch::attempt(const ContactProblem & problem)
{
  choice_.clear();
  for (const Group & group : groups_) {
    choice_.push_back(group.chosen);
  }
  const auto tried = tried_.begin() + tries_;
  if (tries_ == kMostTries || std::find(tried_.begin(), tried, choice_) != tried) {
    return false;
  }
  if (tried == tried_.end()) {
    tried_.push_back(choice_);
  } else {
    *tried = choice_;
  }
  ++tries_;
  if (solve_choice(problem)) {
    offer(problem);
  }
  return true;
}

int SideSearch::rank_sum() const
{
  int sum = 0;
  for (const Group & group : groups_) {
    sum += rank_[group.chosen];
  }
  return sum;
}

void SideSearch::offer(const ContactProblem & problem)
{
  double total = 0.0;
  for (Index i = 0; i < problem.size(); ++i) {
    total += last_.impulses[3 * i];
  }
  const double equal = kEqual * best_total_;
  const int rank = rank_sum();
  if (has_best_ && (total > best_total_ + equal ||
    (total >= best_total_ - equal && rank >= best_rank_)))
  {
    return;
  }
  has_best_ = true;
  best_total_ = total;
  best_rank_ = rank;
  best_choice_ = choice_;
  std::swap(best_, last_);
  has_guess_ = true;
  last_.impulses = best_.impulses;
  last_.basis = best_.basis;
  last_.angles = best_.angles;
}

/// Where a side carries although another one is open, it is the other one's turn.
void SideSearch::flip_wrong(const ContactProblem & problem)
{
  for (Index g = 0; g < problem.group_count(); ++g) {
    if (groups_[g].is_wrong) {
      groups_[g].chosen = widest_side(problem, g, x_);
    }
  }
}

void SideSearch::follow_wrong_sides(const ContactProblem & problem)
{
  while (attempt(problem) && !has_best_ && failure_ == ContactStatus::kSolved) {
    flip_wrong(problem);
  }
}

bool SideSearch::carries(const ContactProblem & problem, Index g) const
{
  const int * sides = problem.group(g);
  return std::any_of(
    sides, sides + problem.group_size(g),
    [this](int side) {return best_.impulses[3 * side] > 0.0;});
}

/// All choices that the bounds leave.
void SideSearch::branch(const ContactProblem & problem, Index g)
{
  if (g == problem.group_count()) {
    attempt(problem);
    return;
  }
  if (has_best_ && !carries(problem, g)) {  // then the other sides have no say
    groups_[g].chosen = best_choice_[g];
    branch(problem, g + 1);
    return;
  }
  const Index first = problem.group(g) - problem.group(0);
  for (Index at = 0; at < problem.group_size(g); ++at) {
    const int side = by_rank_[first + at];
    if (has_best_ && bound_[side] > best_total_ * (1.0 + kEqual)) {
      break;
    }
    if (std::isfinite(bound_[side])) {
      groups_[g].chosen = side;
      branch(problem, g + 1);
    }
  }
}

/// Where friction leaves no side alone: two sides of a group at once.
void SideSearch::try_corners(const ContactProblem & problem)
{
  for (Index g = 0; g < problem.group_count() && !has_best_; ++g) {
    const Index first = problem.group(g) - problem.group(0);
    const Index end = first + problem.group_size(g);
    const int chosen = groups_[g].chosen;
    for (Index a = first; a < end; ++a) {
      for (Index b = first; b < end && !has_best_; ++b) {
        if (a != b) {
          try_corner(problem, groups_[g], by_rank_[a], by_rank_[b]);
        }
      }
    }
    groups_[g].chosen = chosen;
  }
}

void SideSearch::report(ContactSolution & solution) const
{
  solution.iterations = iterations_;
  solution.backtracks = backtracks_;
  const ContactSolution & found = has_best_ ? best_ : last_;
  if (found.impulses.size() == solution.impulses.size()) {
    solution.impulses = found.impulses;
    solution.friction = found.friction;
  }
  if (has_best_) {
    solution.status = ContactStatus::kSolved;
    solution.basis = best_.basis;
    solution.angles = best_.angles;
    solution.detail = best_.detail;
    return;
  }
  solution.status = failure_ == ContactStatus::kSolved ? ContactStatus::kGaveUp : failure_;
  solution.detail = "none of " + std::to_string(tries_) + " choices of a side for each of " +
    std::to_string(groups_.size()) + " groups has an answer" +
    (answer_.detail.empty() ? "" : "; the last one: " + answer_.detail);
}

void SideSearch::solve(
  const ContactProblem & problem, const ContactSolution * guess, const SolvePlain & solve_plain,
  double tolerance, ContactSolution & solution)
{
  solve_plain_ = &solve_plain;
  tolerance_ = tolerance;
  scale_ = contact_scale(problem);
  tries_ = iterations_ = backtracks_ = 0;
  has_best_ = false;
  best_total_ = 0.0;
  failure_ = ContactStatus::kSolved;
  const bool fits = guess && guess->impulses.size() == 3 * problem.size();
  measure_sides(problem);
  choose_first(problem, fits ? guess : nullptr);
  remember(fits ? guess : nullptr);
  follow_wrong_sides(problem);
  branch(problem, 0);
  if (!has_best_) {
    try_corners(problem);
  }
  report(solution);
}

}  // namespace contact_sim
