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
#include <numeric>
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

}  // namespace

double Distribution::percentile(double percent) const
{
  if (!(percent >= 0.0 && percent <= 100.0)) {
    throw std::invalid_argument(
            "a percentile is from 0 to 100, found " + std::to_string(percent));
  }
  if (samples_.empty()) {
    return 0.0;
  }
  // Multiplied first: 99 % of 100 samples are 99 exactly.
  const double rank = std::ceil(percent * static_cast<double>(samples_.size()) / 100.0);
  const std::size_t index = static_cast<std::size_t>(std::max(rank, 1.0)) - 1;
  std::nth_element(samples_.begin(), samples_.begin() + index, samples_.end());
  return samples_[index];
}

double Distribution::mean() const
{
  const double sum = std::accumulate(samples_.begin(), samples_.end(), 0.0);
  return samples_.empty() ? 0.0 : sum / static_cast<double>(samples_.size());
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
