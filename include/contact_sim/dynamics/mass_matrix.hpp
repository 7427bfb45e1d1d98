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


#ifndef CONTACT_SIM__DYNAMICS__MASS_MATRIX_HPP_
#define CONTACT_SIM__DYNAMICS__MASS_MATRIX_HPP_

#include <Eigen/Core>

#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/dynamics/model.hpp"

namespace contact_sim
{

/// The mass matrix M into data.mass, by rows on the support of each degree of freedom: composite
/// rigid bodies, Table 6.2 of [Featherstone 2008], in world axes at the bodies' origins.
void mass_matrix(const Model & model, Data & data, const Eigen::VectorXd & q);

/// The same at the position of the last forward_kinematics().
void mass_matrix(const Model & model, Data & data);

/// M += diag(d): rotor inertias, or h·damping + h²·stiffness of an implicit step. Before
/// factor_mass_matrix().
/// \throws std::invalid_argument where d has not nv numbers, or one is negative or not finite
void add_diagonal(const Model & model, Data & data, const Eigen::VectorXd & d);

/// M as a dense symmetric matrix.
Eigen::MatrixXd dense_mass_matrix(const Model & model, const Data & data);

/// M = LᵀL = G Gᵀ, G = Lᵀ, from data.mass: LTL of section 6.5 of [Featherstone 2008]. L has entries
/// where M has, so nothing fills in.
/// \throws std::invalid_argument naming the degree of freedom whose pivot is not positive
void factor_mass_matrix(const Model & model, Data & data);

/// G as a dense matrix: upper triangular.
Eigen::MatrixXd dense_factor(const Model & model, const Data & data);

/// \name In place, x of nv numbers, after factor_mass_matrix()
/// \throws std::invalid_argument where the size does not fit or nothing was factored
/// @{
void solve_G(const Model & model, const Data & data, Eigen::Ref<Eigen::VectorXd> x);   ///< G⁻¹x
void solve_Gt(const Model & model, const Data & data, Eigen::Ref<Eigen::VectorXd> x);  ///< G⁻ᵀx
void solve_M(const Model & model, const Data & data, Eigen::Ref<Eigen::VectorXd> x);   ///< M⁻¹x
void multiply_G(const Model & model, const Data & data, Eigen::Ref<Eigen::VectorXd> x);
void multiply_Gt(const Model & model, const Data & data, Eigen::Ref<Eigen::VectorXd> x);
/// @}

}  // namespace contact_sim

#endif  // CONTACT_SIM__DYNAMICS__MASS_MATRIX_HPP_
