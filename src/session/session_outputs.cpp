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

// What a session sends, and to whom: the part of SimulationSession that knows its outputs.

#include <algorithm>
#include <cmath>

#include "contact_sim/session/simulation_session.hpp"

namespace contact_sim
{

SimulationSession::Output::Output(
  SimulationSession & session, MessageSink & to, const OutputOptions & options)
: sink(to), has_own_rates(options.rates.has_value()), diagnostics_rate(options.diagnostics_rate),
  schedule(options.rates.value_or(session.settings_.rates)),
  messages(session.scenario(), session.names(), session.wrench_links(),
    session.settings_.world_frame),
  sender([this](const Frame & frame) {messages.send(frame, sink);},
    options.must_arrive || session.settings_.loop.is_lockstep, options.is_prompt,
    options.goes_first ? std::max(0, session.settings_.loop.thread_priority - 1) : 0)
{
  statistics.solver = session.solver_.ran;
  statistics.helper = session.helper_.ran;
}

void SimulationSession::Output::push(
  const Simulation & simulation, const Eigen::VectorXd & q_begin, const Due & due,
  const MarkerSettings & markers)
{
  if (diagnostics_rate > 0.0) {
    statistics.add(simulation.record(), 0.0, 0.0);  // times are not told
  }
  if (diagnostics_are_due(simulation.state().time)) {
    const LoopStatistics taken = statistics.take();
    sender.push(simulation.state(), q_begin, simulation.record(), due, markers, &taken);
  } else if (due.any()) {
    sender.push(simulation.state(), q_begin, simulation.record(), due, markers);
  }
}

/// Once a period, as in Schedule.
bool SimulationSession::Output::diagnostics_are_due(double time)
{
  const auto periods = static_cast<std::int64_t>(std::floor(time * diagnostics_rate + 1e-6));
  const bool is_due = periods > diagnosed;
  diagnosed = periods;
  return is_due;
}

void SimulationSession::add_output(MessageSink & sink, const OutputOptions & options)
{
  outputs_.push_back(std::make_unique<Output>(*this, sink, options));
}

void SimulationSession::add_output(
  MessageSink & sink, const std::optional<Rates> & rates, bool must_arrive)
{
  OutputOptions options;
  options.rates = rates;
  options.must_arrive = must_arrive;
  add_output(sink, options);
}

/// The state as it is, without a step: where a run begins, or begins again.
void SimulationSession::show(const Simulation & simulation)
{
  for (const auto & output : outputs_) {
    output->diagnosed = 0;
    output->schedule.reset();
    output->schedule.next(simulation.state().time);
    output->sender.push(
      simulation.state(), simulation.state().q, simulation.record(), Due::all(), markers_);
  }
}

void SimulationSession::observe(const Simulation & simulation, const Eigen::VectorXd & q_begin)
{
  for (const auto & output : outputs_) {
    output->sender.follow(loop_->goes_first());
    Due due = output->schedule.next(simulation.state().time);
    if (loop_->settings().is_lockstep) {
      for (const Channel channel : {Channel::kJointStates, Channel::kWrenches, Channel::kClock}) {
        due.is[static_cast<int>(channel)] = true;
      }
    }
    output->push(simulation, q_begin, shows_next_ ? Due::all() : due, markers_);
  }
  shows_next_ = false;
  for (const StepObserver & observer : observers_) {
    observer(simulation.state(), simulation.record());
  }
  for (const Watcher & watcher : watchers_) {
    watcher(simulation);
  }
}

std::int64_t SimulationSession::dropped() const
{
  std::int64_t sum = 0;
  for (const auto & output : outputs_) {
    sum += output->sender.dropped();
  }
  return sum;
}

}  // namespace contact_sim
