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

#include "contact_sim/lcp/active_set.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>

#include "lcp/ellipsoid.hpp"
#include "lcp/reduced_system.hpp"

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

constexpr Index kNone = -1;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// All are parts of the scaled problem's entries, which are of order one [-].
constexpr double kIndefinite = 1e-10;  ///< pivots of the symmetric part up to this are zero
constexpr double kRounding = 1e-12;    ///< values above -this are not negative
constexpr double kNoStep = 1e-12;      ///< steps below this stall
constexpr double kLift = 1e-3;         ///< the least distance with which exchanges start
constexpr double kProof = 1e6;         ///< a proof excludes every z with a scaled sum below this

/// A congruence: D M D is positive semi-definite where M is, and zᵀw keeps its zeros and its
/// convexity. For a symmetric M it is the judge's own scaling.
void scale_problem(const LcpProblem & problem, ActiveSetWorkspace & ws)
{
  ws.unit = ws.scale.row.cwiseProduct(ws.scale.column).cwiseSqrt();
  ws.M.resize(problem.size(), problem.size());
  for (Index j = 0; j < problem.size(); ++j) {
    ws.M.col(j) = ws.unit[j] * problem.M.col(j).cwiseProduct(ws.unit);
  }
  ws.q = problem.q.cwiseProduct(ws.unit);
  ws.q_unit = ws.q.cwiseAbs().maxCoeff();
  ws.q /= ws.q_unit;
}

/// Cholesky's method on the symmetric part, the largest pivot first: where the largest one left is
/// zero, so must be all that is left.
bool is_positive_semi_definite(const Eigen::MatrixXd & M, Eigen::MatrixXd & S)
{
  const Index n = M.rows();
  S.resize(n, n);
  for (Index j = 0; j < n; ++j) {
    S.col(j) = 0.5 * (M.col(j) + M.row(j).transpose());
  }
  for (Index k = 0; k < n; ++k) {
    const Index left = n - k;
    Index at;
    const double pivot = S.diagonal().tail(left).maxCoeff(&at);
    if (pivot <= kIndefinite) {
      return S.bottomRightCorner(left, left).cwiseAbs().maxCoeff() <= kIndefinite;
    }
    S.row(k).swap(S.row(k + at));
    S.col(k).swap(S.col(k + at));
    for (Index j = k + 1; j < n; ++j) {
      S.col(j).tail(left - 1) -= (S(k, j) / pivot) * S.col(k).tail(left - 1);
    }
  }
  return true;
}

/// Steps 2 to 4 of [Sharaf], from a point z that is feasible up to a slack, and their extension.
class ActiveSet
{
public:
  ActiveSet(
    double tolerance, int max_steps, ActiveSetWorkspace & workspace, LcpSolution & solution)
  : ws_(workspace), system_(workspace), n_(workspace.q.size()), tolerance_(tolerance),
    max_steps_(max_steps), solution_(solution)
  {
    ws_.z = ws_.z.cwiseMax(0.0);
    for (Eigen::VectorXd * vector : { & ws_.z_perp, & ws_.target, & ws_.distance, & ws_.rate}) {
      vector->setZero(n_);
    }
    multiply_M(ws_.z, ws_.w);
    ws_.w += ws_.q;
    ws_.visited.clear(max_steps_ + 1);
  }

  /// Leaves the answer in z_perp.
  LcpStatus run()
  {
    go_to_boundary();
    for (;; ++steps_) {
      choose_working_set();
      system_.factor_independent();
      solve_for_target();
      if (target_is_feasible()) {
        return LcpStatus::kSolved;
      }
      if (steps_ == max_steps_) {
        return step_limit();
      }
      keep_distances(0.0);
      Index blocking = kNone;
      const double step = longest_step(blocking);
      if (blocking == kNone) {
        return not_finite();
      }
      if (step <= kNoStep || !ws_.visited.insert(working_set_hash())) {
        return exchange_until_done();
      }
      ws_.z += step * (ws_.z_perp - ws_.z);
      multiply_M(ws_.z, ws_.w);
      ws_.w += ws_.q;
      hold(blocking);
    }
  }

  int steps() const {return steps_;}

private:
  LcpStatus say(LcpStatus status, const std::string & detail)
  {
    solution_.detail = detail;
    return status;
  }

  LcpStatus step_limit()
  {
    return say(
      LcpStatus::kPivotLimit, "max_steps = " + std::to_string(max_steps_) + " steps were made");
  }

  /// A target that is not feasible, and yet none of its numbers is negative.
  LcpStatus not_finite()
  {
    return say(
      LcpStatus::kGaveUp, "numbers too far apart: a step of the method is not finite");
  }

  void multiply_M(const Eigen::VectorXd & x, Eigen::VectorXd & y) const
  {
    y.noalias() = ws_.M * x;
  }

  /// Step 2: along the steepest descent of f = zᵀw, d = -((M + Mᵀ)z + q), as far as is feasible.
  /// [Sharaf] takes 2Mz + q, the same for a symmetric M, in Example 1 too where M is not; the
  /// figures printed there also show the cuts at the largest violation instead of the largest α.
  void go_to_boundary()
  {
    Eigen::VectorXd & d = ws_.rate;
    Eigen::VectorXd & Md = ws_.target;
    d.noalias() = ws_.M.transpose() * ws_.z;
    d = -d - ws_.w;
    multiply_M(d, Md);
    double step = kInfinity;
    for (Index i = 0; i < n_; ++i) {
      if (d[i] < 0.0) {
        step = std::min(step, ws_.z[i] / -d[i]);
      }
      if (Md[i] < 0.0) {
        step = std::min(step, std::max(0.0, ws_.w[i]) / -Md[i]);
      }
    }
    if (step < kInfinity) {
      ws_.z = (ws_.z + step * d).cwiseMax(0.0);
      ws_.w += step * Md;
    }
  }

  /// Step 3: w_i up to the threshold f / (n - ρ) and z_i not fixed at zero.
  void choose_working_set()
  {
    const double f = ws_.z.dot(ws_.w.cwiseMax(0.0));
    for (Index rho = 0; rho < n_; ++rho) {
      const double threshold = f / static_cast<double>(n_ - rho);
      for (Index i = 0; i < n_; ++i) {
        ws_.is_working[i] = ws_.z[i] > 0.0 && ws_.w[i] <= threshold;
      }
      system_.collect();
      if (!ws_.working.empty()) {
        return;
      }
    }
  }

  /// Step 4: z_⊥, and on which side of zero the other one of each pair is there.
  void solve_for_target()
  {
    for (Index k = 0; k < system_.size(); ++k) {
      ws_.reduced[k] = -ws_.q[ws_.working[k]];
    }
    system_.solve();
    scatter(ws_.z_perp);
    multiply_M(ws_.z_perp, ws_.target);
    ws_.target += ws_.q;
    keep_working_entries(ws_.z_perp, ws_.target);
  }

  /// x ← ws.reduced on W, zero elsewhere
  void scatter(Eigen::VectorXd & x)
  {
    x.setZero();
    for (Index k = 0; k < system_.size(); ++k) {
      x[ws_.working[k]] = ws_.reduced[k];
    }
  }

  void keep_working_entries(const Eigen::VectorXd & x, Eigen::VectorXd & y)
  {
    for (const Index i : ws_.working) {
      y[i] = x[i];
    }
  }

  bool target_is_feasible() const
  {
    return ws_.target.minCoeff() >= -rounding();
  }

  /// Never so large that the judge would object to what is neglected.
  double rounding() const
  {
    return std::min(kRounding * std::max(1.0, ws_.z_perp.cwiseAbs().maxCoeff()), 0.1 * tolerance_);
  }

  /// What is between the current point and the constraints that the target may break. A constraint
  /// that is broken within the slack counts as met: its violation shrinks with every step.
  void keep_distances(double least)
  {
    for (Index i = 0; i < n_; ++i) {
      // Distances that all differ: no two indices block at once, which could go round for ever.
      const double golden = 0.6180339887498949 * static_cast<double>(i + 1);
      const double lifted = least * (1.0 + golden - std::floor(golden));
      ws_.distance[i] = std::max(lifted, ws_.is_working[i] ? ws_.z[i] : ws_.w[i]);
    }
  }

  /// s, the least of the s_i, and whose it is; below 1, since the target is not feasible.
  double longest_step(Index & blocking) const
  {
    double least = kInfinity;
    const double allowed = rounding();
    for (Index i = 0; i < n_; ++i) {
      if (ws_.target[i] >= -allowed) {
        continue;
      }
      const double step = ws_.distance[i] / (ws_.distance[i] - ws_.target[i]);
      if (step < least) {
        least = step;
        blocking = i;
      }
    }
    return least;
  }

  /// The one of a pair that blocked is zero, whatever the rounding says.
  void hold(Index blocking)
  {
    ws_.z = ws_.z.cwiseMax(0.0);
    (ws_.is_working[blocking] ? ws_.z : ws_.w)[blocking] = 0.0;
  }

  /// FNV-1a over the members.
  std::uint64_t working_set_hash() const
  {
    std::uint64_t hash = 0xcbf29ce484222325ull;
    for (const Index i : ws_.working) {
      hash = (hash ^ static_cast<std::uint64_t>(i + 1)) * 0x100000001b3ull;
    }
    return hash;
  }

  /// The extension: the distances go to the target in proportion, and the blocking index changes
  /// sides. Starts with a target that is not feasible.
  LcpStatus exchange_until_done()
  {
    keep_distances(kLift);
    ws_.visited.clear(max_steps_ + 1);
    while (!target_is_feasible()) {
      if (steps_++ == max_steps_) {
        return step_limit();
      }
      if (!ws_.visited.insert(working_set_hash())) {
        return say(LcpStatus::kGaveUp, "a working set came back");
      }
      Index blocking = kNone;
      const double step = longest_step(blocking);
      if (blocking == kNone) {
        return not_finite();
      }
      ws_.distance += step * (ws_.target - ws_.distance);
      ws_.distance = ws_.distance.cwiseMax(0.0);
      ws_.distance[blocking] = 0.0;
      const LcpStatus status = change_sides(blocking);
      if (status != LcpStatus::kSolved) {
        return status;
      }
      system_.collect();
      if (!system_.factor_all()) {
        return say(LcpStatus::kGaveUp, "a reduced system is singular");
      }
      solve_for_target();
    }
    return LcpStatus::kSolved;
  }

  /// Where the system would be singular with j on the other side, j is driven from zero until
  /// another index blocks, and both change sides; where the problem is feasible one does.
  LcpStatus change_sides(Index j)
  {
    const double zero = compute_rates(j);
    if (ws_.rate[j] <= zero) {
      if (proves_infeasibility(j)) {
        return LcpStatus::kInfeasible;
      }
      const Index partner = first_to_block(j, zero);
      if (partner == kNone) {
        return say(LcpStatus::kGaveUp, "neither a step nor a proof of infeasibility was found");
      }
      const double step = ws_.distance[partner] / -ws_.rate[partner];
      ws_.distance = (ws_.distance + step * ws_.rate).cwiseMax(0.0);
      ws_.distance[j] = step;
      ws_.distance[partner] = 0.0;
      ws_.is_working[partner] ^= 1;
    }
    ws_.is_working[j] ^= 1;
    return LcpStatus::kSolved;
  }

  Index first_to_block(Index j, double zero) const
  {
    Index first = kNone;
    double least = kInfinity;
    for (Index i = 0; i < n_; ++i) {
      if (i != j && ws_.rate[i] < -zero && ws_.distance[i] < -least * ws_.rate[i]) {
        least = ws_.distance[i] / -ws_.rate[i];
        first = i;
      }
    }
    return first;
  }

  /// How the distances change with the one of z_j, w_j that W holds at zero; the change of z goes
  /// to z_perp. \returns the rate up to which one is zero
  double compute_rates(Index j)
  {
    for (Index k = 0; k < system_.size(); ++k) {
      const Index i = ws_.working[k];
      ws_.reduced[k] = ws_.is_working[j] ? static_cast<double>(i == j) : -ws_.M(i, j);
    }
    system_.solve();
    scatter(ws_.z_perp);
    if (!ws_.is_working[j]) {
      ws_.z_perp[j] = 1.0;
    }
    multiply_M(ws_.z_perp, ws_.rate);
    keep_working_entries(ws_.z_perp, ws_.rate);
    return ReducedSystem::kSingular * ws_.z_perp.cwiseAbs().maxCoeff();
  }

  /// In a positive semi-definite problem the row of an index j without a rate of its own is minus
  /// its column. Where that has no negative entry, the one of z_j, w_j that is negative at the
  /// target is so everywhere, and the change of z with j is y. The check is on the data and does
  /// not trust the way here: a feasible z has 0 <= yᵀ(Mz + q) <= max(Mᵀy) sum(z) + qᵀy.
  bool proves_infeasibility(Index j)
  {
    Eigen::VectorXd & y = ws_.scratch;
    y = ws_.z_perp.cwiseMax(0.0);
    const double decrease = -ws_.q.dot(y);
    ws_.reduced.noalias() = ws_.M.transpose() * y;
    const double largest = std::max(0.0, ws_.reduced.maxCoeff());
    if (!(decrease > 0.0 && decrease > kProof * largest)) {
      return false;
    }
    std::ostringstream detail;
    detail << "proved by a y >= 0 with M'y <= 0 and q'y < 0 (row " << j <<
      "): no feasible z exists";
    if (largest > 0.0) {
      detail << " with a scaled sum below " << decrease / largest;
    }
    solution_.detail = detail.str();
    ws_.z_perp.setZero();
    return true;
  }

  ActiveSetWorkspace & ws_;
  ReducedSystem system_;
  const Index n_;
  const double tolerance_;
  const int max_steps_;
  LcpSolution & solution_;
  int steps_{0};
};

/// Past 2 n (n + 1) ln(1 / ε) central cuts the ellipsoid is below the rounding error of the ball.
int cut_budget(int max_cuts, Index n)
{
  const double most = 72.0 * static_cast<double>(n) * static_cast<double>(n + 1);
  return max_cuts > 0 ? max_cuts : static_cast<int>(std::min(most, 1e9));
}

int step_budget(int max_steps, Index n)
{
  return max_steps > 0 ? max_steps : 1000 + 50 * static_cast<int>(n);
}

/// Both phases; leaves the answer in ws.z_perp.
LcpStatus solve_scaled(
  const ActiveSetOptions & options, ActiveSetWorkspace & ws, LcpSolution & solution)
{
  if (!is_positive_semi_definite(ws.M, ws.ellipsoid)) {
    solution.detail = "M is not positive semi-definite";
    return LcpStatus::kNotApplicable;
  }
  const Index n = ws.q.size();
  const int max_cuts = cut_budget(options.max_cuts, n);
  Ellipsoid ellipsoid(options, ws);
  const auto outcome = ellipsoid.find_feasible_point(max_cuts, solution.pivots);
  if (outcome == Ellipsoid::Outcome::kCutLimit) {
    solution.detail = "max_cuts = " + std::to_string(max_cuts) + " cuts found no feasible point";
    return LcpStatus::kGaveUp;
  }
  ActiveSet active_set(options.tolerance, step_budget(options.max_steps, n), ws, solution);
  const LcpStatus status = active_set.run();
  solution.pivots += active_set.steps();
  return status;
}

}  // namespace

void solve_active_set(
  const LcpProblem & problem, const ActiveSetOptions & options, ActiveSetWorkspace & workspace,
  LcpSolution & solution)
{
  check_problem(problem);
  check_option("tolerance", options.tolerance);
  check_option("initial_radius", options.initial_radius);
  check_option("feasibility_slack", options.feasibility_slack);
  check_option("max_cuts", options.max_cuts);
  check_option("max_steps", options.max_steps);
  compute_scale(problem, workspace.scale);
  solution.restart(problem.size());
  if ((problem.q.array() < 0.0).any()) {
    scale_problem(problem, workspace);
    workspace.z_perp.setZero(problem.size());
    solution.status = solve_scaled(options, workspace, solution);
    solution.z = workspace.q_unit * workspace.z_perp.cwiseMax(0.0).cwiseProduct(workspace.unit);
  }
  judge(problem, workspace.scale, options.tolerance, solution);
}

LcpSolution solve_active_set(const LcpProblem & problem, const ActiveSetOptions & options)
{
  ActiveSetWorkspace workspace;
  LcpSolution solution;
  solve_active_set(problem, options, workspace, solution);
  return solution;
}

}  // namespace contact_sim
