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

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <vector>

#include "collision/analytic_pairs.hpp"
#include "contact_sim/collision/narrow_phase.hpp"

namespace contact_sim
{

namespace
{

using Eigen::AngleAxisd;
using Eigen::Isometry3d;
using Eigen::Vector3d;
using testing::Random;

Isometry3d at(double x, double y, double z, const Eigen::Quaterniond & turn = {1.0, 0.0, 0.0, 0.0})
{
  Isometry3d X = Isometry3d::Identity();
  X.translation() = Vector3d(x, y, z);
  X.linear() = turn.toRotationMatrix();
  return X;
}

Eigen::Quaterniond about_x(double angle)
{
  return Eigen::Quaterniond(AngleAxisd(angle, Vector3d::UnitX()));
}

Eigen::Quaterniond about_z(double angle)
{
  return Eigen::Quaterniond(AngleAxisd(angle, Vector3d::UnitZ()));
}

/// The points of `upper` over `lower`, which stays at the origin.
Manifold over(const Shape & lower, const Shape & upper, const Isometry3d & X, double margin = 0.01)
{
  Manifold manifold;
  collide(lower, Isometry3d::Identity(), upper, X, margin, manifold);
  return manifold;
}

std::set<std::uint64_t> keys_of(const Manifold & manifold)
{
  std::set<std::uint64_t> keys;
  for (const ContactPoint & point : manifold) {
    keys.insert(point.key.value());
  }
  return keys;
}

Shape cube(double half = 0.5) {return Box{Vector3d::Constant(half)};}

Shape mesh(const ConvexMesh & m) {return std::make_shared<const ConvexMesh>(m);}

/// Area of the convex hull of the points, seen from above.
double area_of(const Manifold & manifold)
{
  std::vector<Vector3d> corners;
  Vector3d centre = Vector3d::Zero();
  for (const ContactPoint & point : manifold) {
    corners.push_back(point.position);
    centre += point.position / manifold.size();
  }
  std::sort(
    corners.begin(), corners.end(), [&centre](const Vector3d & p, const Vector3d & q) {
      return std::atan2(p.y() - centre.y(), p.x() - centre.x()) <
      std::atan2(q.y() - centre.y(), q.x() - centre.x());
    });
  double twice = 0.0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    twice += (corners[i] - centre).cross(corners[(i + 1) % corners.size()] - centre).z();
  }
  return 0.5 * twice;
}

}  // namespace

TEST(Manifold, of_two_faces_is_the_polygon_of_their_overlap)
{
  const double gap = 0.001;
  for (const Shape & lower : {cube(), mesh(testing::make_block(Vector3d::Constant(0.5)))}) {
    const Manifold equal = over(lower, cube(), at(0, 0, 1 + gap));
    EXPECT_EQ(equal.size(), 4);
    EXPECT_NEAR(area_of(equal), 1.0, 1e-12);
    const Manifold shifted = over(lower, cube(), at(0.3, 0.2, 1 + gap));
    EXPECT_EQ(shifted.size(), 4);
    EXPECT_NEAR(area_of(shifted), 0.7 * 0.8, 1e-12);
    // Two unit squares at 45 degrees share a regular octagon: 2 (√2 − 1).
    const Manifold turned = over(lower, cube(), at(0, 0, 1 - gap, about_z(M_PI_4)));
    EXPECT_EQ(turned.size(), 8);
    EXPECT_NEAR(area_of(turned), 2.0 * (std::sqrt(2.0) - 1.0), 1e-12);
    for (const ContactPoint & point : turned) {
      EXPECT_NEAR(point.gap, -gap, 1e-14);
      EXPECT_NEAR(point.position.z(), 0.5 - 0.5 * gap, 1e-14);
      EXPECT_LT((point.normal - Vector3d::UnitZ()).norm(), 1e-14);
    }
    const Manifold small = over(lower, cube(0.1), at(0.2, 0.1, 0.6 + gap));
    EXPECT_EQ(small.size(), 4);
    EXPECT_NEAR(area_of(small), 0.04, 1e-12);
  }
}

TEST(Manifold, of_a_tilted_face_has_all_corners_with_their_own_gaps)
{
  for (const double tilt : {1e-9, 1e-6, 1e-3, 1e-2}) {
    const Manifold manifold = over(cube(), cube(0.2), at(0, 0, 0.7, about_x(tilt)));
    ASSERT_EQ(manifold.size(), 4) << tilt;
    for (const ContactPoint & point : manifold) {
      // The height of a corner (±0.2, ±0.2, -0.2) turned about x, over the face.
      const double side = point.position.y() > 0.0 ? 1.0 : -1.0;
      EXPECT_NEAR(
        point.gap, 0.2 - 0.2 * std::cos(tilt) + side * 0.2 * std::sin(tilt), 1e-12) << tilt;
    }
  }
}

TEST(Manifold, of_a_box_that_rests_on_a_box_never_shrinks_to_a_point)
{
  Random random(1);
  for (int k = 0; k < 20000; ++k) {
    // A corner of a box of half size 0.2 to 0.5 tilted by 1e-4 lies at most 1e-4 deep or high.
    const double tilt = std::pow(10.0, testing::uniform(random, -12.0, -4.0));
    const Eigen::Quaterniond turn = about_z(testing::uniform(random, -M_PI, M_PI)) *
      about_x(testing::uniform(random, -tilt, tilt)) * about_z(
      testing::uniform(random, -M_PI, M_PI));
    const double half = testing::uniform(random, 0.2, 0.5);
    const double height = testing::uniform(random, -1e-4, 1e-4);
    const Isometry3d X = at(
      testing::uniform(random, -0.4, 0.4), testing::uniform(random, -0.4, 0.4),
      0.5 + half + height, turn);
    const Manifold manifold = over(cube(), cube(half), X);
    ASSERT_GE(manifold.size(), 3) << k;
    ASSERT_LE(manifold.size(), 9) << k;  // 8 corners, and the nearest points of two edges
  }
}

TEST(Manifold, has_two_points_for_an_edge_and_one_for_a_corner)
{
  const double edge_height = 0.2 * std::sqrt(2.0), corner_height = 0.2 * std::sqrt(3.0);
  const Eigen::Quaterniond on_edge = about_x(M_PI_4);
  const Eigen::Quaterniond on_corner =
    Eigen::Quaterniond::FromTwoVectors(Vector3d::Ones(), -Vector3d::UnitZ());
  for (const Shape & lower : {cube(), mesh(testing::make_prism(6, 0.6, 0.5)), Shape(HalfSpace{})}) {
    const double top = std::holds_alternative<HalfSpace>(lower) ? 0.0 : 0.5;
    EXPECT_EQ(over(lower, cube(0.2), at(0, 0, top + edge_height, on_edge)).size(), 2);
    EXPECT_EQ(over(lower, cube(0.2), at(0, 0, top + corner_height, on_corner)).size(), 1);
    EXPECT_EQ(over(lower, Sphere{0.2}, at(0, 0, top + 0.2)).size(), 1);
    EXPECT_EQ(over(lower, Capsule{0.1, 0.2}, at(0, 0, top + 0.1, about_x(M_PI_2))).size(), 2);
    EXPECT_EQ(over(lower, Capsule{0.1, 0.2}, at(0, 0, top + 0.3)).size(), 1);
    EXPECT_EQ(over(lower, Cylinder{0.1, 0.2}, at(0, 0, top + 0.1, about_x(M_PI_2))).size(), 2);
    EXPECT_EQ(over(lower, Cylinder{0.2, 0.2}, at(0, 0, top + 0.2)).size(), 8);
    EXPECT_EQ(
      over(lower, Cylinder{0.2, 0.2}, at(0, 0, top + 0.2 * std::sqrt(2.0), about_x(M_PI_4 + 0.01)))
      .size(), 1);
  }
}

TEST(Manifold, of_edges_and_sides_along_each_other_has_two_points)
{
  const double edge_height = 0.2 * std::sqrt(2.0);
  // Edge on parallel edge, both boxes standing on an edge.
  const Isometry3d standing = at(0, 0, 0, about_x(M_PI_4));
  Manifold manifold;
  collide(
    cube(0.2), standing, cube(0.2), at(0.1, 0, 2 * edge_height + 0.001, about_x(M_PI_4)), 0.01,
    manifold);
  ASSERT_EQ(manifold.size(), 2);
  EXPECT_NEAR((manifold[0].position - manifold[1].position).norm(), 0.3, 1e-12);
  const Eigen::Quaterniond lying = about_x(M_PI_2);
  for (const Shape & upper : {Shape(Cylinder{0.1, 0.2}), Shape(Capsule{0.1, 0.2})}) {
    for (const Shape & lower : {Shape(Cylinder{0.2, 0.5}), Shape(Capsule{0.2, 0.5})}) {
      collide(lower, at(0, 0, 0, lying), upper, at(0, 0, 0.301, lying), 0.01, manifold);
      ASSERT_EQ(manifold.size(), 2) << shape_name(lower) << ", " << shape_name(upper);
      EXPECT_NEAR((manifold[0].position - manifold[1].position).norm(), 0.4, 1e-12);
      EXPECT_NEAR(manifold[0].gap, 0.001, 1e-12);
    }
  }
  // Side on a parallel edge of a box.
  collide(
    cube(0.2), standing, Cylinder{0.1, 0.15},
    at(0, 0, edge_height + 0.1, Eigen::Quaterniond(AngleAxisd(M_PI_2, Vector3d::UnitY()))), 0.01,
    manifold);
  ASSERT_EQ(manifold.size(), 2);
  EXPECT_NEAR((manifold[0].position - manifold[1].position).norm(), 0.3, 1e-12);
}

TEST(Manifold, of_a_standing_cylinder_spans_its_foot)
{
  const Cylinder foot{0.2, 0.3};
  const double octagon = 2.0 * std::sqrt(2.0) * 0.04;  // inscribed in the rim
  for (const Shape & lower : {Shape(HalfSpace{}), cube(), Shape(Cylinder{0.5, 0.5})}) {
    const double top = std::holds_alternative<HalfSpace>(lower) ? 0.0 : 0.5;
    const Manifold whole = over(lower, foot, at(0.1, 0.05, top + 0.301));
    EXPECT_NEAR(area_of(whole), octagon, 1e-9) << shape_name(lower);
  }
  // Half over the edge of the box: half of the foot, less what the arcs bulge.
  const Manifold half = over(cube(), foot, at(0.5, 0, 0.8));
  EXPECT_GT(area_of(half), 0.45 * octagon);
  EXPECT_LT(area_of(half), 0.5 * M_PI * 0.04);
  // A box on a standing cylinder: all that is inside of the disc.
  EXPECT_EQ(over(foot, cube(0.1), at(0, 0, 0.4)).size(), 4);
  // Two discs side by side share a lens with its two corners.
  const Manifold lens = over(foot, Cylinder{0.2, 0.1}, at(0.25, 0, 0.4));
  EXPECT_GE(lens.size(), 4);
  double width = 0.0;
  for (const ContactPoint & point : lens) {
    width = std::max(width, point.position.y());
    EXPECT_NEAR(point.gap, 0.0, 1e-12);
  }
  EXPECT_NEAR(width, std::sqrt(0.04 - 0.125 * 0.125), 1e-9);
}

TEST(Manifold, of_faces_changes_its_gaps_by_the_normal_velocity)
{
  // Points that are where two edges cross slide along them: an error of tilt times speed, and the
  // tilt is that of the step, 1e-7.
  Random random(2);
  for (int k = 0; k < 300; ++k) {
    const Shape upper = k % 3 == 0 ? cube(0.3) : k % 3 == 1 ? Shape(Cylinder{0.2, 0.3}) :
      mesh(testing::make_prism(6, 0.3, 0.3));
    const Shape lower = k % 2 ? cube() : mesh(testing::make_prism(5, 0.6, 0.5));
    const Isometry3d X = at(
      testing::uniform(random, -0.3, 0.3), testing::uniform(random, -0.3, 0.3), 0.8,
      about_z(testing::uniform(random, -M_PI, M_PI)));
    const Vector3d v = testing::random_unit(random), w = testing::random_unit(random);
    const double e = 1e-7;
    Manifold manifolds[2];
    for (int side = 0; side < 2; ++side) {
      const double time = side ? e : -e;
      Isometry3d moved = X;
      moved.translation() += time * v;
      moved.linear() = AngleAxisd(time, w).toRotationMatrix() * X.linear();
      manifolds[side] = over(lower, upper, moved);
    }
    int compared = 0;
    for (const ContactPoint & p : over(lower, upper, X)) {
      for (const ContactPoint & before : manifolds[0]) {
        for (const ContactPoint & after : manifolds[1]) {
          if (before.key == p.key && after.key == p.key) {
            const double rate = p.normal.dot(v + w.cross(p.position - X.translation()));
            ASSERT_NEAR((after.gap - before.gap) / (2.0 * e), rate, 1e-6) << k;
            ++compared;
          }
        }
      }
    }
    ASSERT_GE(compared, 3) << k;
  }
}

TEST(Manifold, keeps_its_keys_over_a_slow_motion)
{
  // A small box slides and turns on a big one, all of it inside: always its four corners.
  const auto corners = keys_of(over(cube(), cube(0.1), at(0, 0, 0.6)));
  for (int step = 0; step < 500; ++step) {
    const double s = 1e-3 * step;
    const Isometry3d X = at(
      0.4 * s, 0.2 * s, 0.6 + 1e-4 * std::sin(step), about_z(s) * about_x(1e-5 * std::cos(step)));
    ASSERT_EQ(keys_of(over(cube(), cube(0.1), X)), corners) << step;
  }
  // Turned squares whose edges cross: the same eight crossings from whichever side.
  const auto crossings = keys_of(over(cube(), cube(), at(0, 0, 1, about_z(0.5))));
  for (int step = 0; step < 500; ++step) {
    const Isometry3d X = at(
      0, 0, 1 + 1e-5 * std::sin(step), about_z(0.5 + 1e-3 * step) * about_x(1e-6 * std::cos(step)));
    const auto now = keys_of(over(cube(), cube(), X));
    ASSERT_TRUE(std::includes(now.begin(), now.end(), crossings.begin(), crossings.end())) << step;
  }
}

TEST(Manifold, keeps_its_keys_and_places_while_a_cylinder_spins)
{
  for (const Shape & lower : {Shape(HalfSpace{}), cube()}) {
    const double top = std::holds_alternative<HalfSpace>(lower) ? 0.0 : 0.5;
    const Manifold first = over(lower, Cylinder{0.2, 0.3}, at(0, 0, top + 0.3));
    for (int step = 1; step < 200; ++step) {
      const Manifold now =
        over(lower, Cylinder{0.2, 0.3}, at(0, 0, top + 0.3, about_z(0.05 * step)));
      ASSERT_EQ(keys_of(now), keys_of(first)) << step;
      for (int i = 0; i < now.size(); ++i) {
        ASSERT_LT((now[i].position - first[i].position).norm(), 1e-9) << step;
      }
    }
  }
}

TEST(Manifold, of_big_faces_keeps_the_deepest_point_and_the_extent)
{
  const Shape disc = mesh(testing::make_prism(100, 0.5, 0.1));
  const Manifold flat = over(HalfSpace{}, disc, at(0, 0, 0.1));
  EXPECT_EQ(flat.size(), Manifold::kCapacity);
  EXPECT_GT(area_of(flat), 0.9 * M_PI * 0.25);
  const double tilt = 0.005;
  for (const Shape & lower : {Shape(HalfSpace{}), Shape(Box{Vector3d(1, 1, 0.5)})}) {
    const double top = std::holds_alternative<HalfSpace>(lower) ? 0.0 : 0.5;
    const Manifold tilted = over(lower, disc, at(0, 0, top + 0.1, about_x(tilt)));
    double least = 1.0;
    for (const ContactPoint & point : tilted) {
      least = std::min(least, point.gap);
    }
    EXPECT_NEAR(least, 0.1 - 0.1 * std::cos(tilt) - 0.5 * std::sin(tilt), 1e-12);
  }
}

TEST(Manifold, of_a_single_triangle_is_that_of_a_flat_polyhedron)
{
  const ConvexMesh triangle = make_convex_from_faces(
    {{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}});
  Manifold manifold;
  const Isometry3d here = Isometry3d::Identity();
  collide(triangle, here, cube(0.1), at(0, 0, 0.101), 0.01, manifold);
  ASSERT_EQ(manifold.size(), 4);
  EXPECT_NEAR(manifold[0].gap, 0.001, 1e-12);
  EXPECT_NEAR(manifold[0].normal.z(), 1.0, 1e-12);
  collide(triangle, here, HalfSpace{}, at(0, 0, -0.001), 0.01, manifold);
  ASSERT_EQ(manifold.size(), 3);
  EXPECT_NEAR(manifold[0].normal.z(), -1.0, 1e-12);
  collide(triangle, here, Sphere{0.1}, at(0, 0, -0.1), 0.01, manifold);
  ASSERT_EQ(manifold.size(), 1);
  EXPECT_NEAR(manifold[0].gap, 0.0, 1e-12);
  EXPECT_NEAR(manifold[0].normal.z(), -1.0, 1e-12);
}

}  // namespace contact_sim
