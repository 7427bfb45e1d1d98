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

#ifndef CONTACT_SIM__SESSION__LOOP_STATISTICS_HPP_
#define CONTACT_SIM__SESSION__LOOP_STATISTICS_HPP_

#include <array>
#include <cstdint>
#include <string>

#include "contact_sim/contact/contact_residual.hpp"
#include "contact_sim/session/real_time.hpp"
#include "contact_sim/simulation/step_record.hpp"

namespace contact_sim
{

/// What the steps have to say since the last look, and since the beginning.
struct LoopStatistics
{
  std::int64_t period_steps{0};
  std::int64_t period_late{0};     ///< deadlines: times when a step was due, and the one before not
                                   ///< done
  std::int64_t period_failures{0};  ///< steps in which the chosen solver failed
  double period_simulated{0.0};    ///< [s]
  double solve_time{0.0};          ///< sum; of those taken the mean [s]
  double largest_solve_time{0.0};  ///< [s]
  double step_time{0.0};           ///< sum; of those taken the mean [s]
  double largest_step_time{0.0};   ///< [s]
  double largest_wake_delay{0.0};  ///< from when a step was due until the thread was woken up [s]
  double iterations{0.0};          ///< sum; of those taken the mean
  int largest_iterations{0};
  ContactResidual residual;        ///< the worst of each kind

  std::int64_t steps{0};
  std::int64_t late{0};
  std::int64_t backtracks{0};
  std::array<std::int64_t, kFallbacks> answered{};  ///< islands, by who answered
  double time{0.0};  ///< of the simulation [s]
  int contacts{0};   ///< of the last step
  int islands{0};
  bool is_paused{false};
  Scheduling scheduling{Scheduling::kOrdinary};  ///< of the thread that simulates
  int priority{0};           ///< of SCHED_FIFO, where it has it
  std::string solver;        ///< the class that ran
  std::string helper;        ///< the one that helps out
  std::string last_failure;  ///< what the chosen solver said when it failed last
  std::string error;         ///< why the simulation cannot go on

  /// \param step its size [s]
  /// \param step_time what it took [s]
  void add(const StepRecord & record, double step, double step_time);
  /// With means in place of sums; begins a new period.
  LoopStatistics take();
};

/// Whether the chosen solver failed.
bool has_failed(const SolverRecord & solver);

}  // namespace contact_sim

#endif  // CONTACT_SIM__SESSION__LOOP_STATISTICS_HPP_
