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


#include "contact_sim/collision/shape.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;

[[noreturn]] void refuse(const std::string & what)
{
  throw std::invalid_argument(what);
}

void check_size(const char * shape, const char * name, double value, bool zero_allowed = false)
{
  if (!std::isfinite(value) || value < 0.0 || (value == 0.0 && !zero_allowed)) {
    refuse(
      std::string(shape) + ": " + name + " is " + std::to_string(value) + ", must be " +
      (zero_allowed ? "finite and not negative" : "finite and positive"));
  }
}

/// Newell's normal: twice the area vector, right for any planar polygon.
Vector3d area_vector(const std::vector<Vector3d> & vertices, const std::vector<int> & face)
{
  Vector3d sum = Vector3d::Zero();
  const Vector3d & origin = vertices[face[0]];
  for (std::size_t c = 1; c + 1 < face.size(); ++c) {
    sum += (vertices[face[c]] - origin).cross(vertices[face[c + 1]] - origin);
  }
  return sum;
}

void check_corners(
  const std::vector<Vector3d> & vertices, const std::vector<int> & face, std::size_t index)
{
  if (face.size() < 3) {
    refuse(
      "convex mesh: face " + std::to_string(index) + " has " + std::to_string(face.size()) +
      " corners, needs 3");
  }
  for (const int vertex : face) {
    if (vertex < 0 || vertex >= static_cast<int>(vertices.size())) {
      refuse(
        "convex mesh: face " + std::to_string(index) + " names vertex " +
        std::to_string(vertex) + " of " + std::to_string(vertices.size()));
    }
  }
}

void add_face(ConvexMesh & mesh, const std::vector<int> & face, double size)
{
  const Vector3d area = area_vector(mesh.vertices, face);
  const double length = area.norm();
  if (!(length > 1e-14 * size * size)) {
    refuse("convex mesh: face " + std::to_string(mesh.face_count()) + " has no area");
  }
  mesh.normals.push_back(area / length);
  mesh.face_vertices.insert(mesh.face_vertices.end(), face.begin(), face.end());
  mesh.face_first.push_back(static_cast<int>(mesh.face_vertices.size()));
}

void check_inside(const ConvexMesh & mesh, double size)
{
  for (int f = 0; f < mesh.face_count(); ++f) {
    const Vector3d & corner = mesh.vertices[mesh.face_vertices[mesh.face_first[f]]];
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
      const double outside = mesh.normals[f].dot(mesh.vertices[v] - corner);
      if (outside > 1e-6 * size) {
        refuse(
          "convex mesh: vertex " + std::to_string(v) + " lies " + std::to_string(outside) +
          " m outside of face " + std::to_string(f));
      }
    }
  }
}

/// Each edge once, from the face that comes first; the other face runs through it the other way.
void connect_edges(ConvexMesh & mesh)
{
  std::map<std::pair<int, int>, int> known;
  mesh.face_edges.resize(mesh.face_vertices.size());
  for (int f = 0; f < mesh.face_count(); ++f) {
    for (int c = mesh.face_first[f]; c < mesh.face_first[f + 1]; ++c) {
      const int from = mesh.face_vertices[c];
      const int to =
        mesh.face_vertices[c + 1 < mesh.face_first[f + 1] ? c + 1 : mesh.face_first[f]];
      const auto opposite = known.find({to, from});
      if (opposite != known.end() && mesh.edges[opposite->second].right < 0) {
        mesh.edges[opposite->second].right = f;
        mesh.face_edges[c] = opposite->second;
      } else {
        mesh.face_edges[c] = static_cast<int>(mesh.edges.size());
        known[{from, to}] = mesh.face_edges[c];
        mesh.edges.push_back({from, to, f, -1});
      }
    }
  }
  for (const ConvexMesh::Edge & edge : mesh.edges) {
    if (edge.right < 0) {
      refuse(
        "convex mesh: the edge from vertex " + std::to_string(edge.from) + " to " +
        std::to_string(edge.to) + " has one face only, needs two that run in opposite ways");
    }
  }
}

void connect_neighbours(ConvexMesh & mesh)
{
  std::vector<std::vector<std::pair<int, int>>> around(mesh.vertices.size());
  for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
    around[mesh.edges[e].from].push_back({mesh.edges[e].to, static_cast<int>(e)});
    around[mesh.edges[e].to].push_back({mesh.edges[e].from, static_cast<int>(e)});
  }
  mesh.neighbour_first.assign(1, 0);
  for (std::size_t v = 0; v < around.size(); ++v) {
    if (around[v].empty()) {
      refuse("convex mesh: vertex " + std::to_string(v) + " belongs to no face");
    }
    for (const auto & [neighbour, edge] : around[v]) {
      mesh.neighbours.push_back(neighbour);
      mesh.neighbour_edges.push_back(edge);
    }
    mesh.neighbour_first.push_back(static_cast<int>(mesh.neighbours.size()));
  }
}

double check_vertices(const std::vector<Vector3d> & vertices)
{
  double size = 0.0;
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    if (!vertices[v].allFinite()) {
      refuse("convex mesh: vertex " + std::to_string(v) + " is not finite");
    }
    size = std::max(size, (vertices[v] - vertices[0]).norm());
  }
  return size;
}

template<typename Pointer>
void check_pointer(const Pointer & pointer, const char * name)
{
  if (!pointer) {
    refuse(std::string(name) + ": there is no mesh (null pointer)");
  }
}

struct ShapeCheck
{
  void operator()(const HalfSpace &) const {}
  void operator()(const Box & box) const
  {
    for (int i = 0; i < 3; ++i) {
      check_size("box", "a half size", box.half_sizes[i]);
    }
  }
  void operator()(const Sphere & sphere) const {check_size("sphere", "radius", sphere.radius);}
  void operator()(const Capsule & capsule) const
  {
    check_size("capsule", "radius", capsule.radius);
    check_size("capsule", "half length", capsule.half_length, true);
  }
  void operator()(const Cylinder & cylinder) const
  {
    check_size("cylinder", "radius", cylinder.radius);
    check_size("cylinder", "half length", cylinder.half_length);
  }
  void operator()(const std::shared_ptr<const ConvexMesh> & mesh) const
  {
    check_pointer(mesh, "convex mesh");
    if (mesh->face_count() < 2 || mesh->neighbour_edges.empty()) {
      refuse("convex mesh: not complete, make it by make_convex_from_faces");
    }
  }
  void operator()(const std::shared_ptr<const TriangleMesh> & mesh) const
  {
    check_pointer(mesh, "triangle mesh");
  }
  void operator()(const std::shared_ptr<const HeightField> & field) const
  {
    check_pointer(field, "height field");
  }
};

}  // namespace

ConvexMesh make_convex_from_faces(
  const std::vector<Vector3d> & vertices, const std::vector<std::vector<int>> & faces)
{
  if (vertices.size() < 3 || faces.size() < 2) {
    refuse(
      "convex mesh: has " + std::to_string(vertices.size()) + " vertices and " +
      std::to_string(faces.size()) + " faces, needs at least 3 and 2");
  }
  ConvexMesh mesh;
  const double size = check_vertices(vertices);
  mesh.vertices = vertices;
  mesh.face_first.assign(1, 0);
  for (std::size_t f = 0; f < faces.size(); ++f) {
    check_corners(vertices, faces[f], f);
    add_face(mesh, faces[f], size);
  }
  check_inside(mesh, size);
  connect_edges(mesh);
  connect_neighbours(mesh);
  for (const Vector3d & vertex : vertices) {
    mesh.centre += vertex / static_cast<double>(vertices.size());
    mesh.extent = std::max(mesh.extent, vertex.norm());
  }
  return mesh;
}

const char * shape_name(const Shape & shape)
{
  static constexpr const char * kNames[] = {
    "half-space", "box", "sphere", "capsule", "cylinder", "convex mesh", "triangle mesh",
    "height field"};
  return kNames[shape.index()];
}

void check_shape(const Shape & shape)
{
  std::visit(ShapeCheck{}, shape);
}

}  // namespace contact_sim
