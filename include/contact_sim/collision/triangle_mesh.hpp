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


#ifndef CONTACT_SIM__COLLISION__TRIANGLE_MESH_HPP_
#define CONTACT_SIM__COLLISION__TRIANGLE_MESH_HPP_

#include <Eigen/Geometry>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "contact_sim/collision/manifold.hpp"
#include "contact_sim/collision/shape.hpp"

namespace contact_sim
{

/// How the surface bends at an edge, seen from outside.
enum class EdgeKind : std::uint8_t
{
  kConvex,   ///< a ridge: it can be touched
  kConcave,  ///< a valley: whatever comes near touches a face first
  kFlat,     ///< within a flat patch: it is no edge at all
  kBoundary  ///< the surface ends here
};

/// Which side of the triangles is outside.
enum class MeshSides
{
  kAuto,  ///< one where the mesh is closed and oriented, else both
  kOne,   ///< the side of the normals; what is behind is solid
  kBoth   ///< a thin surface: the side that the other shape's centre is on
};

struct MeshOptions
{
  double flat_angle{1e-4};  ///< triangles that meet at less are one flat patch [rad]
  MeshSides sides{MeshSides::kAuto};
};

/// A surface of triangles, convex or not, in its own frame. Made by make_triangle_mesh; immutable.
///
/// What can be touched are the faces, the edges that are convex and the vertices that are corners,
/// each in the directions of its own Voronoi region: so a shape that rolls over a seam of coplanar
/// triangles gets the face's normal and nothing else.
struct TriangleMesh
{
  struct Edge
  {
    std::array<int, 2> vertices;
    std::array<int, 2> triangles;  ///< the second is -1 at a boundary
    /// In the plane of each triangle, from the edge inwards, unit.
    std::array<Eigen::Vector3d, 2> inward;
    EdgeKind kind;
  };

  /// A box around `count` entries of tree_triangles, or, where count is 0, around two nodes: the
  /// next one and the one at `first`.
  struct Node
  {
    Eigen::AlignedBox3d box;
    int first;
    int count;
  };

  std::vector<Eigen::Vector3d> vertices;  ///< [m]
  std::vector<std::array<int, 3>> triangles;
  std::vector<Eigen::Vector3d> normals;  ///< of the triangles, unit
  std::vector<int> patches;              ///< of the triangles: the same number in a flat patch
  std::vector<std::array<int, 3>> triangle_edges;  ///< from each corner to the next
  std::vector<Edge> edges;
  std::vector<int> ridges;               ///< of the edges: the convex ones, ascending
  std::vector<int> vertex_first;                ///< vertices + 1 entries
  std::vector<int> vertex_edges;                ///< those that end in each vertex
  std::vector<int> vertex_owners;               ///< one triangle of each vertex
  std::vector<Eigen::Vector3d> vertex_normals;  ///< weighted by angle, unit
  std::vector<std::uint8_t> is_corner;          ///< of the vertices: can be touched
  std::vector<Node> nodes;
  std::vector<int> tree_triangles;

  Eigen::AlignedBox3d bounds;
  Eigen::Vector3d centre{Eigen::Vector3d::Zero()};  ///< of the bounds
  double size{0.0};                                 ///< diagonal of the bounds [m]
  bool one_sided{false};

  // What was found on the way in.
  int boundary_edges{0};
  int nonmanifold_edges{0};    ///< of more than two triangles
  int turned_edges{0};         ///< whose two triangles are wound against each other
  int dropped_triangles{0};    ///< without area
  int first_dropped{-1};       ///< of the triangles that were given
  bool is_closed() const
  {
    return boundary_edges == 0 && nonmanifold_edges == 0 && turned_edges == 0;
  }
  int patch_count() const;

  /// A vertex of a triangle.
  const Eigen::Vector3d & corner(int triangle, int i) const
  {
    return vertices[triangles[triangle][i]];
  }

  /// Whether the direction, unit, leads away from all of the surface around the edge or vertex, up
  /// to `slack` (sine of an angle).
  bool is_free_at_edge(int edge, const Eigen::Vector3d & direction, double slack) const;
  bool is_free_at_vertex(int vertex, const Eigen::Vector3d & direction, double slack) const;

  /// Appends the triangles whose boxes touch `box`, ascending.
  void find_triangles(const Eigen::AlignedBox3d & box, std::vector<int> & found) const;
};

/// Identical vertices are joined, triangles without area are dropped and counted; a closed mesh
/// whose normals point inwards is turned over.
/// \throws std::invalid_argument naming the triangle where a number is not finite or a vertex is
///   not there, or where nothing is left
TriangleMesh make_triangle_mesh(
  const std::vector<Eigen::Vector3d> & vertices,
  const std::vector<std::array<int, 3>> & triangles, const MeshOptions & options = {});

/// The point of the mesh nearest to a point, both in the mesh's frame.
struct NearestPoint
{
  int triangle{-1};  ///< none where nothing is within the limit
  Eigen::Vector3d point{Eigen::Vector3d::Zero()};
  double distance{0.0};  ///< [m]
  bool is_behind{false};  ///< the point lies on the inner side of the surface
};

NearestPoint nearest_point(
  const TriangleMesh & mesh, const Eigen::Vector3d & point, double limit);

/// Contact points between a mesh (A) and a shape (B) with gap <= margin, normals from the mesh to
/// the shape; `out` is cleared first. Of more points than a manifold holds, the deepest and those
/// that span the most are kept. Features: kVertex and kEdge with their index, kFace with the patch.
/// Two meshes are taken triangle by triangle.
/// \throws std::invalid_argument for a pose or a margin that is not finite
void collide_triangle_mesh(
  const TriangleMesh & mesh, const Eigen::Isometry3d & X_WA, const Shape & shape,
  const Eigen::Isometry3d & X_WB, double margin, Manifold & out);

}  // namespace contact_sim

#endif  // CONTACT_SIM__COLLISION__TRIANGLE_MESH_HPP_
