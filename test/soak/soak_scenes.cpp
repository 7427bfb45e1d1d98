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


#include "soak/soak_scenes.hpp"

#include <stdexcept>

#include "support/random_trees.hpp"

namespace contact_sim::soak
{

using Eigen::Isometry3d;
using Eigen::Vector3d;
using testing::random_direction;
using testing::uniform;

namespace
{

/// [s] of the steps of an episode, and a little more.
constexpr double kEnd = 5.0;

ScenarioFile shipped(const std::string & name)
{
  return read_scenario(std::string(CONTACT_SIM_SCENARIOS) + "/" + name + ".yaml");
}

Isometry3d place(const Vector3d & at, const Vector3d & axis, double angle)
{
  Isometry3d pose = Isometry3d::Identity();
  pose.translation() = at;
  pose.linear() = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
  return pose;
}

ScenarioBody box(const std::string & name, const Vector3d & size, double density)
{
  ScenarioBody body;
  body.name = name;
  body.geometry.kind = GeometryKind::kBox;
  body.geometry.size = size;
  body.density = density;
  return body;
}

ScenarioBody ball(const std::string & name, double radius, double mass)
{
  ScenarioBody body;
  body.name = name;
  body.geometry.kind = GeometryKind::kSphere;
  body.geometry.radius = radius;
  body.mass = mass;
  return body;
}

Vector3d random_size(Random & random, double least, double most)
{
  const double x = uniform(random, least, most);
  const double y = uniform(random, least, most);
  const double z = uniform(random, least, most);
  return {x, y, z};
}

std::vector<int> root_bodies(const BuiltScenario & scenario)
{
  std::vector<int> bodies;
  for (const PlacedRobot & robot : scenario.robots) {
    const int body = scenario.world->model.link(robot.root_link).body;
    if (body > 0) {
      bodies.push_back(body);
    }
  }
  return bodies;
}

int body_of(const BuiltScenario & scenario, const std::string & link)
{
  return scenario.world->model.link(scenario.world->model.link_index(link)).body;
}

BuiltScenario make_pushed(Random & random, const std::string & name, double acceleration)
{
  BuiltScenario scenario = build_world(shipped(name));
  add_pushes(random, acceleration, kEnd, root_bodies(scenario), scenario);
  return scenario;
}

/// Stones that lie there for ever, their tops up to 3 cm above the ground.
void add_rubble(Random & random, int count, ScenarioFile & file)
{
  for (int i = 0; i < count; ++i) {
    ScenarioBody stone = box("stone" + std::to_string(i), random_size(random, 0.05, 0.15), 2000.0);
    stone.is_fixed = true;
    const double x = uniform(random, -0.5, 0.5);
    const double y = uniform(random, -0.4, 0.4);
    const double top = uniform(random, 0.0, 0.03);
    const double height = stone.geometry.size.z();
    stone.pose = place(
      {x, y, top - 0.5 * height}, random_direction(random), uniform(random, 0.0, 0.2));
    file.bodies.push_back(stone);
  }
}

}  // namespace

void add_pushes(
  Random & random, double acceleration, double end, const std::vector<int> & bodies,
  BuiltScenario & scenario)
{
  for (double time = uniform(random, 0.0, 0.4); time < end; time += uniform(random, 0.2, 0.7)) {
    TimedWrench push;
    push.body = bodies[random() % bodies.size()];
    push.from = time;
    push.to = time + uniform(random, 0.02, 0.15);
    const SpatialInertia & inertia = scenario.world->model.inertia(push.body);
    push.point = inertia.center;
    push.force = uniform(random, 0.0, acceleration * inertia.mass) * random_direction(random);
    // As if the force acted 5 cm beside the centre.
    push.moment = 0.05 * push.force.norm() * random_direction(random);
    scenario.wrenches.push_back(push);
  }
}

BuiltScenario make_squat(Random & random)
{
  return make_pushed(random, "humanoid_squat", 25.0);
}

BuiltScenario make_tap_dance(Random & random)
{
  return make_pushed(random, "humanoid_tap_dance", 25.0);
}

BuiltScenario make_rubble(Random & random)
{
  ScenarioFile file = shipped("quadruped");
  add_rubble(random, 40, file);
  file.robots.front().pose.translation().z() += 0.04;
  for (int i = 0; i < 4; ++i) {  // and some that can be kicked away
    ScenarioBody stone = ball("pebble" + std::to_string(i), uniform(random, 0.02, 0.03), 0.1);
    // Around the robot, whose feet reach to 0.25 m: none begins inside of it.
    const double x = (random() % 2 == 0 ? 1.0 : -1.0) * uniform(random, 0.4, 0.5);
    stone.pose.translation() = Vector3d(x, uniform(random, -0.4, 0.4), 0.08 + 0.07 * i);
    file.bodies.push_back(stone);
  }
  BuiltScenario scenario = build_world(file);
  add_pushes(random, 15.0, kEnd, {body_of(scenario, "quadruped/base_link")}, scenario);
  return scenario;
}

/// Sixteen bricks and a ball that is thrown at them: an impact on a wall of a hundred takes half a
/// minute a step.
BuiltScenario make_wall(Random & random)
{
  ScenarioFile file = shipped("wall");
  file.bodies.clear();
  for (int layer = 0; layer < 4; ++layer) {
    for (int i = 0; i < 4; ++i) {
      ScenarioBody brick =
        box("brick" + std::to_string(4 * layer + i), {0.2, 0.1, 0.06}, 2000.0);
      const double shift = layer % 2 == 1 ? 0.095 : 0.0;
      brick.pose.translation() = Vector3d(0.205 * i + shift, 0.0, 0.03 + 0.06 * layer);
      file.bodies.push_back(brick);
    }
  }
  ScenarioBody thrown = ball("thrown", 0.06, uniform(random, 0.2, 2.0));
  const double distance = uniform(random, 0.3, 0.8);
  const double speed = uniform(random, 1.0, 4.0);
  thrown.pose.translation() =
    Vector3d(uniform(random, 0.0, 0.6), -distance, uniform(random, 0.1, 0.25));
  thrown.velocity.linear = Vector3d(0.0, speed, 4.905 * distance / speed);
  file.bodies.push_back(thrown);
  return build_world(file);
}

BuiltScenario make_pile(Random & random)
{
  ScenarioFile file;
  file.name = "pile";
  file.ground.emplace();
  file.materials.push_back({"default", uniform(random, 0.2, 0.9), uniform(random, 0.0, 0.3)});
  for (int i = 0; i < 10; ++i) {
    ScenarioBody block =
      box("block" + std::to_string(i), random_size(random, 0.06, 0.2), 500.0);
    // The diagonal is 0.35 m at most: none begins inside of another.
    const Vector3d at(uniform(random, -0.1, 0.1), uniform(random, -0.1, 0.1), 0.2 + 0.36 * i);
    block.pose = place(at, random_direction(random), uniform(random, -3.1, 3.1));
    block.velocity.linear.z() = -uniform(random, 0.0, 2.0);
    file.bodies.push_back(block);
  }
  return build_world(file);
}

/// It closes as in the shipped scene; then it is shaken up and down while the capsule is pushed.
BuiltScenario make_gripper(Random & random)
{
  ScenarioFile file = shipped("gripper");
  Keyframes & keys = file.motions.front().keyframes;
  keys.times = {0.0, 0.5, 0.7};
  std::vector<double> lifts{0.0, 0.0, 0.0};
  while (keys.times.back() < kEnd) {
    keys.times.push_back(keys.times.back() + uniform(random, 0.12, 0.3));
    lifts.push_back(uniform(random, 0.02, 0.2));
  }
  const Eigen::Index count = static_cast<Eigen::Index>(keys.times.size());
  const Eigen::Index finger = keys.joints.front() == "finger_joint" ? 0 : 1;
  keys.positions = Eigen::MatrixXd::Constant(count, 2, 0.02);
  keys.positions(0, finger) = 0.045;
  keys.positions.col(1 - finger) = Eigen::Map<Eigen::VectorXd>(lifts.data(), count);
  BuiltScenario scenario = build_world(file);
  add_pushes(random, 20.0, kEnd, {body_of(scenario, "capsule/capsule")}, scenario);
  return scenario;
}

BuiltScenario make_ring(Random & random)
{
  BuiltScenario scenario = build_world(shipped("ring"));
  add_pushes(random, 15.0, kEnd, root_bodies(scenario), scenario);
  return scenario;
}

BuiltScenario make_net(Random & random)
{
  ScenarioFile file = shipped("net");
  for (ScenarioBody & body : file.bodies) {
    body.pose.translation().x() += uniform(random, -0.02, 0.02);
    body.pose.translation().y() += uniform(random, -0.02, 0.02);
    body.pose.translation().z() += 0.02;
    body.pose.rotate(
      Eigen::AngleAxisd(uniform(random, -0.2, 0.2), Vector3d::UnitX()));
  }
  return build_world(file);
}

BuiltScenario make_peg(Random & random)
{
  ScenarioFile file = shipped("peg_in_hole");
  auto at = file.bodies.front().pose.translation();  // a view
  at.x() = uniform(random, -8e-5, 8e-5);  // of 1e-4 on each side
  at.y() = uniform(random, -8e-5, 8e-5);
  BuiltScenario scenario = build_world(file);
  add_pushes(random, 40.0, kEnd, {body_of(scenario, "peg/peg")}, scenario);
  return scenario;
}

const std::vector<SoakScene> & soak_scenes()
{
  static const std::vector<SoakScene> scenes{
    {"squat", "humanoid, squats, pushed", 3000, make_squat},
    {"tap_dance", "humanoid, taps the ground, pushed", 3000, make_tap_dance},
    {"rubble", "quadruped trots on stones, pushed", 3000, make_rubble},
    {"wall", "a ball against 16 bricks", 1000, make_wall},
    {"pile", "10 random blocks fall on each other", 1500, make_pile},
    {"gripper", "shakes a capsule that is pushed", 3000, make_gripper},
    {"ring", "two linked wires, pushed", 3000, make_ring},
    {"net", "5 cylinders fall on a net", 1500, make_net},
    {"peg", "square peg in a square hole, pushed", 1500, make_peg},
    {"trees", "random articulated trees fall on random meshes", 1500, make_trees}};
  return scenes;
}

const SoakScene & find_soak_scene(const std::string & name)
{
  std::string names;
  for (const SoakScene & scene : soak_scenes()) {
    if (scene.name == name) {
      return scene;
    }
    names += (names.empty() ? "" : ", ") + scene.name;
  }
  throw std::invalid_argument("--scene: expected one of " + names + "; found '" + name + "'");
}

}  // namespace contact_sim::soak
