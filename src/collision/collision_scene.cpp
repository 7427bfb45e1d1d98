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


#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "collision/mesh_contacts.hpp"
#include "contact_sim/collision/detector.hpp"

namespace contact_sim
{

namespace
{

using Pairs = std::vector<std::pair<int, int>>;

bool has(const Pairs & pairs, int i, int j)
{
  return !pairs.empty() &&
         std::binary_search(pairs.begin(), pairs.end(), std::pair<int, int>(std::minmax(i, j)));
}

void insert(Pairs & pairs, int i, int j)
{
  if (!has(pairs, i, j)) {
    const std::pair<int, int> pair = std::minmax(i, j);
    pairs.insert(std::upper_bound(pairs.begin(), pairs.end(), pair), pair);
  }
}

void erase(Pairs & pairs, int i, int j)
{
  const std::pair<int, int> pair = std::minmax(i, j);
  pairs.erase(std::remove(pairs.begin(), pairs.end(), pair), pairs.end());
}

void check_index(const char * what, int index, int low, int end)
{
  if (index < low || index >= end) {
    throw std::invalid_argument(
            std::string("collision scene: expected a ") + what + " from " + std::to_string(low) +
            " to " + std::to_string(end - 1) + ", found " + std::to_string(index));
  }
}

/// Distance of the farthest corner of the box from the origin of the body.
double reach_of(const Eigen::AlignedBox3d & box, const Eigen::Isometry3d & X_BG)
{
  double reach = 0.0;
  for (int i = 0; i < 8; ++i) {
    reach = std::max(
      reach, (X_BG * box.corner(static_cast<Eigen::AlignedBox3d::CornerType>(i))).norm());
  }
  return reach;
}

}  // namespace

int CollisionScene::add_geometry(const Geometry & geometry)
{
  check_shape(geometry.shape);
  if (geometry.body < kWorldBody) {
    throw std::invalid_argument(
            "collision scene: expected a body from -1 (the world), found " +
            std::to_string(geometry.body));
  }
  const Eigen::Matrix3d R = geometry.X_BG.linear();
  if (!geometry.X_BG.matrix().allFinite() ||
    !(R.transpose() * R).isIdentity(1e-9) || R.determinant() < 0.0)
  {
    throw std::invalid_argument(
            "collision scene: the pose of geometry " + std::to_string(size()) +
            " is not a rigid motion");
  }
  const bool is_half_space = std::holds_alternative<HalfSpace>(geometry.shape);
  const Eigen::AlignedBox3d box =
    is_half_space ? Eigen::AlignedBox3d() : box_of_shape(geometry.shape);
  geometries_.push_back(geometry);
  boxes_.push_back(box);
  reaches_.push_back(is_half_space ? 0.0 : reach_of(box, geometry.X_BG));
  thinnest_.push_back(
    is_half_space ? std::numeric_limits<double>::infinity() : box.sizes().minCoeff());
  body_count_ = std::max(body_count_, geometry.body + 1);
  return size() - 1;
}

void CollisionScene::connect_bodies(int body_a, int body_b)
{
  check_index("body", std::min(body_a, body_b), kWorldBody, std::numeric_limits<int>::max());
  insert(connected_, body_a, body_b);
}

void CollisionScene::skip_pair(int geometry_a, int geometry_b)
{
  check_index("geometry", geometry_a, 0, size());
  check_index("geometry", geometry_b, 0, size());
  erase(forced_, geometry_a, geometry_b);
  insert(skipped_, geometry_a, geometry_b);
}

void CollisionScene::force_pair(int geometry_a, int geometry_b)
{
  check_index("geometry", geometry_a, 0, size());
  check_index("geometry", geometry_b, 0, size());
  if (geometry_a == geometry_b || geometries_[geometry_a].body == geometries_[geometry_b].body) {
    throw std::invalid_argument(
            "collision scene: geometries " + std::to_string(geometry_a) + " and " +
            std::to_string(geometry_b) + " are on one body and cannot touch");
  }
  erase(skipped_, geometry_a, geometry_b);
  insert(forced_, geometry_a, geometry_b);
}

void CollisionScene::set_robot(int body, int robot)
{
  check_index("body", body, 0, std::numeric_limits<int>::max());
  if (static_cast<int>(robots_.size()) <= body) {
    robots_.resize(body + 1, -1);
  }
  robots_[body] = robot;
}

void CollisionScene::set_self_collision(int robot, bool is_on)
{
  auto & off = without_self_collision_;
  off.erase(std::remove(off.begin(), off.end(), robot), off.end());
  if (!is_on) {
    off.push_back(robot);
  }
}

int CollisionScene::robot_of(int body) const
{
  return body >= 0 && body < static_cast<int>(robots_.size()) ? robots_[body] : -1;
}

bool CollisionScene::can_touch(int geometry_a, int geometry_b) const
{
  const int a = geometries_[geometry_a].body;
  const int b = geometries_[geometry_b].body;
  if (a == b || has(skipped_, geometry_a, geometry_b)) {
    return false;
  }
  if (has(forced_, geometry_a, geometry_b)) {
    return true;
  }
  if (has(connected_, a, b)) {
    return false;
  }
  const int robot = robot_of(a);
  return robot < 0 || robot != robot_of(b) ||
         std::find(without_self_collision_.begin(), without_self_collision_.end(), robot) ==
         without_self_collision_.end();
}

}  // namespace contact_sim
