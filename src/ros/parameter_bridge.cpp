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

ParameterValue from_ros(const rclcpp::Parameter & parameter)
{
  switch (parameter.get_type()) {
    case rclcpp::ParameterType::PARAMETER_BOOL: return parameter.as_bool();
    case rclcpp::ParameterType::PARAMETER_INTEGER: return parameter.as_int();
    case rclcpp::ParameterType::PARAMETER_DOUBLE: return parameter.as_double();
    default: return parameter.as_string();
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

ParameterMap declare_parameters(
  rclcpp::Node & node, const std::string & prefix, const std::vector<ParameterSpec> & specs)
{
  ParameterMap values;
  for (const ParameterSpec & spec : specs) {
    const std::string name = prefix + "." + spec.name;
    if (!node.has_parameter(name)) {
      node.declare_parameter(name, to_ros(spec.default_value), to_descriptor(spec));
    }
    values[spec.name] = from_ros(node.get_parameter(name));
  }
  return values;
}

}  // namespace contact_sim
