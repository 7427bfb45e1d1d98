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


#include "contact_sim/collision/broad_phase.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace contact_sim
{

namespace
{

using Eigen::AlignedBox3d;

/// How much worse than new a tree may get before it is built again.
constexpr double kWorn = 1.5;

double half_surface(const AlignedBox3d & box)
{
  const Eigen::Vector3d s = box.sizes();
  return s.x() * s.y() + s.y() * s.z() + s.z() * s.x();
}

}  // namespace

/// Whether the tree was built of the same boxes, wherever they are now.
bool BroadPhase::holds(const std::vector<AlignedBox3d> & boxes) const
{
  if (boxes.size() != size_) {
    return false;
  }
  std::size_t count = 0;
  for (const AlignedBox3d & box : boxes) {
    count += !box.isEmpty();
  }
  return count == items_.size() &&
         std::none_of(items_.begin(), items_.end(), [&](int i) {return boxes[i].isEmpty();});
}

void BroadPhase::build(const std::vector<AlignedBox3d> & boxes, int first, int count)
{
  const std::size_t index = nodes_.size();
  nodes_.push_back({boxes[items_[first]], -1, items_[first]});
  if (count == 1) {
    return;
  }
  AlignedBox3d centres;
  for (int k = first; k < first + count; ++k) {
    centres.extend(boxes[items_[k]].center());
  }
  Eigen::Index axis;
  centres.sizes().maxCoeff(&axis);
  const auto begin = items_.begin() + first;
  const int half = count / 2;
  std::nth_element(
    begin, begin + half, begin + count, [&](int i, int j) {
      const double x = boxes[i].min()[axis] + boxes[i].max()[axis];
      const double y = boxes[j].min()[axis] + boxes[j].max()[axis];
      return x < y || (x == y && i < j);
    });
  build(boxes, first, half);
  nodes_[index].right = static_cast<int>(nodes_.size());
  build(boxes, first + half, count - half);
}

void BroadPhase::build(const std::vector<AlignedBox3d> & boxes)
{
  nodes_.clear();
  items_.clear();
  size_ = boxes.size();
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (!boxes[i].isEmpty()) {
      items_.push_back(static_cast<int>(i));
    }
  }
  if (!items_.empty()) {
    build(boxes, 0, static_cast<int>(items_.size()));
  }
  ++builds_;
}

/// The larger of two nodes that are not both leaves, so that both shrink together.
bool BroadPhase::is_split_first(const Node & x, const Node & y)
{
  return y.right < 0 || (x.right >= 0 && half_surface(x.box) >= half_surface(y.box));
}

void BroadPhase::fit(const std::vector<AlignedBox3d> & boxes)
{
  // Children come after their parent.
  for (std::size_t i = nodes_.size(); i-- > 0; ) {
    Node & node = nodes_[i];
    node.box = node.right < 0 ? boxes[node.item] : nodes_[i + 1].box.merged(nodes_[node.right].box);
  }
}

double BroadPhase::cost() const
{
  double sum = 0.0;
  for (const Node & node : nodes_) {
    sum += half_surface(node.box);
  }
  return sum;
}

void BroadPhase::find_pairs(const std::vector<AlignedBox3d> & boxes, std::vector<Pair> & pairs)
{
  pairs.clear();
  tests_ = 0;
  const bool is_known = holds(boxes);
  if (is_known) {
    fit(boxes);
  }
  if (!is_known || !(cost() <= kWorn * cost_)) {
    build(boxes);
    fit(boxes);
    cost_ = cost();
  }
  if (nodes_.size() < 2) {
    return;
  }
  // A pair (i, i) stands for all pairs within a node.
  stack_.clear();
  stack_.push_back({0, 0});
  while (!stack_.empty()) {
    const auto [i, j] = stack_.back();
    stack_.pop_back();
    ++tests_;
    const Node & x = nodes_[i];
    const Node & y = nodes_[j];
    if (i == j) {
      if (x.right >= 0) {
        stack_.push_back({i + 1, i + 1});
        stack_.push_back({x.right, x.right});
        stack_.push_back({i + 1, x.right});
      }
    } else if (x.box.intersects(y.box)) {
      if (x.right < 0 && y.right < 0) {
        pairs.push_back(std::minmax(x.item, y.item));
      } else if (is_split_first(x, y)) {
        stack_.push_back({i + 1, j});
        stack_.push_back({x.right, j});
      } else {
        stack_.push_back({i, j + 1});
        stack_.push_back({i, y.right});
      }
    }
  }
  std::sort(pairs.begin(), pairs.end());
}

}  // namespace contact_sim
