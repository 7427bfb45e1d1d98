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

#ifndef CONTACT_SIM__SIMULATION__MOTION_HPP_
#define CONTACT_SIM__SIMULATION__MOTION_HPP_

#include <Eigen/Core>

#include <string>
#include <vector>

#include "contact_sim/dynamics/model.hpp"
#include "contact_sim/simulation/state.hpp"

namespace contact_sim
{

/// How a joint gets from one keyframe to the next.
enum class Interpolation
{
  kLinear,       ///< at constant speed, which jumps at the keyframes
  kCubic,        ///< with the keyframes' velocities, which are 0 where none are given
  kMinimumJerk,  ///< velocity and acceleration are 0 at the keyframes ([Flash 1985])
};

const char * to_string(Interpolation interpolation);  ///< "linear", "cubic", "minimum_jerk"

/// The inverse of to_string().
/// \throws std::invalid_argument listing the names
Interpolation interpolation_from_string(const std::string & name);

/// Positions of joints at some times.
struct Keyframes
{
  std::vector<double> times;        ///< [s], ascending
  std::vector<std::string> joints;  ///< of the model, each with one degree of freedom
  Eigen::MatrixXd positions;        ///< a row a time, a column a joint [rad] or [m]
  Eigen::MatrixXd velocities;       ///< the same, for kCubic; or none at all [rad/s] or [m/s]
};

struct MotionOptions
{
  Interpolation interpolation{Interpolation::kCubic};
  bool is_looped{false};  ///< begins again where it ends; else it is held there
  double start{0.0};      ///< what is added to the times [s]
};

/// One joint at one time.
struct JointSample
{
  double position{0.0};      ///< [rad] or [m]
  double velocity{0.0};      ///< [rad/s] or [m/s]
  double acceleration{0.0};  ///< [rad/s²] or [m/s²]
};

/// What some joints of a robot do over time:
///
///     Motion motion(model, {{0.0, 1.0}, {"robot/knee"}, positions, {}}, {});
///     motion.command(state.time + h, command);
///
/// Before the first keyframe it stands there, and so it does after the last one, unless it is
/// looped. Immutable; takes nothing from the heap once made.
class Motion
{
public:
  /// \throws std::invalid_argument naming the joint and the keyframe: an unknown joint, one that
  ///   has not one degree of freedom, that mimics another or that is given twice; times that do not
  ///   ascend; numbers that are not finite; velocities without kCubic; a looped motion whose last
  ///   keyframe is not its first, or that takes no time
  Motion(const Model & model, const Keyframes & keyframes, const MotionOptions & options);

  int joint_count() const {return static_cast<int>(dofs_.size());}
  int dof(int joint) const {return dofs_[joint];}
  /// When the last keyframe is reached for the first time [s].
  double end_time() const {return options_.start + keyframes_.times.back();}
  const MotionOptions & options() const {return options_;}
  const Keyframes & keyframes() const {return keyframes_;}

  /// Where a joint of the motion is at a time [s].
  JointSample sample(int joint, double time) const;

  /// Position commands to all joints of the motion; others stay as they are.
  void command(double time, Command & command) const;

private:
  struct Place  ///< between two keyframes
  {
    std::size_t segment;  ///< of the keyframe before
    double fraction;      ///< 0 … 1
    double length;        ///< [s]; 0 where the motion stands still
  };

  Place place(double time) const;
  JointSample sample(int joint, const Place & place) const;

  Keyframes keyframes_;
  MotionOptions options_;
  std::vector<int> dofs_;
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__SIMULATION__MOTION_HPP_
