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


#include "support/random_trees.hpp"

#include <string>
#include <vector>

#include "contact_sim/dynamics/spatial.hpp"

namespace contact_sim::testing
{

using Eigen::Isometry3d;
using Eigen::Vector3d;

namespace
{

constexpr JointType kMoving[] = {
  JointType::kRevolute, JointType::kContinuous, JointType::kPrismatic, JointType::kPlanar,
  JointType::kSpherical, JointType::kFloating};

int pick(Random & random, int count)
{
  return static_cast<int>(random() % static_cast<unsigned>(count));
}

Isometry3d at(double x, double y, double z)
{
  Isometry3d pose = Isometry3d::Identity();
  pose.translation() = Vector3d(x, y, z);
  return pose;
}

SpatialInertia moved(SpatialInertia inertia, const Vector3d & center)
{
  inertia.center = center;
  return inertia;
}

Joint turning(const std::string & name, const Vector3d & axis, const Isometry3d & pose)
{
  Joint joint;
  joint.name = name;
  joint.type = JointType::kRevolute;
  joint.axis = axis;
  joint.pose = pose;
  joint.limits.lower = -2.5;
  joint.limits.upper = 2.5;
  return joint;
}

/// A cross without mass: its two axes are perpendicular.
void add_universal(Random & random, ModelBuilder & builder, std::vector<std::string> & links)
{
  const std::string name = std::to_string(links.size());
  const std::string parent = links[pick(random, static_cast<int>(links.size()))];
  const Vector3d axis = random_direction(random);
  Joint first = turning("first" + name, axis, random_pose(random));
  Joint second = turning("second" + name, axis.unitOrthogonal(), Isometry3d::Identity());
  builder.add_link("cross" + name);
  builder.add_link("link" + name, random_inertia(random));
  builder.add_joint(first, parent, "cross" + name);
  builder.add_joint(second, "cross" + name, "link" + name);
  links.push_back("link" + name);
}

void add_random_link(
  Random & random, JointType type, ModelBuilder & builder, std::vector<std::string> & links)
{
  const std::string name = std::to_string(links.size());
  const bool on_world = random() % 5 == 0;
  const std::string parent =
    on_world ? kWorldLink : links[pick(random, static_cast<int>(links.size()))];
  builder.add_link("link" + name, random_inertia(random));
  builder.add_joint(random_joint(random, type, "joint" + name), parent, "link" + name);
  links.push_back("link" + name);
}

/// One limb of the humanoid: turning joints one below the other.
struct Segment
{
  std::string name;
  Vector3d axis;
  double length;  ///< from the joint above [m]
  double mass;    ///< [kg]
};

void add_limb(
  ModelBuilder & builder, const std::string & side, const Isometry3d & root,
  const std::vector<Segment> & segments)
{
  std::string parent = "torso";
  Isometry3d pose = root;
  for (const Segment & segment : segments) {
    const std::string link = side + segment.name;
    const double size = 0.04 + segment.length;
    builder.add_link(
      link, moved(box_inertia(segment.mass, {0.05, 0.04, size}), {0.003, 0.0, -0.5 * size}));
    builder.add_joint(turning(link + "_joint", segment.axis, pose), parent, link);
    parent = link;
    pose = at(0.0, 0.0, -segment.length);
  }
}

}  // namespace

Vector3d random_direction(Random & random)
{
  Vector3d direction;
  do {
    direction = random_vector(random, 3);
  } while (direction.norm() < 0.1);
  return direction.normalized();
}

Isometry3d random_pose(Random & random, double reach)
{
  Isometry3d pose = Isometry3d::Identity();
  pose.translation() = reach * random_vector(random, 3);
  pose.rotate(Eigen::AngleAxisd(uniform(random, -M_PI, M_PI), random_direction(random)));
  return pose;
}

Eigen::Matrix3d random_frame(Random & random)
{
  return random_pose(random).linear();
}

SpatialInertia random_inertia(Random & random)
{
  const Vector3d size(
    uniform(random, 0.1, 0.6), uniform(random, 0.1, 0.6), uniform(random, 0.1, 0.6));
  const double density = uniform(random, 20.0, 200.0);
  return box_inertia(density * size.prod(), size).transformed(random_pose(random, 0.2));
}

Joint random_joint(Random & random, JointType type, const std::string & name)
{
  Joint joint;
  joint.name = name;
  joint.type = type;
  joint.axis = uniform(random, 0.5, 2.0) * random_direction(random);
  joint.pose = random_pose(random);
  return joint;
}

Model random_forest(Random & random, int joints)
{
  ModelBuilder builder;
  std::vector<std::string> links{kWorldLink};
  for (int made = 0; made < joints; ) {
    if (random() % 4 == 0) {
      add_random_link(random, JointType::kFixed, builder, links);
    } else if (random() % 8 == 0 && made + 2 <= joints) {
      add_universal(random, builder, links);
      made += 2;
    } else {
      add_random_link(random, kMoving[pick(random, 6)], builder, links);
      ++made;
    }
  }
  return builder.build();
}

Model random_chain(Random & random, JointType type, int joints)
{
  ModelBuilder builder;
  std::string parent = kWorldLink;
  for (int i = 0; i < joints; ++i) {
    const std::string link = "link" + std::to_string(i);
    builder.add_link(link, random_inertia(random));
    builder.add_joint(random_joint(random, type, "joint" + std::to_string(i)), parent, link);
    parent = link;
  }
  return builder.build();
}

Model pendulum(int links)
{
  constexpr double kLength = 0.2;
  ModelBuilder builder;
  std::string parent = kWorldLink;
  for (int i = 0; i < links; ++i) {
    const std::string link = "rod" + std::to_string(i);
    builder.add_link(
      link, moved(cylinder_inertia(0.3, 0.02, kLength), {0.0, 0.0, -0.5 * kLength}));
    const double offset = i == 0 ? 0.0 : -kLength;
    Joint joint = turning("hinge" + std::to_string(i), Vector3d::UnitY(), at(0.0, 0.0, offset));
    joint.type = JointType::kContinuous;
    joint.limits = {};
    builder.add_joint(joint, parent, link);
    parent = link;
  }
  return builder.build();
}

Model humanoid()
{
  const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY(), z = Vector3d::UnitZ();
  ModelBuilder builder;
  builder.add_link("torso", moved(box_inertia(2.6, {0.12, 0.16, 0.2}), {0.0, 0.0, 0.06}));
  Joint base;
  base.name = "base";
  base.type = JointType::kFloating;
  builder.add_joint(base, kWorldLink, "torso");
  const std::vector<Segment> leg{
    {"hip_yaw", z, 0.0, 0.15}, {"hip_roll", x, 0.0, 0.25}, {"thigh", y, 0.12, 0.55},
    {"shank", y, 0.12, 0.4}, {"ankle", y, 0.0, 0.2}, {"foot", x, 0.04, 0.25}};
  const std::vector<Segment> arm{
    {"shoulder", y, 0.0, 0.1}, {"shoulder_roll", x, 0.0, 0.1}, {"upper_arm", z, 0.1, 0.25},
    {"forearm", y, 0.1, 0.2}};
  add_limb(builder, "left_", at(0.0, 0.05, -0.055), leg);
  add_limb(builder, "right_", at(0.0, -0.05, -0.055), leg);
  add_limb(builder, "left_", at(0.0, 0.1, 0.125), arm);
  add_limb(builder, "right_", at(0.0, -0.1, 0.125), arm);
  return builder.build();
}

Eigen::VectorXd random_position(Random & random, const Model & model)
{
  Eigen::VectorXd q = model.neutral();
  for (int body = 1; body < model.body_count(); ++body) {
    const JointType type = model.joint_type(body);
    const int first = model.first_q(body);
    const bool is_free = type == JointType::kFloating;
    for (int i = 0; i < model.body_nq(body); ++i) {
      const bool is_length = is_free || type == JointType::kPrismatic ||
        (type == JointType::kPlanar && i < 2);
      q[first + i] = (is_length ? 0.5 : 2.0) * uniform(random, -1.0, 1.0);
    }
    if (is_free || type == JointType::kSpherical) {
      const Eigen::Quaterniond turn(random_frame(random));
      q.segment<4>(first + (is_free ? 3 : 0)) = turn.coeffs();
    }
  }
  return q;
}

}  // namespace contact_sim::testing
