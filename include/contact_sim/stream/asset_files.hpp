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

#ifndef CONTACT_SIM__STREAM__ASSET_FILES_HPP_
#define CONTACT_SIM__STREAM__ASSET_FILES_HPP_

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "contact_sim/io/scenario_world.hpp"

namespace contact_sim
{

/// Meshes that clients may fetch: those of a list, by exactly the names that it has for them. What
/// a client asks for is never a path.
class AssetFiles
{
public:
  static constexpr std::uintmax_t kMostBytes = 256u << 20;  ///< of all that were read

  /// \param path of a mesh (.stl, .obj, .dae); other files are not taken
  void allow(const std::string & uri, const std::string & path);

  /// The content, which is read once and kept.
  /// \throws std::runtime_error where nothing has this name, or the file cannot be read
  std::shared_ptr<const std::string> read(const std::string & uri);

private:
  struct Asset
  {
    std::string path;
    std::shared_ptr<const std::string> content;
  };

  std::map<std::string, Asset> assets_;  ///< by URI
  std::uintmax_t bytes_{0};              ///< that were read
};

/// The meshes that the descriptions of a scenario's robots name.
AssetFiles robot_meshes(const BuiltScenario & scenario);

}  // namespace contact_sim

#endif  // CONTACT_SIM__STREAM__ASSET_FILES_HPP_
