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

#ifndef CONTACT_SIM__IO__SNAPSHOT_FILE_HPP_
#define CONTACT_SIM__IO__SNAPSHOT_FILE_HPP_

#include <istream>
#include <ostream>
#include <string>

#include "contact_sim/dynamics/model.hpp"
#include "contact_sim/simulation/simulation.hpp"

namespace contact_sim
{

/// Where a run is, as a text file: from it the run goes on bit by bit, on the same machine and with
/// the same scenario and settings. The words, each followed by its numbers:
///
///     # scenario: humanoid_squat
///     # joints: 16 hexadecimal digits that stand for the names and types of all joints
///     snapshot 1                    the version of the format
///     step 1000   time 0.99999999999999945
///     q 27 ...   v 26 ...           how many, and the numbers
///     command 26                    a row a degree of freedom: mode, position, velocity, effort
///     warm_start 8                  a row a contact: pair, key, code, place, angle, impulse
///     end
struct SnapshotFile
{
  std::string scenario;  ///< its name
  std::string joints;    ///< joints_fingerprint()
  Snapshot snapshot;
};

/// The same for two models whose joints have the same names and types, in the same order.
std::string joints_fingerprint(const Model & model);

/// \throws std::runtime_error "FILE:LINE: expected …, found …" for a file that cannot be read, or
///   is not as the format says, or not to its end
SnapshotFile read_snapshot_file(const std::string & path);

/// The same from a stream; `name` stands for the file in messages.
SnapshotFile read_snapshot(std::istream & input, const std::string & name);

/// Writes the file whole or not at all, with numbers that read back bit for bit. An existing file
/// is replaced.
/// \throws std::runtime_error where the file cannot be written; what was there before stays
void write_snapshot_file(const std::string & path, const SnapshotFile & file);

/// The same to a stream.
void write_snapshot(std::ostream & output, const SnapshotFile & file);

/// \throws std::invalid_argument where the snapshot is of another scenario or other joints, saying
///   what was expected and found
void check_snapshot(
  const SnapshotFile & file, const std::string & scenario, const Model & model);

}  // namespace contact_sim

#endif  // CONTACT_SIM__IO__SNAPSHOT_FILE_HPP_
