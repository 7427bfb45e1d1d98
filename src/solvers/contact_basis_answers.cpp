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

// The answers of a ContactBasis: what the basic variables do when something else changes.

#include <algorithm>
#include <cmath>

#include "solvers/contact_basis.hpp"

namespace contact_sim
{

using Index = Eigen::Index;

namespace
{

/// From here on rounding is felt: 1e4 times machine precision is a thousandth of the tolerance.
constexpr double kLargeImpulse = 1e4;

}  // namespace

/// What a row's own w gets from the source besides the velocity.
double ContactBasis::source_value(const Source & source, int pair) const
{
  const int contact = contact_of(pair);
  const int local = local_of(pair);
  const bool is_slip = local > 0 && local == slip(contact);
  if (source.kind == Source::kConstant) {
    return is_slip ? 0.0 : corner(contact, local, bias_[contact]);
  }
  if (source.kind == Source::kRow) {
    return source.pair == pair ? 1.0 : 0.0;
  }
  if (!source.is_z || contact_of(source.pair) != contact) {
    return 0.0;
  }
  const int from = local_of(source.pair);
  if (is_slip) {
    return from == 0 ? mu_[contact] : from == local ? 0.0 : -1.0;
  }
  return local > 0 && from == slip(contact) ? 1.0 : 0.0;
}

/// What a row's w must be: it is the source itself, or zero.
double ContactBasis::target_value(const Source & source, int pair) const
{
  return source.kind == Source::kVariable && !source.is_z && source.pair == pair ? 1.0 : 0.0;
}

double ContactBasis::known_part(const Source & source, int pair) const
{
  return source_value(source, pair) - target_value(source, pair);
}

/// The part of a velocity along ν or σ_j.
double ContactBasis::corner(Index contact, int local, const Eigen::Vector3d & u) const
{
  return local == 0 ? u[0] : direction(contact, local).dot(u.tail<2>());
}

void ContactBasis::start_velocity(const Source & source)
{
  if (source.kind == Source::kConstant) {
    velocity_ = k_;
  } else {
    velocity_.setZero(nv_);
  }
  if (source.kind == Source::kVariable && source.is_z) {
    const int contact = contact_of(source.pair);
    const int local = local_of(source.pair);
    if (local == 0) {
      accumulate(contact, {1.0, 0.0, 0.0}, velocity_);
    } else if (local != slip(contact)) {
      const Vector2 a = direction(contact, local);
      accumulate(contact, {0.0, a[0], a[1]}, velocity_);
    }
  }
  for (const int i : involved_) {
    const int kappa = elimination_[i].column;
    if (kappa > 0) {
      const Vector2 a = known_part(source, pair(i, slip(i))) * direction(i, kappa);
      accumulate(i, {0.0, a[0], a[1]}, velocity_);
    }
  }
}

void ContactBasis::fill_right_side(const Source & source)
{
  for (Index at = 0; at < size_; ++at) {
    const Row & row = row_list_[at];
    right_[at] = -known_part(source, pair(row.contact, row.local));
    if (row.local > 0 && row.local == slip(row.contact)) {
      continue;
    }
    const int kappa = elimination_[row.contact].row;
    if (row.local > 0 && kappa > 0) {
      right_[at] += known_part(source, pair(row.contact, kappa));
    }
    right_[at] -= row.g.dot(project(row.contact, velocity_));
  }
}

/// One step of iterative refinement: the rows are evaluated with the velocity that was found.
void ContactBasis::refine(const Source & source)
{
  if (solution_.head(size_).cwiseAbs().sum() > kLargeImpulse) {
    sum_up_precisely();
  }
  correction_.head(size_) = solution_.head(size_);
  fill_right_side(source);
  const double artificial = artificial_at_factor_ ? solution_[size_ - 1] : 0.0;
  for (Index at = 0; at < size_; ++at) {
    const Row & row = row_list_[at];
    const int p = pair(row.contact, row.local);
    const bool is_slip = row.local > 0 && row.local == slip(row.contact);
    right_[at] -= cover_[p] * artificial;
    if (is_slip) {
      right_[at] -= mu_[row.contact] * theta_in_solution(row.contact);
    } else if (row.local > 0 && elimination_[row.contact].row > 0) {
      right_[at] += cover_[pair(row.contact, elimination_[row.contact].row)] * artificial;
    }
  }
  solve();
  add_solution_to_velocity();
  solution_.head(size_) += correction_.head(size_);
}

/// The constant values' velocity where large impulses nearly cancel (a heavy body on a light one):
/// summed up in double, their rounding would be all that refinement sees.
void ContactBasis::sum_up_precisely()
{
  precise_velocity_ = k_.cast<Precise>();
  const Index ordinary = size_ - artificial_at_factor_;
  for (Index column = 0; column < ordinary; ++column) {
    const Index contact = column_list_[column].contact;
    const Eigen::Vector3d & a = column_list_[column].a;
    for (Index at = first_[contact]; at < first_[contact + 1]; ++at) {
      const Eigen::Vector3d & c = columns_.col(at);
      const Precise along = static_cast<Precise>(a[0]) * c[0] +
        static_cast<Precise>(a[1]) * c[1] + static_cast<Precise>(a[2]) * c[2];
      precise_velocity_[dofs_[at]] += along * solution_[column];
    }
  }
  velocity_ = precise_velocity_.cast<double>();
  if (artificial_at_factor_) {
    velocity_ += solution_[ordinary] * spread_artificial_;
  }
}

double ContactBasis::theta_in_solution(Index contact) const
{
  for (Index at = 0; at < size_; ++at) {
    if (column_list_[at].contact == contact && column_list_[at].local == 0) {
      return solution_[at];
    }
  }
  return 0.0;
}

/// Spreads the solution over θ, φ, λ and the velocity: (27), (29), (30).
void ContactBasis::take_solution(const Source & source, Eigen::VectorXd & values)
{
  std::fill(theta_.begin(), theta_.end(), 0.0);
  std::fill(phi_sum_.begin(), phi_sum_.end(), 0.0);
  std::fill(lambda_.begin(), lambda_.end(), 0.0);
  artificial_value_ = artificial_at_factor_ ? solution_[size_ - 1] : 0.0;
  for (Index at = 0; at < size_ - artificial_at_factor_; ++at) {
    const Column & column = column_list_[at];
    values[pair(column.contact, column.local)] = solution_[at];
    (column.local == 0 ? theta_ : phi_sum_)[column.contact] += solution_[at];
  }
  for (const int i : involved_) {
    const Elimination & by = elimination_[i];
    if (by.column > 0) {
      const int gamma = pair(i, slip(i));
      const double phi = mu_[i] * theta_[i] - phi_sum_[i] + cover_[gamma] * artificial_value_ +
        known_part(source, gamma);
      values[pair(i, by.column)] = phi;
      phi_sum_[i] += phi;
    }
    if (by.row > 0) {
      const int sigma = pair(i, by.row);
      lambda_[i] = -known_part(source, sigma) - cover_[sigma] * artificial_value_ -
        corner(i, by.row, project(i, velocity_));
      values[pair(i, slip(i))] = lambda_[i];
    }
  }
}

/// The basic w of a contact: (33).
void ContactBasis::evaluate(
  const Source & source, Index contact, Eigen::VectorXd & values) const
{
  const bool is_constant = source.kind == Source::kConstant;
  const int first = pair(contact, 0);
  if (!joined_[contact]) {
    if (state_[first] == 1) {
      values[first] = project_normal(contact, velocity_) + cover_[first] * artificial_value_ +
        (is_constant ? bias_[contact][0] : source_value(source, first));
    }
    return;
  }
  const Eigen::Vector3d u = project(contact, velocity_);
  const bool is_own = is_constant || (source.pair >= 0 && contact_of(source.pair) == contact);
  const auto finish = [&](int p, double own) {
      if (state_[p] == 1) {
        values[p] = own + cover_[p] * artificial_value_ + (is_own ? source_value(source, p) : 0.0);
      }
    };
  finish(first, u[0]);
  for (int j = 1; j <= directions_[contact]; ++j) {
    finish(first + j, corner(contact, j, u) + lambda_[contact]);
  }
  finish(first + slip(contact), mu_[contact] * theta_[contact] - phi_sum_[contact]);
}

void ContactBasis::answer_at_factor(const Source & source, Eigen::VectorXd & values)
{
  start_velocity(source);
  fill_right_side(source);
  solve();
  add_solution_to_velocity();
  if (source.kind == Source::kConstant && update_count_ == 0) {
    refine(source);
  }
  take_solution(source, values);
}

void ContactBasis::answer_in_part(
  const Source & source, Eigen::VectorXd & values, double & artificial)
{
  values.resize(pairs());
  if (update_count_ == 0) {
    answer_at_factor(source, values);
  } else {
    answer_after_updates(source, values);
  }
  artificial = artificial_value_;
}

double ContactBasis::basic_w(const Source & source, int p) const
{
  const int contact = contact_of(p);
  const int local = local_of(p);
  double own = 0.0;
  if (local == 0) {
    own = project_normal(contact, velocity_);
  } else if (local == slip(contact)) {
    own = mu_[contact] * theta_[contact] - phi_sum_[contact];
  } else {
    own = corner(contact, local, project(contact, velocity_)) + lambda_[contact];
  }
  return own + source_value(source, p) + cover_[p] * artificial_value_;
}

void ContactBasis::answer(const Source & source, Eigen::VectorXd & values, double & artificial)
{
  answer_in_part(source, values, artificial);
  for (Index i = 0; i < contacts(); ++i) {
    evaluate(source, i, values);
  }
  if (source.kind == Source::kConstant) {
    constant_velocity_ = velocity_;
  } else if (source.kind == Source::kVariable) {
    rate_velocity_ = velocity_;
  }
}

void ContactBasis::answer_to_push(
  Index contact, const Eigen::Vector2d & push, Eigen::VectorXd & velocity)
{
  const Source nothing{Source::kRow, -1, false};
  velocity_.setZero(nv_);
  accumulate(contact, {0.0, push[0], push[1]}, velocity_);
  fill_right_side(nothing);
  solve();
  add_solution_to_velocity();
  velocity = velocity_;
}

void ContactBasis::cover_here()
{
  velocity_.setZero(nv_);
  for (Index i = 0; i < contacts(); ++i) {
    Eigen::Vector3d a(state_[pair(i, 0)] == 2, 0.0, 0.0);
    for (int j = 1; joined_[i] && j <= directions_[i]; ++j) {
      if (state_[pair(i, j)] == 2) {
        a.tail<2>() += direction(i, j);
      }
    }
    if (involvement_[i] > 0) {
      accumulate(i, a, velocity_);
    }
  }
  for (Index i = 0; i < contacts(); ++i) {
    const Eigen::Vector3d u = project(i, velocity_);
    const auto set = [&](int local, double row) {
        const int p = pair(i, local);
        cover_[p] = (state_[p] == 1) - row;
        largest_cover_ = std::max(largest_cover_, std::abs(cover_[p]));
      };
    set(0, u[0]);
    if (!joined_[i]) {
      continue;
    }
    const bool slides = state_[pair(i, slip(i))] == 2;
    double gamma = mu_[i] * (state_[pair(i, 0)] == 2);
    for (int j = 1; j <= directions_[i]; ++j) {
      set(j, corner(i, j, u) + slides);
      gamma -= state_[pair(i, j)] == 2;
    }
    set(slip(i), gamma);
  }
}

void ContactBasis::impulses(const Eigen::VectorXd & values, Eigen::VectorXd & lambda) const
{
  lambda.setZero(3 * contacts());
  for (Index i = 0; i < contacts(); ++i) {
    if (involvement_[i] == 0) {
      continue;
    }
    const double unit = scale_ / unit_[i];
    if (state_[pair(i, 0)] == 2) {
      lambda[3 * i] = unit * std::max(0.0, values[pair(i, 0)]);
    }
    for (int j = 1; joined_[i] && j <= directions_[i]; ++j) {
      if (state_[pair(i, j)] == 2) {
        lambda.segment<2>(3 * i + 1) +=
          unit * std::max(0.0, values[pair(i, j)]) * direction(i, j);
      }
    }
  }
}

}  // namespace contact_sim
