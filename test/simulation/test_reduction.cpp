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


// The promise of contact reduction: points that others imply may go, and nothing moves otherwise.
// Taken where the motion does not hang on how the pressure is spread over the area, which no law
// says: bodies that slide without turning, land flat, or are tipped over.

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "contact_sim/collision/triangle_mesh.hpp"
#include "support/worlds.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;
using testing::at;
using testing::simulate;
using testing::WorldMaker;

/// The same world with all points and with the reduced ones.
struct Pair
{
  explicit Pair(const std::shared_ptr<World> & world)
  : all(simulate(world, options(false))), reduced(simulate(world, options(true)))
  {
  }

  static StepperOptions options(bool reduce)
  {
    StepperOptions options;
    options.detector.reduce = reduce;
    return options;
  }

  /// Runs both and returns the largest distance between them [m] or [-]; the points are counted.
  double run(int steps)
  {
    double largest = 0.0;
    for (int step = 0; step < steps; ++step) {
      all.step();
      reduced.step();
      points_of_all += all.record().contacts.size();
      points_of_reduced += reduced.record().contacts.size();
      largest = std::max(largest, (all.state().q - reduced.state().q).cwiseAbs().maxCoeff());
    }
    return largest;
  }

  Simulation all, reduced;
  std::size_t points_of_all{0}, points_of_reduced{0};
};

// A point may be left out where it is up to 1e-7 m closer than those that imply it
// (ReductionOptions::gap_tolerance), so places may differ by that much.
constexpr double kSame = 1e-7;

/// Adds a box to a mesh.
void add_block(
  const Vector3d & centre, const Vector3d & half, std::vector<Vector3d> & vertices,
  std::vector<std::array<int, 3>> & triangles)
{
  const int first = static_cast<int>(vertices.size());
  for (int i = 0; i < 8; ++i) {
    const Vector3d corner(i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0);
    vertices.push_back(centre + half.cwiseProduct(corner));
  }
  const int faces[6][4] = {
    {0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto & f : faces) {
    triangles.push_back({first + f[0], first + f[1], first + f[2]});
    triangles.push_back({first + f[0], first + f[2], first + f[3]});
  }
}

/// Twelve pegs, 0.02 m wide and 0.1 m high, in four columns and three rows: 48 corners on the
/// ground, of which the outer four imply the others. At rest the narrow phase itself gives but
/// these; in motion, within the margin of the step, it gives more.
Shape pegs()
{
  std::vector<Vector3d> vertices;
  std::vector<std::array<int, 3>> triangles;
  for (int i = 0; i < 12; ++i) {
    const Vector3d centre(0.07 * (i % 4 - 1.5), 0.07 * (i / 4 - 1), 0.0);
    add_block(centre, {0.01, 0.01, 0.05}, vertices, triangles);
  }
  return std::make_shared<const TriangleMesh>(make_triangle_mesh(vertices, triangles));
}

/// A brush of pegs on the ground, lifted and thrown as told.
std::shared_ptr<World> brush(double height, const Vector3d & velocity)
{
  WorldMaker maker(0.3);
  maker.add_ground();
  maker.add_free("brush", box_inertia(2.0, {0.23, 0.16, 0.1}), at(0.0, 0.0, 0.05 + height));
  maker.add_shape("brush", pegs());
  const auto world = maker.make();
  world->initial_v.segment<3>(3) = velocity;
  return world;
}

TEST(Reduction, ChangesNothingWhereABrushSlides)
{
  Pair pair(brush(0.0, {1.0, 0.5, 0.0}));
  EXPECT_LT(pair.run(400), kSame);
  EXPECT_LT(pair.points_of_reduced, pair.points_of_all);
  EXPECT_GT(pair.all.state().q[0], 0.1);
  EXPECT_LT(pair.all.state().v.norm(), 1e-9);
}

TEST(Reduction, ChangesNothingWhereABrushLands)
{
  // Askew: along an edge it would not turn, and the narrow phase gives no more than four points.
  Pair pair(brush(0.05, {1.0, 0.5, 0.0}));
  EXPECT_LT(pair.run(400), kSame);
  EXPECT_LT(pair.points_of_reduced, pair.points_of_all);
}

TEST(Reduction, ChangesNothingWhereABrushIsTippedOver)
{
  // A push at its upper edge turns it about the lower one.
  Pair pair(brush(0.0, Vector3d::Zero()));
  Wrenches wrenches(2, Vector6d::Zero());
  wrenches[1] << 0.0, 3.0, 0.0, 1.0, 0.0, 0.0;
  pair.all.stepper().set_wrenches(wrenches);
  pair.reduced.stepper().set_wrenches(wrenches);
  EXPECT_LT(pair.run(150), kSame);
  EXPECT_LT(pair.points_of_reduced, pair.points_of_all);
  EXPECT_GT(pair.all.state().v[1], 0.5);
}

TEST(Reduction, LeavesTheForceOfTheGroundAsItIs)
{
  Pair pair(brush(0.0, {1.0, 0.5, 0.0}));
  pair.run(100);
  EXPECT_LT(pair.points_of_reduced, pair.points_of_all);
  for (Simulation * simulation : {&pair.all, &pair.reduced}) {
    double ground = 0.0;
    for (const ContactRecord & contact : simulation->record().contacts) {
      ground += contact.normal_force;
    }
    // The solver's part of the weight.
    EXPECT_NEAR(ground, 2.0 * testing::kGravity, 1e-9 * 2.0 * testing::kGravity);
  }
}

}  // namespace

}  // namespace contact_sim
