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

#include <limits>
#include <stdexcept>
#include <string>

#include "contact_sim/dynamics/model_builder.hpp"
#include "contact_sim/simulation/world.hpp"

namespace contact_sim
{
namespace
{

using Eigen::Isometry3d;
using Eigen::Vector3d;

Joint joint(const std::string & name, JointType type)
{
  Joint result;
  result.name = name;
  result.type = type;
  result.axis = Vector3d::UnitY();
  return result;
}

/// A base that is fixed in the world, two links that turn, and a free body.
World arm_and_box(const std::vector<LoopJoint> & loops = {})
{
  ModelBuilder builder;
  builder.add_link("arm/base");
  builder.add_link("arm/upper", box_inertia(1.0, Vector3d::Ones()));
  builder.add_link("arm/lower", box_inertia(1.0, Vector3d::Ones()));
  builder.add_link("box", box_inertia(1.0, Vector3d::Ones()));
  builder.add_joint(joint("arm/root_joint", JointType::kFixed), kWorldLink, "arm/base");
  builder.add_joint(joint("arm/shoulder", JointType::kRevolute), "arm/base", "arm/upper");
  builder.add_joint(joint("arm/elbow", JointType::kRevolute), "arm/upper", "arm/lower");
  builder.add_joint(joint("box/root_joint", JointType::kFloating), kWorldLink, "box");
  return World(builder.build(), loops);
}

/// One ball on every link, and the ground, by the name of the link.
int add_ball(World & world, const std::string & link)
{
  Geometry geometry;
  geometry.shape = Sphere{0.1};
  geometry.link = world.model.link_index(link);
  geometry.body = scene_body(world.model.link(geometry.link).body);
  return world.scene.add_geometry(geometry);
}

std::string refusal(const World & world)
{
  try {
    check_world(world);
  } catch (const std::invalid_argument & error) {
    return error.what();
  }
  return "not refused";
}

struct Balls
{
  int ground, base, upper, lower, box;
};

Balls add_balls(World & world)
{
  Geometry ground;
  ground.shape = HalfSpace{};
  return {world.scene.add_geometry(ground), add_ball(world, "arm/base"),
    add_ball(world, "arm/upper"), add_ball(world, "arm/lower"), add_ball(world, "box")};
}

}  // namespace

TEST(World, begins_at_the_neutral_position_at_rest_without_drives)
{
  const World world = arm_and_box();
  EXPECT_TRUE(world.initial_q.isApprox(world.model.neutral()));
  EXPECT_TRUE(world.initial_v.isZero());
  ASSERT_EQ(static_cast<int>(world.controls.size()), world.model.nv());
  EXPECT_EQ(world.controls[0].stiffness, 0.0);
  EXPECT_EQ(refusal(world), "not refused");
}

TEST(World, lets_bodies_touch_but_those_that_a_joint_connects)
{
  World world = arm_and_box();
  const Balls balls = add_balls(world);
  connect_jointed_bodies(world);
  EXPECT_FALSE(world.scene.can_touch(balls.upper, balls.lower));
  EXPECT_TRUE(world.scene.can_touch(balls.upper, balls.box));
  EXPECT_TRUE(world.scene.can_touch(balls.lower, balls.box));
}

TEST(World, lets_what_is_jointed_to_the_world_touch_the_ground_but_not_its_own_base)
{
  World world = arm_and_box();
  const Balls balls = add_balls(world);
  connect_jointed_bodies(world);
  EXPECT_FALSE(world.scene.can_touch(balls.base, balls.upper));
  EXPECT_TRUE(world.scene.can_touch(balls.base, balls.lower));
  EXPECT_TRUE(world.scene.can_touch(balls.base, balls.box));
  EXPECT_TRUE(world.scene.can_touch(balls.ground, balls.upper));
  EXPECT_TRUE(world.scene.can_touch(balls.ground, balls.box));
}

TEST(World, does_not_let_bodies_touch_that_a_loop_connects)
{
  World world = arm_and_box(
    {point_loop(
        "hand", "arm/lower", Vector3d::Zero(), "box", Vector3d::Zero())});
  const Balls balls = add_balls(world);
  connect_jointed_bodies(world);
  EXPECT_FALSE(world.scene.can_touch(balls.lower, balls.box));
  EXPECT_TRUE(world.scene.can_touch(balls.upper, balls.box));
}

TEST(World, lets_what_a_loop_ties_to_the_world_touch_the_ground)
{
  World world = arm_and_box(
    {point_loop(
        "pin", kWorldLink, Vector3d::Zero(), "box", Vector3d::Zero())});
  const Balls balls = add_balls(world);
  connect_jointed_bodies(world);
  EXPECT_TRUE(world.scene.can_touch(balls.ground, balls.box));
}

TEST(World, refuses_what_does_not_fit_and_says_what)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  World world = arm_and_box();
  world.initial_q.conservativeResize(3);
  EXPECT_NE(refusal(world).find("initial_q"), std::string::npos);
  world = arm_and_box();
  world.initial_v[1] = nan;
  EXPECT_NE(refusal(world).find("initial_v"), std::string::npos);
  world = arm_and_box();
  world.controls.pop_back();
  EXPECT_NE(refusal(world).find("controls"), std::string::npos);
  for (const double bad : {-1.0, nan, std::numeric_limits<double>::infinity()}) {
    world = arm_and_box();
    world.controls[1].stiffness = bad;
    EXPECT_NE(refusal(world).find("arm/elbow"), std::string::npos) << refusal(world);
    world = arm_and_box();
    world.controls[1].damping = bad;
    EXPECT_NE(refusal(world).find("damping"), std::string::npos);
  }
  world = arm_and_box();
  world.controls[1].effort_limit = -1.0;
  EXPECT_NE(refusal(world).find("effort"), std::string::npos);
}

TEST(World, refuses_geometry_on_a_body_or_of_a_material_that_is_not_there)
{
  Geometry geometry;
  geometry.shape = Sphere{0.1};
  World world = arm_and_box();
  geometry.body = world.model.body_count() - 1;  // of the scene: one too many
  world.scene.add_geometry(geometry);
  EXPECT_NE(refusal(world).find("body"), std::string::npos);
  world = arm_and_box();
  geometry.body = 0;
  geometry.material = 1;
  world.scene.add_geometry(geometry);
  EXPECT_NE(refusal(world).find("material"), std::string::npos);
  world = arm_and_box();
  geometry.material = 0;
  geometry.link = world.model.link_count();
  world.scene.add_geometry(geometry);
  EXPECT_NE(refusal(world).find("link"), std::string::npos);
}

}  // namespace contact_sim
