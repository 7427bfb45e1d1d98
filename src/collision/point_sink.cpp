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


#include "collision/point_sink.hpp"

#include <algorithm>
#include <utility>

namespace contact_sim
{

using Eigen::Vector3d;

void PointSink::add(
  const Vector3d & on_a, const Vector3d & on_b, const Vector3d & n, FeatureKey key,
  bool prevails)
{
  const double gap = n.dot(on_b - on_a) - radius_a_ - radius_b_;
  least_gap_ = std::min(least_gap_, gap);
  if (!(gap <= margin_)) {
    return;
  }
  const ContactPoint point{
    0.5 * (on_a + on_b) + 0.5 * (radius_a_ - radius_b_) * n, n, gap, key};
  for (int i = 0; i < size_; ++i) {
    const bool same = points_[i].key == key ||
      (points_[i].position - point.position).squaredNorm() <= merge_distance2_;
    if (same) {
      if (prevails || gap < points_[i].gap) {
        points_[i] = point;
        prevailing_ = prevails ? i : prevailing_;
      }
      return;
    }
  }
  if (size_ == kMaxPoints) {
    reduce();
  }
  prevailing_ = prevails ? size_ : prevailing_;
  points_[size_++] = point;
}

void PointSink::reduce()
{
  if (size_ <= Manifold::kCapacity) {
    return;
  }
  const auto deepest = std::min_element(
    points_, points_ + size_,
    [](const ContactPoint & x, const ContactPoint & y) {return x.gap < y.gap;});
  std::swap(points_[0], prevailing_ >= 0 ? points_[prevailing_] : *deepest);
  prevailing_ = prevailing_ >= 0 ? 0 : -1;
  double distances[kMaxPoints];
  std::fill(distances, distances + size_, std::numeric_limits<double>::infinity());
  for (int kept = 1; kept < Manifold::kCapacity; ++kept) {
    int farthest = kept;
    for (int i = kept; i < size_; ++i) {
      distances[i] = std::min(
        distances[i], (points_[i].position - points_[kept - 1].position).squaredNorm());
      if (distances[i] > distances[farthest]) {
        farthest = i;
      }
    }
    std::swap(points_[kept], points_[farthest]);
    std::swap(distances[kept], distances[farthest]);
  }
  size_ = Manifold::kCapacity;
}

void PointSink::finish(const Eigen::Isometry3d & X_WA, bool swapped, Manifold & out)
{
  reduce();
  out.clear();
  for (int i = 0; i < size_; ++i) {
    const ContactPoint & p = points_[i];
    const Vector3d normal = X_WA.linear() * p.normal;
    out.push_back(
      {X_WA * p.position, swapped ? Vector3d(-normal) : normal, p.gap,
        swapped ? p.key.swapped() : p.key});
  }
}

}  // namespace contact_sim
