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
  Manifold manifold;
  find_contacts(a, X_WA, b, X_WB, reach, manifold);
  Groups groups;
  find_nonconvex_groups(a, X_WA, b, X_WB, reach, manifold, groups);
  return groups;
}

bool has_side(const NonconvexGroup & group, const Vector3d & normal, double gap)
{
  return std::any_of(
    group.sides.begin(), group.sides.begin() + group.side_count, [&](const ContactPoint & side) {
      return (side.normal - normal).norm() < 1e-9 && std::abs(side.gap - gap) < 1e-9;
    });
}

double widest_gap(const NonconvexGroup & group)
{
  double widest = -1.0;
  for (int i = 0; i < group.side_count; ++i) {
    widest = std::max(widest, group.sides[i].gap);
  }
  return widest;
}

/// Every contact point has a group with these two sides and no other.
void expect_two_sides(
  const Shape & a, const Isometry3d & X_WA, const Shape & b, const Isometry3d & X_WB,
  const Vector3d & one, double gap_one, const Vector3d & other, double gap_other)
{
  Manifold manifold;
  find_contacts(a, X_WA, b, X_WB, 0.01, manifold);
  const Groups groups = groups_of(a, X_WA, b, X_WB, 0.01);
  EXPECT_EQ(static_cast<int>(groups.size()), manifold.size()) << shape_name(a);
  EXPECT_GE(groups.size(), 2u) << shape_name(a);
  for (const NonconvexGroup & group : groups) {
    EXPECT_EQ(group.side_count, 2) << shape_name(a);
    EXPECT_TRUE(has_side(group, one, gap_one)) << shape_name(a);
    EXPECT_TRUE(has_side(group, other, gap_other)) << shape_name(a);
    EXPECT_EQ(group.sides[0].key.value(), manifold[group.point].key.value());
  }
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
  // off the wall (figure 8). Or it lies 0.1 mm over the top with 3 mm on it.
  for (const Shape & rim : rims()) {
    expect_two_sides(
      rim, kRim, kBlock, block_at(-0.003, -0.002), Vector3d::UnitZ(), -0.002, -Vector3d::UnitX(),
      0.003);
    expect_two_sides(
      rim, kRim, kBlock, block_at(0.003, 1e-4), Vector3d::UnitZ(), 1e-4, -Vector3d::UnitX(),
      -0.003);
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

TEST(NonconvexFeatures, are_none_for_blocks_that_lie_flush_on_each_other)
{
  // All corners meet all sides' planes, but no side could separate the blocks within the step.
  for (const double gap : {-1e-4, 0.0, 1e-4}) {
    for (const Shape & rim : rims()) {
      EXPECT_TRUE(groups_of(rim, kRim, rim, at(1.0, 0.0, 1.0 + gap), 0.01).empty());
      const Shape flat = Box{{1.0, 1.0, 0.1}};
      EXPECT_TRUE(groups_of(rim, kRim, flat, at(1.0, 0.0, 0.1 + gap), 0.01).empty());
    }
  }
}

TEST(NonconvexFeatures, are_those_of_the_other_shape_where_its_vertex_is_near)
{
  // A corner of the ground under a wider block: its lower right edge.
  const Shape post = Box{{0.05, 0.05, 0.5}};
  expect_two_sides(
    post, at(0.05, 0.0, -0.5), kBlock, block_at(0.002, -0.001), Vector3d::UnitZ(), -0.001,
    -Vector3d::UnitX(), -0.002);
  // Seen from the other side.
  expect_two_sides(
    kBlock, block_at(0.002, -0.001), post, at(0.05, 0.0, -0.5), -Vector3d::UnitZ(), -0.001,
    Vector3d::UnitX(), -0.002);
}

TEST(NonconvexFeatures, of_a_stair_part_at_the_valley)
{
  const Shape stair = testing::shared(
    testing::extruded(
      {{0.0, -1.0}, {1.0, -1.0}, {1.0, 0.2}, {0.3, 0.2}, {0.3, 0.1}, {0.0, 0.1}}, 1.0));
  // A foot's toe before the second nosing at x = 0.3, z = 0.2: first riser's edge is out of reach.
  const Groups groups =
    groups_of(stair, Isometry3d::Identity(), kBlock, block_at(0.298, 0.199), 0.005);
  ASSERT_GE(groups.size(), 2u);
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
    if (has_side(group, -Vector3d::UnitX(), 0.002)) {
      ++found;
      EXPECT_TRUE(has_side(group, Vector3d::UnitZ(), -0.001));
      EXPECT_FALSE(has_side(group, Vector3d::UnitZ(), 0.009));
    }
  }
  EXPECT_GE(found, 2);
}

TEST(NonconvexFeatures, are_none_between_two_meshes)
{
  const Shape mesh = rims()[2];
  EXPECT_TRUE(
    groups_of(
      mesh, kRim, testing::shared(testing::box_mesh({0.1, 0.1, 0.1})),
      block_at(-0.003, -0.002), 0.01).empty());
}

TEST(NonconvexFeatures, of_a_wheel_before_the_edge_of_a_plate_have_its_top)
{
  // The wheel rolls on another plate of the same height, 2 mm before this one: the nearest points
  // are those of its rim and the edge, and their plane would stop it.
  const double radius = 0.1;
  for (const Shape & plate : rims()) {
    for (const Shape & wheel : {Shape(Sphere{radius}), Shape(Cylinder{radius, 0.02}),
        Shape(Capsule{radius, 0.05})})
    {
      Isometry3d X = at(-0.002, 0.0, radius);
      X.linear() = Eigen::AngleAxisd(M_PI / 2.0, Vector3d::UnitX()).toRotationMatrix();
      const Groups groups = groups_of(plate, kRim, wheel, X, 0.005);
      ASSERT_FALSE(groups.empty()) << shape_name(plate) << ' ' << shape_name(wheel);
      for (const NonconvexGroup & group : groups) {
        EXPECT_TRUE(has_side(group, Vector3d::UnitZ(), 0.0)) << shape_name(wheel);
        EXPECT_LT(group.sides[0].normal.x(), -0.01);
      }
    }
  }
}

TEST(NonconvexFeatures, are_open_where_the_shapes_are_apart_and_only_there)
{
  // Small blocks in any pose about an edge and a corner of a cube: a group's widest side is the
  // distance of the shapes where a face separates them, and negative where they overlap.
  MeshRandom random(1);
  const Shape cube = rims()[0];
  const Shape hull = rims()[1];
  int apart = 0, overlapping = 0;
  for (int i = 0; i < 3000; ++i) {
    Isometry3d X = testing::random_pose(random, 0.0);
    X.translation() = Vector3d(1.0, testing::between(random, -1.0, 1.0), 1.0) +
      testing::point_between(random, -0.16, 0.16);
    Manifold manifold;
    find_contacts(cube, at(0.0, 0.0, 0.0), kBlock, X, 0.05, manifold);
    double distance = HUGE_VAL;
    for (const ContactPoint & point : manifold) {
      distance = std::min(distance, point.gap);
    }
    for (const Shape & shape : {cube, hull}) {
      for (const NonconvexGroup & group :
        groups_of(shape, at(0.0, 0.0, 0.0), kBlock, X, 0.05))
      {
        const double widest = widest_gap(group);
        apart += distance > 1e-6;
        overlapping += distance < -1e-6;
        if (distance > 1e-6) {
          EXPECT_GT(widest, 0.0);
        }
        if (std::abs(group.sides[0].gap - distance) < 1e-12 && distance < -1e-6) {
          EXPECT_LT(widest, 5e-5) << distance;  // corners within 1e-3 of the reach are level
        }
      }
    }
  }
  EXPECT_GT(apart, 300);
  EXPECT_GT(overlapping, 300);
}

TEST(NonconvexFeatures, keep_their_keys_under_a_small_motion)
{
  for (const Shape & rim : rims()) {
    const Groups one = groups_of(rim, kRim, kBlock, block_at(-0.003, -0.002), 0.01);
    const Groups next = groups_of(rim, kRim, kBlock, block_at(-0.0025, -0.002), 0.01);
    ASSERT_EQ(one.size(), next.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
      ASSERT_EQ(one[i].side_count, next[i].side_count);
      for (int side = 0; side < one[i].side_count; ++side) {
        EXPECT_EQ(one[i].sides[side].key.value(), next[i].sides[side].key.value());
      }
    }
  }
}

}  // namespace contact_sim
