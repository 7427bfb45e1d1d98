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


#ifndef CONTACT_SIM__COLLISION__MANIFOLD_HPP_
#define CONTACT_SIM__COLLISION__MANIFOLD_HPP_

#include <Eigen/Core>

#include <cstdint>

namespace contact_sim
{

/// What part of a shape a contact point lies on.
enum class FeatureKind : std::uint32_t
{
  kBody,    ///< the whole of a smooth surface: half-space, sphere; index 0
  kVertex,  ///< corner of a polyhedron, end of a capsule (0: -z, 1: +z)
  kEdge,    ///< edge of a polyhedron; side of a capsule or cylinder (index 0)
  kFace,    ///< face of a polyhedron, cap of a cylinder (0: -z, 1: +z)
  kRim      ///< of a cylinder: 16 * cap + number of the anchor, 15 the deepest point
};

/// Kind in the upper 4 bits, index in the lower 28.
constexpr std::uint32_t make_feature(FeatureKind kind, int index)
{
  return (static_cast<std::uint32_t>(kind) << 28) |
         (static_cast<std::uint32_t>(index) & 0x0fffffffu);
}

/// Names a contact point by the features that touch: the same next step while they still do, and
/// independent of which of the two faces was the reference. Swapping the shapes swaps it.
struct FeatureKey
{
  std::uint32_t a{0};
  std::uint32_t b{0};

  FeatureKey swapped() const {return {b, a};}
  /// As one number, for maps.
  std::uint64_t value() const {return (static_cast<std::uint64_t>(a) << 32) | b;}

  friend bool operator==(const FeatureKey & x, const FeatureKey & y)
  {
    return x.a == y.a && x.b == y.b;
  }
  friend bool operator!=(const FeatureKey & x, const FeatureKey & y) {return !(x == y);}
  friend bool operator<(const FeatureKey & x, const FeatureKey & y)
  {
    return x.value() < y.value();
  }
};

/// One contact point between A and B. The witness points are position ∓ gap/2 normal: the first on
/// A, the second on B. The rate of the gap is normal · (velocity of B − velocity of A) at position.
struct ContactPoint
{
  Eigen::Vector3d position;  ///< midpoint of the two witness points, in the world [m]
  Eigen::Vector3d normal;    ///< unit, in the world, from A to B: moving B along it opens the gap
  double gap;                ///< signed, negative inside [m]
  FeatureKey key;
};

/// The contact points of one pair of convex shapes. Fixed capacity, so that a query takes nothing
/// from the heap. 16 holds what two faces of up to 8 corners give; of more (meshes with big faces)
/// the deepest point and those that span most of the area are kept.
class Manifold
{
public:
  static constexpr int kCapacity = 16;

  int size() const {return size_;}
  bool empty() const {return size_ == 0;}
  void clear() {size_ = 0;}

  /// Returns false, and adds nothing, where it is full.
  bool push_back(const ContactPoint & point)
  {
    if (size_ == kCapacity) {
      return false;
    }
    points_[size_++] = point;
    return true;
  }

  ContactPoint & operator[](int i) {return points_[i];}
  const ContactPoint & operator[](int i) const {return points_[i];}
  ContactPoint * begin() {return points_;}
  ContactPoint * end() {return points_ + size_;}
  const ContactPoint * begin() const {return points_;}
  const ContactPoint * end() const {return points_ + size_;}

private:
  int size_{0};
  ContactPoint points_[kCapacity];
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__COLLISION__MANIFOLD_HPP_
