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


#ifndef COLLISION__GJK_HPP_
#define COLLISION__GJK_HPP_

#include <Eigen/Core>

#include "collision/convex_core.hpp"

namespace contact_sim
{

struct GjkAnswer
{
  Eigen::Vector3d normal;  ///< unit, from A to B; of no meaning where the cores overlap
  double distance;         ///< of the cores [m]; 0 where they overlap
  double lower_bound;      ///< of the distance, proved by the separation along normal [m]
};

/// The distance of two cores by Gilbert, Johnson and Keerthi's method: exact (to rounding) for
/// polyhedra, to 1e-9 of the size where a side is round. Stops as soon as the distance is proved to
/// be above `limit`.
GjkAnswer gjk_distance(const ConvexCore & a, const ConvexCore & b, double limit);

/// The axis of least overlap of two cores that overlap, touch, or are apart by a rounding error,
/// by an expanding polytope: the maximum of separation(a, b, n). Returns false where their
/// difference has no volume, or where no axis better than `axis` with its `separation` was found.
bool epa_axis(
  const ConvexCore & a, const ConvexCore & b, Eigen::Vector3d & axis, double & separation);

}  // namespace contact_sim

#endif  // COLLISION__GJK_HPP_
