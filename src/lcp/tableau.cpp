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

#include "contact_sim/lcp/tableau.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace contact_sim
{

namespace
{

/// A pivot of the scaled problem, whose entries are of order one, that loses no accuracy.
constexpr double kFairPivot = 0.01;

/// A fixed pseudo-random number for each variable (splitmix64).
std::uint64_t mix(std::uint64_t x)
{
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

std::uint64_t key(Eigen::Index variable)
{
  return mix(static_cast<std::uint64_t>(variable));
}

}  // namespace

void Tableau::resize(Index n)
{
  n_ = n;
  values_.resize(n, n + 2);
  basic_.resize(n);
  nonbasic_.resize(n + 1);
  place_.resize(2 * n + 1);
}

void Tableau::start()
{
  hash_ = 0;
  for (Index i = 0; i < n_; ++i) {
    basic_[i] = w(i);
    nonbasic_[i] = z(i);
    place_[w(i)] = i;
    place_[z(i)] = n_ + i;
    hash_ ^= key(w(i));
  }
  nonbasic_[n_] = artificial();
  place_[artificial()] = 2 * n_;
  values_.col(n_) = cover_;
}

void Tableau::fill(const LcpProblem & problem, const LcpScale & scale)
{
  for (Index j = 0; j < n_; ++j) {
    values_.col(j) = scale.column[j] * problem.M.col(j).cwiseProduct(scale.row);
  }
  values_.col(n_ + 1) = problem.q.cwiseProduct(scale.row) / scale.q;
}

void Tableau::reset(const LcpProblem & problem)
{
  resize(problem.size());
  cover_.setOnes(n_);
  values_.leftCols(n_) = problem.M;
  values_.col(n_ + 1) = problem.q;
  start();
}

void Tableau::reset(const LcpProblem & problem, const LcpScale & scale)
{
  resize(problem.size());
  cover_.setOnes(n_);
  fill(problem, scale);
  start();
}

void Tableau::cover_here(const LcpProblem & problem, const LcpScale & scale)
{
  cover_.setZero();
  for (Index i = 0; i < n_; ++i) {
    if (is_basic(w(i))) {
      cover_[i] += 1.0;
    } else {
      cover_ -= scale.column[i] * problem.M.col(i).cwiseProduct(scale.row);
    }
  }
  values_.col(n_).setOnes();
}

double Tableau::inverse_basis(Index row, Index j) const
{
  if (is_basic(w(j))) {
    return row_of(w(j)) == row ? 1.0 : 0.0;
  }
  return -values_(row, column_of(w(j)));
}

std::uint64_t Tableau::hash_after(Index leaving, Index entering) const
{
  return hash_ ^ key(leaving) ^ key(entering);
}

void Tableau::pivot(Index row, Index column)
{
  const double inverse = 1.0 / values_(row, column);
  for (Index j = 0; j < n_ + 2; ++j) {
    const double entry = values_(row, j);
    if (j == column || entry == 0.0) {
      continue;
    }
    const double factor = -entry * inverse;
    values_.col(j) += factor * values_.col(column);
    values_(row, j) = factor;
  }
  values_.col(column) *= inverse;
  values_(row, column) = inverse;

  hash_ = hash_after(basic_[row], nonbasic_[column]);
  std::swap(basic_[row], nonbasic_[column]);
  place_[basic_[row]] = row;
  place_[nonbasic_[column]] = n_ + column;
}

bool Tableau::pivot_complementary(Index i)
{
  if (!is_basic(w(i))) {
    return false;
  }
  const Index row = row_of(w(i));
  const Index column = column_of(z(i));
  if (std::abs(values_(row, column)) > kFairPivot) {
    pivot(row, column);
    return true;
  }
  for (Index j = 0; j < n_; ++j) {
    if (j == i || !is_basic(w(j))) {
      continue;
    }
    const Index other_row = row_of(w(j));
    const Index other_column = column_of(z(j));
    if (std::abs(values_(row, other_column)) > kFairPivot &&
      std::abs(values_(other_row, column)) > kFairPivot)
    {
      pivot(row, other_column);
      pivot(other_row, column);
      return true;
    }
  }
  return false;
}

void Tableau::basis(std::vector<char> & is_in) const
{
  is_in.resize(2 * n_ + 1);
  for (Index variable = 0; variable <= artificial(); ++variable) {
    is_in[variable] = is_basic(variable);
  }
}

bool Tableau::best_pivot(const std::vector<char> & is_in, Index & row, Index & column) const
{
  double largest = 0.0;
  for (Index j = 0; j <= n_; ++j) {
    if (!is_in[nonbasic_[j]]) {
      continue;
    }
    for (Index i = 0; i < n_; ++i) {
      if (!is_in[basic_[i]] && std::abs(values_(i, j)) > largest) {
        largest = std::abs(values_(i, j));
        row = i;
        column = j;
      }
    }
  }
  // The scaled problem has entries of order one: what is left below n eps is rounding.
  return largest > static_cast<double>(n_) * std::numeric_limits<double>::epsilon();
}

bool Tableau::reach(
  const LcpProblem & problem, const LcpScale & scale, const std::vector<char> & is_in)
{
  fill(problem, scale);
  start();
  const auto missing = std::count(is_in.begin() + n_, is_in.end(), true);
  for (auto left = missing; left > 0; --left) {
    Index row = 0;
    Index column = 0;
    if (!best_pivot(is_in, row, column)) {
      return false;
    }
    pivot(row, column);
  }
  return true;
}

void Tableau::extract_z(Eigen::VectorXd & z_out) const
{
  z_out.setZero(n_);
  for (Index i = 0; i < n_; ++i) {
    const Index variable = basic_[i];
    if (variable >= n_ && variable < artificial()) {
      // What is left of a degenerate zero may be -1e-17: z >= 0 is kept exactly.
      z_out[variable - n_] = std::max(0.0, q()[i]);
    }
  }
}

void BasisSet::clear(int capacity)
{
  std::size_t slots = 64;
  while (slots < 2 * static_cast<std::size_t>(capacity)) {
    slots *= 2;
  }
  if (slots > slots_.size() || generation_ == std::numeric_limits<std::uint32_t>::max()) {
    slots_.assign(slots, Slot{0, 0});
    generation_ = 0;
  }
  ++generation_;
}

bool BasisSet::insert(std::uint64_t hash)
{
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    Slot & slot = slots_[at];
    if (slot.generation != generation_) {
      slot = Slot{hash, generation_};
      return true;
    }
    if (slot.hash == hash) {
      return false;
    }
  }
}

}  // namespace contact_sim
