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

#include "contact_sim/lcp/dantzig.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

constexpr Index kNone = -1;

/// What Workspace::position holds for a variable that is not clamped.
constexpr Index kFree = -1;     ///< in NC: treated, z_i = 0, w_i >= 0 is kept
constexpr Index kWaiting = -2;  ///< not treated yet: z_i = 0, w_i may be anything
constexpr Index kBarred = -3;   ///< in NC, but w_i depends on the clamped ones: cannot join them

/// How many times its own rounding w_d must be below zero to prove that a problem is infeasible.
constexpr double kSlack = 1e4;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The state of one solve, with the names of [Baraff 1994]: C clamped (w = 0), NC free (z = 0),
/// d the variable that is driven. The comments' equation numbers are those of the room's README.
class Dantzig
{
public:
  Dantzig(
    const LcpProblem & problem, const DantzigOptions & options, DantzigWorkspace & workspace,
    LcpSolution & solution)
  : M_(problem.M), q_(problem.q), zero_(options.zero_tolerance), ws_(workspace),
    z_(solution.z), w_(solution.w), solution_(solution)
  {
    const Index n = q_.size();
    max_pivots_ = options.max_pivots > 0 ? options.max_pivots : 1000 + 50 * static_cast<int>(n);
    ws_.clamped.clear();
    ws_.clamped.reserve(n);
    ws_.free.clear();
    ws_.free.reserve(n);
    ws_.position.assign(n, kWaiting);
    ws_.factor.resize(n, n);
    ws_.root = M_.diagonal().cwiseMax(0.0).cwiseSqrt();
    for (Eigen::VectorXd * vector :
      { & ws_.half_solved, & ws_.direction, & ws_.dw, & ws_.scratch})
    {
      vector->resize(n);
    }
    w_ = q_;
  }

  LcpStatus run()
  {
    if (!is_symmetric()) {
      return say(LcpStatus::kNotApplicable, "M is not symmetric");
    }
    LcpStatus status = check_diagonal();
    for (Index d = worst(); status == LcpStatus::kSolved && d != kNone; d = worst()) {
      status = treat(d);
    }
    return status;
  }

  /// One step of iterative refinement on the clamped variables with the current factor; expects w
  /// to be up to date.
  void refine()
  {
    const Index k = clamped();
    for (Index i = 0; i < k; ++i) {
      ws_.half_solved[i] = w_[ws_.clamped[i]];
    }
    forward_solve(0, ws_.half_solved);
    backward_solve();
    for (Index i = 0; i < k; ++i) {
      double & z = z_[ws_.clamped[i]];
      z = std::max(0.0, z - ws_.direction[i]);
    }
  }

private:
  Index clamped() const {return static_cast<Index>(ws_.clamped.size());}

  LcpStatus say(LcpStatus status, const std::string & detail)
  {
    solution_.detail = detail;
    return status;
  }

  bool is_symmetric() const
  {
    const double allowed = 1e-10 * (q_.size() > 0 ? M_.cwiseAbs().maxCoeff() : 0.0);
    for (Index j = 0; j < q_.size(); ++j) {
      for (Index i = 0; i < j; ++i) {
        if (std::abs(M_(i, j) - M_(j, i)) > allowed) {
          return false;
        }
      }
    }
    return true;
  }

  /// In a positive semi-definite matrix a zero on the diagonal means a zero row: w_i = q_i.
  LcpStatus check_diagonal()
  {
    for (Index i = 0; i < q_.size(); ++i) {
      if (M_(i, i) > 0.0) {
        continue;
      }
      if (M_(i, i) < 0.0 || M_.col(i).cwiseAbs().maxCoeff() > 0.0) {
        return not_semidefinite(i);
      }
      if (q_[i] < 0.0) {
        return say(
          LcpStatus::kInfeasible,
          "row " + std::to_string(i) + " of M is zero and q is negative there");
      }
    }
    return LcpStatus::kSolved;
  }

  LcpStatus not_semidefinite(Index row)
  {
    return say(
      LcpStatus::kNotApplicable,
      "M is not positive semi-definite: see row " + std::to_string(row));
  }

  /// The waiting variable whose condition is broken most, in its own unit. Baraff leaves the order
  /// open; taken in the order of their numbers they need several times the pivots.
  Index worst() const
  {
    double least = 0.0;
    Index worst = kNone;
    for (Index i = 0; i < q_.size(); ++i) {
      if (ws_.position[i] == kWaiting && w_[i] < least * ws_.root[i]) {
        least = w_[i] / ws_.root[i];
        worst = i;
      }
    }
    return worst;
  }

  /// Establishes the condition of variable d, those treated before being kept.
  LcpStatus treat(Index d)
  {
    // A redundant row has w_d = 0 in theory: a rounding error is no reason to drive it.
    rounding_ = zero_ * (std::abs(q_[d]) + M_.col(d).cwiseAbs().dot(z_));
    if (w_[d] >= -rounding_) {
      set_free(d);
      return LcpStatus::kSolved;
    }
    const LcpStatus status = drive_to_zero(d);
    compute_w();
    return status;
  }

  void set_free(Index i)
  {
    ws_.position[i] = kFree;
    ws_.free.push_back(i);
  }

  /// w = q + M z afresh, for the waiting ones above all.
  void compute_w()
  {
    w_ = q_;
    const Index k = clamped();
    const auto term = [this](Index i) {
        const Index column = ws_.clamped[i];
        return z_[column] * M_.col(column);
      };
    Index i = 0;
    for (; i + 3 < k; i += 4) {
      w_ += term(i) + term(i + 1) + term(i + 2) + term(i + 3);
    }
    for (; i < k; ++i) {
      w_ += term(i);
    }
  }

  LcpStatus drive_to_zero(Index d)
  {
    gather(d);
    forward_solve(0, ws_.half_solved);
    for (;; ) {
      const double dw_d = compute_direction(d);
      if (dw_d < -std::sqrt(zero_) * M_(d, d)) {
        return not_semidefinite(d);
      }
      Index limiting = d;
      const double step = largest_step(d, dw_d, limiting);
      if (step == kInfinity) {
        // Of a nearly singular M_CC more is lost than the sum of w_d shows; the judge will tell.
        if (w_[d] >= -kSlack * rounding_) {
          set_free(d);
          return LcpStatus::kSolved;
        }
        return say(
          LcpStatus::kInfeasible,
          "z can grow without end in a direction with M dz = 0 and q dz < 0 (row " +
          std::to_string(d) + ")");
      }
      if (++solution_.pivots > max_pivots_) {
        return say(
          LcpStatus::kPivotLimit,
          "max_pivots = " + std::to_string(max_pivots_) + " pivots were made");
      }
      advance(d, step, dw_d);
      // In a tie d comes first: once another was exchanged, d may depend on the clamped ones.
      if (limiting == d || (dw_d > zero_ * M_(d, d) && w_[d] >= -rounding_)) {
        w_[d] = 0.0;
        append_row(d, M_(d, d) - ws_.half_solved.head(clamped()).squaredNorm());
        unbar();
        return LcpStatus::kSolved;
      }
      exchange(limiting, d);
    }
  }

  /// half_solved ← M_Cd
  void gather(Index d)
  {
    for (Index i = 0; i < clamped(); ++i) {
      ws_.half_solved[i] = M_(ws_.clamped[i], d);
    }
  }

  /// x ← L⁻¹ x, entries before `first` being done already.
  void forward_solve(Index first, Eigen::VectorXd & x)
  {
    for (Index i = first; i < clamped(); ++i) {
      const double known = ws_.factor.row(i).head(i).dot(x.head(i));
      x[i] = (x[i] - known) / ws_.factor(i, i);
    }
  }

  /// direction ← L⁻ᵀ half_solved
  void backward_solve()
  {
    const Index k = clamped();
    Eigen::VectorXd & x = ws_.direction;
    x.head(k) = ws_.half_solved.head(k);
    for (Index i = k - 1; i >= 0; --i) {
      x[i] /= ws_.factor(i, i);
      x.head(i) -= x[i] * ws_.factor.row(i).head(i).transpose();
    }
  }

  /// Δz_d = 1, M_CC Δz_C = -M_Cd, Δw = M Δz on NC.
  /// \returns Δw_d, by Cholesky's own formula: exactly what the factor's next pivot would be
  double compute_direction(Index d)
  {
    backward_solve();
    const Index k = clamped();
    ws_.direction.head(k) = -ws_.direction.head(k);
    for (const Index i : ws_.free) {
      double dw = M_(i, d);
      for (Index c = 0; c < k; ++c) {
        dw += ws_.direction[c] * M_(ws_.clamped[c], i);
      }
      ws_.dw[i] = dw;
    }
    return M_(d, d) - ws_.half_solved.head(k).squaredNorm();
  }

  /// How far z may go along the direction until a condition would break, and whose it is.
  double largest_step(Index d, double dw_d, Index & limiting) const
  {
    double step = dw_d > zero_ * M_(d, d) ? -w_[d] / dw_d : kInfinity;
    const auto limit = [&](double value, double rate, Index i) {
        const double bound = std::max(0.0, -value / rate);
        if (bound < step) {
          step = bound;
          limiting = i;
        }
      };
    for (Index c = 0; c < clamped(); ++c) {
      const Index i = ws_.clamped[c];
      if (ws_.direction[c] * ws_.root[i] < -zero_ * ws_.root[d]) {
        limit(z_[i], ws_.direction[c], i);
      }
    }
    for (const Index i : ws_.free) {
      if (ws_.position[i] == kFree && ws_.dw[i] < -zero_ * ws_.root[i] * ws_.root[d]) {
        limit(w_[i], ws_.dw[i], i);
      }
    }
    return step;
  }

  void advance(Index d, double step, double dw_d)
  {
    for (Index c = 0; c < clamped(); ++c) {
      z_[ws_.clamped[c]] += step * ws_.direction[c];
    }
    for (const Index i : ws_.free) {
      w_[i] += step * ws_.dw[i];
    }
    z_[d] += step;
    w_[d] += step * dw_d;
  }

  /// Moves j between C and NC, and brings half_solved = L⁻¹ M_Cd up to date.
  void exchange(Index j, Index d)
  {
    if (ws_.position[j] >= 0) {
      z_[j] = 0.0;
      const Index position = ws_.position[j];
      remove_row(position);
      unbar();
      gather(d);
      forward_solve(0, ws_.half_solved);
      return;
    }
    w_[j] = 0.0;
    const Index k = clamped();
    for (Index i = 0; i < k; ++i) {
      ws_.scratch[i] = M_(ws_.clamped[i], j);
    }
    forward_solve(0, ws_.scratch);
    const double pivot = M_(j, j) - ws_.scratch.head(k).squaredNorm();
    if (pivot <= zero_ * M_(j, j)) {
      ws_.position[j] = kBarred;
      return;
    }
    std::swap(ws_.scratch, ws_.half_solved);
    erase_free(j);
    append_row(j, pivot);
    std::swap(ws_.scratch, ws_.half_solved);
    ws_.half_solved[k] = M_(j, d);
    forward_solve(k, ws_.half_solved);
  }

  /// The factor grows by the row (half_solved, sqrt(pivot)).
  void append_row(Index j, double pivot)
  {
    const Index k = clamped();
    ws_.factor.row(k).head(k) = ws_.half_solved.head(k).transpose();
    ws_.factor(k, k) = std::sqrt(pivot);
    ws_.position[j] = k;
    ws_.clamped.push_back(j);
  }

  void erase_free(Index j)
  {
    ws_.free.erase(std::find(ws_.free.begin(), ws_.free.end(), j));
  }

  /// A variable that depended on the clamped ones may join again once these have changed.
  void unbar()
  {
    for (const Index i : ws_.free) {
      ws_.position[i] = kFree;
    }
  }

  /// Without row p, what follows is L₃L₃ᵀ + v vᵀ with v the column p below the diagonal: a rank-one
  /// update by Givens rotations, which is stable for a plus sign.
  void remove_row(Index p)
  {
    set_free(ws_.clamped[p]);
    ws_.clamped.erase(ws_.clamped.begin() + p);
    const Index k = clamped();
    for (Index i = p; i < k; ++i) {
      ws_.position[ws_.clamped[i]] = i;
      ws_.scratch[i] = ws_.factor(i + 1, p);
      ws_.factor.row(i).head(p) = ws_.factor.row(i + 1).head(p);
      for (Index j = p; j <= i; ++j) {
        ws_.factor(i, j) = ws_.factor(i + 1, j + 1);
      }
    }
    for (Index j = p; j < k; ++j) {
      const double diagonal = std::hypot(ws_.factor(j, j), ws_.scratch[j]);
      const double c = ws_.factor(j, j) / diagonal;
      const double s = ws_.scratch[j] / diagonal;
      ws_.factor(j, j) = diagonal;
      for (Index i = j + 1; i < k; ++i) {
        const double l = ws_.factor(i, j);
        ws_.factor(i, j) = c * l + s * ws_.scratch[i];
        ws_.scratch[i] = c * ws_.scratch[i] - s * l;
      }
    }
  }

  const Eigen::MatrixXd & M_;
  const Eigen::VectorXd & q_;
  const double zero_;
  DantzigWorkspace & ws_;
  Eigen::VectorXd & z_;
  Eigen::VectorXd & w_;
  LcpSolution & solution_;
  int max_pivots_;
  double rounding_{0.0};  ///< of w_d when d is taken up: closer to zero it is zero
};

}  // namespace

void solve_dantzig(
  const LcpProblem & problem, const DantzigOptions & options, DantzigWorkspace & workspace,
  LcpSolution & solution)
{
  check_problem(problem);
  check_option("tolerance", options.tolerance);
  check_option("zero_tolerance", options.zero_tolerance);
  check_option("max_pivots", options.max_pivots);
  compute_scale(problem, workspace.scale);
  solution.restart(problem.size());

  Dantzig dantzig(problem, options, workspace, solution);
  solution.status = dantzig.run();
  judge(problem, workspace.scale, options.tolerance, solution);
  if (solution.status == LcpStatus::kError) {
    dantzig.refine();
    solution.status = LcpStatus::kSolved;
    solution.detail.clear();
    judge(problem, workspace.scale, options.tolerance, solution);
  }
}

LcpSolution solve_dantzig(const LcpProblem & problem, const DantzigOptions & options)
{
  DantzigWorkspace workspace;
  LcpSolution solution;
  solve_dantzig(problem, options, workspace, solution);
  return solution;
}

}  // namespace contact_sim
