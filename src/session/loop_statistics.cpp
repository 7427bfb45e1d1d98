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

#include "contact_sim/session/loop_statistics.hpp"

#include <algorithm>
#include <numeric>

namespace contact_sim
{

namespace
{

void take_worst(const ContactResidual & residual, ContactResidual & worst)
{
  worst.penetration_rate = std::max(worst.penetration_rate, residual.penetration_rate);
  worst.complementarity = std::max(worst.complementarity, residual.complementarity);
  worst.cone_violation = std::max(worst.cone_violation, residual.cone_violation);
  worst.dissipation_gap = std::max(worst.dissipation_gap, residual.dissipation_gap);
}

}  // namespace

bool has_failed(const SolverRecord & solver)
{
  return std::accumulate(solver.answered.begin() + 1, solver.answered.end(), 0) > 0;
}

void LoopStatistics::add(const StepRecord & record, double step, double time_taken)
{
  const SolverRecord & solved = record.solver;
  ++steps;
  ++period_steps;
  period_simulated += step;
  solve_time += solved.time;
  largest_solve_time = std::max(largest_solve_time, solved.time);
  step_time += time_taken;
  largest_step_time = std::max(largest_step_time, time_taken);
  iterations += solved.iterations;
  largest_iterations = std::max(largest_iterations, solved.iterations);
  backtracks += solved.backtracks;
  for (int i = 0; i < kFallbacks; ++i) {
    answered[i] += solved.answered[i];
  }
  take_worst(solved.residual, residual);
  time = record.time;
  contacts = static_cast<int>(record.contacts.size());
  islands = solved.islands;
  if (has_failed(solved)) {
    ++period_failures;
    last_failure = std::string(to_string(solved.failure)) +
      (solved.detail.empty() ? "" : ": " + solved.detail);
  }
}

LoopStatistics LoopStatistics::take()
{
  LoopStatistics taken = *this;
  const double period = static_cast<double>(std::max<std::int64_t>(1, taken.period_steps));
  taken.solve_time /= period;
  taken.step_time /= period;
  taken.iterations /= period;
  LoopStatistics next;
  next.steps = taken.steps;
  next.late = taken.late;
  next.backtracks = taken.backtracks;
  next.answered = taken.answered;
  next.time = taken.time;
  next.contacts = taken.contacts;
  next.islands = taken.islands;
  next.scheduling = taken.scheduling;
  next.priority = taken.priority;
  next.solver = taken.solver;
  next.helper = taken.helper;
  next.last_failure = taken.last_failure;
  next.error = taken.error;
  *this = next;
  return taken;
}

}  // namespace contact_sim
