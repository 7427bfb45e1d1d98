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

#ifndef APP__RUN_REPORT_HPP_
#define APP__RUN_REPORT_HPP_

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <string>

#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/io/scenario_world.hpp"
#include "contact_sim/simulation/state.hpp"
#include "contact_sim/simulation/step_record.hpp"
#include "run_statistics.hpp"

namespace contact_sim
{

/// Says on the standard error how far a run is: on a terminal in one line that is written anew,
/// else a line at most every second, simulated and real.
class RunProgress
{
public:
  /// \param scenario has to live as long
  RunProgress(const BuiltScenario & scenario, bool is_quiet);
  ~RunProgress();

  RunProgress(const RunProgress &) = delete;
  RunProgress & operator=(const RunProgress &) = delete;

  /// After every step; costs a look at the clock.
  void update(const State & state, const StepRecord & record, std::int64_t failures);

private:
  using Clock = std::chrono::steady_clock;

  std::string line(
    const State & state, const StepRecord & record, std::int64_t failures, double wall_time);
  std::string robot_height(const State & state);

  const BuiltScenario & scenario_;
  const PlacedRobot * robot_;  ///< the only one, or null
  Data data_;
  bool is_quiet_;
  bool is_terminal_;
  Clock::time_point start_;
  Clock::time_point next_;
  double next_time_;  ///< simulated [s]
};

/// What the summary tells besides the statistics.
struct RunFacts
{
  std::string scenario;
  std::string description;
  std::string solver;          ///< the class of the object that solved
  std::string default_solver;  ///< of the one that helps out
  std::string integrator;
  double step{0.0};            ///< [s]
  int threads{1};
  int degrees_of_freedom{0};
  double duration{0.0};        ///< that was asked for [s]
  double begin{0.0};           ///< time of the snapshot that it went on from, or 0 [s]
  double simulated{0.0};       ///< [s]
  double wall_time{0.0};       ///< [s]
  bool is_real_time{false};
  std::int64_t late_steps{0};  ///< in real time
  std::string end;             ///< why it ended before its time; empty: it did not
};

/// The table at the end of a run.
void write_summary(
  std::ostream & output, const RunFacts & facts, const RunStatistics & statistics);

}  // namespace contact_sim

#endif  // APP__RUN_REPORT_HPP_
