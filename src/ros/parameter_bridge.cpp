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

#include "contact_sim/ros/parameter_bridge.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace contact_sim
{

namespace
{

/// The range of an integer must be one: infinity is the largest that there is.
std::int64_t to_integer(double bound)
{
  constexpr double kLargest = 9007199254740992.0;  // 2⁵³: exact in a double
  return static_cast<std::int64_t>(std::clamp(bound, -kLargest, kLargest));
}

void set_range(const ParameterSpec & spec, rcl_interfaces::msg::ParameterDescriptor & descriptor)
{
  if (std::holds_alternative<double>(spec.default_value)) {
    rcl_interfaces::msg::FloatingPointRange range;
    range.from_value = spec.minimum;
    range.to_value = std::min(spec.maximum, std::numeric_limits<double>::max());
    descriptor.floating_point_range.push_back(range);
  } else if (std::holds_alternative<std::int64_t>(spec.default_value)) {
    rcl_interfaces::msg::IntegerRange range;
    range.from_value = to_integer(spec.minimum);
    range.to_value = to_integer(spec.maximum);
    descriptor.integer_range.push_back(range);
  }
}

rclcpp::ParameterValue to_ros(const ParameterValue & value)
{
  return std::visit([](const auto & v) {return rclcpp::ParameterValue(v);}, value);
}

ParameterValue from_ros(const std::string & name, const rclcpp::ParameterValue & value)
{
  switch (value.get_type()) {
    case rclcpp::ParameterType::PARAMETER_BOOL: return value.get<bool>();
    case rclcpp::ParameterType::PARAMETER_INTEGER: return value.get<std::int64_t>();
    case rclcpp::ParameterType::PARAMETER_DOUBLE: return value.get<double>();
    case rclcpp::ParameterType::PARAMETER_STRING: return value.get<std::string>();
    default:
      throw std::invalid_argument(
              name + ": expected a bool, a number or a text, found " +
              rclcpp::to_string(value.get_type()));
  }
}

}  // namespace

rcl_interfaces::msg::ParameterDescriptor to_descriptor(const ParameterSpec & spec)
{
  rcl_interfaces::msg::ParameterDescriptor descriptor;
  descriptor.name = spec.name;
  descriptor.description =
    spec.unit == "-" ? spec.description : spec.description + " [" + spec.unit + "]";
  set_range(spec, descriptor);
  return descriptor;
}

ParameterValue declare_spec(
  rclcpp::Node & node, const std::string & prefix, const ParameterSpec & spec,
  const DeclareOptions & options)
{
  rcl_interfaces::msg::ParameterDescriptor descriptor = to_descriptor(spec);
  descriptor.read_only = options.is_read_only;
  descriptor.dynamic_typing = options.can_be_undeclared;
  descriptor.additional_constraints = options.constraints;
  return from_ros(
    prefix + spec.name, node.declare_parameter(
      prefix + spec.name, to_ros(spec.default_value), descriptor, options.ignores_overrides));
}

ParameterMap own_changes(
  const std::vector<rclcpp::Parameter> & parameters, const ParameterMap & own)
{
  ParameterMap changes;
  for (const rclcpp::Parameter & parameter : parameters) {
    const std::string & name = parameter.get_name();
    if (own.count(name) > 0) {
      changes[name] = from_ros(name, parameter.get_parameter_value());
    }
  }
  return changes;
}

}  // namespace contact_sim
