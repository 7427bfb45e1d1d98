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
#include <stdexcept>
#include <string>

#include "contact_sim/dynamics/model.hpp"
#include "contact_sim/dynamics/model_builder.hpp"
#include "support/random_trees.hpp"

namespace contact_sim
{

using testing::Random;

namespace
{

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

Joint joint_of(const std::string & name, JointType type)
{
  Joint joint;
  joint.name = name;
  joint.type = type;
  return joint;
}

}  // namespace

TEST(Model, without_anything_is_the_world)
{
  const Model model;
  EXPECT_EQ(model.nq(), 0);
  EXPECT_EQ(model.nv(), 0);
  EXPECT_EQ(model.body_count(), 1);
  EXPECT_EQ(model.link(model.link_index("world")).body, 0);
  EXPECT_EQ(model.support(0).size(), 0);
  EXPECT_EQ(model.neutral().size(), 0);
}

TEST(Model, numbers_its_bodies_depth_first)
{
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const Model model = testing::random_forest(random, 1 + i % 30);
    EXPECT_EQ(model.subtree_end(0), model.body_count());
    for (int body = 1; body < model.body_count(); ++body) {
      EXPECT_LT(model.parent(body), body);
      int last = body;  // of the subtree, by walking up from everyone
      for (int other = body; other < model.body_count(); ++other) {
        int above = other;
        while (above > body) {
          above = model.parent(above);
        }
        last = above == body ? other : last;
        EXPECT_EQ(above == body, other < model.subtree_end(body)) << body << " " << other;
      }
      EXPECT_EQ(model.subtree_end(body), last + 1);
    }
  }
}

TEST(Model, has_the_degrees_of_freedom_above_a_body_as_its_support)
{
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    const Model model = testing::random_forest(random, 1 + i % 30);
    std::size_t packed = 0;
    for (int dof = 0; dof < model.nv(); ++dof) {
      const DofSpan support = model.dof_support(dof);
      EXPECT_EQ(model.row_begin(dof), packed);
      packed += support.size();
      int expected = dof;
      for (int k = support.size() - 1; k >= 0; --k) {
        EXPECT_EQ(support[k], expected);
        expected = model.dof_parent(expected);
      }
      EXPECT_EQ(expected, -1);
    }
    EXPECT_EQ(model.packed_size(), packed);
    for (int body = 1; body < model.body_count(); ++body) {
      const int own = model.body_nv(body);
      EXPECT_EQ(model.support(body).size(), model.support(model.parent(body)).size() + own);
    }
  }
}

TEST(Model, keeps_all_mass_and_lumps_fixed_links)
{
  ModelBuilder builder;
  builder.add_link("base", box_inertia(1.0, {0.1, 0.1, 0.1}));
  builder.add_link("plate", box_inertia(2.0, {0.2, 0.2, 0.1}));
  builder.add_link("sensor");
  Joint fixed = joint_of("mount", JointType::kFixed);
  fixed.pose.translation().z() = 0.3;
  fixed.pose.rotate(Eigen::AngleAxisd(M_PI_2, Eigen::Vector3d::UnitX()));
  builder.add_joint(joint_of("free", JointType::kFloating), "world", "base");
  builder.add_joint(fixed, "base", "plate");
  fixed.name = "glue";
  builder.add_joint(fixed, "plate", "sensor");
  const Model model = builder.build();
  EXPECT_EQ(model.body_count(), 2);
  const SpatialInertia expected = box_inertia(1.0, {0.1, 0.1, 0.1}) +
    box_inertia(2.0, {0.2, 0.2, 0.1}).transformed(fixed.pose);
  EXPECT_TRUE(model.inertia(1).matrix().isApprox(expected.matrix(), 1e-14));
  EXPECT_DOUBLE_EQ(model.inertia(1).mass, 3.0);
  EXPECT_NEAR(model.inertia(1).center.z(), 0.2, 1e-15);
  const Link & sensor = model.link(model.link_index("sensor"));
  EXPECT_EQ(sensor.body, 1);
  EXPECT_EQ(sensor.joint, "glue");
  EXPECT_TRUE(sensor.pose.isApprox(fixed.pose * fixed.pose, 1e-14));
  EXPECT_EQ(model.body_link(1), model.link_index("base"));
}

TEST(Model, starts_with_unit_quaternions)
{
  Random random(3);
  const Model model = testing::random_chain(random, JointType::kFloating, 2);
  const Eigen::VectorXd q = model.neutral();
  EXPECT_EQ(q.size(), 14);
  EXPECT_EQ(q[6], 1.0);
  EXPECT_EQ(q[13], 1.0);
  EXPECT_EQ(q.squaredNorm(), 2.0);
}

TEST(Model, tells_near_names_where_one_is_not_found)
{
  const Model model = testing::humanoid();
  EXPECT_EQ(model.link_index("left_foot"), model.body_link(model.body_index("left_foot_joint")));
  const std::string link = refusal([&] {model.link_index("left_fot");});
  EXPECT_NE(link.find("no link 'left_fot' among 22; near it: 'left_foot'"), std::string::npos) <<
    link;
  const std::string joint = refusal([&] {model.body_index("nao/left_foot_joint");});
  EXPECT_NE(joint.find("near it: 'left_foot_joint'"), std::string::npos) << joint;
  const std::string far = refusal([&] {model.link_index("wheel of a car");});
  EXPECT_EQ(far.find("near"), std::string::npos) << far;
  EXPECT_TRUE(model.has_link("torso"));
  EXPECT_FALSE(model.has_link("base"));
  EXPECT_TRUE(model.has_joint("base"));
}

TEST(Model, names_its_degrees_of_freedom)
{
  const Model model = testing::humanoid();
  EXPECT_EQ(model.nv(), 26);
  EXPECT_EQ(model.nq(), 27);
  EXPECT_EQ(model.dof_name(3), "base[3]");
  EXPECT_EQ(model.dof_name(6), "left_hip_yaw_joint");
}

TEST(Model, with_other_gravity_is_the_same_else)
{
  const Model model = testing::humanoid();
  EXPECT_EQ(model.gravity(), Eigen::Vector3d(0.0, 0.0, -9.81));
  const Model moon = model.with_gravity({0.0, 0.0, -1.62});
  EXPECT_EQ(moon.gravity().z(), -1.62);
  EXPECT_EQ(moon.nv(), model.nv());
  EXPECT_THROW(model.with_gravity({std::nan(""), 0.0, 0.0}), std::invalid_argument);
}

}  // namespace contact_sim
