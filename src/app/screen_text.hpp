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

#ifndef APP__SCREEN_TEXT_HPP_
#define APP__SCREEN_TEXT_HPP_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "contact_sim/dynamics/model.hpp"
#include "contact_sim/simulation/step_record.hpp"
#include "run_statistics.hpp"

namespace contact_sim
{

/// What the terminal view tells of a moment of a run.
struct ScreenFigures
{
  std::string scenario;
  std::string solver;
  double time{0.0};               ///< simulated [s]
  double duration{0.0};           ///< [s]; may be infinite
  double factor_now{0.0};         ///< simulated time over time, of the last moments
  double factor{0.0};             ///< the same, of the whole run
  bool stands_still{false};       ///< no step since the last picture
  std::string robot;              ///< name of the only robot's root link; empty: none, or several
  double height{0.0};             ///< of it [m]
  int contacts{0};
  int carrying{0};
  double ground_force{0.0};       ///< that presses on the ground [N]
  /// Net contact force upwards of the links that carry one, the largest first [N].
  std::vector<std::pair<std::string, double>> links;
  int pivots{0};
  double mean_pivots{0.0};
  int most_pivots{0};
  std::int64_t backtracks{0};
  double residual{0.0};
  Extreme worst_residual;
  double penetration{0.0};        ///< [m]
  std::int64_t failed_steps{0};
  std::int64_t steps{0};
  double solve_time{0.0};         ///< [s]
  double mean_solve_time{0.0};    ///< [s]
  double step_time{0.0};          ///< [s]
  double mean_step_time{0.0};     ///< [s]
  std::vector<std::string> notes;  ///< lines that others had to say
};

/// Contacts, forces and the solver's figures of a step.
void read_record(
  const Model & model, const StepRecord & record, const RunStatistics & statistics,
  ScreenFigures & figures);

/// As lines of at most so many characters; those below the last row are left out.
std::vector<std::string> screen_lines(
  const ScreenFigures & figures, std::size_t columns, std::size_t rows);

}  // namespace contact_sim

#endif  // APP__SCREEN_TEXT_HPP_
