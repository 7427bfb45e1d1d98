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

// Whether a ContactBasis is the answer as it is: what a step costs in which nothing changes.
// Contacts are looked at one by one, as what they are, and not their up to d + 2 pairs; whatever is
// not plain is left to the search.

#include <algorithm>
#include <cmath>

#include "solvers/contact_basis.hpp"

namespace contact_sim
{

using Index = Eigen::Index;

bool ContactBasis::stands(const StandingLimits & limits, Eigen::VectorXd & values)
{
  if (!factor() || artificial_) {
    return false;
  }
  const Origin constant = origin_of({});
  start_velocity(constant);
  fill_right_side(constant);
  solve();
  add_solution_to_velocity();
  refine(constant);
  values.resize(pairs());
  return all_stand(limits, values);
}

bool ContactBasis::all_stand(const StandingLimits & limits, Eigen::VectorXd & values)
{
  for (const int i : involved_) {
    theta_[i] = phi_sum_[i] = 0.0;
  }
  bool positive = true;
  for (Index at = 0; at < size_; ++at) {
    const Column & column = column_list_[at];
    values[pair(column.contact, column.local)] = solution_[at];
    (column.local == 0 ? theta_ : phi_sum_)[column.contact] += solution_[at];
    positive = positive && solution_[at] >= -limits.enough;
  }
  for (Index i = 0; positive && i < contacts(); ++i) {
    positive = involvement_[i] == 0 ?
      !joined_[i] && columns_.project_normal(i, velocity_) + bias_[i][0] >= -limits.enough :
      contact_stands(i, limits, values);
  }
  return positive;
}

/// A contact with a basic z: it rests where γ is basic, and slides where λ is. Where it rests its
/// sliding velocity is up to a third of what is allowed: then no σ is below it.
bool ContactBasis::contact_stands(
  Index contact, const StandingLimits & limits, Eigen::VectorXd & values) const
{
  const Eigen::Vector3d u = columns_.project(contact, velocity_) + bias_[contact];
  const bool carries = state_[pair(contact, 0)] == 2;
  if (!(carries ? std::abs(u[0]) <= limits.enough : u[0] >= -limits.enough)) {
    return false;
  }
  if (!joined_[contact]) {
    return true;
  }
  const double left = mu_[contact] * theta_[contact] - phi_sum_[contact];
  if (!(left >= -limits.enough)) {
    return false;
  }
  if (state_[pair(contact, slip(contact))] == 1) {
    return std::max(std::abs(u[1]), std::abs(u[2])) <= 0.35 * limits.enough;
  }
  const Elimination & by = elimination_[contact];
  values[pair(contact, by.column)] = left;
  values[pair(contact, slip(contact))] = -corner(contact, by.row, u);
  return by.column > 0 && slider_stands(contact, u, limits);
}

/// One corner of the polygon lies along the friction. All σ are positive where the sliding velocity
/// is less than half a side of the polygon, π/d, away from it: σ_j = s (1 - cos) - e sin.
bool ContactBasis::slider_stands(
  Index contact, const Eigen::Vector3d & u, const StandingLimits & limits) const
{
  const Elimination & by = elimination_[contact];
  const Vector2 & d = direction(contact, by.row);
  const double along = -(d[0] * u[1] + d[1] * u[2]);
  const double across = std::abs(d[0] * u[2] - d[1] * u[1]);
  // λ may be basic and zero in a contact that rests: then no σ is below -√8 of the larger one.
  if (std::max(std::abs(along), across) <= 0.35 * limits.enough) {
    return true;
  }
  const bool carries = state_[pair(contact, 0)] == 2;
  const bool is_plain = involvement_[contact] == 2 + carries && by.column == by.row;
  return is_plain && across <= std::min(limits.tangent, 3.0 / directions_[contact]) * along;
}

}  // namespace contact_sim
