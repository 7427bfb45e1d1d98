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

#include "solvers/dantzig_drive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Rates below this part of the largest are rounding.
constexpr double kZeroRate = 1e-11;

Eigen::Vector3d tangential(const Eigen::Vector2d & t)
{
  return {0.0, t[0], t[1]};
}

double cross(const Eigen::Vector2d & a, const Eigen::Vector2d & b)
{
  return a[0] * b[1] - a[1] * b[0];
}

/// The step at which a force in the cone leaves it: |λ_t + s Δ_t|² = μ² (λ_n + s Δ_n)².
double step_to_cone(const Eigen::Vector3d & lambda, const Eigen::Vector3d & change, double mu)
{
  const double a = change.tail<2>().squaredNorm() - mu * mu * change[0] * change[0];
  const double b = lambda.tail<2>().dot(change.tail<2>()) - mu * mu * lambda[0] * change[0];
  const double c = lambda.tail<2>().squaredNorm() - mu * mu * lambda[0] * lambda[0];
  const double inside = std::min(c, 0.0);
  const double discriminant = b * b - a * inside;
  if (discriminant < 0.0) {
    return kInfinity;
  }
  const double root = std::sqrt(discriminant);
  if (b <= 0.0) {
    return a > 0.0 ? (root - b) / a : kInfinity;
  }
  return -inside / (b + root);
}

}  // namespace

void ContactDrive::reset(const ContactProblem & problem, int max_steps)
{
  state_.reset(problem);
  system_.reset(state_.contacts);
  dlambda_.resize(3 * problem.size());
  du_.resize(3 * problem.size());
  driven_normal_ = -1;
  steps_ = 0;
  max_steps_ = max_steps;
  unbounded_ = 0;
}

LcpStatus ContactDrive::drive_normal(Index i)
{
  driven_normal_ = i;
  const LcpStatus status = drive({Drive::kNormal, i, Eigen::Vector3d::UnitX()});
  driven_normal_ = -1;
  correct();
  return status;
}

LcpStatus ContactDrive::drive_friction(Index i, Drive what, const Eigen::Vector2d & direction)
{
  if (what != Drive::kFriction) {
    state_.sets[i].friction = FrictionSet::kSlide;
    state_.sets[i].axis = state_.force(i).normalized();
  }
  const LcpStatus status = drive({what, i, tangential(direction)});
  correct();
  return status;
}

/// Takes back what rounding has done to the clamped velocities.
void ContactDrive::correct()
{
  state_.refresh();
  collect_rows();
  double largest = 0.0;
  for (const ClampedRow & row : wanted_) {
    largest = std::max(largest, std::abs(row.row.dot(state_.u.segment<3>(3 * row.contact))));
  }
  if (largest <= state_.zero || !system_.set_rows(wanted_)) {
    return;
  }
  const Eigen::VectorXd & forces = system_.settle(state_.x);
  for (std::size_t j = 0; j < system_.rows().size(); ++j) {
    const ClampedRow & row = system_.rows()[j];
    state_.lambda.segment<3>(3 * row.contact) += forces[j] * row.column;
  }
  state_.refresh();
}

LcpStatus ContactDrive::drive(Driven driven)
{
  for (;; ) {
    if (++steps_ > max_steps_) {
      return LcpStatus::kPivotLimit;
    }
    if (driven.what == Drive::kNormal) {
      driven.column = normal_column(driven.contact);
    }
    if (!find_direction(driven)) {
      if (!drop_a_slide()) {
        return LcpStatus::kGaveUp;
      }
      continue;
    }
    const Step step = largest_step(driven);
    if (step.event == Event::kNone) {
      return LcpStatus::kRay;
    }
    advance(step.size);
    if (finish(driven, step)) {
      return LcpStatus::kSolved;
    }
  }
}

/// The friction of a contact that slides grows with its normal force.
Eigen::Vector3d ContactDrive::normal_column(Index i) const
{
  Eigen::Vector3d column = Eigen::Vector3d::UnitX();
  if (state_.slides(i)) {
    column.tail<2>() = state_.contacts.mu(i) * state_.sets[i].axis;
  }
  return column;
}

void ContactDrive::collect_rows()
{
  wanted_.clear();
  for (Index i = 0; i < state_.contacts.size(); ++i) {
    const ContactSets & sets = state_.sets[i];
    if (!has_force(i)) {
      continue;
    }
    if (state_.is_clamped(i)) {
      wanted_.push_back({i, 0, Eigen::Vector3d::UnitX(), normal_column(i)});
    }
    if (sets.friction == FrictionSet::kHalf || sets.friction == FrictionSet::kStick) {
      const Eigen::Vector3d along = tangential(sets.axis);
      wanted_.push_back({i, 1, along, along});
    }
    if (sets.friction == FrictionSet::kStick) {
      const Eigen::Vector3d across = tangential(perpendicular(sets.axis));
      wanted_.push_back({i, 2, across, across});
    }
  }
}

/// Δλ, Δx and Δu for one unit of the driven force.
bool ContactDrive::find_direction(const Driven & driven)
{
  collect_rows();
  if (!system_.set_rows(wanted_)) {
    return false;
  }
  dx_.setZero(state_.contacts.degrees_of_freedom());
  state_.contacts.accumulate(driven.contact, driven.column, dx_);
  const Eigen::VectorXd & response = system_.respond(dx_);
  dlambda_.setZero();
  dlambda_.segment<3>(3 * driven.contact) = driven.column;
  for (std::size_t j = 0; j < system_.rows().size(); ++j) {
    const ClampedRow & row = system_.rows()[j];
    dlambda_.segment<3>(3 * row.contact) += response[j] * row.column;
  }
  for (Index i = 0; i < state_.contacts.size(); ++i) {
    du_.segment<3>(3 * i) = state_.contacts.rate(i, dx_);
  }
  zero_rate_ = kZeroRate * dlambda_.cwiseAbs().maxCoeff();
  return true;
}

/// The smallest step at which a condition would break. Where only the end of a sliding bounds it,
/// there is no finite force: the direction is an impulse (Painlevé), and is counted.
ContactDrive::Step ContactDrive::largest_step(const Driven & driven)
{
  Step step = end_of_drive(driven);
  Step stop{kInfinity, Event::kNone, -1};
  for (Index i = 0; i < state_.contacts.size(); ++i) {
    limit_by_normal(i, step);
    if (has_force(i)) {
      limit_by_friction(driven, i, step, stop);
    }
  }
  if (stop.size < step.size) {
    unbounded_ += step.event == Event::kNone;
    return stop;
  }
  return step;
}

/// Where the driven force has done its work, if the direction leads there.
ContactDrive::Step ContactDrive::end_of_drive(const Driven & driven) const
{
  const Index i = driven.contact;
  if (driven.what == Drive::kShrink) {
    // Friction follows the cone: what is too much shrinks by one.
    return {state_.force(i).norm() - state_.cone_radius(i), Event::kReached, i};
  }
  if (driven.what == Drive::kTurn) {
    return {step_to_alignment(i), Event::kReached, i};
  }
  const Eigen::Vector3d row =
    driven.what == Drive::kNormal ? Eigen::Vector3d::UnitX().eval() : driven.column;
  const double u = row.dot(state_.u.segment<3>(3 * i));
  const double rate = row.dot(du_.segment<3>(3 * i));
  double size = rate > kZeroRate * dlambda_.segment<3>(3 * i).norm() ? -u / rate : kInfinity;
  if (driven.what == Drive::kRelease) {
    size = std::min(size, state_.force(i).norm());
  }
  if (u >= -state_.zero || (size == kInfinity && u >= -(DriveState::kMet + state_.zero))) {
    size = 0.0;
  }
  return {size, size == kInfinity ? Event::kNone : Event::kReached, i};
}

/// The least s with λ_t + s Δλ_t parallel to u_t + s Δu_t, but no more than a turn by 45°: their
/// cross product is a quadratic function of s.
double ContactDrive::step_to_alignment(Index i) const
{
  const Eigen::Vector2d force = state_.force(i);
  const Eigen::Vector2d sliding = state_.sliding(i);
  const Eigen::Vector2d force_rate = dlambda_.segment<2>(3 * i + 1);
  const Eigen::Vector2d sliding_rate = du_.segment<2>(3 * i + 1);
  const double sign = cross(force, sliding) > 0.0 ? 1.0 : -1.0;
  const double a = sign * cross(force_rate, sliding_rate);
  const double b = 0.5 * sign * (cross(force_rate, sliding) + cross(force, sliding_rate));
  const double c = sign * cross(force, sliding);
  const double discriminant = b * b - a * c;
  double step = kInfinity;
  if (discriminant >= 0.0 && b < 0.0) {
    step = c / (std::sqrt(discriminant) - b);
  } else if (discriminant >= 0.0 && a < 0.0) {
    step = -(b + std::sqrt(discriminant)) / a;
  }
  return std::min(step, force.norm() / force_rate.norm());
}

void ContactDrive::limit_by_normal(Index i, Step & step) const
{
  const double u = std::max(0.0, state_.u[3 * i]);
  const double lambda = std::max(0.0, state_.lambda[3 * i]);
  const double du = du_[3 * i];
  const double dlambda = dlambda_[3 * i];
  if (state_.sets[i].normal == NormalSet::kFree && du < -zero_rate_ && -u / du < step.size) {
    step = {-u / du, Event::kCloses, i};
  }
  if (state_.is_clamped(i) && dlambda < -zero_rate_ && -lambda / dlambda < step.size) {
    step = {-lambda / dlambda, Event::kOpens, i};
  }
}

void ContactDrive::limit_by_friction(
  const Driven & driven, Index i, Step & step, Step & stop) const
{
  const ContactSets & sets = state_.sets[i];
  const bool is_own = i == driven.contact;
  const bool is_kept =
    sets.friction == FrictionSet::kHalf || sets.friction == FrictionSet::kStick;
  const Eigen::Vector3d change = dlambda_.segment<3>(3 * i);
  if ((is_kept || (is_own && driven.what == Drive::kFriction)) &&
    change.cwiseAbs().maxCoeff() > zero_rate_)
  {
    const Eigen::Vector3d lambda = state_.lambda.segment<3>(3 * i);
    const double size = std::max(0.0, step_to_cone(lambda, change, state_.contacts.mu(i)));
    if (size < step.size) {
      step = {size, Event::kSaturates, i};
    }
  }
  const double rate = sets.axis.dot(du_.segment<2>(3 * i + 1));
  if (state_.slides(i) && !(is_own && driven.is_led()) && rate > zero_rate_) {
    const double size = -std::min(0.0, sets.axis.dot(state_.sliding(i))) / rate;
    if (size < stop.size) {
      stop = {size, Event::kStops, i};
    }
  }
}

void ContactDrive::advance(double step)
{
  state_.lambda += step * dlambda_;
  state_.x += step * dx_;
  state_.u += step * du_;
  state_.progress += step * zero_rate_ > kZeroRate * DriveState::kZero;
}

/// \returns whether the driven force is where it should be, or cannot go on
bool ContactDrive::finish(const Driven & driven, const Step & step)
{
  const Index i = driven.contact;
  if (driven.what != Drive::kNormal) {
    return finish_friction(driven, step);
  }
  // In a tie the driven contact comes first.
  const bool is_reached = step.event == Event::kReached || std::abs(state_.u[3 * i]) <= state_.zero;
  if (is_reached) {
    state_.u[3 * i] = 0.0;
    state_.sets[i].normal = NormalSet::kClamped;
  }
  change_sets(step);
  return is_reached;
}

bool ContactDrive::finish_friction(const Driven & driven, const Step & step)
{
  ContactSets & sets = state_.sets[driven.contact];
  if (step.event != Event::kReached) {
    change_sets(step);
    return step.contact == driven.contact && driven.what != Drive::kShrink;
  }
  if (driven.is_led()) {
    // The main loop sees to what is left to be done.
    sets.friction = FrictionSet::kWaiting;
    if (state_.force(driven.contact).norm() <= DriveState::kZero) {
      state_.force(driven.contact).setZero();
    }
  } else if (sets.friction == FrictionSet::kHalf) {
    sets.friction = FrictionSet::kStick;
  } else {
    sets.friction = FrictionSet::kHalf;
    sets.axis = driven.column.tail<2>();
  }
  return true;
}

void ContactDrive::change_sets(const Step & step)
{
  switch (step.event) {
    case Event::kOpens:
      return state_.open(step.contact);
    case Event::kCloses:
      return state_.close(step.contact);
    case Event::kSaturates:
      return state_.saturate(step.contact);
    case Event::kStops:
      return state_.stop_sliding(step.contact);
    default:
      return;
  }
}

/// The direction system is singular: the sliding contact that changed last is given up for now.
bool ContactDrive::drop_a_slide()
{
  Index last = -1;
  for (Index i = 0; i < state_.contacts.size(); ++i) {
    if (state_.slides(i) &&
      (last < 0 || state_.sets[i].friction_moved >= state_.sets[last].friction_moved))
    {
      last = i;
    }
  }
  if (last >= 0) {
    state_.drop_friction(last);
  }
  return last >= 0;
}

}  // namespace contact_sim
