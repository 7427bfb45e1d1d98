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

// Exchanges in a ContactBasis that take the constant values along. Where the reduced system is
// large they do without a new factorisation: the product form of the inverse. An answer at the
// factored basis is carried through the exchanges since, one after the other.

#include <algorithm>
#include <cmath>

#include "solvers/contact_basis.hpp"

namespace contact_sim
{

using Index = Eigen::Index;

namespace
{

/// A few updates more and they cost as much as a factorisation, and rounding adds up.
constexpr int kMostUpdates = 40;

/// A rate below this part of the largest one would magnify rounding.
constexpr double kSmallestPivot = 1e-6;

/// A step that moves scaled values further would leave a part of its rounding in them: they are
/// then better computed afresh, and refined.
constexpr double kLargeStep = 1e4;

}  // namespace

bool ContactBasis::advance(
  Variable leaving, Variable entering, const Eigen::VectorXd & rates, double artificial_rate,
  Eigen::VectorXd & values, double & artificial)
{
  if (drift_ == kMostUpdates || leaving == kArtificial) {
    return false;
  }
  double largest = 0.0;
  for_each_pair([&](int p) {largest = std::max(largest, std::abs(rates[p]));});
  const double pivot = rates[leaving / 2];
  const double step = -values[leaving / 2] / pivot;
  if (std::abs(pivot) < kSmallestPivot * largest) {
    return false;
  }
  if (size_ >= update_from_) {
    record(leaving, entering, pivot, rates, artificial_rate);
    exchange(leaving, entering);
  } else if (std::abs(step) * largest > kLargeStep || !exchange_and_factor(leaving, entering)) {
    return false;
  }
  ++drift_;
  for_each_pair([&](int p) {values[p] += step * rates[p];});
  artificial += artificial_ ? step * artificial_rate : 0.0;
  constant_velocity_ += step * rate_velocity_;
  values[leaving / 2] = 0.0;
  (entering == kArtificial ? artificial : values[entering / 2]) = step;
  return true;
}

/// False, and as it was but for the factorisation, where the new basis is singular.
bool ContactBasis::exchange_and_factor(Variable leaving, Variable entering)
{
  exchange(leaving, entering);
  if (!factor()) {
    exchange(entering, leaving);
    size_ = 0;
    return false;
  }
  return true;
}

void ContactBasis::record(
  Variable leaving, Variable entering, double pivot, const Eigen::VectorXd & rates,
  double artificial_rate)
{
  if (update_count_ == 0) {
    for_each_pair([this](int p) {if (state_[p] == 2) {add_slot(p);}});
  }
  if (update_count_ == static_cast<int>(updates_.size())) {
    updates_.emplace_back();
  }
  Update & update = updates_[update_count_++];
  update.leaving = leaving;
  update.entering = entering;
  update.pivot = pivot;
  update.artificial = artificial_ ? artificial_rate : 0.0;
  update.velocity = rate_velocity_;
  update.slots.resize(slots_.size());
  for (std::size_t at = 0; at < slots_.size(); ++at) {
    update.slots[at] = state_[slots_[at]] == 2 ? rates[slots_[at]] : 0.0;
  }
  if (entering != kArtificial && entering % 2 == 1) {
    add_slot(entering / 2);
  }
}

void ContactBasis::add_slot(int pair)
{
  if (!is_slot_[pair]) {
    is_slot_[pair] = 1;
    slots_.push_back(pair);
  }
}

/// The first exchange that mentions a variable tells; one that none mentions is where it was.
bool ContactBasis::was_basic_at_factor(Variable variable) const
{
  for (int at = 0; at < update_count_; ++at) {
    if (updates_[at].leaving == variable || updates_[at].entering == variable) {
      return updates_[at].leaving == variable;
    }
  }
  return is_basic(variable);
}

/// A source that was basic at the factored basis is answered by itself there, with -1.
void ContactBasis::answer_after_updates(const Source & source, Eigen::VectorXd & values)
{
  values.setZero();
  const bool is_variable = source.kind == Source::kVariable;
  if (is_variable && was_basic_at_factor(2 * source.pair + source.is_z)) {
    velocity_.setZero(nv_);
    artificial_value_ = 0.0;
    if (source.is_z) {
      values[source.pair] = -1.0;
    }
  } else {
    answer_at_factor(origin_of(source), values);
  }
  const Origin origin = origin_of(source);
  for (int at = 0; at < update_count_; ++at) {
    apply(updates_[at], origin, values);
  }
  sum_up_slots(values);
}

/// The leaving variable must be zero from now on: the entering one moves by what it takes.
void ContactBasis::apply(const Update & update, const Origin & source, Eigen::VectorXd & values)
{
  const bool leaves_z = update.leaving % 2 == 1;
  const double value = update.leaving == kArtificial ? artificial_value_ :
    leaves_z ? values[update.leaving / 2] : row_value(source, update.leaving / 2, values);
  const double step = -value / update.pivot;
  for (std::size_t at = 0; at < update.slots.size(); ++at) {
    values[slots_[at]] += step * update.slots[at];
  }
  artificial_value_ += step * update.artificial;
  velocity_ += step * update.velocity;
  if (update.leaving == kArtificial) {
    artificial_value_ = 0.0;
  } else if (leaves_z) {
    values[update.leaving / 2] = 0.0;
  }
  if (update.entering == kArtificial) {
    artificial_value_ = step;
  } else if (update.entering % 2 == 1) {
    values[update.entering / 2] = step;
  }
}

/// A basic w, where `values` are those of the z.
double ContactBasis::row_value(
  const Origin & source, int p, const Eigen::VectorXd & values) const
{
  const int contact = contact_of(p);
  const int local = local_of(p);
  double own = 0.0;
  if (local == 0) {
    own = columns_.project_normal(contact, velocity_);
  } else if (local == slip(contact)) {
    own = mu_[contact] * values[pair(contact, 0)];
    for (int j = 1; j <= directions_[contact]; ++j) {
      own -= values[pair(contact, j)];
    }
  } else {
    own = corner(contact, local, columns_.project(contact, velocity_)) +
      values[pair(contact, slip(contact))];
  }
  return own + known_part(source, contact, local) + cover_[p] * artificial_value_;
}

void ContactBasis::sum_up_slots(const Eigen::VectorXd & values)
{
  for (std::vector<double> * list : {&theta_, &phi_sum_, &lambda_}) {
    std::fill(list->begin(), list->end(), 0.0);
  }
  for (const int p : slots_) {
    const int contact = contact_of(p);
    const int local = local_of(p);
    if (local == 0) {
      theta_[contact] = values[p];
    } else if (local == slip(contact)) {
      lambda_[contact] = values[p];
    } else {
      phi_sum_[contact] += values[p];
    }
  }
}

void ContactBasis::answer_joined(Index contact, double artificial, Eigen::VectorXd & values)
{
  velocity_ = constant_velocity_;
  artificial_value_ = artificial;
  theta_[contact] = phi_sum_[contact] = lambda_[contact] = 0.0;
  evaluate(true, contact, values.data());
}

}  // namespace contact_sim
