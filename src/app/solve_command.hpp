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

#ifndef APP__SOLVE_COMMAND_HPP_
#define APP__SOLVE_COMMAND_HPP_

#include <iosfwd>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"

namespace contact_sim
{

/// What the user gave to `contact_sim solve`, as text.
struct SolveArguments
{
  std::vector<std::string> files;
  std::string solver;                 ///< empty: the default for each kind of file
  std::vector<std::string> settings;  ///< "name=value"
  std::string format{"table"};
  int repeat{1};
  std::string dump_folder;            ///< empty: failures are not kept
};

/// Adds the command to the command line; parsing fills `arguments`, which has to live as long.
CLI::App * add_solve_command(CLI::App & app, SolveArguments & arguments);

/// Solves every file with every solver and then writes all answers, so that bad input leaves
/// nothing half-printed.
/// \return the exit code: 0 if all were solved, 1 if not
/// \throws std::exception for bad arguments or files
int run_solve(const SolveArguments & arguments, std::ostream & output);

}  // namespace contact_sim

#endif  // APP__SOLVE_COMMAND_HPP_
