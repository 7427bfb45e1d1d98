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

#include "places.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "contact_sim/dynamics/model_builder.hpp"
#include "contact_sim/io/scenario_file.hpp"
#include "tokens.hpp"

namespace contact_sim
{

namespace fs = std::filesystem;

namespace
{

constexpr const char * kScenarioFolder = "config/scenarios";
constexpr const char * kEnding = ".yaml";

bool is_file(const fs::path & path)
{
  std::error_code error;
  return fs::is_regular_file(path, error);
}

/// Folders of shipped scenarios; those that come first hide those behind them.
std::vector<fs::path> scenario_folders()
{
  std::vector<fs::path> folders;
  for (const fs::path & share : shared_folders()) {
    folders.push_back(share / kScenarioFolder);
  }
  std::error_code error;
  for (const fs::path & above : folders_above(fs::current_path(error))) {
    if (is_file(above / "package.xml")) {
      folders.push_back(above / kScenarioFolder);
    }
  }
  return folders;
}

std::map<std::string, fs::path> shipped_by_name()
{
  std::map<std::string, fs::path> found;
  for (const fs::path & folder : scenario_folders()) {
    std::error_code error;
    for (const auto & entry : fs::directory_iterator(folder, error)) {
      if (entry.path().extension() == kEnding && is_file(entry.path())) {
        found.emplace(entry.path().stem().string(), entry.path());
      }
    }
  }
  return found;
}

std::string joined(const std::vector<std::string> & names)
{
  std::string text;
  for (const std::string & name : names) {
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

}  // namespace

std::vector<fs::path> shared_folders()
{
  const char * variable = std::getenv("AMENT_PREFIX_PATH");
  std::istringstream list(variable ? variable : "");
  std::vector<fs::path> folders;
  for (std::string prefix; std::getline(list, prefix, ':'); ) {
    if (!prefix.empty()) {
      folders.push_back(fs::path(prefix) / "share" / "contact_sim");
    }
  }
  return folders;
}

std::vector<fs::path> folders_above(const fs::path & folder)
{
  std::vector<fs::path> folders;
  fs::path above = fs::absolute(folder).lexically_normal();
  if (!above.has_filename()) {
    above = above.parent_path();  // it ended with a slash
  }
  for (; ; above = above.parent_path()) {
    folders.push_back(above);
    if (above == above.parent_path()) {
      return folders;
    }
  }
}

std::string find_beside(
  const std::string & name, const std::string & ending, const std::string & kind,
  const fs::path & folder)
{
  std::vector<fs::path> places = {folder};
  for (const fs::path & share : shared_folders()) {
    places.push_back(share / kind);
  }
  for (const fs::path & above : folders_above(folder)) {
    places.push_back(above / kind);
  }
  std::string searched;
  for (const fs::path & place : places) {
    for (const std::string & file : {name, name + ending}) {
      if (is_file(place / file)) {
        return (place / file).lexically_normal().string();
      }
    }
    std::error_code error;
    if (fs::is_directory(place, error)) {
      searched += (searched.empty() ? "" : ", ") + place.string();
    }
  }
  throw std::runtime_error(
          "expected the name of a file, found " + in_quotes(name) +
          ", which is not there; searched " + searched);
}

std::vector<std::string> shipped_scenarios()
{
  std::vector<std::string> names;
  for (const auto & [name, path] : shipped_by_name()) {
    names.push_back(name);
  }
  return names;
}

std::string find_scenario(const std::string & name_or_path)
{
  if (is_file(name_or_path)) {
    return name_or_path;
  }
  const auto shipped = shipped_by_name();
  const auto found = shipped.find(name_or_path);
  if (found != shipped.end()) {
    return found->second.string();
  }
  const std::vector<std::string> names = shipped_scenarios();
  if (names.empty()) {
    throw std::runtime_error(
            "expected a scenario, found no file " + in_quotes(name_or_path) + ", and no shipped "
            "scenarios either: source the workspace that has contact_sim, or give a path");
  }
  throw std::runtime_error(
          "expected a scenario, found no file " + in_quotes(name_or_path) +
          " and no shipped scenario of that name" + near_names(name_or_path, names) +
          "; shipped: " + joined(names));
}

}  // namespace contact_sim
