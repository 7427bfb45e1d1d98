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

#include <array>
#include <string>
#include <vector>

#include "scenario_entries.hpp"
#include "scenario_parts.hpp"

namespace contact_sim
{

namespace fs = std::filesystem;

namespace
{

constexpr int kMostCopies = 100000;

Eigen::Vector3d positive_vector(const YamlReader & reader)
{
  const Eigen::Vector3d size = reader.vector();
  if (!(size.minCoeff() > 0.0)) {
    reader.refuse("expected 3 numbers above 0, found one that is not");
  }
  return size;
}

/// Refuses what does not belong to a kind of shape, so that a wrong word is not passed over.
void check_sizes(const YamlReader & entry, const std::vector<std::string> & allowed)
{
  for (const char * key : {"size", "radius", "length", "file", "scale"}) {
    bool is_allowed = false;
    for (const std::string & name : allowed) {
      is_allowed = is_allowed || name == key;
    }
    if (entry.has(key) && !is_allowed) {
      std::string known;
      for (const std::string & name : allowed) {
        known += (known.empty() ? "" : ", ") + name;
      }
      entry.at(key).refuse("expected sizes of this shape alone (" + known + "), found another's");
    }
  }
}

GeometryDescription read_geometry(const YamlReader & entry, const fs::path & folder)
{
  GeometryDescription shape;
  const int kind =
    entry.at("shape").choice({"box", "sphere", "cylinder", "capsule", "mesh"});
  shape.kind = static_cast<GeometryKind>(kind);
  switch (shape.kind) {
    case GeometryKind::kBox:
      check_sizes(entry, {"size"});
      shape.size = positive_vector(entry.at("size"));
      break;
    case GeometryKind::kSphere:
      check_sizes(entry, {"radius"});
      shape.radius = entry.at("radius").positive();
      break;
    case GeometryKind::kMesh:
      check_sizes(entry, {"file", "scale"});
      shape.mesh_file = find_file(entry.at("file"), "", "urdf", folder);
      if (entry.has("scale")) {
        shape.scale = positive_vector(entry.at("scale"));
      }
      break;
    default:
      check_sizes(entry, {"radius", "length"});
      shape.radius = entry.at("radius").positive();
      shape.length = entry.at("length").positive();
  }
  return shape;
}

void read_mass(const YamlReader & entry, ScenarioBody & body)
{
  if (entry.has("mass") == entry.has("density")) {
    entry.refuse(
      std::string("expected mass or density, found ") + (entry.has("mass") ? "both" : "none"));
  }
  if (entry.has("mass")) {
    body.mass = entry.at("mass").positive();
  } else {
    body.density = entry.at("density").positive();
  }
}

void read_body_shape(const YamlReader & entry, const fs::path & folder, ScenarioBody & body)
{
  if (entry.has("urdf") == entry.has("shape")) {
    entry.refuse(
      std::string("expected urdf or shape, found ") + (entry.has("urdf") ? "both" : "none"));
  }
  if (entry.has("shape")) {
    body.geometry = read_geometry(entry, folder);
    if (!body.is_fixed) {
      read_mass(entry, body);
    }
    return;
  }
  body.urdf = find_file(entry.at("urdf"), ".urdf", "urdf", folder);
  check_sizes(entry, {});
  if (entry.has("mass") || entry.has("density")) {
    entry.refuse("a URDF has its own mass: expected neither mass nor density");
  }
}

Eigen::Vector4d read_colour(const YamlReader & colour)
{
  const std::vector<double> values = colour.numbers();
  if (values.size() < 3 || values.size() > 4) {
    colour.refuse_value("3 or 4 numbers from 0 to 1");
  }
  Eigen::Vector4d rgba(0.0, 0.0, 0.0, 1.0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] < 0.0 || values[i] > 1.0) {
      colour.refuse("expected numbers from 0 to 1, found " + std::to_string(values[i]));
    }
    rgba[static_cast<Eigen::Index>(i)] = values[i];
  }
  return rgba;
}

struct Repetition
{
  std::array<int, 3> count{1, 1, 1};
  Eigen::Vector3d spacing{Eigen::Vector3d::Zero()};
  Eigen::Vector3d stagger{Eigen::Vector3d::Zero()};
};

Repetition read_repetition(const YamlReader & entry)
{
  const YamlReader part = shared_section(entry, "repeat");
  Repetition repeat;
  const std::vector<YamlReader> count = part.at("count").elements();
  if (count.size() != 3) {
    part.at("count").refuse_value("a list of 3 whole numbers");
  }
  double total = 1.0;
  for (std::size_t i = 0; i < 3; ++i) {
    repeat.count[i] = static_cast<int>(count[i].integer(1, kMostCopies));
    total *= repeat.count[i];
  }
  if (total > kMostCopies) {
    part.at("count").refuse("expected at most " + std::to_string(kMostCopies) + " copies");
  }
  repeat.spacing = part.at("spacing").vector();
  if (part.has("stagger")) {
    repeat.stagger = part.at("stagger").vector();
  }
  return repeat;
}

/// Copies are numbered along x, then y, then z, and are moved in world axes.
std::vector<ScenarioBody> repeated(const ScenarioBody & body, const Repetition & repeat)
{
  std::vector<ScenarioBody> copies;
  for (int z = 0; z < repeat.count[2]; ++z) {
    for (int y = 0; y < repeat.count[1]; ++y) {
      for (int x = 0; x < repeat.count[0]; ++x) {
        ScenarioBody copy = body;
        copy.name += "_" + std::to_string(copies.size());
        copy.pose.translation() += repeat.spacing.cwiseProduct(Eigen::Vector3d(x, y, z));
        copy.pose.translation() += (z % 2) * repeat.stagger;
        copies.push_back(copy);
      }
    }
  }
  return copies;
}

}  // namespace

std::vector<ScenarioBody> read_body(
  const std::string & name, const YamlReader & entry, bool is_static, const fs::path & folder)
{
  ScenarioBody body;
  body.line = entry.line();
  body.name = required_name(name, entry);
  body.is_fixed = is_static || (entry.has("fixed") && entry.at("fixed").boolean());
  read_body_shape(entry, folder, body);
  if (entry.has("pose")) {
    body.pose = entry.at("pose").pose();
  }
  body.velocity = read_velocity(entry);
  if (body.is_fixed && entry.has("velocity")) {
    entry.at("velocity").refuse("expected none, since the body is fixed");
  }
  if (entry.has("material")) {
    body.material = entry.at("material").text();
  }
  body.mesh = read_mesh_mode(entry);
  if (entry.has("color")) {
    body.colour = read_colour(entry.at("color"));
  }
  return entry.has("repeat") ? repeated(body, read_repetition(entry)) :
         std::vector<ScenarioBody>{body};
}

}  // namespace contact_sim
