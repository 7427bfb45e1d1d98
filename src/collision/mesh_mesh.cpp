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


#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "collision/mesh_contacts.hpp"
#include "collision/mesh_tree.hpp"
#include "contact_sim/collision/height_field.hpp"

/// Surfaces against half-spaces and against each other.
namespace contact_sim
{

namespace
{

using Eigen::AlignedBox3d;
using Eigen::Isometry3d;
using Eigen::Vector3d;

OwnPatches patches_beside(const TriangleMesh & mesh, const TriangleMesh::Edge & edge)
{
  const int patch = mesh.patches[edge.triangles[0]];
  return {patch, edge.triangles[1] < 0 ? patch : mesh.patches[edge.triangles[1]]};
}

/// Two meshes, all in the frame of the second.
class MeshPair
{
public:
  MeshPair(const MeshQuery & query, const TriangleMesh & other)
  : query_(query), other_(other) {}

  void collide(int t, int s);

private:
  void vertex_at_face(
    const TriangleMesh & of_vertex, int vertex, const Vector3d & p, const MeshQuery & of_face,
    const FaceInShape & face, const Isometry3d & X_vertex, double sign);
  void edges(int t, int s);
  void edge_at_edge(int e, int f);

  const MeshQuery & query_;
  const TriangleMesh & other_;
};

/// \param sign 1 where the face is of the query's mesh, so that its normal leads to the other
void MeshPair::vertex_at_face(
  const TriangleMesh & of_vertex, int vertex, const Vector3d & p, const MeshQuery & of_face,
  const FaceInShape & face, const Isometry3d & X_vertex, double sign)
{
  const double height = face.height(p);
  const Vector3d normal_V = X_vertex.linear().transpose() * face.normal;
  if (height > query_.contacts.margin() || !face.spans(of_face, p) ||
    !of_vertex.is_free_at_vertex(vertex, -normal_V, kFlatSlack) ||
    (of_vertex.one_sided && of_vertex.vertex_normals[vertex].dot(normal_V) > 0.0))
  {
    return;
  }
  const int patch = of_face.mesh.patches[face.triangle];
  if (height < 0.0 &&
    has_nearer_patch(
      of_face.mesh, {patch, patch}, of_face.X_SM.inverse() * p, -height, nullptr))
  {
    return;
  }
  const std::uint32_t at_face = make_feature(FeatureKind::kFace, patch);
  const std::uint32_t at_vertex = make_feature(FeatureKind::kVertex, vertex);
  query_.contacts.add(
    sign > 0.0 ? Vector3d(p - height * face.normal) : p, sign * face.normal, height,
    sign > 0.0 ? at_face : at_vertex, sign > 0.0 ? at_vertex : at_face);
}

void MeshPair::edge_at_edge(int e, int f)
{
  const TriangleMesh::Edge & first = query_.mesh.edges[e];
  const TriangleMesh::Edge & second = other_.edges[f];
  const Vector3d p = query_.vertex(first.vertices[0]);
  const Vector3d u = query_.vertex(first.vertices[1]) - p;
  const Vector3d a = other_.vertices[second.vertices[0]];
  const Vector3d v = other_.vertices[second.vertices[1]] - a;
  const Vector3d cross = u.cross(v);
  if (cross.squaredNorm() < 1e-12 * u.squaredNorm() * v.squaredNorm()) {
    return;
  }
  const double s = (a - p).cross(v).dot(cross) / cross.squaredNorm();
  const double t = (a - p).cross(u).dot(cross) / cross.squaredNorm();
  if (s <= 0.0 || s >= 1.0 || t <= 0.0 || t >= 1.0) {
    return;
  }
  const Vector3d on_first = p + s * u;
  const Vector3d on_second = a + t * v;
  for (const double sign : {1.0, -1.0}) {
    const Vector3d normal = sign * cross.normalized();
    const double gap = normal.dot(on_second - on_first);
    // A crossing deeper than other faces of either mesh is not where they met.
    const bool is_deep = gap < 0.0 &&
      (has_nearer_patch(other_, patches_beside(other_, second), on_first, -gap, nullptr) ||
      has_nearer_patch(
        query_.mesh, patches_beside(query_.mesh, first), query_.X_SM.inverse() * on_second, -gap,
        nullptr));
    if (gap <= query_.contacts.margin() && !is_deep &&
      query_.is_free_at_edge(e, normal, kFlatSlack) &&
      other_.is_free_at_edge(f, -normal, kFlatSlack))
    {
      query_.contacts.add(
        on_first, normal, gap, make_feature(FeatureKind::kEdge, e),
        make_feature(FeatureKind::kEdge, f));
    }
  }
}

void MeshPair::edges(int t, int s)
{
  for (int i = 0; i < 3; ++i) {
    const int e = query_.mesh.triangle_edges[t][i];
    const TriangleMesh::Edge & first = query_.mesh.edges[e];
    if (first.triangles[0] != t || !query_.is_touchable(first)) {
      continue;
    }
    for (int j = 0; j < 3; ++j) {
      const int f = other_.triangle_edges[s][j];
      const TriangleMesh::Edge & second = other_.edges[f];
      if (second.triangles[0] == s && second.kind != EdgeKind::kFlat &&
        (second.kind != EdgeKind::kConcave || !other_.one_sided))
      {
        edge_at_edge(e, f);
      }
    }
  }
}

void MeshPair::collide(int t, int s)
{
  const Isometry3d identity = Isometry3d::Identity();
  const MeshQuery back{
    other_, query_.triangles, identity, query_.X_SM * query_.mesh.centre,
    query_.X_SM * query_.mesh.centre, query_.contacts};
  FaceInShape face(query_, t);
  FaceInShape other_face(back, s);
  for (int i = 0; i < 3; ++i) {
    const int v = other_.triangles[s][i];
    if (other_.vertex_owners[v] == s && other_.is_corner[v]) {
      vertex_at_face(other_, v, other_.vertices[v], query_, face, identity, 1.0);
    }
    const int w = query_.mesh.triangles[t][i];
    if (query_.mesh.vertex_owners[w] == t && query_.mesh.is_corner[w]) {
      vertex_at_face(
        query_.mesh, w, query_.vertex(w), back, other_face, query_.X_SM, -1.0);
    }
  }
  edges(t, s);
}

}  // namespace

void collide_half_space(const MeshQuery & query)
{
  const Vector3d up = query.X_SM.linear().transpose() * Vector3d::UnitZ();
  const double offset = query.X_SM.translation().z();
  const auto reaches = [&](const AlignedBox3d & box) {
      return up.dot(box.center()) - 0.5 * up.cwiseAbs().dot(box.sizes()) + offset <=
             query.contacts.margin();
    };
  walk_tree(
    query.mesh, reaches, [&](int t) {
      for (const int v : query.mesh.triangles[t]) {
        const Vector3d p = query.vertex(v);
        if (query.mesh.vertex_owners[v] == t && query.mesh.is_corner[v] &&
        p.z() <= query.contacts.margin())
        {
          query.contacts.add(
            p, -Vector3d::UnitZ(), p.z(), make_feature(FeatureKind::kVertex, v),
            make_feature(FeatureKind::kBody, 0));
        }
      }
    });
}

void collide_meshes(const MeshQuery & query, const TriangleMesh & shape)
{
  MeshPair pair(query, shape);
  const double margin = std::max(query.contacts.margin(), 0.0) + 1e-9 * shape.size;
  for (const int t : query.triangles) {
    AlignedBox3d box = moved_box(box_of(query.mesh, t), query.X_SM);
    box.min().array() -= margin;
    box.max().array() += margin;
    walk_tree(
      shape, [&](const AlignedBox3d & node) {return node.intersects(box);},
      [&](int s) {
        if (box_of(shape, s).intersects(box)) {
          pair.collide(t, s);
        }
      });
  }
}

void collide_triangle_mesh(
  const TriangleMesh & mesh, const Isometry3d & X_WA, const Shape & shape,
  const Isometry3d & X_WB, double margin, Manifold & out)
{
  const auto find = [](const void * surface, const AlignedBox3d & box, std::vector<int> & found) {
      static_cast<const TriangleMesh *>(surface)->find_triangles(box, found);
    };
  const auto may_be_inside = [](const void * surface, const Vector3d & point) {
      return static_cast<const TriangleMesh *>(surface)->bounds.contains(point);
    };
  collide_surface_with_shape({mesh, find, may_be_inside, &mesh}, X_WA, shape, X_WB, margin, out);
}

}  // namespace contact_sim
