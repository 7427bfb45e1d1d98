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

#ifndef IO__SCENARIO_SHAPES_HPP_
#define IO__SCENARIO_SHAPES_HPP_

#include "contact_sim/collision/shape.hpp"
#include "contact_sim/dynamics/spatial.hpp"
#include "contact_sim/io/robot_description.hpp"
#include "contact_sim/io/scenario_file.hpp"

namespace contact_sim
{

/// The shape that collides for a geometry. A mesh is its hull where it moves and its triangles
/// where it stands, unless `mode` says otherwise.
/// \throws std::runtime_error for a mesh file that cannot be read, std::invalid_argument for one
///   that has no hull
Shape make_shape(const GeometryDescription & geometry, bool is_static, MeshMode mode);

/// Of a solid body of this shape. `mass` [kg], or where it is 0, by `density` [kg/m³].
/// \throws std::invalid_argument for a mesh that is not closed
SpatialInertia solid_inertia(const Shape & shape, double mass, double density);

}  // namespace contact_sim

#endif  // IO__SCENARIO_SHAPES_HPP_
