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

#ifndef IO__SCENARIO_PARTS_HPP_
#define IO__SCENARIO_PARTS_HPP_

#include <filesystem>
#include <string>

#include "contact_sim/io/scenario_file.hpp"
#include "yaml_reader.hpp"

namespace contact_sim
{

/// What bodies, robots and motions have in common.
/// @{
/// A part whose keys are the same in every section, checked.
YamlReader shared_section(const YamlReader & entry, const std::string & key);

/// The path of a file that the value names: see find_beside().
std::string find_file(
  const YamlReader & name, const char * ending, const char * kind,
  const std::filesystem::path & folder);

std::string required_name(const std::string & name, const YamlReader & entry);
MeshMode read_mesh_mode(const YamlReader & entry);
ScenarioVelocity read_velocity(const YamlReader & entry);
/// @}

}  // namespace contact_sim

#endif  // IO__SCENARIO_PARTS_HPP_
