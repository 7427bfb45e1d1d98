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

#ifndef CONTACT_SIM__SIMULATION__SIMULATION_HPP_
#define CONTACT_SIM__SIMULATION__SIMULATION_HPP_

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "contact_sim/simulation/state.hpp"
#include "contact_sim/simulation/step_record.hpp"
#include "contact_sim/simulation/time_stepper.hpp"

namespace contact_sim
{

/// All that a run needs to go on from here, bit by bit: what a controller has besides, and wrenches
/// that are not set anew in each step, are the caller's.
struct Snapshot
{
  State state;
  Command command{0};
  std::vector<WarmContact> warm_start;
};

/// A world, its stepper and its state; what a node or an executable drives.
class Simulation
{
public:
  /// Gives the command of the step that begins at a time.
  using Controller = std::function<void (const State &, Command &)>;
  /// Sees every step that was made.
  using Observer = std::function<void (const State &, const StepRecord &)>;

  Simulation(
    std::shared_ptr<const World> world, const StepperOptions & options,
    TimeStepper::SolverFactory make_solver, TimeStepper::SolverFactory make_default);

  const World & world() const {return stepper_.world();}
  const State & state() const {return state_;}
  const StepRecord & record() const {return record_;}
  TimeStepper & stepper() {return stepper_;}
  Command & command() {return command_;}

  void set_controller(Controller controller) {controller_ = std::move(controller);}
  void add_observer(Observer observer) {observers_.push_back(std::move(observer));}

  /// One step, also while paused.
  void step();
  /// Steps until the time is reached, or until pause() is called from an observer.
  void run_until(double time);
  void pause() {paused_ = true;}
  void resume() {paused_ = false;}
  bool is_paused() const {return paused_;}
  /// Back to the initial state; the commands are forgotten.
  void reset();

  Snapshot snapshot() const;
  /// \throws std::invalid_argument where it is of another world
  void restore(const Snapshot & snapshot);

private:
  void record_position_errors();

  TimeStepper stepper_;
  State state_;
  Command command_;
  StepRecord record_;
  Controller controller_;
  std::vector<Observer> observers_;
  bool paused_{false};
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__SIMULATION__SIMULATION_HPP_
