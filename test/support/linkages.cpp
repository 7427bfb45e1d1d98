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

#include "support/linkages.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <string>

#include "contact_sim/dynamics/model_builder.hpp"

namespace contact_sim::testing
{

using Eigen::Isometry3d;
using Eigen::Vector3d;

namespace
{

Isometry3d at(double x, double y = 0.0, double z = 0.0)
{
  Isometry3d pose = Isometry3d::Identity();
  pose.translation() = Vector3d(x, y, z);
  return pose;
}

/// A rod along x that begins at the link's frame; 1 kg a metre.
SpatialInertia rod(double length)
{
  SpatialInertia inertia = box_inertia(length, Vector3d(length, 0.03, 0.05));
  inertia.center = Vector3d(0.5 * length, 0.0, 0.0);
  return inertia;
}

Joint make_joint(
  const std::string & name, JointType type, const Vector3d & axis, const Isometry3d & pose)
{
  Joint joint;
  joint.name = name;
  joint.type = type;
  joint.axis = axis;
  joint.pose = pose;
  return joint;
}

void add_rod(
  ModelBuilder & builder, const std::string & name, double length, const std::string & parent,
  const Isometry3d & pose, const Vector3d & axis = Vector3d::UnitY())
{
  builder.add_link(name, rod(length));
  builder.add_joint(make_joint(name + "_joint", JointType::kContinuous, axis, pose), parent, name);
}

LoopJoint revolute_loop(
  const std::string & link_a, const Isometry3d & pose_a, const std::string & link_b,
  const Isometry3d & pose_b, const Vector3d & axis = Vector3d::UnitY())
{
  LoopJoint loop;
  loop.name = "closure";
  loop.type = JointType::kRevolute;
  loop.link_a = link_a;
  loop.link_b = link_b;
  loop.pose_a = pose_a;
  loop.pose_b = pose_b;
  loop.axis = axis;
  return loop;
}

/// From one axis of a spatial chain to the next: along x, then about x.
Isometry3d skew_step(double length, double twist)
{
  return at(length) * Eigen::AngleAxisd(twist, Vector3d::UnitX());
}

}  // namespace

Linkage four_bar(double ground, double crank, double coupler, double rocker)
{
  ModelBuilder builder;
  add_rod(builder, "crank", crank, kWorldLink, at(0.0));
  add_rod(builder, "coupler", coupler, "crank", at(crank));
  add_rod(builder, "rocker", rocker, kWorldLink, at(ground));
  Linkage linkage;
  linkage.model = builder.build();
  linkage.loops = {revolute_loop("coupler", at(coupler), "rocker", at(rocker))};
  linkage.q = Vector3d(-1.2, 0.9, -1.4);
  return linkage;
}

Linkage parallelogram()
{
  Linkage linkage = four_bar(0.8, 0.4, 0.8, 0.4);
  linkage.q = Vector3d(-1.0, 1.0, -1.0);
  return linkage;
}

Linkage slider_crank()
{
  ModelBuilder builder;
  add_rod(builder, "crank", 0.2, kWorldLink, at(0.0));
  add_rod(builder, "rod", 0.6, "crank", at(0.2));
  builder.add_link("slider", box_inertia(0.7, Vector3d(0.1, 0.1, 0.1)));
  builder.add_joint(
    make_joint("slider_joint", JointType::kPrismatic, Vector3d::UnitX(), at(0.0)), kWorldLink,
    "slider");
  Linkage linkage;
  linkage.model = builder.build();
  linkage.loops = {revolute_loop("rod", at(0.6), "slider", at(0.0))};
  linkage.q = Vector3d(0.7, -0.9, 0.7);
  return linkage;
}

Linkage bennett()
{
  // Opposite sides have equal lengths and twists, and length : sin(twist) is the same for all.
  constexpr double kTwistA = 0.6, kTwistB = 1.3, kLengthA = 0.3;
  const double length_b = kLengthA * std::sin(kTwistB) / std::sin(kTwistA);
  const Isometry3d step_a = skew_step(kLengthA, kTwistA), step_b = skew_step(length_b, kTwistB);
  const Vector3d axis = Vector3d::UnitZ();
  ModelBuilder builder;
  add_rod(builder, "first", kLengthA, kWorldLink, at(0.0), axis);
  add_rod(builder, "second", length_b, "first", step_a, axis);
  add_rod(builder, "third", kLengthA, "second", step_b, axis);
  Linkage linkage;
  linkage.model = builder.build();
  linkage.loops = {
    revolute_loop(kWorldLink, step_b.inverse(), "third", step_a, axis)};
  // tan(θ₁/2) tan(θ₂/2) = sin((β + α)/2) / sin((β - α)/2), θ₃ = -θ₁.
  const double first = 1.1;
  const double product =
    std::sin(0.5 * (kTwistB + kTwistA)) / std::sin(0.5 * (kTwistB - kTwistA));
  linkage.q = Vector3d(first, 2.0 * std::atan(product / std::tan(0.5 * first)), -first);
  return linkage;
}

Linkage closed_chain()
{
  constexpr int kLinks = 25;
  constexpr double kLength = 0.1;
  ModelBuilder builder;
  std::string parent = kWorldLink;
  Linkage linkage;
  linkage.q = Eigen::VectorXd::Zero(kLinks);
  for (int i = 0; i < kLinks; ++i) {
    const std::string name = "link" + std::to_string(i);
    const Vector3d axis = i % 2 == 0 ? Vector3d::UnitY() : Vector3d::UnitZ();
    add_rod(builder, name, kLength, parent, at(i == 0 ? 0.0 : kLength), axis);
    parent = name;
    linkage.q[i] = i % 2 == 0 ? (i == 0 ? 1.4 : -0.22) : 0.03;
  }
  linkage.model = builder.build();
  linkage.loops = {
    point_loop(
      "closure", kWorldLink, Vector3d(1.6, 0.1, 0.0), parent,
      Vector3d(kLength, 0.0, 0.0))};
  return linkage;
}

Linkage mimic_gripper()
{
  ModelBuilder builder;
  builder.add_link("palm", box_inertia(0.5, Vector3d(0.1, 0.1, 0.05)));
  builder.add_joint(
    make_joint("lift", JointType::kPrismatic, Vector3d::UnitZ(), at(0.0, 0.0, 1.0)), kWorldLink,
    "palm");
  add_rod(builder, "left", 0.12, "palm", at(0.05));
  builder.add_link("right", rod(0.15));
  Joint follower = make_joint("right_joint", JointType::kContinuous, Vector3d::UnitY(), at(-0.05));
  follower.mimic = MimicSpec{"left_joint", -0.5, 0.2};
  builder.add_joint(follower, "palm", "right");
  Linkage linkage;
  linkage.model = builder.build();
  linkage.q = Vector3d(0.1, 0.4, 0.0);
  return linkage;
}

}  // namespace contact_sim::testing
