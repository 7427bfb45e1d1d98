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

#include "run_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace contact_sim
{

namespace
{

int count_carrying(const std::vector<ContactRecord> & contacts)
{
  const auto carries = [](const ContactRecord & contact) {return contact.normal_force > 0.0;};
  return static_cast<int>(std::count_if(contacts.begin(), contacts.end(), carries));
}

/// Bins reach from 2^-40 s, below a picosecond, to 2^24 s, half a year; the first also holds what
/// is less, zero too.
constexpr double kBinsAnOctave = 256.0;
constexpr double kLowestOctave = -40.0;
constexpr std::size_t kBins = 64 * 256;

std::size_t bin_of(double sample)
{
  const double place = kBinsAnOctave * (std::log2(sample) - kLowestOctave);
  return place > 0.0 ? std::min(static_cast<std::size_t>(place), kBins - 1) : 0;
}

/// Its middle.
double value_of(std::size_t bin)
{
  return bin == 0 ? 0.0 :
         std::exp2((static_cast<double>(bin) + 0.5) / kBinsAnOctave + kLowestOctave);
}

}  // namespace

void Distribution::add(double sample)
{
  if (bins_.empty()) {
    bins_.assign(kBins, 0);
  }
  least_ = count_ == 0 ? sample : std::min(least_, sample);
  largest_ = count_ == 0 ? sample : std::max(largest_, sample);
  sum_ += sample;
  // From the beginning, so that no step has to wait for a million samples to be sorted into bins.
  ++bins_[bin_of(sample)];
  if (++count_ <= kExact) {
    samples_.push_back(sample);
  } else if (!samples_.empty()) {
    std::vector<double>().swap(samples_);
  }
}

double Distribution::percentile(double percent) const
{
  if (!(percent >= 0.0 && percent <= 100.0)) {
    throw std::invalid_argument(
            "a percentile is from 0 to 100, found " + std::to_string(percent));
  }
  if (count_ == 0) {
    return 0.0;
  }
  // Multiplied first: 99 % of 100 samples are 99 exactly.
  const double exact_rank = std::ceil(percent * static_cast<double>(count_) / 100.0);
  const std::size_t rank = static_cast<std::size_t>(std::max(exact_rank, 1.0));
  if (!is_exact()) {
    return binned_percentile(rank);
  }
  std::nth_element(samples_.begin(), samples_.begin() + rank - 1, samples_.end());
  return samples_[rank - 1];
}

double Distribution::binned_percentile(std::size_t rank) const
{
  std::size_t below = 0;
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    below += static_cast<std::size_t>(bins_[bin]);
    if (below >= rank) {
      return rank == count_ ? largest_ : std::clamp(value_of(bin), least_, largest_);
    }
  }
  return largest_;
}

void Distribution::visit(const std::function<void(double, double)> & visitor) const
{
  for (const double sample : samples_) {
    visitor(sample, 1.0);
  }
  for (std::size_t bin = 0; bin < bins_.size() && !is_exact(); ++bin) {
    if (bins_[bin] > 0) {
      visitor(value_of(bin), static_cast<double>(bins_[bin]));
    }
  }
}

void Tally::add(int value)
{
  ++steps_;
  total_ += value;
  largest_ = std::max(largest_, value);
}

void RunStatistics::reserve(std::size_t count)
{
  solve_time.reserve(count);
  step_time.reserve(count);
}

void RunStatistics::add(const StepRecord & record, bool has_wrenches)
{
  contacts.add(static_cast<int>(record.contacts.size()));
  carrying.add(count_carrying(record.contacts));
  rows.add(record.solver.contacts);
  iterations.add(record.solver.iterations);
  backtracks.add(record.solver.backtracks);
  solve_time.add(record.solver.time);
  step_time.add(record.step_time);
  penetration.add(record.largest_penetration, record.time);
  residual.add(record.solver.residual.largest(), record.time);
  add_failure(record.solver);
  add_energy(record, has_wrenches);
  ++steps;
}

void RunStatistics::add_failure(const SolverRecord & solver)
{
  bool failed = false;
  for (int who = 0; who < kFallbacks; ++who) {
    answered[who] += solver.answered[who];
    failed |= who != static_cast<int>(Fallback::kNone) && solver.answered[who] > 0;
  }
  if (failed) {
    ++failed_steps;
    ++causes[static_cast<std::size_t>(solver.failure)];
    last_detail = solver.detail;
  }
}

/// In a live view a run may begin anew: its first step has nothing to be compared with.
void RunStatistics::add_energy(const StepRecord & record, bool has_wrenches)
{
  const double now = record.kinetic_energy + record.potential_energy;
  if (steps == 0) {
    first_energy = now;
  } else if (record.step != 1 && !has_wrenches && (record.effort.array() == 0.0).all()) {
    ++steps_without_input;
    energy_gain.add(now - energy, record.time);
  }
  energy = now;
}

}  // namespace contact_sim
