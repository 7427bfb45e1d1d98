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
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "collision/mesh_factory.hpp"
#include "contact_sim/collision/detector.hpp"
#include "contact_sim/collision/height_field.hpp"

namespace contact_sim
{

using Eigen::Isometry3d;
using Eigen::Vector3d;
using testing::MeshRandom;
using testing::between;

namespace
{

Isometry3d at(double x, double y, double z)
{
  Isometry3d X = Isometry3d::Identity();
  X.translation() = Vector3d(x, y, z);
  return X;
}

std::shared_ptr<const HeightField> shared(HeightField field)
{
  return std::make_shared<const HeightField>(std::move(field));
}

/// Heights of a plane z = a x + b y.
HeightField slope(int columns, int rows, double cell, double a, double b)
{
  std::vector<double> heights;
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      heights.push_back(
        a * (i - 0.5 * (columns - 1)) * cell + b * (j - 0.5 * (rows - 1)) * cell);
    }
  }
  return make_height_field(columns, rows, cell, cell, heights);
}

Manifold contacts(
  const Shape & a, const Isometry3d & X_WA, const Shape & b, const Isometry3d & X_WB, double margin)
{
  Manifold manifold;
  find_contacts(a, X_WA, b, X_WB, margin, manifold);
  return manifold;
}

std::string refusal(
  int columns, int rows, double cell_x, double cell_y, const std::vector<double> & heights)
{
  try {
    make_height_field(columns, rows, cell_x, cell_y, heights);
  } catch (const std::invalid_argument & error) {
    return error.what();
  }
  return "not refused";
}

}  // namespace

TEST(HeightField, that_is_a_slope_is_one_flat_patch)
{
  const HeightField field = slope(9, 7, 0.25, 0.3, -0.2);
  EXPECT_EQ(field.surface.patch_count(), 1);
  MeshRandom random(1);
  for (int i = 0; i < 100; ++i) {
    const double x = between(random, -1.0, 1.0);
    const double y = between(random, -0.75, 0.75);
    EXPECT_NEAR(field.height(x, y), 0.3 * x - 0.2 * y, 1e-12);
  }
  // Beside the grid: the height of its rim.
  EXPECT_NEAR(field.height(5.0, 0.0), 0.3, 1e-12);
}

TEST(HeightField, of_a_slope_touches_as_the_plane_does)
{
  // A ball and a box that slide over the cells: always the plane's normal, the gap of the plane.
  const Shape field = shared(slope(41, 41, 0.1, 0.3, -0.2));
  const Vector3d normal = Vector3d(-0.3, 0.2, 1.0).normalized();
  MeshRandom random(2);
  for (int i = 0; i < 300; ++i) {
    Vector3d p(between(random, -1.4, 1.4), between(random, -1.4, 1.4), 0.0);
    p.z() = 0.3 * p.x() - 0.2 * p.y();
    const double gap = between(random, -0.02, 0.02);
    const Vector3d centre = p + (0.1 + gap) * normal;
    const Manifold manifold = contacts(
      field, Isometry3d::Identity(), Sphere{0.1}, at(centre.x(), centre.y(), centre.z()), 0.03);
    ASSERT_EQ(manifold.size(), 1);
    EXPECT_NEAR(manifold[0].gap, gap, 1e-12);
    EXPECT_LT((manifold[0].normal - normal).norm(), 1e-12);
    EXPECT_LT((manifold[0].position - p - 0.5 * gap * normal).norm(), 1e-12);

    Isometry3d X = at(centre.x(), centre.y(), centre.z());
    X.linear() = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), normal).toRotationMatrix();
    X.rotate(Eigen::AngleAxisd(between(random, 0.0, 3.0), Vector3d::UnitZ()));
    const Manifold of_box =
      contacts(field, Isometry3d::Identity(), Box{{0.3, 0.2, 0.1}}, X, 0.03);
    ASSERT_EQ(of_box.size(), 4);
    for (const ContactPoint & point : of_box) {
      EXPECT_NEAR(point.gap, gap, 1e-12);
      EXPECT_LT((point.normal - normal).norm(), 1e-12);
    }
  }
}

TEST(HeightField, looks_at_the_cells_below_a_shape_only)
{
  const HeightField field = slope(101, 101, 0.1, 0.0, 0.0);
  std::vector<int> found;
  field.find_triangles({Vector3d(0.01, 0.01, -0.1), Vector3d(0.19, 0.09, 0.1)}, found);
  EXPECT_EQ(found.size(), 4u);  // two cells
  found.clear();
  field.find_triangles({Vector3d(0.01, 0.01, 0.2), Vector3d(0.19, 0.09, 0.3)}, found);
  EXPECT_TRUE(found.empty());  // above
  field.find_triangles({Vector3d(7.0, 0.0, -0.1), Vector3d(8.0, 0.1, 0.1)}, found);
  EXPECT_TRUE(found.empty());  // beside
  field.find_triangles({Vector3d(0.01, 0.01, -9.0), Vector3d(0.09, 0.09, -8.0)}, found);
  EXPECT_EQ(found.size(), 2u);  // below: inside of the ground
}

TEST(HeightField, gives_a_ball_the_nearest_point_of_its_hills)
{
  // The oracle is a search of all triangles for the nearest point: a ball that is outside has its
  // least gap there.
  MeshRandom random(3);
  std::vector<double> heights;
  for (int i = 0; i < 21 * 21; ++i) {
    heights.push_back(between(random, 0.0, 0.1));
  }
  const auto field = shared(make_height_field(21, 21, 0.1, 0.1, heights));
  int touching = 0;
  for (int i = 0; i < 1000; ++i) {
    const Vector3d c(between(random, -0.8, 0.8), between(random, -0.8, 0.8), 0.0);
    const double z = field->height(c.x(), c.y()) + between(random, 0.01, 0.3);
    const Manifold manifold =
      contacts(field, Isometry3d::Identity(), Sphere{0.1}, at(c.x(), c.y(), z), 0.05);
    const NearestPoint nearest =
      nearest_point(field->surface, Vector3d(c.x(), c.y(), z), 10.0);
    double least = 1.0;
    for (const ContactPoint & point : manifold) {
      least = std::min(least, point.gap);
    }
    if (nearest.distance - 0.1 > 0.05) {
      EXPECT_TRUE(manifold.empty());
    } else {
      ++touching;
      EXPECT_NEAR(least, nearest.distance - 0.1, 1e-12);
    }
  }
  EXPECT_GT(touching, 100);
}

TEST(HeightField, pushes_up_what_is_below_it)
{
  const Shape field = shared(slope(11, 11, 0.2, 0.0, 0.0));
  for (const double depth : {0.05, 0.5, 50.0}) {
    const Manifold manifold =
      contacts(field, Isometry3d::Identity(), Box{{0.1, 0.1, 0.1}}, at(0.03, 0.04, -depth), 0.01);
    ASSERT_FALSE(manifold.empty()) << depth;
    for (const ContactPoint & point : manifold) {
      EXPECT_NEAR(point.normal.z(), 1.0, 1e-12);
      EXPECT_NEAR(point.gap, -depth - 0.1, 1e-12);
    }
  }
  // Beside the field there is nothing.
  EXPECT_TRUE(
    contacts(field, Isometry3d::Identity(), Sphere{0.1}, at(1.3, 0.0, -0.3), 0.01).empty());
}

TEST(HeightField, says_what_is_wrong_with_its_grid)
{
  const std::vector<double> four(4, 0.0);
  EXPECT_NE(refusal(1, 4, 0.1, 0.1, four).find("1 x 4"), std::string::npos);
  EXPECT_NE(refusal(2, 2, 0.0, 0.1, four).find("cell sizes"), std::string::npos);
  EXPECT_NE(refusal(2, 3, 0.1, 0.1, four).find("expected 6 heights, found 4"), std::string::npos);
  EXPECT_NE(
    refusal(2, 2, 0.1, 0.1, {0.0, 0.0, 0.0, std::nan("")}).find("column 1, row 1"),
    std::string::npos);
}

}  // namespace contact_sim
