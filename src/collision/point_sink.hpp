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


#ifndef COLLISION__POINT_SINK_HPP_
#define COLLISION__POINT_SINK_HPP_

#include <Eigen/Geometry>

#include <cstdint>
#include <limits>

#include "contact_sim/collision/manifold.hpp"

namespace contact_sim
{

/// Collects the contact points of one pair in the frame of A: leaves out those beyond the margin,
/// joins those that are one, and keeps what a manifold can hold.
class PointSink
{
public:
  /// Balls of these radii are around the cores of A and B. Points nearer to each other than
  /// `merge_distance` are one.
  PointSink(double margin, double radius_a, double radius_b, double merge_distance)
  : margin_(margin), radius_a_(radius_a), radius_b_(radius_b),
    merge_distance2_(merge_distance * merge_distance) {}

  /// `on_a` and `on_b` are points of the cores, opposite each other along the unit vector n. Of two
  /// that are one the deeper is kept, or one that `prevails`.
  void add(
    const Eigen::Vector3d & on_a, const Eigen::Vector3d & on_b, const Eigen::Vector3d & n,
    FeatureKey key, bool prevails = false);

  /// The least gap that was offered, also beyond the margin [m].
  double least_gap() const {return least_gap_;}
  int size() const {return size_;}
  void clear()
  {
    size_ = 0;
    prevailing_ = -1;
    least_gap_ = std::numeric_limits<double>::infinity();
  }

  /// Writes the points in the world; `swapped`: A and B are the caller's B and A.
  void finish(const Eigen::Isometry3d & X_WA, bool swapped, Manifold & out);

private:
  /// Keeps the point that prevails, or the deepest, and one by one the point that is farthest from
  /// those kept.
  void reduce();

  static constexpr int kMaxPoints = 64;
  double margin_;
  double radius_a_;
  double radius_b_;
  double merge_distance2_;
  double least_gap_{std::numeric_limits<double>::infinity()};
  int size_{0};
  int prevailing_{-1};
  ContactPoint points_[kMaxPoints];
};

}  // namespace contact_sim

#endif  // COLLISION__POINT_SINK_HPP_
