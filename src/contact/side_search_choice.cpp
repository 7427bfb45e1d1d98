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


// One choice of sides: the plain problem, its answer as one of the whole, and whether that is one.

#include <algorithm>
#include <cmath>

#include "contact/contact_scale.hpp"
#include "contact/side_search.hpp"

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

/// The secant for the summation form settles in two or three; more is a jump in the friction.
constexpr int kMostShifts = 20;

/// Halvings until a double has no more digits.
constexpr int kCornerRounds = 60;

/// Other choices for the other groups while one is in its corner.
constexpr int kCornerTurns = 8;

bool have_same_dofs(const ContactProblem & problem, Index i, Index j)
{
  return problem.dof_count(i) == problem.dof_count(j) &&
         std::equal(problem.dofs(i), problem.dofs(i) + problem.dof_count(i), problem.dofs(j));
}

/// Whether one side of each group holds together all that the whole group does.
bool stays_together(const ContactProblem & problem)
{
  for (Index g = 0; g < problem.group_count(); ++g) {
    for (Index at = 1; at < problem.group_size(g); ++at) {
      if (!have_same_dofs(problem, problem.group(g)[0], problem.group(g)[at])) {
        return false;
      }
    }
  }
  return true;
}

void sum_up(const ContactProblem & problem, const Eigen::VectorXd & impulses, Eigen::VectorXd & x)
{
  x = problem.k();
  for (Index i = 0; i < problem.size(); ++i) {
    problem.accumulate(i, impulses.segment<3>(3 * i), x);
  }
}

}  // namespace

bool SideSearch::is_kept(const ContactProblem & problem, Index contact) const
{
  const int group = problem.group_of(contact);
  return group < 0 || groups_[group].chosen == contact || groups_[group].pressed == contact;
}

/// A side whose normal impulse is given: it acts on the bodies as part of k, and for its friction
/// presses a degree of freedom of its own, as dry joint friction does (room `simulation`).
void SideSearch::add_pressed(const ContactProblem & problem, const Group & group)
{
  const Index i = group.pressed;
  const Index count = problem.dof_count(i);
  const Index extra = problem.degrees_of_freedom();
  const double size = problem.columns(i).col(0).norm();
  columns_.setZero(count + 1, 3);
  columns_.topRightCorner(count, 2) = problem.columns(i).rightCols<2>();
  columns_(count, 0) = size;
  dofs_.assign(problem.dofs(i), problem.dofs(i) + count);
  dofs_.push_back(static_cast<int>(extra));
  k_.resize(extra + 1);
  k_.head(extra) = problem.k();
  for (Index row = 0; row < count; ++row) {
    k_[problem.dofs(i)[row]] += group.impulse * problem.columns(i)(row, 0);
  }
  k_[extra] = -size * group.impulse;
  ContactData data = problem.data(i);
  data.gap_rate = 0.0;
  plain_.add_contact(dofs_, columns_, data);
  plain_.set_k(k_);
}

/// At most one group has a pressed side.
void SideSearch::make_plain(const ContactProblem & problem)
{
  const bool has_pressed = std::any_of(
    groups_.begin(), groups_.end(), [](const Group & group) {return group.pressed >= 0;});
  plain_.reset(problem.degrees_of_freedom() + has_pressed);
  if (!has_pressed) {
    plain_.set_k(problem.k());
  }
  kept_.clear();
  for (Index i = 0; i < problem.size(); ++i) {
    if (!is_kept(problem, i)) {
      continue;
    }
    kept_.push_back(static_cast<int>(i));
    const int group = problem.group_of(i);
    if (group >= 0 && groups_[group].pressed == i) {
      add_pressed(problem, groups_[group]);
      continue;
    }
    dofs_.assign(problem.dofs(i), problem.dofs(i) + problem.dof_count(i));
    ContactData data = problem.data(i);
    data.gap_rate -= group >= 0 ? groups_[group].shift : 0.0;
    plain_.add_contact(dofs_, problem.columns(i), data);
  }
  plain_.set_is_island(problem.is_island() && stays_together(problem));
}

/// What is known of each contact, from last step or the last attempt.
void SideSearch::remember(const ContactSolution * guess)
{
  has_guess_ = guess != nullptr;
  if (has_guess_) {
    last_.impulses = guess->impulses;
    last_.basis = guess->basis;
    last_.angles = guess->angles;
    last_.status = guess->status;
    last_.friction = guess->friction;
  }
}

bool SideSearch::make_guess(const ContactProblem & problem)
{
  if (!has_guess_) {
    return false;
  }
  const std::size_t size = static_cast<std::size_t>(problem.size());
  const Index count = static_cast<Index>(kept_.size());
  guess_.impulses.resize(3 * count);
  guess_.basis.resize(last_.basis.size() == size ? count : 0);
  guess_.angles.resize(last_.angles.size() == size ? count : 0);
  guess_.status = last_.status;
  guess_.friction = last_.friction;
  for (Index i = 0; i < count; ++i) {
    guess_.impulses.segment<3>(3 * i) = last_.impulses.segment<3>(3 * kept_[i]);
    if (!guess_.basis.empty()) {
      guess_.basis[i] = last_.basis[kept_[i]];
    }
    if (!guess_.angles.empty()) {
      guess_.angles[i] = last_.angles[kept_[i]];
    }
  }
  return true;
}

/// The answer of the plain problem as one of the whole, in last_.
void SideSearch::take_answer(const ContactProblem & problem)
{
  const Index count = static_cast<Index>(kept_.size());
  const bool has_basis = static_cast<Index>(answer_.basis.size()) == count;
  const bool has_angles = static_cast<Index>(answer_.angles.size()) == count;
  last_.impulses.setZero(3 * problem.size());
  last_.basis.assign(has_basis ? problem.size() : 0, 0);
  last_.angles.resize(has_angles ? problem.size() : 0);
  for (Index i = 0; has_angles && i < problem.size(); ++i) {
    last_.angles[i] = problem.data(i).angle;
  }
  for (Index i = 0; i < count; ++i) {
    last_.impulses.segment<3>(3 * kept_[i]) = answer_.impulses.segment<3>(3 * i);
    if (has_basis) {
      last_.basis[kept_[i]] = answer_.basis[i];
    }
    if (has_angles) {
      last_.angles[kept_[i]] = answer_.angles[i];
    }
  }
  last_.status = answer_.status;
  last_.friction = answer_.friction;
  last_.detail = answer_.detail;
  has_guess_ = true;
}

/// Max form: a side that carries must be the widest open one, so no other may be open at all.
bool SideSearch::is_admissible(const ContactProblem & problem)
{
  bool is_right = true;
  for (Index g = 0; g < problem.group_count(); ++g) {
    const double unit = group_unit(problem, g);
    double loaded = 0.0;
    for (Index at = 0; at < problem.group_size(g); ++at) {
      loaded = std::max(loaded, last_.impulses[3 * problem.group(g)[at]]);
    }
    const double open = group_opening(problem, g, x_);
    groups_[g].is_wrong = std::min(loaded * unit, open / unit) > tolerance_ * scale_ ||
      -open / unit > tolerance_ * scale_;
    is_right = is_right && !groups_[g].is_wrong;
  }
  return is_right;
}

/// Summation form: with the chosen side i carrying, u_i = -Σ_j≠i (max(-ε, u_j) + ε) makes (30) an
/// equation. A secant for each group at once. Returns whether anything has to be solved again.
bool SideSearch::settle_shifts(const ContactProblem & problem)
{
  const double epsilon = problem.nonconvex_law().epsilon;
  if (problem.nonconvex_law().form == NonconvexForm::kMax) {
    return false;
  }
  bool has_changed = false;
  for (Index g = 0; g < problem.group_count(); ++g) {
    Group & group = groups_[g];
    const double unit = group_unit(problem, g);
    double others = 0.0;
    for (Index at = 0; at < problem.group_size(g); ++at) {
      const int side = problem.group(g)[at];
      others += side == group.chosen ? 0.0 :
        std::max(-epsilon, problem.velocity(side, x_)[0]) + epsilon;
    }
    const bool is_loaded = last_.impulses[3 * group.chosen] * unit > tolerance_ * scale_;
    const double excess = group.shift + others;
    const bool is_settled = is_loaded ? std::abs(excess) <= 0.1 * tolerance_ * scale_ * unit :
      group_opening(problem, g, x_) >= -0.1 * tolerance_ * scale_ * unit;
    if (is_settled) {
      continue;
    }
    const double slope = group.old_shift == group.shift ? 1.0 :
      (excess - group.old_excess) / (group.shift - group.old_shift);
    const double next = group.shift - (slope > 0.0 ? excess / slope : excess);
    group.old_shift = group.shift;
    group.old_excess = excess;
    group.shift = std::clamp(next, -epsilon, 0.0);
    has_changed = has_changed || group.shift != group.old_shift;
  }
  return has_changed;
}

/// Solves the plain problem of the groups as they are.
bool SideSearch::solve_plain(const ContactProblem & problem)
{
  make_plain(problem);
  (*solve_plain_)(plain_, make_guess(problem) ? &guess_ : nullptr, answer_);
  iterations_ += answer_.iterations;
  backtracks_ += answer_.backtracks;
  if (!answer_.solved()) {
    failure_ = answer_.status;
    return false;
  }
  take_answer(problem);
  sum_up(problem, last_.impulses, x_);
  return true;
}

bool SideSearch::solve_choice(const ContactProblem & problem)
{
  for (Group & group : groups_) {
    group.shift = group.old_shift = group.old_excess = 0.0;
  }
  for (int round = 0; round < kMostShifts; ++round) {
    if (!solve_plain(problem)) {
      return false;
    }
    if (!settle_shifts(problem)) {
      break;
    }
  }
  return is_admissible(problem);
}

/// With friction it may be that `free` alone pushes the point to where `pressed` is open, and the
/// other way round. Then there is an answer with both, at which the point is in the corner: with
/// the impulse p of `pressed` given and `free` plain, u of `pressed` is positive for p = 0 and
/// negative just below the p that it has alone, and so has a zero between.
/// What the other groups chose without the corner need not be right with it: where they are wrong
/// it is looked for again with their other sides.
void SideSearch::try_corner(
  const ContactProblem & problem, Group & group, int free, int pressed)
{
  for (int turn = 0; turn < kCornerTurns; ++turn) {
    const bool is_solved = bisect_corner(problem, group, free, pressed);
    if (is_solved && is_admissible(problem)) {
      offer(problem);
    }
    group.pressed = -1;
    group.is_wrong = false;  // it is in its corner, and no other side is to be chosen
    const auto is_wrong = [](const Group & other) {return other.is_wrong;};
    if (!is_solved || has_best_ || std::none_of(groups_.begin(), groups_.end(), is_wrong)) {
      return;
    }
    flip_wrong(problem);
  }
}

bool SideSearch::bisect_corner(
  const ContactProblem & problem, Group & group, int free, int pressed)
{
  for (Group & other : groups_) {
    other.shift = 0.0;
  }
  group.chosen = pressed;
  if (!solve_plain(problem)) {
    return false;
  }
  double low = 0.0;
  double high = last_.impulses[3 * pressed];
  group.chosen = free;
  group.pressed = pressed;
  // In the summation form (30) is zero where one is open by 0 and the other closed by ε.
  group.shift = problem.nonconvex_law().form == NonconvexForm::kMax ? 0.0 :
    -problem.nonconvex_law().epsilon;
  bool is_solved = true;
  for (int round = 0; is_solved && round < kCornerRounds; ++round) {
    group.impulse = 0.5 * (low + high);
    is_solved = solve_plain(problem);
    (problem.velocity(pressed, x_)[0] > 0.0 ? low : high) = group.impulse;
  }
  return is_solved;
}

}  // namespace contact_sim
