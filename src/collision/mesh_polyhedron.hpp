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


#ifndef COLLISION__MESH_POLYHEDRON_HPP_
#define COLLISION__MESH_POLYHEDRON_HPP_

#include <Eigen/Core>

#include <utility>

#include "collision/mesh_contacts.hpp"

namespace contact_sim
{

/// Polyhedra, rounded or not, against the features of a surface.
class PolyhedronContacts
{
public:
  PolyhedronContacts(const MeshQuery & query, const RoundedPolyhedron & shape)
  : query_(query), shape_(shape) {}

  void at_face(const FaceInShape & face);
  void at_edge(int edge);
  void at_vertex(int vertex);

private:
  static constexpr int kMostLowest = 64;

  std::uint32_t vertex_feature(int vertex) const
  {
    return shape_.is_sphere ? make_feature(FeatureKind::kBody, 0) :
           make_feature(FeatureKind::kVertex, vertex);
  }

  void find_lowest(const Eigen::Vector3d & normal);
  void add_lowest(int vertex);
  bool is_on_edge(int edge, double part) const;
  void vertex_at_edge(int vertex, int edge, const Eigen::Vector3d & p, const Eigen::Vector3d & q);
  void edge_at_edge(int edge, const Eigen::Vector3d & p, const Eigen::Vector3d & q, int index);
  bool is_crossing_wrong(
    const TriangleMesh::Edge & edge, const Eigen::Vector3d & on_mesh,
    const Eigen::Vector3d & on_shape,
    double depth, int index) const;
  void inside_faces(int vertex, const Eigen::Vector3d & p, double highest);
  void outside_faces(int vertex, const Eigen::Vector3d & p);
  bool is_over_face(int face, const Eigen::Vector3d & p) const;
  void vertex_at_edges(int vertex, const Eigen::Vector3d & p);
  void vertex_at_vertices(int vertex, const Eigen::Vector3d & p);
  bool is_free_at_own_vertex(int vertex, const Eigen::Vector3d & direction, double slack) const;
  bool is_free_at_own_edge(int edge, const Eigen::Vector3d & direction, double slack) const;

  int edge_count() const
  {
    return shape_.topology == nullptr ? shape_.vertex_count - 1 :
           static_cast<int>(shape_.topology->edges.size());
  }

  std::pair<int, int> edge_ends(int edge) const
  {
    return shape_.topology == nullptr ? std::make_pair(0, 1) :
           std::make_pair(shape_.topology->edges[edge].from, shape_.topology->edges[edge].to);
  }

  double height_over(int face, const Eigen::Vector3d & p) const
  {
    const ConvexMesh & convex = *shape_.topology;
    return convex.normals[face].dot(
      p - shape_.vertices[convex.face_vertices[convex.face_first[face]]]);
  }

  bool is_far(double distance) const
  {
    return distance - shape_.radius > query_.contacts.margin();
  }

  const MeshQuery & query_;
  const RoundedPolyhedron & shape_;
  // The corners that may touch a face: kept while the next triangle has the same normal.
  Eigen::Vector3d lowest_normal_{Eigen::Vector3d::Zero()};
  int lowest_[kMostLowest];
  int lowest_count_{0};
};

}  // namespace contact_sim

#endif  // COLLISION__MESH_POLYHEDRON_HPP_
