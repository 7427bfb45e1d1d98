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


#ifndef COLLISION__CONTACT_AXIS_HPP_
#define COLLISION__CONTACT_AXIS_HPP_

#include <Eigen/Core>

#include "collision/convex_core.hpp"

namespace contact_sim
{

/// A unit direction from A to B and the separation of the cores along it, which is a lower bound of
/// their signed distance.
struct ContactAxis
{
  Eigen::Vector3d normal;
  double separation;  ///< [m]
};

/// The best of the 15 axes of two boxes: exact where they overlap, and where a face or two edges
/// are what is nearest; too small a distance where a corner is nearest to a corner or an edge.
ContactAxis box_box_axis(const ConvexCore & a, const ConvexCore & b);

/// The axis of the largest separation, exact to rounding: its separation is the signed distance of
/// the cores. Where that is above `limit` any axis that proves it.
ContactAxis find_contact_axis(const ConvexCore & a, const ConvexCore & b, double limit);

}  // namespace contact_sim

#endif  // COLLISION__CONTACT_AXIS_HPP_
