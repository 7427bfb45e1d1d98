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

#ifndef APP__RUN_SCREEN_HPP_
#define APP__RUN_SCREEN_HPP_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/io/scenario_world.hpp"
#include "contact_sim/simulation/state.hpp"
#include "contact_sim/simulation/step_record.hpp"
#include "run_statistics.hpp"
#include "screen_text.hpp"

namespace contact_sim
{

/// A terminal view of a run, drawn anew five times a second on the terminal's second page, by a
/// thread of its own: a slow line holds nobody up. The terminal is as before at the end, also when
/// a second Ctrl-C ends the process.
class RunScreen
{
public:
  /// Whether the standard error is a terminal that can be drawn on.
  static bool is_possible();

  /// \param scenario has to live as long
  RunScreen(const BuiltScenario & scenario, const std::string & solver);
  ~RunScreen();

  RunScreen(const RunScreen &) = delete;
  RunScreen & operator=(const RunScreen &) = delete;

  /// After every step; costs next to nothing where no picture is due.
  void update(const State & state, const StepRecord & record, const RunStatistics & statistics);

  /// A line that is shown above the figures, and stays on the terminal after the end.
  void note(const std::string & line);

private:
  using Clock = std::chrono::steady_clock;

  void run();
  ScreenFigures next_figures();

  const BuiltScenario & scenario_;
  const PlacedRobot * robot_;  ///< the only one, or null
  Data data_;
  Clock::time_point start_;
  Clock::time_point drawn_;
  double drawn_time_{0.0};  ///< simulated, of the last picture [s]

  std::atomic<bool> is_wanted_{true};  ///< the drawing thread waits for figures
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_ending_{false};
  bool has_news_{false};
  ScreenFigures figures_;
  Eigen::VectorXd q_;
  std::vector<std::string> notes_;
  std::thread thread_;
};

}  // namespace contact_sim

#endif  // APP__RUN_SCREEN_HPP_
