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

#ifndef CONTACT_SIM__SESSION__SIMULATION_LOOP_HPP_
#define CONTACT_SIM__SESSION__SIMULATION_LOOP_HPP_

#include <Eigen/Core>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "contact_sim/io/scenario_world.hpp"
#include "contact_sim/plugins/chosen_solver.hpp"
#include "contact_sim/session/joint_orders.hpp"
#include "contact_sim/session/loop_statistics.hpp"
#include "contact_sim/session/real_time.hpp"
#include "contact_sim/simulation/simulation.hpp"

namespace contact_sim
{

/// What happens after a step in which the chosen solver failed and another answered for it.
enum class FailurePolicy {kContinue, kPause, kStop};

struct LoopSettings
{
  double real_time_factor{1.0};  ///< 0: as fast as possible
  bool is_lockstep{false};       ///< one step for each command message
  bool is_paused{false};         ///< at the beginning
  int thread_priority{0};        ///< SCHED_FIFO while it keeps time; 0: as any other thread
  FailurePolicy on_failure{FailurePolicy::kContinue};
};

/// The thread that simulates, by absolute deadlines. Everything else that touches the simulation is
/// done between two steps.
class SimulationLoop
{
public:
  /// Sees every step, in the loop's thread; q_begin is where the step began.
  using Observer = std::function<void (const Simulation &, const Eigen::VectorXd & q_begin)>;
  /// Told when a run cannot go on, or stops by the policy.
  using Reporter = std::function<void (bool is_fatal, const std::string & message)>;

  SimulationLoop(
    const BuiltScenario & scenario, const ChosenSolver & solver, const ChosenSolver & helper,
    const LoopSettings & settings, Observer observer, Reporter reporter);
  ~SimulationLoop();

  /// Sees the problems that the solver fails on; before start().
  void on_solver_failure(TimeStepper::FailureObserver observer);
  /// Begins there; before start(). \throws std::invalid_argument where it is of another world
  void restore(const Snapshot & snapshot) {simulation_.restore(snapshot);}
  /// \param first is told before the first step, in the loop's thread
  void start(std::function<void(const Simulation &)> first);
  /// Makes no further step; from any thread, also an observer's.
  void finish();
  /// Waits for the end of the step under way.
  void stop();
  /// Before start() or after stop().
  Snapshot snapshot() const {return simulation_.snapshot();}

  /// A command message for a step to come. False: too many wait already.
  bool tell(const std::vector<JointOrder> & orders);

  /// Does something between two steps, and waits for it.
  /// \throws what it throws; std::runtime_error where the loop has stopped
  void call(std::function<void(Simulation &)> task);

  void set_settings(const LoopSettings & settings);
  const LoopSettings & settings() const {return settings_;}
  void set_paused(bool is_paused);
  /// \throws std::runtime_error where it is not paused, or the simulation cannot go on
  void step_once();
  /// \param then is told before the next step
  void reset(const std::function<void(const Simulation &)> & then);

  /// Whether its thread goes before ordinary ones now; for observers, in that thread.
  bool goes_first() const {return real_time_.scheduling() == Scheduling::kRealTime;}

  /// Begins a new period.
  LoopStatistics take_statistics();

private:
  using Clock = std::chrono::steady_clock;
  using Task = std::packaged_task<void (Simulation &)>;

  void run();
  bool wait_for_turn();
  bool goes_by_clock() const;
  bool has_turn() const;
  void sleep_until_due(std::unique_lock<std::mutex> & lock);
  void step();
  std::int64_t keep_time(Clock::time_point end);
  void raise_priority();
  void lower_priority();
  void tell_scheduling();
  void count(double step_time, std::int64_t missed);
  void obey_policy(const SolverRecord & solver);
  void fail(bool is_fatal, const std::string & message);

  Simulation simulation_;
  LoopSettings settings_;
  CommandInbox inbox_;
  Observer observer_;
  Reporter reporter_;
  std::vector<JointOrder> orders_;
  Eigen::VectorXd q_begin_;
  Clock::time_point due_;
  Clock::duration wake_delay_{0};  ///< of the step to come
  RealTimeThread real_time_;

  std::mutex mutex_;  ///< of what follows; the loop's thread waits for nobody who has it for long
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  std::atomic<bool> is_paused_{false};  ///< read without the mutex
  bool is_stopping_{false};
  InheritingMutex statistics_mutex_;
  LoopStatistics statistics_;
  std::thread thread_;
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__SESSION__SIMULATION_LOOP_HPP_
