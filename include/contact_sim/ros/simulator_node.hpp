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

#ifndef CONTACT_SIM__ROS__SIMULATOR_NODE_HPP_
#define CONTACT_SIM__ROS__SIMULATOR_NODE_HPP_

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "contact_sim/lcp/parameters.hpp"
#include "rclcpp/rclcpp.hpp"
#include "sensor_msgs/msg/joint_state.hpp"
#include "std_srvs/srv/set_bool.hpp"
#include "std_srvs/srv/trigger.hpp"

namespace contact_sim
{

class MessagePublishers;
class SimulationSession;

/// Simulates a scenario and shows it to ROS 2: a SimulationSession whose parameters are the node's,
/// whose messages are published, and whose commands come from a topic. See docs/ros.md.
class SimulatorNode : public rclcpp::Node
{
public:
  /// Loads the scenario and the solver, and begins to simulate.
  /// \throws std::exception with one clear line for a bad parameter, scenario or plugin
  explicit SimulatorNode(const rclcpp::NodeOptions & options = rclcpp::NodeOptions());
  ~SimulatorNode() override;

  /// Of a process that runs nothing but this node: not 0 where the simulation could not go on.
  int exit_code() const {return exit_code_;}

private:
  using Parameters = std::vector<rclcpp::Parameter>;

  ParameterMap declare_own();
  void declare_solver();
  void redeclare_solver();
  void check_overrides();
  rcl_interfaces::msg::SetParametersResult set(const Parameters & parameters);
  void after_set();
  void start_diagnostics();
  void offer_services();
  void offer_trigger(const std::string & name, std::function<std::string()> act);
  void take_command(const sensor_msgs::msg::JointState & message);
  void report(bool is_fatal, const std::string & message);

  std::unique_ptr<SimulationSession> session_;
  std::unique_ptr<MessagePublishers> publishers_;
  rclcpp::Subscription<sensor_msgs::msg::JointState>::SharedPtr commands_;
  rclcpp::Service<std_srvs::srv::SetBool>::SharedPtr pause_;
  std::vector<rclcpp::Service<std_srvs::srv::Trigger>::SharedPtr> triggers_;
  rclcpp::TimerBase::SharedPtr diagnostics_timer_;
  double diagnostics_rate_{0.0};
  rclcpp::TimerBase::SharedPtr after_set_timer_;
  OnSetParametersCallbackHandle::SharedPtr set_callback_;
  std::vector<std::string> solver_parameters_;  ///< that are declared
  std::string solver_plugin_;                   ///< whose they are
  bool is_declaring_{false};  ///< values come from the session, not from a user
  rclcpp::Clock steady_{RCL_STEADY_TIME};
  std::atomic<int> exit_code_{0};
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__ROS__SIMULATOR_NODE_HPP_
