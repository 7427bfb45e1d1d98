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

#include "contact_sim/session/simulation_loop.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace contact_sim
{

namespace
{

/// Who is behind by more does not try to catch up.
constexpr std::chrono::milliseconds kLargestDelay{100};
constexpr std::chrono::steady_clock::duration kSmallestPeriod{1};

}  // namespace

SimulationLoop::SimulationLoop(
  const BuiltScenario & scenario, const ChosenSolver & solver, const ChosenSolver & helper,
  const LoopSettings & settings, Observer observer, Reporter reporter)
: simulation_(scenario.world, scenario.options, solver.make, helper.make), settings_(settings),
  inbox_(settings.is_lockstep), observer_(std::move(observer)), reporter_(std::move(reporter)),
  real_time_(settings.thread_priority), is_paused_(settings.is_paused)
{
  drive(scenario, simulation_);
}

SimulationLoop::~SimulationLoop()
{
  stop();
}

void SimulationLoop::on_solver_failure(TimeStepper::FailureObserver observer)
{
  simulation_.stepper().on_solver_failure(std::move(observer));
}

void SimulationLoop::start(std::function<void(const Simulation &)> first)
{
  thread_ = std::thread(
    [this, first = std::move(first)] {
      first(simulation_);
      run();
    });
}

void SimulationLoop::finish()
{
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_stopping_ = true;
  }
  changed_.notify_all();
}

void SimulationLoop::stop()
{
  finish();
  if (thread_.joinable() && thread_.get_id() != std::this_thread::get_id()) {
    thread_.join();
  }
}

bool SimulationLoop::tell(const std::vector<JointOrder> & orders)
{
  const bool is_taken = inbox_.push(orders);
  if (inbox_.is_lockstep()) {  // else the loop finds it when a step is due
    // Taken for a moment, so that the loop is not between its look at the inbox and its sleep.
    {const std::lock_guard<std::mutex> lock(mutex_);}
    changed_.notify_all();
  }
  return is_taken;
}

void SimulationLoop::call(std::function<void(Simulation &)> task)
{
  Task packaged(std::move(task));
  std::future<void> done = packaged.get_future();
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (is_stopping_) {
      throw std::runtime_error("the simulation has stopped");
    }
    tasks_.push_back(std::move(packaged));
  }
  changed_.notify_all();
  try {
    done.get();
  } catch (const std::future_error &) {
    throw std::runtime_error("the simulation has stopped");
  }
}

void SimulationLoop::set_settings(const LoopSettings & settings)
{
  call(
    [this, settings](Simulation &) {
      settings_ = settings;
      due_ = Clock::now();
    });
}

void SimulationLoop::set_paused(bool is_paused)
{
  call(
    [this, is_paused](Simulation &) {
      const std::lock_guard<std::mutex> lock(mutex_);
      is_paused_ = is_paused;
      due_ = Clock::now();
    });
}

void SimulationLoop::step_once()
{
  call(
    [this](Simulation &) {
      if (!is_paused_) {
        throw std::runtime_error("not paused: call ~/pause with data: true first");
      }
      step();
      const std::lock_guard<InheritingMutex> lock(statistics_mutex_);
      if (!statistics_.error.empty()) {
        throw std::runtime_error(statistics_.error);
      }
    });
}

void SimulationLoop::reset(const std::function<void(const Simulation &)> & then)
{
  call(
    [&](Simulation & simulation) {
      inbox_.clear();
      simulation.reset();
      due_ = Clock::now();
      {
        const std::lock_guard<InheritingMutex> lock(statistics_mutex_);
        statistics_.error.clear();
        statistics_.time = 0.0;
      }
      then(simulation);
    });
}

LoopStatistics SimulationLoop::take_statistics()
{
  const std::lock_guard<InheritingMutex> lock(statistics_mutex_);
  LoopStatistics taken = statistics_.take();
  taken.is_paused = is_paused_;
  return taken;
}

void SimulationLoop::run()
{
  wake_up_in_time();
  due_ = Clock::now();
  while (wait_for_turn()) {
    step();
  }
  // Whoever waits for a task that nobody does any more is told so.
  const std::lock_guard<std::mutex> lock(mutex_);
  tasks_.clear();
}

void SimulationLoop::raise_priority()
{
  if (!real_time_.raise()) {
    return;
  }
  tell_scheduling();
  if (real_time_.scheduling() == Scheduling::kRefused) {
    reporter_(
      false, "thread_priority: the system does not allow SCHED_FIFO with priority " +
      std::to_string(real_time_.priority()) + " (see ulimit -r); steps may be late where others "
      "compute, too");
  }
}

void SimulationLoop::lower_priority()
{
  if (real_time_.lower()) {
    tell_scheduling();
  }
}

void SimulationLoop::tell_scheduling()
{
  const std::lock_guard<InheritingMutex> lock(statistics_mutex_);
  statistics_.scheduling = real_time_.scheduling();
  statistics_.priority = real_time_.priority();
}

bool SimulationLoop::goes_by_clock() const
{
  return settings_.real_time_factor > 0.0 && !settings_.is_lockstep && !is_paused_;
}

bool SimulationLoop::has_turn() const
{
  if (is_paused_) {
    return false;
  }
  if (settings_.is_lockstep) {
    return !inbox_.empty();
  }
  return settings_.real_time_factor == 0.0 || Clock::now() >= due_;
}

/// Does the tasks that wait. False: the loop is to stop.
bool SimulationLoop::wait_for_turn()
{
  if (goes_by_clock() && Clock::now() < due_) {
    raise_priority();
  }
  std::unique_lock<std::mutex> lock(mutex_);
  while (!is_stopping_) {
    if (!tasks_.empty()) {
      Task task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task(simulation_);
      lock.lock();
    } else if (has_turn()) {
      return true;
    } else if (is_paused_ || settings_.is_lockstep) {
      changed_.wait(lock);
    } else {
      sleep_until_due(lock);
    }
  }
  return false;
}

/// Or until there is something else to do. What it sleeps for too long is the system's delay, not
/// the steps'.
void SimulationLoop::sleep_until_due(std::unique_lock<std::mutex> & lock)
{
  changed_.wait_until(lock, due_);
  wake_delay_ = std::max(Clock::duration(0), Clock::now() - due_);
}

void SimulationLoop::step()
{
  const Clock::time_point begin = Clock::now();
  if (inbox_.pop(orders_)) {
    apply_orders(orders_, simulation_.command());
  }
  q_begin_ = simulation_.state().q;
  try {
    simulation_.step();
  } catch (const SimulationError & error) {
    fail(settings_.on_failure == FailurePolicy::kStop, error.what());
    return;
  }
  observer_(simulation_, q_begin_);
  const Clock::time_point end = Clock::now();
  const std::int64_t missed = keep_time(end);
  count(std::chrono::duration<double>(end - begin).count(), missed);
  obey_policy(simulation_.record().solver);
}

/// The deadline of a step is when the next one is due. Returns how many deadlines have passed: who
/// is too far behind lets the time go, but not the count.
std::int64_t SimulationLoop::keep_time(Clock::time_point end)
{
  if (!goes_by_clock()) {
    lower_priority();
    return 0;
  }
  const std::chrono::duration<double> seconds(
    simulation_.stepper().options().step / settings_.real_time_factor);
  const auto period =
    std::max(std::chrono::duration_cast<Clock::duration>(seconds), kSmallestPeriod);
  due_ += period;
  if (end <= due_) {
    return 0;
  }
  if (end <= due_ + kLargestDelay) {
    return 1;
  }
  const std::int64_t missed = 1 + (end - due_) / period;
  due_ = end;
  lower_priority();
  return missed;
}

void SimulationLoop::count(double step_time, std::int64_t missed)
{
  const std::lock_guard<InheritingMutex> lock(statistics_mutex_);
  statistics_.add(simulation_.record(), simulation_.stepper().options().step, step_time);
  statistics_.largest_wake_delay = std::max(
    statistics_.largest_wake_delay, std::chrono::duration<double>(wake_delay_).count());
  wake_delay_ = Clock::duration(0);
  statistics_.late += missed;
  statistics_.period_late += missed;
}

void SimulationLoop::obey_policy(const SolverRecord & solver)
{
  if (settings_.on_failure == FailurePolicy::kContinue || !has_failed(solver)) {
    return;
  }
  const bool is_fatal = settings_.on_failure == FailurePolicy::kStop;
  fail(
    is_fatal, "the solver failed in step " + std::to_string(simulation_.state().step) + " (" +
    to_string(solver.failure) + (solver.detail.empty() ? "" : ": " + solver.detail) + ")" +
    (is_fatal ? "; on_solver_failure is stop" : "; paused, as on_solver_failure says"));
}

void SimulationLoop::fail(bool is_fatal, const std::string & message)
{
  {
    const std::lock_guard<InheritingMutex> lock(statistics_mutex_);
    statistics_.error = message;
  }
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_paused_ = true;
    is_stopping_ = is_stopping_ || is_fatal;
  }
  reporter_(is_fatal, message);
}

}  // namespace contact_sim
