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

#ifndef APP__RUN_OUTPUTS_HPP_
#define APP__RUN_OUTPUTS_HPP_

#include <cstdint>
#include <string>
#include <vector>

#include "contact_sim/simulation/state.hpp"
#include "contact_sim/simulation/step_record.hpp"
#include "contact_sim/simulation/world.hpp"
#include "csv_file.hpp"

namespace contact_sim
{

/// The run as tables in a folder, whole or not at all:
/// - states.csv: time, q, v and the drives' effort, the initial state first,
/// - contacts.csv: a row for each contact point,
/// - steps.csv: what the solver and the step had to say.
class RunOutputs
{
public:
  /// Makes the folder where it is not there yet.
  /// \param rate of the steps that are written [Hz]; 0: all of them
  /// \throws std::runtime_error where the folder or a file in it cannot be made
  RunOutputs(
    const std::string & folder, const World & world, const State & initial, double rate);

  /// \throws std::runtime_error where the disk is full
  void add(const State & state, const StepRecord & record);

  /// Gives the files their names. Without it they are removed. What had these names is replaced.
  /// \throws std::runtime_error where that fails
  void commit();

private:
  bool is_due(double time);
  void add_state(const State & state, const Eigen::VectorXd & effort);
  void add_contacts(const StepRecord & record);
  void add_step(const StepRecord & record);

  std::vector<std::string> links_;  ///< names; the first is of those without one
  double period_;                   ///< [s]; 0: every step
  std::int64_t written_{0};         ///< periods
  CsvFile states_;
  CsvFile contacts_;
  CsvFile steps_;
};

}  // namespace contact_sim

#endif  // APP__RUN_OUTPUTS_HPP_
