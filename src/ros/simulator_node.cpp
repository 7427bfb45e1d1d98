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

#include "contact_sim/ros/simulator_node.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>

#include "contact_sim/plugins/solver_plugins.hpp"
#include "contact_sim/ros/parameter_bridge.hpp"
#include "contact_sim/session/description.hpp"
#include "contact_sim/session/scene_shapes.hpp"
#include "contact_sim/session/simulation_session.hpp"
#include "rclcpp_components/register_node_macro.hpp"
#include "ros/message_publishers.hpp"

namespace contact_sim
{

namespace
{

constexpr int kQueue = 10000;        ///< command messages that a burst may have
constexpr int kWarnPeriod = 1000;    ///< [ms]

std::string joined(const std::vector<std::string> & names)
{
  std::string list;
  for (const std::string & name : names) {
    list += (list.empty() ? "" : ", ") + name;
  }
  return list;
}

bool begins_with(const std::string & text, const std::string & beginning)
{
  return text.compare(0, beginning.size(), beginning) == 0;
}

}  // namespace

SimulatorNode::SimulatorNode(const rclcpp::NodeOptions & options)
: rclcpp::Node("simulator", options)
{
  session_ = std::make_unique<SimulationSession>(
    declare_own(),
    [this](bool is_fatal, const std::string & message) {report(is_fatal, message);});
  declare_solver();
  check_overrides();
  publishers_ = std::make_unique<MessagePublishers>(*this, session_->wrench_links());
  publishers_->send_scene(
    scene_markers(session_->scenario(), session_->names(), session_->settings().world_frame));
  OutputOptions output;
  output.goes_first = true;
  session_->add_output(*publishers_, output);
  session_->start();
  set_callback_ = add_on_set_parameters_callback(
    [this](const Parameters & parameters) {return set(parameters);});
  commands_ = create_subscription<sensor_msgs::msg::JointState>(
    "joint_commands", rclcpp::QoS(kQueue).reliable(),
    [this](sensor_msgs::msg::JointState::UniquePtr message) {take_command(*message);});
  offer_services();
  start_diagnostics();
  RCLCPP_INFO(
    get_logger(), "simulating '%s' with %s", session_->scenario().name.c_str(),
    solver_plugin_.c_str());
}

SimulatorNode::~SimulatorNode()
{
  if (session_) {
    session_->stop();
  }
}

ParameterMap SimulatorNode::declare_own()
{
  ParameterMap values;
  for (const SessionParameter & parameter : session_parameters()) {
    DeclareOptions options;
    options.is_read_only = parameter.is_fixed;
    if (parameter.spec.name == kSolverPlugin) {
      options.constraints = "one of: " + joined(SolverPlugins().names());
    }
    values[parameter.spec.name] = declare_spec(*this, "", parameter.spec, options);
  }
  return values;
}

/// The solver's, with what a file or the command line gives; then the session has the last word.
void SimulatorNode::declare_solver()
{
  is_declaring_ = true;
  ParameterMap given;
  DeclareOptions options;
  options.can_be_undeclared = true;
  solver_parameters_.clear();
  for (const ParameterSpec & spec : session_->solver_specs()) {
    given[kSolverPrefix + spec.name] = declare_spec(*this, kSolverPrefix, spec, options);
    solver_parameters_.push_back(kSolverPrefix + spec.name);
  }
  session_->set(given);
  solver_plugin_ = std::get<std::string>(session_->values().at(kSolverPlugin));
  set_parameter({kSolverPlugin, solver_plugin_});
  is_declaring_ = false;
}

/// After a swap: the parameters are those of the new solver, as the session has them.
void SimulatorNode::redeclare_solver()
{
  is_declaring_ = true;
  for (const std::string & name : solver_parameters_) {
    undeclare_parameter(name);
  }
  solver_parameters_.clear();
  DeclareOptions options;
  options.can_be_undeclared = true;
  options.ignores_overrides = true;
  for (const ParameterSpec & spec : session_->solver_specs()) {
    declare_spec(*this, kSolverPrefix, spec, options);
    solver_parameters_.push_back(kSolverPrefix + spec.name);
  }
  solver_plugin_ = std::get<std::string>(session_->values().at(kSolverPlugin));
  set_parameter({kSolverPlugin, solver_plugin_});
  is_declaring_ = false;
}

/// A misspelt parameter must not go unnoticed.
void SimulatorNode::check_overrides()
{
  for (const auto & [name, value] : get_node_parameters_interface()->get_parameter_overrides()) {
    if (has_parameter(name)) {
      continue;
    }
    if (begins_with(name, kSolverPrefix)) {
      throw std::invalid_argument(
              name + ": " + solver_plugin_ + " has no such parameter; it has: " +
              joined(solver_parameters_));
    }
    RCLCPP_WARN(get_logger(), "unknown parameter '%s' is ignored", name.c_str());
  }
}

rcl_interfaces::msg::SetParametersResult SimulatorNode::set(const Parameters & parameters)
{
  rcl_interfaces::msg::SetParametersResult result;
  result.successful = true;
  if (is_declaring_) {
    return result;
  }
  try {
    const ParameterMap changes = own_changes(parameters, session_->values());
    if (!changes.empty()) {
      session_->set(changes);
      // Parameters may not be declared while others are set: a moment later.
      after_set_timer_ = create_wall_timer(
        std::chrono::milliseconds(0), [this] {after_set();});
    }
  } catch (const std::exception & error) {
    result.successful = false;
    result.reason = error.what();
  }
  return result;
}

void SimulatorNode::after_set()
{
  after_set_timer_->cancel();
  const std::string plugin = std::get<std::string>(session_->values().at(kSolverPlugin));
  if (plugin != solver_plugin_ || get_parameter(kSolverPlugin).as_string() != plugin) {
    redeclare_solver();
    RCLCPP_INFO(get_logger(), "the solver is %s now", plugin.c_str());
  }
  if (session_->settings().diagnostics_rate != diagnostics_rate_) {
    start_diagnostics();
  }
}

void SimulatorNode::start_diagnostics()
{
  diagnostics_rate_ = session_->settings().diagnostics_rate;
  diagnostics_timer_.reset();
  if (diagnostics_rate_ > 0.0) {
    diagnostics_timer_ = create_wall_timer(
      std::chrono::duration<double>(1.0 / diagnostics_rate_),
      [this] {publishers_->send(session_->diagnostics());});
  }
}

void SimulatorNode::offer_services()
{
  using SetBool = std_srvs::srv::SetBool;
  pause_ = create_service<SetBool>(
    "~/pause",
    [this](const SetBool::Request::SharedPtr request, SetBool::Response::SharedPtr response) {
      try {
        session_->pause(request->data);
        response->success = true;
        response->message = request->data ? "paused" : "running";
      } catch (const std::exception & error) {
        response->message = error.what();
      }
    });
  offer_trigger("~/step", [this] {session_->step(); return std::string("made a step");});
  offer_trigger("~/reset", [this] {session_->reset(); return std::string("at the beginning");});
  offer_trigger("~/save_problem", [this] {return session_->save_problem();});
  offer_trigger("~/describe", [this] {return describe(*session_);});
}

void SimulatorNode::offer_trigger(const std::string & name, std::function<std::string()> act)
{
  using Trigger = std_srvs::srv::Trigger;
  triggers_.push_back(
    create_service<Trigger>(
      name, [act = std::move(act)](
        const Trigger::Request::SharedPtr, Trigger::Response::SharedPtr response) {
        try {
          response->message = act();
          response->success = true;
        } catch (const std::exception & error) {
          response->message = error.what();
        }
      }));
}

void SimulatorNode::take_command(const sensor_msgs::msg::JointState & message)
{
  try {
    session_->command(from_ros(message));
  } catch (const std::exception & error) {
    RCLCPP_WARN_THROTTLE(
      get_logger(), steady_, kWarnPeriod, "joint_commands: refused: %s", error.what());
  }
}

void SimulatorNode::report(bool is_fatal, const std::string & message)
{
  if (!is_fatal) {
    RCLCPP_WARN(get_logger(), "%s", message.c_str());
    return;
  }
  RCLCPP_FATAL(get_logger(), "%s", message.c_str());
  exit_code_ = 1;
  get_node_base_interface()->get_context()->shutdown(message);
}

}  // namespace contact_sim

RCLCPP_COMPONENTS_REGISTER_NODE(contact_sim::SimulatorNode)
