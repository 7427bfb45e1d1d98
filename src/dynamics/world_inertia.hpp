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


#ifndef DYNAMICS__WORLD_INERTIA_HPP_
#define DYNAMICS__WORLD_INERTIA_HPP_

#include <Eigen/Core>

namespace contact_sim
{

/// R I Rᵀ of a symmetric I, with the upper triangle computed and mirrored.
inline void rotate_symmetric(
  const Eigen::Matrix3d & rotation, const Eigen::Matrix3d & inertia, Eigen::Matrix3d & result)
{
  const Eigen::Matrix3d half = rotation * inertia;
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i <= j; ++i) {
      result(i, j) = half(i, 0) * rotation(j, 0) + half(i, 1) * rotation(j, 1) +
        half(i, 2) * rotation(j, 2);
    }
  }
  result(1, 0) = result(0, 1);
  result(2, 0) = result(0, 2);
  result(2, 1) = result(1, 2);
}

}  // namespace contact_sim

#endif  // DYNAMICS__WORLD_INERTIA_HPP_
