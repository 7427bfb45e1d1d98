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

#ifndef IO__SCENARIO_ENTRIES_HPP_
#define IO__SCENARIO_ENTRIES_HPP_

#include <filesystem>
#include <string>
#include <vector>

#include "contact_sim/io/scenario_file.hpp"
#include "yaml_reader.hpp"

namespace contact_sim
{

/// \name Entries of the lists of a scenario; keys are checked. `folder` is that of the scenario.
/// \throws std::runtime_error "FILE:LINE: …"
/// @{
/// One, or several where it is repeated. `is_static`: of the list of what stands.
std::vector<ScenarioBody> read_body(
  const std::string & name, const YamlReader & entry, bool is_static,
  const std::filesystem::path & folder);
ScenarioRobot read_robot(
  const std::string & name, const YamlReader & entry, const std::filesystem::path & folder);
ScenarioLoop read_loop(const std::string & name, const YamlReader & entry);
ScenarioMotion read_motion_entry(const YamlReader & entry, const std::filesystem::path & folder);
ScenarioWrench read_wrench(const YamlReader & entry);
/// @}

}  // namespace contact_sim

#endif  // IO__SCENARIO_ENTRIES_HPP_
