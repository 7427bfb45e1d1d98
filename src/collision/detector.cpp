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


#include "contact_sim/collision/detector.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <tuple>

#include "collision/mesh_contacts.hpp"
#include "collision/sweep.hpp"
#include "contact_sim/collision/height_field.hpp"
#include "contact_sim/collision/narrow_phase.hpp"
#include "contact_sim/collision/triangle_mesh.hpp"

namespace contact_sim
{

namespace
{

using Eigen::AlignedBox3d;
using Eigen::Isometry3d;
using Eigen::Vector3d;

/// A pair that moves further than this part of its thinner body is followed through the step.
constexpr double kFast = 0.25;

/// Normals whose scalar product is below minus this look away from each other; those of a square
/// corner do not.
constexpr double kBehind = 1e-3;

const TriangleMesh * mesh_of(const Shape & shape)
{
  const auto * mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&shape);
  return mesh == nullptr ? nullptr : mesh->get();
}

const HeightField * field_of(const Shape & shape)
{
  const auto * field = std::get_if<std::shared_ptr<const HeightField>>(&shape);
  return field == nullptr ? nullptr : field->get();
}

void swap_sides(Manifold & manifold)
{
  for (ContactPoint & point : manifold) {
    point.normal = -point.normal;
    point.key = point.key.swapped();
  }
}

/// Spreads every bit over all (the finalizer of splitmix64).
std::uint64_t mix(std::uint64_t x)
{
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

std::uint64_t key_of(int a, int b, std::uint64_t features)
{
  const std::uint64_t pair =
    (static_cast<std::uint64_t>(a) << 32) | static_cast<std::uint32_t>(b);
  return mix(features + mix(pair + 0x9e3779b97f4a7c15u));
}

/// Where the shape's box can be within the step.
AlignedBox3d sweep_box(
  const AlignedBox3d & box, const Isometry3d & X_WG, const BodyMotion & motion, double grown)
{
  AlignedBox3d result = moved_box(box, X_WG);
  result.extend(result.translated(motion.linear));
  result.min().array() -= grown;
  result.max().array() += grown;
  return result;
}

/// Whether the point would let the two go where they are about to go.
bool lets_pass(const MovingShape & a, const MovingShape & b, const ContactPoint & point)
{
  const Vector3d relative = b.displacement(point.position) - a.displacement(point.position);
  return point.gap + point.normal.dot(relative) >= 0.0;
}

bool has_key(const Manifold & manifold, const FeatureKey & key)
{
  return std::any_of(
    manifold.begin(), manifold.end(), [&](const ContactPoint & p) {return p.key == key;});
}

/// Replaces what stands in the way now by what will be met.
double follow(const MovingShape & a, const MovingShape & b, double margin, Manifold & manifold)
{
  double time = 0.0;
  const Meeting meeting = find_meeting(a, b, time);
  if (meeting == Meeting::kUnknown) {
    return 0.0;
  }
  Manifold kept;
  for (const ContactPoint & point : manifold) {
    if (point.gap <= margin || lets_pass(a, b, point)) {
      kept.push_back(point);
    }
  }
  if (meeting == Meeting::kAt) {
    Manifold met;
    contacts_of_meeting(a, b, time, margin, met);
    for (const ContactPoint & point : met) {
      if (!has_key(kept, point.key)) {
        if (!kept.push_back(point)) {
          // What is about to be hit matters more than what lets pass.
          kept[Manifold::kCapacity - 1] = point;
        }
      }
    }
  }
  manifold = kept;
  return time;
}

/// What moves further than a thin body within the step would come out on its other side.
void forbid_to_go_through(std::vector<NonconvexGroup> & groups)
{
  for (NonconvexGroup & group : groups) {
    const Vector3d normal = group.sides[0].normal;
    const auto end = std::remove_if(
      group.sides.begin() + 1, group.sides.begin() + group.side_count,
      [&](const ContactPoint & side) {return side.normal.dot(normal) < -kBehind;});
    group.side_count = static_cast<int>(end - group.sides.begin());
  }
}

void check(
  const CollisionScene & scene, const std::vector<Isometry3d> & X_WB,
  const std::vector<BodyMotion> & motions)
{
  const std::size_t expected = static_cast<std::size_t>(scene.body_count());
  if (X_WB.size() < expected || (!motions.empty() && motions.size() < expected)) {
    throw std::invalid_argument(
            "detector: expected poses and motions of " + std::to_string(expected) +
            " bodies, found " + std::to_string(X_WB.size()) + " and " +
            std::to_string(motions.size()));
  }
  for (std::size_t i = 0; i < expected; ++i) {
    const bool moves = !motions.empty();
    if (!X_WB[i].matrix().allFinite() ||
      (moves && !(motions[i].linear.allFinite() && motions[i].angular.allFinite())))
    {
      throw std::invalid_argument(
              "detector: the pose or motion of body " + std::to_string(i) + " is not finite");
    }
  }
}

}  // namespace

void find_contacts(
  const Shape & a, const Isometry3d & X_WA, const Shape & b, const Isometry3d & X_WB,
  double margin, Manifold & out)
{
  if (const HeightField * field = field_of(a)) {
    collide_height_field(*field, X_WA, b, X_WB, margin, out);
  } else if (field_of(b) != nullptr) {
    collide_height_field(*field_of(b), X_WB, a, X_WA, margin, out);
    swap_sides(out);
  } else if (const TriangleMesh * mesh = mesh_of(a)) {
    collide_triangle_mesh(*mesh, X_WA, b, X_WB, margin, out);
  } else if (mesh_of(b) != nullptr) {
    collide_triangle_mesh(*mesh_of(b), X_WB, a, X_WA, margin, out);
    swap_sides(out);
  } else {
    collide(a, X_WA, b, X_WB, margin, out);
  }
}

Detector::Detector(const DetectorOptions & options)
: options_(options)
{
  if (!(options.margin >= 0.0 && std::isfinite(options.margin))) {
    throw std::invalid_argument(
            "detector: the margin must be finite and not negative, is " +
            std::to_string(options.margin));
  }
  check_reduction(options.reduction);
}

void Detector::place(
  const CollisionScene & scene, const std::vector<Isometry3d> & X_WB,
  const std::vector<BodyMotion> & motions)
{
  const std::size_t count = static_cast<std::size_t>(scene.size());
  X_WB_.resize(count);
  X_WG_.resize(count);
  motions_.resize(count);
  swept_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Geometry & geometry = scene.geometry(static_cast<int>(i));
    const bool is_fixed = geometry.body == kWorldBody;
    X_WB_[i] = is_fixed ? Isometry3d::Identity() : X_WB[geometry.body];
    motions_[i] = is_fixed || motions.empty() ? BodyMotion() : motions[geometry.body];
    X_WG_[i] = X_WB_[i] * geometry.X_BG;
    const AlignedBox3d & box = scene.box(static_cast<int>(i));
    const double turning = motions_[i].angular.norm() * scene.reach(static_cast<int>(i));
    // Half of the margin on each side of a pair.
    swept_[i] = box.isEmpty() ? box :
      sweep_box(box, X_WG_[i], motions_[i], 0.5 * options_.margin + turning);
  }
}

void Detector::add_half_space_pairs(const CollisionScene & scene)
{
  for (int i = 0; i < scene.size(); ++i) {
    if (!std::holds_alternative<HalfSpace>(scene.geometry(i).shape)) {
      continue;
    }
    const Vector3d normal = X_WG_[i].linear().col(2);
    const double moved = motions_[i].linear.norm();
    for (int j = 0; j < scene.size(); ++j) {
      const AlignedBox3d & box = swept_[j];
      if (!box.isEmpty() &&
        normal.dot(box.center() - X_WG_[i].translation()) <=
        0.5 * normal.cwiseAbs().dot(box.sizes()) + 0.5 * options_.margin + moved)
      {
        pairs_.push_back(std::minmax(i, j));
      }
    }
  }
}

/// The other sides of a pair's groups, whose points came last. A side's key has that of the point
/// in it, as several points may have sides on one corner.
void Detector::add_groups(int points, std::vector<DetectedContact> & contacts)
{
  const std::size_t begin = contacts.size() - points;
  for (const NonconvexGroup & group : groups_) {
    if (group.side_count < 2) {
      continue;
    }
    contacts[begin + group.point].group = group_count_;
    for (int i = 1; i < group.side_count; ++i) {
      DetectedContact side = contacts[begin + group.point];
      side.point = group.sides[i];
      side.key = key_of(
        side.geometry_a, side.geometry_b,
        group.sides[0].key.value() + mix(group.sides[i].key.value()));
      side.group = group_count_;
      contacts.push_back(side);
    }
    ++group_count_;
  }
}

void Detector::test(
  const CollisionScene & scene, int a, int b, std::vector<DetectedContact> & contacts)
{
  const Geometry & first = scene.geometry(a);
  const Geometry & second = scene.geometry(b);
  const MovingShape moving_a{first.shape, X_WB_[a], first.X_BG, motions_[a], scene.reach(a)};
  const MovingShape moving_b{second.shape, X_WB_[b], second.X_BG, motions_[b], scene.reach(b)};
  const double way = approach(moving_a, moving_b);
  Manifold manifold;
  find_contacts(
    first.shape, X_WG_[a], second.shape, X_WG_[b], options_.margin + way, manifold);
  ++statistics_.tested;
  if (manifold.empty()) {
    return;
  }
  // A half-space has no far side to come out of, and its normal is the same everywhere.
  const bool is_fast = way > options_.margin && !scene.box(a).isEmpty() &&
    !scene.box(b).isEmpty() && way > kFast * std::min(scene.thinnest(a), scene.thinnest(b));
  double time = 0.0;
  if (is_fast) {
    ++statistics_.swept;
    time = follow(moving_a, moving_b, options_.margin, manifold);
  }
  if (options_.reduce) {
    reduce_contacts(manifold, options_.reduction);
  }
  for (const ContactPoint & point : manifold) {
    contacts.push_back(
      {a, b, first.body, second.body, first.link, second.link, point,
        key_of(a, b, point.key.value()), time});
  }
  if (options_.find_nonconvex) {
    groups_.clear();
    find_nonconvex_groups(
      first.shape, X_WG_[a], second.shape, X_WG_[b], options_.margin + way, manifold, groups_);
    if (is_fast) {
      forbid_to_go_through(groups_);
    }
    add_groups(manifold.size(), contacts);
  }
}

void Detector::detect(
  const CollisionScene & scene, const std::vector<Isometry3d> & X_WB,
  const std::vector<BodyMotion> & motions, std::vector<DetectedContact> & contacts)
{
  check(scene, X_WB, motions);
  contacts.clear();
  group_count_ = 0;
  statistics_ = DetectorStatistics();
  place(scene, X_WB, motions);
  broad_phase_.find_pairs(swept_, pairs_);
  add_half_space_pairs(scene);
  std::sort(pairs_.begin(), pairs_.end());
  statistics_.pairs = static_cast<int>(pairs_.size());
  for (const auto & [a, b] : pairs_) {
    if (scene.can_touch(a, b)) {
      test(scene, a, b, contacts);
    }
  }
  // Pairs come in order; within a pair the points are sorted by their features.
  std::sort(
    contacts.begin(), contacts.end(), [](const DetectedContact & x, const DetectedContact & y) {
      return std::make_tuple(x.geometry_a, x.geometry_b, x.point.key.value(), x.point.gap) <
      std::make_tuple(y.geometry_a, y.geometry_b, y.point.key.value(), y.point.gap);
    });
}

}  // namespace contact_sim
