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


#ifndef CONTACT_SIM__DYNAMICS__JOINT_HPP_
#define CONTACT_SIM__DYNAMICS__JOINT_HPP_

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <limits>
#include <optional>
#include <string>

namespace contact_sim
{

/// Kinds of joints, as URDF names them, and `spherical`. J is the joint's frame, fixed in the
/// parent link; B the frame of the child link. Both coincide at the neutral position.
///
/// | type       | q                                              | v                             |
/// |------------|------------------------------------------------|-------------------------------|
/// | fixed      | -                                              | -                             |
/// | revolute   | angle about the axis [rad]                     | its rate                      |
/// | continuous | the same, without limits                       | its rate                      |
/// | prismatic  | way along the axis [m]                         | its rate                      |
/// | planar     | x, y [m] in the plane, angle about its normal  | their rates                   |
/// | spherical  | quaternion x y z w of B in J                   | ω of B against J, in B        |
/// | floating   | origin of B in J [m], quaternion x y z w       | ω as above, then the rate of  |
/// |            |                                                | the origin of B, in J's axes  |
///
/// So an angular column of the motion subspace is constant in B and a linear one is constant in J,
/// and at the origin of B every column is either purely angular or purely linear. The linear
/// velocity of a floating body is taken in J and not in B, since then a body that is thrown
/// spinning keeps its momentum exactly when it is integrated: in rotating axes an explicit step
/// would add (hω)²/2 of the speed each time.
///
/// The axes of the plane of a planar joint are planar_axes().
enum class JointType {kFixed, kRevolute, kContinuous, kPrismatic, kPlanar, kSpherical, kFloating};

constexpr int joint_nq(JointType type)
{
  switch (type) {
    case JointType::kFixed: return 0;
    case JointType::kPlanar: return 3;
    case JointType::kSpherical: return 4;
    case JointType::kFloating: return 7;
    default: return 1;
  }
}

constexpr int joint_nv(JointType type)
{
  switch (type) {
    case JointType::kFixed: return 0;
    case JointType::kPlanar: return 3;
    case JointType::kSpherical: return 3;
    case JointType::kFloating: return 6;
    default: return 1;
  }
}

/// "revolute" and so on.
const char * to_string(JointType type);

/// The inverse of to_string().
/// \throws std::invalid_argument listing the types
JointType joint_type_from_string(const std::string & name);

/// x and y of a planar joint, in J, for a unit normal: with the normal they are right-handed. For
/// the normal z they are x and y; else the shortest rotation that takes z to the normal is applied.
Eigen::Matrix<double, 3, 2> planar_axes(const Eigen::Vector3d & normal);

/// Bounds of a joint with one degree of freedom; infinite: none.
struct JointLimits
{
  double lower{-std::numeric_limits<double>::infinity()};    ///< [rad] or [m]
  double upper{std::numeric_limits<double>::infinity()};     ///< [rad] or [m]
  double velocity{std::numeric_limits<double>::infinity()};  ///< [rad/s] or [m/s]
  double effort{std::numeric_limits<double>::infinity()};    ///< [N m] or [N]
};

/// q = multiplier · q(leader) + offset. Kept as an ordinary degree of freedom of the tree; the
/// coupling is a bilateral row (loop_constraints.hpp) and apply_mimic() (integration.hpp).
struct MimicSpec
{
  std::string leader;      ///< name of the joint that leads
  double multiplier{1.0};  ///< [-]
  double offset{0.0};      ///< [rad] or [m]
};

/// A joint as its author gives it.
struct Joint
{
  std::string name;
  JointType type{JointType::kFixed};
  Eigen::Vector3d axis{Eigen::Vector3d::UnitX()};  ///< in J; normalised by the builder
  Eigen::Isometry3d pose{Eigen::Isometry3d::Identity()};  ///< of J in the parent link
  JointLimits limits;
  double damping{0.0};   ///< [N m s/rad] or [N s/m]
  double friction{0.0};  ///< dry, of the largest size [N m] or [N]
  std::optional<MimicSpec> mimic;
};

/// True for the types that have an axis: all but fixed, spherical and floating.
constexpr bool has_axis(JointType type)
{
  return type == JointType::kRevolute || type == JointType::kContinuous ||
         type == JointType::kPrismatic || type == JointType::kPlanar;
}

}  // namespace contact_sim

#endif  // CONTACT_SIM__DYNAMICS__JOINT_HPP_
