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
#include <string>
#include <vector>

#ifdef CONTACT_SIM_HAS_FCL
#include <fcl/fcl.h>
#endif

#include "collision/analytic_pairs.hpp"
#include "contact_sim/collision/narrow_phase.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Isometry3d;
using Eigen::Vector3d;
using testing::Random;

ContactPoint deepest(const Manifold & manifold)
{
  return *std::min_element(
    manifold.begin(), manifold.end(),
    [](const ContactPoint & x, const ContactPoint & y) {return x.gap < y.gap;});
}

void expect_sane(const Manifold & manifold, const std::string & what)
{
  for (const ContactPoint & p : manifold) {
    ASSERT_TRUE(p.position.allFinite() && std::isfinite(p.gap)) << what;
    ASSERT_NEAR(p.normal.norm(), 1.0, 1e-12) << what;
  }
}

}  // namespace

TEST(NarrowPhaseExtremes, gives_finite_unit_normals_in_a_hundred_thousand_random_pairs)
{
  Random random(7);
  for (int k = 0; k < 100000; ++k) {
    const Shape a = testing::random_shape(random, testing::pick(random, testing::kShapeKinds));
    const Shape b = testing::random_shape(random, testing::pick(random, testing::kShapeKinds));
    Manifold manifold;
    collide(
      a, testing::random_pose(random, 1.0), b, testing::random_pose(random, 1.0),
      testing::uniform(random, -0.1, 0.3), manifold);
    expect_sane(manifold, std::string(shape_name(a)) + ", " + shape_name(b));
    if (HasFatalFailure()) {
      return;
    }
  }
}

TEST(NarrowPhaseExtremes, survives_degenerate_placements)
{
  const std::vector<Vector3d> offsets{
    {0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 1, 0}, {1, 1, 1}, {0.5, 0, 0}, {1e-12, 0, 0}, {0, 1, -1},
    {1e-300, 0, 0}, {0, 0.3, 1}};
  const std::vector<Vector3d> turns{
    {0, 0, 0}, {0, 0, M_PI_4}, {M_PI_2, 0, 0}, {0, M_PI, 0}, {1e-9, 0, 0}, {1e-5, 1e-5, 0},
    {0, M_PI_4, 0}};
  const auto shape_of = [](int kind, double s) -> Shape {
      switch (kind) {
        case 0: return HalfSpace{};
        case 1: return Box{Vector3d::Constant(0.5 * s)};
        case 2: return Sphere{0.5 * s};
        case 3: return Capsule{0.25 * s, 0.25 * s};
        case 4: return Cylinder{0.5 * s, 0.5 * s};
        case 5:
          return std::make_shared<const ConvexMesh>(
            testing::make_block(Vector3d::Constant(0.5 * s)));
        default: return Capsule{0.5 * s, 0.0};
      }
    };
  for (const double scale : {1.0, 1e-4, 1e4}) {
    for (const double far : {0.0, 1e3}) {
      for (int i = 0; i < 7; ++i) {
        for (int j = 0; j < 7; ++j) {
          for (const Vector3d & offset : offsets) {
            for (const Vector3d & turn : turns) {
              Isometry3d X_WA = Isometry3d::Identity(), X_WB = Isometry3d::Identity();
              X_WA.translation().setConstant(far);
              X_WB.translation() = X_WA.translation() + offset * 0.5 * (1.0 + scale);
              X_WB.linear() = (Eigen::AngleAxisd(turn.z(), Vector3d::UnitZ()) *
                Eigen::AngleAxisd(turn.y(), Vector3d::UnitY()) *
                Eigen::AngleAxisd(turn.x(), Vector3d::UnitX())).toRotationMatrix();
              const std::string what = std::to_string(i) + " " + std::to_string(j) + " scale " +
                std::to_string(scale) + " offset " + std::to_string(offset.x());
              Manifold manifold;
              collide(shape_of(i, 1.0), X_WA, shape_of(j, scale), X_WB, 0.01, manifold);
              expect_sane(manifold, what);
              // Centres of solids that coincide overlap by no more than their sizes.
              const bool solids = i > 0 && j > 0;
              if (solids && offset.isZero()) {
                ASSERT_FALSE(manifold.empty()) << what;
                ASSERT_LT(deepest(manifold).gap, 0.0) << what;
                ASSERT_GE(deepest(manifold).gap, -2.0 * (1.0 + scale)) << what;
              }
              if (HasFatalFailure()) {
                return;
              }
            }
          }
        }
      }
    }
  }
}

#ifdef CONTACT_SIM_HAS_FCL
// FCL's distance of separated convex shapes (GJK in libccd, its own tolerance 1e-6).
TEST(NarrowPhaseExtremes, agrees_with_the_distance_of_fcl)
{
  Random random(10);
  const auto geometry = [](const Shape & shape) -> std::shared_ptr<fcl::CollisionGeometryd> {
      if (const auto * box = std::get_if<Box>(&shape)) {
        return std::make_shared<fcl::Boxd>(2.0 * box->half_sizes);
      }
      if (const auto * sphere = std::get_if<Sphere>(&shape)) {
        return std::make_shared<fcl::Sphered>(sphere->radius);
      }
      if (const auto * capsule = std::get_if<Capsule>(&shape)) {
        return std::make_shared<fcl::Capsuled>(capsule->radius, 2.0 * capsule->half_length);
      }
      const auto & cylinder = std::get<Cylinder>(shape);
      return std::make_shared<fcl::Cylinderd>(cylinder.radius, 2.0 * cylinder.half_length);
    };
  int compared = 0;
  for (int k = 0; k < 2000; ++k) {
    const Shape a = testing::random_shape(random, 1 + testing::pick(random, 4));
    const Shape b = testing::random_shape(random, 1 + testing::pick(random, 4));
    const Isometry3d X_WA = testing::random_pose(random, 2.0);
    const Isometry3d X_WB = testing::random_pose(random, 2.0);
    Manifold manifold;
    collide(a, X_WA, b, X_WB, 10.0, manifold);
    ASSERT_FALSE(manifold.empty());
    const double gap = deepest(manifold).gap;
    if (gap < 0.05) {
      continue;  // near touching FCL may end the process
    }
    fcl::DistanceRequestd request;
    request.gjk_solver_type = fcl::GST_LIBCCD;
    fcl::DistanceResultd result;
    const fcl::CollisionObjectd object_a(geometry(a), X_WA), object_b(geometry(b), X_WB);
    fcl::distance(&object_a, &object_b, request, result);
    // On round bodies its method stops early, up to 1e-2 too far; else its tolerance is 1e-6.
    if (a.index() <= 2 && b.index() <= 2) {
      ASSERT_NEAR(gap, result.min_distance, 1e-6) << shape_name(a) << ", " << shape_name(b);
    }
    // Its answer is the distance of two points of the bodies: never below the true one.
    ASSERT_LE(gap, result.min_distance + 1e-9) << shape_name(a) << ", " << shape_name(b);
    ++compared;
  }
  EXPECT_GT(compared, 500);
}
#endif

}  // namespace contact_sim
