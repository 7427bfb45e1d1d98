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

#ifndef SOLVERS__DANTZIG_DRIVE_HPP_
#define SOLVERS__DANTZIG_DRIVE_HPP_

#include <Eigen/Core>

#include <vector>

#include "contact_sim/lcp/lcp_problem.hpp"
#include "solvers/dantzig_direction.hpp"
#include "solvers/dantzig_state.hpp"

namespace contact_sim
{

/// What is done with one force until something ends it.
enum class Drive : char
{
  kNormal,    ///< the normal force grows until u_n = 0
  kFriction,  ///< friction grows against sliding until that ends or friction is saturated
  kShrink,    ///< friction outside of the cone: back to it
  kTurn,      ///< friction on the cone: across, until it is against sliding
  kRelease,   ///< friction on the cone, along sliding: back, until sliding ends
};

/// Baraff's drive-to-zero with friction in space, see Dantzig: changes one force, and the forces of
/// the contacts treated before so that their conditions are kept. In kShrink, kTurn and kRelease
/// the friction that is moved besides grows and shrinks with its normal force, as the cone does.
class ContactDrive
{
public:
  using Index = Eigen::Index;

  /// Starts with no impulses. `max_steps` is for all drives that follow.
  void reset(const ContactProblem & problem, int max_steps);

  /// kSolved: done. kRay: the direction is unbounded. kGaveUp: it could not be computed.
  LcpStatus drive_normal(Index i);
  LcpStatus drive_friction(Index i, Drive what, const Eigen::Vector2d & direction);

  DriveState & state() {return state_;}
  int steps() const {return steps_;}

  /// Steps that only the end of a sliding has bounded: no finite force does the work.
  int unbounded_steps() const {return unbounded_;}

private:
  struct Driven
  {
    Drive what;
    Index contact;
    Eigen::Vector3d column;  ///< the driven force

    /// The driven contact's friction follows the cone: it has no events of its own.
    bool is_led() const {return what != Drive::kNormal && what != Drive::kFriction;}
  };

  enum class Event {kNone, kReached, kOpens, kCloses, kSaturates, kStops};

  struct Step
  {
    double size;
    Event event;
    Index contact;
  };

  void correct();
  LcpStatus drive(Driven driven);
  Eigen::Vector3d normal_column(Index i) const;
  void collect_rows();
  bool find_direction(const Driven & driven);
  Step largest_step(const Driven & driven);
  Step end_of_drive(const Driven & driven) const;
  double step_to_alignment(Index i) const;
  void limit_by_normal(Index i, Step & step) const;
  void limit_by_friction(const Driven & driven, Index i, Step & step, Step & stop) const;
  void advance(double step);
  bool finish(const Driven & driven, const Step & step);
  bool finish_friction(const Driven & driven, const Step & step);
  void change_sets(const Step & step);
  bool drop_a_slide();
  bool has_force(Index i) const {return state_.is_clamped(i) || i == driven_normal_;}

  DriveState state_;
  DirectionSystem system_;
  std::vector<ClampedRow> wanted_;
  Eigen::VectorXd dlambda_;
  Eigen::VectorXd dx_;
  Eigen::VectorXd du_;
  double zero_rate_{0.0};    ///< rates below are rounding
  Index driven_normal_{-1};
  int steps_{0};
  int max_steps_{0};
  int unbounded_{0};
};

}  // namespace contact_sim

#endif  // SOLVERS__DANTZIG_DRIVE_HPP_
