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


#ifndef CONTACT_SIM__DYNAMICS__JACOBIAN_HPP_
#define CONTACT_SIM__DYNAMICS__JACOBIAN_HPP_

#include <Eigen/Core>

#include <vector>

#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/dynamics/model.hpp"

namespace contact_sim
{

/// \name Jacobians at the position of the last forward_kinematics(), in world axes
/// The answers are dense, with nv columns; those outside of model.support(body) are zero.
/// @{
/// Of body_velocity(): (ω, velocity of the body's origin) = J v. 6 × nv.
void body_jacobian(
  const Model & model, const Data & data, int body, Eigen::Ref<Eigen::MatrixXd> jacobian);
Eigen::MatrixXd body_jacobian(const Model & model, const Data & data, int body);

/// Of the point of a body that is at `point` of the world. 3 × nv.
void point_jacobian(
  const Model & model, const Data & data, int body, const Eigen::Vector3d & point,
  Eigen::Ref<Eigen::MatrixXd> jacobian);
Eigen::MatrixXd point_jacobian(
  const Model & model, const Data & data, int body, const Eigen::Vector3d & point);
/// @}

/// Rows are the degrees of freedom of model.support(body), columns those of body_velocity().
using BodyColumns = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, 6, Eigen::RowMajor>>;

/// Φ = G⁻¹Jᵀ of body_jacobian() on the body's support, after factor_mass_matrix() and at the same
/// position. Computed at the first call for a body after a factorisation and kept: many contacts of
/// one body share it. The inverse inertia between bodies i and j is Φ_iᵀΦ_j over their common
/// support.
BodyColumns body_columns(const Model & model, Data & data, int body);

/// Columns Â = G⁻¹Jᵀ of a contact on the rows it touches: what ContactProblem::add_contact() takes.
/// Keeps its memory from contact to contact.
class ContactColumns
{
public:
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, 3>;

  const std::vector<int> & dofs() const {return dofs_;}  ///< ascending
  Eigen::Block<const Matrix, Eigen::Dynamic, 3, false> columns() const
  {
    return columns_.topRows(static_cast<Eigen::Index>(dofs_.size()));
  }

private:
  friend void contact_columns(
    const Model &, Data &, int, int, const Eigen::Vector3d &, const Eigen::Matrix3d &,
    ContactColumns &);

  std::vector<int> dofs_;
  Matrix columns_;  ///< may have more rows than are in use
};

/// The columns of a contact at `point` of the world: the velocity of body_b less that of body_a
/// there, along the columns n, t₁, t₂ of `frame` (world axes; n from a to b). Either body may be 0,
/// the world; both may belong to one tree. After factor_mass_matrix(), and at the same position.
/// \throws std::invalid_argument where a body is not there or nothing was factored
void contact_columns(
  const Model & model, Data & data, int body_a, int body_b, const Eigen::Vector3d & point,
  const Eigen::Matrix3d & frame, ContactColumns & result);

}  // namespace contact_sim

#endif  // CONTACT_SIM__DYNAMICS__JACOBIAN_HPP_
