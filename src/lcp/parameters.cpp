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

#include "contact_sim/lcp/parameters.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace contact_sim
{

namespace
{

std::string format_number(double value)
{
  char text[32];
  const auto result = std::to_chars(text, text + sizeof(text), value);
  return std::string(text, result.ptr);
}

/// The whole text as a number, or false. Unlike strtod it does not depend on the locale.
template<typename Number>
bool read_number(const std::string & text, Number & value)
{
  const char * end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc() && result.ptr == end;
}

[[noreturn]] void refuse(const ParameterSpec & spec, const std::string & found)
{
  std::ostringstream message;
  message << "parameter '" << spec.name << "': expected a" <<
    (type_name(spec.default_value)[0] == 'i' ? "n " : " ") << type_name(spec.default_value);
  if (!std::holds_alternative<bool>(spec.default_value) &&
    !std::holds_alternative<std::string>(spec.default_value))
  {
    message << " from " << format_number(spec.minimum) << " to " << format_number(spec.maximum);
  }
  message << ", found " << found;
  throw std::invalid_argument(message.str());
}

const ParameterSpec & find_spec(
  const std::vector<ParameterSpec> & specs, const std::string & name)
{
  const auto spec = std::find_if(
    specs.begin(), specs.end(), [&](const ParameterSpec & s) {return s.name == name;});
  if (spec != specs.end()) {
    return *spec;
  }
  std::string known;
  for (const ParameterSpec & s : specs) {
    known += (known.empty() ? "" : ", ") + s.name;
  }
  throw std::invalid_argument(
          "unknown parameter '" + name + "'; known here: " + (known.empty() ? "none" : known));
}

void check_range(const ParameterSpec & spec, double number, const std::string & text)
{
  // Written so that NaN fails.
  if (!(number >= spec.minimum && number <= spec.maximum)) {
    refuse(spec, text);
  }
}

ParameterValue checked(const ParameterSpec & spec, const ParameterValue & given)
{
  ParameterValue value = given;
  if (std::holds_alternative<double>(spec.default_value) &&
    std::holds_alternative<std::int64_t>(given))
  {
    value = static_cast<double>(std::get<std::int64_t>(given));
  }
  if (value.index() != spec.default_value.index()) {
    refuse(spec, std::string("the ") + type_name(given) + " '" + to_string(given) + "'");
  }
  if (const double * number = std::get_if<double>(&value)) {
    check_range(spec, *number, to_string(value));
  } else if (const std::int64_t * integer = std::get_if<std::int64_t>(&value)) {
    check_range(spec, static_cast<double>(*integer), to_string(value));
  }
  return value;
}

}  // namespace

std::string to_string(const ParameterValue & value)
{
  if (const bool * flag = std::get_if<bool>(&value)) {
    return *flag ? "true" : "false";
  }
  if (const std::int64_t * integer = std::get_if<std::int64_t>(&value)) {
    return std::to_string(*integer);
  }
  if (const double * number = std::get_if<double>(&value)) {
    return format_number(*number);
  }
  return std::get<std::string>(value);
}

const char * type_name(const ParameterValue & value)
{
  static constexpr const char * kNames[] = {"bool", "integer", "number", "text"};
  return kNames[value.index()];
}

ParameterValue parse_parameter(const ParameterSpec & spec, const std::string & text)
{
  const ParameterValue & type = spec.default_value;
  std::int64_t integer = 0;
  double number = 0.0;
  if (std::holds_alternative<bool>(type) && (text == "true" || text == "false")) {
    return checked(spec, text == "true");
  }
  if (std::holds_alternative<std::int64_t>(type) && read_number(text, integer)) {
    return checked(spec, integer);
  }
  if (std::holds_alternative<double>(type) && read_number(text, number)) {
    return checked(spec, number);
  }
  if (std::holds_alternative<std::string>(type)) {
    return text;
  }
  refuse(spec, "'" + text + "'");
}

ParameterMap resolve_parameters(
  const std::vector<ParameterSpec> & specs, const ParameterMap & given)
{
  ParameterMap values;
  for (const ParameterSpec & spec : specs) {
    values[spec.name] = spec.default_value;
  }
  for (const auto & [name, value] : given) {
    values[name] = checked(find_spec(specs, name), value);
  }
  return values;
}

}  // namespace contact_sim
