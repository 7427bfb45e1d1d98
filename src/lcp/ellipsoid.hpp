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

#ifndef LCP__ELLIPSOID_HPP_
#define LCP__ELLIPSOID_HPP_

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact_sim/lcp/active_set.hpp"

namespace contact_sim
{

/// Phase 1: ellipsoids around the part of a ball that is feasible up to the slack.
class Ellipsoid
{
public:
  using Index = Eigen::Index;
  enum class Outcome {kInside, kEmpty, kCutLimit};

  Ellipsoid(const ActiveSetOptions & options, ActiveSetWorkspace & workspace)
  : ws_(workspace), n_(workspace.q.size()), slack_(options.feasibility_slack)
  {
    const double radius = options.initial_radius;
    ws_.ellipsoid.setZero(n_, n_);
    ws_.ellipsoid.diagonal().setConstant(radius * radius);
    for (Eigen::VectorXd * vector :
      { & ws_.z, & ws_.w, & ws_.spread, & ws_.normal, & ws_.B_normal, & ws_.MB_normal})
    {
      vector->setZero(n_);
    }
    // With a feasible point the relaxed set contains a ball of this size around it: an ellipsoid
    // that is smaller than the ball holds none. It stands for the bound k* of [Sharaf].
    const double longest = std::max(1.0, ws_.M.rowwise().norm().maxCoeff());
    smallest_log_volume_ = static_cast<double>(n_) * std::log(slack_ / longest / radius);
  }

  /// Leaves the last centre in z.
  Outcome find_feasible_point(int max_cuts, int & cuts)
  {
    for (cuts = 0;; ++cuts) {
      if (cuts % n_ == 0) {
        refresh();
      }
      double alpha = 0.0;
      const Index constraint = deepest_cut(alpha);
      if (constraint == kNone) {
        return Outcome::kInside;
      }
      if (alpha >= 1.0 || log_volume_ < smallest_log_volume_) {
        return Outcome::kEmpty;
      }
      if (cuts == max_cuts) {
        return Outcome::kCutLimit;
      }
      cut(constraint, alpha);
    }
  }

private:
  static constexpr Index kNone = -1;

  /// w and M_i B M_iᵀ are brought along from cut to cut in O(n²); this takes the rounding out.
  void refresh()
  {
    ws_.w = ws_.q;
    ws_.w.noalias() += ws_.M * ws_.z;
    for (Index i = 0; i < n_; ++i) {
      ws_.normal = ws_.M.row(i).transpose();
      ws_.B_normal.noalias() = ws_.ellipsoid * ws_.normal;
      ws_.spread[i] = ws_.normal.dot(ws_.B_normal);
    }
  }

  /// The violated constraint with the largest α: w_i for i < n, z_{i-n} after them.
  Index deepest_cut(double & alpha) const
  {
    Index deepest = kNone;
    const auto consider = [&](Index i, double value, double spread) {
        const double violation = -value - slack_;
        if (violation <= 0.0) {
          return;
        }
        const double depth = spread >
          0.0 ? violation / std::sqrt(spread) : std::numeric_limits<double>::infinity();
        if (depth > alpha) {
          alpha = depth;
          deepest = i;
        }
      };
    for (Index i = 0; i < n_; ++i) {
      consider(i, ws_.w[i], ws_.spread[i]);
    }
    for (Index i = 0; i < n_; ++i) {
      consider(n_ + i, ws_.z[i], ws_.ellipsoid(i, i));
    }
    return deepest;
  }

  /// (2) and (3) of [Sharaf] with A_i = -normal.
  void cut(Index constraint, double alpha)
  {
    if (constraint < n_) {
      ws_.normal = ws_.M.row(constraint).transpose();
      ws_.B_normal.noalias() = ws_.ellipsoid * ws_.normal;
    } else {
      ws_.B_normal = ws_.ellipsoid.col(constraint - n_);
    }
    ws_.MB_normal.noalias() = ws_.M * ws_.B_normal;
    const double spread = constraint < n_ ?
      ws_.normal.dot(ws_.B_normal) : ws_.B_normal[constraint - n_];
    const double n = static_cast<double>(n_);
    const double step = (1.0 + n * alpha) / (n + 1.0) / std::sqrt(spread);
    ws_.z += step * ws_.B_normal;
    ws_.w += step * ws_.MB_normal;
    shrink(spread, alpha);
  }

  /// (3). δ and σ have no finite values for n = 1, their limit (1 - α)² / 4 for B does.
  void shrink(double spread, double alpha)
  {
    const double n = static_cast<double>(n_);
    const double delta = n_ == 1 ?
      0.25 * (1.0 - alpha) * (1.0 - alpha) : n * n * (1.0 - alpha * alpha) / (n * n - 1.0);
    const double sigma = n_ == 1 ? 0.0 : (2.0 + 2.0 * n * alpha) / (n + 1.0) / (1.0 + alpha);
    for (Index j = 0; j < n_; ++j) {
      const double factor = sigma / spread * ws_.B_normal[j];
      ws_.ellipsoid.col(j) = delta * (ws_.ellipsoid.col(j) - factor * ws_.B_normal);
    }
    ws_.spread = delta * (ws_.spread - sigma / spread * ws_.MB_normal.cwiseAbs2());
    log_volume_ += 0.5 * (n * std::log(delta) + std::log1p(-sigma));
  }

  ActiveSetWorkspace & ws_;
  const Index n_;
  const double slack_;
  double log_volume_{0.0};  ///< as a part of the first ball's
  double smallest_log_volume_;
};

}  // namespace contact_sim

#endif  // LCP__ELLIPSOID_HPP_
