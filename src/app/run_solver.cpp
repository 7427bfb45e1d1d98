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

#include "run_solver.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include "class_name.hpp"

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

std::string find_solver(const std::string & name, SolverPlugins & plugins)
{
  const std::string found = plugins.find(name.empty() ? kRetrySolver : name);
  if (found.empty()) {
    throw std::invalid_argument(
            "unknown solver '" + (name.empty() ? kRetrySolver : name) + "'; known: " +
            known_solvers(plugins));
  }
  return found;
}

std::string known_parameters(const std::vector<ParameterSpec> & specs)
{
  std::string list;
  for (const ParameterSpec & spec : specs) {
    list += (list.empty() ? "" : ", ") + spec.name;
  }
  return list;
}

const ParameterSpec & find_spec(
  const std::vector<ParameterSpec> & specs, const std::string & name, const std::string & solver)
{
  const auto is_named = [&](const ParameterSpec & spec) {return spec.name == name;};
  const auto spec = std::find_if(specs.begin(), specs.end(), is_named);
  if (spec == specs.end()) {
    throw std::invalid_argument(
            "--set: unknown parameter 'solver." + name + "' of " + solver + "; known: " +
            known_parameters(specs));
  }
  return *spec;
}

}  // namespace

RunSolver choose_run_solver(
  const std::string & name, const ParameterMap & given,
  const std::map<std::string, std::string> & settings, SolverPlugins & plugins)
{
  RunSolver chosen;
  chosen.name = find_solver(name, plugins);
  const std::shared_ptr<ContactSolver> solver = plugins.load(chosen.name);
  const std::vector<ParameterSpec> specs = solver->parameter_specs();
  chosen.ran = class_name(*solver);
  chosen.values = given;
  for (const auto & [parameter, text] : settings) {
    chosen.values[parameter] = parse_parameter(find_spec(specs, parameter, chosen.name), text);
  }
  chosen.values = resolve_parameters(specs, chosen.values);
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
