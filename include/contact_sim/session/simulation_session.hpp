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

#ifndef CONTACT_SIM__SESSION__SIMULATION_SESSION_HPP_
#define CONTACT_SIM__SESSION__SIMULATION_SESSION_HPP_

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "contact_sim/io/scenario_world.hpp"
#include "contact_sim/plugins/chosen_solver.hpp"
#include "contact_sim/session/frame_sender.hpp"
#include "contact_sim/session/joint_orders.hpp"
#include "contact_sim/session/messages.hpp"
#include "contact_sim/session/scene_messages.hpp"
#include "contact_sim/session/scene_names.hpp"
#include "contact_sim/session/session_settings.hpp"
#include "contact_sim/session/simulation_loop.hpp"

namespace contact_sim
{

/// How somebody is sent messages.
struct OutputOptions
{
  std::optional<Rates> rates;    ///< none: those of the parameters
  bool must_arrive{false};       ///< see FrameSender; always so in lockstep
  bool is_prompt{true};          ///< see FrameSender
  double diagnostics_rate{0.0};  ///< of diagnostics without figures of the wall clock [Hz of
                                 ///< simulation time]; 0: none
  bool goes_first{false};        ///< sent with the priority below the thread that simulates, while
                                 ///< that has one
};

/// A simulation that runs by the clock and that others talk to: all of a simulator node but ROS,
/// all of a live view but its bytes.
///
///     SimulationSession session({{"scenario", std::string("humanoid")}}, reporter);
///     session.set({{"solver.epsilon", 1e-9}});
///     session.add_output(sink, std::nullopt, false);
///     session.start();
///
/// All public calls but the constructor are safe from any thread once it has started.
class SimulationSession
{
public:
  /// Told when the run cannot go on, or of what the user should know.
  using Reporter = SimulationLoop::Reporter;
  /// Sees every step, in the thread that simulates.
  using StepObserver = std::function<void (const State &, const StepRecord &)>;
  using Watcher = std::function<void (const Simulation &)>;

  /// Reads the scenario and chooses the solver; nothing moves yet.
  /// \param values of session_parameters(); what is not given has its default
  /// \throws std::exception with one clear line for a bad value, scenario or plugin
  SimulationSession(const ParameterMap & values, Reporter reporter);
  /// The same with a scenario that was read already, and perhaps changed.
  SimulationSession(const ParameterMap & values, const ScenarioFile & file, Reporter reporter);
  ~SimulationSession();

  /// Before start(). The sink must live as long as the session.
  void add_output(MessageSink & sink, const OutputOptions & options);
  /// The same with rates and must_arrive.
  void add_output(MessageSink & sink, const std::optional<Rates> & rates, bool must_arrive);
  void add_observer(StepObserver observer) {observers_.push_back(std::move(observer));}
  /// Sees every step with the simulation itself, in the thread that simulates; before start().
  void add_watcher(Watcher watcher) {watchers_.push_back(std::move(watcher));}
  /// Begins there and not at the beginning of the scenario; before start(), which throws
  /// std::invalid_argument where it is of another world.
  void set_beginning(const Snapshot & snapshot) {beginning_ = snapshot;}
  /// Sees the problems that the solver fails on; before start().
  void on_solver_failure(TimeStepper::FailureObserver observer);
  void start();
  /// Makes no further step; from any thread, also an observer's. What is to be sent is sent yet.
  void finish();
  /// Waits for the step under way, and for what is to be sent.
  void stop();
  /// Where it is, after stop().
  Snapshot snapshot() const;

  /// \name Parameters, those of the solver behind kSolverPrefix
  /// @{
  /// Of the solver in force; its defaults are the scenario's where it is the scenario's solver.
  std::vector<ParameterSpec> solver_specs() const;
  ParameterMap values() const;
  /// Takes all or nothing. With kSolverPlugin the solver is swapped between two steps: its
  /// parameters are at their defaults, but for those that were set before and that it knows.
  /// \throws std::invalid_argument with the reason
  void set(const ParameterMap & changes);
  /// @}

  /// A message of joint commands for a step to come.
  /// \throws std::invalid_argument naming the joint and the reason; nothing is taken then
  void command(const JointStateMessage & message);
  void pause(bool is_paused);
  /// \throws std::runtime_error where it is not paused, or cannot go on
  void step();
  /// Back to the beginning; commands are forgotten.
  void reset();
  /// Writes the contact problem of the last step as `.ctp`, and returns its path.
  /// \throws std::runtime_error where there is none, or it cannot be written
  std::string save_problem();

  /// What the steps since the last call have to say.
  std::vector<DiagnosticMessage> diagnostics();

  const BuiltScenario & scenario() const {return *scenario_;}
  const SceneNames & names() const {return *names_;}
  /// Whose wrenches are sent, by the index that sinks get.
  const std::vector<NamedLink> & wrench_links() const {return wrench_links_;}
  SessionSettings settings() const;
  /// The solver of the beginning, and the one that helps out.
  const ChosenSolver & solver() const {return solver_;}
  const ChosenSolver & helper() const {return helper_;}
  /// Names and descriptions of all that are found.
  std::vector<std::pair<std::string, std::string>> solvers();
  /// Names of the joints that take commands.
  std::vector<std::string> commandable_joints() const;

private:
  /// Somebody who is sent messages.
  struct Output
  {
    Output(SimulationSession & session, MessageSink & to, const OutputOptions & options);

    /// Counts the step; what is due is sent.
    void push(
      const Simulation & simulation, const Eigen::VectorXd & q_begin, const Due & due,
      const MarkerSettings & markers);
    bool diagnostics_are_due(double time);

    MessageSink & sink;
    bool has_own_rates;
    double diagnostics_rate{0.0};  ///< [Hz of simulation time]
    std::int64_t diagnosed{0};     ///< periods
    LoopStatistics statistics;
    Schedule schedule;
    SceneMessages messages;
    FrameSender sender;
  };

  void load_scenario(ScenarioFile file);
  bool is_scenario_solver(const std::string & plugin);
  std::vector<ParameterSpec> solver_specs_of(const std::string & plugin);
  ChosenSolver choose(const std::string & plugin, const ParameterMap & given);
  void apply(const SessionSettings & next, const std::optional<ChosenSolver> & solver);
  void observe(const Simulation & simulation, const Eigen::VectorXd & q_begin);
  void show(const Simulation & simulation);
  std::int64_t dropped() const;

  Reporter reporter_;
  mutable std::mutex mutex_;  ///< of the parameters
  ParameterMap values_;       ///< of session_parameters()
  SessionSettings settings_;
  ParameterMap solver_given_;  ///< what was set, whatever solver was there
  SolverPlugins plugins_;
  ScenarioSolver scenario_solver_;
  ChosenSolver solver_;
  ChosenSolver helper_;
  std::unique_ptr<BuiltScenario> scenario_;
  std::unique_ptr<SceneNames> names_;
  std::vector<NamedLink> wrench_links_;
  std::unique_ptr<CommandReader> reader_;
  std::unique_ptr<SimulationLoop> loop_;
  std::vector<std::unique_ptr<Output>> outputs_;
  std::vector<StepObserver> observers_;
  std::vector<Watcher> watchers_;
  std::optional<Snapshot> beginning_;
  TimeStepper::FailureObserver failure_observer_;
  MarkerSettings markers_;  ///< of the thread that simulates
  bool shows_next_{false};  ///< the next step is sent whole; of the thread that simulates
  std::chrono::steady_clock::time_point looked_;
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__SESSION__SIMULATION_SESSION_HPP_
