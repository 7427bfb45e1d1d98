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
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/dynamics/mass_matrix.hpp"
#include "contact_sim/dynamics/model_builder.hpp"
#include "support/random_trees.hpp"

namespace contact_sim
{

using Eigen::Vector3d;

namespace
{

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template<typename Function>
std::string refusal(Function function)
{
  try {
    function();
  } catch (const std::invalid_argument & error) {
    return error.what();
  }
  return "not refused";
}

SpatialInertia some_mass()
{
  return box_inertia(1.0, {0.1, 0.2, 0.3});
}

Joint joint_of(
  const std::string & name, JointType type = JointType::kRevolute,
  const Vector3d & axis = Vector3d::UnitX(), const Vector3d & place = Vector3d::Zero())
{
  Joint joint;
  joint.name = name;
  joint.type = type;
  joint.axis = axis;
  joint.pose.translation() = place;
  return joint;
}

/// world - "hinge" - "arm".
ModelBuilder one_arm()
{
  ModelBuilder builder;
  builder.add_link("arm", some_mass());
  builder.add_joint(joint_of("hinge"), kWorldLink, "arm");
  return builder;
}

/// What the builder says to a second joint that `change` has spoiled.
std::string refusal_of(const std::function<void(Joint &)> & change)
{
  ModelBuilder builder = one_arm();
  builder.add_link("hand", some_mass());
  Joint joint = joint_of("wrist");
  change(joint);
  const std::string text = refusal([&] {builder.add_joint(joint, "arm", "hand");});
  // The builder is as it was: a good joint fits.
  builder.add_joint(joint_of("good"), "arm", "hand");
  EXPECT_EQ(builder.build().nv(), 2);
  return text;
}

#define EXPECT_SAYS(text, part) \
  EXPECT_NE(std::string(text).find(part), std::string::npos) << (text)

/// A chain from the world of joints whose links have no mass, but for the last one.
ModelBuilder massless_chain(const std::vector<Joint> & joints)
{
  ModelBuilder builder;
  std::string parent = kWorldLink;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const std::string link = "link" + std::to_string(i);
    builder.add_link(link, i + 1 == joints.size() ? some_mass() : SpatialInertia{});
    builder.add_joint(joints[i], parent, link);
    parent = link;
  }
  return builder;
}

/// The least ratio of an eigenvalue of M to its largest in many positions: right angles too.
double least_eigenvalue(const Model & model)
{
  testing::Random random(1);
  double least = kInfinity;
  Data data(model);
  for (int i = 0; i < 200; ++i) {
    Eigen::VectorXd q = testing::random_position(random, model);
    if (i % 2 == 0) {
      for (int body = 1; body < model.body_count(); ++body) {
        if (model.body_nq(body) == 1) {
          q[model.first_q(body)] = M_PI_2 * static_cast<double>(random() % 4);
        }
      }
    }
    mass_matrix(model, data, q);
    const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(
      dense_mass_matrix(model, data)).eigenvalues();
    least = std::min(least, values.minCoeff() / values.maxCoeff());
  }
  return least;
}

const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY(), z = Vector3d::UnitZ();

}  // namespace

TEST(ModelBuilder, makes_the_model_of_its_example)
{
  const Model model = one_arm().build();
  EXPECT_EQ(model.body_count(), 2);
  EXPECT_EQ(model.nv(), 1);
  EXPECT_EQ(model.joint(1).name, "hinge");
  EXPECT_EQ(scoped_name("robot", "arm"), "robot/arm");
  EXPECT_EQ(scoped_name("", "arm"), "arm");
}

TEST(ModelBuilder, takes_joints_in_any_order_and_normalises_axes)
{
  ModelBuilder builder;
  builder.add_link("hand", some_mass());
  builder.add_link("arm", some_mass());
  builder.add_joint(joint_of("wrist", JointType::kPrismatic, {0.0, 3.0, 4.0}), "arm", "hand");
  builder.add_joint(joint_of("hinge"), kWorldLink, "arm");
  const Model model = builder.build();
  EXPECT_EQ(model.body_index("hinge"), 1);
  EXPECT_EQ(model.body_index("wrist"), 2);
  EXPECT_LT((model.joint(2).axis - Vector3d(0.0, 0.6, 0.8)).norm(), 1e-15);
}

TEST(ModelBuilder, refuses_names_that_are_taken_or_empty)
{
  ModelBuilder builder = one_arm();
  EXPECT_SAYS(refusal([&] {builder.add_link("arm");}), "link 'arm': there is another one");
  EXPECT_SAYS(refusal([&] {builder.add_link("world");}), "link 'world': there is another one");
  EXPECT_SAYS(refusal([&] {builder.add_link("");}), "link without a name");
  EXPECT_SAYS(
    refusal_of([](Joint & joint) {joint.name = "hinge";}), "joint 'hinge': there is another one");
  EXPECT_SAYS(refusal_of([](Joint & joint) {joint.name = "";}), "joint without a name");
}

TEST(ModelBuilder, refuses_links_that_are_not_there)
{
  ModelBuilder builder = one_arm();
  builder.add_link("hand", some_mass());
  EXPECT_SAYS(
    refusal([&] {builder.add_joint(joint_of("wrist"), "amr", "hand");}),
    "joint 'wrist': there is no link 'amr'; near it: 'arm'");
  EXPECT_SAYS(
    refusal([&] {builder.add_joint(joint_of("wrist"), "arm", "hnd");}),
    "there is no link 'hnd'; near it: 'hand'");
}

TEST(ModelBuilder, refuses_what_is_no_tree)
{
  ModelBuilder builder = one_arm();
  builder.add_link("a", some_mass());
  builder.add_link("b", some_mass());
  builder.add_joint(joint_of("ab"), "a", "b");
  EXPECT_SAYS(
    refusal([&] {builder.add_joint(joint_of("ba"), "b", "a");}),
    "its child link 'a' carries its parent link 'b'");
  EXPECT_SAYS(
    refusal([&] {builder.add_joint(joint_of("aa"), "a", "a");}), "a circle");
  EXPECT_SAYS(
    refusal([&] {builder.add_joint(joint_of("second"), "a", "arm");}),
    "link 'arm' hangs on joint 'hinge' already; close a loop");
  EXPECT_SAYS(
    refusal([&] {builder.add_joint(joint_of("wa"), "arm", "world");}), "cannot be a child");
  EXPECT_SAYS(refusal([&] {builder.build();}), "link 'a' hangs on nothing");
}

TEST(ModelBuilder, refuses_inertias_that_no_body_has)
{
  ModelBuilder builder;
  SpatialInertia inertia = some_mass();
  inertia.rotational.diagonal() = Vector3d(1.0, 1.0, 3.0);
  EXPECT_SAYS(
    refusal([&] {builder.add_link("bad", inertia);}),
    "link 'bad': no body has its inertia: its principal moments");
  inertia = some_mass();
  inertia.center.x() = std::nan("");
  EXPECT_SAYS(refusal([&] {builder.add_link("bad", inertia);}), "not a number");
  EXPECT_FALSE(builder.has_link("bad"));
}

TEST(ModelBuilder, refuses_axes_and_poses_that_are_none)
{
  EXPECT_SAYS(
    refusal_of([](Joint & joint) {joint.axis.setZero();}), "joint 'wrist': its axis is zero");
  EXPECT_SAYS(refusal_of([](Joint & joint) {joint.axis.x() = std::nan("");}), "its axis is zero");
  EXPECT_SAYS(refusal_of([](Joint & joint) {joint.axis.x() = kInfinity;}), "its axis is zero");
  EXPECT_SAYS(
    refusal_of(
      [](Joint & joint) {
        joint.pose.translation().x() = std::nan("");
      }), "its pose is not");
  EXPECT_SAYS(
    refusal_of([](Joint & joint) {joint.pose.translation().x() = 1e200;}), "its pose is not");
  EXPECT_SAYS(
    refusal_of([](Joint & joint) {joint.pose.linear() *= 2.0;}), "no rotation and translation");
  EXPECT_SAYS(
    refusal_of([](Joint & joint) {joint.pose.linear().col(0) *= -1.0;}), "no rotation");
}

TEST(ModelBuilder, refuses_limits_and_resistances_that_are_none)
{
  EXPECT_SAYS(
    refusal_of([](Joint & joint) {joint.limits.lower = 1.0; joint.limits.upper = -1.0;}),
    "its lower limit 1.000000 is not at most its upper limit -1.000000");
  EXPECT_SAYS(
    refusal_of([](Joint & joint) {joint.limits.lower = std::nan("");}), "its lower limit nan");
  EXPECT_SAYS(refusal_of([](Joint & joint) {joint.limits.lower = kInfinity;}), "infinity");
  EXPECT_SAYS(refusal_of([](Joint & joint) {joint.limits.velocity = -1.0;}), "velocity limit");
  EXPECT_SAYS(refusal_of([](Joint & joint) {joint.limits.effort = std::nan("");}), "effort limit");
  EXPECT_SAYS(refusal_of([](Joint & joint) {joint.damping = -0.1;}), "its damping");
  EXPECT_SAYS(refusal_of([](Joint & joint) {joint.friction = kInfinity;}), "its friction");
  EXPECT_SAYS(
    refusal_of([](Joint & joint) {joint.type = JointType::kContinuous; joint.limits.upper = 1.0;}),
    "a continuous joint has no position limits");
}

TEST(ModelBuilder, refuses_mimics_that_lead_nowhere)
{
  const auto mimic = [](const std::string & leader) {
      return [leader](Joint & joint) {joint.mimic = MimicSpec{leader, 1.0, 0.0};};
    };
  EXPECT_SAYS(refusal_of(mimic("wrist")), "joint 'wrist': it mimics itself");
  EXPECT_SAYS(
    refusal_of([](Joint & joint) {joint.mimic = MimicSpec{"hinge", std::nan(""), 0.0};}),
    "multiplier or offset");
  EXPECT_SAYS(
    refusal_of(
      [](Joint & joint) {
        joint.type = JointType::kSpherical;
        joint.mimic = MimicSpec{"hinge", 1.0, 0.0};
      }), "a spherical joint cannot mimic");
  const auto build_with = [](const std::string & leader, const std::string & of_leader) {
      ModelBuilder builder;
      for (const std::string name : {"a", "b", "base"}) {
        builder.add_link(name, some_mass());
        Joint joint = joint_of(name + "_joint");
        if (name == "base") {
          joint.type = JointType::kFloating;
        } else {
          joint.mimic = MimicSpec{name == "a" ? leader : of_leader, 1.0, 0.0};
        }
        builder.add_joint(joint, kWorldLink, name);
      }
      return refusal([&] {builder.build();});
    };
  EXPECT_SAYS(build_with("b_join", "a_joint"), "'b_join', which is not there; near it: 'b_joint'");
  EXPECT_SAYS(build_with("b_joint", "a_joint"), "joint 'a_joint': it mimics 'b_joint'");
  EXPECT_SAYS(build_with("b_joint", "a_joint"), "a circle");
  EXPECT_SAYS(build_with("base_joint", "a_joint"), "which is floating");
}

TEST(ModelBuilder, finds_the_leader_of_a_mimic)
{
  ModelBuilder builder = one_arm();
  builder.add_link("hand", some_mass());
  Joint joint = joint_of("wrist");
  joint.mimic = MimicSpec{"hinge", -2.0, 0.5};
  builder.add_joint(joint, "arm", "hand");
  const Model model = builder.build();
  ASSERT_TRUE(model.mimic(2));
  EXPECT_FALSE(model.mimic(1));
  EXPECT_EQ(model.mimic(2)->leader, 1);
  EXPECT_EQ(model.mimic(2)->multiplier, -2.0);
  EXPECT_EQ(model.mimic(2)->offset, 0.5);
}

TEST(ModelBuilder, refuses_a_link_that_moves_without_mass)
{
  ModelBuilder builder = one_arm();
  builder.add_link("flag");
  builder.add_joint(joint_of("mast"), "arm", "flag");
  EXPECT_SAYS(
    refusal([&] {builder.build();}), "link 'flag' moves by the joint 'mast' without mass");
  // A fixed child with mass is enough.
  builder.add_link("knob", some_mass());
  builder.add_joint(joint_of("glue", JointType::kFixed), "flag", "knob");
  EXPECT_EQ(builder.build().nv(), 2);
}

TEST(ModelBuilder, accepts_massless_links_where_the_mass_matrix_stays_positive_definite)
{
  const auto slide = JointType::kPrismatic;
  const std::vector<std::vector<Joint>> chains{
    {joint_of("a", slide, x), joint_of("b", slide, y), joint_of("c", slide, z)},
    {joint_of("a", slide, x), joint_of("b", slide, y), joint_of("c", JointType::kRevolute, z)},
    {joint_of("a", JointType::kRevolute, x), joint_of("b", JointType::kRevolute, y)},
    {joint_of("a", JointType::kRevolute, x), joint_of("b", JointType::kRevolute, x, 0.2 * y)},
    {joint_of("a", JointType::kSpherical), joint_of("b", slide, y)},
    {joint_of("a", JointType::kPlanar, z), joint_of("b", JointType::kRevolute, x)},
    {joint_of("a", slide, x), joint_of("b", slide, y), joint_of("c", JointType::kRevolute, z),
      joint_of("d", JointType::kRevolute, x)}};
  for (const auto & joints : chains) {
    const Model model = massless_chain(joints).build();
    // Not near rounding in any of 200 positions; 0.1 m boxes of 1 kg give some 1e-3.
    EXPECT_GT(least_eigenvalue(model), 1e-5) << to_string(joints[0].type) << joints.size();
  }
}

TEST(ModelBuilder, refuses_massless_links_where_some_motion_moves_no_mass)
{
  const auto slide = JointType::kPrismatic, turn = JointType::kRevolute;
  const std::vector<std::vector<Joint>> chains{
    {joint_of("a", slide, x), joint_of("b", slide, x)},
    {joint_of("a", turn, x), joint_of("b", turn, x)},
    {joint_of("a", turn, x), joint_of("b", turn, x, 0.2 * x)},
    // Singular where the middle one is at a right angle: a gimbal.
    {joint_of("a", turn, z), joint_of("b", turn, y), joint_of("c", turn, x)},
    // Singular where the hinge has turned one slide into the other.
    {joint_of("a", slide, x), joint_of("b", turn, z), joint_of("c", slide, y)},
    {joint_of("a", slide, x), joint_of("b", slide, y), joint_of("c", slide, x + y)},
    {joint_of("a", JointType::kFloating), joint_of("b", turn, x)},
    {joint_of("a", JointType::kPlanar, z), joint_of("b", slide, x)}};
  for (const auto & joints : chains) {
    EXPECT_SAYS(
      refusal([&] {massless_chain(joints).build();}), "link 'link0' moves by the joint 'a'");
  }
}

TEST(ModelBuilder, looks_for_mass_in_all_branches)
{
  // The cross hangs on z; what turns about z on it cannot hold it, what turns about x can.
  ModelBuilder builder;
  builder.add_link("cross");
  builder.add_link("wheel", some_mass());
  builder.add_link("arm", some_mass());
  builder.add_joint(joint_of("a", JointType::kRevolute, z), kWorldLink, "cross");
  builder.add_joint(joint_of("b", JointType::kRevolute, z), "cross", "wheel");
  EXPECT_SAYS(
    refusal(
      [&] {
        ModelBuilder copy = builder;
        copy.add_joint(joint_of("c", JointType::kRevolute, z), "cross", "arm");
        copy.build();
      }), "'cross'");
  builder.add_joint(joint_of("c", JointType::kRevolute, x), "cross", "arm");
  EXPECT_GT(least_eigenvalue(builder.build()), 1e-5);
}

TEST(ModelBuilder, keeps_gravity)
{
  ModelBuilder builder = one_arm();
  builder.set_gravity({0.0, -1.0, 0.0});
  EXPECT_EQ(builder.build().gravity(), Vector3d(0.0, -1.0, 0.0));
  EXPECT_SAYS(refusal([&] {builder.set_gravity({kInfinity, 0.0, 0.0});}), "gravity");
}

TEST(ModelBuilder, takes_a_very_long_chain_of_links)
{
  ModelBuilder builder = one_arm();
  std::string parent = "arm";
  for (int i = 0; i < 10000; ++i) {
    const std::string link = "tile" + std::to_string(i);
    builder.add_link(link);
    builder.add_joint(joint_of("glue" + link, JointType::kFixed), parent, link);
    parent = link;
  }
  EXPECT_EQ(builder.build().link_count(), 10002);
}

}  // namespace contact_sim
