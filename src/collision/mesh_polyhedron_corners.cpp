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
#include <limits>

#include "collision/mesh_polyhedron.hpp"

/// Corners of a surface against the faces, edges and corners of a polyhedron.
namespace contact_sim
{

using Eigen::Vector3d;

bool PolyhedronContacts::is_over_face(int face, const Vector3d & p) const
{
  const ConvexMesh & convex = *shape_.topology;
  for (int k = convex.face_first[face]; k < convex.face_first[face + 1]; ++k) {
    const int next = k + 1 < convex.face_first[face + 1] ? k + 1 : convex.face_first[face];
    const Vector3d & a = shape_.vertices[convex.face_vertices[k]];
    const Vector3d & b = shape_.vertices[convex.face_vertices[next]];
    if (convex.normals[face].cross(b - a).dot(p - a) < -1e-12 * (b - a).squaredNorm()) {
      return false;
    }
  }
  return true;
}

/// The shallowest way out that the surface around the corner leaves open.
void PolyhedronContacts::inside_faces(int vertex, const Vector3d & p, double highest)
{
  const ConvexMesh & convex = *shape_.topology;
  int best = -1;
  double best_height = 0.0;
  for (int f = 0; f < convex.face_count(); ++f) {
    const double height = height_over(f, p);
    if ((best < 0 || height > best_height) &&
      query_.is_free_at_vertex(vertex, -convex.normals[f], kFlatSlack))
    {
      best = f;
      best_height = height;
    }
  }
  // A way out three times as deep as the nearest face is not how it came in.
  if (best >= 0 && best_height >= 3.0 * highest - 1e-9 * query_.mesh.size) {
    query_.contacts.add(
      p, -convex.normals[best], best_height, make_feature(FeatureKind::kVertex, vertex),
      make_feature(FeatureKind::kFace, best));
  }
}

void PolyhedronContacts::outside_faces(int vertex, const Vector3d & p)
{
  const ConvexMesh & convex = *shape_.topology;
  for (int f = 0; f < convex.face_count(); ++f) {
    const double height = height_over(f, p);
    if (height > 0.0 && !is_far(height) && is_over_face(f, p) &&
      query_.is_free_at_vertex(vertex, -convex.normals[f], kFlatSlack))
    {
      query_.contacts.add(
        p, -convex.normals[f], height, make_feature(FeatureKind::kVertex, vertex),
        make_feature(FeatureKind::kFace, f));
    }
  }
}

void PolyhedronContacts::vertex_at_edges(int vertex, const Vector3d & p)
{
  for (int s = 0; s < edge_count(); ++s) {
    const auto [from, to] = edge_ends(s);
    const Vector3d along = shape_.vertices[to] - shape_.vertices[from];
    const double t = along.dot(p - shape_.vertices[from]) / along.squaredNorm();
    if (t <= 0.0 || t >= 1.0) {
      continue;
    }
    const Vector3d foot = shape_.vertices[from] + t * along;
    const double distance = (foot - p).norm();
    if (is_far(distance) || distance <= 1e-12 * query_.mesh.size) {
      continue;
    }
    const Vector3d normal = (foot - p) / distance;
    if (is_free_at_own_edge(s, -normal, kExactSlack) &&
      query_.is_free_at_vertex(vertex, normal, kExactSlack))
    {
      query_.contacts.add(
        p, normal, distance - shape_.radius, make_feature(FeatureKind::kVertex, vertex),
        make_feature(FeatureKind::kEdge, s));
    }
  }
}

void PolyhedronContacts::vertex_at_vertices(int vertex, const Vector3d & p)
{
  for (int v = 0; v < shape_.vertex_count; ++v) {
    const double distance = (shape_.vertices[v] - p).norm();
    if (is_far(distance) || distance <= 1e-12 * query_.mesh.size) {
      continue;
    }
    const Vector3d normal = (shape_.vertices[v] - p) / distance;
    if (is_free_at_own_vertex(v, -normal, kExactSlack) &&
      query_.is_free_at_vertex(vertex, normal, kExactSlack))
    {
      query_.contacts.add(
        p, normal, distance - shape_.radius, make_feature(FeatureKind::kVertex, vertex),
        vertex_feature(v));
    }
  }
}

void PolyhedronContacts::at_vertex(int vertex)
{
  const Vector3d p = query_.vertex(vertex);
  if (shape_.topology != nullptr) {
    double highest = -std::numeric_limits<double>::infinity();
    for (int f = 0; f < shape_.topology->face_count(); ++f) {
      highest = std::max(highest, height_over(f, p));
    }
    if (is_far(highest)) {
      return;
    }
    if (highest <= 0.0) {
      inside_faces(vertex, p, highest);
      return;
    }
    outside_faces(vertex, p);
  }
  vertex_at_edges(vertex, p);
  vertex_at_vertices(vertex, p);
}

}  // namespace contact_sim
