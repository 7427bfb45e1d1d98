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


#include "contact_sim/io/robot_description.hpp"

#include <map>
#include <stdexcept>
#include <utility>

namespace contact_sim
{

namespace
{

using Children = std::map<std::string, std::vector<const JointDescription *>>;  // by parent

Children children_of(const RobotDescription & robot)
{
  Children children;
  for (const JointDescription & joint : robot.joints) {
    children[joint.parent].push_back(&joint);
  }
  return children;
}

/// Depth first, the children of a link in the order of the file.
std::vector<const JointDescription *> joints_from_root(const RobotDescription & robot)
{
  const Children children = children_of(robot);
  std::vector<const JointDescription *> ordered;
  std::vector<const JointDescription *> open;
  const auto open_children = [&](const std::string & link) {
      const auto found = children.find(link);
      if (found != children.end()) {
        open.insert(open.end(), found->second.rbegin(), found->second.rend());
      }
    };
  open_children(robot.root);
  while (!open.empty()) {
    ordered.push_back(open.back());
    open.pop_back();
    open_children(ordered.back()->child);
  }
  return ordered;
}

/// Whether the link, or one that is fixed to it further out, has a mass.
bool has_mass(const RobotDescription & robot, const Children & children, const std::string & link)
{
  const std::optional<SpatialInertia> & inertia = robot.link(link).inertia;
  if (inertia && inertia->mass > 0.0) {
    return true;
  }
  const auto found = children.find(link);
  if (found != children.end()) {
    for (const JointDescription * next : found->second) {
      if (next->joint.type == JointType::kFixed && has_mass(robot, children, next->child)) {
        return true;
      }
    }
  }
  return false;
}

Joint root_joint(const RobotDescription & robot, const RobotPlacement & placement)
{
  if (placement.is_floating && !has_mass(robot, children_of(robot), robot.root)) {
    throw std::invalid_argument(
            "expected a mass in the root link '" + robot.root + "' or in a link fixed to it, since "
            "the base is floating, found none: add an <inertial>, or fix the base");
  }
  Joint joint;
  joint.name = scoped_name(placement.name, kRootJoint);
  joint.type = placement.is_floating ? JointType::kFloating : JointType::kFixed;
  joint.pose = placement.pose;
  return joint;
}

Joint scoped(Joint joint, const std::string & robot)
{
  joint.name = scoped_name(robot, joint.name);
  if (joint.mimic) {
    joint.mimic->leader = scoped_name(robot, joint.mimic->leader);
  }
  return joint;
}

}  // namespace

const LinkDescription & RobotDescription::link(const std::string & link_name) const
{
  for (const LinkDescription & candidate : links) {
    if (candidate.name == link_name) {
      return candidate;
    }
  }
  std::vector<std::string> names;
  for (const LinkDescription & candidate : links) {
    names.push_back(candidate.name);
  }
  throw std::invalid_argument(
          file + ": expected the name of a link, found '" + link_name + "'" +
          near_names(link_name, names));
}

void add_robot(
  ModelBuilder & builder, const RobotDescription & robot, const RobotPlacement & placement)
{
  ModelBuilder extended = builder;
  try {
    for (const LinkDescription & link : robot.links) {
      extended.add_link(
        scoped_name(placement.name, link.name), link.inertia.value_or(SpatialInertia{}));
    }
    extended.add_joint(
      root_joint(robot, placement), kWorldLink, scoped_name(placement.name, robot.root));
    for (const JointDescription * joint : joints_from_root(robot)) {
      extended.add_joint(
        scoped(joint->joint, placement.name), scoped_name(placement.name, joint->parent),
        scoped_name(placement.name, joint->child));
    }
  } catch (const std::invalid_argument & error) {
    throw std::invalid_argument(
            "robot '" + placement.name + "' (" + robot.file + "): " + error.what());
  }
  builder = std::move(extended);
}

}  // namespace contact_sim
