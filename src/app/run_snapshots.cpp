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


#include "run_snapshots.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include "contact_sim/io/snapshot_file.hpp"
#include "report.hpp"

namespace contact_sim
{

namespace
{

constexpr double kMostSteps = 1e15;  ///< of a period: for ever

}  // namespace

RunSnapshots::RunSnapshots(const SnapshotOptions & options, const BuiltScenario & scenario)
: file_(options.file), scenario_(on_one_line(scenario.name)),
  joints_(joints_fingerprint(scenario.world->model)),
  steps_(std::llround(std::clamp(options.period / scenario.options.step, 1.0, kMostSteps)))
{
}

/// Counted in steps, so that a run that goes on from a snapshot writes the same ones.
void RunSnapshots::observe(const Simulation & simulation)
{
  if (!file_.empty() && simulation.state().step % steps_ == 0) {
    write(simulation.snapshot());
  }
}

void RunSnapshots::finish(const Snapshot & last)
{
  if (!file_.empty() && last.state.step != written_) {
    write(last);
  }
}

void RunSnapshots::write(const Snapshot & snapshot)
{
  try {
    write_snapshot_file(file_, {scenario_, joints_, snapshot});
    written_ = snapshot.state.step;
  } catch (const std::exception & error) {
    if (error_.empty()) {
      error_ = error.what();
      std::cerr << "contact_sim: --snapshot: " << error_ << "\n";
    }
  }
}

Snapshot read_beginning(const std::string & file, const BuiltScenario & scenario)
{
  const SnapshotFile read = read_snapshot_file(file);
  try {
    check_snapshot(read, on_one_line(scenario.name), scenario.world->model);
    check_state(scenario.world->model, read.snapshot.state);
    check_command(scenario.world->model, read.snapshot.command, read.snapshot.state.step + 1);
  } catch (const std::invalid_argument & error) {
    throw std::runtime_error("--continue: " + file + ": " + error.what());
  }
  // As Simulation::run_until() tells the end.
  const double time = read.snapshot.state.time;
  if (time >= scenario.duration - 1e-3 * scenario.options.step) {
    std::ostringstream text;
    text << "--continue: " << file << ": expected a snapshot from before the end of the run at " <<
      scenario.duration << " s, found one of " << time << " s; a longer --duration goes on from it";
    throw std::runtime_error(text.str());
  }
  return read.snapshot;
}

}  // namespace contact_sim
