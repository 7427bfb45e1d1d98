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

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "collision/mesh_factory.hpp"
#include "contact_sim/collision/broad_phase.hpp"
#include "support/count_allocations.hpp"

namespace contact_sim
{

using Eigen::AlignedBox3d;
using Eigen::Vector3d;
using testing::MeshRandom;
using testing::between;

namespace
{

/// Boxes of about 1 m, one to each 3 m cube of room.
std::vector<AlignedBox3d> scattered(MeshRandom & random, int count)
{
  const double half = 1.5 * std::cbrt(count);
  std::vector<AlignedBox3d> boxes;
  for (int i = 0; i < count; ++i) {
    const Vector3d centre = testing::point_between(random, -half, half);
    const Vector3d size = testing::point_between(random, 0.2, 1.0);
    boxes.emplace_back(centre - size, centre + size);
  }
  return boxes;
}

std::vector<BroadPhase::Pair> all_pairs(const std::vector<AlignedBox3d> & boxes)
{
  std::vector<BroadPhase::Pair> pairs;
  for (int i = 0; i < static_cast<int>(boxes.size()); ++i) {
    for (int j = i + 1; j < static_cast<int>(boxes.size()); ++j) {
      if (!boxes[i].isEmpty() && !boxes[j].isEmpty() && boxes[i].intersects(boxes[j])) {
        pairs.emplace_back(i, j);
      }
    }
  }
  return pairs;
}

void shift(MeshRandom & random, double step, std::vector<AlignedBox3d> & boxes)
{
  for (AlignedBox3d & box : boxes) {
    box.translate(testing::point_between(random, -step, step));
  }
}

}  // namespace

TEST(BroadPhase, finds_the_pairs_that_a_search_of_all_finds)
{
  MeshRandom random(1);
  for (const int count : {0, 1, 2, 3, 10, 300}) {
    std::vector<AlignedBox3d> boxes = scattered(random, count);
    BroadPhase broad_phase;
    std::vector<BroadPhase::Pair> pairs;
    for (int step = 0; step < 20; ++step) {
      broad_phase.find_pairs(boxes, pairs);
      ASSERT_EQ(pairs, all_pairs(boxes));
      shift(random, 0.3, boxes);
    }
  }
}

TEST(BroadPhase, counts_touching_boxes_and_leaves_out_empty_ones)
{
  std::vector<AlignedBox3d> boxes{
    {Vector3d(0, 0, 0), Vector3d(1, 1, 1)}, AlignedBox3d(),
    {Vector3d(1, 0, 0), Vector3d(2, 1, 1)}};
  BroadPhase broad_phase;
  std::vector<BroadPhase::Pair> pairs;
  broad_phase.find_pairs(boxes, pairs);
  EXPECT_EQ(pairs, (std::vector<BroadPhase::Pair>{{0, 2}}));
  // One that was empty comes to life.
  boxes[1] = boxes[0];
  broad_phase.find_pairs(boxes, pairs);
  EXPECT_EQ(pairs, (std::vector<BroadPhase::Pair>{{0, 1}, {0, 2}, {1, 2}}));
  boxes.pop_back();
  broad_phase.find_pairs(boxes, pairs);
  EXPECT_EQ(pairs, (std::vector<BroadPhase::Pair>{{0, 1}}));
}

TEST(BroadPhase, does_not_remember_where_the_boxes_were)
{
  MeshRandom random(2);
  std::vector<AlignedBox3d> boxes = scattered(random, 200);
  BroadPhase old;
  std::vector<BroadPhase::Pair> pairs;
  old.find_pairs(boxes, pairs);
  boxes = scattered(random, 200);
  std::vector<BroadPhase::Pair> again;
  old.find_pairs(boxes, again);
  BroadPhase().find_pairs(boxes, pairs);
  EXPECT_EQ(pairs, again);
}

TEST(BroadPhase, keeps_its_tree_while_it_serves)
{
  MeshRandom random(3);
  std::vector<AlignedBox3d> boxes = scattered(random, 1000);
  BroadPhase broad_phase;
  std::vector<BroadPhase::Pair> pairs;
  for (int step = 0; step < 10; ++step) {
    broad_phase.find_pairs(boxes, pairs);
    shift(random, 0.01, boxes);
  }
  EXPECT_EQ(broad_phase.builds(), 1);
  broad_phase.find_pairs(scattered(random, 1000), pairs);
  EXPECT_EQ(broad_phase.builds(), 2);
}

TEST(BroadPhase, works_no_harder_than_n_log_n_for_scattered_boxes)
{
  // Counted, not timed. Mean of ten scenes each; the constant must not grow from 250 to 4000 boxes
  // by more than the scenes differ, a tenth.
  MeshRandom random(5);
  const auto constant = [&](int count) {
      std::size_t tests = 0;
      std::vector<BroadPhase::Pair> pairs;
      for (int i = 0; i < 10; ++i) {
        BroadPhase broad_phase;
        broad_phase.find_pairs(scattered(random, count), pairs);
        tests += broad_phase.tests();
      }
      return static_cast<double>(tests) / (10.0 * count * std::log2(count));
    };
  const double few = constant(250);
  for (const int count : {1000, 4000}) {
    EXPECT_LT(constant(count), 1.1 * few) << count;
  }
}

TEST(BroadPhase, takes_nothing_from_the_heap_in_a_steady_scene)
{
  MeshRandom random(4);
  std::vector<AlignedBox3d> boxes = scattered(random, 1000);
  BroadPhase broad_phase;
  std::vector<BroadPhase::Pair> pairs;
  pairs.reserve(10000);
  for (int step = 0; step < 10; ++step) {
    broad_phase.find_pairs(boxes, pairs);
    shift(random, 0.1, boxes);
  }
  const std::size_t before = testing::allocations();
  broad_phase.find_pairs(boxes, pairs);
  broad_phase.find_pairs(boxes, pairs);
  EXPECT_EQ(testing::allocations(), before);
}

}  // namespace contact_sim
