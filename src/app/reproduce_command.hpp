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

#ifndef APP__REPRODUCE_COMMAND_HPP_
#define APP__REPRODUCE_COMMAND_HPP_

#include <iosfwd>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"

namespace contact_sim
{

/// What the user gave to `contact_sim reproduce`.
struct ReproduceArguments
{
  std::vector<std::string> names;
  std::string folder{"reproduced"};
  bool quick{false};
};

/// Adds the command to the command line; parsing fills `arguments`, which has to live as long.
CLI::App * add_reproduce_command(CLI::App & app, ReproduceArguments & arguments);

/// Runs the papers' experiments and writes what they show.
/// \return the exit code: 0, also where a figure falls short of a paper's; 1 where an experiment
///   could not be run to its end
/// \throws std::exception for an unknown name and for files that cannot be written
int run_reproduce(const ReproduceArguments & arguments, std::ostream & output);

}  // namespace contact_sim

#endif  // APP__REPRODUCE_COMMAND_HPP_
