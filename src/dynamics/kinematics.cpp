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


#include "contact_sim/dynamics/kinematics.hpp"

#include <cmath>
#include <stdexcept>

#include "dynamics/checks.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// frame · (rotation by the angle about the unit axis), by Rodrigues' formula.
void turn(const Matrix3d & frame, const Vector3d & axis, double angle, Matrix3d & result)
{
  const double s = std::sin(angle), c = std::cos(angle);
  const Vector3d sa = s * axis, ca = (1.0 - c) * axis;
  Matrix3d rotation;
  const double xy = ca.x() * axis.y(), xz = ca.x() * axis.z(), yz = ca.y() * axis.z();
  rotation << c + ca.x() * axis.x(), xy - sa.z(), xz + sa.y(),
    xy + sa.z(), c + ca.y() * axis.y(), yz - sa.x(),
    xz - sa.y(), yz + sa.x(), c + ca.z() * axis.z();
  result.noalias() = frame * rotation;
}

Matrix3d rotation_of(const Model & model, int body, const double * xyzw)
{
  const Eigen::Map<const Eigen::Vector4d> coefficients(xyzw);
  const double norm = coefficients.norm();
  if (!(norm > 0.0) || !std::isfinite(norm)) {
    throw std::invalid_argument(
            "dynamics: the quaternion of joint '" + model.joint(body).name + "' has no direction");
  }
  const Eigen::Vector4d unit = coefficients / norm;
  return Eigen::Quaterniond(unit[3], unit[0], unit[1], unit[2]).toRotationMatrix();
}

/// The rotation and offset of a body whose joint has several degrees of freedom, and its axes;
/// `frame` is R_WJ.
void place_general(
  const Model & model, Data & data, int body, const double * q, const Matrix3d & frame)
{
  const int first = model.first_v(body), end = first + model.body_nv(body);
  const JointType type = model.joint_type(body);
  Matrix3d & rotation = data.rotation[body];
  if (type == JointType::kPlanar) {
    turn(frame, model.dof_axis(first + 2), q[2], rotation);
  } else {
    const double * quaternion = type == JointType::kFloating ? q + 3 : q;
    rotation.noalias() = frame * rotation_of(model, body, quaternion);
  }
  for (int dof = first, slide = 0; dof < end; ++dof) {
    if (model.dof_is_angular(dof)) {
      data.axis[dof].noalias() = rotation * model.dof_axis(dof);
    } else {
      data.axis[dof].noalias() = frame * model.dof_axis(dof);
      data.offset[body] += q[slide++] * data.axis[dof];
    }
  }
}

void place(const Model & model, Data & data, int body, const double * q)
{
  const int parent = model.parent(body);
  const Matrix3d frame = data.rotation[parent] * model.joint_rotation(body);
  data.offset[body].noalias() = data.rotation[parent] * model.joint_translation(body);
  const int dof = model.first_v(body);
  switch (model.joint_type(body)) {
    case JointType::kRevolute:
    case JointType::kContinuous:
      data.axis[dof].noalias() = frame * model.dof_axis(dof);
      turn(frame, model.dof_axis(dof), *q, data.rotation[body]);
      break;
    case JointType::kPrismatic:
      data.axis[dof].noalias() = frame * model.dof_axis(dof);
      data.offset[body] += *q * data.axis[dof];
      data.rotation[body] = frame;
      break;
    default:
      place_general(model, data, body, q, frame);
  }
  data.position[body] = data.position[parent] + data.offset[body];
}

/// With p = p_parent + r and ṙ = ω_parent × r + u, where w and u are the joint's own velocities:
/// ω̇ has the term ω_parent × w, and p̈ the terms ω_parent × (ω_parent × r) + 2 ω_parent × u.
void move(const Model & model, Data & data, int body, const Eigen::VectorXd & v)
{
  const int parent = model.parent(body);
  const int first = model.first_v(body), end = first + model.body_nv(body);
  Vector3d w = Vector3d::Zero(), u = Vector3d::Zero();
  for (int dof = first; dof < end; ++dof) {
    (model.dof_is_angular(dof) ? w : u) += v[dof] * data.axis[dof];
  }
  const Vector3d & omega = data.omega[parent];
  const Vector3d swept = omega.cross(data.offset[body]);
  data.omega[body] = omega + w;
  data.velocity[body] = data.velocity[parent] + swept + u;
  data.bias_alpha[body] = omega.cross(w);
  data.bias_acceleration[body] = omega.cross(swept + 2.0 * u);
}

}  // namespace

void forward_kinematics(const Model & model, Data & data, const Eigen::VectorXd & q)
{
  check_vector("q", q, model.nq());
  for (int body = 1; body < model.body_count(); ++body) {
    place(model, data, body, q.data() + model.first_q(body));
  }
}

void forward_kinematics(
  const Model & model, Data & data, const Eigen::VectorXd & q, const Eigen::VectorXd & v)
{
  check_vector("v", v, model.nv());
  forward_kinematics(model, data, q);
  for (int body = 1; body < model.body_count(); ++body) {
    move(model, data, body, v);
  }
}

}  // namespace contact_sim
