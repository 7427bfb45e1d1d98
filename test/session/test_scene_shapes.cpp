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

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/io/scenario_file.hpp"
#include "contact_sim/session/scene_shapes.hpp"

namespace contact_sim
{

namespace
{

BuiltScenario built(const std::string & yaml)
{
  return build_world(parse_scenario(yaml, std::string(CONTACT_SIM_SCENARIOS) + "/test.yaml"));
}

std::vector<MarkerMessage> markers_of(const BuiltScenario & scenario)
{
  return scene_markers(scenario, SceneNames(scenario, ""), "world");
}

TEST(SceneShapes, each_kind_of_shape_has_its_marker_with_its_size)
{
  const std::vector<MarkerMessage> markers = markers_of(
    built(
      R"(
ground: {height: 0.5}
bodies:
  - {name: box, shape: box, size: [0.1, 0.2, 0.3], mass: 1, color: [1, 0.5, 0, 0.25]}
  - {name: ball, shape: sphere, radius: 0.2, mass: 1, pose: {xyz: [1, 0, 1]}}
  - {name: can, shape: cylinder, radius: 0.1, length: 0.4, mass: 1, pose: {xyz: [2, 0, 1]}}
  - {name: pill, shape: capsule, radius: 0.1, length: 0.4, mass: 1, pose: {xyz: [3, 0, 1]}}
)"));
  ASSERT_EQ(markers.size(), 7u);
  EXPECT_EQ(markers[0].ns, "ground");
  EXPECT_EQ(markers[0].header.frame_id, "world");
  // Its upper side is the plane.
  EXPECT_NEAR(markers[0].position.z() + 0.5 * markers[0].scale.z(), 0.5, 1e-12);

  EXPECT_EQ(markers[1].type, MarkerType::kCube);
  EXPECT_EQ(markers[1].header.frame_id, "box");
  EXPECT_TRUE(markers[1].scale.isApprox(Eigen::Vector3d(0.1, 0.2, 0.3)));
  EXPECT_TRUE(markers[1].color.isApprox(Eigen::Vector4f(1.0F, 0.5F, 0.0F, 0.25F)));
  EXPECT_EQ(markers[2].type, MarkerType::kSphere);
  EXPECT_TRUE(markers[2].scale.isApprox(Eigen::Vector3d::Constant(0.4)));
  EXPECT_EQ(markers[3].type, MarkerType::kCylinder);
  EXPECT_TRUE(markers[3].scale.isApprox(Eigen::Vector3d(0.2, 0.2, 0.4)));
  EXPECT_EQ(markers[4].type, MarkerType::kCylinder);  // the capsule, and its ends
  EXPECT_NEAR(markers[5].position.z(), -0.2, 1e-12);
  EXPECT_NEAR(markers[6].position.z(), 0.2, 1e-12);
  for (const MarkerMessage & marker : markers) {
    EXPECT_TRUE(marker.is_frame_locked);
    EXPECT_EQ(marker.action, MarkerAction::kAdd);
  }
}

TEST(SceneShapes, markers_have_numbers_of_their_own)
{
  std::set<int> ids;
  const std::vector<MarkerMessage> markers = markers_of(
    build_world(read_scenario(std::string(CONTACT_SIM_SCENARIOS) + "/stack.yaml")));
  for (const MarkerMessage & marker : markers) {
    EXPECT_TRUE(ids.insert(marker.id).second);
  }
  EXPECT_GE(ids.size(), 11u);
}

TEST(SceneShapes, the_only_robot_is_left_to_its_urdf)
{
  const std::vector<MarkerMessage> markers = markers_of(
    build_world(read_scenario(std::string(CONTACT_SIM_SCENARIOS) + "/humanoid.yaml")));
  for (const MarkerMessage & marker : markers) {
    EXPECT_EQ(marker.header.frame_id, "world") << marker.ns;
  }
}

TEST(SceneShapes, of_several_robots_all_are_shown)
{
  const BuiltScenario scenario = built(
    R"(
ground: {height: 0}
robots:
  - {name: a, urdf: humanoid.urdf, pose: {xyz: [0, 0, 1.2]}}
  - {name: b, urdf: humanoid.urdf, pose: {xyz: [3, 0, 1.2]}}
)");
  std::set<std::string> robots;
  for (const MarkerMessage & marker : markers_of(scenario)) {
    robots.insert(marker.header.frame_id.substr(0, 2));
  }
  EXPECT_EQ(robots, (std::set<std::string>{"a/", "b/", "wo"}));
}

/// What follows /tf has to be there: a marker in a frame that nobody sends would never be drawn.
TEST(SceneShapes, each_frame_is_one_that_the_session_sends_in_all_shipped_scenarios)
{
  for (const std::string & name : shipped_scenarios()) {
    const BuiltScenario scenario = build_world(read_scenario(find_scenario(name)));
    const SceneNames names(scenario, "");
    std::set<std::string> frames{"world"};
    for (const NamedLink & link : names.frames()) {
      frames.insert(link.frame);
    }
    for (const MarkerMessage & marker : scene_markers(scenario, names, "world")) {
      EXPECT_EQ(frames.count(marker.header.frame_id), 1u) << name << ": " <<
        marker.header.frame_id;
    }
  }
}

/// Points of a mesh in the frame of its link, brought to the world, lie where the collision shape
/// has them.
TEST(SceneShapes, a_mesh_is_its_triangles_where_the_shape_is)
{
  const BuiltScenario scenario = built(
    R"(
bodies:
  - {name: cube, shape: mesh, file: )" CONTACT_SIM_TEST_DATA R"(/meshes/cube.obj, mass: 1,
     pose: {xyz: [1, 2, 3], rpy: [0.3, 0.2, 0.1]}}
)");
  const std::vector<MarkerMessage> markers = markers_of(scenario);
  ASSERT_EQ(markers.size(), 1u);
  EXPECT_EQ(markers[0].type, MarkerType::kTriangleList);
  EXPECT_EQ(markers[0].points.size(), 36u);  // 12 triangles
  const auto & hull = std::get<std::shared_ptr<const ConvexMesh>>(
    scenario.world->scene.geometry(0).shape);
  for (const Eigen::Vector3d & point : markers[0].points) {
    const auto is_same = [&](const Eigen::Vector3d & corner) {return corner == point;};
    EXPECT_TRUE(std::any_of(hull->vertices.begin(), hull->vertices.end(), is_same));
  }
}

}  // namespace

}  // namespace contact_sim
