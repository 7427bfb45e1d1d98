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

#include "scenario_parts.hpp"

#include <stdexcept>

#include "places.hpp"

namespace contact_sim
{

namespace fs = std::filesystem;

YamlReader shared_section(const YamlReader & entry, const std::string & key)
{
  const YamlReader part = entry.at(key).in_section(key);
  part.check_keys();
  return part;
}

std::string find_file(
  const YamlReader & name, const char * ending, const char * kind, const fs::path & folder)
{
  try {
    return find_beside(name.text(), ending, kind, folder);
  } catch (const std::runtime_error & error) {
    name.refuse(error.what());
  }
}

std::string required_name(const std::string & name, const YamlReader & entry)
{
  if (name.empty()) {
    entry.refuse("expected the key 'name', found none");
  }
  return name;
}

MeshMode read_mesh_mode(const YamlReader & entry)
{
  return entry.has("mesh") ?
         static_cast<MeshMode>(entry.at("mesh").choice({"auto", "hull", "exact"})) :
         MeshMode::kAuto;
}

ScenarioVelocity read_velocity(const YamlReader & entry)
{
  ScenarioVelocity velocity;
  if (entry.has("velocity")) {
    const YamlReader part = shared_section(entry, "velocity");
    if (part.has("linear")) {
      velocity.linear = part.at("linear").vector();
    }
    if (part.has("angular")) {
      velocity.angular = part.at("angular").vector();
    }
  }
  return velocity;
}

}  // namespace contact_sim
