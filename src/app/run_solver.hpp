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
#include "contact_sim/simulation/time_stepper.hpp"
#include "solver_plugins.hpp"

namespace contact_sim
{

/// The solver that helps out where the chosen one fails, and the one of a scenario without any.
constexpr const char * kRetrySolver = "contact_sim::RobustReducedLemke";

/// A contact solver for a run.
struct RunSolver
{
  std::string name;  ///< in full, as it is declared
  std::string ran;   ///< the class of the objects that are made, as C++ spells it
  ParameterMap values;
  TimeStepper::SolverFactory make;  ///< one that is initialised; `plugins` has to live as long
};

/// \param name full or short; empty: kRetrySolver
/// \param given by the scenario
/// \param settings by parameter name, as text; they go before what is given
/// \throws std::invalid_argument for an unknown name, listing those that there are, and for a bad
///   parameter
/// \throws std::runtime_error where the plugin cannot be loaded
RunSolver choose_run_solver(
  const std::string & name, const ParameterMap & given,
  const std::map<std::string, std::string> & settings, SolverPlugins & plugins);

}  // namespace contact_sim

#endif  // APP__RUN_SOLVER_HPP_
