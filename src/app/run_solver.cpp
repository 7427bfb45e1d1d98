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
#include <stdexcept>
#include <vector>

namespace contact_sim
{

namespace
{

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

ChosenSolver choose_run_solver(
  const std::string & name, const ParameterMap & given,
  const std::map<std::string, std::string> & settings, SolverPlugins & plugins)
{
  const std::string full_name = find_solver(name, plugins);
  const std::vector<ParameterSpec> specs = solver_specs(full_name, plugins);
  ParameterMap values = given;
  for (const auto & [parameter, text] : settings) {
    values[parameter] = parse_parameter(find_spec(specs, parameter, full_name), text);
  }
  return choose_solver(full_name, values, plugins);
}

}  // namespace contact_sim
