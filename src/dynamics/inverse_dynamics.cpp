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


#include "contact_sim/dynamics/inverse_dynamics.hpp"

#include "contact_sim/dynamics/kinematics.hpp"
#include "dynamics/checks.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;

/// Accelerations from the root outwards. Gravity enters as an acceleration of the world upwards.
void accelerate(const Model & model, Data & data, const Eigen::VectorXd * a)
{
  data.alpha[0].setZero();
  data.acceleration[0] = -model.gravity();
  for (int body = 1; body < model.body_count(); ++body) {
    const int parent = model.parent(body);
    Vector3d alpha = data.alpha[parent] + data.bias_alpha[body];
    Vector3d acceleration = data.acceleration[parent] +
      data.alpha[parent].cross(data.offset[body]) + data.bias_acceleration[body];
    const int first = model.first_v(body), end = first + model.body_nv(body);
    for (int dof = first; a != nullptr && dof < end; ++dof) {
      (model.dof_is_angular(dof) ? alpha : acceleration) += (*a)[dof] * data.axis[dof];
    }
    data.alpha[body] = alpha;
    data.acceleration[body] = acceleration;
  }
}

/// Newton's and Euler's equations of one body about the origin of its frame.
void balance(const Model & model, Data & data, int body)
{
  const Eigen::Matrix3d & rotation = data.rotation[body];
  const Vector3d & omega = data.omega[body];
  const Vector3d & alpha = data.alpha[body];
  const Vector3d & acceleration = data.acceleration[body];
  const Vector3d first_moment = rotation * model.first_moment(body);
  const Vector3d spin = rotation.transpose() * omega;
  const Vector3d spin_rate = rotation.transpose() * alpha;
  const Eigen::Matrix3d & inertia = model.rotational(body);
  data.moment[body] = rotation * (inertia * spin_rate + spin.cross(inertia * spin)) +
    first_moment.cross(acceleration);
  data.force[body] = model.mass(body) * acceleration + alpha.cross(first_moment) +
    omega.cross(omega.cross(first_moment));
}

/// Forces from the leaves inwards.
void project(const Model & model, Data & data, Eigen::VectorXd & tau)
{
  for (int body = model.body_count() - 1; body > 0; --body) {
    const Vector3d & moment = data.moment[body];
    const Vector3d & force = data.force[body];
    const int first = model.first_v(body), end = first + model.body_nv(body);
    for (int dof = first; dof < end; ++dof) {
      tau[dof] = data.axis[dof].dot(model.dof_is_angular(dof) ? moment : force);
    }
    const int parent = model.parent(body);
    data.moment[parent] += moment + data.offset[body].cross(force);
    data.force[parent] += force;
  }
}

void run(
  const Model & model, Data & data, const Eigen::VectorXd * a, const Wrenches * wrenches,
  Eigen::VectorXd & tau)
{
  check_wrenches(model, wrenches);
  accelerate(model, data, a);
  for (int body = 1; body < model.body_count(); ++body) {
    balance(model, data, body);
    if (wrenches != nullptr) {
      data.moment[body] -= (*wrenches)[body].head<3>();
      data.force[body] -= (*wrenches)[body].tail<3>();
    }
  }
  project(model, data, tau);
}

}  // namespace

const Eigen::VectorXd & inverse_dynamics(
  const Model & model, Data & data, const Eigen::VectorXd & q, const Eigen::VectorXd & v,
  const Eigen::VectorXd & a, const Wrenches * wrenches)
{
  check_vector("a", a, model.nv());
  forward_kinematics(model, data, q, v);
  run(model, data, &a, wrenches, data.tau);
  return data.tau;
}

const Eigen::VectorXd & bias_forces(
  const Model & model, Data & data, const Eigen::VectorXd & q, const Eigen::VectorXd & v,
  const Wrenches * wrenches)
{
  forward_kinematics(model, data, q, v);
  return bias_forces(model, data, wrenches);
}

const Eigen::VectorXd & bias_forces(const Model & model, Data & data, const Wrenches * wrenches)
{
  run(model, data, nullptr, wrenches, data.bias);
  return data.bias;
}

}  // namespace contact_sim
