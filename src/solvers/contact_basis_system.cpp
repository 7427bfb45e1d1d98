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

// The reduced system of a ContactBasis: choosing, filling, factoring and solving it.

#include <algorithm>
#include <cmath>
#include <utility>

#include "solvers/contact_basis.hpp"

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

/// Pivots of the reduced system up to this are zero: its entries are of order one.
constexpr double kSingular = 1e-11;

}  // namespace

/// (27) and (30): a basic λ is eliminated by one of the rows σ_j = 0, a row γ = 0 by one of the
/// basic φ_j; the same j where it can serve both.
bool ContactBasis::choose_elimination(Index contact)
{
  Elimination & chosen = elimination_[contact];
  chosen = {};
  if (!joined_[contact]) {
    return true;
  }
  const char slip_state = state_[pair(contact, slip(contact))];
  for (int j = directions_[contact]; j >= 1; --j) {
    const char state = state_[pair(contact, j)];
    if (state == 0 && chosen.row == 0) {
      chosen.row = j;
    } else if (state == 2) {
      chosen.row = j;
      chosen.column = j;
    }
  }
  const bool needs_row = slip_state == 2;
  const bool has_row = chosen.row != 0;
  if (!needs_row) {
    chosen.row = 0;
  }
  if (slip_state == 1) {
    chosen.column = 0;
  }
  return !needs_row || has_row;
}

void ContactBasis::collect_columns(Index contact)
{
  const int id = static_cast<int>(contact);
  const int kappa = elimination_[contact].column;
  const Vector2 base = kappa > 0 ? direction(contact, kappa) : Vector2(0.0, 0.0);
  if (state_[pair(contact, 0)] == 2) {
    column_list_.push_back({id, 0, {1.0, mu_[contact] * base[0], mu_[contact] * base[1]}});
  }
  for (int j = 1; joined_[contact] && j <= directions_[contact]; ++j) {
    if (state_[pair(contact, j)] == 2 && j != kappa) {
      const Vector2 a = direction(contact, j) - base;
      column_list_.push_back({id, j, {0.0, a[0], a[1]}});
    }
  }
}

void ContactBasis::collect_rows(Index contact)
{
  const int id = static_cast<int>(contact);
  const int kappa = elimination_[contact].row;
  const Vector2 base = kappa > 0 ? direction(contact, kappa) : Vector2(0.0, 0.0);
  if (state_[pair(contact, 0)] != 1) {
    row_list_.push_back({id, 0, {1.0, 0.0, 0.0}});
  }
  if (!joined_[contact]) {
    return;
  }
  for (int j = 1; j <= directions_[contact]; ++j) {
    if (state_[pair(contact, j)] != 1 && j != kappa) {
      const Vector2 g = direction(contact, j) - base;
      row_list_.push_back({id, j, {0.0, g[0], g[1]}});
    }
  }
  if (state_[pair(contact, slip(contact))] != 1 && elimination_[contact].column == 0) {
    row_list_.push_back({id, slip(contact), {0.0, 0.0, 0.0}});
  }
}

bool ContactBasis::factor()
{
  involved_.clear();
  column_list_.clear();
  row_list_.clear();
  for (const int pair : slots_) {
    is_slot_[pair] = 0;
  }
  slots_.clear();
  update_count_ = 0;
  artificial_at_factor_ = artificial_;
  for (Index i = 0; i < contacts(); ++i) {
    if (involvement_[i] == 0) {
      continue;
    }
    involved_.push_back(static_cast<int>(i));
    if (!choose_elimination(i)) {
      return false;
    }
    collect_columns(i);
    collect_rows(i);
  }
  if (artificial_) {
    column_list_.push_back({kArtificial, 0, Eigen::Vector3d::Zero()});
  }
  size_ = static_cast<Index>(row_list_.size());
  if (column_list_.size() != row_list_.size() || size_ > matrix_.rows()) {
    return false;
  }
  spread_columns();
  for (Index row = 0; row < size_; ++row) {
    fill_row(row);
  }
  return decompose();
}

/// The velocity that each column brings; that of the artificial variable through the eliminated
/// φ_κ.
void ContactBasis::spread_columns()
{
  const Index ordinary = size_ - artificial_;
  spread_.leftCols(ordinary).setZero();
  std::fill(dof_head_.begin(), dof_head_.end(), ordinary);
  std::fill(dof_tail_.begin(), dof_tail_.end(), -1);
  for (Index column = 0; column < ordinary; ++column) {
    const Index contact = column_list_[column].contact;
    for (Index at = first_[contact]; at < first_[contact + 1]; ++at) {
      const int dof = dofs_[at];
      spread_(dof, column) = column_list_[column].a.dot(columns_.col(at));
      dof_head_[dof] = std::min(dof_head_[dof], column);
      dof_tail_[dof] = column;
    }
  }
  if (!artificial_) {
    return;
  }
  spread_artificial_.setZero();
  for (const int i : involved_) {
    const int kappa = elimination_[i].column;
    if (kappa > 0) {
      const Vector2 a = cover_[pair(i, slip(i))] * direction(i, kappa);
      accumulate(i, {0.0, a[0], a[1]}, spread_artificial_);
    }
  }
}

void ContactBasis::fill_row(Index at)
{
  const Row & row = row_list_[at];
  const Index ordinary = size_ - artificial_;
  auto entries = matrix_.row(at);
  entries.head(size_).setZero();
  Index head = ordinary;
  Index tail = -1;
  double artificial = 0.0;
  if (row.local == slip(row.contact) && row.local > 0 && joined_[row.contact]) {
    for (Index column = 0; column < ordinary; ++column) {
      if (column_list_[column].contact == row.contact && column_list_[column].local == 0) {
        entries[column] = mu_[row.contact];
        head = tail = column;
      }
    }
  } else {
    for (Index k = first_[row.contact]; k < first_[row.contact + 1]; ++k) {
      const double g = row.g.dot(columns_.col(k));
      const int dof = dofs_[k];
      const Index count = dof_tail_[dof] - dof_head_[dof] + 1;
      if (count > 0) {
        entries.segment(dof_head_[dof], count) += g * spread_.row(dof).segment(
          dof_head_[dof], count);
        head = std::min(head, dof_head_[dof]);
        tail = std::max(tail, dof_tail_[dof]);
      }
      artificial += artificial_ ? g * spread_artificial_[dof] : 0.0;
    }
  }
  head_[at] = head;
  tail_[at] = tail;
  if (artificial_) {
    artificial += cover_[pair(row.contact, row.local)];
    const int kappa = elimination_[row.contact].row;
    if (kappa > 0 && row.local > 0 && row.local != slip(row.contact)) {
      artificial -= cover_[pair(row.contact, kappa)];
    }
    entries[size_ - 1] = artificial;
  }
}

/// Where each column ends: rows below begin to the right of it, also after rows are swapped.
void ContactBasis::find_bottoms()
{
  std::fill_n(bottom_.begin(), size_, 0);
  for (Index row = 0; row < size_; ++row) {
    bottom_[head_[row]] = row;
  }
  for (Index k = 1; k < size_; ++k) {
    bottom_[k] = std::max(bottom_[k], bottom_[k - 1]);
  }
}

/// Gauss elimination by rows with partial pivoting, between heads and tails.
bool ContactBasis::decompose()
{
  find_bottoms();
  for (Index k = 0; k < size_; ++k) {
    Index best = k;
    for (Index row = k + 1; row <= bottom_[k]; ++row) {
      best = std::abs(matrix_(row, k)) > std::abs(matrix_(best, k)) ? row : best;
    }
    if (!(std::abs(matrix_(best, k)) > kSingular)) {
      return false;
    }
    permutation_[k] = static_cast<int>(best);
    if (best != k) {
      matrix_.row(k).head(size_).swap(matrix_.row(best).head(size_));
      std::swap(head_[k], head_[best]);
      std::swap(tail_[k], tail_[best]);
    }
    eliminate_below(k);
  }
  return true;
}

void ContactBasis::eliminate_below(Index k)
{
  const double inverse = 1.0 / matrix_(k, k);
  const Index last = size_ - 1;
  const Index right = std::max<Index>(tail_[k] - k, 0);
  const double * pivot_row = &matrix_(k, 0);
  for (Index i = k + 1; i <= bottom_[k]; ++i) {
    double * row = &matrix_(i, 0);
    if (row[k] == 0.0) {
      continue;
    }
    const double factor = row[k] * inverse;
    row[k] = factor;
    for (Index j = k + 1; j <= k + right; ++j) {
      row[j] -= factor * pivot_row[j];
    }
    if (artificial_ && k < last) {
      row[last] -= factor * pivot_row[last];
    }
    tail_[i] = std::max(tail_[i], tail_[k]);
  }
}

void ContactBasis::solve()
{
  const Index last = size_ - 1;
  for (Index k = 0; k < size_; ++k) {
    std::swap(right_[k], right_[permutation_[k]]);
  }
  for (Index k = 0; k < size_; ++k) {
    const Index left = std::max<Index>(k - head_[k], 0);
    right_[k] -= matrix_.row(k).segment(k - left, left).dot(right_.segment(k - left, left));
  }
  for (Index k = last; k >= 0; --k) {
    const Index right = std::max<Index>(tail_[k] - k, 0);
    double known = matrix_.row(k).segment(k + 1, right).dot(solution_.segment(k + 1, right));
    if (artificial_at_factor_ && k < last) {
      known += matrix_(k, last) * solution_[last];
    }
    solution_[k] = (right_[k] - known) / matrix_(k, k);
  }
}

void ContactBasis::add_solution_to_velocity()
{
  const Index ordinary = size_ - artificial_at_factor_;
  for (Index column = 0; column < ordinary; ++column) {
    accumulate(
      column_list_[column].contact, solution_[column] * column_list_[column].a, velocity_);
  }
  if (artificial_at_factor_) {
    velocity_ += solution_[ordinary] * spread_artificial_;
  }
}

}  // namespace contact_sim
