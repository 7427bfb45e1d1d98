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
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/io/urdf_file.hpp"

namespace contact_sim
{
namespace
{

using Eigen::Vector3d;
using Eigen::Vector4d;

const std::filesystem::path kData = std::filesystem::path(CONTACT_SIM_TEST_DATA) / "urdf";

const JointDescription & joint_of(const RobotDescription & robot, const std::string & name)
{
  for (const JointDescription & joint : robot.joints) {
    if (joint.joint.name == name) {
      return joint;
    }
  }
  throw std::invalid_argument("no joint " + name);
}

/// A link with the given collision elements.
std::vector<CollisionDescription> collisions_of(const std::string & elements)
{
  return parse_urdf(
    "<robot name='r'><link name='a'>" + elements + "</link></robot>", "r.urdf").links[0].collisions;
}

std::string collision(const std::string & origin, const std::string & shape)
{
  return "<collision><origin " + origin + "/><geometry>" + shape + "</geometry></collision>";
}

}  // namespace

TEST(UrdfFile, reads_links_and_joints_in_the_order_of_the_file)
{
  const RobotDescription robot = read_urdf((kData / "everything.urdf").string());
  EXPECT_EQ(robot.name, "everything");
  EXPECT_EQ(robot.root, "world_mount");
  std::vector<std::string> names;
  for (const LinkDescription & link : robot.links) {
    names.push_back(link.name);
  }
  const std::vector<std::string> links{
    "world_mount", "carriage", "flap", "wheel", "puck", "ball", "weld", "balloon"};
  EXPECT_EQ(names, links);
  names.clear();
  for (const JointDescription & joint : robot.joints) {
    names.push_back(joint.joint.name);
  }
  const std::vector<std::string> joints{
    "rail", "hinge", "wheel_axle", "table", "ball_joint", "weld_joint", "leash"};
  EXPECT_EQ(names, joints);
}

TEST(UrdfFile, reads_joints_of_each_type)
{
  const RobotDescription robot = read_urdf((kData / "everything.urdf").string());
  const JointType types[] = {
    JointType::kPrismatic, JointType::kRevolute, JointType::kContinuous, JointType::kPlanar,
    JointType::kSpherical, JointType::kFixed, JointType::kFloating};
  for (std::size_t i = 0; i < robot.joints.size(); ++i) {
    EXPECT_EQ(robot.joints[i].joint.type, types[i]) << robot.joints[i].joint.name;
  }
  const JointDescription & rail = robot.joints[0];
  EXPECT_EQ(rail.parent, "world_mount");
  EXPECT_EQ(rail.child, "carriage");
  EXPECT_EQ(rail.line, 8);
  EXPECT_EQ(rail.joint.axis, Vector3d::UnitZ());
  EXPECT_EQ(rail.joint.pose.translation(), Vector3d(1.0, 2.0, 3.0));
  // A quarter turn about z; urdfdom goes through a quaternion, so a few roundings are left.
  EXPECT_TRUE(
    (rail.joint.pose.linear() * Vector3d::UnitX()).isApprox(Vector3d::UnitY(), 1e-15));
  EXPECT_EQ(rail.joint.limits.lower, -0.5);
  EXPECT_EQ(rail.joint.limits.upper, 0.75);
  EXPECT_EQ(rail.joint.limits.effort, 100.0);
  EXPECT_EQ(rail.joint.limits.velocity, 2.0);
  EXPECT_EQ(rail.joint.damping, 0.3);
  EXPECT_EQ(rail.joint.friction, 0.2);
}

TEST(UrdfFile, reads_mimics_and_leaves_continuous_joints_without_limits)
{
  const RobotDescription robot = read_urdf((kData / "everything.urdf").string());
  const Joint & wheel = joint_of(robot, "wheel_axle").joint;
  ASSERT_TRUE(wheel.mimic.has_value());
  EXPECT_EQ(wheel.mimic->leader, "hinge");
  EXPECT_EQ(wheel.mimic->multiplier, -2.0);
  EXPECT_EQ(wheel.mimic->offset, 0.1);
  EXPECT_EQ(wheel.limits.effort, 7.0);
  EXPECT_TRUE(std::isinf(wheel.limits.lower) && std::isinf(wheel.limits.upper));
  EXPECT_FALSE(joint_of(robot, "hinge").joint.mimic.has_value());
}

TEST(UrdfFile, turns_the_inertia_into_the_axes_of_the_link)
{
  const RobotDescription robot = read_urdf((kData / "everything.urdf").string());
  const SpatialInertia inertia = *robot.link("carriage").inertia;
  EXPECT_EQ(inertia.mass, 3.0);
  EXPECT_EQ(inertia.center, Vector3d(0.1, 0.0, 0.0));
  // A quarter turn about x exchanges y and z.
  const Eigen::Matrix3d expected = Vector3d(0.01, 0.03, 0.02).asDiagonal();
  EXPECT_TRUE(inertia.rotational.isApprox(expected, 1e-14)) << inertia.rotational;
  EXPECT_FALSE(robot.link("ball").inertia.has_value());
}

TEST(UrdfFile, reads_collision_shapes_of_each_kind)
{
  const RobotDescription robot = read_urdf((kData / "everything.urdf").string());
  const std::vector<CollisionDescription> & shapes = robot.link("carriage").collisions;
  ASSERT_EQ(shapes.size(), 5u);
  EXPECT_EQ(shapes[0].name, "body");
  EXPECT_EQ(shapes[0].geometry.kind, GeometryKind::kBox);
  EXPECT_EQ(shapes[0].geometry.size, Vector3d(0.1, 0.2, 0.3));
  EXPECT_TRUE((shapes[0].pose * Vector3d::UnitX()).isApprox(Vector3d(-1.0, 0.0, 0.5), 1e-15));
  EXPECT_EQ(shapes[1].geometry.kind, GeometryKind::kCylinder);
  EXPECT_EQ(shapes[1].geometry.radius, 0.2);
  EXPECT_EQ(shapes[1].geometry.length, 0.4);
  EXPECT_EQ(shapes[2].geometry.kind, GeometryKind::kCapsule);
  EXPECT_EQ(shapes[2].geometry.radius, 0.03);
  EXPECT_EQ(shapes[2].geometry.length, 0.5);
  EXPECT_EQ(shapes[3].geometry.kind, GeometryKind::kSphere);
  EXPECT_EQ(shapes[3].geometry.radius, 0.06);
  EXPECT_EQ(shapes[4].geometry.kind, GeometryKind::kMesh);
  EXPECT_EQ(shapes[4].geometry.mesh_file, (kData / "meshes/tetrahedron.stl").string());
  EXPECT_EQ(shapes[4].geometry.scale, Vector3d(1.0, 2.0, -3.0));
}

TEST(UrdfFile, reads_visual_shapes_with_their_colours)
{
  const RobotDescription robot = read_urdf((kData / "everything.urdf").string());
  const std::vector<VisualDescription> & shapes = robot.link("carriage").visuals;
  ASSERT_EQ(shapes.size(), 3u);
  EXPECT_EQ(shapes[0].name, "paint");
  EXPECT_EQ(shapes[0].geometry.size, Vector3d(0.1, 0.2, 0.3));
  EXPECT_EQ(shapes[0].colour.value(), Vector4d(1.0, 0.0, 0.0, 0.5));
  EXPECT_EQ(shapes[1].geometry.kind, GeometryKind::kCapsule);
  EXPECT_EQ(shapes[1].colour.value(), Vector4d(0.0, 1.0, 0.0, 1.0));
  EXPECT_FALSE(shapes[2].colour.has_value());
}

TEST(UrdfFile, takes_a_cylinder_with_a_sphere_at_each_end_for_a_capsule)
{
  const std::string cylinder =
    collision("xyz='0 0 0.5' rpy='0 1.5707963267948966 0'", "<cylinder radius='0.1' length='1'/>");
  const std::string near = collision("xyz='-0.5 0 0.5'", "<sphere radius='0.1'/>");
  const std::string far = collision("xyz='0.5 0 0.5'", "<sphere radius='0.1'/>");
  const auto shapes = collisions_of(near + cylinder + far);
  ASSERT_EQ(shapes.size(), 1u);
  EXPECT_EQ(shapes[0].geometry.kind, GeometryKind::kCapsule);
  EXPECT_EQ(shapes[0].geometry.length, 1.0);
  EXPECT_EQ(shapes[0].geometry.radius, 0.1);
  EXPECT_TRUE((shapes[0].pose * Vector3d::UnitZ()).isApprox(Vector3d(1.0, 0.0, 0.5), 1e-15));
}

TEST(UrdfFile, leaves_cylinders_that_are_no_capsules)
{
  const std::string cylinder = collision("xyz='0 0 0'", "<cylinder radius='0.1' length='1'/>");
  const std::string end = collision("xyz='0 0 0.5'", "<sphere radius='0.1'/>");
  const std::string thick = collision("xyz='0 0 -0.5'", "<sphere radius='0.11'/>");
  const std::string beside = collision("xyz='0.01 0 -0.5'", "<sphere radius='0.1'/>");
  for (const std::string & other : {thick, beside, end, std::string()}) {
    const auto shapes = collisions_of(cylinder + end + other);
    EXPECT_EQ(shapes.size(), other.empty() ? 2u : 3u);
    EXPECT_EQ(shapes[0].geometry.kind, GeometryKind::kCylinder) << other;
  }
}

TEST(UrdfFile, takes_a_ring_of_cylinders_and_spheres_for_capsules)
{
  const RobotDescription ring = read_urdf(CONTACT_SIM_URDF "/ring.urdf");
  EXPECT_EQ(ring.links[0].collisions.size(), 12u);
  for (const CollisionDescription & shape : ring.links[0].collisions) {
    EXPECT_EQ(shape.geometry.kind, GeometryKind::kCapsule);
  }
}

TEST(UrdfFile, finds_meshes_of_packages)
{
  namespace fs = std::filesystem;
  const fs::path top = fs::path(testing::TempDir()) / "contact_sim_urdf_packages";
  fs::remove_all(top);
  fs::create_directories(top / "prefix/share/installed/meshes");
  fs::create_directories(top / "src/checkout/meshes");
  fs::create_directories(top / "src/checkout/urdf");
  fs::copy(kData / "meshes/tetrahedron.stl", top / "prefix/share/installed/meshes/a.stl");
  fs::copy(kData / "meshes/tetrahedron.stl", top / "src/checkout/meshes/b.stl");
  const std::string before =
    std::getenv("AMENT_PREFIX_PATH") ? std::getenv("AMENT_PREFIX_PATH") : "";
  ::setenv("AMENT_PREFIX_PATH", ("/nowhere:" + (top / "prefix").string()).c_str(), 1);
  const auto found = [&](const std::string & name) {
      const std::string text = "<robot name='r'><link name='a'>" +
        collision("", "<mesh filename='" + name + "'/>") + "</link></robot>";
      return parse_urdf(text, (top / "src/checkout/urdf/r.urdf").string())
             .links[0].collisions[0].geometry.mesh_file;
    };
  EXPECT_EQ(
    found("package://installed/meshes/a.stl"), top / "prefix/share/installed/meshes/a.stl");
  EXPECT_EQ(found("package://checkout/meshes/b.stl"), top / "src/checkout/meshes/b.stl");
  EXPECT_EQ(found("../meshes/b.stl"), top / "src/checkout/meshes/b.stl");
  EXPECT_EQ(
    found("file://" + (top / "src/checkout/meshes/b.stl").string()),
    top / "src/checkout/meshes/b.stl");
  EXPECT_THROW(found("package://installed/meshes/b.stl"), std::runtime_error);
  ::setenv("AMENT_PREFIX_PATH", before.c_str(), 1);
  fs::remove_all(top);
}

}  // namespace contact_sim
