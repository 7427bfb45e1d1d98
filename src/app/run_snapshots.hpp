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


#ifndef APP__RUN_SNAPSHOTS_HPP_
#define APP__RUN_SNAPSHOTS_HPP_

#include <cstdint>
#include <string>

#include "contact_sim/io/scenario_world.hpp"
#include "contact_sim/simulation/simulation.hpp"

namespace contact_sim
{

struct SnapshotOptions
{
  std::string file;           ///< empty: none is written
  double period{1.0};         ///< [s of simulation time]
  std::string continue_file;  ///< where the run begins; empty: at the scenario's beginning
};

/// Keeps the last snapshot of a run in a file, which is at any moment a whole one.
class RunSnapshots
{
public:
  RunSnapshots(const SnapshotOptions & options, const BuiltScenario & scenario);

  /// After every step: writes where a period is over. A file that cannot be written does not end
  /// the run.
  void observe(const Simulation & simulation);
  /// At the end, where the last one is older.
  void finish(const Snapshot & last);

  /// Why the first file that could not be written could not; empty: there is none.
  const std::string & error() const {return error_;}

private:
  void write(const Snapshot & snapshot);

  std::string file_;
  std::string scenario_;
  std::string joints_;
  std::int64_t steps_;  ///< of a period
  std::int64_t written_{-1};  ///< the last step that was
  std::string error_;
};

/// Where a run of the scenario goes on.
/// \throws std::exception for a file that cannot be read, or is of another scenario, or where the
///   run has ended already
Snapshot read_beginning(const std::string & file, const BuiltScenario & scenario);

}  // namespace contact_sim

#endif  // APP__RUN_SNAPSHOTS_HPP_
