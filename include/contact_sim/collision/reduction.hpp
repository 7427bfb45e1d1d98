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


#ifndef CONTACT_SIM__COLLISION__REDUCTION_HPP_
#define CONTACT_SIM__COLLISION__REDUCTION_HPP_

#include "contact_sim/collision/manifold.hpp"

namespace contact_sim
{

/// Contact reduction as section IV-C of [Yamane 2008]: points within δ of another, and points
/// inside of the contact area, are removed. Differs in saying when: for points of one normal the
/// gap at the end of the step is an affine function of the place, so a point is implied by others
/// around it where its gap is not less than theirs at its place. A point that is closer than its
/// surroundings stays, and velocities are not looked at: points that separate stay, as in the
/// paper.
struct ReductionOptions
{
  double distance{1e-3};     ///< δ [m]
  double parallel{1e-3};     ///< normals that differ by less count as one direction [rad]
  double gap_tolerance{1e-7};  ///< by which a point may be closer than those that imply it [m]
  int most{8};               ///< points of a pair that may be left; those that span most are kept
};

/// \throws std::invalid_argument where a length or angle is negative or not finite, or `most` is
///   not positive
void check_reduction(const ReductionOptions & options);

/// Reduces the points of one pair in place, at most 128 of them; order and keys are kept. Returns
/// how many are left. Depends on nothing but the points; takes nothing from the heap.
int reduce_contacts(ContactPoint * points, int count, const ReductionOptions & options = {});

void reduce_contacts(Manifold & manifold, const ReductionOptions & options = {});

/// Keeps the deepest point, then those whose wrenches are the most independent, then those the
/// farthest from all that are kept.
int keep_spanning(ContactPoint * points, int count, int most);

}  // namespace contact_sim

#endif  // CONTACT_SIM__COLLISION__REDUCTION_HPP_
