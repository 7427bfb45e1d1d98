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

#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <iostream>

#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/session/scene_names.hpp"
#include "report.hpp"
#include "text_table.hpp"

namespace contact_sim
{

namespace
{

constexpr const char * kClearLine = "\r\033[K";
constexpr double kMicroseconds = 1e6;
constexpr std::chrono::milliseconds kTerminalPeriod{100};
constexpr std::chrono::milliseconds kPipePeriod{1000};

__attribute__((format(printf, 1, 2)))
std::string formatted(const char * format, ...)
{
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  return text;
}

/// A line that wraps cannot be written anew.
std::size_t terminal_width()
{
  struct winsize size = {};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col - 1u : 79u;
}

double factor(double simulated, double wall_time)
{
  return wall_time > 0.0 ? simulated / wall_time : 0.0;
}

std::string microseconds(double seconds)
{
  return formatted("%.1f", kMicroseconds * seconds);
}

void write_head(std::ostream & output, const RunFacts & facts)
{
  output << on_one_line(facts.scenario);
  if (!facts.description.empty()) {
    output << ": " << on_one_line(facts.description);
  }
  output << "\n" << formatted(
    "%.3f s simulated in %.3f s, %.2f x real time", facts.simulated, facts.wall_time,
    factor(facts.simulated, facts.wall_time));
  if (facts.begin > 0.0) {
    output << formatted(", from %.3f s on", facts.begin);
  }
  output << "\n" << formatted(
    "%d degrees of freedom, step %g ms, %s, %d thread%s", facts.degrees_of_freedom,
    1e3 * facts.step, facts.integrator.c_str(), facts.threads, facts.threads == 1 ? "" : "s");
  output << "\n";
  if (!facts.end.empty()) {
    output << "ended" <<
      (std::isfinite(facts.duration) ? formatted(" before its %.3f s", facts.duration) : "") <<
      ": " << on_one_line(facts.end) << "\n";
  }
  output << "\n";
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

void add_fallbacks(const RunFacts & facts, const RunStatistics & statistics, TextTable & table)
{
  if (statistics.failed_steps == 0) {
    table.add_row({"fallbacks", "none"});
    return;
  }
  table.add_row(
    {"fallbacks",
      "in " + std::to_string(statistics.failed_steps) + " steps: " + causes(statistics)});
  table.add_row({"  islands answered by", helpers(statistics)});
  table.add_row({"  default solver", facts.default_solver});
  if (!statistics.last_detail.empty()) {
    table.add_row({"  said last", shortened(on_one_line(statistics.last_detail))});
  }
}

void add_energy(const RunStatistics & statistics, TextTable & table)
{
  if (statistics.steps == 0) {
    return;
  }
  table.add_row(
    {"energy", formatted("%.6g J after the first step", statistics.first_energy) +
      formatted(", %.6g J at the end", statistics.energy)});
  const bool known = statistics.steps_without_input > 0;
  table.add_row(
    {"largest gain of energy",
      known ? formatted("%.2g J in a step without input", statistics.energy_gain.value) :
      "not known: no step was without input"});
}

std::string at(const Extreme & extreme, const char * unit)
{
  return formatted("%.2g%s", extreme.value, unit) +
         (extreme.value > 0.0 ? formatted(" at %.3f s", extreme.time) : "");
}

void write_facts(std::ostream & output, const RunFacts & facts, const RunStatistics & statistics)
{
  using Align = TextTable::Align;
  TextTable table({Align::kLeft, Align::kLeft});
  table.add_row({"frames", std::to_string(statistics.steps)});
  table.add_row({"solver that ran", solver_that_ran(facts, statistics)});
  add_fallbacks(facts, statistics, table);
  table.add_row({"backtracks in all", std::to_string(statistics.backtracks.total())});
  table.add_row({"largest residual", at(statistics.residual, "")});
  table.add_row({"largest penetration", at(statistics.penetration, " m")});
  add_energy(statistics, table);
  if (facts.is_real_time) {
    table.add_row(
      {"late steps",
        std::to_string(facts.late_steps) + " of " + std::to_string(statistics.steps)});
  }
  table.write(output);
}

}  // namespace

RunProgress::RunProgress(const BuiltScenario & scenario, bool is_quiet)
: scenario_(scenario), robot_(only_robot(scenario)), data_(scenario.world->model),
  is_quiet_(is_quiet), is_terminal_(::isatty(STDERR_FILENO) == 1), start_(Clock::now()),
  next_(start_ + (is_terminal_ ? kTerminalPeriod : kPipePeriod)),
  next_time_(is_terminal_ ? 0.0 : 1.0)
{
}

RunProgress::~RunProgress()
{
  if (is_terminal_ && !is_quiet_) {
    std::cerr << kClearLine << std::flush;
  }
}

void RunProgress::update(const State & state, const StepRecord & record, std::int64_t failures)
{
  if (is_quiet_ || state.time < next_time_) {
    return;
  }
  const Clock::time_point now = Clock::now();
  if (now < next_) {
    return;
  }
  const double wall_time = std::chrono::duration<double>(now - start_).count();
  const std::string text = line(state, record, failures, wall_time);
  if (is_terminal_) {
    std::cerr << kClearLine << text.substr(0, terminal_width()) << std::flush;
    next_ = now + kTerminalPeriod;
  } else {
    std::cerr << text << "\n";
    next_ = now + kPipePeriod;
    next_time_ = state.time + 1.0;
  }
}

std::string RunProgress::line(
  const State & state, const StepRecord & record, std::int64_t failures, double wall_time)
{
  double force = 0.0;
  for (const ContactRecord & contact : record.contacts) {
    force += contact.normal_force;
  }
  const std::string end =
    std::isfinite(scenario_.duration) ? formatted("/%.3f", scenario_.duration) : "";
  // Not wider than 80 columns, as long as nothing fails.
  const std::string text = formatted(
    "%8.3f%s s %6.2f x real time %s%3zu contacts %4.0f N %3d pivots", state.time, end.c_str(),
    factor(state.time, wall_time), robot_height(state).c_str(), record.contacts.size(), force,
    record.solver.iterations);
  return failures == 0 ? text : text + ", " + std::to_string(failures) + " failures";
}

/// Of the only robot, its root link.
std::string RunProgress::robot_height(const State & state)
{
  if (robot_ == nullptr) {
    return "";
  }
  const Model & model = scenario_.world->model;
  forward_kinematics(model, data_, state.q);
  return formatted(
    "at %.3f m ", link_pose(model, data_, robot_->root_link).translation().z());
}

void write_summary(
  std::ostream & output, const RunFacts & facts, const RunStatistics & statistics)
{
  write_head(output, facts);
  write_figures(output, statistics);
  write_facts(output, facts, statistics);
}

}  // namespace contact_sim
