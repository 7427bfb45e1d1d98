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

#include "scenario_entries.hpp"

#include <limits>
#include <sstream>
#include <stdexcept>

#include "contact_sim/io/motion_file.hpp"
#include "scenario_parts.hpp"

namespace contact_sim
{

namespace fs = std::filesystem;

namespace
{

ScenarioGains read_gains(const YamlReader & part)
{
  part.check_keys();
  ScenarioGains gains;
  const auto read = [&](const char * key, std::optional<double> & value) {
      if (part.has(key)) {
        value = part.at(key).number(0.0);
      }
    };
  read("stiffness", gains.stiffness);
  read("damping", gains.damping);
  read("effort_limit", gains.effort_limit);
  if (part.has("exact")) {
    gains.is_exact = part.at("exact").boolean();
  }
  return gains;
}

void read_robot_gains(const YamlReader & entry, ScenarioRobot & robot)
{
  if (entry.has("gains")) {
    robot.gains = read_gains(shared_section(entry, "gains"));
  }
  if (entry.has("exact")) {
    robot.gains.is_exact = entry.at("exact").boolean();
  }
  if (entry.has("joint_gains")) {
    for (const auto & [joint, part] : entry.at("joint_gains").children()) {
      robot.joint_gains[joint] = read_gains(part.in_section("gains"));
    }
  }
}

std::vector<std::array<std::string, 2>> read_pairs(const YamlReader & list)
{
  std::vector<std::array<std::string, 2>> pairs;
  for (const YamlReader & pair : list.elements()) {
    std::array<std::string, 2> names;
    std::string rest;
    std::istringstream words(pair.text());
    if (!(words >> names[0] >> names[1]) || words >> rest) {
      pair.refuse_value("the names of two links, 'a b'");
    }
    pairs.push_back(names);
  }
  return pairs;
}

/// A table of columns by joint, each as long as the times.
void read_columns(
  const YamlReader & part, std::size_t rows, std::vector<std::string> & joints,
  Eigen::MatrixXd & table)
{
  const auto columns = part.children();
  table.resize(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns.size()));
  joints.clear();
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const std::vector<double> values = columns[j].second.numbers();
    if (values.size() != rows) {
      columns[j].second.refuse_value("as many numbers as there are times, " + std::to_string(rows));
    }
    joints.push_back(columns[j].first);
    table.col(static_cast<Eigen::Index>(j)) =
      Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(rows));
  }
}

Keyframes read_keyframes(const YamlReader & entry)
{
  Keyframes keyframes;
  keyframes.times = entry.at("times").numbers();
  read_columns(
    entry.at("joints"), keyframes.times.size(), keyframes.joints, keyframes.positions);
  if (entry.has("velocities")) {
    std::vector<std::string> joints;
    read_columns(entry.at("velocities"), keyframes.times.size(), joints, keyframes.velocities);
    if (joints != keyframes.joints) {
      entry.at("velocities").refuse("expected the same joints in the same order as under joints");
    }
  }
  return keyframes;
}

}  // namespace

ScenarioRobot read_robot(
  const std::string & name, const YamlReader & entry, const fs::path & folder)
{
  ScenarioRobot robot;
  robot.line = entry.line();
  robot.name = required_name(name, entry);
  robot.urdf = find_file(entry.at("urdf"), ".urdf", "urdf", folder);
  const auto flag = [&](const char * key, bool & value) {
      value = entry.has(key) ? entry.at(key).boolean() : value;
    };
  flag("floating", robot.is_floating);
  flag("self_collision", robot.has_self_collision);
  flag("hold", robot.holds);
  if (entry.has("pose")) {
    robot.pose = entry.at("pose").pose();
  }
  robot.velocity = read_velocity(entry);
  if (!robot.is_floating && entry.has("velocity")) {
    entry.at("velocity").refuse("expected none, since the robot is not floating");
  }
  if (entry.has("material")) {
    robot.material = entry.at("material").text();
  }
  if (entry.has("link_materials")) {
    for (const auto & [link, material] : entry.at("link_materials").children()) {
      robot.link_materials[link] = material.text();
    }
  }
  robot.mesh = read_mesh_mode(entry);
  read_robot_gains(entry, robot);
  if (entry.has("joint_positions")) {
    robot.joint_positions = entry.at("joint_positions").numbers_by_name();
  }
  if (entry.has("joint_velocities")) {
    robot.joint_velocities = entry.at("joint_velocities").numbers_by_name();
  }
  if (entry.has("skip_collisions")) {
    robot.skipped = read_pairs(entry.at("skip_collisions"));
  }
  if (entry.has("force_collisions")) {
    robot.forced = read_pairs(entry.at("force_collisions"));
  }
  return robot;
}

ScenarioLoop read_loop(const std::string & name, const YamlReader & entry)
{
  constexpr JointType kTypes[] = {
    JointType::kFixed, JointType::kRevolute, JointType::kPrismatic, JointType::kPlanar,
    JointType::kSpherical};
  ScenarioLoop loop;
  loop.line = entry.line();
  loop.joint.name = required_name(name, entry);
  loop.joint.type = kTypes[entry.at("type").choice(
        {"fixed", "revolute", "prismatic", "planar", "spherical"})];
  loop.joint.link_a = entry.at("link_a").text();
  loop.joint.link_b = entry.at("link_b").text();
  if (entry.has("pose_a")) {
    loop.joint.pose_a = entry.at("pose_a").pose();
  }
  if (entry.has("pose_b")) {
    loop.joint.pose_b = entry.at("pose_b").pose();
  }
  if (entry.has("axis")) {
    loop.joint.axis = entry.at("axis").vector();
  }
  return loop;
}

ScenarioMotion read_motion_entry(const YamlReader & entry, const fs::path & folder)
{
  ScenarioMotion motion;
  motion.line = entry.line();
  if (entry.has("robot")) {
    motion.robot = entry.at("robot").text();
  }
  if (entry.has("file") == entry.has("times")) {
    entry.refuse(
      std::string("expected a file, or times and joints, found ") +
      (entry.has("file") ? "both" : "none"));
  }
  motion.keyframes = entry.has("file") ?
    read_motion_file(find_file(entry.at("file"), ".csv", "config/motions", folder)) :
    read_keyframes(entry);
  if (entry.has("interpolation")) {
    motion.options.interpolation = static_cast<Interpolation>(
      entry.at("interpolation").choice({"linear", "cubic", "minimum_jerk"}));
  }
  if (entry.has("loop")) {
    motion.options.is_looped = entry.at("loop").boolean();
  }
  if (entry.has("start")) {
    motion.options.start = entry.at("start").number();
  }
  return motion;
}

ScenarioWrench read_wrench(const YamlReader & entry)
{
  ScenarioWrench wrench;
  wrench.line = entry.line();
  wrench.link = entry.at("body").text();
  wrench.from = entry.has("from") ? entry.at("from").number() : 0.0;
  wrench.to = entry.has("to") ? entry.at("to").number() : std::numeric_limits<double>::infinity();
  if (!(wrench.from < wrench.to)) {
    entry.at("to").refuse_value("a time after 'from'");
  }
  if (!entry.has("force") && !entry.has("moment")) {
    entry.refuse("expected force or moment, found neither");
  }
  if (entry.has("force")) {
    wrench.force = entry.at("force").vector();
  }
  if (entry.has("moment")) {
    wrench.moment = entry.at("moment").vector();
  }
  if (entry.has("at")) {
    wrench.at = entry.at("at").vector();
  }
  wrench.is_in_link = entry.has("frame") && entry.at("frame").choice({"world", "link"}) == 1;
  return wrench;
}

}  // namespace contact_sim
