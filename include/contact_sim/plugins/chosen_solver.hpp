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

#ifndef CONTACT_SIM__PLUGINS__CHOSEN_SOLVER_HPP_
#define CONTACT_SIM__PLUGINS__CHOSEN_SOLVER_HPP_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "contact_sim/contact/contact_solver.hpp"
#include "contact_sim/lcp/parameters.hpp"
#include "contact_sim/plugins/solver_plugins.hpp"

namespace contact_sim
{

/// The solver that helps out where the chosen one fails, and the one of a scenario without any.
constexpr const char * kDefaultPlugin = "contact_sim::RobustReducedLemke";

/// A contact solver for a run.
struct ChosenSolver
{
  std::string name;  ///< in full, as it is declared
  std::string ran;   ///< the class of the objects that are made, as C++ spells it
  std::vector<ParameterSpec> specs;
  ParameterMap values;  ///< of all specs
  /// One that is initialised; the plugins have to live as long.
  std::function<std::shared_ptr<ContactSolver>()> make;
};

/// The full name of a solver.
/// \param name full or short; empty: kDefaultPlugin
/// \throws std::invalid_argument for an unknown name, listing those that there are
std::string find_solver(const std::string & name, SolverPlugins & plugins);

/// The parameters of a solver, by its name as above.
/// \throws std::runtime_error where the plugin cannot be loaded
std::vector<ParameterSpec> solver_specs(const std::string & name, SolverPlugins & plugins);

/// Makes one to see whether the parameters are right.
/// \param given what differs from the defaults
/// \throws std::invalid_argument for an unknown name or a bad parameter
/// \throws std::runtime_error where the plugin cannot be loaded
ChosenSolver choose_solver(
  const std::string & name, const ParameterMap & given, SolverPlugins & plugins);

}  // namespace contact_sim

#endif  // CONTACT_SIM__PLUGINS__CHOSEN_SOLVER_HPP_
