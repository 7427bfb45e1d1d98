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

#include "contact_sim/dynamics/range_basis.hpp"

#include <algorithm>
#include <cmath>

namespace contact_sim
{

void RangeBasis::resize(Index rows, Index columns)
{
  const Index largest = std::min(rows, columns);
  B_.setZero(rows, columns);
  Q_.setZero(rows, largest);
  Z_.setZero(columns, largest);
  C_.setZero(largest, largest);
  length_.setZero(columns);
  remaining_.setZero(columns);
  rank_ = 0;
}

void RangeBasis::factor(double tolerance)
{
  rank_ = 0;
  Z_.setZero();
  for (Index j = 0; j < columns(); ++j) {
    const double length = std::max(B_.col(j).norm(), std::sqrt(length_[j]));
    length_[j] = length > 0.0 ? length : 1.0;
    B_.col(j) /= length_[j];
    remaining_[j] = B_.col(j).norm();
  }
  while (rank_ < Q_.cols()) {
    const Index pivot = next_pivot(tolerance);
    if (pivot < 0) {
      break;
    }
    take(pivot);
  }
  orthogonalise_rows();
}

RangeBasis::Index RangeBasis::next_pivot(double tolerance)
{
  Index pivot = -1;
  double largest = tolerance;
  for (Index j = 0; j < columns(); ++j) {
    if (remaining_[j] > largest) {
      largest = remaining_[j];
      pivot = j;
    }
  }
  return pivot;
}

/// Makes the next vector of Q of a column and takes its part out of the others. Z holds Rᵀ of
/// B D⁻¹ = Q R until orthogonalise_rows().
void RangeBasis::take(Index pivot)
{
  auto q = Q_.col(rank_);
  q = B_.col(pivot);
  for (Index i = 0; i < rank_; ++i) {
    // The second time: what rounding left of the earlier vectors.
    const double rest = Q_.col(i).dot(q);
    q -= rest * Q_.col(i);
    Z_(pivot, i) += rest;
  }
  const double length = q.norm();
  q /= length;
  remaining_[pivot] = -1.0;
  for (Index j = 0; j < columns(); ++j) {
    if (j == pivot) {
      Z_(j, rank_) = length;
    } else if (remaining_[j] >= 0.0) {
      const double part = q.dot(B_.col(j));
      B_.col(j) -= part * q;
      Z_(j, rank_) = part;
      remaining_[j] = B_.col(j).norm();
    }
  }
  ++rank_;
}

/// Rᵀ = Z C, in place. R has full row rank, hence no pivots.
void RangeBasis::orthogonalise_rows()
{
  for (Index j = 0; j < rank_; ++j) {
    C_.col(j).setZero();
    for (int time = 0; time < 2; ++time) {
      for (Index i = 0; i < j; ++i) {
        const double part = Z_.col(i).dot(Z_.col(j));
        Z_.col(j) -= part * Z_.col(i);
        C_(i, j) += part;
      }
    }
    C_(j, j) = Z_.col(j).norm();
    Z_.col(j) /= C_(j, j);
  }
}

void RangeBasis::solve_transposed(const Eigen::VectorXd & t, Eigen::VectorXd & y) const
{
  // D Z C y = t, with the rows divided by D: every row counts in units of its own.
  for (Index i = rank_ - 1; i >= 0; --i) {
    double sum = 0.0;
    for (Index j = 0; j < columns(); ++j) {
      sum += Z_(j, i) * t[j] / length_[j];
    }
    for (Index j = i + 1; j < rank_; ++j) {
      sum -= C_(i, j) * y[j];
    }
    y[i] = sum / C_(i, i);
  }
}

void RangeBasis::solve(Eigen::VectorXd & w, Eigen::VectorXd & lambda) const
{
  for (Index i = 0; i < rank_; ++i) {
    for (Index j = 0; j < i; ++j) {
      w[i] -= C_(j, i) * w[j];
    }
    w[i] /= C_(i, i);
  }
  for (Index j = 0; j < columns(); ++j) {
    double sum = 0.0;
    for (Index i = 0; i < rank_; ++i) {
      sum += Z_(j, i) * w[i];
    }
    lambda[j] = sum / length_[j];
  }
}

}  // namespace contact_sim
