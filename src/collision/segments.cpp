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


#include "collision/segments.hpp"

#include <algorithm>
#include <limits>

namespace contact_sim
{

using Eigen::Vector3d;

double nearest_on_segment(const Vector3d & s0, const Vector3d & s1, const Vector3d & p)
{
  const Vector3d d = s1 - s0;
  const double length2 = d.squaredNorm();
  return length2 > 0.0 ? std::clamp(d.dot(p - s0) / length2, 0.0, 1.0) : 0.0;
}

SegmentParameters nearest_on_segments(
  const Vector3d & p0, const Vector3d & p1, const Vector3d & q0, const Vector3d & q1)
{
  const Vector3d u = p1 - p0, v = q1 - q0, w = p0 - q0;
  const double uu = u.squaredNorm(), uv = u.dot(v), vv = v.squaredNorm();
  const double determinant = uu * vv - uv * uv;
  // The nearest points of the lines, where they lie inside of both segments, else an end of one:
  // the best of the four ends is always right, and as exact for parallel segments as for others.
  SegmentParameters best{0.0, 0.0};
  double least = std::numeric_limits<double>::infinity();
  const auto consider = [&](double s, double t) {
      const double distance2 = (w + s * u - t * v).squaredNorm();
      if (distance2 < least) {
        least = distance2;
        best = {s, t};
      }
    };
  for (const double end : {0.0, 1.0}) {
    consider(end, nearest_on_segment(q0, q1, p0 + end * u));
    consider(nearest_on_segment(p0, p1, q0 + end * v), end);
  }
  if (determinant > 1e-14 * uu * vv) {
    const double s = (uv * v.dot(w) - vv * u.dot(w)) / determinant;
    const double t = (uu * v.dot(w) - uv * u.dot(w)) / determinant;
    if (s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0) {
      consider(s, t);
    }
  }
  return best;
}

}  // namespace contact_sim
