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

#ifndef SUPPORT__LOAD_SOLVERS_HPP_
#define SUPPORT__LOAD_SOLVERS_HPP_

#include <cctype>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "contact_sim/contact/contact_solver.hpp"
#include "pluginlib/class_loader.hpp"

namespace contact_sim::testing
{

/// Finds the plugins of the build tree, and those of others on AMENT_PREFIX_PATH.
/// \throws pluginlib::ClassLoaderException where the staged prefix is not there
inline pluginlib::ClassLoader<ContactSolver> & solver_loader()
{
  // Never deleted: nothing that it loaded may outlive it.
  static auto * const loader = [] {
      const char * others = std::getenv("AMENT_PREFIX_PATH");
      const std::string path =
        std::string(CONTACT_SIM_STAGE) + (others != nullptr ? std::string(":") + others : "");
      ::setenv("AMENT_PREFIX_PATH", path.c_str(), 1);
      return new pluginlib::ClassLoader<ContactSolver>(
        "contact_sim", "contact_sim::ContactSolver");
    }();
  return *loader;
}

/// A solver by its full name, "contact_sim::Lemke" for example.
/// \throws pluginlib::PluginlibException where it cannot be loaded
inline std::shared_ptr<ContactSolver> load_solver(const std::string & name)
{
  return solver_loader().createSharedInstance(name);
}

/// The name with letters that googletest takes.
inline std::string as_test_name(const std::string & name)
{
  std::string text;
  for (const unsigned char c : name) {
    text += std::isalnum(c) ? static_cast<char>(c) : '_';
  }
  return text;
}

}  // namespace contact_sim::testing

#endif  // SUPPORT__LOAD_SOLVERS_HPP_
