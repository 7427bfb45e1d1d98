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


#include "collision/mesh_polyhedron.hpp"

#include <Eigen/Dense>

#include <algorithm>

namespace contact_sim
{

using Eigen::Vector3d;

namespace
{

/// Part of an edge by which it reaches over a seam: rounding of a place on it.
constexpr double kSeam = 1e-12;

}  // namespace

void PolyhedronContacts::add_lowest(int vertex)
{
  const int * end = lowest_ + lowest_count_;
  if (lowest_count_ < kMostLowest && std::find<const int *>(lowest_, end, vertex) == end) {
    lowest_[lowest_count_++] = vertex;
  }
}

/// The lowest corner, and all corners of the face that lies flattest: these may follow soon.
void PolyhedronContacts::find_lowest(const Vector3d & normal)
{
  if ((normal - lowest_normal_).squaredNorm() < 1e-24) {
    return;
  }
  lowest_normal_ = normal;
  lowest_count_ = 0;
  const auto is_lower = [&](const Vector3d & x, const Vector3d & y) {
      return normal.dot(x) < normal.dot(y);
    };
  const Vector3d * end = shape_.vertices + shape_.vertex_count;
  add_lowest(
    static_cast<int>(std::min_element(shape_.vertices, end, is_lower) - shape_.vertices));
  if (shape_.topology == nullptr) {
    for (int v = 0; v < shape_.vertex_count; ++v) {
      add_lowest(v);
    }
    return;
  }
  const ConvexMesh & convex = *shape_.topology;
  int flattest = 0;
  for (int f = 1; f < convex.face_count(); ++f) {
    flattest = convex.normals[f].dot(normal) < convex.normals[flattest].dot(normal) ? f : flattest;
  }
  for (int k = convex.face_first[flattest]; k < convex.face_first[flattest + 1]; ++k) {
    add_lowest(convex.face_vertices[k]);
  }
}

void PolyhedronContacts::at_face(const FaceInShape & face)
{
  find_lowest(face.normal);
  const int patch = query_.mesh.patches[face.triangle];
  for (int k = 0; k < lowest_count_; ++k) {
    const Vector3d & p = shape_.vertices[lowest_[k]];
    const double height = face.height(p);
    if (is_far(height) || !face.spans(query_, p)) {
      continue;
    }
    if (height < 0.0 && query_.is_nearer_elsewhere(patch, patch, p, -height)) {
      continue;
    }
    query_.contacts.add(
      p - height * face.normal, face.normal, height - shape_.radius,
      make_feature(FeatureKind::kFace, patch), vertex_feature(lowest_[k]));
  }
}

bool PolyhedronContacts::is_free_at_own_vertex(
  int vertex, const Vector3d & direction, double slack) const
{
  const auto is_free = [&](int other) {
      const Vector3d along = shape_.vertices[other] - shape_.vertices[vertex];
      return direction.dot(along) <= slack * along.norm();
    };
  if (shape_.topology == nullptr) {
    return shape_.vertex_count == 1 || is_free(1 - vertex);
  }
  const ConvexMesh & convex = *shape_.topology;
  for (int k = convex.neighbour_first[vertex]; k < convex.neighbour_first[vertex + 1]; ++k) {
    if (!is_free(convex.neighbours[k])) {
      return false;
    }
  }
  return true;
}

bool PolyhedronContacts::is_free_at_own_edge(
  int edge, const Vector3d & direction, double slack) const
{
  if (shape_.topology == nullptr) {
    return true;
  }
  const ConvexMesh::Edge & e = shape_.topology->edges[edge];
  const Vector3d along = (shape_.vertices[e.to] - shape_.vertices[e.from]).normalized();
  const Vector3d left = shape_.topology->normals[e.left].cross(along);
  const Vector3d right = -shape_.topology->normals[e.right].cross(along);
  return direction.dot(left) <= slack && direction.dot(right) <= slack;
}

void PolyhedronContacts::at_edge(int edge)
{
  const Vector3d p = query_.vertex(query_.mesh.edges[edge].vertices[0]);
  const Vector3d q = query_.vertex(query_.mesh.edges[edge].vertices[1]);
  for (int v = 0; v < shape_.vertex_count; ++v) {
    vertex_at_edge(v, edge, p, q);
  }
  for (int s = 0; s < edge_count(); ++s) {
    edge_at_edge(edge, p, q, s);
  }
}

/// Vertices along a straight edge are no corners, and part of the edges on both sides of them: what
/// meets the seam of two edges would else fall between them, by rounding or exactly.
bool PolyhedronContacts::is_on_edge(int edge, double part) const
{
  const auto & ends = query_.mesh.edges[edge].vertices;
  const double before = query_.mesh.is_corner[ends[0]] ? 0.0 : -kSeam;
  const double behind = query_.mesh.is_corner[ends[1]] ? 1.0 : 1.0 + kSeam;
  return part > before && part < behind;
}

void PolyhedronContacts::vertex_at_edge(
  int vertex, int edge, const Vector3d & p, const Vector3d & q)
{
  const Vector3d & x = shape_.vertices[vertex];
  const Vector3d along = q - p;
  const double t = along.dot(x - p) / along.squaredNorm();
  if (!is_on_edge(edge, t)) {
    return;
  }
  const Vector3d foot = p + t * along;
  const double distance = (x - foot).norm();
  // On the edge itself the faces beside it say what the normal is.
  if (is_far(distance) || distance <= 1e-12 * query_.mesh.size) {
    return;
  }
  const Vector3d normal = (x - foot) / distance;
  if (query_.is_free_at_edge(edge, normal, kExactSlack) &&
    is_free_at_own_vertex(vertex, -normal, kFlatSlack))
  {
    query_.contacts.add(
      foot, normal, distance - shape_.radius, make_feature(FeatureKind::kEdge, edge),
      vertex_feature(vertex));
  }
}

/// A crossing deep inside of one of the two bodies is not where they met.
bool PolyhedronContacts::is_crossing_wrong(
  const TriangleMesh::Edge & edge, const Vector3d & on_mesh, const Vector3d & on_shape,
  double depth, int index) const
{
  if (shape_.topology != nullptr) {
    const ConvexMesh & convex = *shape_.topology;
    for (int f = 0; f < convex.face_count(); ++f) {
      const bool is_own = f == convex.edges[index].left || f == convex.edges[index].right;
      if (!is_own && -height_over(f, on_mesh) < depth * (1.0 - 1e-9)) {
        return true;
      }
    }
  }
  const int patch = query_.mesh.patches[edge.triangles[0]];
  const int other = edge.triangles[1] < 0 ? patch : query_.mesh.patches[edge.triangles[1]];
  return query_.is_nearer_elsewhere(patch, other, on_shape, depth);
}

void PolyhedronContacts::edge_at_edge(
  int edge, const Vector3d & p, const Vector3d & q, int index)
{
  const auto [from, to] = edge_ends(index);
  const Vector3d u = q - p;
  const Vector3d v = shape_.vertices[to] - shape_.vertices[from];
  const Vector3d w = shape_.vertices[from] - p;
  Vector3d normal = u.cross(v);
  const double sine2 = normal.squaredNorm() / (u.squaredNorm() * v.squaredNorm());
  if (sine2 < 1e-12) {
    return;  // parallel: the ends say it all
  }
  const double s = w.cross(v).dot(normal) / normal.squaredNorm();
  const double t = w.cross(u).dot(normal) / normal.squaredNorm();
  if (!is_on_edge(edge, s) || t <= 0.0 || t >= 1.0) {
    return;
  }
  const Vector3d on_mesh = p + s * u;
  const Vector3d on_shape = shape_.vertices[from] + t * v;
  normal.normalize();
  normal = normal.dot(query_.centre - on_mesh) < 0.0 ? Vector3d(-normal) : normal;
  const double distance = normal.dot(on_shape - on_mesh);
  if (is_far(distance) || !query_.is_free_at_edge(edge, normal, kFlatSlack) ||
    !is_free_at_own_edge(index, -normal, kFlatSlack))
  {
    return;
  }
  if (distance < 0.0 &&
    is_crossing_wrong(query_.mesh.edges[edge], on_mesh, on_shape, -distance, index))
  {
    return;
  }
  query_.contacts.add(
    on_mesh, normal, distance - shape_.radius, make_feature(FeatureKind::kEdge, edge),
    make_feature(FeatureKind::kEdge, index));
}

void collide_surface(const MeshQuery & query, const RoundedPolyhedron & shape)
{
  PolyhedronContacts contacts(query, shape);
  for_each_feature(
    query, [&](const FaceInShape & face) {contacts.at_face(face);},
    [&](int edge) {contacts.at_edge(edge);}, [&](int vertex) {contacts.at_vertex(vertex);});
}

}  // namespace contact_sim
