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

#include "contact_sim/io/scenario_file.hpp"

#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <iterator>
#include <set>
#include <stdexcept>

#include "scenario_entries.hpp"
#include "tokens.hpp"
#include "yaml_reader.hpp"

namespace contact_sim
{

namespace fs = std::filesystem;

namespace
{

constexpr const char * kRosKey = "ros__parameters";
/// Parameters that a node may have beside the scenario's, in the same block.
constexpr const char * kOfNode[] = {
  "use_sim_time", "qos_overrides", "scenario", "real_time_factor", "lockstep", "start_paused",
  "rates", "frames", "markers", "save_folder", "robot_description", "wrench_links"};

YAML::Node load(const std::string & text, const std::string & name)
{
  try {
    return YAML::Load(text);
  } catch (const YAML::Exception & error) {
    throw std::runtime_error(
            name + ":" + std::to_string(error.mark.line + 1) + ": expected YAML, found " +
            error.msg);
  }
}

/// The scenario's own map, where the file is a ROS 2 parameters file.
YAML::Node unwrapped(const YAML::Node & root, const std::string & name)
{
  if (!root.IsMap()) {
    return root;
  }
  YAML::Node inner = root;
  std::string owner;
  for (const auto & entry : root) {
    if (!entry.second.IsMap() || !entry.second[kRosKey].IsDefined()) {
      continue;
    }
    if (!owner.empty()) {
      YamlReader(entry.first, name, "", "").refuse(
        "expected the parameters of one node, found those of " + in_quotes(owner) + " and " +
        in_quotes(entry.first.Scalar()));
    }
    owner = entry.first.Scalar();
    inner.reset(entry.second[kRosKey]);  // assigned, it would change the root that is walked
  }
  if (!owner.empty() && inner.IsMap()) {
    for (const char * key : kOfNode) {
      inner.remove(key);
    }
  }
  return inner;
}

void read_solver(const YamlReader & part, ScenarioSolver & solver)
{
  for (const auto & [key, value] : part.children()) {
    if (key == "plugin") {
      solver.plugin = value.text();
    } else {
      solver.parameters[key] = value.parameter();
    }
  }
}

void read_contact(const YamlReader & part, ScenarioFile & scenario)
{
  part.check_keys();
  StepperOptions & options = scenario.options;
  if (part.has("margin")) {
    options.detector.margin = part.at("margin").number(0.0);
  }
  if (part.has("max_points")) {
    options.detector.reduction.most = static_cast<int>(part.at("max_points").integer(1, 128));
  }
  if (part.has("point_distance")) {
    options.detector.reduction.distance = part.at("point_distance").number(0.0);
  }
  if (part.has("directions")) {
    options.directions = static_cast<int>(part.at("directions").integer(3, 1024));
  }
  if (part.has("max_correction")) {
    options.max_correction = part.at("max_correction").number(0.0);
  }
  if (part.has("restitution_threshold")) {
    options.restitution_threshold = part.at("restitution_threshold").number(0.0);
  }
  if (part.has("nonconvex")) {
    options.nonconvex = static_cast<NonconvexMode>(
      part.at("nonconvex").choice({"off", "max", "summation", "auto"}));
  }
}

void read_stepper(const YamlReader & root, ScenarioFile & scenario)
{
  StepperOptions & options = scenario.options;
  if (root.has("step")) {
    options.step = root.at("step").positive();
  }
  if (root.has("integrator")) {
    options.integrator = static_cast<Integrator>(
      root.at("integrator").choice({"semi_implicit_euler", "runge_kutta_4"}));
  }
  if (root.has("restitution_law")) {
    options.restitution_law = static_cast<RestitutionLaw>(
      root.at("restitution_law").choice({"newton", "poisson"}));
  }
  if (root.has("threads")) {
    options.threads = static_cast<int>(root.at("threads").integer(1, 256));
  }
  if (root.has("on_solver_failure")) {
    options.on_failure = static_cast<OnSolverFailure>(
      root.at("on_solver_failure").choice({"continue", "stop"}));
  }
  if (root.has("contact")) {
    read_contact(root.at("contact"), scenario);
  }
  if (root.has("solver")) {
    read_solver(root.at("solver"), scenario.solver);
  }
}

Material read_material(const std::string & name, const YamlReader & entry)
{
  Material material;
  material.name = name.empty() ? entry.at("name").text() : name;
  if (entry.has("friction")) {
    material.friction = entry.at("friction").number(0.0);
  }
  if (entry.has("restitution")) {
    material.restitution = entry.at("restitution").number(0.0, 1.0);
  }
  return material;
}

FrictionPair read_pair(const YamlReader & entry)
{
  const std::vector<std::string> names = entry.at("materials").texts();
  if (names.size() != 2) {
    entry.at("materials").refuse_value("the names of two materials");
  }
  FrictionPair pair{names[0], names[1], {}};
  pair.law.friction = entry.at("friction").number(0.0);
  if (entry.has("restitution")) {
    pair.law.restitution = entry.at("restitution").number(0.0, 1.0);
  }
  return pair;
}

void read_materials(const YamlReader & root, ScenarioFile & scenario)
{
  Materials check;  // refuses names that are taken or not there, with the line
  const auto refused_at = [](const YamlReader & entry, const auto & function) {
      try {
        function();
      } catch (const std::invalid_argument & error) {
        entry.refuse(error.what());
      }
    };
  if (root.has("materials")) {
    for (const auto & [name, entry] : root.at("materials").entries()) {
      const Material material = read_material(name, entry);
      refused_at(entry, [&] {check.add(material);});
      scenario.materials.push_back(material);
    }
  }
  if (root.has("friction")) {
    for (const auto & [name, entry] : root.at("friction").entries()) {
      const FrictionPair pair = read_pair(entry);
      refused_at(entry, [&] {check.set_pair(pair.a, pair.b, pair.law);});
      scenario.friction.push_back(pair);
    }
  }
}

void read_ground(const YamlReader & part, ScenarioFile & scenario)
{
  if (part.is_text() && part.text() == "none") {
    return;
  }
  part.check_keys();
  ScenarioGround ground;
  ground.line = part.line();
  if (part.has("height")) {
    ground.height = part.at("height").number();
  }
  if (part.has("normal")) {
    const Eigen::Vector3d normal = part.at("normal").vector();
    if (!(normal.norm() > 0.0)) {
      part.at("normal").refuse("expected a direction, found 0, 0, 0");
    }
    ground.normal = normal.normalized();
  }
  if (part.has("material")) {
    ground.material = part.at("material").text();
  }
  scenario.ground = ground;
}

void read_outputs(const YamlReader & part, ScenarioOutputs & outputs)
{
  part.check_keys();
  if (part.has("rate")) {
    outputs.rate = part.at("rate").number(0.0);
  }
  const auto text = [&](const char * key, std::string & value) {
      value = part.has(key) ? part.at(key).text() : value;
    };
  text("csv", outputs.csv);
  text("record", outputs.record);
  text("report", outputs.report);
  if (part.has("wrench_links")) {
    outputs.wrench_links = part.at("wrench_links").texts();
  }
}

void read_lists(const YamlReader & root, const fs::path & folder, ScenarioFile & scenario)
{
  const auto each = [&](const char * key, const auto & read) {
      if (root.has(key)) {
        for (const auto & [name, entry] : root.at(key).entries()) {
          read(name, entry);
        }
      }
    };
  const auto add_bodies = [&](const std::vector<ScenarioBody> & bodies) {
      scenario.bodies.insert(scenario.bodies.end(), bodies.begin(), bodies.end());
    };
  using Entry = YamlReader;
  each(
    "statics", [&](const std::string & name, const Entry & entry) {
      add_bodies(read_body(name, entry, true, folder));
    });
  each(
    "bodies", [&](const std::string & name, const Entry & entry) {
      add_bodies(read_body(name, entry, false, folder));
    });
  each(
    "robots", [&](const std::string & name, const Entry & entry) {
      scenario.robots.push_back(read_robot(name, entry, folder));
    });
  each(
    "loops", [&](const std::string & name, const Entry & entry) {
      scenario.loops.push_back(read_loop(name, entry));
    });
  each(
    "motions", [&](const std::string &, const Entry & entry) {
      scenario.motions.push_back(read_motion_entry(entry, folder));
    });
  each(
    "wrenches", [&](const std::string &, const Entry & entry) {
      scenario.wrenches.push_back(read_wrench(entry));
    });
}

/// Names of bodies and robots share one space, since they come before those of links.
void check_names(const ScenarioFile & scenario)
{
  std::set<std::string> names = {kWorldLink};
  const auto check = [&](const std::string & name, int line) {
      if (!names.insert(name).second) {
        throw std::runtime_error(
                scenario.file + ":" + std::to_string(line) + ": the name '" + name + "' is taken");
      }
    };
  for (const ScenarioBody & body : scenario.bodies) {
    check(body.name, body.line);
  }
  for (const ScenarioRobot & robot : scenario.robots) {
    check(robot.name, robot.line);
  }
}

}  // namespace

ScenarioFile parse_scenario(const std::string & text, const std::string & name)
{
  const YamlReader root(unwrapped(load(text, name), name), name, "", "");
  root.check_keys();
  ScenarioFile scenario;
  scenario.file = name;
  scenario.name = root.has("name") ? root.at("name").text() : fs::path(name).stem().string();
  if (root.has("description")) {
    scenario.description = root.at("description").text();
  }
  if (root.has("gravity")) {
    scenario.gravity = root.at("gravity").vector();
  }
  if (root.has("duration")) {
    scenario.duration = root.at("duration").positive();
  }
  read_stepper(root, scenario);
  read_materials(root, scenario);
  if (root.has("ground")) {
    read_ground(root.at("ground"), scenario);
  }
  read_lists(root, fs::absolute(name).parent_path(), scenario);
  if (root.has("outputs")) {
    read_outputs(root.at("outputs"), scenario.outputs);
  }
  check_names(scenario);
  return scenario;
}

ScenarioFile read_scenario(const std::string & path)
{
  std::string text;
  read_from(
    path, [&](std::istream & input) {
      text.assign(std::istreambuf_iterator<char>(input), {});
    });
  return parse_scenario(text, path);
}

}  // namespace contact_sim
