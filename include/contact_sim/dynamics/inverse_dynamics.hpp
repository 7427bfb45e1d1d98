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


#ifndef CONTACT_SIM__DYNAMICS__INVERSE_DYNAMICS_HPP_
#define CONTACT_SIM__DYNAMICS__INVERSE_DYNAMICS_HPP_

#include <Eigen/Core>

#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/dynamics/model.hpp"

namespace contact_sim
{

/// The generalised forces τ that give the accelerations a, under gravity and external wrenches:
/// τ = M a + bias - Σ Jᵀ wrench. Recursive Newton–Euler, Table 5.1 of [Featherstone 2008]; differs
/// in that it works in world axes at the bodies' origins with accelerations of these points, so
/// that the bodies' linear velocities cancel on paper and not in floating point.
/// \return data.tau
const Eigen::VectorXd & inverse_dynamics(
  const Model & model, Data & data, const Eigen::VectorXd & q, const Eigen::VectorXd & v,
  const Eigen::VectorXd & a, const Wrenches * wrenches = nullptr);

/// inverse_dynamics() of a = 0: Coriolis, centrifugal and gravity forces, and what balances the
/// wrenches, so that M a + bias = τ.
/// \return data.bias
const Eigen::VectorXd & bias_forces(
  const Model & model, Data & data, const Eigen::VectorXd & q, const Eigen::VectorXd & v,
  const Wrenches * wrenches = nullptr);

/// The same at the position and velocity of the last forward_kinematics(q, v).
const Eigen::VectorXd & bias_forces(
  const Model & model, Data & data, const Wrenches * wrenches = nullptr);

}  // namespace contact_sim

#endif  // CONTACT_SIM__DYNAMICS__INVERSE_DYNAMICS_HPP_
