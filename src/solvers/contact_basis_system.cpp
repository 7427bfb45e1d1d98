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
  if (!is_collected_) {
    if (!collect()) {
      return false;
    }
    find_extents();
    is_collected_ = true;
  }
  combine();
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
  for (const Gap & gap : gappy_) {
    for (int dof = gap.dof; dof < gap.dof + gap.size; ++dof) {
      double * row = &spread_(dof, 0);
      std::fill(row + dof_head_[gap.dof], row + dof_tail_[gap.dof] + 1, 0.0);
    }
  }
  const Index stride = spread_.cols();
  for (Index column = 0; column < size_ - artificial_; ++column) {
    const double * along = along_.data() + column_list_[column].along;
    columns_.for_each_run(
      column_list_[column].contact, [&](const ScaledColumns::Run & r, const double *) {
        double * to = spread_.data() + r.dof * stride + column;
        for (int k = 0; k < r.size; ++k, to += stride) {
          *to = along[r.at + k];
        }
      });
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
  std::fill_n(&matrix_(at, 0), size_, 0.0);
  head_[at] = row.head;
  tail_[at] = row.tail;
  if (!row.is_slip) {
    fill_velocity_row(at);
  } else if (row.tail >= 0) {
    matrix_(at, row.tail) = mu_[row.contact];
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
  const bool are_bodies = columns_.are_bodies();
  columns_.for_each_run(
    row.contact, [&](const ScaledColumns::Run & r, const double *) {
      if (are_bodies && r.size == run::kSix) {
        add_six(r.dof, along + r.at, entries);
        return;
      }
      for (int k = 0; k < r.size; ++k) {
        add_one(r.dof + k, are_bodies ? r.dof : r.dof + k, along[r.at + k], entries);
      }
    });
}

/// The columns that move one degree of freedom are those of `like`.
void ContactBasis::add_one(Index dof, Index like, double factor, double * entries) const
{
  const double * spread = &spread_(dof, 0);
  for (Index column = dof_head_[like]; column <= dof_tail_[like]; ++column) {
    entries[column] += factor * spread[column];
  }
}

/// add_one() for the six of a body, two columns at a time.
void ContactBasis::add_six(Index dof, const double * factors, double * entries) const
{
  using Two = Eigen::Array2d;
  const Index stride = spread_.cols();
  const double * spread = &spread_(dof, 0);
  const Index tail = dof_tail_[dof];
  Index column = dof_head_[dof];
  for (; column < tail; column += 2) {
    const double * at = spread + column;
    Eigen::Map<Two> sum(entries + column);
    Two even = sum + factors[0] * Eigen::Map<const Two>(at);
    Two odd = factors[1] * Eigen::Map<const Two>(at + stride);
    even += factors[2] * Eigen::Map<const Two>(at + 2 * stride);
    odd += factors[3] * Eigen::Map<const Two>(at + 3 * stride);
    even += factors[4] * Eigen::Map<const Two>(at + 4 * stride);
    odd += factors[5] * Eigen::Map<const Two>(at + 5 * stride);
    sum = even + odd;
  }
  for (Index k = 0; column == tail && k < run::kSix; ++k) {
    entries[column] += factors[k] * spread[k * stride + column];
  }
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
  return columns_.dot(row.contact, along_.data() + row.along, velocity);
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
    const Column & own = column_list_[column];
    columns_.add(own.contact, solution_[column], along_.data() + own.along, velocity_);
  }
  if (artificial_at_factor_) {
    velocity_ += solution_[ordinary] * spread_artificial_;
  }
}

}  // namespace contact_sim
