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

#ifndef CONTACT_SIM__ROS__PARAMETER_BRIDGE_HPP_
#define CONTACT_SIM__ROS__PARAMETER_BRIDGE_HPP_

#include <string>
#include <vector>

#include "contact_sim/lcp/parameters.hpp"
#include "rclcpp/rclcpp.hpp"

namespace contact_sim
{

/// The spec as the parameter server shows it: description with unit, and the range, which the
/// server enforces by itself.
rcl_interfaces::msg::ParameterDescriptor to_descriptor(const ParameterSpec & spec);

struct DeclareOptions
{
  bool is_read_only{false};       ///< set at the start only
  bool can_be_undeclared{false};  ///< then the types are for the caller to check
  bool ignores_overrides{false};  ///< of a file or the command line
  std::string constraints;        ///< what no range can say
};

/// Declares a parameter as `<prefix><name>`, and returns the value in force: the default, or what a
/// file or the command line has set.
/// \throws rclcpp::exceptions::InvalidParameterValueException and its like, naming the parameter
ParameterValue declare_spec(
  rclcpp::Node & node, const std::string & prefix, const ParameterSpec & spec,
  const DeclareOptions & options);

/// What a user sets of the parameters that are there, by name; rclcpp's own are left out.
/// \throws std::invalid_argument for one that is to be deleted or is of no type of ours
ParameterMap own_changes(
  const std::vector<rclcpp::Parameter> & parameters, const ParameterMap & own);

}  // namespace contact_sim

#endif  // CONTACT_SIM__ROS__PARAMETER_BRIDGE_HPP_
