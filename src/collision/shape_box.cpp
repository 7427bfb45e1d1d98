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

#include <stdexcept>

#include "collision/mesh_contacts.hpp"
#include "contact_sim/collision/height_field.hpp"

namespace contact_sim
{

namespace
{

using Eigen::AlignedBox3d;
using Eigen::Vector3d;

struct BoxOf
{
  AlignedBox3d operator()(const HalfSpace &) const
  {
    throw std::invalid_argument("box around a shape: a half-space has none");
  }
  AlignedBox3d operator()(const Box & box) const {return around(box.half_sizes);}
  AlignedBox3d operator()(const Sphere & sphere) const
  {
    return around(Vector3d::Constant(sphere.radius));
  }
  AlignedBox3d operator()(const Capsule & capsule) const
  {
    return around({capsule.radius, capsule.radius, capsule.radius + capsule.half_length});
  }
  AlignedBox3d operator()(const Cylinder & cylinder) const
  {
    return around({cylinder.radius, cylinder.radius, cylinder.half_length});
  }
  AlignedBox3d operator()(const std::shared_ptr<const ConvexMesh> & convex) const
  {
    AlignedBox3d box;
    for (const Vector3d & vertex : convex->vertices) {
      box.extend(vertex);
    }
    return box;
  }
  AlignedBox3d operator()(const std::shared_ptr<const TriangleMesh> & mesh) const
  {
    return mesh->bounds;
  }
  AlignedBox3d operator()(const std::shared_ptr<const HeightField> & field) const
  {
    return field->surface.bounds;
  }

  static AlignedBox3d around(const Vector3d & half) {return {-half, half};}
};

}  // namespace

AlignedBox3d box_of_shape(const Shape & shape)
{
  return std::visit(BoxOf(), shape);
}

}  // namespace contact_sim
