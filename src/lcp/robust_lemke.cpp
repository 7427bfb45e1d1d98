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

#include "contact_sim/lcp/robust_lemke.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;
using Node = RobustLemkeWorkspace::Node;
using Candidate = RobustLemkeWorkspace::Candidate;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A q_min above -kClean is rounding: such candidates cost the same, and the larger pivot wins.
constexpr double kClean = 1e-12;

/// An entry of m' below this part of the largest one is rounding, not a pivot.
constexpr double kSmallestPivot = 1e-12;

/// Entries in (-1, 1) without any pattern that a problem could share, the same in every run.
double projection_weight(Index i)
{
  const double x = 0.5 + 0.6180339887498949 * static_cast<double>(i + 1) * (i + 1);
  return 2.0 * (x - std::floor(x)) - 1.0;
}

class RobustLemke
{
public:
  RobustLemke(
    const LcpProblem & problem, const RobustLemkeOptions & options,
    RobustLemkeWorkspace & workspace, LcpSolution & solution)
  : problem_(problem), options_(options), ws_(workspace), tableau_(workspace.tableau),
    solution_(solution)
  {
    const int n = static_cast<int>(problem.size());
    max_pivots_ = options.max_pivots > 0 ? options.max_pivots : 2000 + 100 * n;
    max_nodes_ = options.max_nodes > 0 ? options.max_nodes : 1000 + 50 * n;
    ws_.nodes.reserve(max_nodes_);
    ws_.queue.reserve(max_nodes_);
    ws_.path.reserve(max_nodes_);
    ws_.candidates.reserve(n);
    ws_.best_z.setZero(n);
    best_residual_ = kInfinity;
  }

  LcpStatus run()
  {
    LcpStatus status = LcpStatus::kRay;
    for (int attempt = 0; attempt <= options_.restarts; ++attempt) {
      start(attempt);
      status = search();
      if (status == LcpStatus::kSolved || status == LcpStatus::kPivotLimit) {
        break;
      }
    }
    return status;
  }

  const Eigen::VectorXd & best_z() const {return ws_.best_z;}

private:
  // ---- the tree ------------------------------------------------------------------------------

  /// The first attempt starts at z = 0; each later one at another complementary basis, chosen by a
  /// fixed pattern so that runs repeat.
  void start(int attempt)
  {
    is_lost_ = false;
    tableau_.reset(problem_, ws_.scale);
    for (Index i = 0; attempt > 0 && i < tableau_.size(); ++i) {
      if (projection_weight(attempt * tableau_.size() + i) > 0.0) {
        solution_.pivots += tableau_.pivot_complementary(i);
      }
    }
    if (attempt > 0) {
      ++solution_.backtracks;
      tableau_.cover_here(problem_, ws_.scale);
    }
    tableau_.basis(ws_.start);
    prepare_error_check();
    ws_.nodes.clear();
    ws_.queue.clear();
    ws_.visited.clear(max_nodes_);
  }

  /// Algorithm 1.
  LcpStatus search()
  {
    if (tableau_.q().minCoeff() >= 0.0) {
      return accept_goal() ? LcpStatus::kSolved : reason_of_failure();
    }
    add_root();
    while (!ws_.queue.empty()) {
      const int node = pop_best();
      if (!go_to(node)) {
        return out_of_pivots();
      }
      if (is_goal(node)) {
        if (accept_goal()) {
          return LcpStatus::kSolved;
        }
        if (!is_lost_ && !tableau_.is_basic(tableau_.artificial())) {
          continue;
        }
      }
      if (!is_lost_ && !add_descendants(node)) {
        return LcpStatus::kPivotLimit;
      }
      if (is_lost_) {
        break;
      }
    }
    return reason_of_failure();
  }

  /// Step 0: the artificial variable enters for the most negative entry of q.
  void add_root()
  {
    Index row;
    tableau_.q().minCoeff(&row);
    const Index leaving = tableau_.basic(row);
    ws_.nodes.push_back({-1, 0, 0.0, leaving, tableau_.artificial()});
    exchange(leaving, tableau_.artificial());
    ws_.visited.insert(tableau_.basis_hash());
    ws_.queue.push_back(0);
    current_ = 0;
  }

  /// Smallest total cost first; of equal ones the deeper, then the earlier: siblings are added in
  /// the order in which they should be tried.
  bool is_worse(int a, int b) const
  {
    const Node & x = ws_.nodes[a];
    const Node & y = ws_.nodes[b];
    if (x.cost != y.cost) {
      return x.cost > y.cost;
    }
    return x.depth != y.depth ? x.depth<y.depth : a> b;
  }

  void push(int node)
  {
    ws_.queue.push_back(node);
    std::push_heap(
      ws_.queue.begin(), ws_.queue.end(), [this](int a, int b) {return is_worse(a, b);});
  }

  int pop_best()
  {
    std::pop_heap(
      ws_.queue.begin(), ws_.queue.end(), [this](int a, int b) {return is_worse(a, b);});
    const int node = ws_.queue.back();
    ws_.queue.pop_back();
    return node;
  }

  void exchange(Index leaving, Index entering)
  {
    tableau_.pivot(tableau_.row_of(leaving), tableau_.column_of(entering));
    ++solution_.pivots;
  }

  /// Walks the tableau to a node: back to the common ancestor, then down. False: no pivots left.
  bool go_to(int target)
  {
    solution_.backtracks += target != current_ && ws_.nodes[target].parent != current_;
    ws_.path.clear();
    int from = current_;
    for (int to = target; from != to; ) {
      if (solution_.pivots >= max_pivots_) {
        return false;
      }
      if (ws_.nodes[to].depth >= ws_.nodes[from].depth) {
        ws_.path.push_back(to);
        to = ws_.nodes[to].parent;
      } else {
        exchange(ws_.nodes[from].entering, ws_.nodes[from].leaving);
        from = ws_.nodes[from].parent;
      }
    }
    for (; !ws_.path.empty(); ws_.path.pop_back()) {
      const Node & node = ws_.nodes[ws_.path.back()];
      exchange(node.leaving, node.entering);
    }
    current_ = target;
    return true;
  }

  /// The artificial variable has left, or it is zero in a tie that another row has won: then the
  /// rest of a complementary solution is there already.
  bool is_goal(int node) const
  {
    return ws_.nodes[node].leaving == tableau_.artificial() ||
           tableau_.q()[tableau_.row_of(tableau_.artificial())] <= options_.tolerance;
  }

  // ---- algorithm 2 ---------------------------------------------------------------------------

  /// Adds a node for every candidate pivot. False: no room for nodes left.
  bool add_descendants(int node)
  {
    const Index entering = tableau_.complement(ws_.nodes[node].leaving);
    if (std::abs(error_now()) > options_.e_max && !rebuild()) {
      ++errors_;
      return true;
    }
    find_candidates(tableau_.column_of(entering));
    if (ws_.candidates.empty()) {
      ++rays_;
    }
    const double error = error_now();
    const double error_rate = error_rate_of(entering);
    for (const Candidate & candidate : ws_.candidates) {
      const Index leaving = tableau_.basic(candidate.row);
      if (!(std::abs(error + error_rate * ratio(candidate.row, entering)) <= options_.e_max)) {
        ++errors_;
        continue;
      }
      if (static_cast<int>(ws_.nodes.size()) == max_nodes_) {
        solution_.detail = "max_nodes = " + std::to_string(max_nodes_) + " nodes were made";
        return false;
      }
      if (!ws_.visited.insert(tableau_.hash_after(leaving, entering))) {
        ++repeats_;
        continue;
      }
      const Node & parent = ws_.nodes[node];
      ws_.nodes.push_back(
        {node, parent.depth + 1, parent.cost + candidate.cost, leaving, entering});
      push(static_cast<int>(ws_.nodes.size()) - 1);
    }
    return true;
  }

  double ratio(Index row, Index entering) const
  {
    return -tableau_.q()[row] / tableau_.column(tableau_.column_of(entering))[row];
  }

  /// The rows with m' < 0 whose pivot leaves min q' > -ε, best first. g(θ) = min_i q'_i + m'_i θ
  /// is concave, so that these are the rows whose ratio is below the largest θ with g(θ) > -ε: one
  /// pass finds it (the ratio test of Harris), and only the few rows left are examined in full.
  void find_candidates(Index column)
  {
    const auto m = tableau_.column(column);
    const auto q = tableau_.q();
    const double threshold = -kSmallestPivot * m.cwiseAbs().maxCoeff();
    double largest_ratio = kInfinity;
    for (Index i = 0; i < tableau_.size(); ++i) {
      if (m[i] < threshold) {
        largest_ratio = std::min(largest_ratio, -(q[i] + options_.epsilon) / m[i]);
      }
    }
    ws_.candidates.clear();
    for (Index i = 0; i < tableau_.size(); ++i) {
      if (m[i] < threshold && -q[i] / m[i] <= largest_ratio) {
        consider(i, column);
      }
    }
    std::sort(
      ws_.candidates.begin(), ws_.candidates.end(),
      [this](const Candidate & a, const Candidate & b) {return is_better(a, b);});
  }

  void consider(Index row, Index column)
  {
    const double q_min = least_after_pivot(row, column);
    if (q_min > -options_.epsilon || q_min > -kClean) {
      // The pivot that ends the search is tried at once: the judge says what it is worth.
      const bool ends = tableau_.basic(row) == tableau_.artificial();
      const double excess = ends || q_min > -kClean ? 0.0 : std::expm1(-q_min);
      ws_.candidates.push_back(
        {row, excess + options_.depth_weight, std::abs(tableau_.column(column)[row])});
    }
  }

  /// x.q_min(i): the least entry of q' after the pivot.
  double least_after_pivot(Index row, Index column) const
  {
    const auto m = tableau_.column(column);
    const auto q = tableau_.q();
    const double theta = -q[row] / m[row];
    double least = theta;
    for (Index i = 0; i < tableau_.size(); ++i) {
      if (i != row) {
        least = std::min(least, q[i] + theta * m[i]);
      }
    }
    return least;
  }

  bool is_better(const Candidate & a, const Candidate & b) const
  {
    if (a.cost != b.cost) {
      return a.cost < b.cost;
    }
    const bool a_ends = tableau_.basic(a.row) == tableau_.artificial();
    const bool b_ends = tableau_.basic(b.row) == tableau_.artificial();
    if (a_ends != b_ends) {
      return a_ends;
    }
    return a.pivot != b.pivot ? a.pivot > b.pivot : a.row < b.row;
  }

  // ---- accuracy ------------------------------------------------------------------------------

  /// With u fixed, uᵀ(w - M z - z₀ c - q) is linear in the variables: its weights are u for w, -Mᵀu
  /// for z and -uᵀc for z₀. It shows an error in O(n), where the norm of the error takes O(n²).
  void prepare_error_check()
  {
    const Index n = problem_.size();
    if (ws_.weights.size() != 2 * n + 1) {
      ws_.weights.resize(2 * n + 1);
      for (Index i = 0; i < n; ++i) {
        ws_.weights[i] = projection_weight(i);
      }
    }
    ws_.scratch = ws_.weights.head(n).cwiseProduct(ws_.scale.row);
    for (Index j = 0; j < n; ++j) {
      ws_.weights[n + j] = -ws_.scale.column[j] * problem_.M.col(j).dot(ws_.scratch);
    }
    ws_.weights[2 * n] = -ws_.weights.head(n).dot(tableau_.cover());
    offset_ = problem_.q.dot(ws_.scratch) / ws_.scale.q;
  }

  double error_now() const
  {
    double error = -offset_;
    for (Index i = 0; i < tableau_.size(); ++i) {
      error += ws_.weights[tableau_.basic(i)] * tableau_.q()[i];
    }
    return error;
  }

  /// How the error changes with the entering variable.
  double error_rate_of(Index entering) const
  {
    const auto m = tableau_.column(tableau_.column_of(entering));
    double rate = ws_.weights[entering];
    for (Index i = 0; i < tableau_.size(); ++i) {
      rate += ws_.weights[tableau_.basic(i)] * m[i];
    }
    return rate;
  }

  /// Wins back accuracy at the current node. Where its basis is singular, the tableau is brought to
  /// the node by its path, as before, and the node is given up. Where not even the start can be
  /// reached again, the tableau is at no basis of the tree: the attempt is over.
  bool rebuild()
  {
    tableau_.basis(ws_.basis);
    if (tableau_.reach(problem_, ws_.scale, ws_.basis)) {
      return std::abs(error_now()) <= options_.e_max;
    }
    if (!tableau_.reach(problem_, ws_.scale, ws_.start)) {
      is_lost_ = true;
      return false;
    }
    if (!ws_.nodes.empty()) {
      exchange(ws_.nodes[0].leaving, ws_.nodes[0].entering);
      go_to(std::exchange(current_, 0));
    }
    return false;
  }

  /// A goal is one only if the judge agrees; rebuilt with full pivoting if need be.
  bool accept_goal()
  {
    if (measure_goal() || (rebuild() && measure_goal())) {
      return true;
    }
    ++errors_;
    return false;
  }

  bool measure_goal()
  {
    tableau_.extract_z(ws_.scratch);
    ws_.scratch = ws_.scale.q * ws_.scratch.cwiseProduct(ws_.scale.column);
    const double residual = lcp_residual(problem_, ws_.scale, ws_.scratch, solution_.w);
    if (residual < best_residual_) {
      best_residual_ = residual;
      ws_.best_z = ws_.scratch;
    }
    return residual <= options_.tolerance;
  }

  // ---- endings -------------------------------------------------------------------------------

  LcpStatus out_of_pivots()
  {
    solution_.detail = "max_pivots = " + std::to_string(max_pivots_) + " pivots were made";
    return LcpStatus::kPivotLimit;
  }

  LcpStatus reason_of_failure()
  {
    solution_.detail = "every pivot sequence within epsilon failed: " + std::to_string(rays_) +
      " on a ray, " + std::to_string(repeats_) + " in a basis seen before, " +
      std::to_string(errors_) + " by an error";
    if (errors_ > 0) {
      return LcpStatus::kError;
    }
    return rays_ > 0 ? LcpStatus::kRay : LcpStatus::kCycle;
  }

  const LcpProblem & problem_;
  const RobustLemkeOptions & options_;
  RobustLemkeWorkspace & ws_;
  Tableau & tableau_;
  LcpSolution & solution_;
  int max_pivots_;
  int max_nodes_;
  int current_{0};     ///< the node the tableau is at
  bool is_lost_{false};  ///< it is at none, and none can be reached
  double offset_{0.0};
  double best_residual_;
  int rays_{0};
  int repeats_{0};
  int errors_{0};
};

void check_options(const RobustLemkeOptions & options)
{
  check_option("tolerance", options.tolerance);
  check_option("epsilon", options.epsilon);
  check_option("e_max", options.e_max);
  check_option("depth_weight", options.depth_weight);
  check_option("restarts", options.restarts);
  check_option("max_pivots", options.max_pivots);
  check_option("max_nodes", options.max_nodes);
}

}  // namespace

void solve_robust_lemke(
  const LcpProblem & problem, const RobustLemkeOptions & options,
  RobustLemkeWorkspace & workspace, LcpSolution & solution)
{
  check_problem(problem);
  check_options(options);
  compute_scale(problem, workspace.scale);
  solution.restart(problem.size());
  if ((problem.q.array() < 0.0).any()) {
    RobustLemke lemke(problem, options, workspace, solution);
    solution.status = lemke.run();
    solution.z = lemke.best_z();
  }
  judge(problem, workspace.scale, options.tolerance, solution);
}

LcpSolution solve_robust_lemke(const LcpProblem & problem, const RobustLemkeOptions & options)
{
  RobustLemkeWorkspace workspace;
  LcpSolution solution;
  solve_robust_lemke(problem, options, workspace, solution);
  return solution;
}

}  // namespace contact_sim
