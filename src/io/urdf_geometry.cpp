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


#include "io/urdf_geometry.hpp"

#include <cmath>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "io/tokens.hpp"

namespace contact_sim
{

namespace
{

namespace fs = std::filesystem;

/// A part of the radius: files round, and no contact notices this much.
constexpr double kCapsuleTolerance = 1e-3;

bool starts_with(const std::string & text, const std::string & start)
{
  return text.compare(0, start.size(), start) == 0;
}

std::vector<fs::path> prefixes()
{
  const char * variable = std::getenv("AMENT_PREFIX_PATH");
  std::istringstream list(variable ? variable : "");
  std::vector<fs::path> paths;
  for (std::string path; std::getline(list, path, ':'); ) {
    if (!path.empty()) {
      paths.emplace_back(path);
    }
  }
  return paths;
}

/// Where `rest` of a package may be: installed, or in the source tree that the URDF is in.
std::vector<fs::path> places_in_package(
  const std::string & package, const std::string & rest, const fs::path & folder)
{
  std::vector<fs::path> places;
  for (const fs::path & prefix : prefixes()) {
    if (fs::is_directory(prefix / "share" / package)) {
      places.push_back(prefix / "share" / package / rest);
    }
  }
  for (fs::path above = fs::absolute(folder).lexically_normal(); ; above = above.parent_path()) {
    if (above.filename() == package) {
      places.push_back(above / rest);
    }
    if (fs::is_directory(above / package)) {
      places.push_back(above / package / rest);
    }
    if (above == above.parent_path()) {
      return places;
    }
  }
}

std::vector<fs::path> places_of(const std::string & name, const fs::path & folder)
{
  if (starts_with(name, "package://")) {
    const std::string path = name.substr(10);
    const std::size_t slash = path.find('/');
    if (slash != std::string::npos && slash > 0) {
      return places_in_package(path.substr(0, slash), path.substr(slash + 1), folder);
    }
  } else if (starts_with(name, "file://")) {
    return {folder / name.substr(7)};
  } else if (name.find("://") == std::string::npos) {
    return {folder / name};
  }
  throw std::runtime_error(
          "expected package://PACKAGE/FILE, file:///FILE or a path as the name of a mesh, found " +
          in_quotes(name));
}

bool is_sphere_at(
  const CollisionDescription & shape, const Eigen::Vector3d & point, double radius)
{
  const double tolerance = kCapsuleTolerance * radius;
  return shape.geometry.kind == GeometryKind::kSphere &&
         std::abs(shape.geometry.radius - radius) <= tolerance &&
         (shape.pose.translation() - point).norm() <= tolerance;
}

}  // namespace

std::string resolve_mesh(const std::string & name, const fs::path & folder)
{
  std::string searched;
  for (const fs::path & place : places_of(name, folder)) {
    std::error_code error;
    if (fs::is_regular_file(place, error)) {
      return place.lexically_normal().string();
    }
    searched += (searched.empty() ? "" : ", ") + place.string();
  }
  throw std::runtime_error(
          "expected the mesh file " + in_quotes(name) + ", found no such file" +
          (searched.empty() ? "; no folder of that package is in AMENT_PREFIX_PATH or above " +
          fs::absolute(folder).string() : "; searched " + searched) +
          ": correct the name, or source the workspace that has it");
}

void merge_capsules(std::vector<CollisionDescription> & collisions)
{
  std::vector<bool> is_cap(collisions.size(), false);
  for (CollisionDescription & cylinder : collisions) {
    if (cylinder.geometry.kind != GeometryKind::kCylinder) {
      continue;
    }
    std::vector<std::size_t> caps[2];
    for (std::size_t i = 0; i < collisions.size(); ++i) {
      for (int end = 0; end < 2; ++end) {
        const double z = (end == 0 ? -0.5 : 0.5) * cylinder.geometry.length;
        const Eigen::Vector3d point = cylinder.pose * Eigen::Vector3d(0.0, 0.0, z);
        if (is_sphere_at(collisions[i], point, cylinder.geometry.radius)) {
          caps[end].push_back(i);
        }
      }
    }
    if (!caps[0].empty() && !caps[1].empty()) {
      cylinder.geometry.kind = GeometryKind::kCapsule;
      is_cap[caps[0][0]] = true;
      is_cap[caps[1][0]] = true;
    }
  }
  std::vector<CollisionDescription> merged;
  for (std::size_t i = 0; i < collisions.size(); ++i) {
    if (!is_cap[i]) {
      merged.push_back(collisions[i]);
    }
  }
  collisions = std::move(merged);
}

}  // namespace contact_sim
