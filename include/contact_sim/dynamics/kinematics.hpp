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


#ifndef CONTACT_SIM__DYNAMICS__KINEMATICS_HPP_
#define CONTACT_SIM__DYNAMICS__KINEMATICS_HPP_

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/dynamics/model.hpp"

namespace contact_sim
{

/// Poses of all bodies. Quaternions in q need not be of unit length: their direction counts.
/// All functions of this room that take q, v and the like
/// \throws std::invalid_argument where a size does not fit, a number is not finite, or a
/// quaternion is zero
void forward_kinematics(const Model & model, Data & data, const Eigen::VectorXd & q);

/// Poses and velocities.
void forward_kinematics(
  const Model & model, Data & data, const Eigen::VectorXd & q, const Eigen::VectorXd & v);

/// \name After forward_kinematics(q)
/// @{
inline Eigen::Isometry3d body_pose(const Data & data, int body)
{
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = data.rotation[body];
  pose.translation() = data.position[body];
  return pose;
}

inline Eigen::Isometry3d link_pose(const Model & model, const Data & data, int link)
{
  return body_pose(data, model.link(link).body) * model.link(link).pose;
}
/// @}

/// \name After forward_kinematics(q, v)
/// @{
/// (ω, velocity of the body's origin), in world axes [rad/s, m/s].
inline Vector6d body_velocity(const Data & data, int body)
{
  Vector6d velocity;
  velocity << data.omega[body], data.velocity[body];
  return velocity;
}

/// Velocity of the point of a body that is at `point` of the world [m/s].
inline Eigen::Vector3d point_velocity(const Data & data, int body, const Eigen::Vector3d & point)
{
  return data.velocity[body] + data.omega[body].cross(point - data.position[body]);
}
/// @}

}  // namespace contact_sim

#endif  // CONTACT_SIM__DYNAMICS__KINEMATICS_HPP_
