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


#ifndef CONTACT_SIM__COLLISION__BROAD_PHASE_HPP_
#define CONTACT_SIM__COLLISION__BROAD_PHASE_HPP_

#include <Eigen/Geometry>

#include <cstddef>
#include <utility>
#include <vector>

namespace contact_sim
{

/// Finds which of many boxes overlap: a binary tree of boxes that is fitted anew in each step, in
/// linear time, and built anew, in n log n, once its boxes have grown by half.
class BroadPhase
{
public:
  using Pair = std::pair<int, int>;

  /// All pairs (i, j), i < j, of boxes that overlap or touch, in ascending order; they depend on
  /// these boxes alone, not on those before. Empty boxes are in no pair. `pairs` is cleared first.
  /// Takes nothing from the heap once it has seen as many boxes and pairs.
  void find_pairs(const std::vector<Eigen::AlignedBox3d> & boxes, std::vector<Pair> & pairs);

  /// How often the tree was built.
  int builds() const {return builds_;}
  /// How many pairs of boxes the last find_pairs looked at: its work, whatever the machine.
  std::size_t tests() const {return tests_;}

private:
  /// A leaf where `right` is -1; else its two nodes are the next one and `right`.
  struct Node
  {
    Eigen::AlignedBox3d box;
    int right;
    int item;
  };

  bool holds(const std::vector<Eigen::AlignedBox3d> & boxes) const;
  void build(const std::vector<Eigen::AlignedBox3d> & boxes);
  void build(const std::vector<Eigen::AlignedBox3d> & boxes, int first, int count);
  void fit(const std::vector<Eigen::AlignedBox3d> & boxes);
  double cost() const;
  static bool is_split_first(const Node & x, const Node & y);

  std::vector<Node> nodes_;
  std::vector<int> items_;
  std::vector<Pair> stack_;
  std::size_t size_{0};  ///< boxes given last, the empty ones too
  double cost_{0.0};     ///< when it was built
  int builds_{0};
  std::size_t tests_{0};
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__COLLISION__BROAD_PHASE_HPP_
