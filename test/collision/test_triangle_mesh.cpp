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
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "collision/mesh_factory.hpp"
#include "contact_sim/collision/convex_hull.hpp"
#include "contact_sim/collision/detector.hpp"
#include "contact_sim/collision/narrow_phase.hpp"
#include "contact_sim/collision/triangle_mesh.hpp"
#include "support/count_allocations.hpp"

namespace contact_sim
{

using Eigen::AngleAxisd;
using Eigen::Isometry3d;
using Eigen::Vector3d;
using testing::MeshRandom;
using testing::between;
using testing::box_mesh;
using testing::shared;

namespace
{

Isometry3d at(double x, double y, double z)
{
  Isometry3d X = Isometry3d::Identity();
  X.translation() = Vector3d(x, y, z);
  return X;
}

Manifold contacts(
  const Shape & a, const Isometry3d & X_WA, const Shape & b, const Isometry3d & X_WB, double margin)
{
  Manifold manifold;
  find_contacts(a, X_WA, b, X_WB, margin, manifold);
  return manifold;
}

double least_gap(const Manifold & manifold)
{
  double least = std::numeric_limits<double>::infinity();
  for (const ContactPoint & point : manifold) {
    least = std::min(least, point.gap);
  }
  return least;
}

std::string refusal(
  const std::vector<Vector3d> & vertices, const std::vector<std::array<int, 3>> & triangles)
{
  try {
    make_triangle_mesh(vertices, triangles);
  } catch (const std::invalid_argument & error) {
    return error.what();
  }
  return "not refused";
}

Shape tetrahedron()
{
  return std::make_shared<const ConvexMesh>(
    make_convex({{0.3, 0.3, 0.3}, {0.3, -0.3, -0.3}, {-0.3, 0.3, -0.3}, {-0.3, -0.3, 0.3}}));
}

std::vector<Shape> convex_shapes()
{
  return {Box{{0.3, 0.2, 0.25}}, Sphere{0.3}, Capsule{0.15, 0.25}, Cylinder{0.25, 0.2},
    tetrahedron()};
}

bool is_sound(const ContactPoint & point, double margin)
{
  return point.position.allFinite() && point.normal.allFinite() && std::isfinite(point.gap) &&
         std::abs(point.normal.norm() - 1.0) < 1e-9 && point.gap <= margin;
}

/// The points of a manifold have to be there in another, moved by X.
void expect_same(const Manifold & x, const Isometry3d & X, const Manifold & y, double tolerance)
{
  ASSERT_EQ(x.size(), y.size());
  for (int i = 0; i < x.size(); ++i) {
    EXPECT_TRUE(x[i].key == y[i].key);
    EXPECT_NEAR(x[i].gap, y[i].gap, tolerance);
    EXPECT_LE((X * x[i].position - y[i].position).norm(), tolerance);
    EXPECT_LE((X.linear() * x[i].normal - y[i].normal).norm(), tolerance);
  }
}

}  // namespace

TEST(TriangleMesh, of_a_box_has_flat_sides_and_twelve_convex_edges)
{
  const TriangleMesh mesh = box_mesh({1.0, 2.0, 3.0}, 4);
  EXPECT_TRUE(mesh.is_closed());
  EXPECT_TRUE(mesh.one_sided);
  EXPECT_EQ(mesh.patch_count(), 6);
  int convex = 0;
  for (const TriangleMesh::Edge & edge : mesh.edges) {
    convex += edge.kind == EdgeKind::kConvex;
    EXPECT_TRUE(edge.kind == EdgeKind::kConvex || edge.kind == EdgeKind::kFlat);
  }
  EXPECT_EQ(convex, 12 * 4);
  EXPECT_EQ(std::count(mesh.is_corner.begin(), mesh.is_corner.end(), 1), 8);
}

TEST(TriangleMesh, knows_valleys_from_ridges)
{
  // A step: floor at z = 0 for x > 0, tread at z = 1 for x < 0.
  const TriangleMesh mesh = testing::extruded(
    {{-2.0, -1.0}, {2.0, -1.0}, {2.0, 0.0}, {0.0, 0.0}, {0.0, 1.0}, {-2.0, 1.0}}, 1.0);
  ASSERT_TRUE(mesh.is_closed());
  int concave = 0;
  for (const TriangleMesh::Edge & edge : mesh.edges) {
    if (edge.kind == EdgeKind::kConcave) {
      ++concave;
      EXPECT_EQ(mesh.vertices[edge.vertices[0]].x(), 0.0);
      EXPECT_EQ(mesh.vertices[edge.vertices[0]].z(), 0.0);
    }
  }
  EXPECT_EQ(concave, 1);
}

TEST(TriangleMesh, turned_inside_out_is_turned_back)
{
  const TriangleMesh box = box_mesh({1.0, 1.0, 1.0});
  std::vector<std::array<int, 3>> triangles = box.triangles;
  for (auto & triangle : triangles) {
    std::swap(triangle[0], triangle[1]);
  }
  const TriangleMesh mesh = make_triangle_mesh(box.vertices, triangles);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    EXPECT_GT(mesh.normals[t].dot(mesh.corner(static_cast<int>(t), 0)), 0.5);
    const std::array<int, 3> & edges = mesh.triangle_edges[t];
    for (int i = 0; i < 3; ++i) {
      // The edge from corner i leads to the next.
      const auto & ends = mesh.edges[edges[i]].vertices;
      const int from = mesh.triangles[t][i];
      const int to = mesh.triangles[t][(i + 1) % 3];
      EXPECT_EQ(std::minmax(from, to), std::minmax(ends[0], ends[1]));
    }
  }
  for (const TriangleMesh::Edge & edge : mesh.edges) {
    EXPECT_NE(edge.kind, EdgeKind::kConcave);
  }
}

TEST(TriangleMesh, drops_and_counts_triangles_without_area_and_names_what_is_bad)
{
  const std::vector<Vector3d> vertices{
    {0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.5, 0.0, 0.0}};
  const TriangleMesh mesh = make_triangle_mesh(vertices, {{0, 1, 2}, {0, 3, 1}, {2, 2, 0}});
  EXPECT_EQ(mesh.triangles.size(), 1u);
  EXPECT_EQ(mesh.dropped_triangles, 2);
  EXPECT_EQ(mesh.first_dropped, 1);
  EXPECT_FALSE(mesh.is_closed());
  EXPECT_EQ(mesh.boundary_edges, 3);

  EXPECT_NE(refusal(vertices, {}).find("found none"), std::string::npos);
  EXPECT_NE(refusal(vertices, {{0, 1, 2}, {0, 1, 7}}).find("triangle 1"), std::string::npos);
  EXPECT_NE(refusal(vertices, {{0, 3, 1}}).find("none of the 1"), std::string::npos);
  std::vector<Vector3d> bad = vertices;
  bad[2].y() = std::nan("");
  EXPECT_NE(refusal(bad, {{0, 3, 1}, {0, 1, 2}}).find("triangle 1: vertex 2"), std::string::npos);
  bad = vertices;
  bad[3].y() = std::nan("");
  EXPECT_NE(refusal(bad, {{0, 1, 2}}).find("vertex 3 is not finite"), std::string::npos);
}

TEST(TriangleMesh, that_is_flat_is_touched_as_a_half_space_is)
{
  // Shapes in random poses over a plane of 128 uneven triangles: the seams must not show. Gaps and
  // points are computed from coordinates of order 1: 1e-12 leaves room for some hundred roundings.
  MeshRandom random(1);
  const Shape mesh = shared(testing::flat_mesh(8, 2.0, 0.3, random));
  const Shape plane = HalfSpace();
  for (const Shape & shape : {Shape(Box{{0.3, 0.2, 0.25}}), Shape(Sphere{0.3}),
      Shape(Capsule{0.15, 0.25}), tetrahedron()})
  {
    for (int i = 0; i < 300; ++i) {
      Isometry3d X = testing::random_pose(random, 1.0);
      X.translation().z() = between(random, 0.15, 0.5);
      const Manifold on_mesh = contacts(mesh, Isometry3d::Identity(), shape, X, 0.05);
      const Manifold on_plane = contacts(plane, Isometry3d::Identity(), shape, X, 0.05);
      ASSERT_EQ(on_mesh.empty(), on_plane.empty());
      if (on_mesh.empty()) {
        continue;
      }
      EXPECT_NEAR(least_gap(on_mesh), least_gap(on_plane), 1e-12);
      for (const ContactPoint & point : on_mesh) {
        EXPECT_LT((point.normal - Vector3d::UnitZ()).norm(), 1e-12);
      }
    }
  }
}

TEST(TriangleMesh, that_is_flat_holds_a_box_at_its_four_corners)
{
  MeshRandom random(2);
  const Shape mesh = shared(testing::flat_mesh(16, 2.0, 0.0, random));
  const Shape box = Box{{0.3, 0.2, 0.25}};
  // On the seams, across them, and turned.
  for (const double angle : {0.0, 0.3}) {
    for (const double x : {0.0, 0.05, 0.0625}) {
      Isometry3d X = at(x, 0.0, 0.249);
      X.rotate(AngleAxisd(angle, Vector3d::UnitZ()));
      const Manifold manifold = contacts(mesh, Isometry3d::Identity(), box, X, 0.01);
      ASSERT_EQ(manifold.size(), 4);
      for (const ContactPoint & point : manifold) {
        EXPECT_NEAR(point.gap, -0.001, 1e-12);
        const Vector3d r = X.inverse() * point.position;
        EXPECT_NEAR(std::abs(r.x()), 0.3, 1e-12);
        EXPECT_NEAR(std::abs(r.y()), 0.2, 1e-12);
      }
    }
  }
}

TEST(TriangleMesh, that_is_flat_holds_a_cylinder_on_its_cap_and_lets_it_roll_on_its_side)
{
  MeshRandom random(3);
  const Shape mesh = shared(testing::flat_mesh(16, 2.0, 0.3, random));
  const Shape cylinder = Cylinder{0.3, 0.1};
  EXPECT_GE(contacts(mesh, Isometry3d::Identity(), cylinder, at(0.0, 0.0, 0.1), 0.01).size(), 6);
  for (int i = 0; i < 400; ++i) {
    Isometry3d X = at(-1.0 + 0.005 * i, 0.013, 0.2999);
    X.rotate(AngleAxisd(0.5 * M_PI, Vector3d::UnitX()));
    X.rotate(AngleAxisd(-0.005 * i / 0.3, Vector3d::UnitZ()));
    const Manifold manifold = contacts(mesh, Isometry3d::Identity(), cylinder, X, 0.001);
    ASSERT_EQ(manifold.size(), 2);
    for (const ContactPoint & point : manifold) {
      EXPECT_NEAR(point.gap, -1e-4, 1e-12);
      EXPECT_LT((point.normal - Vector3d::UnitZ()).norm(), 1e-12);
      EXPECT_NEAR(point.position.x(), X.translation().x(), 1e-9);
    }
  }
}

TEST(TriangleMesh, of_a_box_is_as_far_away_as_the_box)
{
  // The convex narrow phase is the oracle: least gap of box and shape apart and a little inside.
  // The golden section finds the cylinder's gap to 1e-9; what the issue asks for is 1e-6.
  MeshRandom random(4);
  const Vector3d half(0.5, 0.4, 0.3);
  const Shape mesh = shared(box_mesh(half, 3));
  const Shape box = Box{half};
  int near = 0;
  for (const Shape & shape : convex_shapes()) {
    for (int i = 0; i < 1000; ++i) {
      const Isometry3d X_WA = testing::random_pose(random, 0.3);
      const Isometry3d X_WB = testing::random_pose(random, 0.8);
      const Manifold oracle = contacts(box, X_WA, shape, X_WB, 0.1);
      const double expected = least_gap(oracle);
      const double found = least_gap(contacts(mesh, X_WA, shape, X_WB, 0.1));
      if (expected < -0.02) {
        EXPECT_LT(found, 0.0) << shape_name(shape) << " " << i << " " << expected;
        continue;
      }
      if (std::isinf(expected)) {
        EXPECT_TRUE(std::isinf(found)) << shape_name(shape) << " " << i << " " << found;
        continue;
      }
      ++near;
      // Beside the axis of least overlap the oracle has points of faces that lie almost flat.
      const bool is_there = std::any_of(
        oracle.begin(), oracle.end(),
        [&](const ContactPoint & p) {return std::abs(p.gap - found) < 1e-6;});
      EXPECT_TRUE(is_there) << shape_name(shape) << " " << i << " " << found << " " << expected;
      EXPECT_TRUE(found > 0.0 || found > expected - 1e-6);
      EXPECT_TRUE(found < 0.0 || found < expected + 1e-6);
    }
  }
  EXPECT_GT(near, 300);
}

TEST(TriangleMesh, answers_alike_from_both_sides_and_wherever_the_pair_is)
{
  MeshRandom random(5);
  const Shape mesh = shared(box_mesh({0.5, 0.4, 0.3}, 2));
  std::vector<Shape> shapes = convex_shapes();
  shapes.push_back(HalfSpace());
  for (const Shape & shape : shapes) {
    for (int i = 0; i < 100; ++i) {
      const Isometry3d X_WA = testing::random_pose(random, 0.3);
      const Isometry3d X_WB = testing::random_pose(random, 0.8);
      const Manifold one = contacts(mesh, X_WA, shape, X_WB, 0.1);
      Manifold other = contacts(shape, X_WB, mesh, X_WA, 0.1);
      for (ContactPoint & point : other) {
        point.normal = -point.normal;
        point.key = point.key.swapped();
      }
      expect_same(one, Isometry3d::Identity(), other, 0.0);
      // A motion of 10 m costs 16 bits of the 52.
      const Isometry3d X = testing::random_pose(random, 10.0);
      expect_same(one, X, contacts(mesh, X * X_WA, shape, X * X_WB, 0.1), 1e-6);
    }
  }
}

TEST(TriangleMesh, gap_changes_as_the_normal_velocity_says)
{
  // Central differences over 1e-5: the error is of order 1e-10 / radius of curvature, 1e-6 of a
  // velocity of order 1. Features that change within the difference are left out by their key.
  MeshRandom random(6);
  const Shape mesh = shared(box_mesh({0.5, 0.4, 0.3}, 2));
  const double step = 1e-5;
  int compared = 0;
  for (const Shape & shape : convex_shapes()) {
    for (int i = 0; i < 600; ++i) {
      const Isometry3d X_WB = testing::random_pose(random, 0.8);
      const Vector3d v = testing::point_between(random, -1.0, 1.0);
      const Vector3d w = testing::point_between(random, -1.0, 1.0);
      const auto moved = [&](double t) {
          Isometry3d X = X_WB;
          X.translation() += t * v;
          X.linear() = AngleAxisd(t * w.norm(), w.normalized()) * X.linear();
          return contacts(mesh, Isometry3d::Identity(), shape, X, 0.05);
        };
      const Manifold now = moved(0.0);
      const Manifold before = moved(-step);
      const Manifold after = moved(step);
      for (const ContactPoint & point : now) {
        const auto has_key = [&](const ContactPoint & p) {return p.key == point.key;};
        const ContactPoint * x = std::find_if(before.begin(), before.end(), has_key);
        const ContactPoint * y = std::find_if(after.begin(), after.end(), has_key);
        if (x == before.end() || y == after.end() || point.gap < -0.02) {
          continue;
        }
        ++compared;
        const double rate =
          point.normal.dot(v + w.cross(point.position - X_WB.translation()));
        // The lever ends in the middle of the gap: along the normal that changes nothing.
        EXPECT_NEAR((y->gap - x->gap) / (2.0 * step), rate, 2e-5) << shape_name(shape);
      }
    }
  }
  EXPECT_GT(compared, 500);
}

TEST(TriangleMesh, holds_a_box_over_the_edge_of_a_table)
{
  // 0.2 of the box is over the table, also a little sunk in: four points, all upwards.
  const Shape table = shared(box_mesh({1.0, 1.0, 0.5}, 5));
  const Shape box = Box{{0.3, 0.2, 0.25}};
  for (const double depth : {-0.001, 0.0, 0.002}) {
    const Manifold manifold =
      contacts(table, Isometry3d::Identity(), box, at(1.1, 0.0, 0.75 - depth), 0.01);
    ASSERT_EQ(manifold.size(), 4);
    for (const ContactPoint & point : manifold) {
      EXPECT_LT((point.normal - Vector3d::UnitZ()).norm(), 1e-12);
      EXPECT_NEAR(point.gap, -depth, 1e-12);
      EXPECT_TRUE(
        std::abs(point.position.x() - 0.8) < 1e-12 || std::abs(point.position.x() - 1.0) < 1e-12);
    }
  }
}

TEST(TriangleMesh, in_a_valley_gives_the_faces_normals_only)
{
  const Shape step = shared(
    testing::extruded(
      {{-2.0, -1.0}, {2.0, -1.0}, {2.0, 0.0}, {0.0, 0.0}, {0.0, 1.0}, {-2.0, 1.0}}, 1.0));
  const Shape box = Box{{0.1, 0.1, 0.1}};
  const Manifold manifold =
    contacts(step, Isometry3d::Identity(), box, at(0.1001, 0.0, 0.0999), 0.01);
  EXPECT_EQ(manifold.size(), 8);
  for (const ContactPoint & point : manifold) {
    const bool is_up = (point.normal - Vector3d::UnitZ()).norm() < 1e-12;
    const bool is_aside = (point.normal - Vector3d::UnitX()).norm() < 1e-12;
    EXPECT_TRUE(is_up || is_aside);
    EXPECT_NEAR(point.gap, is_up ? -1e-4 : 1e-4, 1e-12);
  }
}

TEST(TriangleMesh, against_a_mesh_touches_as_boxes_do)
{
  MeshRandom random(7);
  const Vector3d half(0.5, 0.4, 0.3);
  const Vector3d small(0.3, 0.2, 0.25);
  const Shape mesh = shared(box_mesh(half, 2));
  const Shape other = shared(box_mesh(small, 2));
  // Face on face: the corners of the smaller one.
  Manifold manifold = contacts(mesh, Isometry3d::Identity(), other, at(0.0, 0.0, 0.549), 0.01);
  ASSERT_EQ(manifold.size(), 4);
  for (const ContactPoint & point : manifold) {
    EXPECT_NEAR(point.gap, -0.001, 1e-12);
    EXPECT_LT((point.normal - Vector3d::UnitZ()).norm(), 1e-12);
  }
  for (int i = 0; i < 500; ++i) {
    const Isometry3d X_WA = testing::random_pose(random, 0.3);
    const Isometry3d X_WB = testing::random_pose(random, 0.8);
    manifold = contacts(mesh, X_WA, other, X_WB, 0.1);
    const Manifold expected = contacts(Box{half}, X_WA, Box{small}, X_WB, 0.1);
    if (least_gap(expected) < 0.0 && least_gap(expected) > -0.02) {
      EXPECT_NEAR(least_gap(manifold), least_gap(expected), 1e-6) << i;
    }
  }
}

TEST(TriangleMesh, pushes_out_what_is_deep_inside)
{
  const Shape mesh = shared(box_mesh({1.0, 1.0, 1.0}, 2));
  for (const Shape & shape : convex_shapes()) {
    for (const Vector3d & centre : {Vector3d(0.0, 0.0, 0.0), Vector3d(0.1, 0.2, 0.6)}) {
      const Manifold manifold = contacts(
        mesh, Isometry3d::Identity(), shape, at(centre.x(), centre.y(), centre.z()), 0.01);
      ASSERT_FALSE(manifold.empty()) << shape_name(shape);
      for (const ContactPoint & point : manifold) {
        EXPECT_TRUE(is_sound(point, 0.01));
        EXPECT_LT(point.gap, 0.0);
      }
    }
  }
}

TEST(TriangleMesh, that_is_open_is_touched_from_both_sides)
{
  MeshRandom random(8);
  const Shape sheet = shared(testing::flat_mesh(4, 1.0, 0.2, random));
  for (const double side : {1.0, -1.0}) {
    const Manifold manifold =
      contacts(sheet, Isometry3d::Identity(), Sphere{0.1}, at(0.3, 0.2, 0.09 * side), 0.01);
    ASSERT_EQ(manifold.size(), 1);
    EXPECT_NEAR(manifold[0].gap, -0.01, 1e-12);
    EXPECT_NEAR(manifold[0].normal.z(), side, 1e-12);
  }
}

TEST(TriangleMesh, never_gives_a_number_that_is_none)
{
  // Random and degenerate poses: on the grid of the mesh, parallel edges, coincident centres.
  MeshRandom random(9);
  const Shape mesh = shared(box_mesh({0.5, 0.5, 0.5}, 2));
  const Shape step = shared(
    testing::extruded(
      {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.0}, {0.0, 0.0}, {0.0, 0.5}, {-0.5, 0.5}}, 0.5));
  std::vector<Shape> shapes = convex_shapes();
  shapes.push_back(HalfSpace());
  shapes.push_back(mesh);
  for (const Shape & surface : {mesh, step}) {
    for (const Shape & shape : shapes) {
      for (int i = 0; i < 1000; ++i) {
        Isometry3d X = testing::random_pose(random, 1.0);
        if (i % 2 == 0) {
          X = at(
            0.25 * (random() % 7) - 0.75, 0.25 * (random() % 7) - 0.75,
            0.25 * (random() % 7) - 0.75);
          X.rotate(AngleAxisd(0.25 * M_PI * (random() % 8), Vector3d::Unit(random() % 3)));
        }
        for (const ContactPoint & point :
          contacts(surface, Isometry3d::Identity(), shape, X, 0.1))
        {
          ASSERT_TRUE(is_sound(point, 0.1)) << shape_name(shape) << " " << i;
        }
      }
    }
  }
}

TEST(TriangleMesh, takes_nothing_from_the_heap_in_a_steady_query)
{
  MeshRandom random(10);
  const Shape mesh = shared(testing::flat_mesh(16, 2.0, 0.3, random));
  const Shape box = Box{{0.3, 0.2, 0.25}};
  Manifold manifold;
  find_contacts(mesh, Isometry3d::Identity(), box, at(0.0, 0.0, 0.25), 0.01, manifold);
  const std::size_t before = testing::allocations();
  for (int i = 0; i < 100; ++i) {
    find_contacts(mesh, Isometry3d::Identity(), box, at(0.0, 0.0, 0.25), 0.01, manifold);
  }
  EXPECT_EQ(testing::allocations(), before);
  EXPECT_EQ(manifold.size(), 4);
}

TEST(TriangleMesh, finds_the_nearest_point_as_a_search_of_all_triangles_does)
{
  MeshRandom random(11);
  const TriangleMesh mesh = box_mesh({0.5, 0.4, 0.3}, 4);
  for (int i = 0; i < 500; ++i) {
    const Vector3d p = testing::point_between(random, -1.0, 1.0);
    const NearestPoint found = nearest_point(mesh, p, 10.0);
    // Of a box it is known: outside the clamped point, inside the nearest side.
    const Vector3d half(0.5, 0.4, 0.3);
    const Vector3d outside = p.cwiseMin(half).cwiseMax(-half);
    const bool is_inside = outside == p;
    const double expected =
      is_inside ? (half - p.cwiseAbs()).minCoeff() : (p - outside).norm();
    EXPECT_NEAR(found.distance, expected, 1e-12);
    EXPECT_EQ(found.is_behind, is_inside);
  }
  EXPECT_EQ(nearest_point(mesh, Vector3d(5.0, 0.0, 0.0), 1.0).triangle, -1);
}

}  // namespace contact_sim
