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

#include "solvers/sliding_directions.hpp"

#include <algorithm>
#include <cmath>

namespace contact_sim
{

namespace
{

constexpr int kMostSteps = 30;

/// No angle is turned further than this in one step [rad]: f is only nearly linear.
constexpr double kLongestStep = 0.5;

/// Friction or sliding below this has no direction [-].
constexpr double kNothing = 1e-13;

/// A scaled sliding velocity from here on counts: λ can be basic and zero in a contact that sticks.
constexpr double kSliding = 1e-10;

/// Friction that is this near to its limit may be held back by the polygon alone.
constexpr double kNearLimit = 0.9;

double cross(const Eigen::Vector2d & a, const Eigen::Vector2d & b)
{
  return a[0] * b[1] - a[1] * b[0];
}

Eigen::Vector2d unit(double angle)
{
  return {std::cos(angle), std::sin(angle)};
}

bool really_slides(const ContactBasis & basis, Eigen::Index contact)
{
  return basis.slides(contact) && basis.sliding_velocity(contact).norm() > kSliding;
}

}  // namespace

bool SlidingDirections::are_within(
  double angle, const ContactBasis & basis, const Eigen::VectorXd & values) const
{
  double tangent = -1.0;
  for (Index i = 0; i < basis.contacts(); ++i) {
    if (!basis.slides(i)) {
      continue;
    }
    const Eigen::Vector2d u = basis.sliding_velocity(i);
    if (u.squaredNorm() <= kSliding * kSliding) {
      continue;
    }
    const Eigen::Vector2d force = basis.friction(i, values);
    if (force.squaredNorm() <= kNothing * kNothing) {
      continue;
    }
    tangent = tangent < 0.0 ? std::tan(angle) : tangent;
    if (!(std::abs(cross(force, u)) <= -tangent * force.dot(u))) {
      return false;
    }
  }
  return true;
}

/// The contacts that slide, and the angle of their friction; straight on from now on.
void SlidingDirections::find_sliding(const ContactBasis & basis, const Eigen::VectorXd & values)
{
  sliding_.clear();
  sliding_.reserve(basis.contacts());
  angles_.resize(basis.contacts());
  for (Index i = 0; i < basis.contacts(); ++i) {
    if (!really_slides(basis, i)) {
      continue;
    }
    const Eigen::Vector2d force = basis.friction(i, values);
    if (force.norm() > kNothing) {
      angles_[sliding_.size()] = std::atan2(force[1], force[0]);
      sliding_.push_back(i);
    }
  }
  const Index count = static_cast<Index>(sliding_.size());
  f_.resize(count);
  step_.resize(count);
  jacobian_.resize(count, count);
}

/// Solves with friction at the current angles; f and the largest angle follow.
bool SlidingDirections::evaluate(ContactBasis & basis, Eigen::VectorXd & values)
{
  for (std::size_t at = 0; at < sliding_.size(); ++at) {
    basis.turn_to(sliding_[at], angles_[at], true);
  }
  if (!basis.factor()) {
    return false;
  }
  double artificial;
  basis.answer({}, values, artificial);
  error_ = 0.0;
  for (std::size_t at = 0; at < sliding_.size(); ++at) {
    const Eigen::Vector2d e = unit(angles_[at]);
    const Eigen::Vector2d u = basis.sliding_velocity(sliding_[at]);
    f_[at] = cross(e, u);
    if (u.norm() > kNothing) {
      error_ = std::max(error_, std::abs(std::atan2(f_[at], -e.dot(u))));
    }
  }
  return true;
}

void SlidingDirections::newton_step(ContactBasis & basis, const Eigen::VectorXd & values)
{
  for (std::size_t k = 0; k < sliding_.size(); ++k) {
    const Index contact = sliding_[k];
    const Eigen::Vector2d e = unit(angles_[k]);
    const double friction = basis.friction(contact, values).dot(e);
    basis.answer_to_push(contact, friction * Eigen::Vector2d(-e[1], e[0]), velocity_);
    for (std::size_t i = 0; i < sliding_.size(); ++i) {
      jacobian_(i, k) =
        cross(unit(angles_[i]), basis.sliding_change(sliding_[i], velocity_));
    }
    jacobian_(k, k) -= e.dot(basis.sliding_velocity(contact));
  }
  factor_.compute(jacobian_);
  step_.noalias() = factor_.solve(f_);
}

void SlidingDirections::focus(
  double zoom, ContactBasis & basis, const Eigen::VectorXd & values) const
{
  for (Index i = 0; i < basis.contacts(); ++i) {
    if (!basis.is_joined(i)) {
      continue;
    }
    const Eigen::Vector2d force = basis.friction(i, values);
    const double limit = basis.mu(i) * values[basis.pair(i, 0)];
    const bool slides = really_slides(basis, i);
    if (force.norm() > kNothing && (slides || force.norm() > kNearLimit * limit)) {
      basis.set_zoom(i, zoom);
      basis.turn_to(i, std::atan2(force[1], force[0]), slides);
    }
  }
}

bool SlidingDirections::settle(
  double largest_error, ContactBasis & basis, Eigen::VectorXd & values)
{
  find_sliding(basis, values);
  if (!evaluate(basis, values)) {
    return false;
  }
  for (int step = 0; step < kMostSteps && error_ > largest_error; ++step) {
    if (f_.cwiseAbs().maxCoeff() < kNothing) {
      return false;  // friction drives a contact that should stick: the basis is wrong
    }
    newton_step(basis, values);
    if (!step_.allFinite()) {
      return false;
    }
    const double longest = step_.size() == 0 ? 0.0 : step_.cwiseAbs().maxCoeff();
    angles_.head(step_.size()) -= std::min(1.0, kLongestStep / std::max(longest, kNothing)) * step_;
    if (!evaluate(basis, values)) {
      return false;
    }
  }
  return are_within(largest_error, basis, values);  // others may have begun to slide
}

}  // namespace contact_sim
