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


#ifndef CONTACT_SIM__COLLISION__DETECTOR_HPP_
#define CONTACT_SIM__COLLISION__DETECTOR_HPP_

#include <Eigen/Geometry>

#include <cstdint>
#include <utility>
#include <vector>

#include "contact_sim/collision/broad_phase.hpp"
#include "contact_sim/collision/manifold.hpp"
#include "contact_sim/collision/nonconvex_features.hpp"
#include "contact_sim/collision/reduction.hpp"
#include "contact_sim/collision/shape.hpp"

namespace contact_sim
{

/// Contact points of any two shapes: the convex narrow phase, a triangle mesh or a height field.
void find_contacts(
  const Shape & a, const Eigen::Isometry3d & X_WA, const Shape & b, const Eigen::Isometry3d & X_WB,
  double margin, Manifold & out);

/// The body that never moves; its frame is the world.
constexpr int kWorldBody = -1;

/// A shape on a body.
struct Geometry
{
  Shape shape;
  int body{kWorldBody};
  int link{-1};      ///< passed on to the contacts
  Eigen::Isometry3d X_BG{Eigen::Isometry3d::Identity()};  ///< pose in the body's frame
  int material{0};   ///< passed on by the scene
};

/// What can collide with what. Geometries of one body never touch, nor do those of the world.
class CollisionScene
{
public:
  /// Returns its index. \throws std::invalid_argument where the shape, the body or the pose is bad
  int add_geometry(const Geometry & geometry);

  int size() const {return static_cast<int>(geometries_.size());}
  int body_count() const {return body_count_;}  ///< 1 + the highest body in use
  const Geometry & geometry(int i) const {return geometries_[i];}

  /// Two bodies that a joint connects do not touch each other.
  void connect_bodies(int body_a, int body_b);
  /// Two geometries that do not touch, whatever else is said; or that do.
  void skip_pair(int geometry_a, int geometry_b);
  void force_pair(int geometry_a, int geometry_b);
  /// Bodies of one robot do not touch each other where its self-collision is off (the default is
  /// on).
  void set_robot(int body, int robot);
  void set_self_collision(int robot, bool is_on);

  bool can_touch(int geometry_a, int geometry_b) const;

  // Made once for each geometry, for the detector.
  const Eigen::AlignedBox3d & box(int i) const {return boxes_[i];}  ///< empty: half-space
  double reach(int i) const {return reaches_[i];}     ///< farthest point from the body's origin [m]
  double thinnest(int i) const {return thinnest_[i];}  ///< least size [m]

private:
  using Pairs = std::vector<std::pair<int, int>>;  // sorted

  int robot_of(int body) const;

  std::vector<Geometry> geometries_;
  std::vector<Eigen::AlignedBox3d> boxes_;
  std::vector<double> reaches_;
  std::vector<double> thinnest_;
  std::vector<int> robots_;  ///< of the bodies, -1: none
  std::vector<int> without_self_collision_;
  Pairs connected_;
  Pairs skipped_;
  Pairs forced_;
  int body_count_{0};
};

/// What a body is expected to do within the step: displacement of its origin, and rotation about
/// it.
struct BodyMotion
{
  Eigen::Vector3d linear{Eigen::Vector3d::Zero()};   ///< [m]
  Eigen::Vector3d angular{Eigen::Vector3d::Zero()};  ///< axis times angle [rad]
};

struct DetectedContact
{
  int geometry_a;  ///< less than geometry_b
  int geometry_b;
  int body_a;
  int body_b;
  int link_a;
  int link_b;
  ContactPoint point;
  std::uint64_t key;  ///< of geometries and features: the same next step
  double time;        ///< part of the step after which they meet, where that was followed; else 0
  int group{-1};      ///< of the sides that one of has to be open (NonconvexGroup); -1: none
};

struct DetectorOptions
{
  double margin{1e-3};  ///< gap up to which points are given even where nothing moves [m]
  bool reduce{true};
  ReductionOptions reduction;
  /// Groups for Egan's constraints: a point that has one is followed by its other sides.
  bool find_nonconvex{false};
};

struct DetectorStatistics
{
  int pairs{0};   ///< of boxes that overlap
  int tested{0};  ///< of these, allowed to touch
  int swept{0};   ///< of these, followed through the step
};

/// Finds all contact points of a scene. Keeps its memory: in a steady scene it takes nothing from
/// the heap.
///
/// Points are given within the margin plus what the pair can approach within the step. A pair that
/// moves further than a part of its thinner body is followed by conservative advancement: where it
/// meets, the points are those at that time, with the normal there and the gap along it now; where
/// it does not, points that would have stopped it are left out.
class Detector
{
public:
  explicit Detector(const DetectorOptions & options = {});

  /// \param X_WB poses of the bodies \param motions of the bodies, or none at all: at rest
  /// \throws std::invalid_argument where there are fewer of them than bodies, or one is not finite
  void detect(
    const CollisionScene & scene, const std::vector<Eigen::Isometry3d> & X_WB,
    const std::vector<BodyMotion> & motions, std::vector<DetectedContact> & contacts);

  /// Of the last detect: DetectedContact::group is less than that.
  int group_count() const {return group_count_;}
  const DetectorStatistics & statistics() const {return statistics_;}

private:
  void place(
    const CollisionScene & scene, const std::vector<Eigen::Isometry3d> & X_WB,
    const std::vector<BodyMotion> & motions);
  void add_half_space_pairs(const CollisionScene & scene);
  void test(const CollisionScene & scene, int a, int b, std::vector<DetectedContact> & contacts);
  void add_groups(int points, std::vector<DetectedContact> & contacts);

  DetectorOptions options_;
  BroadPhase broad_phase_;
  std::vector<Eigen::Isometry3d> X_WB_;   ///< of the geometries' bodies
  std::vector<Eigen::Isometry3d> X_WG_;   ///< of the geometries
  std::vector<BodyMotion> motions_;       ///< of the geometries' bodies
  std::vector<Eigen::AlignedBox3d> swept_;  ///< of the geometries, grown by margin and motion
  std::vector<BroadPhase::Pair> pairs_;
  std::vector<NonconvexGroup> groups_;  ///< of one pair
  int group_count_{0};
  DetectorStatistics statistics_;
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__COLLISION__DETECTOR_HPP_
