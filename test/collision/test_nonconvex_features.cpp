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

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "collision/mesh_factory.hpp"
#include "contact_sim/collision/convex_hull.hpp"
#include "contact_sim/collision/detector.hpp"
#include "contact_sim/collision/nonconvex_features.hpp"

namespace contact_sim
{

using Eigen::Isometry3d;
using Eigen::Vector3d;
using testing::MeshRandom;
using testing::between;
using Groups = std::vector<NonconvexGroup>;

namespace
{

Isometry3d at(double x, double y, double z)
{
  Isometry3d X = Isometry3d::Identity();
  X.translation() = Vector3d(x, y, z);
  return X;
}

Groups groups_of(
  const Shape & a, const Isometry3d & X_WA, const Shape & b, const Isometry3d & X_WB, double reach)
{
  Groups groups;
  find_nonconvex_groups(a, X_WA, b, X_WB, reach, groups);
  return groups;
}

bool has_side(const NonconvexGroup & group, const Vector3d & normal, double gap)
{
  return std::any_of(
    group.sides.begin(), group.sides.begin() + group.side_count, [&](const NonconvexSide & side) {
      return (side.normal - normal).norm() < 1e-9 && std::abs(side.gap - gap) < 1e-9;
    });
}

/// The right rim of a hole: top at z = 0, left side at x = 0; as a box, a hull and a mesh.
std::vector<Shape> rims()
{
  std::vector<Vector3d> corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back(i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0);
  }
  return {Box{{1.0, 1.0, 1.0}}, std::make_shared<const ConvexMesh>(make_convex(corners)),
    testing::shared(testing::box_mesh({1.0, 1.0, 1.0}, 2))};
}

/// A block of 0.2 m whose lower right edge is at (x, z).
Isometry3d block_at(double x, double z)
{
  return at(x - 0.1, 0.0, z + 0.1);
}

const Shape kBlock = Box{{0.1, 0.1, 0.1}};
const Isometry3d kRim = at(1.0, 0.0, -1.0);

}  // namespace

TEST(NonconvexFeatures, of_a_block_at_the_far_rim_of_a_hole_are_the_top_and_the_wall)
{
  // The block hangs 2 mm below the top and 3 mm before the wall: the top is never touched, but cuts
  // off the wall (figure 8).
  for (const Shape & rim : rims()) {
    const Groups groups = groups_of(rim, kRim, kBlock, block_at(-0.003, -0.002), 0.01);
    ASSERT_EQ(groups.size(), 2u) << shape_name(rim);  // two vertices of the block's edge
    for (const NonconvexGroup & group : groups) {
      EXPECT_EQ(group.side_count, 2);
      EXPECT_FALSE(group.vertex_is_of_a);
      EXPECT_TRUE(has_side(group, Vector3d::UnitZ(), -0.002));
      EXPECT_TRUE(has_side(group, -Vector3d::UnitX(), 0.003));
      EXPECT_NEAR(group.vertex.x(), -0.003, 1e-12);
      EXPECT_NEAR(std::abs(group.vertex.y()), 0.1, 1e-12);
    }
  }
}

TEST(NonconvexFeatures, are_none_where_a_face_alone_decides)
{
  for (const Shape & rim : rims()) {
    // On the top, far from the rim (figure 5).
    EXPECT_TRUE(groups_of(rim, kRim, kBlock, block_at(0.7, 0.001), 0.01).empty());
    // At the wall, far below the top.
    EXPECT_TRUE(groups_of(rim, kRim, kBlock, block_at(-0.001, -0.5), 0.01).empty());
    // Out of reach of everything.
    EXPECT_TRUE(groups_of(rim, kRim, kBlock, block_at(-0.02, -0.002), 0.01).empty());
    EXPECT_TRUE(groups_of(rim, kRim, kBlock, block_at(-0.002, 0.02), 0.01).empty());
  }
}

TEST(NonconvexFeatures, are_those_of_the_other_shape_where_its_vertex_is_near)
{
  // A corner of the ground under a wider block: the block's own faces are the sides.
  const Shape post = Box{{0.05, 0.05, 0.5}};
  const Groups groups = groups_of(post, at(0.05, 0.0, -0.5), kBlock, block_at(0.002, -0.001), 0.01);
  ASSERT_EQ(groups.size(), 2u);
  for (const NonconvexGroup & group : groups) {
    EXPECT_TRUE(group.vertex_is_of_a);
    // Normals lead from the post to the block: its bottom is lifted, its right side moved left.
    EXPECT_TRUE(has_side(group, Vector3d::UnitZ(), -0.001));
    EXPECT_TRUE(has_side(group, -Vector3d::UnitX(), -0.002));
  }
  // Seen from the other side.
  const Groups back = groups_of(kBlock, block_at(0.002, -0.001), post, at(0.05, 0.0, -0.5), 0.01);
  ASSERT_EQ(back.size(), 2u);
  EXPECT_FALSE(back[0].vertex_is_of_a);
  EXPECT_TRUE(has_side(back[0], -Vector3d::UnitZ(), -0.001));
}

TEST(NonconvexFeatures, of_a_stair_part_at_the_valley)
{
  const Shape stair = testing::shared(
    testing::extruded(
      {{0.0, -1.0}, {1.0, -1.0}, {1.0, 0.2}, {0.3, 0.2}, {0.3, 0.1}, {0.0, 0.1}}, 1.0));
  // A foot's toe before the second nosing at x = 0.3, z = 0.2: first riser's edge is out of reach.
  const Groups groups =
    groups_of(stair, Isometry3d::Identity(), kBlock, block_at(0.298, 0.199), 0.005);
  ASSERT_EQ(groups.size(), 2u);
  for (const NonconvexGroup & group : groups) {
    EXPECT_EQ(group.side_count, 2);
    EXPECT_TRUE(has_side(group, Vector3d::UnitZ(), -0.001));
    EXPECT_TRUE(has_side(group, -Vector3d::UnitX(), 0.002));
  }
  // In the valley the two faces bind at once: plain contacts.
  EXPECT_TRUE(
    groups_of(stair, Isometry3d::Identity(), kBlock, block_at(0.299, 0.101), 0.005).empty());
}

TEST(NonconvexFeatures, of_a_stair_do_not_join_over_the_side_of_the_flight)
{
  // Treads and risers all meet the side of the flight in ridges; the lower tread must not make free
  // what the riser forbids.
  const Shape stair = testing::shared(
    testing::extruded(
      {{0.0, -1.0}, {1.0, -1.0}, {1.0, 0.2}, {0.3, 0.2}, {0.3, 0.19}, {0.0, 0.19}}, 1.0));
  Isometry3d X = block_at(0.298, 0.199);
  X.translation().y() = 0.895;  // one side of the block is 5 mm from that of the flight
  int found = 0;
  for (const NonconvexGroup & group :
    groups_of(stair, Isometry3d::Identity(), kBlock, X, 0.02))
  {
    if (!group.vertex_is_of_a && has_side(group, -Vector3d::UnitX(), 0.002)) {
      ++found;
      EXPECT_TRUE(has_side(group, Vector3d::UnitZ(), -0.001));
      EXPECT_FALSE(has_side(group, Vector3d::UnitZ(), 0.009));
    }
  }
  EXPECT_EQ(found, 2);
}

TEST(NonconvexFeatures, say_what_is_free_near_a_corner)
{
  // The union of the sides and the solid, at a vertex that moves about a corner of the cube within
  // the reach: where all sides are negative the point is inside, and the other way round.
  MeshRandom random(1);
  const double reach = 0.05;
  const Isometry3d X = testing::random_pose(random, 1.0);
  for (const Shape & cube : rims()) {
    int inside = 0;
    for (int i = 0; i < 500; ++i) {
      // The lowest corner of a small block that stands on it.
      Vector3d p = Vector3d::Ones() + testing::point_between(random, -0.04, 0.04);
      Isometry3d X_block = at(0.0, 0.0, 0.0);
      X_block.translation() = p + Vector3d::Constant(0.1);
      for (const NonconvexGroup & group :
        groups_of(cube, X, kBlock, X * X_block, reach))
      {
        if (group.vertex_is_of_a || (X.inverse() * group.vertex - p).norm() > 1e-9) {
          continue;
        }
        double greatest = -1.0;
        for (int s = 0; s < group.side_count; ++s) {
          greatest = std::max(greatest, group.sides[s].gap);
        }
        EXPECT_EQ(group.side_count, 3) << shape_name(cube);
        const bool is_inside = p.cwiseAbs().maxCoeff() < 1.0;
        inside += is_inside;
        EXPECT_EQ(greatest < 0.0, is_inside);
      }
    }
    EXPECT_GT(inside, 10) << shape_name(cube);
  }
}

TEST(NonconvexFeatures, name_the_plain_points_that_they_replace)
{
  const Groups groups = groups_of(Box{{1.0, 1.0, 1.0}}, kRim, kBlock, block_at(0.002, 0.0), 0.01);
  ASSERT_EQ(groups.size(), 2u);
  Manifold manifold;
  find_contacts(Box{{1.0, 1.0, 1.0}}, kRim, kBlock, block_at(0.002, 0.0), 0.01, manifold);
  int replaced = 0;
  for (const ContactPoint & point : manifold) {
    replaced += std::any_of(
      groups.begin(), groups.end(), [&](const NonconvexGroup & g) {return g.replaces(point);});
  }
  EXPECT_EQ(replaced, 2);
  EXPECT_GT(manifold.size(), 2);
}

TEST(NonconvexFeatures, keep_their_keys_under_a_small_motion)
{
  for (const Shape & rim : rims()) {
    const Groups one = groups_of(rim, kRim, kBlock, block_at(-0.003, -0.002), 0.01);
    const Groups next = groups_of(rim, kRim, kBlock, block_at(-0.002, -0.001), 0.01);
    ASSERT_EQ(one.size(), next.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
      EXPECT_EQ(one[i].key, next[i].key);
    }
  }
}

}  // namespace contact_sim
