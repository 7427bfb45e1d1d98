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

#include "solver_trial.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "statistics.hpp"

namespace contact_sim
{

namespace
{

/// Refuses problems with friction: so the fallback goes on to the frictionless one.
constexpr const char * kFrictionless = "ActiveSet";

bool carries(const ContactRecord & contact)
{
  return contact.normal_force > 0.0;
}

}  // namespace

std::string power_text(double value)
{
  return value > 0.0 ? "1e" + std::to_string(std::lround(std::log10(value))) : "0";
}

TriedSolver robust_lemke(double tolerance)
{
  // From z = 0: started from the frictionless answer it is faster, but loses more where M is
  // nearly singular. Its search may then take longer than the plugin allows by default.
  return {"robust", "RobustLemke",
    {{"two_step", false}, {"max_pivots", std::int64_t{100000}},
      {"max_nodes", std::int64_t{100000}}, {"tolerance", tolerance}}};
}

TriedSolver plain_lemke()
{
  return {"Lemke", "Lemke", {{"tolerance", kBaselineTolerance}}};
}

TriedSolver lexicographic_lemke(double delta)
{
  return {"Δ = " + power_text(delta), "LexicographicLemke",
    {{"delta", delta}, {"tolerance", kBaselineTolerance}}};
}

TriedSolver default_solver()
{
  return {"default", "RobustReducedLemke"};
}

int FrameCounts::failed_otherwise() const
{
  return failures - failed(ContactStatus::kRay) - failed(ContactStatus::kCycle) -
         failed(ContactStatus::kError);
}

ScenarioFile shipped_scene(const std::string & name)
{
  return read_scenario(find_scenario(name));
}

SolverTrial::SolverTrial(
  const ExperimentContext & context, const ScenarioFile & scene, const TriedSolver & solver)
: label_(solver.label), scenario_(build_world(scene))
{
  const auto make = [&context, solver] {return context.solver(solver.plugin, solver.parameters);};
  const auto make_helper = [&context] {return context.solver(kFrictionless);};
  simulation_ = std::make_unique<Simulation>(
    scenario_.world, scenario_.options, make, make_helper);
  drive(scenario_, *simulation_);
  simulation_->stepper().on_solver_failure(
    [this](const ContactProblem &, const ContactSolution & solution) {
      failed_pivots_ += solution.iterations;
      failed_time_ += solution.time;
      has_failed_ = true;
      failure_ = solution.status;
    });
}

bool SolverTrial::step()
{
  if (!error_.empty()) {
    return false;
  }
  has_failed_ = false;
  failed_pivots_ = 0;
  failed_time_ = 0.0;
  try {
    simulation_->step();
  } catch (const SimulationError & error) {
    error_ = error.what();
    return false;
  }
  count(simulation_->record());
  return true;
}

void SolverTrial::count(const StepRecord & record)
{
  if (record.contacts.empty()) {
    return;
  }
  ++counts_.frames;
  counts_.contacts += static_cast<std::int64_t>(record.contacts.size());
  counts_.active += std::count_if(record.contacts.begin(), record.contacts.end(), carries);
  // Where it failed the record has the work of others too.
  counts_.pivots += has_failed_ ? failed_pivots_ : record.solver.iterations;
  counts_.solved_pivots += has_failed_ ? 0 : record.solver.iterations;
  counts_.backtracks += record.solver.backtracks;
  counts_.deepest = std::max(counts_.deepest, record.largest_penetration);
  counts_.worst_residual =
    std::max(counts_.worst_residual, record.solver.residual.largest());
  counts_.solve_times.push_back(has_failed_ ? failed_time_ : record.solver.time);
  counts_.step_times.push_back(record.step_time);
  if (has_failed_) {
    ++counts_.failures;
    ++counts_.failed_by[static_cast<std::size_t>(failure_)];
    counts_.last_resort +=
      record.solver.answered[static_cast<std::size_t>(Fallback::kLastResort)] > 0;
  }
}

Trials make_trials(
  const ExperimentContext & context, const ScenarioFile & scene,
  const std::vector<TriedSolver> & solvers)
{
  Trials trials;
  for (const TriedSolver & solver : solvers) {
    trials.push_back(std::make_unique<SolverTrial>(context, scene, solver));
  }
  return trials;
}

void run_in_turns(
  const ExperimentContext & context, Trials & trials, int steps, double begin, double end,
  const std::string & doing)
{
  for (int step = 0; step < steps; ++step) {
    if (step % 50 == 0) {
      context.progress(begin + (end - begin) * step / steps, doing);
    }
    for (const auto & trial : trials) {
      trial->step();
    }
  }
}

std::vector<FrameRow> frame_rows(const std::vector<std::vector<Cell>> & papers)
{
  using Counts = FrameCounts;
  std::vector<FrameRow> rows{
    {"contacts, mean", [](const Counts & c) {return Cell(c.mean_contacts(), 3);}},
    {"active, mean", [](const Counts & c) {return Cell(c.mean_active(), 3);}},
    {"total frames", [](const Counts & c) {return Cell(c.frames);}},
    {"success", [](const Counts & c) {return Cell(c.frames - c.failures);}},
    {"failure", [](const Counts & c) {return Cell(c.failures).falls_short(c.failures > 0);}},
    {"no solution", [](const Counts & c) {return Cell(c.failed(ContactStatus::kRay));}},
    {"cycle", [](const Counts & c) {return Cell(c.failed(ContactStatus::kCycle));}},
    {"error", [](const Counts & c) {return Cell(c.failed(ContactStatus::kError));}}};
  for (std::size_t i = 0; i < std::min(rows.size(), papers.size()); ++i) {
    rows[i].papers = papers[i];
  }
  rows.push_back(
    {"out of pivots", [](const Counts & c) {return Cell(c.failed_otherwise());}});
  return rows;
}

void add_rows(const std::vector<FrameRow> & rows, const Trials & trials, Table & table)
{
  for (const FrameRow & row : rows) {
    std::vector<Cell> here{row.name};
    for (const auto & trial : trials) {
      here.push_back(row.ours(trial->counts()));
    }
    table.add_row(here);
    if (!row.papers.empty()) {
      std::vector<Cell> there{row.name + ", in the paper"};
      there.insert(there.end(), row.papers.begin(), row.papers.end());
      there.resize(trials.size() + 1, Cell(""));
      table.add_row(there);
    }
  }
}

Table trial_table(const std::string & name, const std::string & title, const Trials & trials)
{
  std::vector<Column> headings{"frames"};
  for (const auto & trial : trials) {
    headings.emplace_back(trial->label());
  }
  return Table(name, title, headings);
}

std::string lost_frames(const FrameCounts & counts)
{
  return std::to_string(counts.failures) + " of " + std::to_string(counts.frames) + " frames";
}

}  // namespace contact_sim
