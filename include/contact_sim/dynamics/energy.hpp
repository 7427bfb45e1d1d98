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


#ifndef CONTACT_SIM__DYNAMICS__ENERGY_HPP_
#define CONTACT_SIM__DYNAMICS__ENERGY_HPP_

#include <Eigen/Core>

#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/dynamics/model.hpp"

namespace contact_sim
{

/// Linear [kg m/s] and angular [kg m²/s] momentum.
struct Momentum
{
  Eigen::Vector3d linear{Eigen::Vector3d::Zero()};
  Eigen::Vector3d angular{Eigen::Vector3d::Zero()};
};

/// \name At the last forward_kinematics()
/// Of the body `root` and all that it carries; root 0: of everything that moves. Velocities are
/// those of forward_kinematics(q, v).
/// @{
double total_mass(const Model & model, int root = 0);                              ///< [kg]
/// \throws std::invalid_argument where there is no mass
Eigen::Vector3d center_of_mass(const Model & model, const Data & data, int root = 0);  ///< [m]
double kinetic_energy(const Model & model, const Data & data, int root = 0);           ///< [J]
/// Zero where the centre of mass is at the world's origin [J].
double potential_energy(const Model & model, const Data & data, int root = 0);
/// Angular about `point` of the world.
Momentum momentum(
  const Model & model, const Data & data,
  const Eigen::Vector3d & point = Eigen::Vector3d::Zero(), int root = 0);
/// @}

}  // namespace contact_sim

#endif  // CONTACT_SIM__DYNAMICS__ENERGY_HPP_
