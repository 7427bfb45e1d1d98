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


#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "contact_sim/dynamics/integration.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "support/random_trees.hpp"

namespace contact_sim
{

using Eigen::Isometry3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::Random;

namespace
{

/// The motion of a joint as the table in joint.hpp has it, written with Eigen's own classes.
Isometry3d joint_motion(const Joint & joint, const double * q)
{
  Isometry3d motion = Isometry3d::Identity();
  const Vector3d axis = joint.axis.normalized();
  switch (joint.type) {
    case JointType::kRevolute:
    case JointType::kContinuous:
      motion.rotate(Eigen::AngleAxisd(q[0], axis));
      break;
    case JointType::kPrismatic:
      motion.translate(q[0] * axis);
      break;
    case JointType::kPlanar:
      motion.translate(planar_axes(axis) * Eigen::Vector2d(q[0], q[1]));
      motion.rotate(Eigen::AngleAxisd(q[2], axis));
      break;
    case JointType::kSpherical:
      motion.rotate(Eigen::Quaterniond(q[3], q[0], q[1], q[2]));
      break;
    case JointType::kFloating:
      motion.translate(Vector3d(q[0], q[1], q[2]));
      motion.rotate(Eigen::Quaterniond(q[6], q[3], q[4], q[5]));
      break;
    case JointType::kFixed:
      break;
  }
  return motion;
}

/// Of the link, by going through the links and joints as their author gave them.
Isometry3d expected_pose(const Model & model, int link, const VectorXd & q)
{
  if (link == 0) {
    return Isometry3d::Identity();
  }
  const Link & l = model.link(link);
  const Isometry3d parent = expected_pose(model, l.parent, q);
  if (!model.has_joint(l.joint)) {
    // Fixed: the pose in the body tells the rest.
    return parent * (model.link(l.parent).pose.inverse() * l.pose);
  }
  const Joint & joint = model.joint(l.body);
  return parent * joint.pose * joint_motion(joint, q.data() + model.first_q(l.body));
}

}  // namespace

TEST(ForwardKinematics, places_links_as_their_joints_say)
{
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const Model model = testing::random_forest(random, 1 + i % 20);
    const VectorXd q = testing::random_position(random, model);
    Data data(model);
    forward_kinematics(model, data, q);
    for (int link = 0; link < model.link_count(); ++link) {
      const Isometry3d expected = expected_pose(model, link, q);
      // Up to 20 products of matrices of order 1 … 10.
      EXPECT_LT(
        (link_pose(model, data, link).matrix() - expected.matrix()).norm(), 1e-12) << link;
    }
  }
}

TEST(ForwardKinematics, gives_velocities_that_are_the_rates_of_the_poses)
{
  Random random(2);
  const double t = 1e-5;  // central differences: error t²|...| ≈ 1e-8 at third derivatives of 100
  for (int i = 0; i < 100; ++i) {
    const Model model = testing::random_forest(random, 1 + i % 12);
    const VectorXd q = testing::random_position(random, model);
    const VectorXd v = testing::random_vector(random, model.nv());
    Data data(model), before(model), after(model);
    VectorXd q_before, q_after;
    integrate(model, q, v, -t, q_before);
    integrate(model, q, v, t, q_after);
    forward_kinematics(model, data, q, v);
    forward_kinematics(model, before, q_before);
    forward_kinematics(model, after, q_after);
    for (int body = 0; body < model.body_count(); ++body) {
      const Vector3d p = testing::random_vector(random, 3);  // fixed on the body
      const Vector3d rate =
        (body_pose(after, body) * p - body_pose(before, body) * p) / (2.0 * t);
      const Vector3d velocity = point_velocity(data, body, body_pose(data, body) * p);
      EXPECT_LT((rate - velocity).norm(), 1e-6 * (1.0 + velocity.norm()));
      EXPECT_EQ(body_velocity(data, body).tail<3>(), data.velocity[body]);
    }
  }
}

TEST(ForwardKinematics, takes_quaternions_of_any_length)
{
  Random random(3);
  const Model model = testing::random_chain(random, JointType::kFloating, 1);
  VectorXd q = testing::random_position(random, model);
  Data data(model);
  forward_kinematics(model, data, q);
  const Eigen::Matrix3d rotation = data.rotation[1];
  q.tail<4>() *= 7.0;
  forward_kinematics(model, data, q);
  EXPECT_LT((data.rotation[1] - rotation).norm(), 1e-15);
}

TEST(ForwardKinematics, refuses_what_is_no_position)
{
  Random random(4);
  const Model model = testing::random_chain(random, JointType::kSpherical, 2);
  Data data(model);
  VectorXd q = model.neutral();
  EXPECT_THROW(forward_kinematics(model, data, q.head(3)), std::invalid_argument);
  EXPECT_THROW(forward_kinematics(model, data, q, VectorXd::Zero(5)), std::invalid_argument);
  q[0] = std::nan("");
  EXPECT_THROW(forward_kinematics(model, data, q), std::invalid_argument);
  q.setZero();
  EXPECT_THROW(forward_kinematics(model, data, q), std::invalid_argument);
}

}  // namespace contact_sim
