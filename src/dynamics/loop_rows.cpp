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

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "contact_sim/dynamics/jacobian.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/dynamics/loop_projector.hpp"

// The rows of the constraints: errors, directions, what velocities add, and columns G⁻¹J_bᵀ.

namespace contact_sim
{

namespace
{

using Eigen::Isometry3d;
using Eigen::Vector3d;

Isometry3d frame_in_world(const Data & data, int body, const Isometry3d & frame)
{
  return body_pose(data, body) * frame;
}

Vector6d force_at(const Vector3d & arm, const Vector3d & direction)
{
  Vector6d force;
  force << arm.cross(direction), direction;
  return force;
}

Vector6d moment_along(const Vector3d & direction)
{
  Vector6d force;
  force << direction, Vector3d::Zero();
  return force;
}

/// Accelerations of a body that velocities alone make: angular, and of its point at `point`.
struct Bias
{
  Vector3d angular{Vector3d::Zero()};
  Vector3d linear{Vector3d::Zero()};
};

Bias bias_of(const Model & model, const Data & data, int body, const Vector3d & point)
{
  Bias bias;
  for (int b = body; b != 0; b = model.parent(b)) {
    bias.angular += data.bias_alpha[b];
    bias.linear += data.bias_acceleration[b] + data.bias_alpha[b].cross(point - data.position[b]);
  }
  const Vector3d & omega = data.omega[body];
  bias.linear += omega.cross(omega.cross(point - data.position[body]));
  return bias;
}

/// Velocities of b against a at the joint, and the accelerations that these make, in axes of A.
struct RelativeMotion
{
  RelativeMotion(
    const Model & model, const Data & data, const LoopConstraints::Loop & loop,
    const Vector3d & point)
  {
    const int a = loop.body_a, b = loop.body_b;
    const Vector3d slip = point_velocity(data, b, point) - point_velocity(data, a, point);
    const Bias bias_a = bias_of(model, data, a, point), bias_b = bias_of(model, data, b, point);
    omega = data.omega[b] - data.omega[a];
    alpha = bias_b.angular - bias_a.angular - data.omega[a].cross(omega);
    acceleration = bias_b.linear - bias_a.linear - 2.0 * data.omega[a].cross(slip);
  }

  Vector3d omega, alpha, acceleration;
};

}  // namespace

int LoopProjector::row_of(const LoopConstraints::Loop & loop) const
{
  return constraints_.groups()[loop.group].first_row + loop.first_row;
}

void LoopProjector::evaluate(const Data & data, const Eigen::VectorXd & q)
{
  for (int i = 0; i < constraints_.loop_count(); ++i) {
    evaluate_loop(data, constraints_.loops()[i], i);
  }
  for (const LoopConstraints::Coupling & coupling : constraints_.couplings()) {
    const int row = constraints_.groups()[coupling.group].first_row + coupling.row;
    error_[row] = q[coupling.q] - coupling.multiplier * q[coupling.leader_q] - coupling.offset;
  }
}

/// A row is the part of a velocity of b against a along a direction u: that of the point p_B, or
/// the angular one. Its transpose is the force u at p_B, or the moment u, on b and against a.
void LoopProjector::evaluate_loop(
  const Data & data, const LoopConstraints::Loop & loop, int index)
{
  const Isometry3d A = frame_in_world(data, loop.body_a, loop.frame_a);
  const Isometry3d B = frame_in_world(data, loop.body_b, loop.frame_b);
  const Vector3d point = B.translation();
  const int first = row_of(loop);
  int row = 0;
  for (int i = 0; i < loop.linear_rows; ++i, ++row) {
    const Vector3d u = A.linear().col(loop.first_linear + i);
    error_[first + row] = u.dot(point - A.translation());
    force_a_[index].col(row) = -force_at(point - data.position[loop.body_a], u);
    force_b_[index].col(row) = force_at(point - data.position[loop.body_b], u);
  }
  const Vector3d turn = loop.angular_rows == 3 ?
    log_rotation(Eigen::Quaterniond(Eigen::Matrix3d(A.linear().transpose() * B.linear()))) :
    Vector3d(Vector3d::Zero());
  for (int i = 0; i < loop.angular_rows; ++i, ++row) {
    const Vector3d t = A.linear().col(loop.first_angular + i);
    const Vector3d axis = B.linear().col(0);
    const bool is_axis = loop.angular_rows == 2;
    error_[first + row] = is_axis ? t.dot(axis) : turn[i];
    force_b_[index].col(row) = moment_along(is_axis ? Vector3d(axis.cross(t)) : t);
    force_a_[index].col(row) = -force_b_[index].col(row);
  }
}

/// t = -J̇v
void LoopProjector::evaluate_bias(const Model & model, const Data & data)
{
  target_.setZero();
  for (const LoopConstraints::Loop & loop : constraints_.loops()) {
    const Isometry3d A = frame_in_world(data, loop.body_a, loop.frame_a);
    const Isometry3d B = frame_in_world(data, loop.body_b, loop.frame_b);
    const RelativeMotion motion(model, data, loop, B.translation());
    const Vector3d axis = B.linear().col(0);
    const Vector3d axis_acceleration =
      motion.alpha.cross(axis) + motion.omega.cross(motion.omega.cross(axis));
    int row = row_of(loop);
    for (int i = 0; i < loop.linear_rows; ++i) {
      target_[row++] = -A.linear().col(loop.first_linear + i).dot(motion.acceleration);
    }
    for (int i = 0; i < loop.angular_rows; ++i) {
      const Vector3d t = A.linear().col(loop.first_angular + i);
      target_[row++] = -t.dot(loop.angular_rows == 2 ? axis_acceleration : motion.alpha);
    }
  }
}

/// B̂ of all groups and the bases of their ranges.
void LoopProjector::assemble(const Model & model, Data & data)
{
  for (RangeBasis & basis : bases_) {
    basis.matrix().setZero();
    basis.squared_lengths().setZero();
  }
  for (int i = 0; i < constraints_.loop_count(); ++i) {
    const LoopConstraints::Loop & loop = constraints_.loops()[i];
    add_columns(model, data, loop.body_a, i, force_a_[i]);
    add_columns(model, data, loop.body_b, i, force_b_[i]);
  }
  for (const LoopConstraints::Coupling & coupling : constraints_.couplings()) {
    add_unit(model, data, coupling.dof, 1.0, coupling);
    add_unit(model, data, coupling.leader_dof, -coupling.multiplier, coupling);
  }
  for (RangeBasis & basis : bases_) {
    basis.factor(options_.rank_tolerance);
  }
}

void LoopProjector::add_columns(
  const Model & model, Data & data, int body, int index, const Force & force)
{
  const LoopConstraints::Loop & loop = constraints_.loops()[index];
  Eigen::MatrixXd & B = bases_[loop.group].matrix();
  Eigen::VectorXd & squares = bases_[loop.group].squared_lengths();
  const BodyColumns columns = body_columns(model, data, body);
  const DofSpan support = model.support(body);
  for (int k = 0; k < support.size(); ++k) {
    const Vector6d column = columns.row(k);
    for (int row = 0; row < loop.rows(); ++row) {
      B(local_[support[k]], loop.first_row + row) += column.dot(force.col(row));
      // The power of a moment and of a force without the cosines of their angles.
      const double terms = column.head<3>().norm() * force.col(row).head<3>().norm() +
        column.tail<3>().norm() * force.col(row).tail<3>().norm();
      squares[loop.first_row + row] += terms * terms;
    }
  }
}

/// Adds scale · G⁻¹e_dof, which has entries on the support of the degree of freedom only.
void LoopProjector::add_unit(
  const Model & model, const Data & data, int dof, double scale,
  const LoopConstraints::Coupling & coupling)
{
  RangeBasis & basis = bases_[coupling.group];
  const DofSpan support = model.dof_support(dof);
  scratch_.head(support.size()).setZero();
  scratch_[support.size() - 1] = scale;
  for (int k = support.size() - 1; k >= 0; --k) {
    const double * row = data.factor.data() + model.row_begin(support[k]);
    scratch_[k] *= row[k];
    for (int d = 0; d < k; ++d) {
      scratch_[d] -= row[d] * scratch_[k];
    }
    basis.matrix()(local_[support[k]], coupling.row) += scratch_[k];
    basis.squared_lengths()[coupling.row] += scratch_[k] * scratch_[k];
  }
}

Eigen::MatrixXd LoopProjector::jacobian(const Model & model, const Data & data) const
{
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(constraints_.row_count(), model.nv());
  for (int i = 0; i < constraints_.loop_count(); ++i) {
    const LoopConstraints::Loop & loop = constraints_.loops()[i];
    const Eigen::MatrixXd rows =
      force_a_[i].transpose() * body_jacobian(model, data, loop.body_a) +
      force_b_[i].transpose() * body_jacobian(model, data, loop.body_b);
    J.middleRows(row_of(loop), loop.rows()) = rows.topRows(loop.rows());
  }
  for (const LoopConstraints::Coupling & coupling : constraints_.couplings()) {
    const int row = constraints_.groups()[coupling.group].first_row + coupling.row;
    J(row, coupling.dof) += 1.0;
    J(row, coupling.leader_dof) -= coupling.multiplier;
  }
  return J;
}

}  // namespace contact_sim
