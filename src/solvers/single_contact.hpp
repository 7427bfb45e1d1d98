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

#ifndef SOLVERS__SINGLE_CONTACT_HPP_
#define SOLVERS__SINGLE_CONTACT_HPP_

#include <Eigen/Core>

namespace contact_sim
{

/// The exact answer of one contact with the exact cone: λ for u = W λ + b, see
/// ProjectedGaussSeidel. W is symmetric positive semi-definite with W_nn > 0.
Eigen::Vector3d solve_single_contact(
  const Eigen::Matrix3d & W, const Eigen::Vector3d & b, double mu);

/// The point of the cone with the same normal impulse, or zero where that is negative.
Eigen::Vector3d clamp_to_cone(const Eigen::Vector3d & lambda, double mu);

}  // namespace contact_sim

#endif  // SOLVERS__SINGLE_CONTACT_HPP_
