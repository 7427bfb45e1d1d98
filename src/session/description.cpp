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

#include "contact_sim/session/description.hpp"

#include <cmath>

#include "nlohmann/json.hpp"

namespace contact_sim
{

namespace
{

using Json = nlohmann::ordered_json;

Json to_json(const ParameterValue & value)
{
  return std::visit([](const auto & v) {return Json(v);}, value);
}

/// JSON has no infinity.
Json bound(double value)
{
  return std::isfinite(value) ? Json(value) : Json();
}

Json to_json(
  const ParameterSpec & spec, const std::string & prefix, const ParameterMap & values,
  bool is_fixed)
{
  const std::string name = prefix + spec.name;
  Json json{{"name", name}, {"type", type_name(spec.default_value)},
    {"value", to_json(values.at(name))}, {"default", to_json(spec.default_value)},
    {"unit", spec.unit}, {"description", spec.description}, {"fixed", is_fixed}};
  if (std::holds_alternative<double>(spec.default_value) ||
    std::holds_alternative<std::int64_t>(spec.default_value))
  {
    json["minimum"] = bound(spec.minimum);
    json["maximum"] = bound(spec.maximum);
  }
  return json;
}

Json parameters_of(const SimulationSession & session)
{
  const ParameterMap values = session.values();
  Json list = Json::array();
  for (const SessionParameter & parameter : session_parameters()) {
    list.push_back(to_json(parameter.spec, "", values, parameter.is_fixed));
  }
  for (const ParameterSpec & spec : session.solver_specs()) {
    if (values.count(kSolverPrefix + spec.name) > 0) {  // else it was swapped just now
      list.push_back(to_json(spec, kSolverPrefix, values, false));
    }
  }
  return list;
}

}  // namespace

std::string describe(SimulationSession & session)
{
  const Json json{{"scenario", session.scenario().name},
    {"description", session.scenario().description},
    {"step", session.scenario().options.step}, {"solvers", session.solver_names()},
    {"parameters", parameters_of(session)}, {"joints", session.commandable_joints()}};
  // Text of a user's file need not be UTF-8.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace contact_sim
