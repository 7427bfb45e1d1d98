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

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/io/scenario_file.hpp"
#include "contact_sim/io/scenario_world.hpp"

namespace contact_sim
{
namespace
{

namespace fs = std::filesystem;
using Eigen::Vector3d;

std::vector<fs::path> files_in(const fs::path & folder)
{
  std::vector<fs::path> files;
  for (const auto & entry : fs::directory_iterator(folder)) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Files are looked for from the source tree's folder of scenarios.
ScenarioFile parse(const std::string & text)
{
  return parse_scenario(text, CONTACT_SIM_SCENARIOS "/test.yaml");
}

template<typename Function>
std::string refusal(Function function)
{
  try {
    function();
  } catch (const std::runtime_error & error) {
    return error.what();
  }
  return "not refused";
}

bool has(const std::string & text, const std::string & part)
{
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST(ScenarioFile, of_nothing_has_the_defaults_of_the_stepper)
{
  const ScenarioFile scenario = parse("name: empty\n");
  EXPECT_EQ(scenario.name, "empty");
  EXPECT_EQ(scenario.options.step, StepperOptions{}.step);
  EXPECT_EQ(scenario.options.directions, StepperOptions{}.directions);
  EXPECT_EQ(scenario.options.nonconvex, NonconvexMode::kAuto);
  EXPECT_EQ(scenario.gravity, Vector3d(0.0, 0.0, -9.81));
  EXPECT_FALSE(scenario.ground);
}

TEST(ScenarioFile, reads_what_concerns_the_stepper)
{
  const ScenarioFile scenario = parse(
    "gravity: [0, 1, -2.5]\nstep: 0.002\nintegrator: runge_kutta_4\nrestitution_law: poisson\n"
    "threads: 2\non_solver_failure: stop\nduration: 7\n"
    "solver: {plugin: contact_sim::Lemke, epsilon: 1.0e-3, directions: 8, warm: true, mode: fast,"
    " quoted: '8'}\n"
    "contact: {margin: 0.002, max_points: 4, directions: 16, max_correction: 2, "
    "restitution_threshold: 0.05, point_distance: 0.004, nonconvex: off}\n");
  EXPECT_EQ(scenario.gravity, Vector3d(0.0, 1.0, -2.5));
  EXPECT_EQ(scenario.options.step, 0.002);
  EXPECT_EQ(scenario.options.integrator, Integrator::kRungeKutta4);
  EXPECT_EQ(scenario.options.restitution_law, RestitutionLaw::kPoisson);
  EXPECT_EQ(scenario.options.threads, 2);
  EXPECT_EQ(scenario.options.on_failure, OnSolverFailure::kStop);
  EXPECT_EQ(scenario.duration, 7.0);
  EXPECT_EQ(scenario.solver.plugin, "contact_sim::Lemke");
  const ParameterMap expected = {
    {"epsilon", 1e-3}, {"directions", std::int64_t{8}}, {"warm", true},
    {"mode", std::string("fast")}, {"quoted", std::string("8")}};
  EXPECT_EQ(scenario.solver.parameters, expected);
  EXPECT_EQ(scenario.options.detector.margin, 0.002);
  EXPECT_EQ(scenario.options.detector.reduction.most, 4);
  EXPECT_EQ(scenario.options.detector.reduction.distance, 0.004);
  EXPECT_EQ(scenario.options.directions, 16);
  EXPECT_EQ(scenario.options.max_correction, 2.0);
  EXPECT_EQ(scenario.options.restitution_threshold, 0.05);
  EXPECT_EQ(scenario.options.nonconvex, NonconvexMode::kOff);
}

TEST(ScenarioFile, is_the_same_as_the_parameters_of_a_ros_node_with_lists_as_maps)
{
  const std::string plain =
    "step: 0.002\nmaterials:\n  - {name: ice, friction: 0.1}\n"
    "bodies:\n  - {name: box, urdf: box.urdf, material: ice, pose: {xyz: [0, 0, 1]}}\n";
  for (const std::string node : {"/**", "contact_sim", "/simulator"}) {
    const std::string wrapped = node +
      ":\n  ros__parameters:\n    use_sim_time: true\n    rates: {tf: 100.0}\n    step: 0.002\n"
      "    materials:\n      ice: {friction: 0.1}\n"
      "    bodies:\n      box: {urdf: box.urdf, material: ice, pose: {xyz: [0, 0, 1]}}\n";
    const ScenarioFile a = parse(plain);
    const ScenarioFile b = parse(wrapped);
    EXPECT_EQ(a.options.step, b.options.step);
    ASSERT_EQ(b.materials.size(), 1u);
    EXPECT_EQ(b.materials[0].name, "ice");
    ASSERT_EQ(b.bodies.size(), 1u);
    EXPECT_EQ(b.bodies[0].name, "box");
    EXPECT_EQ(b.bodies[0].urdf, a.bodies[0].urdf);
    EXPECT_EQ(b.bodies[0].pose.matrix(), a.bodies[0].pose.matrix());
  }
}

TEST(ScenarioFile, repeats_a_body_as_a_grid_with_staggered_layers)
{
  const ScenarioFile scenario = parse(
    "bodies:\n  - {name: b, urdf: box.urdf, pose: {xyz: [1, 0, 0.1]},"
    " repeat: {count: [2, 1, 2], spacing: [0.3, 9, 0.2], stagger: [0.15, 0, 0]}}\n");
  ASSERT_EQ(scenario.bodies.size(), 4u);
  const Vector3d expected[] = {{1, 0, 0.1}, {1.3, 0, 0.1}, {1.15, 0, 0.3}, {1.45, 0, 0.3}};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(scenario.bodies[i].name, "b_" + std::to_string(i));
    EXPECT_LT((scenario.bodies[i].pose.translation() - expected[i]).norm(), 1e-15);
  }
}

TEST(ScenarioFile, knows_a_rotation_as_rpy_and_as_quaternion)
{
  const double c = std::cos(0.4), s = std::sin(0.4);
  const ScenarioFile scenario = parse(
    "bodies:\n  - {name: a, urdf: box.urdf, pose: {rpy: [0, 0, 0.8]}}\n"
    "  - {name: b, urdf: box.urdf, pose: {quaternion: [0, 0, " + std::to_string(s) + ", " +
    std::to_string(c) + "]}}\n");
  // std::to_string gives six digits.
  EXPECT_LT(
    (scenario.bodies[0].pose.matrix() - scenario.bodies[1].pose.matrix()).norm(), 1e-5);
}

TEST(ScenarioFile, that_is_broken_is_refused_with_the_line_and_what_is_wrong)
{
  const std::vector<fs::path> files = files_in(CONTACT_SIM_TEST_DATA "/scenarios");
  ASSERT_GT(files.size(), 30u);
  for (const fs::path & file : files) {
    std::ifstream input(file);
    std::string first;
    std::getline(input, first);
    ASSERT_EQ(first.substr(0, 9), "# expect ") << file;
    const std::string expected = file.string() + ":" + first.substr(9);
    const std::string found = refusal([&] {build_world(read_scenario(file.string()));});
    EXPECT_EQ(found.substr(0, expected.size()), expected);
  }
}

TEST(ScenarioFile, that_is_not_there_is_refused_with_its_name)
{
  EXPECT_TRUE(has(refusal([] {read_scenario("/no/such.yaml");}), "/no/such.yaml"));
}

TEST(ScenarioKeys, are_given_once_and_described)
{
  std::set<std::string> seen;
  for (const ScenarioKey & key : scenario_keys()) {
    EXPECT_TRUE(seen.insert(std::string(key.section) + "." + key.key).second) << key.key;
    EXPECT_STRNE(key.description, "");
  }
}

TEST(ShippedScenarios, can_all_be_built_and_say_what_one_sees)
{
  const std::set<std::string> expected = {
    "block_over_hole", "card_house", "falling_box", "gripper", "hoist", "humanoid",
    "humanoid_squat", "humanoid_tap_dance", "incline", "jammed_parts", "net", "newtons_cradle",
    "peg_in_hole", "quadruped", "ring", "rolling_disc", "spinning_top", "stack", "wall"};
  std::set<std::string> found;
  for (const fs::path & file : files_in(CONTACT_SIM_SCENARIOS)) {
    const BuiltScenario built = build_world(read_scenario(file.string()));
    EXPECT_EQ(built.name, file.stem().string());
    EXPECT_FALSE(built.description.empty()) << file;
    EXPECT_GT(built.world->scene.size(), 0) << file;
    found.insert(built.name);
  }
  EXPECT_TRUE(std::includes(found.begin(), found.end(), expected.begin(), expected.end()));
}

TEST(ShippedScenarios, are_found_by_name_in_a_prefix_and_in_the_source_tree)
{
  const fs::path prefix = fs::temp_directory_path() / "contact_sim_test_prefix";
  const fs::path folder = prefix / "share/contact_sim/config/scenarios";
  fs::create_directories(folder);
  std::ofstream(folder / "mine.yaml") << "name: mine\n";
  const char * before = std::getenv("AMENT_PREFIX_PATH");
  const std::string kept = before ? before : "";
  ::setenv("AMENT_PREFIX_PATH", ("/nowhere:" + prefix.string()).c_str(), 1);
  const fs::path working = fs::current_path();
  fs::current_path(prefix);
  EXPECT_EQ(find_scenario("mine"), (folder / "mine.yaml").string());
  EXPECT_EQ(shipped_scenarios(), std::vector<std::string>{"mine"});
  const std::string text = refusal([] {find_scenario("mime");});
  EXPECT_TRUE(has(text, "'mime'") && has(text, "shipped: mine")) << text;
  fs::current_path(CONTACT_SIM_SCENARIOS);
  EXPECT_EQ(fs::path(find_scenario("humanoid")).filename(), "humanoid.yaml");
  EXPECT_EQ(find_scenario("./humanoid.yaml"), "./humanoid.yaml");
  fs::current_path(working);
  ::setenv("AMENT_PREFIX_PATH", kept.c_str(), 1);
  fs::remove_all(prefix);
}

}  // namespace contact_sim
