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

#include "contact_sim/plugins/solver_plugins.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "pluginlib/class_loader.hpp"

namespace contact_sim
{

namespace
{

/// Classes are declared as "package::Class", or as "package/Class".
std::string without_namespace(const std::string & name)
{
  const std::size_t last = name.find_last_of(":/");
  return last == std::string::npos ? name : name.substr(last + 1);
}

}  // namespace

SolverPlugins::SolverPlugins() = default;
SolverPlugins::~SolverPlugins() = default;

void SolverPlugins::look()
{
  if (loader_) {
    return;
  }
  try {
    loader_ = std::make_unique<pluginlib::ClassLoader<ContactSolver>>(
      "contact_sim", "contact_sim::ContactSolver");
  } catch (const std::exception & error) {
    throw std::runtime_error(
            std::string("cannot look for solver plugins: ") + error.what() +
            "; is contact_sim on AMENT_PREFIX_PATH?");
  }
  names_ = loader_->getDeclaredClasses();
  std::sort(names_.begin(), names_.end());
}

const std::vector<std::string> & SolverPlugins::names()
{
  look();
  return names_;
}

std::vector<std::string> SolverPlugins::named(const std::string & short_name)
{
  std::vector<std::string> found;
  for (const std::string & name : names()) {
    if (without_namespace(name) == short_name) {
      found.push_back(name);
    }
  }
  return found;
}

std::string SolverPlugins::find(const std::string & name)
{
  if (std::find(names().begin(), names().end(), name) != names().end()) {
    return name;
  }
  const std::vector<std::string> found = named(name);
  if (found.size() > 1) {
    std::string list;
    for (const std::string & full : found) {
      list += (list.empty() ? "" : ", ") + full;
    }
    throw std::invalid_argument("several solvers are called '" + name + "': " + list);
  }
  return found.empty() ? "" : found.front();
}

std::string SolverPlugins::short_name(const std::string & name)
{
  const std::string without = without_namespace(name);
  return named(without).size() > 1 ? name : without;
}

std::string SolverPlugins::description(const std::string & name)
{
  look();
  std::istringstream words(loader_->getClassDescription(name));
  std::string line;
  for (std::string word; words >> word; ) {
    line += (line.empty() ? "" : " ") + word;
  }
  return line;
}

std::shared_ptr<ContactSolver> SolverPlugins::load(const std::string & name)
{
  look();
  try {
    return loader_->createSharedInstance(name);
  } catch (const std::exception & error) {
    throw std::runtime_error(name + " cannot be loaded: " + error.what());
  }
}

}  // namespace contact_sim
