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

#ifndef APP__REPLAY_COMMAND_HPP_
#define APP__REPLAY_COMMAND_HPP_

#include <iosfwd>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"

namespace contact_sim
{

/// What the user gave to `contact_sim replay`.
struct ReplayArguments
{
  std::string file;
  bool has_view{false};
  std::string address{"127.0.0.1"};
  int port{8765};
  std::vector<std::string> origins;
  double speed{1.0};
};

/// Adds the command to the command line; parsing fills `arguments`, which has to live as long.
CLI::App * add_replay_command(CLI::App & app, ReplayArguments & arguments);

/// Sums a recording up, and plays it in the browser or as a line in the terminal.
/// \return the exit code
/// \throws std::exception for a bad file or bad arguments
int run_replay(const ReplayArguments & arguments, std::ostream & output);

}  // namespace contact_sim

#endif  // APP__REPLAY_COMMAND_HPP_
