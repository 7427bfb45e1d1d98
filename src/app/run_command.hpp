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

#ifndef APP__RUN_COMMAND_HPP_
#define APP__RUN_COMMAND_HPP_

#include <iosfwd>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "run_snapshots.hpp"

namespace contact_sim
{

/// What the user gave to `contact_sim run`, as text.
struct RunArguments
{
  std::string scenario;               ///< file or name
  std::string solver;                 ///< empty: the scenario's
  std::vector<std::string> settings;  ///< "key=value"
  std::string duration;               ///< [s]; empty: the scenario's
  std::string step;                   ///< [s]; empty: the scenario's
  std::string threads;                ///< empty: the scenario's
  std::string csv_folder;             ///< empty: the scenario's, or none
  std::string dump_folder;            ///< empty: failures are not kept
  std::string report_folder;          ///< empty: the scenario's, or none
  std::string record_file;            ///< empty: the scenario's, or none
  SnapshotOptions snapshots;
  bool has_hash{false};               ///< of the last state is printed
  bool has_view{false};
  std::string address{"127.0.0.1"};   ///< that the view is served at
  int port{8765};
  std::vector<std::string> origins;   ///< of pages that may connect besides our own
  bool is_real_time{false};
  bool is_quiet{false};
  bool has_screen{false};
  std::string command_line;           ///< all of it, for the report
};

/// Adds the command to the command line; parsing fills `arguments`, which has to live as long.
CLI::App * add_run_command(CLI::App & app, RunArguments & arguments);

/// Runs the scenario and writes the summary.
/// \return the exit code: 0, or 1 where the run was stopped by an error
/// \throws std::exception for bad arguments or files
int run_scenario(const RunArguments & arguments, std::ostream & output);

}  // namespace contact_sim

#endif  // APP__RUN_COMMAND_HPP_
