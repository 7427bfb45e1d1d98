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


// Random articulated trees that are dropped on random meshes.

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "contact_sim/collision/convex_hull.hpp"
#include "contact_sim/collision/triangle_mesh.hpp"
#include "soak/soak_scenes.hpp"
#include "support/random_trees.hpp"
#include "support/worlds.hpp"

namespace contact_sim::soak
{

using Eigen::Isometry3d;
using Eigen::Vector3d;
using testing::at;
using testing::random_direction;
using testing::uniform;
using testing::WorldMaker;

namespace
{

constexpr int kCells = 12;            ///< of the mesh, along each side
constexpr double kHalf = 1.0;         ///< the mesh goes from -1 m to 1 m
constexpr double kHill = 0.15;        ///< [m]

/// Hills of random heights, solid below; its border stands on the ground.
std::shared_ptr<const TriangleMesh> random_hills(Random & random)
{
  std::vector<Vector3d> vertices;
  std::vector<std::array<int, 3>> triangles;
  const double cell = 2.0 * kHalf / kCells;
  for (int j = 0; j <= kCells; ++j) {
    for (int i = 0; i <= kCells; ++i) {
      const bool is_inner = i > 0 && j > 0 && i < kCells && j < kCells;
      const double x = -kHalf + cell * (i + (is_inner ? uniform(random, -0.3, 0.3) : 0.0));
      const double y = -kHalf + cell * (j + (is_inner ? uniform(random, -0.3, 0.3) : 0.0));
      vertices.emplace_back(x, y, is_inner ? uniform(random, 0.0, kHill) : -0.01);
    }
  }
  for (int j = 0; j < kCells; ++j) {
    for (int i = 0; i < kCells; ++i) {
      const int p = j * (kCells + 1) + i;
      triangles.push_back({p, p + 1, p + kCells + 2});
      triangles.push_back({p, p + kCells + 2, p + kCells + 1});
    }
  }
  MeshOptions options;
  options.sides = MeshSides::kOne;
  return std::make_shared<const TriangleMesh>(make_triangle_mesh(vertices, triangles, options));
}

std::shared_ptr<const ConvexMesh> random_hull(Random & random, double size)
{
  std::vector<Vector3d> points;
  for (int i = 0; i < 12; ++i) {
    points.push_back(uniform(random, 0.5, 1.0) * size * random_direction(random));
  }
  return std::make_shared<const ConvexMesh>(make_convex(points));
}

Joint random_limb_joint(Random & random)
{
  constexpr std::array<JointType, 4> kTypes{
    JointType::kRevolute, JointType::kContinuous, JointType::kSpherical, JointType::kPrismatic};
  Joint joint;
  joint.type = kTypes[random() % kTypes.size()];
  joint.axis = random_direction(random);
  if (joint.type == JointType::kRevolute) {
    joint.limits.lower = -uniform(random, 0.2, 1.5);
    joint.limits.upper = uniform(random, 0.2, 1.5);
  } else if (joint.type == JointType::kPrismatic) {
    joint.axis = Vector3d::UnitZ();  // along the limb, and not into its parent
    joint.limits.lower = 0.0;
    joint.limits.upper = uniform(random, 0.02, 0.1);
  }
  joint.damping = uniform(random, 0.0, 0.05);
  joint.friction = joint.type != JointType::kSpherical && random() % 2 == 0 ?
    uniform(random, 0.0, 0.1) : 0.0;
  return joint;
}

Shape random_limb(Random & random, double length, double radius)
{
  switch (random() % 3) {
    case 0: return Capsule{radius, 0.5 * length};
    case 1: return Box{{radius, 0.8 * radius, 0.5 * length}};
    default: return Cylinder{radius, 0.5 * length};
  }
}

/// A chain of one to three links away from the root, and a foot.
void add_limb(
  Random & random, const std::string & root, const std::string & name, const Isometry3d & base,
  WorldMaker & maker)
{
  std::string parent = root;
  Isometry3d pose = base;
  const int links = 1 + static_cast<int>(random() % 3);
  for (int i = 0; i < links; ++i) {
    const double radius = uniform(random, 0.015, 0.03);
    const double length = uniform(random, 0.08, 0.18);
    const double reach = length + 2.0 * radius + 0.01;
    const std::string link = name + "_" + std::to_string(i);
    SpatialInertia inertia =
      cylinder_inertia(uniform(random, 0.1, 1.0), radius, length);
    inertia.center.z() = 0.5 * reach;
    Joint joint = random_limb_joint(random);
    joint.pose = pose;
    maker.add_link(link, inertia, parent, joint);
    const bool is_foot = i == links - 1 && random() % 2 == 0;
    const Shape shape = is_foot ? Shape(random_hull(random, 0.04)) :
      random_limb(random, length, radius);
    maker.add_shape(link, shape, at(0.0, 0.0, is_foot ? reach - 0.04 : 0.5 * reach));
    parent = link;
    pose = at(0.0, 0.0, reach);
  }
}

/// A box with limbs at four corners, which point away from each other.
void add_tree(
  Random & random, const std::string & name, const Isometry3d & pose,
  WorldMaker & maker)
{
  const Vector3d size(0.3, 0.2, 0.1);
  maker.add_box(name, uniform(random, 1.0, 8.0), size, pose);
  for (int corner = 0; corner < 4; ++corner) {
    if (random() % 4 == 0) {
      continue;
    }
    const Vector3d outward(
      corner % 2 == 0 ? 1.0 : -1.0, corner / 2 == 0 ? 1.0 : -1.0, uniform(random, -0.8, 0.2));
    Isometry3d base = Isometry3d::Identity();
    base.translation() = 0.5 * size.cwiseProduct(outward.cwiseSign());
    base.linear() =
      Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), outward).toRotationMatrix();
    add_limb(random, name, name + "_limb" + std::to_string(corner), base, maker);
  }
}

}  // namespace

BuiltScenario make_trees(Random & random)
{
  WorldMaker maker(uniform(random, 0.2, 1.0), random() % 3 == 0 ? uniform(random, 0.0, 0.5) : 0.0);
  maker.add_ground();
  maker.add_shape(kWorldLink, random_hills(random));
  const int trees = 1 + static_cast<int>(random() % 2);
  for (int i = 0; i < trees; ++i) {
    // A limb reaches 0.9 m at most.
    Isometry3d pose = at(uniform(random, -0.2, 0.2), uniform(random, -0.2, 0.2), 0.8 + 1.9 * i);
    pose.rotate(Eigen::AngleAxisd(uniform(random, -0.7, 0.7), random_direction(random)));
    add_tree(random, "tree" + std::to_string(i), pose, maker);
  }
  BuiltScenario scenario;
  scenario.name = "trees";
  scenario.world = maker.make();
  scenario.hold = Command(scenario.world->model.nv());
  return scenario;
}

}  // namespace contact_sim::soak
