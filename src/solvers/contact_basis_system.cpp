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
  spread_.leftCols(size_).setZero();
  const auto add = [this](Index column, Index contact, const Eigen::Vector3d & a) {
      for (Index at = first_[contact]; at < first_[contact + 1]; ++at) {
        spread_(dofs_[at], column) += a.dot(columns_.col(at));
      }
    };
  for (Index column = 0; column < size_; ++column) {
    if (column_list_[column].contact != kArtificial) {
      add(column, column_list_[column].contact, column_list_[column].a);
    }
  }
  for (const int i : involved_) {
    const int kappa = elimination_[i].column;
    if (artificial_ && kappa > 0) {
      const Vector2 a = cover_[pair(i, slip(i))] * direction(i, kappa);
      add(size_ - 1, i, {0.0, a[0], a[1]});
    }
  }
}

void ContactBasis::fill_row(Index at)
{
  const Row & row = row_list_[at];
  auto entries = matrix_.row(at).head(size_);
  entries.setZero();
  if (row.local == slip(row.contact) && row.local > 0 && joined_[row.contact]) {
    for (Index column = 0; column < size_; ++column) {
      if (column_list_[column].contact == row.contact && column_list_[column].local == 0) {
        entries[column] = mu_[row.contact];
      }
    }
  } else {
    for (Index k = first_[row.contact]; k < first_[row.contact + 1]; ++k) {
      entries += row.g.dot(columns_.col(k)) * spread_.row(dofs_[k]).head(size_);
    }
  }
  if (artificial_) {
    entries[size_ - 1] += cover_[pair(row.contact, row.local)];
    const int kappa = elimination_[row.contact].row;
    if (kappa > 0 && row.local > 0 && row.local != slip(row.contact)) {
      entries[size_ - 1] -= cover_[pair(row.contact, kappa)];
    }
  }
}

/// Gauss elimination by rows with partial pivoting.
bool ContactBasis::decompose()
{
  for (Index k = 0; k < size_; ++k) {
    Index best;
    const double pivot = matrix_.col(k).segment(k, size_ - k).cwiseAbs().maxCoeff(&best);
    best += k;
    if (!(pivot > kSingular)) {
      return false;
    }
    permutation_[k] = static_cast<int>(best);
    if (best != k) {
      matrix_.row(k).head(size_).swap(matrix_.row(best).head(size_));
    }
    const double inverse = 1.0 / matrix_(k, k);
    const Index left = size_ - k - 1;
    for (Index i = k + 1; i < size_; ++i) {
      const double factor = matrix_(i, k) * inverse;
      matrix_(i, k) = factor;
      if (factor != 0.0) {
        matrix_.row(i).segment(k + 1, left) -= factor * matrix_.row(k).segment(k + 1, left);
      }
    }
  }
  return true;
}

void ContactBasis::solve()
{
  for (Index k = 0; k < size_; ++k) {
    std::swap(right_[k], right_[permutation_[k]]);
  }
  for (Index k = 0; k < size_; ++k) {
    right_[k] -= matrix_.row(k).head(k).dot(right_.head(k));
  }
  for (Index k = size_ - 1; k >= 0; --k) {
    const Index right = size_ - k - 1;
    const double known = matrix_.row(k).segment(k + 1, right).dot(solution_.segment(k + 1, right));
    solution_[k] = (right_[k] - known) / matrix_(k, k);
  }
}

}  // namespace contact_sim
