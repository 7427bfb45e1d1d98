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

#include "run_report.hpp"

#include <cmath>
#include <ostream>

#include "formatted.hpp"
#include "text_table.hpp"

namespace contact_sim
{

namespace
{

constexpr double kMicroseconds = 1e6;

std::string microseconds(double seconds)
{
  return formatted("%.1f", kMicroseconds * seconds);
}

/// "6.000 s simulated in 0.120 s, 50.00 x real time"
std::string pace(const RunFacts & facts)
{
  return formatted(
    "%.3f s simulated in %.3f s, %.2f x real time", facts.simulated, facts.wall_time,
    facts.factor()) + (facts.begin > 0.0 ? formatted(", from %.3f s on", facts.begin) : "");
}

std::string setting(const RunFacts & facts)
{
  return formatted(
    "%d degrees of freedom, step %g ms, %s, %d thread%s", facts.degrees_of_freedom,
    1e3 * facts.step, facts.integrator.c_str(), facts.threads, facts.threads == 1 ? "" : "s");
}

void write_figures(std::ostream & output, const RunStatistics & statistics)
{
  using Align = TextTable::Align;
  TextTable table({Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight});
  table.add_row({"each step", "mean", "median", "99 %", "max"});
  const auto add_tally = [&](const std::string & name, const Tally & tally) {
      table.add_row(
        {name, formatted("%.2f", tally.mean()), "", "", std::to_string(tally.largest())});
    };
  const auto add_times = [&](const std::string & name, const Distribution & times) {
      table.add_row(
        {name, microseconds(times.mean()), microseconds(times.median()),
          microseconds(times.percentile(99.0)), microseconds(times.largest())});
    };
  add_tally("contacts", statistics.contacts);
  add_tally("contacts with a force", statistics.carrying);
  add_tally("rows of the problem", statistics.rows);
  add_tally("pivots", statistics.iterations);
  add_tally("backtracks", statistics.backtracks);
  add_times("solve time [µs]", statistics.solve_time);
  add_times("step time [µs]", statistics.step_time);
  table.write(output);
  output << "\n";
}

/// What the summary has room for beside its names.
std::string shortened(const std::string & text)
{
  constexpr std::size_t kMost = 74;
  return text.size() <= kMost ? text : text.substr(0, kMost - 3) + "...";
}

/// Who was asked, and how often the answer was its own.
std::string solver_that_ran(const RunFacts & facts, const RunStatistics & statistics)
{
  std::int64_t islands = 0;
  for (const std::int64_t count : statistics.answered) {
    islands += count;
  }
  const std::int64_t own = statistics.answered[static_cast<int>(Fallback::kNone)];
  return facts.solver + ", answered " + std::to_string(own) + " of " + std::to_string(islands) +
         " islands";
}

/// "error 3, gave up 1"
std::string causes(const RunStatistics & statistics)
{
  std::string list;
  for (std::size_t status = 0; status < statistics.causes.size(); ++status) {
    if (statistics.causes[status] > 0) {
      list += (list.empty() ? "" : ", ") +
        std::string(to_string(static_cast<ContactStatus>(status))) + " " +
        std::to_string(statistics.causes[status]);
    }
  }
  return list;
}

/// Islands that somebody else answered, by who did.
std::string helpers(const RunStatistics & statistics)
{
  std::string list;
  for (int who = 1; who < kFallbacks; ++who) {
    list += (list.empty() ? "" : ", ") + std::string(to_string(static_cast<Fallback>(who))) + " " +
      std::to_string(statistics.answered[who]);
  }
  return list;
}

void add_fallbacks(
  const RunFacts & facts, const RunStatistics & statistics, std::vector<SummaryRow> & rows)
{
  if (statistics.failed_steps == 0) {
    rows.push_back({"fallbacks", "none"});
    return;
  }
  rows.push_back(
    {"fallbacks",
      "in " + std::to_string(statistics.failed_steps) + " steps: " + causes(statistics)});
  rows.push_back({"  islands answered by", helpers(statistics)});
  rows.push_back({"  default solver", facts.default_solver});
  if (!statistics.last_detail.empty()) {
    rows.push_back({"  said last", shortened(on_one_line(statistics.last_detail))});
  }
}

void add_energy(const RunStatistics & statistics, std::vector<SummaryRow> & rows)
{
  if (statistics.steps == 0) {
    return;
  }
  rows.push_back(
    {"energy", formatted("%.6g J after the first step", statistics.first_energy) +
      formatted(", %.6g J at the end", statistics.energy)});
  const bool known = statistics.steps_without_input > 0;
  rows.push_back(
    {"largest gain of energy",
      known ? formatted("%.2g J in a step without input", statistics.energy_gain.value) :
      "not known: no step was without input"});
}

std::string at(const Extreme & extreme, const char * unit)
{
  return formatted("%.2g%s", extreme.value, unit) +
         (extreme.value > 0.0 ? formatted(" at %.3f s", extreme.time) : "");
}

}  // namespace

std::vector<std::string> head_lines(const RunFacts & facts)
{
  std::vector<std::string> lines{pace(facts), setting(facts)};
  if (!facts.end.empty()) {
    lines.push_back(
      "ended" +
      (std::isfinite(facts.duration) ? formatted(" before its %.3f s", facts.duration) : "") +
      ": " + on_one_line(facts.end));
  }
  return lines;
}

std::vector<SummaryRow> fact_rows(const RunFacts & facts, const RunStatistics & statistics)
{
  std::vector<SummaryRow> rows;
  rows.push_back({"frames", std::to_string(statistics.steps)});
  rows.push_back({"solver that ran", solver_that_ran(facts, statistics)});
  add_fallbacks(facts, statistics, rows);
  rows.push_back({"backtracks in all", std::to_string(statistics.backtracks.total())});
  rows.push_back({"largest residual", at(statistics.residual, "")});
  rows.push_back({"largest penetration", at(statistics.penetration, " m")});
  add_energy(statistics, rows);
  if (facts.is_real_time) {
    rows.push_back(
      {"late steps",
        std::to_string(facts.late_steps) + " of " + std::to_string(statistics.steps)});
  }
  return rows;
}

void write_summary(
  std::ostream & output, const RunFacts & facts, const RunStatistics & statistics)
{
  output << on_one_line(facts.scenario) <<
    (facts.description.empty() ? "" : ": " + on_one_line(facts.description)) << "\n";
  for (const std::string & line : head_lines(facts)) {
    output << line << "\n";
  }
  output << "\n";
  write_figures(output, statistics);
  TextTable table({TextTable::Align::kLeft, TextTable::Align::kLeft});
  for (const SummaryRow & row : fact_rows(facts, statistics)) {
    table.add_row({row.what, row.value});
  }
  table.write(output);
}

}  // namespace contact_sim
