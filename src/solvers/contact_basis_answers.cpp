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

ContactBasis::Origin ContactBasis::origin_of(const Source & source) const
{
  if (source.kind == Source::kConstant || source.pair < 0) {
    return {source.kind, -1, 0, false};
  }
  return {source.kind, contact_of(source.pair), local_of(source.pair), source.is_z};
}

/// What a row's own w gets from the source besides the velocity.
double ContactBasis::source_value(const Origin & source, Index contact, int local) const
{
  const bool is_slip = local > 0 && local == slip(contact);
  if (source.kind == Source::kConstant) {
    return is_slip ? 0.0 : corner(contact, local, bias_[contact]);
  }
  if (source.contact != contact) {
    return 0.0;
  }
  if (source.kind == Source::kRow) {
    return source.local == local ? 1.0 : 0.0;
  }
  if (!source.is_z) {
    return 0.0;
  }
  if (is_slip) {
    return source.local == 0 ? mu_[contact] : source.local == local ? 0.0 : -1.0;
  }
  return local > 0 && source.local == slip(contact) ? 1.0 : 0.0;
}

/// The same less what the w must be: the source itself, or zero.
double ContactBasis::known_part(const Origin & source, Index contact, int local) const
{
  const bool is_itself = source.kind == Source::kVariable && !source.is_z &&
    source.contact == contact && source.local == local;
  return source_value(source, contact, local) - (is_itself ? 1.0 : 0.0);
}

/// The part of a velocity along ν or σ_j.
double ContactBasis::corner(Index contact, int local, const Eigen::Vector3d & u) const
{
  if (local == 0) {
    return u[0];
  }
  const Vector2 & d = table_[contact * stride_ + local];
  return d[0] * u[1] + d[1] * u[2];
}

/// What the source brings by itself and through the φ_κ that its row γ eliminates.
void ContactBasis::start_velocity(const Origin & source)
{
  if (source.kind == Source::kConstant) {
    velocity_ = k_;
    return;
  }
  velocity_.setZero(nv_);
  if (source.contact < 0) {
    return;
  }
  Eigen::Vector3d a = Eigen::Vector3d::Zero();
  if (source.kind == Source::kVariable && source.is_z) {
    if (source.local == 0) {
      a[0] = 1.0;
    } else if (source.local != slip(source.contact)) {
      a.tail<2>() = direction(source.contact, source.local);
    }
  }
  const int kappa = elimination_[source.contact].column;
  if (kappa > 0) {
    a.tail<2>() += known_part(source, source.contact, slip(source.contact)) *
      direction(source.contact, kappa);
  }
  columns_.accumulate(source.contact, a, velocity_);
}

void ContactBasis::fill_right_side(const Origin & source)
{
  const bool is_constant = source.kind == Source::kConstant;
  for (Index at = 0; at < size_; ++at) {
    const Row & row = row_list_[at];
    if (is_constant) {
      right_[at] = row.is_slip ? 0.0 : -row.g.dot(bias_[row.contact]) - along_row(row, velocity_);
      continue;
    }
    double known = known_part(source, row.contact, row.local);
    if (!row.is_slip) {
      const int kappa = elimination_[row.contact].row;
      if (row.local > 0 && kappa > 0) {
        known -= known_part(source, row.contact, kappa);
      }
      known += along_row(row, velocity_);
    }
    right_[at] = -known;
  }
}

/// What the solution does to a row besides its velocity.
void ContactBasis::subtract_solution(Index at)
{
  const Row & row = row_list_[at];
  const Elimination & by = elimination_[row.contact];
  if (row.is_slip) {
    right_[at] -= by.theta >= 0 ? mu_[row.contact] * solution_[by.theta] : 0.0;
  }
  if (artificial_at_factor_) {
    double cover = cover_[pair(row.contact, row.local)];
    if (!row.is_slip && row.local > 0 && by.row > 0) {
      cover -= cover_[pair(row.contact, by.row)];
    }
    right_[at] -= cover * solution_[size_ - 1];
  }
}

/// One step of iterative refinement: the rows are evaluated with the velocity that was found.
void ContactBasis::refine(const Origin & source)
{
  if (size_ == 0) {
    return;
  }
  if (solution_.head(size_).cwiseAbs().sum() > kLargeImpulse) {
    sum_up_precisely();
  }
  fill_right_side(source);
  for (Index at = 0; at < size_; ++at) {
    subtract_solution(at);
  }
  correction_.head(size_) = solution_.head(size_);
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
    const Eigen::Matrix<Precise, 3, 1> a = column_list_[column].a.cast<Precise>();
    columns_.for_each_run(
      contact, [&](const ScaledColumns::Run & r, const double * n) {
        for (int k = 0; k < r.size; ++k) {
          const Precise along = a[0] * n[k] + a[1] * n[r.size + k] + a[2] * n[2 * r.size + k];
          precise_velocity_[r.dof + k] += along * solution_[column];
        }
      });
  }
  velocity_ = precise_velocity_.cast<double>();
  if (artificial_at_factor_) {
    velocity_ += solution_[ordinary] * spread_artificial_;
  }
}

/// Spreads the solution over θ, φ, λ and the velocity: (27), (29), (30).
void ContactBasis::take_solution(const Origin & source, Eigen::VectorXd & values)
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
      const double phi = mu_[i] * theta_[i] - phi_sum_[i] +
        cover_[pair(i, slip(i))] * artificial_value_ + known_part(source, i, slip(i));
      values[pair(i, by.column)] = phi;
      phi_sum_[i] += phi;
    }
    if (by.row > 0) {
      lambda_[i] = -known_part(source, i, by.row) - cover_[pair(i, by.row)] * artificial_value_ -
        corner(i, by.row, columns_.project(i, velocity_));
      values[pair(i, slip(i))] = lambda_[i];
    }
  }
}

/// The basic w of a contact: (33), without what the source brings to its own contact. Where
/// neither of a pair is basic the value is zero.
void ContactBasis::evaluate(bool is_constant, Index contact, double * values) const
{
  const Index p = contact * stride_;
  if (joined_[contact]) {
    evaluate_joined(is_constant, contact, values + p);
  } else if (state_[p] != 2) {
    const double own = columns_.project_normal(contact, velocity_) +
      (is_constant ? bias_[contact][0] : 0.0);
    values[p] = state_[p] == 1 ? own + cover_[p] * artificial_value_ : 0.0;
  }
}

void ContactBasis::evaluate_joined(bool is_constant, Index contact, double * w) const
{
  const char * state = &state_[pair(contact, 0)];
  const double * cover = &cover_[pair(contact, 0)];
  const Vector2 * corners = &table_[contact * stride_];
  const int last = directions_[contact];
  Eigen::Vector3d u = columns_.project(contact, velocity_);
  if (is_constant) {
    u += bias_[contact];
  }
  const auto finish = [&](int local, double own) {
      if (state[local] != 2) {
        w[local] = state[local] == 1 ? own + cover[local] * artificial_value_ : 0.0;
      }
    };
  finish(0, u[0]);
  const double lambda = lambda_[contact];
  for (int j = 1; j <= last; ++j) {
    finish(j, corners[j][0] * u[1] + corners[j][1] * u[2] + lambda);
  }
  finish(last + 1, mu_[contact] * theta_[contact] - phi_sum_[contact]);
}

void ContactBasis::add_source(const Origin & source, double * values) const
{
  if (source.contact < 0) {
    return;
  }
  const int last = joined_[source.contact] ? slip(source.contact) : 0;
  for (int local = 0; local <= last; ++local) {
    const int p = pair(source.contact, local);
    values[p] += state_[p] == 1 ? source_value(source, source.contact, local) : 0.0;
  }
}

void ContactBasis::answer_at_factor(const Origin & source, Eigen::VectorXd & values)
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
    answer_at_factor(origin_of(source), values);
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
    own = columns_.project_normal(contact, velocity_);
  } else if (local == slip(contact)) {
    own = mu_[contact] * theta_[contact] - phi_sum_[contact];
  } else {
    own = corner(contact, local, columns_.project(contact, velocity_)) + lambda_[contact];
  }
  return own + source_value(origin_of(source), contact, local) + cover_[p] * artificial_value_;
}

void ContactBasis::answer(const Source & source, Eigen::VectorXd & values, double & artificial)
{
  answer_in_part(source, values, artificial);
  const Origin origin = origin_of(source);
  const bool is_constant = source.kind == Source::kConstant;
  for (Index i = 0; i < contacts(); ++i) {
    evaluate(is_constant, i, values.data());
  }
  add_source(origin, values.data());
  if (source.kind == Source::kConstant) {
    constant_velocity_ = velocity_;
    drift_ = 0;
  } else if (source.kind == Source::kVariable) {
    rate_velocity_ = velocity_;
  }
}

void ContactBasis::answer_to_push(
  Index contact, const Eigen::Vector2d & push, Eigen::VectorXd & velocity)
{
  const Origin nothing{Source::kRow, -1, 0, false};
  velocity_.setZero(nv_);
  columns_.accumulate(contact, {0.0, push[0], push[1]}, velocity_);
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
      columns_.accumulate(i, a, velocity_);
    }
  }
  for (Index i = 0; i < contacts(); ++i) {
    const Eigen::Vector3d u = columns_.project(i, velocity_);
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

void ContactBasis::impulses(
  const Eigen::VectorXd & values, double held, Eigen::VectorXd & lambda) const
{
  lambda.setZero(3 * contacts());
  const double * const value = values.data();
  const auto impulse = [value, held](int p) {return value[p] >= -held ? value[p] : 0.0;};
  for (Index i = 0; i < contacts(); ++i) {
    if (involvement_[i] == 0) {
      continue;
    }
    const double unit = scale_ / unit_[i];
    const int first = pair(i, 0);
    const char * state = &state_[first];
    const int last = joined_[i] ? directions_[i] : 0;
    double * to = lambda.data() + 3 * i;
    if (state[0] == 2) {
      to[0] = unit * impulse(first);
    }
    for (int j = 1; j <= last; ++j) {
      if (state[j] == 2) {
        const double size = unit * impulse(first + j);
        const Vector2 & d = table_[first + j];
        to[1] += size * d[0];
        to[2] += size * d[1];
      }
    }
  }
}

}  // namespace contact_sim
