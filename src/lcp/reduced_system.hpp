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

#ifndef LCP__REDUCED_SYSTEM_HPP_
#define LCP__REDUCED_SYSTEM_HPP_

#include <Eigen/Core>

#include <utility>

#include "contact_sim/lcp/active_set.hpp"

namespace contact_sim
{

/// M_WW z_W = r by Gauss elimination with complete pivoting.
class ReducedSystem
{
public:
  using Index = Eigen::Index;

  /// Pivots below this are zero [-]: entries of the scaled problem are of order one.
  static constexpr double kSingular = 1e-11;

  explicit ReducedSystem(ActiveSetWorkspace & workspace)
  : ws_(workspace)
  {
    const Index n = ws_.q.size();
    ws_.working.reserve(n);
    ws_.is_working.assign(n, 0);
    ws_.row_order.resize(n);
    ws_.column_order.resize(n);
    ws_.factor.resize(n, n);
    ws_.reduced.setZero(n);
    ws_.scratch.setZero(n);
  }

  Index size() const {return static_cast<Index>(ws_.working.size());}

  /// Factors M_WW, and takes out of W what depends on the rest of it. The null spaces of a positive
  /// semi-definite matrix and of its transpose are one, so that independent columns have an
  /// independent principal block; only rounding can ask for another turn.
  void factor_independent()
  {
    for (Index rank = factor(kSingular); rank < size(); rank = factor(kSingular)) {
      for (Index k = rank; k < size(); ++k) {
        ws_.is_working[ws_.working[ws_.column_order[k]]] = 0;
      }
      collect();
    }
  }

  /// Factors M_WW for a W that is known to be independent; false if it is not at all.
  bool factor_all()
  {
    return factor(0.0) == size();
  }

  /// W in the order of the indices.
  void collect()
  {
    ws_.working.clear();
    for (Index i = 0; i < ws_.q.size(); ++i) {
      if (ws_.is_working[i]) {
        ws_.working.push_back(i);
      }
    }
  }

  /// ws.reduced ← M_WW⁻¹ ws.reduced
  void solve()
  {
    const Index size = this->size();
    Eigen::VectorXd & x = ws_.scratch;
    for (Index i = 0; i < size; ++i) {
      x[i] = ws_.reduced[ws_.row_order[i]];
    }
    for (Index k = 0; k < size; ++k) {
      const Index below = size - k - 1;
      x.segment(k + 1, below) -= x[k] * ws_.factor.col(k).segment(k + 1, below);
    }
    for (Index k = size - 1; k >= 0; --k) {
      x[k] /= ws_.factor(k, k);
      x.head(k) -= x[k] * ws_.factor.col(k).head(k);
    }
    for (Index i = 0; i < size; ++i) {
      ws_.reduced[ws_.column_order[i]] = x[i];
    }
  }

private:
  void gather()
  {
    for (Index j = 0; j < size(); ++j) {
      ws_.row_order[j] = j;
      ws_.column_order[j] = j;
      for (Index i = 0; i < size(); ++i) {
        ws_.factor(i, j) = ws_.M(ws_.working[i], ws_.working[j]);
      }
    }
  }

  /// \returns the rank: pivots up to `zero` count as none
  Index factor(double zero)
  {
    gather();
    const Index size = this->size();
    auto LU = ws_.factor.topLeftCorner(size, size);
    for (Index k = 0; k < size; ++k) {
      const Index left = size - k;
      Index row, column;
      const double pivot =
        LU.bottomRightCorner(left, left).cwiseAbs().maxCoeff(&row, &column);
      if (pivot <= zero) {
        return k;
      }
      LU.row(k).swap(LU.row(k + row));
      LU.col(k).swap(LU.col(k + column));
      std::swap(ws_.row_order[k], ws_.row_order[k + row]);
      std::swap(ws_.column_order[k], ws_.column_order[k + column]);
      LU.col(k).tail(left - 1) /= LU(k, k);
      for (Index j = k + 1; j < size; ++j) {
        LU.col(j).tail(left - 1) -= LU(k, j) * LU.col(k).tail(left - 1);
      }
    }
    return size;
  }

  ActiveSetWorkspace & ws_;
};

}  // namespace contact_sim

#endif  // LCP__REDUCED_SYSTEM_HPP_
