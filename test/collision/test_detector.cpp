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
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "collision/mesh_factory.hpp"
#include "contact_sim/collision/detector.hpp"
#include "support/count_allocations.hpp"

namespace contact_sim
{

using Eigen::AngleAxisd;
using Eigen::Isometry3d;
using Eigen::Vector3d;
using testing::MeshRandom;
using testing::between;
using Contacts = std::vector<DetectedContact>;

namespace
{

Isometry3d at(double x, double y, double z)
{
  Isometry3d X = Isometry3d::Identity();
  X.translation() = Vector3d(x, y, z);
  return X;
}

Geometry on_body(const Shape & shape, int body)
{
  Geometry geometry;
  geometry.shape = shape;
  geometry.body = body;
  return geometry;
}

BodyMotion moving(const Vector3d & linear)
{
  BodyMotion motion;
  motion.linear = linear;
  return motion;
}

Contacts detect(
  const CollisionScene & scene, const std::vector<Isometry3d> & poses,
  const std::vector<BodyMotion> & motions = {}, const DetectorOptions & options = {})
{
  Contacts contacts;
  Detector(options).detect(scene, poses, motions, contacts);
  return contacts;
}

/// The body's displacement once the contacts, one after the other and without friction, have had
/// their say: gap + normal · displacement >= 0 for each (Dykstra's projections; body b moves).
Vector3d stopped(const Contacts & contacts, const Vector3d & displacement)
{
  Vector3d d = displacement;
  std::vector<double> pushed(contacts.size(), 0.0);
  for (int sweep = 0; sweep < 200; ++sweep) {
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      const ContactPoint & point = contacts[i].point;
      const double sign = contacts[i].body_b == kWorldBody ? -1.0 : 1.0;
      const double wanted = pushed[i] - (point.gap + sign * point.normal.dot(d));
      const double next = std::max(0.0, wanted);
      d += (next - pushed[i]) * sign * point.normal;
      pushed[i] = next;
    }
  }
  return d;
}

std::vector<Isometry3d> apart(int count)
{
  std::vector<Isometry3d> poses;
  for (int i = 0; i < count; ++i) {
    poses.push_back(at(10.0 * i, 0.0, 0.0));
  }
  return poses;
}

}  // namespace

TEST(Detector, stops_a_bullet_of_100_m_s_before_a_plate_of_1_mm_at_any_angle)
{
  // Steps of 1 ms: 0.1 m a step. The bullet starts anywhere within the step before the plate, also
  // beside its edges, and flies at a point of the plate from any side. Whether it stays outside is
  // judged by the distance of centre and plate after the step and by the side that it is on.
  MeshRandom random(1);
  const Vector3d half(0.2, 0.2, 0.0005);
  const double radius = 0.004;
  const std::vector<Shape> plates{
    Box{half}, testing::shared(testing::box_mesh(half, 4)),
    testing::shared(testing::flat_mesh(4, 0.2, 0.2, random))};
  const std::vector<Shape> bullets{
    Sphere{radius}, Box{Vector3d::Constant(radius)}, Cylinder{radius, radius},
    Capsule{0.5 * radius, radius}};
  for (const Shape & plate : plates) {
    for (const Shape & bullet : bullets) {
      CollisionScene scene;
      scene.add_geometry(on_body(plate, kWorldBody));
      scene.add_geometry(on_body(bullet, 0));
      for (int i = 0; i < 200; ++i) {
        const Vector3d target(between(random, -0.19, 0.19), between(random, -0.19, 0.19), 0.0);
        Vector3d direction = testing::point_between(random, -1.0, 1.0).normalized();
        if (std::abs(direction.z()) < 0.05) {
          continue;
        }
        // Before the plate by more than the bullet's size, beyond it after the step.
        const double before = (2.0 * radius + 0.001) / std::abs(direction.z());
        if (before > 0.09) {
          continue;
        }
        const Vector3d start = target - between(random, before, 0.095) * direction;
        if (std::abs(start.z()) < 2.0 * radius) {
          continue;
        }
        Isometry3d X = testing::random_pose(random, 0.0);
        X.translation() = start;
        const Vector3d way = 0.1 * direction;
        const Contacts contacts = detect(scene, {X}, {moving(way)});
        ASSERT_FALSE(contacts.empty()) << shape_name(plate) << " " << shape_name(bullet) << i;
        const Vector3d end = start + stopped(contacts, way);
        // One that hits the rim may go down beside it; through the plate none may.
        const bool is_through = end.z() * start.z() <= 0.0;
        const Vector3d place =
          is_through ? Vector3d(start + start.z() / (start.z() - end.z()) * (end - start)) : end;
        if (place.head<2>().cwiseAbs().maxCoeff() < 0.2) {
          EXPECT_FALSE(is_through) << shape_name(plate) << " " << shape_name(bullet) << " " << i;
          EXPECT_GT(std::abs(end.z()), 0.5 * radius)
            << shape_name(plate) << " " << shape_name(bullet) << " " << i;
        }
      }
    }
  }
}

TEST(Detector, does_not_stop_what_flies_past)
{
  // Down beside the edge of the plate, half a millimetre from it: the way is free, though the plane
  // between the closest points at the start is crossed.
  CollisionScene scene;
  scene.add_geometry(on_body(Box{{0.2, 0.2, 0.0005}}, kWorldBody));
  scene.add_geometry(on_body(Sphere{0.004}, 0));
  const Vector3d way(0.0, 0.0, -0.1);
  const Isometry3d start = at(0.2045, 0.0, 0.05);
  const Contacts contacts = detect(scene, {start}, {moving(way)});
  EXPECT_LT((stopped(contacts, way) - way).norm(), 1e-12);
  // The plane would have stopped it.
  Manifold manifold;
  find_contacts(
    scene.geometry(0).shape, Isometry3d::Identity(), scene.geometry(1).shape, start, 0.1, manifold);
  ASSERT_EQ(manifold.size(), 1);
  EXPECT_LT(manifold[0].gap + manifold[0].normal.dot(way), 0.0);
}

TEST(Detector, gives_the_normal_and_gap_of_the_time_of_impact)
{
  // A ball flies at 45 degrees at the middle of a plate, from beside its edge.
  CollisionScene scene;
  scene.add_geometry(on_body(Box{{0.05, 0.05, 0.0005}}, kWorldBody));
  scene.add_geometry(on_body(Sphere{0.004}, 0));
  const Vector3d start(-0.06, 0.0, 0.06);
  const Vector3d way = 0.1 * Vector3d(1.0, 0.0, -1.0).normalized();
  DetectorOptions options;
  const Contacts contacts = detect(scene, {at(-0.06, 0.0, 0.06)}, {moving(way)}, options);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_LT((contacts[0].point.normal - Vector3d::UnitZ()).norm(), 1e-9);
  // 0.06 above the middle, less radius and half of the plate; the tolerance of the advancement is
  // 1e-5 of 0.1 m.
  EXPECT_NEAR(contacts[0].point.gap, 0.0555, 1e-6);
  EXPECT_NEAR(contacts[0].time, 0.0555 / (0.1 * std::sqrt(0.5)), 1e-4);
  // On the ball's own vertical, so that its lever is right.
  EXPECT_NEAR(contacts[0].point.position.x(), start.x(), 1e-9);
}

TEST(Detector, includes_what_can_touch_within_the_step_and_nothing_farther)
{
  CollisionScene scene;
  scene.add_geometry(on_body(HalfSpace(), kWorldBody));
  scene.add_geometry(on_body(Box{{0.5, 0.5, 0.5}}, 0));
  EXPECT_TRUE(detect(scene, {at(0.0, 0.0, 0.6)}).empty());
  const Contacts contacts = detect(scene, {at(0.0, 0.0, 0.6)}, {moving({0.0, 0.0, -0.2})});
  ASSERT_EQ(contacts.size(), 4u);
  for (const DetectedContact & contact : contacts) {
    EXPECT_NEAR(contact.point.gap, 0.1, 1e-12);
    EXPECT_EQ(contact.body_a, kWorldBody);
    EXPECT_EQ(contact.body_b, 0);
  }
  // Two that fall side by side at any speed have nothing to do with each other.
  scene.add_geometry(on_body(Box{{0.5, 0.5, 0.5}}, 1));
  EXPECT_TRUE(
    detect(
      scene, {at(0.0, 0.0, 500.0), at(1.1, 0.0, 500.0)},
      {moving({0.0, 0.0, -0.2}), moving({0.0, 0.0, -0.2})}).empty());
}

TEST(Detector, skips_and_forces_pairs_as_the_scene_says)
{
  CollisionScene scene;
  for (int i = 0; i < 4; ++i) {
    Geometry geometry = on_body(Sphere{0.5}, i);
    geometry.link = 10 + i;
    scene.add_geometry(geometry);
  }
  scene.add_geometry(on_body(Sphere{0.5}, 0));  // on the first body too
  const std::vector<Isometry3d> poses(4, at(0.0, 0.0, 0.0));
  const auto pairs = [&]() {
      std::set<std::pair<int, int>> found;
      for (const DetectedContact & contact : detect(scene, poses)) {
        EXPECT_LT(contact.geometry_a, contact.geometry_b);
        found.insert({contact.geometry_a, contact.geometry_b});
      }
      return found;
    };
  EXPECT_EQ(pairs().size(), 9u);  // all but the two of body 0
  scene.connect_bodies(1, 0);
  EXPECT_EQ(pairs().count({0, 1}), 0u);
  EXPECT_EQ(pairs().count({1, 4}), 0u);
  EXPECT_EQ(pairs().size(), 7u);
  scene.force_pair(1, 0);
  EXPECT_EQ(pairs().count({0, 1}), 1u);
  scene.skip_pair(2, 3);
  EXPECT_EQ(pairs().count({2, 3}), 0u);
  for (int body = 0; body < 4; ++body) {
    scene.set_robot(body, 5);
  }
  scene.set_self_collision(5, false);
  EXPECT_EQ(pairs(), (std::set<std::pair<int, int>>{{0, 1}}));  // the forced one
  scene.set_self_collision(5, true);
  EXPECT_EQ(pairs().size(), 7u);
}

TEST(Detector, passes_on_links_and_gives_keys_that_stay)
{
  CollisionScene scene;
  Geometry ground = on_body(Box{{2.0, 2.0, 0.1}}, kWorldBody);
  ground.link = 3;
  scene.add_geometry(ground);
  Geometry box = on_body(Box{{0.5, 0.5, 0.5}}, 0);
  box.link = 8;
  scene.add_geometry(box);
  const Contacts one = detect(scene, {at(0.0, 0.0, 0.6)});
  Isometry3d X = at(0.001, 0.002, 0.6001);
  X.rotate(AngleAxisd(1e-4, Vector3d(1.0, 2.0, 3.0).normalized()));
  const Contacts next = detect(scene, {X});
  ASSERT_EQ(one.size(), 4u);
  ASSERT_EQ(next.size(), 4u);
  std::set<std::uint64_t> keys;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(one[i].link_a, 3);
    EXPECT_EQ(one[i].link_b, 8);
    EXPECT_EQ(one[i].key, next[i].key);
    keys.insert(one[i].key);
  }
  EXPECT_EQ(keys.size(), 4u);
}

TEST(Detector, finds_what_each_pair_by_itself_finds_in_the_same_order_every_time)
{
  MeshRandom random(2);
  CollisionScene scene;
  scene.add_geometry(on_body(HalfSpace(), kWorldBody));
  scene.add_geometry(
    on_body(testing::shared(testing::box_mesh({0.5, 0.5, 0.5}, 2)), kWorldBody));
  std::vector<Isometry3d> poses;
  for (int i = 0; i < 30; ++i) {
    const std::vector<Shape> shapes{
      Box{{0.3, 0.2, 0.25}}, Sphere{0.3}, Capsule{0.15, 0.25}, Cylinder{0.25, 0.2}};
    scene.add_geometry(on_body(shapes[i % 4], i));
    poses.push_back(testing::random_pose(random, 1.5));
  }
  DetectorOptions options;
  options.margin = 0.02;
  options.reduce = false;
  const Contacts contacts = detect(scene, poses, {}, options);
  std::size_t expected = 0;
  for (int a = 0; a < scene.size(); ++a) {
    for (int b = a + 1; b < scene.size(); ++b) {
      const auto pose = [&](int i) {
          const int body = scene.geometry(i).body;
          return body == kWorldBody ? Isometry3d::Identity() : poses[body];
        };
      Manifold manifold;
      if (scene.can_touch(a, b)) {
        find_contacts(
          scene.geometry(a).shape, pose(a), scene.geometry(b).shape, pose(b), 0.02, manifold);
      }
      expected += manifold.size();
    }
  }
  EXPECT_GT(expected, 30u);
  EXPECT_EQ(contacts.size(), expected);
  Detector used(options);
  Contacts again;
  used.detect(scene, apart(30), {}, again);
  used.detect(scene, poses, {}, again);
  ASSERT_EQ(again.size(), contacts.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    EXPECT_EQ(again[i].key, contacts[i].key);
    EXPECT_EQ(again[i].point.gap, contacts[i].point.gap);
  }
}

TEST(Detector, offers_nonconvex_groups_where_asked)
{
  CollisionScene scene;
  scene.add_geometry(on_body(Box{{1.0, 1.0, 1.0}}, kWorldBody));
  scene.add_geometry(on_body(Box{{0.1, 0.1, 0.1}}, 0));
  DetectorOptions options;
  options.find_nonconvex = true;
  Detector detector(options);
  Contacts contacts;
  // The block's lower corner is just beside the edge and a little lower than it.
  detector.detect(scene, {at(1.1001, 0.0, 1.0999)}, {moving({-0.001, 0.0, 0.0})}, contacts);
  ASSERT_EQ(detector.group_count(), 2);
  for (int group = 0; group < 2; ++group) {
    EXPECT_EQ(
      std::count_if(
        contacts.begin(), contacts.end(),
        [&](const DetectedContact & contact) {return contact.group == group;}), 2);
  }
  EXPECT_EQ(contacts.size(), 4u);
  detector.detect(scene, {at(3.0, 0.0, 0.0)}, {}, contacts);
  EXPECT_EQ(detector.group_count(), 0);
}

TEST(Detector, takes_nothing_from_the_heap_in_a_steady_scene)
{
  MeshRandom random(3);
  CollisionScene scene;
  scene.add_geometry(on_body(HalfSpace(), kWorldBody));
  std::vector<Isometry3d> poses;
  std::vector<BodyMotion> motions;
  for (int i = 0; i < 30; ++i) {
    scene.add_geometry(on_body(Box{{0.3, 0.2, 0.25}}, i));
    poses.push_back(at(0.5 * (i % 6), 0.5 * (i / 6), 0.25));
    motions.push_back(moving({0.0, 0.0, -0.001}));
  }
  Detector detector;
  Contacts contacts;
  detector.detect(scene, poses, motions, contacts);
  detector.detect(scene, poses, motions, contacts);
  const std::size_t before = testing::allocations();
  detector.detect(scene, poses, motions, contacts);
  EXPECT_EQ(testing::allocations(), before);
  EXPECT_GE(contacts.size(), 120u);
}

TEST(Detector, refuses_what_it_cannot_work_on)
{
  CollisionScene scene;
  scene.add_geometry(on_body(Sphere{0.5}, 1));
  Contacts contacts;
  Detector detector;
  EXPECT_THROW(detector.detect(scene, apart(1), {}, contacts), std::invalid_argument);
  std::vector<Isometry3d> poses = apart(2);
  EXPECT_THROW(
    detector.detect(scene, poses, std::vector<BodyMotion>(1), contacts), std::invalid_argument);
  poses[1].translation().x() = std::nan("");
  EXPECT_THROW(detector.detect(scene, poses, {}, contacts), std::invalid_argument);
  EXPECT_THROW(scene.skip_pair(0, 1), std::invalid_argument);
  EXPECT_THROW(scene.add_geometry(on_body(Sphere{-1.0}, 0)), std::invalid_argument);
  Geometry skewed = on_body(Sphere{1.0}, 0);
  skewed.X_BG.linear() *= 2.0;
  EXPECT_THROW(scene.add_geometry(skewed), std::invalid_argument);
  DetectorOptions options;
  options.margin = -1.0;
  EXPECT_THROW(Detector{options}, std::invalid_argument);
}

}  // namespace contact_sim
