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

#include "contact_sim/stream/asset_files.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace contact_sim
{

namespace
{

bool is_mesh(const std::string & path)
{
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(
    ending.begin(), ending.end(), ending.begin(),
    [](unsigned char c) {return static_cast<char>(std::tolower(c));});
  return ending == ".stl" || ending == ".obj" || ending == ".dae";
}

/// Of a stranger's making: a long one is not repeated.
std::string quoted(const std::string & uri)
{
  constexpr std::size_t kMost = 200;
  return "'" + uri.substr(0, kMost) + (uri.size() > kMost ? "..." : "") + "'";
}

}  // namespace

void AssetFiles::allow(const std::string & uri, const std::string & path)
{
  if (is_mesh(path)) {
    assets_[uri] = {path, nullptr};
  }
}

std::shared_ptr<const std::string> AssetFiles::read(const std::string & uri)
{
  const auto found = assets_.find(uri);
  if (found == assets_.end()) {
    throw std::runtime_error(
            "expected a mesh that a robot of this scene names, found " + quoted(uri));
  }
  Asset & asset = found->second;
  if (!asset.content) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(asset.path, error);
    if (error || size > kMostBytes - std::min(kMostBytes, bytes_)) {
      throw std::runtime_error(
              quoted(uri) + ": " + (error ? error.message() : "all meshes together are too large"));
    }
    std::ifstream file(asset.path, std::ios::binary);
    auto content = std::make_shared<const std::string>(
      std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    if (!file) {
      throw std::runtime_error(quoted(uri) + ": cannot be read");
    }
    bytes_ += content->size();
    asset.content = content;
  }
  return asset.content;
}

AssetFiles robot_meshes(const BuiltScenario & scenario)
{
  AssetFiles assets;
  const auto allow = [&](const GeometryDescription & geometry) {
      if (geometry.kind == GeometryKind::kMesh && !geometry.mesh_uri.empty()) {
        assets.allow(geometry.mesh_uri, geometry.mesh_file);
      }
    };
  for (const PlacedRobot & robot : scenario.robots) {
    for (const LinkDescription & link : robot.description.links) {
      for (const CollisionDescription & collision : link.collisions) {
        allow(collision.geometry);
      }
      for (const VisualDescription & visual : link.visuals) {
        allow(visual.geometry);
      }
    }
  }
  return assets;
}

}  // namespace contact_sim
