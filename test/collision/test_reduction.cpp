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
#include <limits>
#include <stdexcept>
#include <vector>

#include "collision/mesh_factory.hpp"
#include "contact_sim/collision/reduction.hpp"
#include "support/count_allocations.hpp"

namespace contact_sim
{

using Eigen::Vector3d;
using testing::MeshRandom;
using testing::between;
using Points = std::vector<ContactPoint>;

namespace
{

ContactPoint point(const Vector3d & position, const Vector3d & normal, double gap, int number)
{
  return {position, normal, gap, FeatureKey{static_cast<std::uint32_t>(number), 7u}};
}

Points reduced(Points points, const ReductionOptions & options = {})
{
  points.resize(reduce_contacts(points.data(), static_cast<int>(points.size()), options));
  return points;
}

Eigen::MatrixXd wrenches(const Points & points)
{
  Eigen::MatrixXd W(6, points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    W.block<3, 1>(0, i) = points[i].normal;
    W.block<3, 1>(3, i) = points[i].position.cross(points[i].normal);
  }
  return W;
}

Points grid(int n, double size, double gap)
{
  Points points;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      points.push_back(
        point({size * i / (n - 1), size * j / (n - 1), 0.0}, Vector3d::UnitZ(), gap, n * i + j));
    }
  }
  return points;
}

}  // namespace

TEST(Reduction, of_a_flat_grid_leaves_its_corners)
{
  const Points left = reduced(grid(6, 0.5, -1e-4));
  ASSERT_EQ(left.size(), 4u);
  const int corners[4] = {0, 5, 30, 35};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(left[i].key.a, static_cast<std::uint32_t>(corners[i]));
  }
}

TEST(Reduction, keeps_every_wrench_of_points_with_one_normal)
{
  // Random flat clouds. The wrenches of points with one normal are the cone over their places: it
  // is the same exactly where the places reach as far in every direction.
  MeshRandom random(1);
  ReductionOptions options;
  options.distance = 0.0;
  options.most = 128;
  for (int trial = 0; trial < 30; ++trial) {
    const Eigen::Isometry3d X = testing::random_pose(random, 1.0);
    Points points;
    for (int i = 0; i < 20; ++i) {
      const Vector3d p(between(random, -1.0, 1.0), between(random, -1.0, 1.0), 0.0);
      points.push_back(point(X * p, X.linear().col(2), 0.0, i));
    }
    const Points left = reduced(points, options);
    EXPECT_LT(left.size(), points.size());
    for (int k = 0; k < 360; ++k) {
      const double angle = M_PI * k / 180.0;
      const Vector3d direction =
        X.linear() * Vector3d(std::cos(angle), std::sin(angle), 0.0);
      const auto farthest = [&](const Points & some) {
          double most = -std::numeric_limits<double>::infinity();
          for (const ContactPoint & p : some) {
            most = std::max(most, direction.dot(p.position));
          }
          return most;
        };
      EXPECT_EQ(farthest(left), farthest(points));
    }
  }
}

TEST(Reduction, keeps_a_point_that_is_closer_than_those_around_it)
{
  // A cone upside down: the middle touches first.
  Points points = grid(3, 0.2, 1e-3);
  points[4].gap = 0.0;
  Points left = reduced(points);
  ASSERT_EQ(left.size(), 5u);
  EXPECT_EQ(left[2].key.a, 4u);
  // Farther than those around it, it says nothing.
  points[4].gap = 2e-3;
  EXPECT_EQ(reduced(points).size(), 4u);
  // A tilted plane is flat too, though all points are apart.
  for (ContactPoint & p : points) {
    p.gap = 1e-3 + 0.01 * p.position.x();
  }
  left = reduced(points);
  EXPECT_EQ(left.size(), 4u);
}

TEST(Reduction, of_points_within_delta_keeps_the_closest_one)
{
  const Points points{
    point({0.0, 0.0, 0.0}, Vector3d::UnitZ(), 1e-3, 0),
    point({5e-4, 0.0, 0.0}, Vector3d::UnitZ(), -1e-3, 1),
    point({0.1, 0.0, 0.0}, Vector3d::UnitZ(), 0.0, 2),
    point({0.1, 5e-4, 0.0}, Vector3d::UnitX(), 0.0, 3)};
  const Points left = reduced(points);
  ASSERT_EQ(left.size(), 3u);
  EXPECT_EQ(left[0].key.a, 1u);
  EXPECT_EQ(left[1].key.a, 2u);
  EXPECT_EQ(left[2].key.a, 3u);  // another normal: another constraint
}

TEST(Reduction, to_a_number_keeps_the_deepest_and_the_rank)
{
  // Many normals, as of a ball in a mesh: six points that span all that the forty did.
  MeshRandom random(2);
  ReductionOptions options;
  for (int trial = 0; trial < 100; ++trial) {
    Points points;
    for (int i = 0; i < 40; ++i) {
      points.push_back(
        point(
          testing::point_between(random, -1.0, 1.0),
          testing::point_between(random, -1.0, 1.0).normalized(), between(random, -1e-3, 1e-3), i));
    }
    options.most = 6;
    const Points left = reduced(points, options);
    ASSERT_EQ(left.size(), 6u);
    const auto rank = [](const Points & p) {
        Eigen::FullPivLU<Eigen::MatrixXd> lu(wrenches(p));
        lu.setThreshold(1e-6);
        return lu.rank();
      };
    EXPECT_EQ(rank(left), 6);
    const auto deepest = [](const Points & p) {
        double least = std::numeric_limits<double>::infinity();
        for (const ContactPoint & x : p) {
          least = std::min(least, x.gap);
        }
        return least;
      };
    EXPECT_EQ(deepest(left), deepest(points));
  }
}

TEST(Reduction, of_a_disc_to_four_points_leaves_a_support_as_wide_as_four_points_allow)
{
  Points points;
  for (int i = 0; i < 32; ++i) {
    const double angle = 2.0 * M_PI * i / 32;
    points.push_back(
      point({std::cos(angle), std::sin(angle), 0.0}, Vector3d::UnitZ(), 0.0, i));
  }
  ReductionOptions options;
  options.most = 4;
  const Points left = reduced(points, options);
  ASSERT_EQ(left.size(), 4u);
  // The best four are a square, whose sides are 0.71 from the centre; half of that will do.
  for (int i = 0; i < 32; ++i) {
    double farthest = -2.0;
    for (const ContactPoint & p : left) {
      farthest = std::max(farthest, p.position.dot(points[i].position));
    }
    EXPECT_GT(farthest, 0.35);
  }
}

TEST(Reduction, of_reduced_points_changes_nothing)
{
  MeshRandom random(3);
  for (int trial = 0; trial < 50; ++trial) {
    Points points;
    for (int i = 0; i < 30; ++i) {
      const Vector3d normal = Vector3d::Unit(random() % 3);
      points.push_back(
        point(testing::point_between(random, -1.0, 1.0), normal, between(random, -1e-3, 1e-3), i));
    }
    const Points once = reduced(points);
    const Points twice = reduced(once);
    ASSERT_EQ(once.size(), twice.size());
    for (std::size_t i = 0; i < once.size(); ++i) {
      EXPECT_TRUE(once[i].key == twice[i].key);
    }
  }
}

TEST(Reduction, takes_nothing_from_the_heap_and_refuses_bad_options)
{
  Points points = grid(6, 0.5, 0.0);
  const std::size_t before = testing::allocations();
  reduce_contacts(points.data(), 36);
  EXPECT_EQ(testing::allocations(), before);
  ReductionOptions options;
  options.most = 0;
  EXPECT_THROW(check_reduction(options), std::invalid_argument);
  options = ReductionOptions();
  options.distance = std::nan("");
  EXPECT_THROW(check_reduction(options), std::invalid_argument);
  EXPECT_THROW(reduce_contacts(points.data(), 129), std::invalid_argument);
}

}  // namespace contact_sim
