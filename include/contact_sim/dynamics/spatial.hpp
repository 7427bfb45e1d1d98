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


#ifndef CONTACT_SIM__DYNAMICS__SPATIAL_HPP_
#define CONTACT_SIM__DYNAMICS__SPATIAL_HPP_

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <string>

namespace contact_sim
{

/// Spatial vectors are angular first, as in [Featherstone 2008]: a motion is (ω, v) with v the
/// velocity of the point that is just at the origin of the frame; a force is (moment about that
/// origin, force).
using Vector6d = Eigen::Matrix<double, 6, 1>;
using Matrix6d = Eigen::Matrix<double, 6, 6>;

/// [v]×, so that skew(v) u = v × u.
Eigen::Matrix3d skew(const Eigen::Vector3d & v);

/// Takes a motion given in B to A, where `pose` is that of B in A: p_A = pose p_B.
Matrix6d motion_transform(const Eigen::Isometry3d & pose);

/// Takes a force given in B to A; the inverse transpose of motion_transform().
Matrix6d force_transform(const Eigen::Isometry3d & pose);

/// v × m for motions, and v ×* f for a force: [Featherstone 2008], eq. 2.31 and 2.32.
Vector6d cross_motion(const Vector6d & v, const Vector6d & m);
Vector6d cross_force(const Vector6d & v, const Vector6d & f);

/// The rotation by |r| about r, as a unit quaternion; exact to rounding for small |r| too.
Eigen::Quaterniond exp_rotation(const Eigen::Vector3d & r);

/// The rotation vector of a unit quaternion, of length up to π; inverse of exp_rotation().
Eigen::Vector3d log_rotation(const Eigen::Quaterniond & rotation);

/// Mass, centre of mass and rotational inertia of a rigid body, in one frame.
struct SpatialInertia
{
  double mass{0.0};                                          ///< [kg]
  Eigen::Vector3d center{Eigen::Vector3d::Zero()};           ///< centre of mass [m]
  Eigen::Matrix3d rotational{Eigen::Matrix3d::Zero()};       ///< about the centre [kg m²]

  bool is_massless() const {return mass == 0.0 && rotational.isZero(0.0);}

  /// About the origin of the frame [kg m²].
  Eigen::Matrix3d rotational_about_origin() const;

  /// As a 6×6 matrix that takes a motion to a momentum.
  Matrix6d matrix() const;

  /// The same body seen from A, where this is given in B and `pose` is that of B in A.
  SpatialInertia transformed(const Eigen::Isometry3d & pose) const;

  /// ½ vᵀ I v of a motion in the same frame [J].
  double kinetic_energy(const Vector6d & v) const;

  /// Why no rigid body has this inertia, or an empty text where one can: numbers are finite, mass
  /// and principal moments positive, the largest moment at most the sum of the others (up to
  /// kTriangleTolerance of it, since files round). A body without mass and inertia is possible.
  std::string impossible_because() const;
};

/// Relative slack of the triangle inequality: a plate whose moments were written with three digits
/// passes; the mass matrix is positive definite all the same.
constexpr double kTriangleTolerance = 1e-3;

/// Two bodies that are one from now on, given in the same frame.
SpatialInertia operator+(const SpatialInertia & a, const SpatialInertia & b);

/// Of solid bodies with the centre at the origin; the cylinder's axis is z.
SpatialInertia box_inertia(double mass, const Eigen::Vector3d & size);
SpatialInertia sphere_inertia(double mass, double radius);
SpatialInertia cylinder_inertia(double mass, double radius, double length);

}  // namespace contact_sim

#endif  // CONTACT_SIM__DYNAMICS__SPATIAL_HPP_
