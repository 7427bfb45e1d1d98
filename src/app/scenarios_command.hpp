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

#ifndef APP__SCENARIOS_COMMAND_HPP_
#define APP__SCENARIOS_COMMAND_HPP_

#include <iosfwd>
#include <string>

#include "CLI/CLI.hpp"

namespace contact_sim
{

/// What the user gave to `contact_sim scenarios`, as text.
struct ScenariosArguments
{
  std::string format{"table"};
};

/// Adds the command to the command line; parsing fills `arguments`, which has to live as long.
CLI::App * add_scenarios_command(CLI::App & app, ScenariosArguments & arguments);

/// Lists the shipped scenarios with their descriptions.
/// \return the exit code: 0, or 1 if one of them cannot be read
/// \throws std::exception for bad arguments
int run_scenarios(const ScenariosArguments & arguments, std::ostream & output);

}  // namespace contact_sim

#endif  // APP__SCENARIOS_COMMAND_HPP_
