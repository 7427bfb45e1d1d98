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

#include "solvers/contact_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace contact_sim
{

namespace
{

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A value above -kClean is rounding: such candidates cost the same, and the larger pivot wins.
constexpr double kClean = 1e-12;

/// Contacts of one body that carry large impulses, as four do under a block.
constexpr double kSummands = 4.0;

/// No more ways than these lead on from a node: a wall in which all is in tie has a hundred, of
/// which the first few are ever taken, and the others would only use up the room for nodes.
constexpr std::size_t kMostCandidates = 8;

/// A rate below this part of the largest one is rounding, not a pivot.
constexpr double kSmallestPivot = 1e-10;

}  // namespace

ContactStatus ContactSearch::run(
  const ContactSearchOptions & options, ContactBasis & basis, Eigen::VectorXd & values,
  ContactSolution & solution)
{
  options_ = options;
  basis_ = &basis;
  values_ = &values;
  solution_ = &solution;
  const int n = static_cast<int>(basis.contacts());
  max_pivots_ = options.max_pivots > 0 ? options.max_pivots : 1000 + 10 * n;
  max_nodes_ = options.max_nodes > 0 ? options.max_nodes :
    1000 + 10 * static_cast<int>(kMostCandidates) * n;
  pivots_ = rays_ = repeats_ = errors_ = 0;
  const ContactStatus status = start();
  solution.iterations += pivots_;
  return status;
}

ContactStatus ContactSearch::say(ContactStatus status, const std::string & detail)
{
  solution_->detail = detail;
  return status;
}

ContactStatus ContactSearch::start()
{
  if (!refresh()) {
    return say(ContactStatus::kError, "the basis to start from is singular");
  }
  const Extremes values = extremes();
  const Variable leaving = most_negative(values);
  if (leaving == ContactBasis::kNone) {
    return is_sure(values) ? ContactStatus::kSolved :
           say(ContactStatus::kError, "the basis to start from is nearly singular");
  }
  nodes_.clear();
  nodes_.reserve(max_nodes_);
  queue_.clear();
  queue_.reserve(max_nodes_);
  path_.reserve(max_nodes_);
  candidates_.reserve(basis_->pairs() + 1);
  visited_.clear(max_nodes_);
  basis_->find_hash();
  if (basis_->hash() != ContactBasis::kHashOfZero) {
    basis_->cover_here();
  }
  add_root(leaving);
  return search();
}

/// Step 0: what the artificial variable enters for; none where all is well to a part of the
/// tolerance. In a block at rest the third of three corners carries what rounding of the gaps
/// makes of zero, and which sign that has is not worth a search.
ContactBasis::Variable ContactSearch::most_negative(const Extremes & values) const
{
  const double allowed = std::max(options_.enough(), values.rounding());
  if (!(values.least < -allowed)) {
    return ContactBasis::kNone;
  }
  int where = -1;
  basis_->for_each_pair(
    [&](int pair) {
      where = where < 0 && (*values_)[pair] == values.least ? pair : where;
    });
  return basis_->basic_of(where);
}

ContactSearch::Extremes ContactSearch::extremes() const
{
  Extremes found;
  const double * values = values_->data();
  basis_->for_each_pair(
    [&found, values](int pair) {
      found.least = std::min(found.least, values[pair]);
      found.largest = std::max(found.largest, values[pair]);
    });
  return found;
}

/// What rounding does to the values: half of epsilon of the largest, from each of the few impulses
/// that a velocity is made of.
double ContactSearch::Extremes::rounding() const
{
  return kSummands * 0.5 * std::numeric_limits<double>::epsilon() * largest;
}

/// Algorithm 1 of [Yamane 2008].
ContactStatus ContactSearch::search()
{
  while (!queue_.empty()) {
    const int node = pop_best();
    if (pivots_ >= max_pivots_) {
      return say(
        ContactStatus::kPivotLimit,
        "max_pivots = " + std::to_string(max_pivots_) + " pivots were made");
    }
    ++pivots_;
    if (!move_to(node) || (is_goal(node) && basis_->has_drifted() && !refresh())) {
      ++errors_;
      continue;
    }
    if (is_goal(node)) {
      if (accept(extremes()) && drop_artificial(node)) {
        return ContactStatus::kSolved;
      }
      if (nodes_[node].leaving == ContactBasis::kArtificial) {
        ++errors_;
        continue;
      }
    }
    if (!add_descendants(node)) {
      return say(
        ContactStatus::kPivotLimit,
        "max_nodes = " + std::to_string(max_nodes_) + " nodes were made");
    }
  }
  return reason_of_failure();
}

ContactStatus ContactSearch::reason_of_failure()
{
  const std::string detail = "every pivot sequence within epsilon failed: " +
    std::to_string(rays_) + " on a ray, " + std::to_string(repeats_) +
    " in a basis seen before, " + std::to_string(errors_) + " by an error";
  if (errors_ > 0) {
    return say(ContactStatus::kError, detail);
  }
  return say(rays_ > 0 ? ContactStatus::kRay : ContactStatus::kCycle, detail);
}

// ---- the tree ----------------------------------------------------------------------------------

void ContactSearch::add_root(Variable leaving)
{
  nodes_.push_back({-1, 0, 0.0, leaving, ContactBasis::kArtificial, -1, 0.0});
  redo(nodes_[0]);
  visited_.insert(basis_->hash());
  queue_.push_back(0);
  current_ = 0;
  expanded_ = -1;
}

bool ContactSearch::is_worse(int a, int b) const
{
  const Node & x = nodes_[a];
  const Node & y = nodes_[b];
  if (x.cost != y.cost) {
    return x.cost > y.cost;
  }
  return x.depth != y.depth ? x.depth<y.depth : a> b;
}

void ContactSearch::push(int node)
{
  queue_.push_back(node);
  std::push_heap(queue_.begin(), queue_.end(), [this](int a, int b) {return is_worse(a, b);});
}

int ContactSearch::pop_best()
{
  std::pop_heap(queue_.begin(), queue_.end(), [this](int a, int b) {return is_worse(a, b);});
  const int node = queue_.back();
  queue_.pop_back();
  return node;
}

void ContactSearch::undo(const Node & node)
{
  basis_->exchange(node.entering, node.leaving);
}

void ContactSearch::redo(const Node & node)
{
  basis_->exchange(node.leaving, node.entering);
}

/// On to a child of where it is by an update, elsewhere by a factorisation.
bool ContactSearch::move_to(int node)
{
  const Node & next = nodes_[node];
  if (next.parent == current_ && expanded_ == current_ && node != current_ &&
    basis_->advance(
      next.leaving, next.entering, rates_, artificial_rate_, *values_, artificial_))
  {
    current_ = node;
    return true;
  }
  go_to(node);
  return refresh();
}

bool ContactSearch::refresh()
{
  if (!basis_->factor()) {
    return false;
  }
  basis_->answer({}, *values_, artificial_);
  return true;
}

/// Back to the common ancestor, then down. A contact that joined for the descendants of a node
/// leaves with it.
void ContactSearch::go_to(int target)
{
  solution_->backtracks += target != current_ && nodes_[target].parent != current_;
  path_.clear();
  int from = current_;
  for (int to = target; from != to; ) {
    if (nodes_[to].depth >= nodes_[from].depth) {
      path_.push_back(to);
      to = nodes_[to].parent;
    } else {
      if (nodes_[from].joined >= 0) {
        basis_->leave(nodes_[from].joined);
      }
      undo(nodes_[from]);
      from = nodes_[from].parent;
    }
  }
  for (; !path_.empty(); path_.pop_back()) {
    const Node & node = nodes_[path_.back()];
    const Node & parent = nodes_[node.parent];
    if (parent.joined >= 0 && basis_->can_join(parent.joined)) {
      basis_->join(parent.joined, parent.cover);
    }
    redo(node);
  }
  current_ = target;
}

/// The artificial variable has left, or it is zero in a tie that another variable has won. What
/// counts is what it does to the rows: appendix D may have made its covering vector large.
bool ContactSearch::is_goal(int node) const
{
  return nodes_[node].leaving == ContactBasis::kArtificial ||
         artificial_ * basis_->largest_cover() <= std::max(kClean, extremes().rounding());
}

/// Where the artificial variable is zero but basic, one of the pair that has no basic variable
/// takes its place, so that the basis is complementary.
bool ContactSearch::drop_artificial(int node)
{
  if (!basis_->has_artificial()) {
    return true;
  }
  const Variable one = nodes_[node].leaving;
  for (const Variable entering : {one, ContactBasis::complement(one)}) {
    basis_->exchange(ContactBasis::kArtificial, entering);
    if (refresh() && accept(extremes())) {
      return true;
    }
    basis_->exchange(entering, ContactBasis::kArtificial);
  }
  refresh();
  return false;
}

bool ContactSearch::accept(const Extremes & values) const
{
  return values.least >= -options_.enough() - values.rounding() && is_sure(values);
}

/// Values so large that their rounding hides the velocities are of a nearly singular basis.
bool ContactSearch::is_sure(const Extremes & values) const
{
  return values.rounding() <= kSummands * options_.tolerance;
}

// ---- algorithm 2 -------------------------------------------------------------------------------

/// Section 5.3 and appendix D of [Lloyd 2005], see ContactLemke.
void ContactSearch::join_if_first(int node, Variable driving)
{
  const int contact = basis_->contact_of(driving / 2);
  const bool is_theta = driving % 2 == 1 && basis_->local_of(driving / 2) == 0;
  if (is_theta && basis_->can_join(contact)) {
    nodes_[node].joined = contact;
    nodes_[node].cover = std::max(1.0, 2.0 * basis_->deficit(contact) / artificial_);
    basis_->join(contact, nodes_[node].cover);
    basis_->answer_joined(contact, artificial_, *values_);
  }
}

/// Adds a node for every candidate pivot. False: no room for nodes left.
bool ContactSearch::add_descendants(int node)
{
  const Variable driving = ContactBasis::complement(nodes_[node].leaving);
  join_if_first(node, driving);
  basis_->answer(
    {ContactBasis::Source::kVariable, driving / 2, driving % 2 == 1}, rates_, artificial_rate_);
  expanded_ = node;
  find_candidates();
  rays_ += candidates_.empty();
  for (const Candidate & candidate : candidates_) {
    if (static_cast<int>(nodes_.size()) == max_nodes_) {
      return false;
    }
    if (!visited_.insert(basis_->hash_after(candidate.variable, driving))) {
      ++repeats_;
      continue;
    }
    const Node & parent = nodes_[node];
    nodes_.push_back(
      {node, parent.depth + 1, parent.cost + candidate.cost, candidate.variable, driving, -1, 0.0});
    push(static_cast<int>(nodes_.size()) - 1);
  }
  return true;
}

/// The best of the variables whose exchange leaves none below -ε, in order; by the ratio test of
/// Harris.
void ContactSearch::find_candidates()
{
  double largest = std::abs(artificial_rate_);
  basis_->for_each_pair(
    [&](int pair) {largest = std::max(largest, std::abs(rates_[pair]));});
  const double threshold = -kSmallestPivot * largest;
  clean_ = std::max(kClean, extremes().rounding());
  double longest = kInfinity;
  const auto shorten = [&](double value, double rate) {
      if (rate < threshold) {
        longest = std::min(longest, -(value + options_.epsilon) / rate);
      }
    };
  basis_->for_each_pair([&](int pair) {shorten((*values_)[pair], rates_[pair]);});
  shorten(artificial_, artificial_rate_);
  candidates_.clear();
  const auto try_it = [&](Variable variable, double value, double rate) {
      if (rate < threshold && -value / rate <= longest) {
        consider(variable, value, rate);
      }
    };
  basis_->for_each_pair(
    [&](int pair) {try_it(basis_->basic_of(pair), (*values_)[pair], rates_[pair]);});
  try_it(ContactBasis::kArtificial, artificial_, artificial_rate_);
  std::sort(
    candidates_.begin(), candidates_.end(),
    [this](const Candidate & a, const Candidate & b) {return is_better(a, b);});
  if (candidates_.size() > kMostCandidates) {
    candidates_.erase(candidates_.begin() + kMostCandidates, candidates_.end());
  }
}

void ContactSearch::consider(Variable variable, double value, double rate)
{
  const bool ends = variable == ContactBasis::kArtificial;
  const double least = least_after(-value / rate);
  const double excess = ends || least > -clean_ ? 0.0 : std::expm1(-least);
  candidates_.push_back({variable, excess, std::abs(rate)});
}

/// The least variable once the driving one has been raised by `step`.
double ContactSearch::least_after(double step) const
{
  double least = step;
  basis_->for_each_pair(
    [&](int pair) {least = std::min(least, (*values_)[pair] + step * rates_[pair]);});
  return std::min(least, artificial_ + step * artificial_rate_);
}

bool ContactSearch::is_better(const Candidate & a, const Candidate & b) const
{
  if (a.cost != b.cost) {
    return a.cost < b.cost;
  }
  const bool a_ends = a.variable == ContactBasis::kArtificial;
  const bool b_ends = b.variable == ContactBasis::kArtificial;
  if (a_ends != b_ends) {
    return a_ends;
  }
  return a.rate != b.rate ? a.rate > b.rate : a.variable < b.variable;
}

}  // namespace contact_sim
