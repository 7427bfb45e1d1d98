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


#include <benchmark/benchmark.h>

#include <Eigen/Geometry>

#include <cmath>
#include <vector>

#include "collision/mesh_factory.hpp"
#include "contact_sim/collision/broad_phase.hpp"
#include "contact_sim/collision/detector.hpp"
#ifdef CONTACT_SIM_HAS_FCL
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/box.h>
#endif
#include "support/count_allocations.hpp"

// Broad phase over scattered boxes that move by a little in each step, against n log n; mesh and
// scene queries. Beside the time: pairs or contacts found, and allocations a step.

namespace contact_sim
{

namespace
{

using Eigen::AlignedBox3d;
using Eigen::Isometry3d;
using Eigen::Vector3d;
using testing::MeshRandom;

struct Scatter
{
  MeshRandom random{1};
  std::vector<Vector3d> centres;
  std::vector<Vector3d> halves;

  explicit Scatter(int count)
  {
    const double half = 1.5 * std::cbrt(count);
    for (int i = 0; i < count; ++i) {
      centres.push_back(testing::point_between(random, -half, half));
      halves.push_back(testing::point_between(random, 0.2, 1.0));
    }
  }

  void step()
  {
    for (Vector3d & centre : centres) {
      centre += testing::point_between(random, -0.01, 0.01);
    }
  }
};

void broad_phase(benchmark::State & state)
{
  Scatter scatter(static_cast<int>(state.range(0)));
  std::vector<AlignedBox3d> boxes(scatter.centres.size());
  BroadPhase phase;
  std::vector<BroadPhase::Pair> pairs;
  std::size_t taken = 0;
  for (auto _ : state) {
    state.PauseTiming();
    scatter.step();
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      boxes[i] = {scatter.centres[i] - scatter.halves[i], scatter.centres[i] + scatter.halves[i]};
    }
    const std::size_t before = testing::allocations();
    state.ResumeTiming();
    phase.find_pairs(boxes, pairs);
    taken = testing::allocations() - before;
  }
  state.counters["pairs"] = static_cast<double>(pairs.size());
  state.counters["allocations"] = static_cast<double>(taken);
  state.SetComplexityN(state.range(0));
}
BENCHMARK(broad_phase)->RangeMultiplier(2)->Range(125, 4000)->Complexity(benchmark::oNLogN);

#ifdef CONTACT_SIM_HAS_FCL
bool count_pair(fcl::CollisionObjectd *, fcl::CollisionObjectd *, void * data)
{
  ++*static_cast<int *>(data);
  return false;
}

void fcl_dynamic_tree(benchmark::State & state)
{
  Scatter scatter(static_cast<int>(state.range(0)));
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects;
  fcl::DynamicAABBTreeCollisionManagerd manager;
  for (std::size_t i = 0; i < scatter.centres.size(); ++i) {
    const auto box = std::make_shared<fcl::Boxd>(2.0 * scatter.halves[i]);
    objects.push_back(std::make_unique<fcl::CollisionObjectd>(box));
    objects.back()->setTranslation(scatter.centres[i]);
    objects.back()->computeAABB();
    manager.registerObject(objects.back().get());
  }
  manager.setup();
  int pairs = 0;
  std::size_t taken = 0;
  for (auto _ : state) {
    state.PauseTiming();
    scatter.step();
    for (std::size_t i = 0; i < objects.size(); ++i) {
      objects[i]->setTranslation(scatter.centres[i]);
      objects[i]->computeAABB();
    }
    pairs = 0;
    const std::size_t before = testing::allocations();
    state.ResumeTiming();
    manager.update();
    manager.collide(&pairs, count_pair);
    taken = testing::allocations() - before;
  }
  state.counters["pairs"] = pairs;
  state.counters["allocations"] = static_cast<double>(taken);
  state.SetComplexityN(state.range(0));
}
BENCHMARK(fcl_dynamic_tree)->RangeMultiplier(2)->Range(125, 4000)->Complexity(benchmark::oNLogN);
#endif

Isometry3d at(double x, double y, double z)
{
  Isometry3d X = Isometry3d::Identity();
  X.translation() = Vector3d(x, y, z);
  return X;
}

void on_flat_mesh(benchmark::State & state, const Shape & shape, double height)
{
  MeshRandom random(1);
  const Shape mesh = testing::shared(testing::flat_mesh(100, 5.0, 0.3, random));
  Manifold manifold;
  int i = 0;
  for (auto _ : state) {
    find_contacts(
      mesh, Isometry3d::Identity(), shape, at(0.001 * (++i % 1000), 0.0, height), 0.01, manifold);
  }
  state.counters["contacts"] = manifold.size();
}
BENCHMARK_CAPTURE(on_flat_mesh, box, Box{{0.1, 0.1, 0.1}}, 0.1);
BENCHMARK_CAPTURE(on_flat_mesh, sphere, Sphere{0.1}, 0.1);
BENCHMARK_CAPTURE(on_flat_mesh, capsule, Capsule{0.05, 0.05}, 0.1);
BENCHMARK_CAPTURE(on_flat_mesh, cylinder, Cylinder{0.1, 0.1}, 0.1);

/// Thirty links, two feet of which stand: the rest is far from the ground but near each other.
void humanoid_on_ground(benchmark::State & state)
{
  CollisionScene scene;
  scene.add_geometry({HalfSpace(), kWorldBody, -1, Isometry3d::Identity(), 0});
  std::vector<Isometry3d> poses;
  for (int i = 0; i < 30; ++i) {
    const bool is_foot = i < 2;
    const Shape shape = is_foot ? Shape(Box{{0.12, 0.05, 0.03}}) : Shape(Capsule{0.05, 0.08});
    scene.add_geometry({shape, i, i, Isometry3d::Identity(), 0});
    scene.set_robot(i, 0);
    poses.push_back(
      is_foot ? at(0.0, 0.1 * (2 * i - 1), 0.03) : at(0.02 * (i % 3), 0.1 * (i % 5), 0.05 * i));
  }
  scene.set_self_collision(0, false);
  const std::vector<BodyMotion> motions(30);
  Detector detector;
  std::vector<DetectedContact> contacts;
  for (auto _ : state) {
    detector.detect(scene, poses, motions, contacts);
  }
  state.counters["contacts"] = static_cast<double>(contacts.size());
}
BENCHMARK(humanoid_on_ground);

void bullet_at_plate(benchmark::State & state)
{
  CollisionScene scene;
  scene.add_geometry(
    {Box{{0.2, 0.2, 0.0005}}, kWorldBody, -1, Isometry3d::Identity(), 0});
  scene.add_geometry({Sphere{0.004}, 0, 0, Isometry3d::Identity(), 0});
  BodyMotion motion;
  motion.linear = Vector3d(0.03, 0.0, -0.095);
  Detector detector;
  std::vector<DetectedContact> contacts;
  for (auto _ : state) {
    detector.detect(scene, {at(0.0, 0.0, 0.05)}, {motion}, contacts);
  }
  state.counters["contacts"] = static_cast<double>(contacts.size());
}
BENCHMARK(bullet_at_plate);

}  // namespace

}  // namespace contact_sim

BENCHMARK_MAIN();
