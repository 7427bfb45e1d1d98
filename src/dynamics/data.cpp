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


#include "contact_sim/dynamics/data.hpp"

#include <cstddef>

namespace contact_sim
{

namespace
{

using Eigen::Matrix3d;
using Eigen::Vector3d;

}  // namespace

Data::Data(const Model & model)
{
  const std::size_t bodies = model.body_count(), dofs = model.nv();
  rotation.assign(bodies, Matrix3d::Identity());
  for (auto * vectors : {&position, &offset, &omega, &velocity, &bias_alpha, &bias_acceleration,
      &alpha, &acceleration, &moment, &force})
  {
    vectors->assign(bodies, Vector3d::Zero());
  }
  for (auto * vectors : {&axis, &u_moment, &u_force}) {
    vectors->assign(dofs, Vector3d::Zero());
  }
  for (auto * vector : {&tau, &bias, &inverse_d, &u, &qdd, &stage_v, &slope_q, &slope_v, &sum_q,
      &sum_v})
  {
    vector->setZero(model.nv());
  }
  stage_q = model.neutral();
  composite.assign(bodies, {0.0, Vector3d::Zero(), Matrix3d::Zero()});
  articulated.assign(bodies, {Matrix3d::Zero(), Matrix3d::Zero(), Matrix3d::Zero()});
  mass.setZero(model.packed_size());
  factor.setZero(model.packed_size());
  has_columns.assign(bodies, false);
  std::size_t size = 0;
  for (std::size_t body = 0; body < bodies; ++body) {
    columns_begin.push_back(size);
    size += 6 * model.support(static_cast<int>(body)).size();
  }
  columns.assign(size, 0.0);
}

}  // namespace contact_sim
