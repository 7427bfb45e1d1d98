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


#ifndef COLLISION__SEGMENTS_HPP_
#define COLLISION__SEGMENTS_HPP_

#include <Eigen/Core>

namespace contact_sim
{

/// Parameters in [0, 1] of the nearest points of the segments p0 p1 and q0 q1; either may be a
/// point. Of parallel segments any nearest pair.
struct SegmentParameters
{
  double on_p;
  double on_q;
};
SegmentParameters nearest_on_segments(
  const Eigen::Vector3d & p0, const Eigen::Vector3d & p1, const Eigen::Vector3d & q0,
  const Eigen::Vector3d & q1);

/// The parameter in [0, 1] of the point of the segment s0 s1 that is nearest to p.
double nearest_on_segment(
  const Eigen::Vector3d & s0, const Eigen::Vector3d & s1, const Eigen::Vector3d & p);

}  // namespace contact_sim

#endif  // COLLISION__SEGMENTS_HPP_
