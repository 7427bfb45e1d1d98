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

#ifndef APP__RUN_SETTINGS_HPP_
#define APP__RUN_SETTINGS_HPP_

#include <map>
#include <string>
#include <vector>

#include "contact_sim/io/scenario_file.hpp"
#include "contact_sim/lcp/parameters.hpp"

namespace contact_sim
{

/// What --set says, by whom it is for.
struct RunSettings
{
  std::map<std::string, std::string> solver;    ///< parameters of the plugin, without "solver."
  std::map<std::string, std::string> scenario;  ///< the others
  ParameterMap session;                         ///< of who sees it live: see live_settings()
};

/// Sorts "key=value"; of a key that is given twice the last one counts.
/// \throws std::invalid_argument where it is not of this form
RunSettings sort_settings(const std::vector<std::string> & texts);

/// The values of a scenario that can be set, besides "materials.NAME.friction" and
/// "materials.NAME.restitution". They are called as in the file, with the section before a dot.
std::vector<ParameterSpec> scenario_settings();

/// The parameters of a live view or a recording that are no scenario's: rates, markers and so on.
std::vector<ParameterSpec> live_settings();

/// Puts the settings in place of what the file says.
/// \throws std::invalid_argument for an unknown key, with the near ones, or a bad value
void apply_settings(
  const std::map<std::string, std::string> & settings, ScenarioFile & scenario);

}  // namespace contact_sim

#endif  // APP__RUN_SETTINGS_HPP_
