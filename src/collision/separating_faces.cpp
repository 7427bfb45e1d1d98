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
#include "collision/separating_faces.hpp"

#include <algorithm>
#include <cmath>

#include "contact_sim/collision/manifold.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;

/// Corners are level with the lowest one up to this part of the reach: which one is taken decides
/// nothing within the step, and the nearest one turns best with the contact point.
constexpr double kLevel = 1e-3;

/// Half of the other shape's width along n, about its centre.
double half_width(const ConvexCore & box, const Vector3d & n)
{
  return (box.R.transpose() * n).cwiseAbs().dot(box.half);
}

bool add_if_in_reach(
  const Vector3d & normal, double offset, double separation, int face, bool is_of_a, double reach,
  SeparatingFaces & found)
{
  if (separation > reach) {
    return false;
  }
  if (separation >= -reach) {
    found.add({normal, offset, separation, make_feature(FeatureKind::kFace, face), is_of_a});
  }
  return true;
}

/// Two boxes: all widths from one product.
bool add_faces_of_box(
  const ConvexCore & box, const ConvexCore & other, bool is_of_a, double reach,
  SeparatingFaces & found)
{
  const Vector3d apart = box.R.transpose() * (other.t - box.t);
  const bool is_box = other.kind == CoreKind::kBox;
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3d up = box.R.col(axis);
    const double half = box.half[axis];
    const double centre = up.dot(box.t);
    for (const int sign : {-1, 1}) {
      const Vector3d normal = sign * up;
      const double offset = sign * centre + half;
      const double separation = is_box ?
        sign * apart[axis] - half - half_width(other, up) - other.radius :
        separation_from_plane(other, normal, offset);
      const int face = 2 * axis + (sign > 0);
      if (!add_if_in_reach(normal, offset, separation, face, is_of_a, reach, found)) {
        return false;
      }
    }
  }
  return true;
}

void consider(
  const SupportPoint & candidate, const SeparatingFace & face, const Vector3d & near, double most,
  double & distance, SupportPoint & best)
{
  const double from_plane = face.normal.dot(candidate.point) - face.offset;
  const double from_near = (candidate.point - near).squaredNorm();
  if (from_plane <= most && from_near < distance) {
    distance = from_near;
    best = candidate;
  }
}

}  // namespace

void SeparatingFaces::add(const SeparatingFace & face)
{
  if (size_ < kCapacity) {
    faces_[size_++] = face;
    return;
  }
  SeparatingFace * const least = std::min_element(
    faces_, faces_ + size_,
    [](const SeparatingFace & x, const SeparatingFace & y) {return x.separation < y.separation;});
  if (least->separation < face.separation) {
    *least = face;
  }
}

double separation_from_plane(const ConvexCore & other, const Vector3d & normal, double offset)
{
  return normal.dot(other.support(-normal)) - other.radius - offset;
}

bool add_separating_faces(
  const ConvexCore & faces, const ConvexCore & other, bool is_of_a, double reach,
  SeparatingFaces & found)
{
  if (faces.kind == CoreKind::kBox) {
    return add_faces_of_box(faces, other, is_of_a, reach, found);
  }
  if (faces.kind != CoreKind::kMesh) {
    return true;
  }
  for (int f = 0; f < faces.mesh->face_count(); ++f) {
    const Vector3d normal = faces.face_normal(f);
    const int corner = faces.mesh->face_vertices[faces.mesh->face_first[f]];
    const double offset = normal.dot(faces.vertex(corner));
    if (normal.dot(other.t) - offset < -reach) {  // of the other shape at least this point
      continue;
    }
    const double separation = separation_from_plane(other, normal, offset);
    if (!add_if_in_reach(normal, offset, separation, f, is_of_a, reach, found)) {
      return false;
    }
  }
  return true;
}

SupportPoint support_point_near(
  const ConvexCore & other, const SeparatingFace & face, const Vector3d & near, double reach)
{
  double distance = HUGE_VAL;
  const double most = face.separation + kLevel * reach;
  SupportPoint best{other.support(-face.normal) - other.radius * face.normal, 0};
  if (other.is_polyhedron()) {
    const int count =
      other.kind == CoreKind::kBox ? 8 : static_cast<int>(other.mesh->vertices.size());
    best.feature =
      make_feature(FeatureKind::kVertex, other.support_vertex(-face.normal));
    for (int i = 0; i < count; ++i) {
      consider(
        {other.vertex(i), make_feature(FeatureKind::kVertex, i)}, face, near, most, distance,
        best);
    }
    return best;
  }
  CoreSegment segments[kMaxSupportSegments];
  const double tolerance = std::min(1.0, kLevel * reach / std::max(other.extent, reach));
  const int count = support_segments(other, -face.normal, tolerance, segments);
  const Vector3d ball = other.radius * face.normal;
  best.feature = segments[count - 1].p_feature;
  for (int i = 0; i < count; ++i) {
    consider({segments[i].p - ball, segments[i].p_feature}, face, near, most, distance, best);
    consider({segments[i].q - ball, segments[i].q_feature}, face, near, most, distance, best);
  }
  return best;
}

}  // namespace contact_sim
