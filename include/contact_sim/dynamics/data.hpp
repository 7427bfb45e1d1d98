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


#ifndef CONTACT_SIM__DYNAMICS__DATA_HPP_
#define CONTACT_SIM__DYNAMICS__DATA_HPP_

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <cstddef>
#include <vector>

#include "contact_sim/dynamics/model.hpp"
#include "contact_sim/dynamics/spatial.hpp"

namespace contact_sim
{

/// A wrench on every body, the world included: (moment about the origin of the body's frame,
/// force), in world axes [N m, N].
using Wrenches = std::vector<Vector6d>;

/// A rigid-body inertia about the origin of its body's frame, in world axes: what the recursions
/// work on.
struct WorldInertia
{
  double mass{0.0};            ///< [kg]
  Eigen::Vector3d moment;      ///< mass × centre of mass, from the body's origin [kg m]
  Eigen::Matrix3d rotational;  ///< about the body's origin [kg m²]
};

/// An articulated-body inertia [I H; Hᵀ M] about the origin of its body's frame, in world axes.
struct ArticulatedInertia
{
  Eigen::Matrix3d rotational;  ///< I [kg m²]
  Eigen::Matrix3d coupling;    ///< H [kg m]
  Eigen::Matrix3d mass;        ///< M [kg]
};

/// All memory that the free functions of this room work in: nothing is allocated after the
/// construction. Filled by the function named beside each member; vectors are in world axes, by
/// body or by degree of freedom. One Data serves one thread.
struct Data
{
  explicit Data(const Model & model);

  /// \name forward_kinematics()
  /// @{
  std::vector<Eigen::Matrix3d> rotation;       ///< R_WB, by body
  std::vector<Eigen::Vector3d> position;       ///< p_WB, by body [m]
  std::vector<Eigen::Vector3d> offset;         ///< p_WB less that of the parent, by body [m]
  std::vector<Eigen::Vector3d> axis;           ///< by dof; at the origin of its body
  std::vector<Eigen::Vector3d> omega;          ///< by body, with v only [rad/s]
  std::vector<Eigen::Vector3d> velocity;       ///< of the body's origin, with v only [m/s]
  /// Accelerations that v alone makes, less those of the parent: angular, and of the origin.
  std::vector<Eigen::Vector3d> bias_alpha;         ///< [rad/s²]
  std::vector<Eigen::Vector3d> bias_acceleration;  ///< [m/s²]
  /// @}

  /// \name mass_matrix() and factor_mass_matrix()
  /// @{
  std::vector<WorldInertia> composite;  ///< of the subtree of each body
  Eigen::VectorXd mass;                 ///< M by rows: see Model::row_begin()
  Eigen::VectorXd factor;               ///< L by rows, M = LᵀL; the diagonal holds 1/L_kk
  bool is_factored{false};
  /// @}

  /// \name body_columns(): G⁻¹Jᵀ of the bodies, 6 numbers a dof of the support
  /// @{
  std::vector<double> columns;
  std::vector<std::size_t> columns_begin;  ///< by body
  std::vector<char> has_columns;           ///< by body, since the last factor_mass_matrix()
  /// @}

  /// \name inverse_dynamics() and bias_forces()
  /// @{
  std::vector<Eigen::Vector3d> alpha;         ///< angular acceleration, by body [rad/s²]
  std::vector<Eigen::Vector3d> acceleration;  ///< of the body's origin, less gravity [m/s²]
  std::vector<Eigen::Vector3d> moment;        ///< about the body's origin, by body [N m]
  std::vector<Eigen::Vector3d> force;         ///< by body [N]
  Eigen::VectorXd tau;                        ///< answer of inverse_dynamics()
  Eigen::VectorXd bias;                       ///< answer of bias_forces()
  /// @}

  /// \name forward_dynamics()
  /// @{
  std::vector<ArticulatedInertia> articulated;
  std::vector<Eigen::Vector3d> u_moment;  ///< U = I^A S, its angular part, by dof
  std::vector<Eigen::Vector3d> u_force;   ///< and its linear part
  Eigen::VectorXd inverse_d;              ///< 1 / SᵀU
  Eigen::VectorXd u;                      ///< τ - Sᵀp^A
  Eigen::VectorXd qdd;                    ///< answer of forward_dynamics()
  /// @}

  /// \name Scratch of the integrators (integration.hpp)
  /// @{
  Eigen::VectorXd stage_q, stage_v, slope_q, slope_v, sum_q, sum_v;
  /// @}
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__DYNAMICS__DATA_HPP_
