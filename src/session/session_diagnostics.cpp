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

#include "session/session_diagnostics.hpp"

#include <cstdio>
#include <utility>

namespace contact_sim
{

namespace
{

constexpr double kMicro = 1e6;
constexpr double kLateIsWarned = 1e-3;  ///< part of the steps

std::string text(double value)
{
  char buffer[32];
  std::snprintf(buffer, sizeof(buffer), "%.6g", value);
  return buffer;
}

std::string text(std::int64_t value)
{
  return std::to_string(value);
}

using Values = std::vector<std::pair<std::string, std::string>>;

Values solve_times(const LoopStatistics & statistics)
{
  return {
    {"solve time, mean [us]", text(kMicro * statistics.solve_time)},
    {"solve time, most [us]", text(kMicro * statistics.largest_solve_time)}};
}

Values answers(const LoopStatistics & statistics)
{
  return {
    {"islands answered by the chosen solver", text(statistics.answered[0])},
    {"islands answered by the default solver (" + statistics.helper + ")",
      text(statistics.answered[1])},
    {"islands answered without friction", text(statistics.answered[2])},
    {"islands answered by the last resort", text(statistics.answered[3])},
    {"last failure", statistics.last_failure.empty() ? "none" : statistics.last_failure}};
}

Values solver_values(const LoopStatistics & statistics)
{
  const ContactResidual & residual = statistics.residual;
  return {
    {"solver", statistics.solver},
    {"contacts", text(std::int64_t{statistics.contacts})},
    {"islands", text(std::int64_t{statistics.islands})},
    {"pivots a step, mean", text(statistics.iterations)},
    {"pivots a step, most", text(std::int64_t{statistics.largest_iterations})},
    {"backtracks, since the start", text(statistics.backtracks)},
    {"residual: penetration rate", text(residual.penetration_rate)},
    {"residual: complementarity", text(residual.complementarity)},
    {"residual: cone violation", text(residual.cone_violation)},
    {"residual: dissipation gap", text(residual.dissipation_gap)}};
}

void append(const Values & values, DiagnosticMessage & status)
{
  status.values.insert(status.values.end(), values.begin(), values.end());
}

DiagnosticMessage solver_status(const LoopStatistics & statistics)
{
  DiagnosticMessage status;
  status.name = "contact_sim: contact solver";
  status.hardware_id = "contact_sim";
  status.message = "every problem was solved by " + statistics.solver;
  if (!statistics.error.empty()) {
    status.level = DiagnosticLevel::kError;
    status.message = statistics.error;
  } else if (statistics.period_failures > 0) {
    status.level = DiagnosticLevel::kWarn;
    status.message = statistics.solver + " failed in " + text(statistics.period_failures) +
      " of " + text(statistics.period_steps) + " steps: " + statistics.last_failure;
  }
  return status;
}

DiagnosticMessage diagnose_solver(const LoopStatistics & statistics, bool has_times)
{
  DiagnosticMessage status = solver_status(statistics);
  append(solver_values(statistics), status);
  if (has_times) {
    append(solve_times(statistics), status);
  }
  append(answers(statistics), status);
  return status;
}

std::string scheduling(const LoopStatistics & statistics)
{
  const std::string fifo = "SCHED_FIFO " + text(std::int64_t{statistics.priority});
  switch (statistics.scheduling) {
    case Scheduling::kRealTime:
      return fifo;
    case Scheduling::kRefused:
      return "as any other thread: the system does not allow " + fifo;
    case Scheduling::kOrdinary:
      break;
  }
  return "as any other thread";
}

DiagnosticMessage diagnose_timing(const LoopStatistics & statistics, const DiagnosedRun & run)
{
  DiagnosticMessage status;
  status.name = "contact_sim: timing";
  status.hardware_id = "contact_sim";
  status.message = statistics.is_paused ? "paused" : "on time";
  const auto late = static_cast<double>(statistics.period_late);
  if (late > kLateIsWarned * static_cast<double>(statistics.period_steps)) {
    status.level = DiagnosticLevel::kWarn;
    status.message = text(statistics.period_late) + " of " + text(statistics.period_steps) +
      " steps were late";
  }
  const double factor = run.wall_time > 0.0 ? statistics.period_simulated / run.wall_time : 0.0;
  status.values = {
    {"simulation time [s]", text(statistics.time)},
    {"real-time factor", text(factor)},
    {"real-time factor, wanted", text(run.wanted_factor)},
    {"steps", text(statistics.period_steps)},
    {"missed deadlines", text(statistics.period_late)},
    {"steps, since the start", text(statistics.steps)},
    {"missed deadlines, since the start", text(statistics.late)},
    {"step time, mean [us]", text(kMicro * statistics.step_time)},
    {"step time, most [us]", text(kMicro * statistics.largest_step_time)},
    {"woken up late, most [us]", text(kMicro * statistics.largest_wake_delay)},
    {"scheduling", scheduling(statistics)},
    {"frames not sent", text(run.dropped)}};
  return status;
}

}  // namespace

std::vector<DiagnosticMessage> diagnose(
  const LoopStatistics & statistics, const DiagnosedRun & run)
{
  return {diagnose_solver(statistics, true), diagnose_timing(statistics, run)};
}

std::vector<DiagnosticMessage> diagnose_steps(const LoopStatistics & statistics)
{
  DiagnosticMessage timing;
  timing.name = "contact_sim: timing";
  timing.hardware_id = "contact_sim";
  timing.message = "recorded by simulation time";
  timing.values = {
    {"simulation time [s]", text(statistics.time)},
    {"steps", text(statistics.period_steps)},
    {"steps, since the start", text(statistics.steps)}};
  return {diagnose_solver(statistics, false), timing};
}

}  // namespace contact_sim
