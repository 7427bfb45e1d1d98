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

// The reduced system of a ContactBasis: filling, factoring and solving it.

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

void ContactBasis::forget_updates()
{
  for (const int pair : slots_) {
    is_slot_[pair] = 0;
  }
  slots_.clear();
  update_count_ = 0;
}

bool ContactBasis::factor()
{
  forget_updates();
  artificial_at_factor_ = artificial_;
  if (!collect()) {
    return false;
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
  std::fill(dof_head_.begin(), dof_head_.end(), ordinary);
  std::fill(dof_tail_.begin(), dof_tail_.end(), -1);
  for (Index column = 0; column < ordinary; ++column) {
    const Index contact = column_list_[column].contact;
    const double * along = along_.data() + column_list_[column].along;
    const int * dofs = columns_.dofs(contact);
    for (Index k = 0; k < columns_.count(contact); ++k) {
      const int dof = dofs[k];
      double * row = &spread_(dof, 0);
      if (dof_tail_[dof] < 0) {
        dof_head_[dof] = column;
      } else {
        std::fill(row + dof_tail_[dof] + 1, row + column, 0.0);
      }
      row[column] = along[k];
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
      columns_.accumulate(i, {0.0, a[0], a[1]}, spread_artificial_);
    }
  }
}

void ContactBasis::fill_row(Index at)
{
  const Row & row = row_list_[at];
  const Index ordinary = size_ - artificial_;
  std::fill_n(&matrix_(at, 0), size_, 0.0);
  head_[at] = ordinary;
  tail_[at] = -1;
  if (!row.is_slip) {
    fill_velocity_row(at);
  } else if (elimination_[row.contact].theta >= 0) {
    const Index column = elimination_[row.contact].theta;
    matrix_(at, column) = mu_[row.contact];
    head_[at] = tail_[at] = column;
  }
  if (artificial_) {
    fill_artificial(at);
  }
}

void ContactBasis::fill_velocity_row(Index at)
{
  const Row & row = row_list_[at];
  double * entries = &matrix_(at, 0);
  const double * along = along_.data() + row.along;
  const int * dofs = columns_.dofs(row.contact);
  Index head = head_[at];
  Index tail = -1;
  for (Index k = 0; k < columns_.count(row.contact); ++k) {
    const Index begin = dof_head_[dofs[k]];
    const Index end = dof_tail_[dofs[k]];
    const double * spread = &spread_(dofs[k], 0);
    const double g = along[k];
    for (Index column = begin; column <= end; ++column) {
      entries[column] += g * spread[column];
    }
    head = std::min(head, begin);
    tail = std::max(tail, end);
  }
  head_[at] = head;
  tail_[at] = tail;
}

void ContactBasis::fill_artificial(Index at)
{
  const Row & row = row_list_[at];
  double entry = cover_[pair(row.contact, row.local)];
  if (!row.is_slip) {
    entry += along_row(row, spread_artificial_);
    const int kappa = elimination_[row.contact].row;
    if (kappa > 0 && row.local > 0) {
      entry -= cover_[pair(row.contact, kappa)];
    }
  }
  matrix_(at, size_ - 1) = entry;
}

/// What a velocity is along a row.
double ContactBasis::along_row(const Row & row, const Eigen::VectorXd & velocity) const
{
  const double * along = along_.data() + row.along;
  const int * dofs = columns_.dofs(row.contact);
  double sum = 0.0;
  for (Index k = 0; k < columns_.count(row.contact); ++k) {
    sum += along[k] * velocity.data()[dofs[k]];
  }
  return sum;
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
  inverse_pivot_[k] = inverse;
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

namespace
{

/// By halves, so that one sum need not wait for the other.
double dot(const double * a, const double * b, Index size)
{
  double even = 0.0;
  double odd = 0.0;
  Index k = 0;
  for (; k + 1 < size; k += 2) {
    even += a[k] * b[k];
    odd += a[k + 1] * b[k + 1];
  }
  return k < size ? even + odd + a[k] * b[k] : even + odd;
}

}  // namespace

void ContactBasis::solve()
{
  const Index last = size_ - 1;
  for (Index k = 0; k < size_; ++k) {
    std::swap(right_[k], right_[permutation_[k]]);
  }
  for (Index k = 0; k < size_; ++k) {
    const Index head = std::min(head_[k], k);
    right_[k] -= dot(&matrix_(k, head), &right_[head], k - head);
  }
  for (Index k = last; k >= 0; --k) {
    const Index right = std::max<Index>(tail_[k] - k, 0);
    double known = dot(&matrix_(k, k) + 1, &solution_[k] + 1, right);
    if (artificial_at_factor_ && k < last) {
      known += matrix_(k, last) * solution_[last];
    }
    solution_[k] = (right_[k] - known) * inverse_pivot_[k];
  }
}

void ContactBasis::add_solution_to_velocity()
{
  const Index ordinary = size_ - artificial_at_factor_;
  for (Index column = 0; column < ordinary; ++column) {
    const Index contact = column_list_[column].contact;
    const double * along = along_.data() + column_list_[column].along;
    const int * dofs = columns_.dofs(contact);
    for (Index k = 0; k < columns_.count(contact); ++k) {
      velocity_.data()[dofs[k]] += solution_[column] * along[k];
    }
  }
  if (artificial_at_factor_) {
    velocity_ += solution_[ordinary] * spread_artificial_;
  }
}

}  // namespace contact_sim
