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
#ifndef COLLISION__SEPARATING_FACES_HPP_
#define COLLISION__SEPARATING_FACES_HPP_

#include <Eigen/Core>

#include <cstdint>

#include "collision/convex_core.hpp"

namespace contact_sim
{

/// A face whose plane could separate two shapes.
struct SeparatingFace
{
  Eigen::Vector3d normal;  ///< outwards, unit
  double offset;           ///< of the plane: normal · x = offset on it [m]
  double separation;       ///< least distance of the other shape from the plane, signed [m]
  std::uint32_t feature;
  bool is_of_a;
};

/// A few of them; of too many those stay that separate most: dropping one can only forbid, never
/// let through.
class SeparatingFaces
{
public:
  static constexpr int kCapacity = 16;

  int size() const {return size_;}
  const SeparatingFace * begin() const {return faces_;}
  const SeparatingFace * end() const {return faces_ + size_;}
  void clear() {size_ = 0;}
  void add(const SeparatingFace & face);

private:
  int size_{0};
  SeparatingFace faces_[kCapacity];
};

/// How far `other` is from a plane, signed.
double separation_from_plane(
  const ConvexCore & other, const Eigen::Vector3d & normal, double offset);

/// Adds the faces of a box or convex mesh that the other shape overlaps by no more than `reach`.
/// Returns false where one is farther away than that: then nothing can be touched.
bool add_separating_faces(
  const ConvexCore & faces, const ConvexCore & other, bool is_of_a, double reach,
  SeparatingFaces & found);

/// The corner of `other` (or end of its side) that is nearest to the plane, or behind it farthest;
/// of several that are level the one nearest to `near`.
struct SupportPoint
{
  Eigen::Vector3d point;  ///< on the surface [m]
  std::uint32_t feature;
};
SupportPoint support_point_near(
  const ConvexCore & other, const SeparatingFace & face, const Eigen::Vector3d & near,
  double reach);

}  // namespace contact_sim

#endif  // COLLISION__SEPARATING_FACES_HPP_
