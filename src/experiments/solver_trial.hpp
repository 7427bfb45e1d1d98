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

#ifndef EXPERIMENTS__SOLVER_TRIAL_HPP_
#define EXPERIMENTS__SOLVER_TRIAL_HPP_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "contact_sim/contact/contact_solution.hpp"
#include "contact_sim/experiments/experiment.hpp"
#include "contact_sim/figures/table.hpp"
#include "contact_sim/io/scenario_file.hpp"
#include "contact_sim/io/scenario_world.hpp"
#include "contact_sim/simulation/simulation.hpp"

namespace contact_sim
{

/// A solver that is tried, with its parameters and what the report calls it.
struct TriedSolver
{
  std::string label;
  std::string plugin;
  ParameterMap parameters{};
};

/// The residual that the textbook solvers are held to: a thousand times what the others are.
constexpr double kBaselineTolerance = 1e-6;

/// "1e-8", "0": powers of ten.
std::string power_text(double value);

/// \name Solvers of several experiments
/// @{
/// The paper's own. Its search stops at the first answer within the tolerance; with M as badly
/// conditioned as by exact joints it cannot always get to 1e-9.
TriedSolver robust_lemke(double tolerance = 1e-8);
TriedSolver plain_lemke();
TriedSolver lexicographic_lemke(double delta);
TriedSolver default_solver();
/// @}

/// What the frames of a run were like. A frame is a step in which contact points were found.
struct FrameCounts
{
  static constexpr std::size_t kStatuses = 8;  ///< of ContactStatus

  int frames{0};
  int failures{0};                           ///< frames in which the solver did not answer
  std::array<int, kStatuses> failed_by{};    ///< of these, by its status in the last such island
  int last_resort{0};                        ///< of these, not even frictionless
  std::int64_t contacts{0};                  ///< points that were found, of all frames
  std::int64_t active{0};                    ///< of these, with a force
  std::int64_t pivots{0};  ///< of the solver itself; in a frame that it lost, of the lost islands
  std::int64_t solved_pivots{0};  ///< of these, in frames that were not lost
  std::int64_t backtracks{0};
  double worst_residual{0.0};                ///< of answers that were used
  double deepest{0.0};                       ///< penetration [m]
  std::vector<double> solve_times;           ///< [s]
  std::vector<double> step_times;            ///< [s]

  int failed(ContactStatus status) const {return failed_by[static_cast<std::size_t>(status)];}
  /// Failures that are neither of Yamane's three: a budget that was used up, for example.
  int failed_otherwise() const;
  double failed_percent() const {return frames > 0 ? 100.0 * failures / frames : 0.0;}
  double mean_contacts() const {return frames > 0 ? 1.0 * contacts / frames : 0.0;}
  double mean_active() const {return frames > 0 ? 1.0 * active / frames : 0.0;}
};

/// A shipped scene, to be changed and run.
ScenarioFile shipped_scene(const std::string & name);

/// One solver simulates a scene. Nobody helps it out: where it fails, the frictionless answer is
/// used for that step, as [Yamane 2008] does (V-A), and the frame counts as failed.
class SolverTrial
{
public:
  SolverTrial(
    const ExperimentContext & context, const ScenarioFile & scene, const TriedSolver & solver);

  /// Makes a step. False where the simulation cannot go on: see error().
  bool step();

  const std::string & label() const {return label_;}
  const FrameCounts & counts() const {return counts_;}
  /// What the simulation stopped with; empty: it did not.
  const std::string & error() const {return error_;}
  Simulation & simulation() {return *simulation_;}
  const Simulation & simulation() const {return *simulation_;}
  const StepRecord & record() const {return simulation_->record();}
  const State & state() const {return simulation_->state();}
  const BuiltScenario & scenario() const {return scenario_;}

private:
  void count(const StepRecord & record);

  std::string label_;
  BuiltScenario scenario_;
  std::unique_ptr<Simulation> simulation_;
  FrameCounts counts_;
  bool has_failed_{false};  ///< in this step, as what follows
  std::int64_t failed_pivots_{0};
  double failed_time_{0.0};  ///< [s]
  ContactStatus failure_{ContactStatus::kSolved};
  std::string error_;
};

using Trials = std::vector<std::unique_ptr<SolverTrial>>;

/// One for each solver, all in the same scene.
Trials make_trials(
  const ExperimentContext & context, const ScenarioFile & scene,
  const std::vector<TriedSolver> & solvers);

/// Runs all of them `steps` steps far, a step each in turn, so that what else the machine does
/// slows all of them alike. Progress goes from `begin` to `end`.
void run_in_turns(
  const ExperimentContext & context, Trials & trials, int steps, double begin, double end,
  const std::string & doing);

/// A row of one of the paper's tables: what to show of each trial, and what the paper has there.
struct FrameRow
{
  std::string name;
  std::function<Cell(const FrameCounts &)> ours;
  std::vector<Cell> papers{};  ///< of the first trials; the others are not in the paper
};

/// Contacts, active, total, success, failure and its kinds, each with the paper's numbers below.
/// \param papers for the rows in this order, without "out of pivots", which the paper has not
std::vector<FrameRow> frame_rows(const std::vector<std::vector<Cell>> & papers);

/// Two rows of the table for each: ours, and the paper's below it.
void add_rows(const std::vector<FrameRow> & rows, const Trials & trials, Table & table);

/// A table with a column for each trial.
Table trial_table(const std::string & name, const std::string & title, const Trials & trials);

/// "3 of 1000 frames"
std::string lost_frames(const FrameCounts & counts);

}  // namespace contact_sim

#endif  // EXPERIMENTS__SOLVER_TRIAL_HPP_
