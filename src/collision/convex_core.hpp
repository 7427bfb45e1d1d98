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


#ifndef COLLISION__CONVEX_CORE_HPP_
#define COLLISION__CONVEX_CORE_HPP_

#include <Eigen/Geometry>

#include <cstdint>

#include "contact_sim/collision/shape.hpp"

namespace contact_sim
{

enum class CoreKind {kPoint, kSegment, kBox, kCylinder, kMesh};

/// One convex shape of a pair as the general algorithms see it, in the frame of the pair's A: a
/// point, segment, box, cylinder or polyhedron, with a ball of `radius` around each of its points.
/// A view: the mesh must outlive it.
struct ConvexCore
{
  CoreKind kind;
  Eigen::Matrix3d R;           ///< from the shape's frame to A's
  Eigen::Vector3d t;           ///< origin of the shape's frame in A's [m]
  Eigen::Vector3d half;        ///< half sizes; (r, r, half length) of a cylinder [m]
  double radius{0.0};          ///< [m]
  double extent{0.0};          ///< the largest distance of a point from t [m]
  const ConvexMesh * mesh{nullptr};
  mutable int hint{0};         ///< vertex where the next search for a support point begins

  bool is_polyhedron() const {return kind == CoreKind::kBox || kind == CoreKind::kMesh;}

  /// The point farthest along n, without the ball.
  Eigen::Vector3d support(const Eigen::Vector3d & n) const;

  /// Index of the vertex of a polyhedron farthest along n.
  int support_vertex(const Eigen::Vector3d & n) const;

  Eigen::Vector3d vertex(int index) const;

  /// The face of a polyhedron or cylinder whose outward normal is nearest to n: its cosine, or -2
  /// where there are no faces.
  double best_face(const Eigen::Vector3d & n, int & face) const;

  Eigen::Vector3d face_normal(int face) const;
};

/// For a box, sphere, capsule, cylinder or convex mesh.
ConvexCore make_core(const Shape & shape, const Eigen::Isometry3d & X_AS);
ConvexCore make_core(const ConvexMesh & mesh, const Eigen::Isometry3d & X_AS);

/// The signed width of the slab with normal n between the cores: sep(n) = min n·b − max n·a. Its
/// maximum over all unit n is the distance of separated cores, and minus the depth of others: any n
/// gives a lower bound of the gap.
inline double separation(const ConvexCore & a, const ConvexCore & b, const Eigen::Vector3d & n)
{
  return n.dot(b.support(-n) - a.support(n));
}

/// A straight part of a core's surface, with the names of its parts.
struct CoreSegment
{
  Eigen::Vector3d p;  ///< first end [m]
  Eigen::Vector3d q;  ///< second end [m]; p where it is one point only
  std::uint32_t p_feature;
  std::uint32_t q_feature;
  std::uint32_t feature;  ///< between the ends
};

/// The edges, sides and points that carry the support along n: edges at the support vertex whose
/// sine with the plane of n is at most `tolerance`; always at least the point itself, which comes
/// last. Returns how many, at most kMaxSupportSegments.
constexpr int kMaxSupportSegments = 9;
int support_segments(
  const ConvexCore & core, const Eigen::Vector3d & n, double tolerance, CoreSegment * segments);

/// Names of the edges of a box: along `axis`, from the vertex with that axis negative.
inline int box_edge(int axis, int vertex)
{
  return 4 * axis + ((vertex >> ((axis + 1) % 3)) & 1) + 2 * ((vertex >> ((axis + 2) % 3)) & 1);
}

}  // namespace contact_sim

#endif  // COLLISION__CONVEX_CORE_HPP_
