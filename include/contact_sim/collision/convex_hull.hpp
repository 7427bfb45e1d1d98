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


#ifndef CONTACT_SIM__COLLISION__CONVEX_HULL_HPP_
#define CONTACT_SIM__COLLISION__CONVEX_HULL_HPP_

#include <Eigen/Core>

#include <vector>

#include "contact_sim/collision/shape.hpp"

namespace contact_sim
{

/// The convex hull of a cloud of points, by qhull. Facets that are coplanar up to 1e-7 of the size
/// are one face, so that float coordinates of a mesh file give no splinters; points inside of faces
/// and edges are dropped.
/// \throws std::invalid_argument with the count and the extent where the points are fewer than
///   four, not finite, or in one plane
ConvexMesh make_convex(const std::vector<Eigen::Vector3d> & points);

}  // namespace contact_sim

#endif  // CONTACT_SIM__COLLISION__CONVEX_HULL_HPP_
