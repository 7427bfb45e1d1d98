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

#ifndef SOLVERS__DANTZIG_STATE_HPP_
#define SOLVERS__DANTZIG_STATE_HPP_

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "solvers/dantzig_direction.hpp"

namespace contact_sim
{

/// Where a contact's normal condition stands.
enum class NormalSet : char
{
  kWaiting,  ///< not treated yet, or dropped: λ_n is kept, u_n may be anything
  kFree,     ///< NC: λ_n = 0, u_n >= 0 is kept
  kClamped,  ///< C: u_n = 0, λ_n >= 0 is kept
};

/// Where its friction condition stands.
enum class FrictionSet : char
{
  kNone,     ///< there is nothing to be done: no friction, or no normal force
  kWaiting,  ///< not treated yet, or dropped: λ_t is kept as it is
  kHalf,     ///< u_t = 0 along the axis alone, the other direction comes next
  kStick,    ///< C_F: u_t = 0, |λ_t| <= μ λ_n is kept
  kSlide,    ///< saturated: λ_t = μ λ_n ê with ê frozen, ê u_t <= 0 is kept
};

struct ContactSets
{
  NormalSet normal{NormalSet::kWaiting};
  FrictionSet friction{FrictionSet::kNone};
  Eigen::Vector2d axis{1.0, 0.0};  ///< ê where it slides, the first direction of friction elsewhere
  int normal_moved{-1};            ///< `progress` when it changed sets last
  int friction_moved{-1};
};

inline Eigen::Vector2d perpendicular(const Eigen::Vector2d & axis)
{
  return {-axis[1], axis[0]};
}

/// The forces, velocities and sets of all contacts, in the units of ScaledContacts, and how a
/// contact goes from one set to another. A contact that would go back to a set it left without a
/// step of size > 0 in between is dropped: the main loop takes it up again.
class DriveState
{
public:
  using Index = Eigen::Index;

  void reset(const ContactProblem & problem)
  {
    contacts.reset(problem);
    sets.assign(problem.size(), ContactSets{});
    lambda.setZero(3 * problem.size());
    u.resize(3 * problem.size());
    progress = 0;
    drops = 0;
    refresh();
  }

  /// x and u afresh, without the rounding of the steps.
  void refresh()
  {
    x = contacts.k();
    for (Index i = 0; i < contacts.size(); ++i) {
      contacts.accumulate(i, lambda.segment<3>(3 * i), x);
    }
    for (Index i = 0; i < contacts.size(); ++i) {
      u.segment<3>(3 * i) = contacts.velocity(i, x);
    }
    const double largest = contacts.size() > 0 ? lambda.cwiseAbs().maxCoeff() : 0.0;
    zero = kZero + 4.0 * std::numeric_limits<double>::epsilon() * largest;
  }

  auto force(Index i) {return lambda.segment<2>(3 * i + 1);}
  Eigen::Vector2d force(Index i) const {return lambda.segment<2>(3 * i + 1);}
  Eigen::Vector2d sliding(Index i) const {return u.segment<2>(3 * i + 1);}

  /// μ λ_n
  double cone_radius(Index i) const {return contacts.mu(i) * std::max(0.0, lambda[3 * i]);}

  bool is_clamped(Index i) const {return sets[i].normal == NormalSet::kClamped;}
  bool slides(Index i) const {return sets[i].friction == FrictionSet::kSlide;}

  void open(Index i)
  {
    const bool came_back = sets[i].normal_moved == progress;
    drops += came_back;
    sets[i].normal = came_back ? NormalSet::kWaiting : NormalSet::kFree;
    sets[i].normal_moved = progress;
    lambda[3 * i] = 0.0;
    if (sets[i].friction == FrictionSet::kNone) {
      return;
    }
    // At the tip of the cone a force on it is known to the root of the rounding; what is larger is
    // friction that was dropped.
    const bool is_tip = force(i).norm() <= kTip;
    sets[i].friction = is_tip ? FrictionSet::kNone : FrictionSet::kWaiting;
    if (is_tip) {
      force(i).setZero();
    }
  }

  /// A contact that closes slides, unless it is at rest already.
  void close(Index i)
  {
    const bool came_back = sets[i].normal_moved == progress;
    drops += came_back;
    sets[i].normal = came_back ? NormalSet::kWaiting : NormalSet::kClamped;
    sets[i].normal_moved = progress;
    u[3 * i] = 0.0;
    if (came_back || contacts.mu(i) == 0.0 || sets[i].friction != FrictionSet::kNone) {
      return;
    }
    const double speed = sliding(i).norm();
    sets[i].friction = speed > zero ? FrictionSet::kSlide : FrictionSet::kStick;
    if (speed > zero) {
      sets[i].axis = -sliding(i) / speed;
    }
  }

  void saturate(Index i)
  {
    if (sets[i].friction_moved == progress) {
      return drop_friction(i);
    }
    const double size = force(i).norm();
    if (size > 0.0) {
      sets[i].axis = force(i) / size;
      force(i) = cone_radius(i) * sets[i].axis;
    }
    sets[i].friction = FrictionSet::kSlide;
    sets[i].friction_moved = progress;
  }

  void stop_sliding(Index i)
  {
    if (sets[i].friction_moved == progress || sets[i].axis.dot(sliding(i)) > zero) {
      return drop_friction(i);
    }
    const bool rests = std::abs(perpendicular(sets[i].axis).dot(sliding(i))) <= zero;
    sets[i].friction = rests ? FrictionSet::kStick : FrictionSet::kHalf;
    sets[i].friction_moved = progress;
  }

  void drop_friction(Index i)
  {
    sets[i].friction = FrictionSet::kWaiting;
    sets[i].friction_moved = -1;
    ++drops;
  }

  ScaledContacts contacts;
  std::vector<ContactSets> sets;
  Eigen::VectorXd lambda;
  Eigen::VectorXd x;    ///< k + Σ Â_j λ_j
  Eigen::VectorXd u;
  double zero{kZero};   ///< velocities below it are rounding
  int progress{0};      ///< steps of size > 0
  int drops{0};

  /// Velocities and impulses are of order one: below this they are zero.
  static constexpr double kZero = 1e-12;

  /// How far a condition may be off and still count as met: well below the judge's tolerance.
  static constexpr double kMet = 1e-10;

private:
  static constexpr double kTip = 1e-7;
};

}  // namespace contact_sim

#endif  // SOLVERS__DANTZIG_STATE_HPP_
