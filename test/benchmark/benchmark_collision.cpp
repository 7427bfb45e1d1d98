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


// The narrow phase: for each pair the points of a manifold, the error of gap and normal on pairs
// that are known by construction, and microseconds a query; resting pairs; the box pair beside
// FCL's collide in the same run; and with a number as argument so many random pairs. Exits with 1
// where a bound is broken.

#include <fcl/fcl.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "collision/analytic_pairs.hpp"
#include "contact_sim/collision/narrow_phase.hpp"
#include "support/bounds.hpp"

namespace contact_sim
{

namespace
{

using Eigen::AngleAxisd;
using Eigen::Isometry3d;
using Eigen::Vector3d;
using testing::AnalyticPair;
using testing::Random;

constexpr double kMargin = 0.01;  // [m]

/// The least mean time of a few rounds [us]: what others do on the machine only adds to it.
double time_of(int calls, const std::function<void(int)> & call)
{
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 7; ++round) {
    const auto before = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) {
      call(i);
    }
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - before;
    least = std::min(least, 1e6 * spent.count() / calls);
  }
  return least;
}

std::vector<AnalyticPair> make_pairs(int kind_a, int kind_b, int count)
{
  Random random(100 * kind_a + kind_b);
  std::vector<AnalyticPair> pairs;
  while (static_cast<int>(pairs.size()) < count) {
    const double gap = pairs.size() % 2 ? 5e-3 : -1e-4;
    const AnalyticPair pair = testing::place(
      random, testing::random_shape(random, kind_a), testing::random_shape(random, kind_b), gap);
    if (gap > 0.0 || pair.may_overlap()) {
      pairs.push_back(pair);
    }
  }
  return pairs;
}

const ContactPoint * deepest(const Manifold & manifold)
{
  return std::min_element(
    manifold.begin(), manifold.end(),
    [](const ContactPoint & x, const ContactPoint & y) {return x.gap < y.gap;});
}

/// One line of the table; returns the larger of the two errors.
double report_pair(int kind_a, int kind_b)
{
  const std::vector<AnalyticPair> pairs = make_pairs(kind_a, kind_b, 1000);
  double gap_error = 0.0, normal_error = 0.0, points = 0.0;
  int most = 0;
  Manifold manifold;
  const auto query = [&](int i) {
      collide(pairs[i].a, pairs[i].X_WA, pairs[i].b, pairs[i].X_WB, kMargin, manifold);
    };
  for (int i = 0; i < static_cast<int>(pairs.size()); ++i) {
    query(i);
    if (manifold.empty()) {
      return std::numeric_limits<double>::infinity();
    }
    const ContactPoint * p = deepest(manifold);
    gap_error = std::max(gap_error, std::abs(p->gap - pairs[i].gap));
    normal_error = std::max(normal_error, (p->normal - pairs[i].normal).norm());
    points += manifold.size() / static_cast<double>(pairs.size());
    most = std::max(most, manifold.size());
  }
  std::printf(
    "%-12s %-12s %6.1f %6d %12.1e %12.1e %10.2f\n", shape_name(pairs[0].a),
    shape_name(pairs[0].b), points, most, gap_error, normal_error,
    time_of(static_cast<int>(pairs.size()), query));
  return std::max(gap_error, normal_error);
}

bool report_pairs()
{
  std::printf(
    "\nall kinds of contact, half 5 mm apart, half 0.1 mm deep, random poses\n"
    "%-12s %-12s %6s %6s %12s %12s %10s\n", "A", "B", "points", "most", "gap error [m]",
    "normal error", "[us]");
  double primitives = 0.0, meshes = 0.0;
  for (int i = 0; i < testing::kShapeKinds; ++i) {
    for (int j = std::max(1, i); j < testing::kShapeKinds; ++j) {
      double & worst = j == testing::kShapeKinds - 1 ? meshes : primitives;
      worst = std::max(worst, report_pair(i, j));
    }
  }
  bool kept = testing::at_most("error of primitives [nm, 1e-9]", 1e9 * primitives, 1.0);
  kept &= testing::at_most("error of convex meshes [um, 1e-6]", 1e6 * meshes, 1.0);
  return kept;
}

/// Poses of a body that rests with its z axis up on something whose top is at z = 0.
std::vector<Isometry3d> resting_poses(double half_height)
{
  Random random(5);
  std::vector<Isometry3d> poses;
  for (int i = 0; i < 1000; ++i) {
    Isometry3d X = Isometry3d::Identity();
    X.linear() = (AngleAxisd(testing::uniform(random, -3.0, 3.0), Vector3d::UnitZ()) *
      AngleAxisd(testing::uniform(random, -1e-5, 1e-5), Vector3d::UnitX())).toRotationMatrix();
    X.translation() = Vector3d(
      testing::uniform(random, -0.2, 0.2), testing::uniform(random, -0.2, 0.2),
      half_height + testing::uniform(random, -1e-4, 0.0));
    poses.push_back(X);
  }
  return poses;
}

double report_resting(const char * name, const Shape & lower, const Shape & upper)
{
  Isometry3d X_WA = Isometry3d::Identity();
  X_WA.translation().z() = std::holds_alternative<HalfSpace>(lower) ? 0.0 : -0.5;
  const std::vector<Isometry3d> poses = resting_poses(0.3);
  double points = 0.0;
  Manifold manifold;
  const double time = time_of(
    static_cast<int>(poses.size()), [&](int i) {
      collide(lower, X_WA, upper, poses[i], kMargin, manifold);
      points += manifold.size();
    });
  std::printf("%-40s %6.1f %10.2f\n", name, points / (7.0 * poses.size()), time);
  return time;
}

double time_of_fcl()
{
  Isometry3d X_WA = Isometry3d::Identity();
  X_WA.translation().z() = -0.5;
  const fcl::Boxd lower(1.0, 1.0, 1.0), upper(0.6, 0.6, 0.6);
  const std::vector<Isometry3d> poses = resting_poses(0.3);
  fcl::CollisionRequestd request(8, true);
  double points = 0.0;
  const double time = time_of(
    static_cast<int>(poses.size()), [&](int i) {
      fcl::CollisionResultd result;
      fcl::collide(&lower, X_WA, &upper, poses[i], request, result);
      points += result.numContacts();
    });
  std::printf(
    "%-40s %6.1f %10.2f\n", "box on box, FCL's collide", points / (7.0 * poses.size()), time);
  return time;
}

bool report_resting_pairs()
{
  std::printf("\nresting, 0 to 0.1 mm deep, tilted by 1e-5%18s %10s\n", "points", "[us]");
  const Shape ground = HalfSpace{}, block = Box{Vector3d::Constant(0.5)};
  const Shape mesh = std::make_shared<const ConvexMesh>(testing::make_prism(6, 0.3, 0.3));
  const Shape big = std::make_shared<const ConvexMesh>(testing::make_prism(40, 0.3, 0.3));
  const Shape cube = Box{Vector3d::Constant(0.3)};
  report_resting("box on half-space", ground, cube);
  report_resting("cylinder on half-space", ground, Cylinder{0.3, 0.3});
  report_resting("cylinder on box", block, Cylinder{0.3, 0.3});
  report_resting("cylinder on cylinder", Cylinder{0.5, 0.5}, Cylinder{0.3, 0.3});
  report_resting("hexagonal prism on box", block, mesh);
  report_resting("prism of 40 sides on box", block, big);
  const double ours = report_resting("box on box", block, cube);
  const double theirs = time_of_fcl();
  bool kept = testing::at_most("box on box [us]", ours, 3.0);
  kept &= testing::at_most("box on box : FCL's collide", ours / theirs, 1.0);
  return kept;
}

bool run_random_pairs(int count)
{
  Random random(2026);
  int bad = 0, touching = 0;
  for (int k = 0; k < count; ++k) {
    const Shape a = testing::random_shape(random, testing::pick(random, testing::kShapeKinds));
    const Shape b = testing::random_shape(random, testing::pick(random, testing::kShapeKinds));
    Manifold manifold;
    collide(
      a, testing::random_pose(random, 1.0), b, testing::random_pose(random, 1.0),
      testing::uniform(random, -0.1, 0.3), manifold);
    touching += !manifold.empty();
    bad += std::any_of(
      manifold.begin(), manifold.end(), [](const ContactPoint & p) {
        return !p.position.allFinite() || !std::isfinite(p.gap) ||
        !(std::abs(p.normal.norm() - 1.0) < 1e-12);
      });
  }
  std::printf("\n%d random pairs, %d with points\n", count, touching);
  return testing::at_most("pairs with a bad point", bad, 0);
}

}  // namespace

}  // namespace contact_sim

int main(int argc, char ** argv)
{
  bool kept = contact_sim::report_pairs();
  kept &= contact_sim::report_resting_pairs();
  if (argc > 1) {
    kept &= contact_sim::run_random_pairs(std::atoi(argv[1]));
  }
  return kept ? 0 : 1;
}
