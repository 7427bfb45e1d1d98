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


#ifndef SUPPORT__DART_TWINS_HPP_
#define SUPPORT__DART_TWINS_HPP_

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <algorithm>
#include <iostream>
#include <string>

#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>

#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/dynamics/forward_dynamics.hpp"
#include "contact_sim/dynamics/inverse_dynamics.hpp"
#include "contact_sim/dynamics/jacobian.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/dynamics/mass_matrix.hpp"
#include "contact_sim/dynamics/model_builder.hpp"
#include "support/random_trees.hpp"

/// One robot in our engine and in DART, which has its own recursions, in body frames, and other
/// coordinates for free joints.
namespace contact_sim::testing
{

using Eigen::Isometry3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

/// Of the largest number of each result. Both engines round at 1e-16 in each of some hundred
/// operations, and an ill-conditioned mass matrix takes up to five digits more from the
/// accelerations; a wrong term of the equations shows in the first digits.
constexpr double kTolerance = 1e-9;

/// The largest differences that were met.
struct Differences
{
  int states{0};
  double pose{0.0};
  double jacobian{0.0};
  double mass{0.0};
  double bias{0.0};
  double acceleration{0.0};

  void expect_small(const std::string & name) const
  {
    EXPECT_GT(states, 0) << name;
    EXPECT_LE(pose, kTolerance) << name;
    EXPECT_LE(jacobian, kTolerance) << name;
    EXPECT_LE(mass, kTolerance) << name;
    EXPECT_LE(bias, kTolerance) << name;
    EXPECT_LE(acceleration, kTolerance) << name;
    std::cout << name << ", " << states << " states: pose " << pose << ", Jacobian " << jacobian <<
      ", mass matrix " << mass <<
      ", bias " << bias << ", acceleration " << acceleration << "\n";
  }
};

inline void measure(double & largest, const MatrixXd & ours, const MatrixXd & theirs)
{
  const double size = std::max(theirs.cwiseAbs().maxCoeff(), 1e-300);
  largest = std::max(largest, (ours - theirs).cwiseAbs().maxCoeff() / size);
}

/// One robot in both engines. Their velocities are T times ours: a free joint of DART has the
/// velocity of the origin in the axes of the body, ours has it in the axes of the joint.
class Twins
{
public:
  Twins(const Model & model, dart::dynamics::SkeletonPtr skeleton)
  : model_(model), data_(model), skeleton_(skeleton)
  {
    skeleton_->setGravity(model.gravity());
    for (std::size_t i = 0; i < skeleton_->getNumJoints(); ++i) {
      dart::dynamics::Joint * joint = skeleton_->getJoint(i);
      joint->setActuatorType(dart::dynamics::Joint::FORCE);
      joint->setLimitEnforcement(false);
      for (std::size_t k = 0; k < joint->getNumDofs(); ++k) {
        // Our accelerations are those of given forces: friction and damping are the stepper's.
        joint->setDampingCoefficient(k, 0.0);
        joint->setCoulombFriction(k, 0.0);
      }
    }
  }

  void compare(Random & random, Differences & differences)
  {
    ++differences.states;
    set_state(random);
    compare_kinematics(differences);

    mass_matrix(model_, data_, q_);
    const MatrixXd M = dense_mass_matrix(model_, data_);
    const MatrixXd their_M = T_.transpose() * skeleton_->getMassMatrix() * T_;
    measure(differences.mass, M, their_M);

    // τ = Tᵀτ', a' = T a + dT/dt v: so the bias has the part M' dT/dt v.
    const VectorXd bias = bias_forces(model_, data_, q_, v_);
    const VectorXd their_bias = T_.transpose() *
      (skeleton_->getCoriolisAndGravityForces() + skeleton_->getMassMatrix() * Tdot_v_);
    measure(differences.bias, bias, their_bias);

    const VectorXd a = forward_dynamics(model_, data_, q_, v_, tau_);
    skeleton_->setForces(T_.transpose().partialPivLu().solve(tau_));
    skeleton_->computeForwardDynamics();
    const VectorXd their_a = T_.partialPivLu().solve(skeleton_->getAccelerations() - Tdot_v_);
    measure(differences.acceleration, a, their_a);
  }

private:
  dart::dynamics::Joint * joint_of(int body) const
  {
    // The root's joint has a name of its own in each engine: the link tells it.
    const std::string link = model_.link(model_.body_link(body)).name;
    return skeleton_->getBodyNode(link)->getParentJoint();
  }

  void set_state(Random & random)
  {
    q_ = random_position(random, model_);
    v_ = 2.0 * random_vector(random, model_.nv());
    tau_ = 5.0 * random_vector(random, model_.nv());
    T_ = MatrixXd::Zero(model_.nv(), model_.nv());
    Tdot_v_ = VectorXd::Zero(model_.nv());
    for (int body = 1; body < model_.body_count(); ++body) {
      dart::dynamics::Joint * joint = joint_of(body);
      ASSERT_EQ(static_cast<int>(joint->getNumDofs()), model_.body_nv(body));
      for (int k = 0; k < model_.body_nv(body); ++k) {
        T_(joint->getIndexInSkeleton(k), model_.first_v(body) + k) = 1.0;
      }
      joint->setPositions(positions_of(body));
    }
    skeleton_->setVelocities(T_ * v_);
  }

  /// The positions of one joint in DART; a free one changes T too. DART keeps a rotation as a
  /// rotation vector, which is inaccurate near half a turn: so q becomes what DART makes of it.
  VectorXd positions_of(int body)
  {
    using dart::dynamics::BallJoint;
    using dart::dynamics::FreeJoint;
    const int at = model_.first_q(body);
    if (model_.joint_type(body) == JointType::kSpherical) {
      const Eigen::Quaterniond rotation(q_.segment<4>(at));
      const Vector3d positions = BallJoint::convertToPositions(rotation.toRotationMatrix());
      q_.segment<4>(at) =
        Eigen::Quaterniond(BallJoint::convertToTransform(positions).linear()).coeffs();
      return positions;
    }
    if (model_.joint_type(body) == JointType::kFloating) {
      Isometry3d pose(Eigen::Quaterniond(q_.segment<4>(at + 3)));
      pose.translation() = q_.segment<3>(at);
      const Vector6d positions = FreeJoint::convertToPositions(pose);
      pose = FreeJoint::convertToTransform(positions);
      q_.segment<4>(at + 3) = Eigen::Quaterniond(pose.linear()).coeffs();
      set_linear_part(body, pose.linear().transpose());
      return positions;
    }
    return q_.segment(at, model_.body_nq(body));
  }

  void set_linear_part(int body, const Eigen::Matrix3d & to_body)
  {
    const int at = model_.first_v(body);
    const auto row = static_cast<int>(joint_of(body)->getIndexInSkeleton(3));
    T_.block<3, 3>(row, at + 3) = to_body;
    const Vector3d omega = v_.segment<3>(at);
    Tdot_v_.segment<3>(row) = -omega.cross(to_body * v_.segment<3>(at + 3));
  }

  void compare_kinematics(Differences & differences)
  {
    forward_kinematics(model_, data_, q_, v_);
    for (int i = 0; i < model_.link_count(); ++i) {
      if (model_.link(i).name == kWorldLink) {
        continue;
      }
      const dart::dynamics::BodyNode * theirs = skeleton_->getBodyNode(model_.link(i).name);
      ASSERT_NE(theirs, nullptr) << model_.link(i).name;
      const Isometry3d pose = link_pose(model_, data_, i);
      measure(differences.pose, pose.matrix(), theirs->getWorldTransform().matrix());
      const int body = model_.link(i).body;
      MatrixXd jacobian = body_jacobian(model_, data_, body);
      jacobian.bottomRows<3>() = point_jacobian(model_, data_, body, pose.translation());
      const MatrixXd their_jacobian = skeleton_->getWorldJacobian(theirs) * T_;
      if (!their_jacobian.isZero(0.0)) {
        measure(differences.jacobian, jacobian, their_jacobian);
      } else {
        EXPECT_TRUE(jacobian.isZero(0.0)) << model_.link(i).name;
      }
    }
  }

  const Model & model_;
  Data data_;
  dart::dynamics::SkeletonPtr skeleton_;
  VectorXd q_, v_, tau_;
  MatrixXd T_;
  VectorXd Tdot_v_;
};

}  // namespace contact_sim::testing

#endif  // SUPPORT__DART_TWINS_HPP_
