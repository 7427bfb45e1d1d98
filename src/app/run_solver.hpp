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

#ifndef APP__RUN_SOLVER_HPP_
#define APP__RUN_SOLVER_HPP_

#include <map>
#include <string>

#include "contact_sim/lcp/parameters.hpp"
#include "contact_sim/plugins/chosen_solver.hpp"

namespace contact_sim
{

/// \param name full or short; empty: kDefaultPlugin
/// \param given by the scenario
/// \param settings by parameter name, as text; they go before what is given
/// \throws std::invalid_argument for an unknown name, listing those that there are, and for a bad
///   parameter
/// \throws std::runtime_error where the plugin cannot be loaded
ChosenSolver choose_run_solver(
  const std::string & name, const ParameterMap & given,
  const std::map<std::string, std::string> & settings, SolverPlugins & plugins);

}  // namespace contact_sim

#endif  // APP__RUN_SOLVER_HPP_
