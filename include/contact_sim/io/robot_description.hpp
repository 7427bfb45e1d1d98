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


#ifndef CONTACT_SIM__IO__ROBOT_DESCRIPTION_HPP_
#define CONTACT_SIM__IO__ROBOT_DESCRIPTION_HPP_

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <optional>
#include <string>
#include <vector>

#include "contact_sim/dynamics/joint.hpp"
#include "contact_sim/dynamics/model_builder.hpp"
#include "contact_sim/dynamics/spatial.hpp"

namespace contact_sim
{

enum class GeometryKind {kBox, kSphere, kCylinder, kCapsule, kMesh};

/// A shape, centred at its own origin; what does not belong to its kind is not set.
struct GeometryDescription
{
  GeometryKind kind{GeometryKind::kBox};
  Eigen::Vector3d size{Eigen::Vector3d::Zero()};  ///< box: its edges along x, y, z [m]
  double radius{0.0};  ///< sphere, cylinder, capsule [m]
  double length{0.0};  ///< cylinder, capsule: along z; a capsule's without its caps [m]
  std::string mesh_file;                           ///< mesh: absolute path, or as the caller's is
  std::string mesh_uri;                            ///< mesh: as the URDF names it; may be empty
  Eigen::Vector3d scale{Eigen::Vector3d::Ones()};  ///< mesh: factors along x, y, z [-]
};

struct CollisionDescription
{
  std::string name;  ///< may be empty
  Eigen::Isometry3d pose{Eigen::Isometry3d::Identity()};  ///< in the link
  GeometryDescription geometry;
};

struct VisualDescription
{
  std::string name;  ///< may be empty
  Eigen::Isometry3d pose{Eigen::Isometry3d::Identity()};  ///< in the link
  GeometryDescription geometry;
  std::optional<Eigen::Vector4d> colour;  ///< red, green, blue, alpha from 0 to 1
};

struct LinkDescription
{
  std::string name;
  std::optional<SpatialInertia> inertia;  ///< in the link's frame
  std::vector<CollisionDescription> collisions;
  std::vector<VisualDescription> visuals;
  int line{0};  ///< in the file
};

struct JointDescription
{
  Joint joint;
  std::string parent;  ///< link
  std::string child;   ///< link
  int line{0};         ///< in the file
};

/// A tree of links and joints, as the file gives it; names have no scope yet.
struct RobotDescription
{
  std::string name;
  std::string file;  ///< as in messages
  std::string urdf;  ///< its text; empty: it is not from one
  std::string root;  ///< the link that is no joint's child
  std::vector<LinkDescription> links;    ///< in the order of the file
  std::vector<JointDescription> joints;  ///< in the order of the file

  /// \throws std::invalid_argument with the names that come near
  const LinkDescription & link(const std::string & link_name) const;
};

/// Where a robot stands among others, and what it is called.
struct RobotPlacement
{
  std::string name;  ///< before its links and joints: "name/link"; may be empty
  Eigen::Isometry3d pose{Eigen::Isometry3d::Identity()};  ///< of the root link, in the world
  bool is_floating{false};  ///< free to move; else the root link is fixed in the world
};

/// The joint that add_robot() adds between the world and the root link.
constexpr const char * kRootJoint = "root_joint";

/// Adds a robot to a world: its links, its joints, and kRootJoint, all with the scope of the
/// placement. A floating root is at the placement's pose in the neutral position: its q is counted
/// from there.
///
///     ModelBuilder builder;
///     add_robot(builder, read_urdf("humanoid.urdf"), {"robot", pose, true});
///     add_robot(builder, read_urdf("box.urdf"), {"box", box_pose, true});
///     const Model model = builder.build();
///     const int foot = model.link_index("robot/left_foot");
///
/// Joints are added in depth-first order with the children in the order of the file.
/// \throws std::invalid_argument naming the robot and the link or joint where a name is taken or a
///   floating base has no mass; the builder stays as it was
void add_robot(
  ModelBuilder & builder, const RobotDescription & robot, const RobotPlacement & placement);

}  // namespace contact_sim

#endif  // CONTACT_SIM__IO__ROBOT_DESCRIPTION_HPP_
