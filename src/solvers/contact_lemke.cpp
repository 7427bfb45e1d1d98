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

#include "solvers/contact_lemke.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;
using Source = ContactBasis::Source;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

int pivot_budget(int max_pivots, Index contacts)
{
  return max_pivots > 0 ? max_pivots : 1000 + 200 * static_cast<int>(contacts);
}

}  // namespace

double ContactLemke::value_of(Variable variable) const
{
  return variable == ContactBasis::kArtificial ? artificial_ : values_[variable / 2];
}

double ContactLemke::entry_of(const Source & source, Variable variable) const
{
  if (variable == ContactBasis::kArtificial) {
    return artificial_entry_;
  }
  return variable % 2 == 1 ? entries_[variable / 2] : basis_.basic_w(source, variable / 2);
}

bool ContactLemke::update_values()
{
  if (!basis_.factor()) {
    return false;
  }
  basis_.answer({}, values_, artificial_);
  return true;
}

bool ContactLemke::pivot_on(Variable leaving, Variable entering)
{
  if (entering != ContactBasis::kArtificial &&
    basis_.advance(leaving, entering, rates_, artificial_rate_, values_, artificial_))
  {
    return true;
  }
  basis_.exchange(leaving, entering);
  return update_values();
}

/// Section 5.3 and appendix D: the friction variables of a contact join before its θ is driven for
/// the first time, not after: that pivot may be the last one. The new σ must not be negative, so
/// the covering vector's new entries are large enough.
void ContactLemke::join_if_first(Variable driving)
{
  const int contact = basis_.contact_of(driving / 2);
  const bool is_theta = driving % 2 == 1 && basis_.local_of(driving / 2) == 0;
  if (is_theta && basis_.can_join(contact)) {
    basis_.join(contact, std::max(1.0, 2.0 * basis_.deficit(contact) / artificial_));
    basis_.answer_joined(contact, artificial_, values_);
  }
}

/// Step 0. With q + (ε, ε², …) the least of equal entries is the last.
ContactBasis::Variable ContactLemke::first_leaving() const
{
  double least = 0.0;
  Variable leaving = ContactBasis::kNone;
  basis_.for_each_pair(
    [&](int pair) {
      if (values_[pair] < 0.0 && values_[pair] <= least + options_.delta) {
        least = std::min(least, values_[pair]);
        leaving = basis_.basic_of(pair);
      }
    });
  return leaving;
}

/// Step 1: the basic variables that decrease with the driving one.
void ContactLemke::collect_limits()
{
  double largest = 0.0;
  limits_.clear();
  const auto look_at = [&](Variable variable, double rate) {
      largest = std::max(largest, std::abs(rate));
      if (rate < 0.0) {
        limits_.push_back({variable, rate});
      }
    };
  basis_.for_each_pair(
    [&](int pair) {
      const Variable variable = basis_.basic_of(pair);
      if (variable != ContactBasis::kNone) {
        look_at(variable, rates_[pair]);
      }
    });
  look_at(ContactBasis::kArtificial, artificial_rate_);
  const double threshold = -options_.zero_tolerance * largest;
  const auto is_zero = [threshold](const Limit & limit) {return limit.rate >= threshold;};
  limits_.erase(std::remove_if(limits_.begin(), limits_.end(), is_zero), limits_.end());
}

/// Keeps the limits whose ratio is within Δ of the least, and returns the least's variable; the
/// artificial one alone where it is among them.
template<typename Value>
ContactBasis::Variable ContactLemke::keep_ties(Value value)
{
  double least = kInfinity;
  Variable best = ContactBasis::kNone;
  for (const Limit & limit : limits_) {
    const double ratio = -value(limit.variable) / limit.rate;
    if (ratio < least) {
      least = ratio;
      best = limit.variable;
    }
  }
  const auto loses = [&](const Limit & limit) {
      return !(-value(limit.variable) / limit.rate <= least + options_.delta);
    };
  limits_.erase(std::remove_if(limits_.begin(), limits_.end(), loses), limits_.end());
  for (const Limit & limit : limits_) {
    if (limit.variable == ContactBasis::kArtificial) {
      limits_.assign(1, limit);
      return ContactBasis::kArtificial;
    }
  }
  return best;
}

ContactBasis::Variable ContactLemke::leaving_for(Variable driving)
{
  basis_.answer({Source::kVariable, driving / 2, driving % 2 == 1}, rates_, artificial_rate_);
  collect_limits();
  const Variable best = keep_ties([this](Variable v) {return std::max(0.0, value_of(v));});
  return limits_.size() > 1 ? break_ties(best) : best;
}

/// Goes through the columns of B⁻¹ in their order.
ContactBasis::Variable ContactLemke::break_ties(Variable best)
{
  columns_.clear();
  basis_.for_each_pair(
    [this](int pair) {
      if (!basis_.is_basic(2 * pair)) {
        columns_.push_back(pair);
      }
    });
  for (const int pair : columns_) {
    best = drop_from_tie(pair, best);
    if (limits_.size() == 1) {
      return best;
    }
    const Source row{Source::kRow, pair, false};
    basis_.answer_in_part(row, entries_, artificial_entry_);
    best = keep_ties([&](Variable v) {return entry_of(row, v);});
  }
  return drop_from_tie(basis_.pairs(), best);
}

/// The column of B⁻¹ of a w that is basic is a unit vector: it puts that w behind all others in the
/// tie, and needs no answer. Done for all pairs before `end`; one limit is left in any case.
ContactBasis::Variable ContactLemke::drop_from_tie(int end, Variable best)
{
  const auto is_dropped = [end](const Limit & limit) {
      return limit.variable >= 0 && limit.variable % 2 == 0 && limit.variable / 2 < end;
    };
  const Limit last = limits_.back();
  limits_.erase(std::remove_if(limits_.begin(), limits_.end(), is_dropped), limits_.end());
  if (limits_.empty()) {
    limits_.push_back(last);
  }
  for (const Limit & limit : limits_) {
    if (limit.variable == best) {
      return best;
    }
  }
  return limits_.front().variable;
}

ContactStatus ContactLemke::follow_path(ContactSolution & solution)
{
  const int max_pivots = pivot_budget(options_.max_pivots, basis_.contacts());
  visited_.clear(max_pivots);
  if (!update_values()) {
    return ContactStatus::kError;
  }
  Variable leaving = first_leaving();
  Variable entering = ContactBasis::kArtificial;
  while (leaving != ContactBasis::kNone) {
    ++solution.iterations;
    if (!pivot_on(leaving, entering)) {
      solution.detail = "the reduced system is singular after a pivot";
      return ContactStatus::kError;
    }
    if (leaving == ContactBasis::kArtificial) {
      return ContactStatus::kSolved;  // factored afresh: advance() leaves this exchange to factor()
    }
    if (!visited_.insert(basis_.hash())) {
      solution.detail = "a basis came back";
      return ContactStatus::kCycle;
    }
    if (solution.iterations == max_pivots) {
      solution.detail = "max_pivots = " + std::to_string(max_pivots) + " pivots were made";
      return ContactStatus::kPivotLimit;
    }
    entering = ContactBasis::complement(leaving);
    join_if_first(entering);
    leaving = leaving_for(entering);
    if (leaving == ContactBasis::kNone) {
      solution.detail = "no basic variable limits the driving variable";
      return ContactStatus::kRay;
    }
  }
  return ContactStatus::kSolved;
}

/// From the start all contacts have their friction variables, unless the problem is to grow.
void ContactLemke::join_all()
{
  for (Index i = 0; !options_.reduced && i < basis_.contacts(); ++i) {
    if (basis_.can_join(i)) {
      basis_.join(i, 1.0);
    }
  }
}

/// IV-C of [Yamane 2008]. No path is promised from the second start.
ContactStatus ContactLemke::solve_in_two_steps(ContactSolution & solution)
{
  basis_.leave_friction_out();
  const ContactStatus status = follow_path(solution);
  if (status != ContactStatus::kSolved) {
    return status;
  }
  basis_.bring_friction_in();
  join_all();
  basis_.cover_here();
  return follow_path(solution);
}

void ContactLemke::solve(
  const ContactProblem & problem, const ContactLemkeOptions & options, ContactSolution & solution)
{
  options_ = options;
  basis_.load(problem);
  solution.status =
    options.two_step ? solve_in_two_steps(solution) : ContactStatus::kGaveUp;
  if (solution.status != ContactStatus::kSolved) {
    solution.backtracks += options.two_step;
    solution.detail.clear();
    basis_.load(problem);
    join_all();
    solution.status = follow_path(solution);
  }
  if (solution.status == ContactStatus::kSolved) {
    basis_.impulses(values_, 0.0, solution.impulses);
    basis_.save(solution.basis);
  }
}

}  // namespace contact_sim
