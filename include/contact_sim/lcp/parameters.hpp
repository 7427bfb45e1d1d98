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

#ifndef CONTACT_SIM__LCP__PARAMETERS_HPP_
#define CONTACT_SIM__LCP__PARAMETERS_HPP_

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace contact_sim
{

/// The types a parameter can have: those of a ROS 2 parameter that a solver needs.
using ParameterValue = std::variant<bool, std::int64_t, double, std::string>;

/// Values by parameter name.
using ParameterMap = std::map<std::string, ParameterValue>;

/// One parameter of an algorithm, said once: the command line, the YAML check and the ROS 2 node
/// all read it from here.
struct ParameterSpec
{
  std::string name;
  ParameterValue default_value;  ///< also fixes the type
  std::string unit;              ///< SI, "-" where it has none
  std::string description;       ///< one sentence, what it does
  double minimum{0.0};           ///< of numbers, inclusive
  double maximum{std::numeric_limits<double>::infinity()};
};

/// "true", "12", "1e-09", "text": what parse_parameter would read back.
std::string to_string(const ParameterValue & value);

/// "bool", "integer", "number" or "text".
const char * type_name(const ParameterValue & value);

/// Reads a value of the type of the spec's default.
/// \throws std::invalid_argument naming the parameter, what was expected and what was found
ParameterValue parse_parameter(const ParameterSpec & spec, const std::string & text);

/// The defaults, replaced by what is given. An integer is taken where a number is expected.
/// \throws std::invalid_argument where a name is unknown, a type does not fit or a number is out of
///   range; the message names the parameter and says what would be right
ParameterMap resolve_parameters(
  const std::vector<ParameterSpec> & specs, const ParameterMap & given);

}  // namespace contact_sim

#endif  // CONTACT_SIM__LCP__PARAMETERS_HPP_
