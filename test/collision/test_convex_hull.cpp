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
#include <vector>

#include "collision/mesh_factory.hpp"
#include "contact_sim/collision/convex_hull.hpp"

namespace contact_sim
{

using Eigen::Vector3d;
using testing::MeshRandom;

namespace
{

std::string refusal(const std::vector<Vector3d> & points)
{
  try {
    make_convex(points);
  } catch (const std::invalid_argument & error) {
    return error.what();
  }
  return "not refused";
}

/// The corners of a cube and points all over it, in a random pose.
std::vector<Vector3d> cube_cloud(MeshRandom & random, double noise)
{
  const Eigen::Isometry3d X = testing::random_pose(random, 3.0);
  std::vector<Vector3d> points;
  for (int i = 0; i < 8; ++i) {
    points.emplace_back(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5);
  }
  for (int i = 0; i < 300; ++i) {
    Vector3d p = testing::point_between(random, -0.49, 0.49);
    if (i % 2 == 0) {
      p[i / 2 % 3] = i % 4 == 0 ? 0.5 : -0.5;
    }
    points.push_back(p);
  }
  for (Vector3d & p : points) {
    p = X * p + noise * testing::point_between(random, -1.0, 1.0);
  }
  return points;
}

}  // namespace

TEST(ConvexHull, of_a_cube_has_six_faces_of_four_corners)
{
  MeshRandom random(1);
  for (int i = 0; i < 50; ++i) {
    // As exact as doubles are, and as exact as the floats of a mesh file.
    const ConvexMesh hull = make_convex(cube_cloud(random, i % 2 == 0 ? 0.0 : 2e-8));
    ASSERT_EQ(hull.vertices.size(), 8u);
    ASSERT_EQ(hull.face_count(), 6);
    EXPECT_EQ(hull.edges.size(), 12u);
    for (int f = 0; f < 6; ++f) {
      EXPECT_EQ(hull.face_size(f), 4);
    }
  }
}

TEST(ConvexHull, holds_all_points_and_satisfies_euler)
{
  MeshRandom random(2);
  for (int i = 0; i < 50; ++i) {
    std::vector<Vector3d> points;
    for (int k = 0; k < 4 + 20 * (i % 10); ++k) {
      points.push_back(
        testing::point_between(random, -1.0, 1.0).cwiseProduct(Vector3d(1.0, 0.1, 5.0)));
    }
    const ConvexMesh hull = make_convex(points);
    EXPECT_EQ(
      static_cast<int>(hull.vertices.size()) - static_cast<int>(hull.edges.size()) +
      hull.face_count(), 2);
    for (int f = 0; f < hull.face_count(); ++f) {
      const Vector3d & corner = hull.vertices[hull.face_vertices[hull.face_first[f]]];
      for (const Vector3d & p : points) {
        // Facets within 1e-7 of the size of 10 m are one.
        EXPECT_LT(hull.normals[f].dot(p - corner), 5e-6);
      }
    }
  }
}

TEST(ConvexHull, is_the_same_for_the_same_points)
{
  MeshRandom random(3);
  const std::vector<Vector3d> points = cube_cloud(random, 0.0);
  const ConvexMesh one = make_convex(points);
  const ConvexMesh other = make_convex(points);
  EXPECT_EQ(one.vertices, other.vertices);
  EXPECT_EQ(one.face_vertices, other.face_vertices);
}

TEST(ConvexHull, of_too_little_is_refused_with_count_and_extent)
{
  EXPECT_NE(refusal({}).find("0 points"), std::string::npos);
  EXPECT_NE(refusal({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}).find("3 points"), std::string::npos);
  std::vector<Vector3d> flat;
  for (int i = 0; i < 10; ++i) {
    flat.emplace_back(std::cos(i), std::sin(i), 2.0 * std::cos(i));
  }
  const std::string message = refusal(flat);
  EXPECT_NE(message.find("10 points"), std::string::npos) << message;
  EXPECT_NE(message.find("one plane"), std::string::npos) << message;
  EXPECT_NE(message.find("m x"), std::string::npos) << message;
  EXPECT_NE(refusal(std::vector<Vector3d>(9, Vector3d::Ones())).find("plane"), std::string::npos);
  flat[7].x() = std::nan("");
  EXPECT_NE(refusal(flat).find("point 7 is not finite"), std::string::npos);
}

}  // namespace contact_sim
