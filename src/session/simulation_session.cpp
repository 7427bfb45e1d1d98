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

#include "contact_sim/session/simulation_session.hpp"

#include <filesystem>
#include <stdexcept>
#include <utility>

#include "contact_sim/io/ctp_file.hpp"
#include "session/session_diagnostics.hpp"

namespace contact_sim
{

namespace
{

std::vector<ParameterSpec> own_specs()
{
  std::vector<ParameterSpec> specs;
  for (const SessionParameter & parameter : session_parameters()) {
    specs.push_back(parameter.spec);
  }
  return specs;
}

bool begins_with(const std::string & text, const std::string & beginning)
{
  return text.compare(0, beginning.size(), beginning) == 0;
}

/// The changes, sorted by whose they are.
struct Changes
{
  ParameterMap own;
  ParameterMap solver;
};

Changes sort_changes(const ParameterMap & changes)
{
  Changes sorted;
  for (const auto & [name, value] : changes) {
    if (begins_with(name, kSolverPrefix) && name != kSolverPlugin) {
      sorted.solver[name.substr(std::string(kSolverPrefix).size())] = value;
    } else {
      sorted.own[name] = value;
    }
  }
  return sorted;
}

void check_fixed(const ParameterMap & before, const ParameterMap & after)
{
  for (const SessionParameter & parameter : session_parameters()) {
    const std::string & name = parameter.spec.name;
    if (parameter.is_fixed && before.at(name) != after.at(name)) {
      throw std::invalid_argument(name + ": can only be set at the start");
    }
  }
}

/// Whether a solver with these specs would take the value.
bool takes(
  const std::vector<ParameterSpec> & specs, const std::string & name,
  const ParameterValue & value)
{
  try {
    resolve_parameters(specs, {{name, value}});
    return true;
  } catch (const std::invalid_argument &) {
    return false;
  }
}

std::string scenario_name(const ParameterMap & values)
{
  return std::get<std::string>(resolve_parameters(own_specs(), values).at("scenario"));
}

}  // namespace

SimulationSession::SimulationSession(const ParameterMap & values, Reporter reporter)
: SimulationSession(values, read_scenario(find_scenario(scenario_name(values))),
    std::move(reporter))
{
}

SimulationSession::SimulationSession(
  const ParameterMap & values, const ScenarioFile & file, Reporter reporter)
: reporter_(std::move(reporter)), values_(resolve_parameters(own_specs(), values)),
  settings_(read_settings(values_)), looked_(std::chrono::steady_clock::now())
{
  load_scenario(file);
  solver_ = choose(std::get<std::string>(values_.at(kSolverPlugin)), {});
  values_[kSolverPlugin] = solver_.name;
  helper_ = choose_solver(kDefaultPlugin, {}, plugins_);
  names_ = std::make_unique<SceneNames>(*scenario_, settings_.frame_prefix);
  wrench_links_ = names_->collision_links(settings_.wrench_links);
  reader_ = std::make_unique<CommandReader>(*scenario_, *names_);
  markers_ = settings_.markers;
}

SimulationSession::~SimulationSession()
{
  stop();
}

void SimulationSession::load_scenario(ScenarioFile file)
{
  if (!settings_.robot_description.empty()) {
    if (file.robots.size() != 1) {
      throw std::invalid_argument(
              "robot_description: scenario '" + settings_.scenario + "' has " +
              std::to_string(file.robots.size()) + " robots, expected one to give it to");
    }
    file.robots.front().urdf = "robot_description";
    file.robots.front().urdf_text = settings_.robot_description;
  }
  if (settings_.step > 0.0) {
    file.options.step = settings_.step;
  }
  if (settings_.threads > 0) {
    file.options.threads = settings_.threads;
  }
  file.options.on_failure = OnSolverFailure::kContinue;  // the loop decides, after the step
  scenario_ = std::make_unique<BuiltScenario>(build_world(file));
  scenario_solver_ = file.solver;
}

bool SimulationSession::is_scenario_solver(const std::string & plugin)
{
  return plugin.empty() ||
         find_solver(plugin, plugins_) == find_solver(scenario_solver_.plugin, plugins_);
}

ChosenSolver SimulationSession::choose(const std::string & plugin, const ParameterMap & given)
{
  const bool is_own = is_scenario_solver(plugin);
  const std::string & name = plugin.empty() ? scenario_solver_.plugin : plugin;
  ParameterMap values = is_own ? scenario_solver_.parameters : ParameterMap{};
  const std::vector<ParameterSpec> specs = solver_specs_of(name);
  for (const auto & [parameter, value] : solver_given_) {
    if (takes(specs, parameter, value)) {
      values[parameter] = value;
    }
  }
  for (const auto & [parameter, value] : given) {
    values[parameter] = value;
  }
  return choose_solver(name, values, plugins_);
}

std::vector<ParameterSpec> SimulationSession::solver_specs_of(const std::string & plugin)
{
  return contact_sim::solver_specs(plugin, plugins_);
}

void SimulationSession::on_solver_failure(TimeStepper::FailureObserver observer)
{
  failure_observer_ = std::move(observer);
}

std::vector<std::pair<std::string, std::string>> SimulationSession::solvers()
{
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<std::pair<std::string, std::string>> all;
  for (const std::string & name : plugins_.names()) {
    all.emplace_back(name, plugins_.description(name));
  }
  return all;
}

std::vector<std::string> SimulationSession::commandable_joints() const
{
  return reader_->joints();
}

void SimulationSession::start()
{
  loop_ = std::make_unique<SimulationLoop>(
    *scenario_, solver_, helper_, settings_.loop,
    [this](const Simulation & simulation, const Eigen::VectorXd & q_begin) {
      observe(simulation, q_begin);
    }, reporter_);
  if (failure_observer_) {
    loop_->on_solver_failure(failure_observer_);
  }
  if (beginning_) {
    loop_->restore(*beginning_);
  }
  loop_->start([this](const Simulation & simulation) {show(simulation);});
}

void SimulationSession::finish()
{
  loop_->finish();
}

void SimulationSession::stop()
{
  if (loop_) {
    loop_->stop();
  }
  for (const auto & output : outputs_) {
    output->sender.stop();
  }
}

Snapshot SimulationSession::snapshot() const
{
  return loop_->snapshot();
}

std::vector<ParameterSpec> SimulationSession::solver_specs() const
{
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<ParameterSpec> specs = solver_.specs;
  for (ParameterSpec & spec : specs) {
    spec.default_value = solver_.values.at(spec.name);
  }
  return specs;
}

ParameterMap SimulationSession::values() const
{
  const std::lock_guard<std::mutex> lock(mutex_);
  ParameterMap all = values_;
  for (const auto & [name, value] : solver_.values) {
    all[kSolverPrefix + name] = value;
  }
  return all;
}

SessionSettings SimulationSession::settings() const
{
  const std::lock_guard<std::mutex> lock(mutex_);
  return settings_;
}

void SimulationSession::set(const ParameterMap & changes)
{
  const std::lock_guard<std::mutex> lock(mutex_);
  const Changes sorted = sort_changes(changes);
  ParameterMap next = values_;
  for (const auto & [name, value] : sorted.own) {
    next[name] = value;
  }
  next = resolve_parameters(own_specs(), next);
  check_fixed(values_, next);
  const SessionSettings settings = read_settings(next);
  std::optional<ChosenSolver> solver;
  if (next.at(kSolverPlugin) != values_.at(kSolverPlugin) || !sorted.solver.empty()) {
    solver = choose(std::get<std::string>(next.at(kSolverPlugin)), sorted.solver);
    next[kSolverPlugin] = solver->name;
  }
  apply(settings, solver);
  values_ = next;
  settings_ = settings;
  for (const auto & [name, value] : sorted.solver) {
    solver_given_[name] = value;
  }
  if (solver) {
    solver_ = *solver;
  }
}

/// Between two steps, once it has started.
void SimulationSession::apply(
  const SessionSettings & next, const std::optional<ChosenSolver> & solver)
{
  const auto change = [&](Simulation & simulation) {
      if (solver) {
        simulation.stepper().set_solver(solver->make);
        for (const auto & output : outputs_) {
          output->statistics.solver = solver->ran;
        }
      }
      if (next.step != settings_.step) {
        simulation.stepper().set_step(next.step > 0.0 ? next.step : scenario_->options.step);
      }
      if (next.nonconvex != settings_.nonconvex) {
        simulation.stepper().set_nonconvex(
          next.nonconvex.value_or(scenario_->options.nonconvex));
      }
      markers_ = next.markers;
      for (const auto & output : outputs_) {
        if (!output->has_own_rates) {
          output->schedule.set_rates(next.rates);
        }
      }
    };
  if (!loop_) {
    markers_ = next.markers;
    return;
  }
  loop_->call(change);
  loop_->set_settings(next.loop);
}

void SimulationSession::command(const JointStateMessage & message)
{
  if (!loop_->tell(reader_->read(message))) {
    throw std::invalid_argument("too many commands wait for their steps");
  }
}

void SimulationSession::pause(bool is_paused)
{
  loop_->set_paused(is_paused);
}

void SimulationSession::step()
{
  loop_->call([this](Simulation &) {shows_next_ = true;});
  loop_->step_once();
}

void SimulationSession::reset()
{
  loop_->reset([this](const Simulation & simulation) {show(simulation);});
}

std::string SimulationSession::save_problem()
{
  CtpFile file;
  std::int64_t step = 0;
  loop_->call(
    [&](Simulation & simulation) {
      step = simulation.state().step;
      if (step == 0) {
        throw std::runtime_error("no step was made yet: there is no contact problem");
      }
      file.problem = simulation.stepper().problem();
      file.facts["time"] = std::to_string(simulation.state().time);
    });
  file.facts["scenario"] = scenario_->name;
  file.facts["step"] = std::to_string(step);
  const std::filesystem::path path = std::filesystem::absolute(settings().save_folder) /
    (scenario_->name + "_" + std::to_string(step) + ".ctp");
  write_ctp_file(path.string(), file);
  return path.string();
}

std::vector<DiagnosticMessage> SimulationSession::diagnostics()
{
  LoopStatistics statistics = loop_->take_statistics();
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  DiagnosedRun run;
  statistics.solver = solver_.ran;
  statistics.helper = helper_.ran;
  run.wall_time = std::chrono::duration<double>(now - looked_).count();
  run.wanted_factor = settings_.loop.real_time_factor;
  run.dropped = dropped();
  looked_ = now;
  return diagnose(statistics, run);
}

}  // namespace contact_sim
