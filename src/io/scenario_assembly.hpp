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

#ifndef IO__SCENARIO_ASSEMBLY_HPP_
#define IO__SCENARIO_ASSEMBLY_HPP_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "contact_sim/io/scenario_world.hpp"

namespace contact_sim
{

/// Turns a ScenarioFile into a BuiltScenario, step by step. One use.
class ScenarioAssembly
{
public:
  explicit ScenarioAssembly(const ScenarioFile & scenario);
  BuiltScenario build();

private:
  void add_body(const ScenarioBody & body);
  void add_robot_entry(const ScenarioRobot & robot);
  void make_world();
  void add_materials();
  void add_ground(const ScenarioGround & ground);
  void add_body_shapes(const ScenarioBody & body, const Shape & shape);
  void add_robot_shapes(const ScenarioRobot & robot, int number);
  void add_links(
    const PlacedRobot & placed, const std::map<std::string, std::string> & materials,
    const std::string & material, MeshMode mesh);
  void add_geometry(
    int link, const Shape & shape, const Eigen::Isometry3d & pose, int material);
  void set_pairs(const ScenarioRobot & robot);
  void set_controls(const ScenarioRobot & robot);
  void set_initial(const ScenarioRobot & robot);
  void set_base_velocity(
    const std::string & scope, const Eigen::Isometry3d & pose, const ScenarioVelocity & velocity);
  void add_motion(const ScenarioMotion & motion);
  void add_wrench(const ScenarioWrench & wrench);

  const PlacedRobot & placed(const std::string & name) const;
  /// The link that a name stands for: a link, or the root link of a body or robot.
  std::string whole_name(const Model & model, const std::string & name) const;
  int root_of(int body) const;
  /// The body of a joint of a robot, which has one degree of freedom and mimics none.
  int joint_body(const std::string & robot, const std::string & joint) const;

  /// Runs a part and says where in the file it comes from, where it refuses.
  template<typename Function>
  void at(int line, const std::string & what, Function function) const;

  const ScenarioFile & scenario_;
  ModelBuilder builder_;
  std::vector<Shape> body_shapes_;  ///< by body of the scenario; of primitives only
  std::shared_ptr<World> world_;
  BuiltScenario built_;
};

}  // namespace contact_sim

#endif  // IO__SCENARIO_ASSEMBLY_HPP_
