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


#ifndef CONTACT_SIM__DYNAMICS__FORWARD_DYNAMICS_HPP_
#define CONTACT_SIM__DYNAMICS__FORWARD_DYNAMICS_HPP_

#include <Eigen/Core>

#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/dynamics/model.hpp"

namespace contact_sim
{

/// The accelerations that generalised forces τ, gravity and external wrenches give. Articulated
/// bodies, Table 7.1 of [Featherstone 2008]; differs in that it works in world axes at the bodies'
/// origins with accelerations of these points, and in that a joint with several degrees of freedom
/// is eliminated one after the other, which needs no small matrix to be inverted.
/// \return data.qdd
const Eigen::VectorXd & forward_dynamics(
  const Model & model, Data & data, const Eigen::VectorXd & q, const Eigen::VectorXd & v,
  const Eigen::VectorXd & tau, const Wrenches * wrenches = nullptr);

/// The same at the position and velocity of the last forward_kinematics(q, v).
const Eigen::VectorXd & forward_dynamics(
  const Model & model, Data & data, const Eigen::VectorXd & tau,
  const Wrenches * wrenches = nullptr);

}  // namespace contact_sim

#endif  // CONTACT_SIM__DYNAMICS__FORWARD_DYNAMICS_HPP_
