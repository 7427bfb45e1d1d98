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


#include "contact_sim/io/urdf_file.hpp"

#include <console_bridge/console.h>
#include <tinyxml2.h>
#include <urdf_parser/urdf_parser.h>

#include <Eigen/Geometry>

#include <filesystem>
#include <istream>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "io/tokens.hpp"
#include "io/urdf_check.hpp"
#include "io/urdf_geometry.hpp"
#include "io/urdf_xml.hpp"

namespace contact_sim
{

namespace
{

/// More is not a robot. Without a bound /dev/zero would be an endless one.
constexpr std::size_t kLargestFile = 64u << 20;

/// Keeps urdfdom from printing, and what it says for the message of our own. While it lives no
/// other of its kind does: console_bridge has one handler for the process.
class Listener : public console_bridge::OutputHandler
{
public:
  Listener()
  : lock_(mutex()), level_(console_bridge::getLogLevel())
  {
    console_bridge::setLogLevel(console_bridge::CONSOLE_BRIDGE_LOG_ERROR);
    console_bridge::useOutputHandler(this);
  }

  ~Listener() override
  {
    console_bridge::restorePreviousOutputHandler();
    console_bridge::setLogLevel(level_);
  }

  void log(
    const std::string & text, console_bridge::LogLevel, const char *, int) override
  {
    said_ += (said_.empty() ? "" : "; ") + text;
  }

  const std::string & said() const {return said_;}

private:
  static std::mutex & mutex()
  {
    static std::mutex instance;
    return instance;
  }

  std::lock_guard<std::mutex> lock_;
  console_bridge::LogLevel level_;
  std::string said_;
};

Eigen::Vector3d to_eigen(const urdf::Vector3 & v)
{
  return {v.x, v.y, v.z};
}

Eigen::Isometry3d to_eigen(const urdf::Pose & pose)
{
  const urdf::Rotation & r = pose.rotation;
  Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
  result.linear() = Eigen::Quaterniond(r.w, r.x, r.y, r.z).normalized().toRotationMatrix();
  result.translation() = to_eigen(pose.position);
  return result;
}

SpatialInertia to_inertia(const urdf::Inertial & inertial)
{
  const Eigen::Isometry3d origin = to_eigen(inertial.origin);
  SpatialInertia inertia;
  inertia.mass = inertial.mass;
  inertia.rotational <<
    inertial.ixx, inertial.ixy, inertial.ixz,
    inertial.ixy, inertial.iyy, inertial.iyz,
    inertial.ixz, inertial.iyz, inertial.izz;
  return inertia.transformed(origin);
}

JointType type_of(const urdf::Joint & joint)
{
  switch (joint.type) {
    case urdf::Joint::REVOLUTE: return JointType::kRevolute;
    case urdf::Joint::CONTINUOUS: return JointType::kContinuous;
    case urdf::Joint::PRISMATIC: return JointType::kPrismatic;
    case urdf::Joint::PLANAR: return JointType::kPlanar;
    case urdf::Joint::FLOATING: return JointType::kFloating;
    default: return JointType::kFixed;
  }
}

JointLimits limits_of(const urdf::Joint & joint, JointType type)
{
  JointLimits limits;
  if (!joint.limits) {
    return limits;
  }
  limits.effort = joint.limits->effort;
  limits.velocity = joint.limits->velocity;
  // A continuous joint has none, whatever its file says.
  if (type == JointType::kRevolute || type == JointType::kPrismatic) {
    limits.lower = joint.limits->lower;
    limits.upper = joint.limits->upper;
  }
  return limits;
}

/// Makes a description of what urdfdom read and the outline has.
class Reader
{
public:
  Reader(const urdf::ModelInterface & model, UrdfOutline outline, const std::string & file)
  : model_(model), outline_(std::move(outline)), file_(file),
    folder_(std::filesystem::path(file).parent_path()) {}

  RobotDescription read() const
  {
    RobotDescription robot;
    robot.name = model_.getName();
    robot.file = file_;
    robot.root = model_.getRoot()->name;
    for (const UrdfOutline::Name & entry : outline_.links) {
      robot.links.push_back(read_link(*model_.getLink(entry.name), entry.line));
    }
    for (const UrdfOutline::Name & entry : outline_.joints) {
      robot.joints.push_back(read_joint(*model_.getJoint(entry.name), entry.line));
    }
    expect_inertias(robot);
    return robot;
  }

private:
  UrdfPlace place_of_link(const std::string & name) const
  {
    return UrdfPlace(file_).in("link " + in_quotes(name));
  }

  LinkDescription read_link(const urdf::Link & source, int line) const
  {
    LinkDescription link;
    link.name = source.name;
    link.line = line;
    if (source.inertial) {
      link.inertia = to_inertia(*source.inertial);
      expect_possible(link);
    }
    try {
      read_shapes(source, link);
    } catch (const std::runtime_error & error) {
      place_of_link(link.name).refuse(line, error.what());
    }
    return link;
  }

  void expect_possible(const LinkDescription & link) const
  {
    const std::string reason = link.inertia->impossible_because();
    if (!reason.empty()) {
      place_of_link(link.name).refuse(
        link.line, "expected the inertia of a body, found one that no body has: " + reason +
        "; compute it from the shape and the mass");
    }
  }

  void read_shapes(const urdf::Link & source, LinkDescription & link) const
  {
    for (std::size_t i = 0; i < source.collision_array.size(); ++i) {
      const urdf::Collision & from = *source.collision_array[i];
      const bool is_capsule = outline_.capsule_collisions.count({source.name, i}) > 0;
      link.collisions.push_back(
        {from.name, to_eigen(from.origin), read_geometry(*from.geometry, is_capsule)});
    }
    merge_capsules(link.collisions);
    for (std::size_t i = 0; i < source.visual_array.size(); ++i) {
      const urdf::Visual & from = *source.visual_array[i];
      const bool is_capsule = outline_.capsule_visuals.count({source.name, i}) > 0;
      link.visuals.push_back(
        {from.name, to_eigen(from.origin), read_geometry(*from.geometry, is_capsule), {}});
      if (from.material && from.material->texture_filename.empty()) {
        const urdf::Color & c = from.material->color;
        link.visuals.back().colour = Eigen::Vector4d(c.r, c.g, c.b, c.a);
      }
    }
  }

  GeometryDescription read_geometry(const urdf::Geometry & source, bool is_capsule) const
  {
    GeometryDescription geometry;
    if (const auto * box = dynamic_cast<const urdf::Box *>(&source)) {
      geometry.kind = GeometryKind::kBox;
      geometry.size = to_eigen(box->dim);
    } else if (const auto * sphere = dynamic_cast<const urdf::Sphere *>(&source)) {
      geometry.kind = GeometryKind::kSphere;
      geometry.radius = sphere->radius;
    } else if (const auto * cylinder = dynamic_cast<const urdf::Cylinder *>(&source)) {
      geometry.kind = is_capsule ? GeometryKind::kCapsule : GeometryKind::kCylinder;
      geometry.radius = cylinder->radius;
      geometry.length = cylinder->length;
    } else if (const auto * mesh = dynamic_cast<const urdf::Mesh *>(&source)) {
      geometry.kind = GeometryKind::kMesh;
      geometry.mesh_file = resolve_mesh(mesh->filename, folder_);
      geometry.mesh_uri = mesh->filename;
      geometry.scale = to_eigen(mesh->scale);
    }
    return geometry;
  }

  JointDescription read_joint(const urdf::Joint & source, int line) const
  {
    JointDescription result;
    result.parent = source.parent_link_name;
    result.child = source.child_link_name;
    result.line = line;
    Joint & joint = result.joint;
    joint.name = source.name;
    joint.type = outline_.spherical_joints.count(source.name) > 0 ?
      JointType::kSpherical : type_of(source);
    if (has_axis(joint.type)) {
      joint.axis = to_eigen(source.axis).normalized();
    }
    joint.pose = to_eigen(source.parent_to_joint_origin_transform);
    joint.limits = limits_of(source, joint.type);
    if (source.dynamics) {
      joint.damping = source.dynamics->damping;
      joint.friction = source.dynamics->friction;
    }
    if (source.mimic) {
      joint.mimic =
        MimicSpec{source.mimic->joint_name, source.mimic->multiplier, source.mimic->offset};
    }
    return result;
  }

  /// Each link that a joint moves has an <inertial>, or one that is fixed to it further out has.
  void expect_inertias(const RobotDescription & robot) const
  {
    std::map<std::string, std::string> carrier;  // of a link that is fixed to it
    for (const JointDescription & joint : robot.joints) {
      if (joint.joint.type == JointType::kFixed) {
        carrier[joint.child] = joint.parent;
      }
    }
    std::set<std::string> with_inertia;
    for (const LinkDescription & link : robot.links) {
      std::string name = link.name;
      while (link.inertia && with_inertia.insert(name).second && carrier.count(name) > 0) {
        name = carrier[name];
      }
    }
    for (const JointDescription & joint : robot.joints) {
      if (joint.joint.type != JointType::kFixed && with_inertia.count(joint.child) == 0) {
        place_of_link(joint.child).refuse(
          robot.link(joint.child).line, "expected an <inertial>, since joint " +
          in_quotes(joint.joint.name) + " moves the link, found none: add one with the mass and "
          "inertia of the link (of 0 only where it is meant to have no mass)");
      }
    }
  }

  const urdf::ModelInterface & model_;
  const UrdfOutline outline_;
  const std::string file_;
  const std::filesystem::path folder_;
};

void parse_xml(const std::string & text, const std::string & name, tinyxml2::XMLDocument & document)
{
  document.Parse(text.data(), text.size());
  const UrdfPlace place(name);
  if (trimmed(text).empty()) {
    place.refuse(1, "expected a URDF, found an empty file");
  }
  if (document.Error()) {
    place.refuse(
      document.ErrorLineNum(), std::string("expected XML, found a mistake there or before: ") +
      tinyxml2::XMLDocument::ErrorIDToName(document.ErrorID()));
  }
}

/// urdfdom's reading of a document that was checked; it should have no complaint left.
urdf::ModelInterfaceSharedPtr read_with_urdfdom(
  const tinyxml2::XMLDocument & document, const std::string & name)
{
  tinyxml2::XMLPrinter printer;
  document.Print(&printer);
  const Listener listener;
  const urdf::ModelInterfaceSharedPtr model = urdf::parseURDF(printer.CStr());
  if (!model || !listener.said().empty()) {
    UrdfPlace(name).refuse(
      *document.RootElement(), "expected a URDF that urdfdom reads, found that it says: " +
      (listener.said().empty() ? "nothing" : listener.said()));
  }
  return model;
}

}  // namespace

RobotDescription parse_urdf(const std::string & text, const std::string & name)
{
  tinyxml2::XMLDocument document;
  parse_xml(text, name, document);
  UrdfOutline outline = check_urdf(document, name);
  const urdf::ModelInterfaceSharedPtr model = read_with_urdfdom(document, name);
  RobotDescription robot = Reader(*model, std::move(outline), name).read();
  robot.urdf = text;
  return robot;
}

RobotDescription read_urdf(const std::string & path)
{
  if (std::filesystem::is_directory(path)) {
    throw std::runtime_error(path + ": expected a URDF, found a directory");
  }
  std::string text;
  read_from(
    path, [&](std::istream & input) {
      char block[4096];
      while (text.size() <= kLargestFile && (input.read(block, sizeof block) || input.gcount())) {
        text.append(block, static_cast<std::size_t>(input.gcount()));
      }
    });
  if (text.size() > kLargestFile) {
    throw std::runtime_error(path + ": expected a URDF of at most 64 MB, found more");
  }
  return parse_urdf(text, path);
}

}  // namespace contact_sim
