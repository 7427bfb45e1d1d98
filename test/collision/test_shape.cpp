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
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "collision/analytic_pairs.hpp"
#include "contact_sim/collision/shape.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;

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

void expect_refusal(const Shape & shape, const std::string & part)
{
  EXPECT_NE(refusal([&] {check_shape(shape);}).find(part), std::string::npos) <<
    refusal([&] {check_shape(shape);});
}

const std::vector<Vector3d> kCorners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
const std::vector<std::vector<int>> kFaces{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};

}  // namespace

TEST(Shape, accepts_positive_sizes_and_names_what_it_is)
{
  const std::vector<Shape> shapes{
    HalfSpace{}, Box{}, Sphere{}, Capsule{0.1, 0.0}, Cylinder{},
    std::make_shared<const ConvexMesh>(testing::make_prism(5, 1.0, 1.0))};
  const char * names[] = {"half-space", "box", "sphere", "capsule", "cylinder", "convex mesh"};
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    EXPECT_NO_THROW(check_shape(shapes[i]));
    EXPECT_STREQ(shape_name(shapes[i]), names[i]);
  }
}

TEST(Shape, refuses_sizes_that_are_not_positive_and_finite)
{
  expect_refusal(Box{Vector3d(1.0, 0.0, 1.0)}, "box: a half size is 0");
  expect_refusal(Sphere{-1.0}, "sphere: radius is -1");
  expect_refusal(Capsule{0.1, -0.5}, "capsule: half length is -0.5");
  expect_refusal(Cylinder{0.1, std::nan("")}, "cylinder: half length is nan");
  expect_refusal(Cylinder{std::numeric_limits<double>::infinity(), 1.0}, "cylinder: radius is inf");
  expect_refusal(std::shared_ptr<const ConvexMesh>(), "convex mesh: there is no mesh");
  expect_refusal(std::shared_ptr<const TriangleMesh>(), "triangle mesh: there is no mesh");
  expect_refusal(std::make_shared<const ConvexMesh>(), "not complete");
}

TEST(ConvexMesh, is_completed_from_its_faces)
{
  for (const ConvexMesh & mesh : {
      testing::make_prism(7, 1.0, 0.5), testing::make_double_pyramid(5, 1.0, 1.0),
      testing::make_block(Vector3d(1.0, 2.0, 3.0)), make_convex_from_faces(kCorners, kFaces)})
  {
    const int vertices = static_cast<int>(mesh.vertices.size());
    const int edges = static_cast<int>(mesh.edges.size());
    EXPECT_EQ(vertices - edges + mesh.face_count(), 2);  // Euler
    ASSERT_EQ(mesh.neighbours.size(), 2u * edges);
    for (int f = 0; f < mesh.face_count(); ++f) {
      EXPECT_NEAR(mesh.normals[f].norm(), 1.0, 1e-14);
      EXPECT_LT(
        mesh.normals[f].dot(mesh.centre - mesh.vertices[mesh.face_vertices[mesh.face_first[f]]]),
        0.0);
      for (int c = 0; c < mesh.face_size(f); ++c) {
        const int first = mesh.face_first[f];
        const ConvexMesh::Edge & edge = mesh.edges[mesh.face_edges[first + c]];
        const int from = mesh.face_vertices[first + c];
        const int to = mesh.face_vertices[first + (c + 1) % mesh.face_size(f)];
        EXPECT_TRUE(
          (edge.from == from && edge.to == to && edge.left == f) ||
          (edge.from == to && edge.to == from && edge.right == f));
      }
    }
    for (int v = 0; v < vertices; ++v) {
      for (int i = mesh.neighbour_first[v]; i < mesh.neighbour_first[v + 1]; ++i) {
        const ConvexMesh::Edge & edge = mesh.edges[mesh.neighbour_edges[i]];
        EXPECT_EQ(std::min(edge.from, edge.to), std::min(v, mesh.neighbours[i]));
        EXPECT_EQ(std::max(edge.from, edge.to), std::max(v, mesh.neighbours[i]));
      }
    }
  }
}

TEST(ConvexMesh, is_refused_where_it_is_open_bent_or_names_what_is_not_there)
{
  const auto refused = [](const std::vector<Vector3d> & corners,
      const std::vector<std::vector<int>> & faces, const std::string & part) {
      const std::string message = refusal([&] {make_convex_from_faces(corners, faces);});
      EXPECT_NE(message.find(part), std::string::npos) << message;
    };
  refused(kCorners, {kFaces[0], kFaces[1], kFaces[2]}, "has one face only");
  refused(kCorners, {{0, 2, 9}, kFaces[1], kFaces[2], kFaces[3]}, "face 0 names vertex 9 of 4");
  refused(kCorners, {{0, 2}, kFaces[1], kFaces[2], kFaces[3]}, "face 0 has 2 corners");
  refused(kCorners, {{0, 1, 2}, kFaces[1], kFaces[2], kFaces[3]}, "vertex 3 lies");
  refused({}, {}, "has 0 vertices");
  auto corners = kCorners;
  corners[2].x() = std::nan("");
  refused(corners, kFaces, "vertex 2 is not finite");
  corners = kCorners;
  corners[2] = Vector3d(2.0, 0.0, 0.0);
  refused(corners, kFaces, "face 0 has no area");
  corners = kCorners;
  corners.emplace_back(0.1, 0.1, 0.1);
  refused(corners, kFaces, "vertex 4 belongs to no face");
}

}  // namespace contact_sim
