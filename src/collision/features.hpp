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


#ifndef COLLISION__FEATURES_HPP_
#define COLLISION__FEATURES_HPP_

#include <Eigen/Core>

#include <cstdint>

#include "collision/convex_core.hpp"

namespace contact_sim
{

constexpr int kMaxCorners = 64;   ///< of a face; of more an inscribed polygon is used
constexpr int kRimAnchors = 8;    ///< points on the rim of a standing cylinder
constexpr int kRimEntry = 13;     ///< where an edge enters a disc
constexpr int kRimExit = 14;      ///< where it leaves
constexpr int kRimDeepest = 15;

/// The part of a surface that faces the other body: a polygon (a segment has two corners, a point
/// one), the disc at the end of a cylinder, or a plane without bounds (no corners).
struct Feature
{
  bool is_disc{false};
  int count{0};
  Eigen::Vector3d point;   ///< in the plane; the centre of a disc [m]
  Eigen::Vector3d normal;  ///< outwards, unit; of no meaning for segments and points
  std::uint32_t face;      ///< name of the whole
  Eigen::Vector3d anchor;  ///< a direction in the plane, fixed in the body
  double radius{0.0};      ///< of a disc [m]
  int cap{0};              ///< of a disc
  Eigen::Vector3d corners[kMaxCorners];
  std::uint32_t vertices[kMaxCorners];  ///< names of the corners
  std::uint32_t edges[kMaxCorners];     ///< names of the edges from each corner to the next
};

/// A whole face: polygon or disc.
void face_feature(const ConvexCore & core, int face, Feature & feature);

/// What faces the direction n: the nearest face of a polyhedron; of a cylinder the cap or, lying,
/// the line of its side; a segment; a point.
void facing_feature(const ConvexCore & core, const Eigen::Vector3d & n, Feature & feature);

}  // namespace contact_sim

#endif  // COLLISION__FEATURES_HPP_
