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

#include "run_session.hpp"

#include <algorithm>
#include <iostream>
#include <thread>
#include <variant>

#include "run_page.hpp"

namespace contact_sim
{

namespace
{

/// Steps that memory is taken for beforehand; more cost nothing but a copy now and then.
constexpr double kReserved = 1e6;

RunFacts make_facts(
  const BuiltScenario & scenario, const ChosenSolver & solver, const ChosenSolver & helper,
  const SessionOptions & options)
{
  RunFacts facts;
  facts.scenario = scenario.name;
  facts.description = scenario.description;
  facts.solver = solver.ran;
  facts.default_solver = helper.ran;
  facts.integrator = scenario.options.integrator == Integrator::kRungeKutta4 ?
    "Runge-Kutta 4" : "semi-implicit Euler";
  facts.step = scenario.options.step;
  facts.threads = scenario.options.threads;
  facts.degrees_of_freedom = scenario.world->model.nv();
  facts.duration = scenario.duration;
  facts.is_real_time = options.is_real_time;
  facts.command = options.command;
  const auto tolerance = solver.values.find("tolerance");
  if (tolerance != solver.values.end() && std::holds_alternative<double>(tolerance->second)) {
    facts.tolerance = std::get<double>(tolerance->second);
  }
  return facts;
}

}  // namespace

RunSession::RunSession(
  const BuiltScenario & scenario, const ChosenSolver & solver, const ChosenSolver & helper,
  const SessionOptions & options)
: scenario_(scenario), options_(options), facts_(make_facts(scenario, solver, helper, options)),
  failures_(options.dump_folder, scenario.name, solver.ran),
  snapshots_(options.snapshots, scenario), solver_(solver), helper_(helper)
{
  if (!options.snapshots.continue_file.empty()) {
    beginning_ = read_beginning(options.snapshots.continue_file, scenario);
    facts_.begin = beginning_->state.time;
  }
  if (!options.csv_folder.empty()) {
    outputs_ = std::make_unique<RunOutputs>(
      options.csv_folder, *scenario.world,
      beginning_ ? beginning_->state : initial_state(*scenario.world), scenario.outputs.rate);
  }
  if (!options.report_folder.empty()) {
    prepare_run_page(options.report_folder);
    history_ = std::make_unique<RunHistory>(scenario.world->model);
  }
  statistics_.reserve(
    static_cast<std::size_t>(std::min(kReserved, scenario.duration / scenario.options.step + 2.0)));
}

void RunSession::run()
{
  Simulation simulation(scenario_.world, scenario_.options, solver_.make, helper_.make);
  drive(scenario_, simulation);
  if (beginning_) {
    simulation.restore(*beginning_);
  }
  simulation.add_observer(
    [&](const State & state, const StepRecord & record) {
      observe(state, record);
      watch(simulation);
      if (is_interrupted()) {
        simulation.pause();
      }
    });
  simulation.stepper().on_solver_failure(
    [this](const ContactProblem & problem, const ContactSolution & solution) {
      keep(problem, solution);
    });
  begin();
  std::string early;
  try {
    simulation.run_until(scenario_.duration);
    early = simulation.is_paused() ? "interrupted" : "";
  } catch (const SimulationError & error) {
    error_ = error.what();
    early = "stopped by an error in step " + std::to_string(simulation.state().step + 1);
  }
  end(early, simulation.snapshot());
}

void RunSession::begin()
{
  interrupt_.emplace();
  if (options_.has_screen && RunScreen::is_possible()) {
    screen_ = std::make_unique<RunScreen>(scenario_, facts_.solver);
  } else {
    if (options_.has_screen) {
      std::cerr << "contact_sim: --tui needs a terminal on the standard error, which is none: "
        "telling the progress in lines\n";
    }
    progress_ = std::make_unique<RunProgress>(scenario_, options_.is_quiet);
  }
  start_ = Clock::now();
}

void RunSession::end(const std::string & early, const Snapshot & last)
{
  facts_.wall_time = std::chrono::duration<double>(Clock::now() - start_).count();
  facts_.end = early;
  progress_.reset();
  screen_.reset();
  interrupt_.reset();
  last_ = last.state;
  snapshots_.finish(last);
  if (outputs_) {
    outputs_->commit();
  }
  if (history_) {
    write_run_page(options_.report_folder, facts_, statistics_, *history_);
  }
}

void RunSession::say(const std::string & line)
{
  if (screen_) {
    screen_->note(line);
  } else {
    std::cout << line << std::endl;
  }
}

void RunSession::keep(const ContactProblem & problem, const ContactSolution & solution)
{
  failures_.keep(problem, solution, step_ + 1);
}

void RunSession::observe(const State & state, const StepRecord & record)
{
  step_ = state.step;
  facts_.simulated = state.time - facts_.begin;
  statistics_.add(record, has_wrenches(state.time - scenario_.options.step, state.time));
  if (outputs_) {
    outputs_->add(state, record);
  }
  if (history_) {
    history_->add(record);
  }
  tell_progress(state, record);
  if (options_.is_real_time && !is_interrupted()) {
    wait_for(state.time - facts_.begin);
  }
}

void RunSession::tell_progress(const State & state, const StepRecord & record)
{
  if (screen_) {
    screen_->update(state, record, statistics_);
  } else {
    progress_->update(state, record, statistics_.failed_steps);
  }
}

bool RunSession::has_wrenches(double begin, double end) const
{
  const auto acts = [ = ](const TimedWrench & wrench) {
      return wrench.from < end && wrench.to > begin;
    };
  return std::any_of(scenario_.wrenches.begin(), scenario_.wrenches.end(), acts);
}

/// Since the run began. A step is late where it ends after the time that it simulates.
void RunSession::wait_for(double time)
{
  const auto due = start_ + std::chrono::duration_cast<Clock::duration>(
    std::chrono::duration<double>(time));
  if (Clock::now() > due) {
    ++facts_.late_steps;
  } else {
    std::this_thread::sleep_until(due);
  }
}

}  // namespace contact_sim
