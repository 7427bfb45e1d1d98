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


#ifndef CONTACT_SIM__COLLISION__SHAPE_HPP_
#define CONTACT_SIM__COLLISION__SHAPE_HPP_

#include <Eigen/Geometry>

#include <memory>
#include <variant>
#include <vector>

namespace contact_sim
{

struct TriangleMesh;  // triangle_mesh.hpp
struct HeightField;   // height_field.hpp

/// The half-space z <= 0 of its frame is solid; the surface normal is +z.
struct HalfSpace {};

struct Box
{
  Eigen::Vector3d half_sizes{0.5, 0.5, 0.5};  ///< [m]
};

struct Sphere
{
  double radius{0.5};  ///< [m]
};

/// A segment along z with a ball around each of its points.
struct Capsule
{
  double radius{0.5};       ///< [m]
  double half_length{0.5};  ///< of the segment, without the round ends [m]
};

/// The axis is z.
struct Cylinder
{
  double radius{0.5};       ///< [m]
  double half_length{0.5};  ///< [m]
};

/// A convex polyhedron. Faces are whole polygons: coplanar triangles are one face, so that a face
/// contact is one polygon and no inner edge is ever touched. All lists are flat, face f has the
/// corners face_vertices[face_first[f] … face_first[f + 1]), counterclockwise seen from outside;
/// face_edges has the same layout and holds the edge from each corner to the next.
struct ConvexMesh
{
  struct Edge
  {
    int from;   ///< vertex
    int to;     ///< vertex
    int left;   ///< face in which it runs from `from` to `to`
    int right;  ///< face on the other side
  };

  std::vector<Eigen::Vector3d> vertices;  ///< [m]
  std::vector<Eigen::Vector3d> normals;   ///< of the faces, unit, outwards
  std::vector<int> face_first;            ///< faces + 1 entries
  std::vector<int> face_vertices;
  std::vector<int> face_edges;
  std::vector<Edge> edges;
  std::vector<int> neighbour_first;  ///< vertices + 1 entries
  std::vector<int> neighbours;       ///< vertices at the other end of a vertex's edges
  std::vector<int> neighbour_edges;  ///< these edges, in the same layout
  Eigen::Vector3d centre{Eigen::Vector3d::Zero()};  ///< a point well inside: mean of the vertices
  double extent{0.0};                ///< the largest distance of a vertex from the origin [m]

  int face_count() const {return static_cast<int>(normals.size());}
  int face_size(int face) const {return face_first[face + 1] - face_first[face];}
};

/// Completes a polyhedron from its corners and its faces (indices, counterclockwise seen from
/// outside, coplanar triangles already merged): normals, edges, neighbours. A flat body is two
/// faces back to back.
/// \throws std::invalid_argument where an index is not there, a face has no area, an edge has not
///   exactly two faces, or a vertex lies outside of a face by more than 1e-6 of the size
ConvexMesh make_convex_from_faces(
  const std::vector<Eigen::Vector3d> & vertices, const std::vector<std::vector<int>> & faces);

/// What can collide; a value, big ones are shared. The order of the alternatives is the order in
/// which the narrow phase sorts a pair.
using Shape = std::variant<
  HalfSpace, Box, Sphere, Capsule, Cylinder,
  std::shared_ptr<const ConvexMesh>,
  std::shared_ptr<const TriangleMesh>,
  std::shared_ptr<const HeightField>>;

/// "box", "convex mesh", … for messages.
const char * shape_name(const Shape & shape);

/// \throws std::invalid_argument where a size is not positive and finite, or a mesh is not there;
///   a capsule of half length 0 is allowed. Sizes are checked here once, not in each query.
void check_shape(const Shape & shape);

}  // namespace contact_sim

#endif  // CONTACT_SIM__COLLISION__SHAPE_HPP_
