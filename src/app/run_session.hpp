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

#ifndef APP__RUN_SESSION_HPP_
#define APP__RUN_SESSION_HPP_

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "contact_sim/io/scenario_world.hpp"
#include "contact_sim/simulation/simulation.hpp"
#include "interrupt.hpp"
#include "run_failures.hpp"
#include "run_history.hpp"
#include "run_outputs.hpp"
#include "run_progress.hpp"
#include "run_report.hpp"
#include "run_screen.hpp"
#include "run_snapshots.hpp"
#include "run_solver.hpp"
#include "run_statistics.hpp"

namespace contact_sim
{

struct SessionOptions
{
  bool is_real_time{false};  ///< no faster than the clock
  bool is_quiet{false};      ///< no progress
  std::string csv_folder;    ///< empty: no tables
  std::string dump_folder;   ///< empty: failures are not kept
  std::string report_folder;  ///< empty: no report
  bool has_screen{false};    ///< a terminal view in place of the line of progress
  std::string command;       ///< the command line, for the report
  SnapshotOptions snapshots;
};

/// One run of a scenario from its beginning or a snapshot, with all who look at it. It simulates in
/// run(); or somebody else does, and says so between begin() and end().
class RunSession
{
public:
  /// \throws std::exception where a folder cannot be made or the world cannot be simulated
  RunSession(
    const BuiltScenario & scenario, const ChosenSolver & solver, const ChosenSolver & helper,
    const SessionOptions & options);

  /// Runs to the end of the scenario, to Ctrl-C or to the error that ends it; then the tables get
  /// their names.
  /// \throws std::runtime_error where a table cannot be written
  void run();

  void begin();
  /// After every step.
  void observe(const State & state, const StepRecord & record);
  /// After observe().
  void watch(const Simulation & simulation) {snapshots_.observe(simulation);}
  /// A problem that the solver failed on.
  void keep(const ContactProblem & problem, const ContactSolution & solution);
  /// \param early why it ended before its time; empty: it did not
  /// \param last where it is
  void end(const std::string & early, const Snapshot & last);
  /// A line for the user: on the standard output, or where the terminal view has a place for it.
  void say(const std::string & line);
  bool has_screen() const {return screen_ != nullptr;}
  bool is_interrupted() const {return interrupt_->is_requested();}

  const RunFacts & facts() const {return facts_;}
  const RunStatistics & statistics() const {return statistics_;}
  const RunFailures & failures() const {return failures_;}
  const RunSnapshots & snapshots() const {return snapshots_;}
  /// Where it begins, if not at the beginning.
  const std::optional<Snapshot> & beginning() const {return beginning_;}
  /// Where it ended.
  const State & last() const {return last_;}
  /// What the simulation stopped with; empty: it did not.
  const std::string & error() const {return error_;}
  void set_error(const std::string & error) {error_ = error;}

private:
  using Clock = std::chrono::steady_clock;

  void tell_progress(const State & state, const StepRecord & record);
  bool has_wrenches(double begin, double end) const;
  void wait_for(double time);

  const BuiltScenario & scenario_;
  SessionOptions options_;
  RunFacts facts_;
  RunStatistics statistics_;
  RunFailures failures_;
  RunSnapshots snapshots_;
  std::optional<Snapshot> beginning_;
  State last_;
  ChosenSolver solver_;
  ChosenSolver helper_;
  std::int64_t step_{0};  ///< the last one
  std::unique_ptr<RunOutputs> outputs_;
  std::unique_ptr<RunHistory> history_;  ///< for the report
  std::unique_ptr<RunProgress> progress_;
  std::unique_ptr<RunScreen> screen_;    ///< in its place
  std::optional<Interrupt> interrupt_;
  Clock::time_point start_;
  std::string error_;
};

}  // namespace contact_sim

#endif  // APP__RUN_SESSION_HPP_
