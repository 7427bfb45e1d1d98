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


#include "contact_sim/dynamics/forward_dynamics.hpp"

#include <stdexcept>

#include "contact_sim/dynamics/kinematics.hpp"
#include "dynamics/checks.hpp"
#include "dynamics/world_inertia.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// The inertia of a body on its own, and the force that its velocity and the wrench need.
void start(const Model & model, Data & data, int body, const Wrenches * wrenches)
{
  const Matrix3d & rotation = data.rotation[body];
  const Vector3d & omega = data.omega[body];
  ArticulatedInertia & inertia = data.articulated[body];
  const Vector3d h = rotation * model.first_moment(body);
  rotate_symmetric(rotation, model.rotational(body), inertia.rotational);
  inertia.coupling << 0.0, -h.z(), h.y(), h.z(), 0.0, -h.x(), -h.y(), h.x(), 0.0;
  inertia.mass = Vector3d::Constant(model.mass(body)).asDiagonal();
  const Vector3d spin = inertia.rotational * omega;
  data.moment[body] = omega.cross(spin);
  data.force[body] = omega.cross(omega.cross(h));
  if (wrenches != nullptr) {
    data.moment[body] -= (*wrenches)[body].head<3>();
    data.force[body] -= (*wrenches)[body].tail<3>();
  }
}

/// Lets one degree of freedom give way: I -= U Uᵀ / D, p += U u / D.
void release(const Model & model, Data & data, int body, int dof, double tau)
{
  ArticulatedInertia & inertia = data.articulated[body];
  Vector3d & moment = data.moment[body];
  Vector3d & force = data.force[body];
  const Vector3d & axis = data.axis[dof];
  const bool angular = model.dof_is_angular(dof);
  Vector3d un, uf;
  if (angular) {
    un.noalias() = inertia.rotational * axis;
    uf.noalias() = inertia.coupling.transpose() * axis;
  } else {
    un.noalias() = inertia.coupling * axis;
    uf.noalias() = inertia.mass * axis;
  }
  const double d = axis.dot(angular ? un : uf);
  if (!(d > 0.0)) {
    throw std::invalid_argument(
            "dynamics: no inertia resists the motion of '" + model.dof_name(dof) + "'");
  }
  const double inverse = 1.0 / d;
  const double u = tau - axis.dot(angular ? moment : force);
  const Vector3d wn = inverse * un, wf = inverse * uf;
  inertia.rotational.noalias() -= wn * un.transpose();
  inertia.coupling.noalias() -= wn * uf.transpose();
  inertia.mass.noalias() -= wf * uf.transpose();
  moment += u * wn;
  force += u * wf;
  data.u_moment[dof] = un;
  data.u_force[dof] = uf;
  data.inverse_d[dof] = inverse;
  data.u[dof] = u;
}

/// [r]× A
Matrix3d cross_columns(const Vector3d & r, const Matrix3d & a)
{
  Matrix3d result;
  for (int j = 0; j < 3; ++j) {
    result.col(j) = r.cross(a.col(j));
  }
  return result;
}

/// Adds an articulated inertia about the child's origin to one about the parent's: with
/// H' = H + [r]M, I' = I + [r]Hᵀ + ([r]H'ᵀ)ᵀ.
void add_shifted(const ArticulatedInertia & child, const Vector3d & r, ArticulatedInertia & parent)
{
  const Matrix3d coupling = child.coupling + cross_columns(r, child.mass);
  parent.rotational += child.rotational + cross_columns(r, child.coupling.transpose()) +
    cross_columns(r, coupling.transpose()).transpose();
  parent.coupling += coupling;
  parent.mass += child.mass;
}

/// From the leaves inwards.
void collect(const Model & model, Data & data, const Eigen::VectorXd & tau)
{
  for (int body = model.body_count() - 1; body > 0; --body) {
    ArticulatedInertia & inertia = data.articulated[body];
    const Vector3d & alpha = data.bias_alpha[body];
    const Vector3d & acceleration = data.bias_acceleration[body];
    data.moment[body] += inertia.rotational * alpha + inertia.coupling * acceleration;
    data.force[body] += inertia.coupling.transpose() * alpha + inertia.mass * acceleration;
    for (int dof = model.first_v(body + 1) - 1; dof >= model.first_v(body); --dof) {
      release(model, data, body, dof, tau[dof]);
    }
    const int parent = model.parent(body);
    if (parent > 0) {
      const Vector3d & r = data.offset[body];
      add_shifted(inertia, r, data.articulated[parent]);
      data.moment[parent] += data.moment[body] + r.cross(data.force[body]);
      data.force[parent] += data.force[body];
    }
  }
}

/// From the root outwards.
void distribute(const Model & model, Data & data)
{
  data.alpha[0].setZero();
  data.acceleration[0] = -model.gravity();
  for (int body = 1; body < model.body_count(); ++body) {
    const int parent = model.parent(body);
    Vector3d alpha = data.alpha[parent];
    Vector3d acceleration = data.acceleration[parent] + alpha.cross(data.offset[body]);
    for (int dof = model.first_v(body); dof < model.first_v(body + 1); ++dof) {
      const double qdd = data.inverse_d[dof] * (data.u[dof] - data.u_moment[dof].dot(alpha) -
        data.u_force[dof].dot(acceleration));
      (model.dof_is_angular(dof) ? alpha : acceleration) += qdd * data.axis[dof];
      data.qdd[dof] = qdd;
    }
    data.alpha[body] = alpha + data.bias_alpha[body];
    data.acceleration[body] = acceleration + data.bias_acceleration[body];
  }
}

}  // namespace

const Eigen::VectorXd & forward_dynamics(
  const Model & model, Data & data, const Eigen::VectorXd & q, const Eigen::VectorXd & v,
  const Eigen::VectorXd & tau, const Wrenches * wrenches)
{
  forward_kinematics(model, data, q, v);
  return forward_dynamics(model, data, tau, wrenches);
}

const Eigen::VectorXd & forward_dynamics(
  const Model & model, Data & data, const Eigen::VectorXd & tau, const Wrenches * wrenches)
{
  check_vector("tau", tau, model.nv());
  check_wrenches(model, wrenches);
  for (int body = 1; body < model.body_count(); ++body) {
    start(model, data, body, wrenches);
  }
  collect(model, data, tau);
  distribute(model, data);
  return data.qdd;
}

}  // namespace contact_sim
