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


#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>

#include "collision/gjk.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;

constexpr int kMaxVertices = 128;
constexpr int kMaxFaces = 2 * kMaxVertices;
constexpr int kMaxHorizon = 3 * kMaxVertices;

/// A polytope inside the difference B − A that grows where its boundary is nearest to the origin.
/// Distances of its faces are signed, so that the origin may as well lie a little outside: the face
/// that is nearest then is the one that separates most. This keeps touching bodies harmless.
class Polytope
{
public:
  Polytope(const ConvexCore & a, const ConvexCore & b)
  : a_(a), b_(b), size_(a.extent + b.extent) {}

  bool begin();
  bool grow_to_axis(double tolerance, Vector3d & axis, double & separation);

private:
  struct Face
  {
    int v[3];  ///< v[0] < 0: not in use
    Vector3d normal;
    double distance;
  };

  Vector3d support(const Vector3d & n) const {return b_.support(n) - a_.support(-n);}
  void add_face(int i, int j, int k);
  bool expand(const Vector3d & w);
  const Face & nearest_face() const;
  bool toggle(int i, int j);

  const ConvexCore & a_;
  const ConvexCore & b_;
  double size_;
  Vector3d vertices_[kMaxVertices];
  Face faces_[kMaxFaces];
  int horizon_[kMaxHorizon][2];
  int vertex_count_{0};
  int face_count_{0};
  int horizon_count_{0};
};

/// Four support points that span a volume: each as far as possible from what the others span.
bool Polytope::begin()
{
  const double small = 1e-9 * size_;
  vertices_[0] = support(Vector3d::UnitX());
  double farthest = 0.0;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sign : {-1.0, 1.0}) {
      const Vector3d w = support(sign * Vector3d::Unit(axis));
      if ((w - vertices_[0]).norm() > farthest) {
        farthest = (w - vertices_[0]).norm();
        vertices_[1] = w;
      }
    }
  }
  if (farthest <= small) {
    return false;
  }
  const Vector3d line = (vertices_[1] - vertices_[0]).normalized();
  const Vector3d side = line.unitOrthogonal();
  const Vector3d sides[4] = {side, -side, line.cross(side), -line.cross(side)};
  farthest = 0.0;
  for (const Vector3d & n : sides) {
    const Vector3d w = support(n);
    const double distance = (w - vertices_[0]).cross(line).norm();
    if (distance > farthest) {
      farthest = distance;
      vertices_[2] = w;
    }
  }
  if (farthest <= small) {
    return false;
  }
  Vector3d normal =
    (vertices_[1] - vertices_[0]).cross(vertices_[2] - vertices_[0]).normalized();
  const Vector3d above = support(normal), below = support(-normal);
  const double up = normal.dot(above - vertices_[0]), down = normal.dot(vertices_[0] - below);
  if (std::max(up, down) <= small) {
    return false;
  }
  // The base is turned so that its normal points away from the fourth point.
  vertices_[3] = up > down ? above : below;
  if (up > down) {
    std::swap(vertices_[1], vertices_[2]);
  }
  vertex_count_ = 4;
  add_face(0, 1, 2);
  add_face(0, 3, 1);
  add_face(1, 3, 2);
  add_face(2, 3, 0);
  return true;
}

void Polytope::add_face(int i, int j, int k)
{
  int slot = 0;
  while (slot < face_count_ && faces_[slot].v[0] >= 0) {
    ++slot;
  }
  face_count_ = std::max(face_count_, slot + 1);
  Face & face = faces_[slot];
  face.v[0] = i;
  face.v[1] = j;
  face.v[2] = k;
  face.normal = (vertices_[j] - vertices_[i]).cross(vertices_[k] - vertices_[i]);
  const double area = face.normal.norm();
  if (area <= 1e-18 * size_ * size_) {
    // A sliver closes the surface, but says nothing of its direction.
    face.normal.setZero();
    face.distance = std::numeric_limits<double>::infinity();
    return;
  }
  face.normal /= area;
  face.distance = face.normal.dot(vertices_[i]);
}

/// The edges that one removed face has and its removed neighbour has not bound the hole.
bool Polytope::toggle(int i, int j)
{
  for (int e = 0; e < horizon_count_; ++e) {
    if (horizon_[e][0] == j && horizon_[e][1] == i) {
      --horizon_count_;
      horizon_[e][0] = horizon_[horizon_count_][0];
      horizon_[e][1] = horizon_[horizon_count_][1];
      return true;
    }
  }
  if (horizon_count_ == kMaxHorizon) {
    return false;
  }
  horizon_[horizon_count_][0] = i;
  horizon_[horizon_count_][1] = j;
  ++horizon_count_;
  return true;
}

bool Polytope::expand(const Vector3d & w)
{
  const double rounding = 1e-14 * size_;
  horizon_count_ = 0;
  int removed = 0;
  for (int f = 0; f < face_count_; ++f) {
    Face & face = faces_[f];
    if (face.v[0] < 0 || face.normal.dot(w) <= face.distance + rounding) {
      continue;  // slivers have distance infinity: they go when a neighbour takes their edges
    }
    if (!toggle(face.v[0], face.v[1]) || !toggle(face.v[1], face.v[2]) ||
      !toggle(face.v[2], face.v[0]))
    {
      return false;
    }
    face.v[0] = -1;
    ++removed;
  }
  if (removed == 0 || vertex_count_ == kMaxVertices ||
    face_count_ - removed + horizon_count_ > kMaxFaces)
  {
    return false;
  }
  vertices_[vertex_count_] = w;
  for (int e = 0; e < horizon_count_; ++e) {
    add_face(horizon_[e][0], horizon_[e][1], vertex_count_);
  }
  ++vertex_count_;
  return true;
}

const Polytope::Face & Polytope::nearest_face() const
{
  int best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (int f = 0; f < face_count_; ++f) {
    if (faces_[f].v[0] >= 0 && faces_[f].distance < least) {
      least = faces_[f].distance;
      best = f;
    }
  }
  return faces_[best];
}

bool Polytope::grow_to_axis(double tolerance, Vector3d & axis, double & separation)
{
  bool found = false;
  for (;; ) {
    const Face & face = nearest_face();
    if (!std::isfinite(face.distance)) {
      return found;
    }
    const Vector3d n = face.normal;
    const double distance = face.distance;
    const Vector3d w = support(n);
    // The normal points out of B − A: it is the axis from B to A.
    if (-n.dot(w) > separation) {
      separation = -n.dot(w);
      axis = -n;
      found = true;
    }
    if (n.dot(w) - distance <= tolerance || !expand(w)) {
      return found;
    }
  }
}

}  // namespace

bool epa_axis(const ConvexCore & a, const ConvexCore & b, Vector3d & axis, double & separation)
{
  const bool round = a.kind == CoreKind::kCylinder || b.kind == CoreKind::kCylinder;
  Polytope polytope(a, b);
  return polytope.begin() &&
         polytope.grow_to_axis((round ? 1e-6 : 1e-13) * (a.extent + b.extent), axis, separation);
}

}  // namespace contact_sim
