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

#ifndef CONTACT_SIM__IO__SCENARIO_FILE_HPP_
#define CONTACT_SIM__IO__SCENARIO_FILE_HPP_

#include <Eigen/Geometry>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "contact_sim/dynamics/loop_constraints.hpp"
#include "contact_sim/io/robot_description.hpp"
#include "contact_sim/lcp/parameters.hpp"
#include "contact_sim/simulation/materials.hpp"
#include "contact_sim/simulation/motion.hpp"
#include "contact_sim/simulation/time_stepper.hpp"

namespace contact_sim
{

/// What becomes of a mesh; kAuto: its hull where it moves, its triangles where it stands.
enum class MeshMode {kAuto, kHull, kExact};

struct ScenarioSolver
{
  std::string plugin;       ///< empty: the default one
  ParameterMap parameters;  ///< as the file gives them; the plugin checks them
};

struct FrictionPair
{
  std::string a, b;
  SurfaceLaw law;
};

struct ScenarioGround
{
  int line{0};
  Eigen::Vector3d normal{Eigen::Vector3d::UnitZ()};
  double height{0.0};  ///< of the half-space's surface over the origin, along the normal [m]
  std::string material{"default"};
};

/// In world axes, of the frame's origin.
struct ScenarioVelocity
{
  Eigen::Vector3d linear{Eigen::Vector3d::Zero()};   ///< [m/s]
  Eigen::Vector3d angular{Eigen::Vector3d::Zero()};  ///< [rad/s]
};

/// A repeated one is several. The link of a primitive has the body's name, of a URDF "body/link".
struct ScenarioBody
{
  int line{0};
  std::string name;
  std::string urdf;  ///< path; empty: the geometry
  GeometryDescription geometry;
  double mass{0.0};     ///< [kg]; 0: by density
  double density{0.0};  ///< [kg/m³]
  Eigen::Isometry3d pose{Eigen::Isometry3d::Identity()};
  ScenarioVelocity velocity;
  bool is_fixed{false};
  std::string material{"default"};
  MeshMode mesh{MeshMode::kAuto};
  std::optional<Eigen::Vector4d> colour;  ///< red, green, blue, alpha from 0 to 1
};

/// What is not given is taken from the robot's, and then from the URDF and JointControl.
struct ScenarioGains
{
  std::optional<double> stiffness, damping, effort_limit;
  std::optional<bool> is_exact;
};

struct ScenarioRobot
{
  int line{0};
  std::string name;
  std::string urdf;  ///< path
  std::string urdf_text;  ///< in its place, where it is not empty; the path is then its name
  Eigen::Isometry3d pose{Eigen::Isometry3d::Identity()};
  ScenarioVelocity velocity;
  bool is_floating{true};
  std::string material{"default"};
  std::map<std::string, std::string> link_materials;  ///< by link, without the robot's name
  MeshMode mesh{MeshMode::kAuto};
  bool has_self_collision{true};
  bool holds{true};  ///< joints with gains are told to stay where they begin
  ScenarioGains gains;
  std::map<std::string, ScenarioGains> joint_gains;
  std::map<std::string, double> joint_positions;
  std::map<std::string, double> joint_velocities;
  std::vector<std::array<std::string, 2>> skipped;  ///< pairs of links that do not touch
  std::vector<std::array<std::string, 2>> forced;   ///< and that do
};

struct ScenarioLoop
{
  int line{0};
  LoopJoint joint;  ///< a body's or robot's name stands for its root link
};

struct ScenarioMotion
{
  int line{0};
  std::string robot;  ///< before the names of the joints; empty: they are whole
  Keyframes keyframes;
  MotionOptions options;
};

struct ScenarioWrench
{
  int line{0};
  std::string link;  ///< or a body or robot, for its root link
  double from{0.0};  ///< [s]
  double to{0.0};    ///< [s]
  Eigen::Vector3d force{Eigen::Vector3d::Zero()};   ///< [N]
  Eigen::Vector3d moment{Eigen::Vector3d::Zero()};  ///< [N m]
  std::optional<Eigen::Vector3d> at;  ///< point in the link's frame; none: the centre of mass
  bool is_in_link{false};             ///< axes of force and moment: the link's, not the world's
};

struct ScenarioOutputs
{
  double rate{0.0};  ///< [Hz]; 0: every step
  std::string csv, record, report;        ///< folder, file, folder; empty: none
  std::vector<std::string> wrench_links;  ///< whose net wrench is given; none: all
};

/// As the file gives it, checked, with names of files resolved.
struct ScenarioFile
{
  std::string file;  ///< as in messages
  std::string name;  ///< that of the file where it gives none
  std::string description;
  Eigen::Vector3d gravity{0.0, 0.0, -9.81};  ///< [m/s²]
  double duration{10.0};                     ///< [s]
  StepperOptions options;
  ScenarioSolver solver;
  std::vector<Material> materials;
  std::vector<FrictionPair> friction;
  std::optional<ScenarioGround> ground;
  std::vector<ScenarioBody> bodies;
  std::vector<ScenarioRobot> robots;
  std::vector<ScenarioLoop> loops;
  std::vector<ScenarioMotion> motions;
  std::vector<ScenarioWrench> wrenches;
  ScenarioOutputs outputs;
};

/// One key of a scenario file; "robots[].gains" is the section of the gains of a robot.
struct ScenarioKey
{
  const char * section;
  const char * key;
  const char * description;
};

/// The schema: what read_scenario() takes, and nothing else.
const std::vector<ScenarioKey> & scenario_keys();

/// Reads a YAML scenario, or the `ros__parameters` of the one node of a ROS 2 parameters file.
/// Lists of bodies, robots and so on may be maps by name, since such a file has no lists of maps.
/// URDFs are looked for beside the scenario, in share/contact_sim/urdf of the prefixes of
/// AMENT_PREFIX_PATH, then in a folder `urdf` of one of the folders that the scenario is in.
/// \throws std::runtime_error "FILE:LINE: SECTION: expected …, found …"; nothing is read in part
ScenarioFile read_scenario(const std::string & path);

/// The same from a text; `name` stands for the file in messages, its folder for that of files.
ScenarioFile parse_scenario(const std::string & text, const std::string & name);

/// The path of a scenario: a file, or the name of a shipped one, in share/contact_sim of the
/// prefixes of AMENT_PREFIX_PATH, or in the source tree around the working folder.
/// \throws std::runtime_error with the shipped names
std::string find_scenario(const std::string & name_or_path);

/// Their names, sorted.
std::vector<std::string> shipped_scenarios();

}  // namespace contact_sim

#endif  // CONTACT_SIM__IO__SCENARIO_FILE_HPP_
