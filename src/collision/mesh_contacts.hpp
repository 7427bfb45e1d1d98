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


#ifndef COLLISION__MESH_CONTACTS_HPP_
#define COLLISION__MESH_CONTACTS_HPP_

#include <Eigen/Geometry>

#include <vector>

#include "contact_sim/collision/manifold.hpp"
#include "contact_sim/collision/shape.hpp"
#include "contact_sim/collision/triangle_mesh.hpp"

/// The parts that collide_triangle_mesh and collide_height_field are made of. A surface and a shape
/// touch feature by feature: corners of the shape at faces of the surface, corners of the surface
/// at the shape, edges at edges; each pair of features has its normal, and counts where that lies
/// in the Voronoi region of both.
namespace contact_sim
{

/// For features that lie almost flat against each other: how far (sine of an angle) a normal may
/// lie outside of its region. So a box that is tilted a little keeps all of its manifold.
constexpr double kFlatSlack = 0.1;
/// For normals from one closest point to another: rounding only.
constexpr double kExactSlack = 1e-7;

/// Gathers contact points in the shape's frame, without the heap. The same point found from two
/// triangles is one; of too many the closest stay.
class ContactCollector
{
public:
  static constexpr int kCapacity = 128;

  /// \param size of the shapes, to tell a rounding from a distance [m]
  ContactCollector(double margin, double size)
  : margin_(margin), nearness_(1e-7 * size) {}

  double margin() const {return margin_;}
  int size() const {return size_;}
  bool has_overlap() const {return least_ <= 0.0;}

  /// \param point on the surface \param normal from the surface to the shape, unit
  void add(
    const Eigen::Vector3d & point, const Eigen::Vector3d & normal, double gap,
    std::uint32_t surface_feature, std::uint32_t shape_feature);

  /// Into the world, and down to what a manifold holds.
  void write(const Eigen::Isometry3d & X_WS, Manifold & out);

private:
  double margin_;
  double nearness_;
  double least_{1.0};
  int size_{0};
  ContactPoint points_[kCapacity];
};

/// A surface, the triangles of it that may touch, and where it is in the shape's frame.
struct MeshQuery
{
  const TriangleMesh & mesh;
  const std::vector<int> & triangles;
  Eigen::Isometry3d X_SM;  ///< pose of the mesh in the shape's frame
  Eigen::Vector3d centre;  ///< of the shape, in its own frame
  Eigen::Vector3d centre_M;  ///< the same in the mesh's frame
  ContactCollector & contacts;

  Eigen::Vector3d vertex(int v) const {return X_SM * mesh.vertices[v];}
  Eigen::Vector3d to_mesh(const Eigen::Vector3d & direction) const
  {
    return X_SM.linear().transpose() * direction;
  }

  bool is_touchable(const TriangleMesh::Edge & edge) const
  {
    return edge.kind == EdgeKind::kConvex || edge.kind == EdgeKind::kBoundary ||
           (edge.kind == EdgeKind::kConcave && !mesh.one_sided);
  }

  /// Directions in the shape's frame.
  bool is_free_at_edge(int edge, const Eigen::Vector3d & direction, double slack) const;
  bool is_free_at_vertex(int vertex, const Eigen::Vector3d & direction, double slack) const;

  /// For a point of the shape that is `depth` behind a patch: whether it came in elsewhere.
  bool is_nearer_elsewhere(
    int patch, int other_patch, const Eigen::Vector3d & point, double depth) const;
};

/// A triangle in the shape's frame, its normal on the side of the shape.
struct FaceInShape
{
  int triangle;
  std::array<Eigen::Vector3d, 3> corners;
  Eigen::Vector3d normal;
  bool is_turned_away{false};  ///< of a solid, and the shape's centre is behind it
  double beyond;               ///< how far past an edge in a valley it reaches [m]
  /// Of the faces beyond the edges that are valleys; zero at others.
  std::array<Eigen::Vector3d, 3> valleys;

  FaceInShape(const MeshQuery & query, int triangle);

  double height(const Eigen::Vector3d & p) const {return normal.dot(p - corners[0]);}
  /// Whether the point is above or below the triangle, its boundary included. A wall goes on below
  /// the floor for the margin, so that what has sunk in a little is still before it.
  bool spans(const MeshQuery & query, const Eigen::Vector3d & point) const;
};

/// Calls use_face(face), use_edge(index) and use_vertex(index) once for each feature that can be
/// touched; a feature belongs to the first of its triangles, which is near if the feature is.
template<typename UseFace, typename UseEdge, typename UseVertex>
void for_each_feature(
  const MeshQuery & query, UseFace use_face, UseEdge use_edge, UseVertex use_vertex)
{
  for (const int t : query.triangles) {
    const FaceInShape face(query, t);
    if (!face.is_turned_away) {
      use_face(face);
    }
    for (int i = 0; i < 3; ++i) {
      const int e = query.mesh.triangle_edges[t][i];
      if (query.mesh.edges[e].triangles[0] == t && query.is_touchable(query.mesh.edges[e])) {
        use_edge(e);
      }
      const int v = query.mesh.triangles[t][i];
      if (query.mesh.vertex_owners[v] == t && query.mesh.is_corner[v]) {
        use_vertex(v);
      }
    }
  }
}

/// A convex polyhedron with a ball rolled over it: a sphere is one vertex, a capsule one edge.
struct RoundedPolyhedron
{
  const Eigen::Vector3d * vertices;
  int vertex_count;
  const ConvexMesh * topology;  ///< null where there are no faces
  double radius;                ///< [m]
  bool is_sphere;
};

void collide_surface(const MeshQuery & query, const RoundedPolyhedron & shape);
void collide_surface(const MeshQuery & query, const Cylinder & shape);

/// For what no pair of features explains, since it is too deep: one point, out of the nearest face
/// where the centre may be inside of the solid, else out of the triangle that is cut the least.
void collide_deep(const MeshQuery & query, const Shape & shape, bool may_be_inside);

/// Corners of the mesh at the half-space z <= 0.
void collide_half_space(const MeshQuery & query);

/// Both by triangles; the query's shape frame is that of `shape`.
void collide_meshes(const MeshQuery & query, const TriangleMesh & shape);

/// The surface and any shape, given the way to its triangles near a box in its own frame.
struct SurfaceView
{
  const TriangleMesh & mesh;
  void (* find_triangles)(
    const void * surface, const Eigen::AlignedBox3d & box, std::vector<int> & found);
  /// Whether a point may be inside of the solid: a quick answer that errs on the side of yes.
  bool (* may_be_inside)(const void * surface, const Eigen::Vector3d & point);
  const void * surface;
};

void collide_surface_with_shape(
  const SurfaceView & surface, const Eigen::Isometry3d & X_WA, const Shape & shape,
  const Eigen::Isometry3d & X_WB, double margin, Manifold & out);

/// The box around a shape that has one, in its own frame. \throws std::invalid_argument for a
/// half-space
Eigen::AlignedBox3d box_of_shape(const Shape & shape);

/// The box around `box` after the motion X.
Eigen::AlignedBox3d moved_box(const Eigen::AlignedBox3d & box, const Eigen::Isometry3d & X);

}  // namespace contact_sim

#endif  // COLLISION__MESH_CONTACTS_HPP_
