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


#include "contact_sim/collision/triangle_mesh.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "collision/mesh_tree.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;

/// A triangle less high than this part of the mesh has no normal to speak of.
constexpr double kThinnest = 1e-9;
/// Edges in line within this angle [rad] make no corner.
constexpr double kStraight = 1e-6;

bool comes_before(const Vector3d & x, const Vector3d & y)
{
  return std::lexicographical_compare(x.data(), x.data() + 3, y.data(), y.data() + 3);
}

[[noreturn]] void refuse(std::size_t triangle, const std::string & what)
{
  throw std::invalid_argument("triangle mesh: triangle " + std::to_string(triangle) + ": " + what);
}

void check(
  const std::vector<Vector3d> & vertices, const std::vector<std::array<int, 3>> & triangles)
{
  if (triangles.empty()) {
    throw std::invalid_argument("triangle mesh: expected triangles, found none");
  }
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    for (const int v : triangles[t]) {
      if (v < 0 || v >= static_cast<int>(vertices.size())) {
        refuse(
          t, "expected vertices 0 to " + std::to_string(vertices.size() - 1) + ", found " +
          std::to_string(v));
      }
      if (!vertices[v].allFinite()) {
        refuse(t, "vertex " + std::to_string(v) + " is not finite");
      }
    }
  }
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    if (!vertices[v].allFinite()) {
      throw std::invalid_argument(
              "triangle mesh: vertex " + std::to_string(v) +
              " is not finite (no triangle uses it)");
    }
  }
}

/// The mesh's vertices are those that differ; returns which of them each given one is.
std::vector<int> join_vertices(const std::vector<Vector3d> & vertices, TriangleMesh & mesh)
{
  std::vector<int> order(vertices.size());
  std::iota(order.begin(), order.end(), 0);
  const auto is_less = [&](int i, int j) {
      return comes_before(vertices[i], vertices[j]) ||
             (!comes_before(vertices[j], vertices[i]) && i < j);
    };
  std::sort(order.begin(), order.end(), is_less);
  std::vector<int> first(vertices.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool is_same = k > 0 && vertices[order[k]] == vertices[order[k - 1]];
    first[order[k]] = is_same ? first[order[k - 1]] : order[k];
  }
  std::vector<int> joined(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (first[i] == static_cast<int>(i)) {
      joined[i] = static_cast<int>(mesh.vertices.size());
      mesh.vertices.push_back(vertices[i]);
    } else {
      joined[i] = joined[first[i]];
    }
  }
  return joined;
}

void add_triangles(
  const std::vector<std::array<int, 3>> & triangles, const std::vector<int> & joined,
  TriangleMesh & mesh)
{
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const std::array<int, 3> v{
      joined[triangles[t][0]], joined[triangles[t][1]], joined[triangles[t][2]]};
    const Vector3d u = mesh.vertices[v[1]] - mesh.vertices[v[0]];
    const Vector3d w = mesh.vertices[v[2]] - mesh.vertices[v[0]];
    const Vector3d cross = u.cross(w);
    const double longest = std::sqrt(
      std::max({u.squaredNorm(), w.squaredNorm(), (w - u).squaredNorm()}));
    if (cross.norm() <= kThinnest * mesh.size * longest) {
      mesh.first_dropped = mesh.dropped_triangles == 0 ? static_cast<int>(t) : mesh.first_dropped;
      ++mesh.dropped_triangles;
      continue;
    }
    mesh.triangles.push_back(v);
    mesh.normals.push_back(cross.normalized());
  }
  if (mesh.triangles.empty()) {
    throw std::invalid_argument(
            "triangle mesh: none of the " + std::to_string(triangles.size()) +
            " triangles has an area");
  }
}

/// A side of a triangle, on its way to become an edge.
struct Side
{
  int low;  ///< the lesser vertex
  int high;
  int triangle;
  int corner;  ///< where it starts

  bool operator<(const Side & other) const
  {
    return std::make_pair(low, high) != std::make_pair(other.low, other.high) ?
           std::make_pair(low, high) < std::make_pair(other.low, other.high) :
           triangle < other.triangle;
  }
};

std::vector<Side> sorted_sides(const TriangleMesh & mesh)
{
  std::vector<Side> sides;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (int i = 0; i < 3; ++i) {
      const int from = mesh.triangles[t][i];
      const int to = mesh.triangles[t][(i + 1) % 3];
      sides.push_back({std::min(from, to), std::max(from, to), static_cast<int>(t), i});
    }
  }
  std::sort(sides.begin(), sides.end());
  return sides;
}

Vector3d inward(const TriangleMesh & mesh, const Side & side)
{
  const Vector3d & from = mesh.corner(side.triangle, side.corner);
  const Vector3d & to = mesh.corner(side.triangle, (side.corner + 1) % 3);
  return mesh.normals[side.triangle].cross(to - from).normalized();
}

EdgeKind kind_of(const TriangleMesh & mesh, const TriangleMesh::Edge & edge, double flat_angle)
{
  const Vector3d & n0 = mesh.normals[edge.triangles[0]];
  const Vector3d & n1 = mesh.normals[edge.triangles[1]];
  const double rise = n0.dot(edge.inward[1]);  // sine of the angle, positive in a valley
  if (std::abs(rise) <= flat_angle && n0.dot(n1) > 0.0) {
    return EdgeKind::kFlat;
  }
  return rise > 0.0 ? EdgeKind::kConcave : EdgeKind::kConvex;
}

bool starts_low(const TriangleMesh & mesh, const Side & side)
{
  return mesh.triangles[side.triangle][side.corner] == side.low;
}

void add_edge(const Side * first, int count, double flat_angle, TriangleMesh & mesh)
{
  TriangleMesh::Edge edge;
  edge.vertices = {first->low, first->high};
  edge.triangles = {first->triangle, count > 1 ? first[1].triangle : -1};
  edge.inward = {inward(mesh, *first), count > 1 ? inward(mesh, first[1]) : Vector3d::Zero()};
  mesh.boundary_edges += count == 1;
  mesh.nonmanifold_edges += count > 2;
  if (count == 1) {
    edge.kind = EdgeKind::kBoundary;
  } else if (starts_low(mesh, *first) == starts_low(mesh, first[1])) {
    // The normals say nothing about outside here: judged by the angle between the triangles alone.
    ++mesh.turned_edges;
    edge.kind = edge.inward[0].dot(edge.inward[1]) < -std::cos(flat_angle) ?
      EdgeKind::kFlat : EdgeKind::kConvex;
  } else {
    edge.kind = kind_of(mesh, edge, flat_angle);
  }
  for (int i = 0; i < count; ++i) {
    mesh.triangle_edges[first[i].triangle][first[i].corner] = static_cast<int>(mesh.edges.size());
  }
  mesh.edges.push_back(edge);
}

void add_edges(double flat_angle, TriangleMesh & mesh)
{
  mesh.triangle_edges.resize(mesh.triangles.size());
  const std::vector<Side> sides = sorted_sides(mesh);
  for (std::size_t i = 0; i < sides.size(); ) {
    std::size_t end = i + 1;
    while (end < sides.size() && sides[end].low == sides[i].low &&
      sides[end].high == sides[i].high)
    {
      ++end;
    }
    add_edge(&sides[i], static_cast<int>(end - i), flat_angle, mesh);
    i = end;
  }
}

double signed_volume(const TriangleMesh & mesh)
{
  double volume = 0.0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const int i = static_cast<int>(t);
    volume += (mesh.corner(i, 0) - mesh.centre).cross(mesh.corner(i, 1) - mesh.centre).dot(
      mesh.corner(i, 2) - mesh.centre) / 6.0;
  }
  return volume;
}

void turn_over(TriangleMesh & mesh)
{
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
    std::swap(mesh.triangle_edges[t][0], mesh.triangle_edges[t][2]);
    mesh.normals[t] = -mesh.normals[t];
  }
  for (TriangleMesh::Edge & edge : mesh.edges) {
    if (edge.kind == EdgeKind::kConvex) {
      edge.kind = EdgeKind::kConcave;
    } else if (edge.kind == EdgeKind::kConcave) {
      edge.kind = EdgeKind::kConvex;
    }
  }
}

void choose_sides(MeshSides sides, TriangleMesh & mesh)
{
  mesh.one_sided =
    sides == MeshSides::kOne || (sides == MeshSides::kAuto && mesh.is_closed());
  if (mesh.is_closed() && signed_volume(mesh) < 0.0) {
    turn_over(mesh);
  }
}

int root_of(std::vector<int> & parents, int i)
{
  while (parents[i] != i) {
    parents[i] = parents[parents[i]];
    i = parents[i];
  }
  return i;
}

void list_ridges(TriangleMesh & mesh)
{
  for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
    if (mesh.edges[e].kind == EdgeKind::kConvex && mesh.edges[e].triangles[1] >= 0) {
      mesh.ridges.push_back(static_cast<int>(e));
    }
  }
}

void find_patches(TriangleMesh & mesh)
{
  std::vector<int> parents(mesh.triangles.size());
  std::iota(parents.begin(), parents.end(), 0);
  for (const TriangleMesh::Edge & edge : mesh.edges) {
    if (edge.kind == EdgeKind::kFlat) {
      const int i = root_of(parents, edge.triangles[0]);
      const int j = root_of(parents, edge.triangles[1]);
      parents[std::max(i, j)] = std::min(i, j);
    }
  }
  int count = 0;
  mesh.patches.resize(mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.patches.size(); ++t) {
    const int root = root_of(parents, static_cast<int>(t));
    mesh.patches[t] = root == static_cast<int>(t) ? count++ : mesh.patches[root];
  }
}

Vector3d direction_from(const TriangleMesh & mesh, int vertex, const TriangleMesh::Edge & edge)
{
  const int other = edge.vertices[0] == vertex ? edge.vertices[1] : edge.vertices[0];
  return (mesh.vertices[other] - mesh.vertices[vertex]).normalized();
}

/// Not within a patch, not along a straight edge, and not at the foot of valleys alone.
bool can_be_touched(const TriangleMesh & mesh, int vertex)
{
  int count = 0;
  bool has_ridge = false;
  Vector3d sum = Vector3d::Zero();
  for (int k = mesh.vertex_first[vertex]; k < mesh.vertex_first[vertex + 1]; ++k) {
    const TriangleMesh::Edge & edge = mesh.edges[mesh.vertex_edges[k]];
    if (edge.kind != EdgeKind::kFlat) {
      ++count;
      has_ridge = has_ridge || !mesh.one_sided || edge.kind != EdgeKind::kConcave;
      sum += direction_from(mesh, vertex, edge);
    }
  }
  return has_ridge && !(count == 2 && sum.norm() < kStraight);
}

void add_vertex_normals(TriangleMesh & mesh)
{
  mesh.vertex_normals.assign(mesh.vertices.size(), Vector3d::Zero());
  mesh.vertex_owners.assign(mesh.vertices.size(), -1);
  for (std::size_t t = mesh.triangles.size(); t-- > 0; ) {
    for (int i = 0; i < 3; ++i) {
      const int v = mesh.triangles[t][i];
      const Vector3d u = mesh.corner(static_cast<int>(t), (i + 1) % 3) - mesh.vertices[v];
      const Vector3d w = mesh.corner(static_cast<int>(t), (i + 2) % 3) - mesh.vertices[v];
      mesh.vertex_normals[v] += std::atan2(u.cross(w).norm(), u.dot(w)) * mesh.normals[t];
      mesh.vertex_owners[v] = static_cast<int>(t);
    }
  }
  for (Vector3d & normal : mesh.vertex_normals) {
    normal = normal.norm() > 1e-9 ? normal.normalized() : Vector3d::UnitZ();
  }
}

void add_vertex_edges(TriangleMesh & mesh)
{
  mesh.vertex_first.assign(mesh.vertices.size() + 1, 0);
  for (const TriangleMesh::Edge & edge : mesh.edges) {
    ++mesh.vertex_first[edge.vertices[0] + 1];
    ++mesh.vertex_first[edge.vertices[1] + 1];
  }
  std::partial_sum(
    mesh.vertex_first.begin(), mesh.vertex_first.end(), mesh.vertex_first.begin());
  std::vector<int> next(mesh.vertex_first.begin(), mesh.vertex_first.end() - 1);
  mesh.vertex_edges.resize(2 * mesh.edges.size());
  for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
    for (const int v : mesh.edges[e].vertices) {
      mesh.vertex_edges[next[v]++] = static_cast<int>(e);
    }
  }
  mesh.is_corner.resize(mesh.vertices.size());
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    mesh.is_corner[v] = can_be_touched(mesh, static_cast<int>(v));
  }
}

}  // namespace

TriangleMesh make_triangle_mesh(
  const std::vector<Vector3d> & vertices, const std::vector<std::array<int, 3>> & triangles,
  const MeshOptions & options)
{
  check(vertices, triangles);
  TriangleMesh mesh;
  const std::vector<int> joined = join_vertices(vertices, mesh);
  for (const std::array<int, 3> & triangle : triangles) {
    for (const int v : triangle) {
      mesh.bounds.extend(vertices[v]);
    }
  }
  mesh.size = mesh.bounds.diagonal().norm();
  mesh.centre = mesh.bounds.center();
  add_triangles(triangles, joined, mesh);
  add_edges(options.flat_angle, mesh);
  choose_sides(options.sides, mesh);
  list_ridges(mesh);
  find_patches(mesh);
  add_vertex_normals(mesh);
  add_vertex_edges(mesh);
  build_tree(mesh);
  return mesh;
}

}  // namespace contact_sim
