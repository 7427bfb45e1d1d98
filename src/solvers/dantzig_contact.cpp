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

#include "solvers/dantzig_contact.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>

#include "contact_sim/contact/contact_residual.hpp"
#include "solvers/parameter_values.hpp"

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

/// How much of the tolerance a single contact's direction may use up.
constexpr double kPartOfTolerance = 0.1;

}  // namespace

// ---- the plugin --------------------------------------------------------------------------------

SolverTraits Dantzig::traits() const
{
  SolverTraits traits;
  traits.purpose =
    "Baraff's method: contacts one at a time, static and dynamic friction; fast for few contacts.";
  traits.friction = Friction::kCone;
  return traits;
}

std::vector<ParameterSpec> Dantzig::do_parameter_specs() const
{
  return {
    {"sliding_speed", 1e-3, "m/s",
      "Sliding speed without contact forces above which friction is dynamic from the start."},
    {"max_passes", std::int64_t{200}, "-",
      "Largest number of passes that turn frozen friction against sliding; 0: as in the paper.",
      0, 1e8},
    {"max_steps", std::int64_t{0}, "-",
      "Largest number of steps; 0: chosen from the size of the problem.", 0, 1e8}};
}

void Dantzig::do_initialize(const ParameterMap & values)
{
  sliding_speed_ = number(values, "sliding_speed");
  max_passes_ = integer(values, "max_passes");
  max_steps_ = integer(values, "max_steps");
}

void Dantzig::start(const ContactProblem & problem)
{
  const int size = static_cast<int>(problem.size());
  drive_.reset(problem, max_steps_ > 0 ? max_steps_ : 1000 + 100 * size);
  dynamic_direction_.assign(size, Eigen::Vector2d::Zero());
  for (Index i = 0; i < size; ++i) {
    if (problem.velocity(i, problem.k()).tail<2>().norm() > sliding_speed_) {
      dynamic_direction_[i] = -state_.sliding(i).normalized();
    }
  }
  treated_ = -1;
  passes_ = 0;
  best_residual_ = std::numeric_limits<double>::infinity();
  best_sliding_ = 0;
}

void Dantzig::do_solve(
  const ContactProblem & problem, const ContactSolution *, ContactSolution & solution)
{
  start(problem);
  solution.status = establish();
  bool is_aligned = false;
  while (solution.solved() && !is_aligned && best_residual_ > tolerance()) {
    keep_if_better(problem, solution);
    if (passes_ == max_passes_ || best_residual_ <= tolerance()) {
      break;
    }
    solution.status = align_all(is_aligned);
    ++passes_;
  }
  keep_if_better(problem, solution);
  solution.iterations = drive_.steps();
  explain(solution);
}

/// The forces as they are, if they are the best so far: also what a failed solve answers with.
void Dantzig::keep_if_better(const ContactProblem & problem, ContactSolution & solution)
{
  candidate_.resize(3 * problem.size());
  for (Index i = 0; i < problem.size(); ++i) {
    candidate_.segment<3>(3 * i) =
      state_.contacts.unscaled(i, state_.lambda.segment<3>(3 * i));
  }
  const double residual =
    contact_residual(problem, candidate_, Friction::kCone, velocity_).largest();
  if (residual < best_residual_) {
    best_residual_ = residual;
    solution.impulses = candidate_;
    best_sliding_ = 0;
    for (Index i = 0; i < problem.size(); ++i) {
      best_sliding_ += state_.slides(i);
    }
  }
}

void Dantzig::explain(ContactSolution & solution) const
{
  std::ostringstream detail;
  if (solution.solved() && !(best_residual_ <= tolerance())) {
    const bool is_paper = max_passes_ == 0;
    solution.status = is_paper ? ContactStatus::kError : ContactStatus::kPivotLimit;
    detail << "the residual is " << best_residual_ << " after " << passes_ << " passes; ";
  } else if (solution.status == ContactStatus::kPivotLimit) {
    detail << drive_.steps() - 1 << " steps were made, the last at contact " << treated_ << "; ";
  } else if (solution.status == ContactStatus::kRay) {
    detail << "no finite impulse: the step at contact " << treated_ << " is unbounded; ";
  } else if (solution.status == ContactStatus::kGaveUp) {
    detail << "the direction system of contact " << treated_ << " is singular; ";
  }
  if (drive_.unbounded_steps() > 0) {
    detail << drive_.unbounded_steps() <<
      " unbounded steps were followed as impulses until a sliding ended; ";
  }
  if (best_sliding_ > 0) {
    detail << "friction direction frozen at " << best_sliding_ << " contacts, turned in " <<
      passes_ << " passes; ";
  }
  const std::string text = detail.str();
  solution.detail = text.substr(0, text.empty() ? 0 : text.size() - 2);
}

// ---- the main loop -----------------------------------------------------------------------------

/// Contacts whose conditions are not met, until there is none.
LcpStatus Dantzig::establish()
{
  LcpStatus status = LcpStatus::kSolved;
  for (Index i = next_contact(); status == LcpStatus::kSolved && i >= 0; i = next_contact()) {
    treated_ = i;
    status = needs_friction(i) ? treat_friction(i) : treat_normal(i);
  }
  return status;
}

/// A contact whose friction is waiting, else the one whose normal condition is broken most.
Index Dantzig::next_contact() const
{
  Index worst = -1;
  double least = -(DriveState::kMet + state_.zero);
  for (Index i = 0; i < state_.contacts.size(); ++i) {
    if (needs_friction(i)) {
      return i;
    }
    if (!state_.is_clamped(i) && state_.u[3 * i] < least) {
      least = state_.u[3 * i];
      worst = i;
    }
  }
  return worst;
}

bool Dantzig::needs_friction(Index i) const
{
  const ContactSets & sets = state_.sets[i];
  switch (sets.friction) {
    case FrictionSet::kWaiting:
      return state_.is_clamped(i) || state_.force(i).norm() > 0.0;
    case FrictionSet::kHalf:
      return state_.is_clamped(i);
    case FrictionSet::kSlide:
      return state_.is_clamped(i) &&
             sets.axis.dot(state_.sliding(i)) > DriveState::kMet + state_.zero;
    default:
      return false;
  }
}

LcpStatus Dantzig::treat_normal(Index i)
{
  ContactSets & sets = state_.sets[i];
  sets.normal = NormalSet::kWaiting;
  if (state_.contacts.mu(i) > 0.0) {
    // Dynamic friction only while it still slides in that direction.
    const bool slides = dynamic_direction_[i].dot(state_.sliding(i)) < -state_.zero;
    sets.friction = slides ? FrictionSet::kSlide : FrictionSet::kWaiting;
    sets.axis = slides ? dynamic_direction_[i] : Eigen::Vector2d::UnitX().eval();
  }
  return drive_.drive_normal(i);
}

/// The two tangential forces in turn, the first against the sliding velocity, the other across.
LcpStatus Dantzig::treat_friction(Index i)
{
  ContactSets & sets = state_.sets[i];
  const bool is_half = sets.friction == FrictionSet::kHalf;
  const Eigen::Vector2d across = perpendicular(sets.axis);
  const Eigen::Vector2d sliding =
    is_half ? (across * across.dot(state_.sliding(i))).eval() : state_.sliding(i);
  const double size = state_.force(i).norm();
  const double excess = size - state_.cone_radius(i);
  if (!is_half && size > 0.0 && excess > state_.zero) {
    return drive_.drive_friction(i, Drive::kShrink, -state_.force(i) / size);
  }
  if (!state_.is_clamped(i)) {
    state_.force(i).setZero();
    sets.friction = FrictionSet::kNone;
    return LcpStatus::kSolved;
  }
  if (sliding.norm() <= state_.zero) {
    sets.friction = FrictionSet::kStick;
    return LcpStatus::kSolved;
  }
  if (!is_half && size > 0.0 && excess >= -state_.zero) {
    return treat_on_cone(i);
  }
  sets.friction = is_half ? FrictionSet::kHalf : FrictionSet::kWaiting;
  return drive_.drive_friction(i, Drive::kFriction, -sliding.normalized());
}

/// Friction is as large as it can be. That is right if it opposes sliding, at least in part.
LcpStatus Dantzig::treat_on_cone(Index i)
{
  const Eigen::Vector2d direction = state_.force(i).normalized();
  if (direction.dot(state_.sliding(i)) < 0.0) {
    state_.sets[i].friction = FrictionSet::kSlide;
    state_.sets[i].axis = direction;
    return LcpStatus::kSolved;
  }
  if (std::abs(perpendicular(direction).dot(state_.sliding(i))) <= state_.zero) {
    return drive_.drive_friction(i, Drive::kRelease, -direction);
  }
  return turn(i);
}

LcpStatus Dantzig::turn(Index i)
{
  const Eigen::Vector2d across = perpendicular(state_.force(i).normalized());
  const double side = across.dot(state_.sliding(i)) > 0.0 ? -1.0 : 1.0;
  return drive_.drive_friction(i, Drive::kTurn, side * across);
}

// ---- friction against sliding ------------------------------------------------------------------

/// The dissipation gap of ContactResidual is small, or rounding hides what could still be turned.
bool Dantzig::is_aligned(Index i) const
{
  const Eigen::Vector2d force = state_.force(i);
  const Eigen::Vector2d sliding = state_.sliding(i);
  const double size = force.norm();
  const double gap = size * sliding.norm() + force.dot(sliding);
  return gap <= kPartOfTolerance * tolerance() * (size + sliding.norm()) ||
         std::abs(perpendicular(force).dot(sliding)) <= state_.zero * size;
}

LcpStatus Dantzig::align_all(bool & was_aligned)
{
  was_aligned = true;
  LcpStatus status = LcpStatus::kSolved;
  for (Index i = 0; i < state_.contacts.size() && status == LcpStatus::kSolved; ++i) {
    if (state_.slides(i) && !is_aligned(i)) {
      was_aligned = false;
      treated_ = i;
      status = turn(i);
      status = status == LcpStatus::kSolved ? establish() : status;
    }
  }
  return status;
}

}  // namespace contact_sim
