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

#include "collision/clipping.hpp"
#include "collision/pairs.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;

Vector3d foot_of(const Vector3d & p) {return {p.x(), p.y(), 0.0};}

constexpr std::uint32_t kPlane = make_feature(FeatureKind::kBody, 0);

}  // namespace

void collide_half_space(const ConvexCore & b, PointSink & sink)
{
  if (b.is_polyhedron()) {
    // All corners, not only those of one face: there is no side on which they could pass.
    const int count = b.kind == CoreKind::kBox ? 8 : static_cast<int>(b.mesh->vertices.size());
    for (int i = 0; i < count; ++i) {
      const Vector3d p = b.vertex(i);
      sink.add(
        foot_of(p), p, Vector3d::UnitZ(), {kPlane, make_feature(FeatureKind::kVertex, i)});
    }
    return;
  }
  Feature plane, facing;
  plane.point.setZero();
  plane.normal = Vector3d::UnitZ();
  plane.anchor = Vector3d::UnitX();
  plane.face = kPlane;
  facing_feature(b, -Vector3d::UnitZ(), facing);
  add_overlap(plane, facing, true, sink);
}

}  // namespace contact_sim
