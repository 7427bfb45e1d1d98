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

#ifndef CONTACT_SIM__PLUGINS__SOLVER_PLUGINS_HPP_
#define CONTACT_SIM__PLUGINS__SOLVER_PLUGINS_HPP_

#include <memory>
#include <string>
#include <vector>

#include "contact_sim/contact/contact_solver.hpp"

namespace pluginlib
{
template<class T>
class ClassLoader;
}  // namespace pluginlib

namespace contact_sim
{

/// The contact solvers that pluginlib finds, ours and those of others. Outlives what it loads.
///
/// The first call reads the description files of every package on AMENT_PREFIX_PATH: who solves
/// plain LCPs only needs none of them.
/// \throws std::runtime_error from every call, where our own package is not on that path
class SolverPlugins
{
public:
  SolverPlugins();
  ~SolverPlugins();

  SolverPlugins(const SolverPlugins &) = delete;
  SolverPlugins & operator=(const SolverPlugins &) = delete;

  /// Every class that is declared, "contact_sim::Lemke" for example, sorted.
  const std::vector<std::string> & names();

  /// The full name of a class that is given in full or without its namespace; empty where none is
  /// declared.
  /// \throws std::invalid_argument where several have this short name; the message lists them
  std::string find(const std::string & name);

  /// Without the namespace, unless another class has the same short name.
  std::string short_name(const std::string & name);

  /// What its package says of it, on one line.
  std::string description(const std::string & name);

  /// \throws std::runtime_error saying which class cannot be loaded, and why
  std::shared_ptr<ContactSolver> load(const std::string & name);

private:
  void look();
  std::vector<std::string> named(const std::string & short_name);

  std::unique_ptr<pluginlib::ClassLoader<ContactSolver>> loader_;
  std::vector<std::string> names_;
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__PLUGINS__SOLVER_PLUGINS_HPP_
