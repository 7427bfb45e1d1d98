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

#include "contact_sim/plugins/chosen_solver.hpp"

#include <stdexcept>

#include "contact_sim/plugins/class_name.hpp"

namespace contact_sim
{

namespace
{

std::string known_solvers(SolverPlugins & plugins)
{
  std::string list;
  for (const std::string & name : plugins.names()) {
    list += (list.empty() ? "" : ", ") + plugins.short_name(name);
  }
  return list.empty() ? "none" : list;
}

}  // namespace

std::string find_solver(const std::string & name, SolverPlugins & plugins)
{
  const std::string wanted = name.empty() ? kDefaultPlugin : name;
  const std::string found = plugins.find(wanted);
  if (found.empty()) {
    throw std::invalid_argument(
            "unknown solver '" + wanted + "'; known: " + known_solvers(plugins));
  }
  return found;
}

std::vector<ParameterSpec> solver_specs(const std::string & name, SolverPlugins & plugins)
{
  return plugins.load(find_solver(name, plugins))->parameter_specs();
}

ChosenSolver choose_solver(
  const std::string & name, const ParameterMap & given, SolverPlugins & plugins)
{
  ChosenSolver chosen;
  chosen.name = find_solver(name, plugins);
  const std::shared_ptr<ContactSolver> solver = plugins.load(chosen.name);
  chosen.ran = class_name(*solver);
  chosen.specs = solver->parameter_specs();
  chosen.values = resolve_parameters(chosen.specs, given);
  // Refuses now what it would refuse later, in the middle of the stepper's construction.
  solver->initialize(chosen.values);
  chosen.make = [full_name = chosen.name, values = chosen.values, &plugins] {
      std::shared_ptr<ContactSolver> made = plugins.load(full_name);
      made->initialize(values);
      return made;
    };
  return chosen;
}

}  // namespace contact_sim
