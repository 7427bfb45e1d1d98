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
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/dynamics/integration.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/dynamics/loop_constraints.hpp"
#include "contact_sim/dynamics/loop_projector.hpp"
#include "contact_sim/dynamics/mass_matrix.hpp"
#include "support/linkages.hpp"
#include "support/random_trees.hpp"

namespace contact_sim
{

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::Linkage;
using testing::Random;

namespace
{

constexpr JointType kTypes[] = {
  JointType::kFixed, JointType::kRevolute, JointType::kPrismatic, JointType::kPlanar,
  JointType::kSpherical};

std::string refusal(const Model & model, const LoopJoint & joint)
{
  try {
    LoopConstraints constraints(model, {joint});
  } catch (const std::invalid_argument & error) {
    return error.what();
  }
  return "not refused";
}

LoopJoint random_loop(Random & random, JointType type, const Model & model, int a, int b)
{
  LoopJoint joint;
  joint.name = "closure";
  joint.type = type;
  joint.link_a = model.link(model.body_link(a)).name;
  joint.link_b = model.link(model.body_link(b)).name;
  joint.pose_a = testing::random_pose(random, 0.3);
  joint.pose_b = testing::random_pose(random, 0.3);
  joint.axis = testing::random_direction(random);
  return joint;
}

/// Gives frame b the pose of frame a at q, so that the loop is closed there.
void close_at(const Model & model, Data & data, const VectorXd & q, LoopJoint & joint)
{
  forward_kinematics(model, data, q);
  const Eigen::Isometry3d a =
    link_pose(model, data, model.link_index(joint.link_a)) * joint.pose_a;
  joint.pose_b = link_pose(model, data, model.link_index(joint.link_b)).inverse() * a;
}

void prepare(const Model & model, Data & data, const VectorXd & q, const VectorXd & v)
{
  forward_kinematics(model, data, q, v);
  mass_matrix(model, data);
  factor_mass_matrix(model, data);
}

VectorXd error_at(const Model & model, Data & data, LoopProjector & loops, const VectorXd & q)
{
  prepare(model, data, q, VectorXd::Zero(model.nv()));
  loops.prepare_velocity(model, data, q);
  return loops.error();
}

}  // namespace

TEST(LoopConstraints, have_the_rows_of_their_joint_types)
{
  Random random(1);
  const Model model = testing::random_chain(random, JointType::kRevolute, 5);
  const int expected[] = {6, 5, 5, 3, 3};
  for (int i = 0; i < 5; ++i) {
    const LoopConstraints constraints(model, {random_loop(random, kTypes[i], model, 0, 5)});
    EXPECT_EQ(constraints.row_count(), expected[i]) << to_string(kTypes[i]);
  }
}

TEST(LoopConstraints, are_closed_where_the_frames_coincide_and_open_where_they_do_not)
{
  Random random(2);
  const Model model = testing::random_forest(random, 8);
  Data data(model);
  const VectorXd q = testing::random_position(random, model);
  for (const JointType type : kTypes) {
    LoopJoint joint = random_loop(random, type, model, 2, model.body_count() - 1);
    close_at(model, data, q, joint);
    LoopProjector closed(model, LoopConstraints(model, {joint}));
    EXPECT_LT(error_at(model, data, closed, q).norm(), 1e-14) << to_string(type);
    joint.pose_b.translation() += Vector3d(0.1, 0.2, 0.3);
    LoopProjector open(model, LoopConstraints(model, {joint}));
    EXPECT_GT(error_at(model, data, open, q).norm(), 1e-3) << to_string(type);
  }
}

TEST(LoopConstraints, allow_what_their_joint_allows)
{
  // Frame b moved as the joint moves: the loop stays closed, however far.
  Random random(3);
  const Model model = testing::random_forest(random, 6);
  Data data(model);
  const VectorXd q = testing::random_position(random, model);
  for (const JointType type : kTypes) {
    LoopJoint joint = random_loop(random, type, model, 1, 4);
    close_at(model, data, q, joint);
    const Vector3d axis = joint.axis.normalized(), across = axis.unitOrthogonal();
    Eigen::Isometry3d motion = Eigen::Isometry3d::Identity();
    if (type == JointType::kRevolute || type == JointType::kPlanar) {
      motion.linear() = Eigen::AngleAxisd(1.0, axis).toRotationMatrix();
    } else if (type == JointType::kSpherical) {
      motion.linear() = testing::random_frame(random);
    }
    motion.translation() =
      type == JointType::kPrismatic ? Vector3d(0.7 * axis) :
      type == JointType::kPlanar ? Vector3d(0.7 * across) : Vector3d(Vector3d::Zero());
    // p_B = pose_b · motion⁻¹: b goes where the joint takes it.
    joint.pose_b = joint.pose_b * motion.inverse();
    joint.pose_b.linear() = Eigen::Quaterniond(joint.pose_b.linear()).toRotationMatrix();
    LoopProjector loops(model, LoopConstraints(model, {joint}));
    EXPECT_LT(error_at(model, data, loops, q).norm(), 1e-14) << to_string(type);
  }
}

TEST(LoopConstraints, have_rows_that_are_the_derivatives_of_their_errors)
{
  // Central differences with a step of 1e-5: an error of 1e-10 of third derivatives, and
  // 1e-16 / 1e-5 = 1e-11 of rounding. Rotation vectors have these derivatives where they are zero.
  Random random(4);
  constexpr double kStep = 1e-5;
  for (int run = 0; run < 25; ++run) {
    const Model model = testing::random_forest(random, 7);
    Data data(model);
    const VectorXd q = testing::random_position(random, model);
    const VectorXd v = testing::random_vector(random, model.nv());
    LoopJoint joint = random_loop(random, kTypes[run % 5], model, run % 3, 5);
    close_at(model, data, q, joint);
    LoopProjector loops(model, LoopConstraints(model, {joint}));
    VectorXd forward(q), backward(q);
    integrate(model, q, v, kStep, forward);
    integrate(model, q, v, -kStep, backward);
    const VectorXd rate =
      (error_at(model, data, loops, forward) - error_at(model, data, loops, backward)) /
      (2.0 * kStep);
    prepare(model, data, q, v);
    loops.prepare_velocity(model, data, q);
    const VectorXd expected = loops.jacobian(model, data) * v;
    EXPECT_LT((rate - expected).norm(), 1e-7 * (1.0 + expected.norm())) << run;
  }
}

TEST(LoopConstraints, have_a_bias_that_is_the_derivative_of_the_rows)
{
  // J̇v = d/dt (J v) along a motion of constant v; differences as above.
  Random random(5);
  constexpr double kStep = 1e-5;
  for (int run = 0; run < 50; ++run) {
    const Model model = testing::random_forest(random, 7);
    Data data(model);
    const VectorXd q = testing::random_position(random, model);
    const VectorXd v = testing::random_vector(random, model.nv());
    const LoopJoint joint = random_loop(random, kTypes[run % 5], model, run % 4, 5);
    LoopProjector loops(model, LoopConstraints(model, {joint}));
    const auto velocity_at = [&](double h) {
        VectorXd there(q);
        integrate(model, q, v, h, there);
        prepare(model, data, there, v);
        loops.prepare_velocity(model, data, there);
        return VectorXd(loops.jacobian(model, data) * v);
      };
    const VectorXd rate = (velocity_at(kStep) - velocity_at(-kStep)) / (2.0 * kStep);
    prepare(model, data, q, v);
    loops.prepare_acceleration(model, data, q);
    EXPECT_LT((rate + loops.target()).norm(), 1e-7 * (1.0 + rate.norm())) << run;
  }
}

TEST(LoopConstraints, form_groups_of_what_shares_degrees_of_freedom)
{
  // Two four-bar linkages and a free body in one world, and the loops of the first one twice.
  ModelBuilder builder;
  std::vector<LoopJoint> loops;
  for (const std::string name : {"a", "b"}) {
    for (const std::string side : {"left", "right"}) {
      builder.add_link(name + side, box_inertia(1.0, Vector3d(0.1, 0.2, 0.3)));
      Joint joint;
      joint.name = name + side + "_joint";
      joint.type = JointType::kSpherical;
      builder.add_joint(joint, kWorldLink, name + side);
    }
    loops.push_back(
      point_loop(name, name + "left", Vector3d::UnitX(), name + "right", Vector3d::UnitX()));
  }
  loops.push_back(point_loop("more", "aleft", Vector3d::UnitZ(), "aright", Vector3d::UnitZ()));
  builder.add_link("free", box_inertia(1.0, Vector3d(0.1, 0.2, 0.3)));
  Joint base;
  base.name = "base";
  base.type = JointType::kFloating;
  builder.add_joint(base, kWorldLink, "free");
  const Model model = builder.build();
  const LoopConstraints constraints(model, loops);
  ASSERT_EQ(constraints.group_count(), 2);
  EXPECT_EQ(constraints.groups()[0].rows, 6);
  EXPECT_EQ(constraints.groups()[1].rows, 3);
  EXPECT_EQ(constraints.groups()[0].dofs.size(), 6U);
  EXPECT_EQ(constraints.group_of_dof(model.first_v(model.body_index("base"))), -1);
}

TEST(LoopConstraints, know_the_mimic_joints_of_the_model)
{
  const Linkage gripper = testing::mimic_gripper();
  const LoopConstraints constraints(gripper.model);
  EXPECT_EQ(constraints.row_count(), 1);
  Data data(gripper.model);
  LoopProjector loops(gripper.model, constraints);
  const VectorXd error = error_at(gripper.model, data, loops, gripper.q);
  const int left = gripper.model.first_q(gripper.model.body_index("left_joint"));
  const int right = gripper.model.first_q(gripper.model.body_index("right_joint"));
  EXPECT_NEAR(error[0], gripper.q[right] + 0.5 * gripper.q[left] - 0.2, 1e-15);
}

TEST(LoopConstraints, refuse_what_is_no_loop_and_name_it)
{
  Random random(6);
  const Model model = testing::random_chain(random, JointType::kRevolute, 3);
  const LoopJoint good = random_loop(random, JointType::kRevolute, model, 0, 3);
  EXPECT_EQ(refusal(model, good), "not refused");
  const auto contains = [&](const LoopJoint & joint, const std::string & part) {
      const std::string text = refusal(model, joint);
      EXPECT_NE(text.find(part), std::string::npos) << text;
      EXPECT_NE(text.find("'closure'"), std::string::npos) << text;
    };
  LoopJoint bad = good;
  bad.link_b = "nowhere";
  contains(bad, "nowhere");
  bad = good;
  bad.link_a = bad.link_b;
  contains(bad, "do not move against each other");
  bad = good;
  bad.axis.setZero();
  contains(bad, "axis is zero");
  bad = good;
  bad.type = JointType::kFloating;
  contains(bad, "floating");
  bad = good;
  bad.pose_a.translation().x() = std::numeric_limits<double>::quiet_NaN();
  contains(bad, "not finite");
}

}  // namespace contact_sim
