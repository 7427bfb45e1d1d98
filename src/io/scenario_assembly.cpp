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

#include "scenario_assembly.hpp"

#include <stdexcept>

#include "contact_sim/dynamics/integration.hpp"
#include "contact_sim/io/urdf_file.hpp"
#include "scenario_shapes.hpp"

namespace contact_sim
{

namespace
{

RobotPlacement placement_of(const ScenarioBody & body)
{
  return {body.name, body.pose, !body.is_fixed};
}

void override_with(const ScenarioGains & gains, JointControl & control)
{
  control.stiffness = gains.stiffness.value_or(control.stiffness);
  control.damping = gains.damping.value_or(control.damping);
  control.effort_limit = gains.effort_limit.value_or(control.effort_limit);
  control.exact = gains.is_exact.value_or(control.exact);
}

bool has_drive(const JointControl & control)
{
  return control.stiffness > 0.0 || control.exact;
}

}  // namespace

ScenarioAssembly::ScenarioAssembly(const ScenarioFile & scenario)
: scenario_(scenario)
{
}

template<typename Function>
void ScenarioAssembly::at(int line, const std::string & what, Function function) const
{
  const std::string place = scenario_.file + ":" + std::to_string(line) + ": ";
  try {
    function();
  } catch (const std::logic_error & error) {
    throw std::runtime_error(place + what + ": " + error.what());
  } catch (const std::runtime_error & error) {
    throw std::runtime_error(place + what + ": " + error.what());
  }
}

BuiltScenario ScenarioAssembly::build()
{
  builder_.set_gravity(scenario_.gravity);
  for (const ScenarioBody & body : scenario_.bodies) {
    at(body.line, "body '" + body.name + "'", [&] {add_body(body);});
  }
  for (const ScenarioRobot & robot : scenario_.robots) {
    at(robot.line, "robot '" + robot.name + "'", [&] {add_robot_entry(robot);});
  }
  make_world();
  add_materials();
  if (scenario_.ground) {
    at(scenario_.ground->line, "ground", [&] {add_ground(*scenario_.ground);});
  }
  for (std::size_t i = 0; i < scenario_.bodies.size(); ++i) {
    const ScenarioBody & body = scenario_.bodies[i];
    at(body.line, "body '" + body.name + "'", [&] {add_body_shapes(body, body_shapes_[i]);});
  }
  int number = 0;
  for (const ScenarioRobot & robot : scenario_.robots) {
    at(
      robot.line, "robot '" + robot.name + "'", [&] {
        add_robot_shapes(robot, number++);
        set_controls(robot);
        set_initial(robot);
      });
  }
  connect_jointed_bodies(*world_);
  for (const ScenarioRobot & robot : scenario_.robots) {
    at(
      robot.line, "robot '" + robot.name + "'", [&] {
        set_pairs(robot);
      });
  }
  for (const ScenarioMotion & motion : scenario_.motions) {
    at(motion.line, "motion", [&] {add_motion(motion);});
  }
  for (const ScenarioWrench & wrench : scenario_.wrenches) {
    at(wrench.line, "wrench on '" + wrench.link + "'", [&] {add_wrench(wrench);});
  }
  at(
    1, "scenario", [&] {
      check_world(*world_);
      initial_state(*world_);  // loops that cannot be closed are the scenario's mistake
    });
  built_.world = world_;
  return built_;
}

void ScenarioAssembly::add_body(const ScenarioBody & body)
{
  body_shapes_.emplace_back();
  if (body.colour) {
    built_.colours[body.name] = *body.colour;
  }
  if (!body.urdf.empty()) {
    const RobotDescription description = read_urdf(body.urdf);
    add_robot(builder_, description, placement_of(body));
    built_.robots.push_back({body.name, description, -1, true});
    return;
  }
  body_shapes_.back() = make_shape(body.geometry, body.is_fixed, body.mesh);
  builder_.add_link(
    body.name, body.is_fixed ? SpatialInertia{} :
    solid_inertia(body_shapes_.back(), body.mass, body.density));
  Joint joint;
  joint.name = scoped_name(body.name, kRootJoint);
  joint.type = body.is_fixed ? JointType::kFixed : JointType::kFloating;
  joint.pose = body.pose;
  builder_.add_joint(joint, kWorldLink, body.name);
}

void ScenarioAssembly::add_robot_entry(const ScenarioRobot & robot)
{
  const RobotDescription description =
    robot.urdf_text.empty() ? read_urdf(robot.urdf) : parse_urdf(robot.urdf_text, robot.urdf);
  add_robot(builder_, description, {robot.name, robot.pose, robot.is_floating});
  built_.robots.push_back({robot.name, description, -1, false});
}

void ScenarioAssembly::make_world()
{
  Model model;
  at(1, "scenario", [&] {model = builder_.build();});
  std::vector<LoopJoint> loops;
  for (const ScenarioLoop & loop : scenario_.loops) {
    loops.push_back(loop.joint);
    loops.back().link_a = whole_name(model, loop.joint.link_a);
    loops.back().link_b = whole_name(model, loop.joint.link_b);
    at(loop.line, "loops", [&] {LoopConstraints(model, {loops.back()});});  // alone, for the line
  }
  world_ = std::make_shared<World>(model, loops);
  for (PlacedRobot & robot : built_.robots) {
    robot.root_link = world_->model.link_index(scoped_name(robot.name, robot.description.root));
  }
  built_.hold = Command(world_->model.nv());
  built_.name = scenario_.name;
  built_.description = scenario_.description;
  built_.options = scenario_.options;
  built_.solver = scenario_.solver;
  built_.duration = scenario_.duration;
  built_.outputs = scenario_.outputs;
}

void ScenarioAssembly::add_materials()
{
  for (const Material & material : scenario_.materials) {
    world_->materials.add(material);
  }
  for (const FrictionPair & pair : scenario_.friction) {
    world_->materials.set_pair(pair.a, pair.b, pair.law);
  }
}

void ScenarioAssembly::add_ground(const ScenarioGround & ground)
{
  Geometry geometry;
  geometry.shape = HalfSpace{};
  geometry.material = world_->materials.index(ground.material);
  geometry.X_BG.linear() = Eigen::Quaterniond::FromTwoVectors(
    Eigen::Vector3d::UnitZ(), ground.normal).toRotationMatrix();
  geometry.X_BG.translation() = ground.height * ground.normal;
  world_->scene.add_geometry(geometry);
}

const PlacedRobot & ScenarioAssembly::placed(const std::string & name) const
{
  for (const PlacedRobot & robot : built_.robots) {
    if (robot.name == name) {
      return robot;
    }
  }
  throw std::logic_error("no such robot: '" + name + "'");
}

std::string ScenarioAssembly::whole_name(const Model & model, const std::string & name) const
{
  for (const PlacedRobot & robot : built_.robots) {
    if (robot.name == name && !model.has_link(name)) {
      return scoped_name(name, robot.description.root);
    }
  }
  return name;
}

int ScenarioAssembly::joint_body(const std::string & robot, const std::string & joint) const
{
  const int body = world_->model.body_index(scoped_name(robot, joint));
  if (world_->model.body_nv(body) != 1) {
    throw std::invalid_argument(
            "expected a joint with one degree of freedom, found '" + joint + "', which is " +
            to_string(world_->model.joint_type(body)));
  }
  if (world_->model.mimic(body)) {
    throw std::invalid_argument("joint '" + joint + "' mimics another: name that one");
  }
  return body;
}

void ScenarioAssembly::set_controls(const ScenarioRobot & robot)
{
  const Model & model = world_->model;
  for (const JointDescription & entry : placed(robot.name).description.joints) {
    const std::string name = scoped_name(robot.name, entry.joint.name);
    if (!model.has_joint(name)) {
      continue;  // fixed
    }
    const int body = model.body_index(name);
    if (model.body_nv(body) != 1 || model.mimic(body)) {
      continue;
    }
    JointControl & control = world_->controls[model.first_v(body)];
    control.effort_limit = entry.joint.limits.effort;
    override_with(robot.gains, control);
    const auto own = robot.joint_gains.find(entry.joint.name);
    if (own != robot.joint_gains.end()) {
      override_with(own->second, control);
    }
  }
  for (const auto & [joint, gains] : robot.joint_gains) {
    joint_body(robot.name, joint);
  }
}

void ScenarioAssembly::set_initial(const ScenarioRobot & robot)
{
  const Model & model = world_->model;
  for (const auto & [joint, position] : robot.joint_positions) {
    world_->initial_q[model.first_q(joint_body(robot.name, joint))] = position;
  }
  for (const auto & [joint, velocity] : robot.joint_velocities) {
    world_->initial_v[model.first_v(joint_body(robot.name, joint))] = velocity;
  }
  if (robot.is_floating) {
    set_base_velocity(robot.name, robot.pose, robot.velocity);
  }
  for (int body = 1; robot.holds && body < model.body_count(); ++body) {
    const int dof = model.first_v(body);
    const bool is_own = root_of(body) == placed(robot.name).root_link;
    if (is_own && model.body_nv(body) == 1 && has_drive(world_->controls[dof])) {
      built_.hold.mode[dof] = CommandMode::kPosition;
      built_.hold.position[dof] = world_->initial_q[model.first_q(body)];
    }
  }
}

void ScenarioAssembly::set_base_velocity(
  const std::string & scope, const Eigen::Isometry3d & pose, const ScenarioVelocity & velocity)
{
  // A floating joint's ω is in the body's axes, and its linear part in those of the joint: at the
  // start both are the placement's.
  const Model & model = world_->model;
  const int first = model.first_v(model.body_index(scoped_name(scope, kRootJoint)));
  world_->initial_v.segment<3>(first) = pose.linear().transpose() * velocity.angular;
  world_->initial_v.segment<3>(first + 3) = pose.linear().transpose() * velocity.linear;
}

void ScenarioAssembly::add_motion(const ScenarioMotion & motion)
{
  Keyframes keyframes = motion.keyframes;
  for (std::string & joint : keyframes.joints) {
    joint = scoped_name(motion.robot, joint);
  }
  built_.motions.emplace_back(world_->model, keyframes, motion.options);
}

void ScenarioAssembly::add_wrench(const ScenarioWrench & wrench)
{
  const Link & link = world_->model.link(
    world_->model.link_index(whole_name(world_->model, wrench.link)));
  if (link.body == 0) {
    throw std::invalid_argument("expected something that moves, found what is fixed in the world");
  }
  TimedWrench timed;
  timed.body = link.body;
  timed.from = wrench.from;
  timed.to = wrench.to;
  timed.is_in_body = wrench.is_in_link;
  timed.point = wrench.at ? link.pose * *wrench.at : world_->model.inertia(link.body).center;
  const Eigen::Matrix3d axes =
    wrench.is_in_link ? Eigen::Matrix3d(link.pose.linear()) : Eigen::Matrix3d::Identity();
  timed.force = axes * wrench.force;
  timed.moment = axes * wrench.moment;
  built_.wrenches.push_back(timed);
}

}  // namespace contact_sim
