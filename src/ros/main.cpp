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

#include <cstdio>
#include <exception>
#include <memory>

#include "contact_sim/plugins/own_prefix.hpp"
#include "contact_sim/ros/simulator_node.hpp"

/// The node alone in a process. Exit code 1, and one line, where it cannot begin or go on.
int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  int exit_code = 1;
  try {
    contact_sim::prepend_own_prefix();
    const auto node = std::make_shared<contact_sim::SimulatorNode>();
    rclcpp::spin(node);
    exit_code = node->exit_code();
  } catch (const std::exception & error) {
    std::fprintf(stderr, "simulator_node: %s\n", error.what());
  }
  rclcpp::shutdown();
  return exit_code;
}
