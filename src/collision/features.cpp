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


#include "collision/features.hpp"

#include <cmath>

#include "contact_sim/collision/manifold.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;

/// A cylinder whose axis is within 45 degrees of the normal stands, otherwise it lies.
constexpr double kStanding = 0.7071;

void box_face(const ConvexCore & box, int face, Feature & feature)
{
  const int i = face / 2, j = (i + 1) % 3, k = (i + 2) % 3;
  const int base = face % 2 ? 1 << i : 0;
  const int turn[4] = {0, 1 << j, (1 << j) | (1 << k), 1 << k};
  feature.count = 4;
  for (int c = 0; c < 4; ++c) {
    // The negative face is seen from the other side.
    const int here = base | turn[face % 2 ? c : (4 - c) % 4];
    const int next = base | turn[face % 2 ? (c + 1) % 4 : 3 - c];
    feature.corners[c] = box.vertex(here);
    feature.vertices[c] = make_feature(FeatureKind::kVertex, here);
    feature.edges[c] =
      make_feature(FeatureKind::kEdge, box_edge((here ^ next) == (1 << j) ? j : k, here));
  }
  feature.anchor = box.R.col(j);
}

void mesh_face(const ConvexCore & core, int face, Feature & feature)
{
  const ConvexMesh & mesh = *core.mesh;
  const int first = mesh.face_first[face];
  const int size = mesh.face_size(face);
  const int stride = (size + kMaxCorners - 1) / kMaxCorners;
  feature.count = 0;
  for (int c = 0; c < size; c += stride) {
    const int vertex = mesh.face_vertices[first + c];
    feature.corners[feature.count] = core.vertex(vertex);
    feature.vertices[feature.count] = make_feature(FeatureKind::kVertex, vertex);
    feature.edges[feature.count] =
      make_feature(FeatureKind::kEdge, mesh.face_edges[first + c]);
    ++feature.count;
  }
  feature.anchor = (feature.corners[1] - feature.corners[0]).normalized();
}

void cap_face(const ConvexCore & cylinder, int cap, Feature & feature)
{
  feature.is_disc = true;
  feature.count = 0;
  feature.point = cylinder.t + (cap ? 1.0 : -1.0) * cylinder.half.z() * cylinder.R.col(2);
  feature.radius = cylinder.half.x();
  feature.cap = cap;
  feature.anchor = cylinder.R.col(0);
}

void straight_feature(const CoreSegment & segment, int count, Feature & feature)
{
  feature.count = count;
  feature.point = segment.p;
  feature.normal.setZero();
  feature.anchor.setZero();
  feature.face = segment.feature;
  feature.corners[0] = segment.p;
  feature.corners[1] = segment.q;
  feature.vertices[0] = segment.p_feature;
  feature.vertices[1] = segment.q_feature;
  feature.edges[0] = feature.edges[1] = segment.feature;
}

}  // namespace

void face_feature(const ConvexCore & core, int face, Feature & feature)
{
  feature.is_disc = false;
  feature.normal = core.face_normal(face);
  feature.face = make_feature(FeatureKind::kFace, face);
  if (core.kind == CoreKind::kCylinder) {
    cap_face(core, face, feature);
    return;
  }
  if (core.kind == CoreKind::kBox) {
    box_face(core, face, feature);
  } else {
    mesh_face(core, face, feature);
  }
  feature.point = feature.corners[0];
}

void facing_feature(const ConvexCore & core, const Vector3d & n, Feature & feature)
{
  int face;
  const double cosine = core.best_face(n, face);
  if (core.is_polyhedron() || (core.kind == CoreKind::kCylinder && cosine > kStanding)) {
    face_feature(core, face, feature);
    return;
  }
  feature.is_disc = false;
  CoreSegment segments[kMaxSupportSegments];
  // Tolerance above 1: the whole length, however much it is inclined.
  support_segments(core, n, 2.0, segments);
  straight_feature(segments[0], core.kind == CoreKind::kPoint ? 1 : 2, feature);
}

}  // namespace contact_sim
