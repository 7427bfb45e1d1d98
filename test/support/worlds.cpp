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


#include "support/worlds.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/io/urdf_file.hpp"
#include "solvers/robust_reduced_lemke.hpp"

namespace contact_sim::testing
{

using Eigen::Isometry3d;
using Eigen::Vector3d;

namespace
{

Shape shape_of(const GeometryDescription & geometry)
{
  switch (geometry.kind) {
    case GeometryKind::kBox: return Box{geometry.size / 2.0};
    case GeometryKind::kSphere: return Sphere{geometry.radius};
    case GeometryKind::kCylinder: return Cylinder{geometry.radius, geometry.length / 2.0};
    case GeometryKind::kCapsule: return Capsule{geometry.radius, geometry.length / 2.0};
    default: throw std::invalid_argument("test worlds: meshes are not used here");
  }
}

}  // namespace

Isometry3d at(double x, double y, double z)
{
  return Isometry3d(Eigen::Translation3d(x, y, z));
}

Isometry3d slope(double angle)
{
  return Isometry3d(Eigen::AngleAxisd(angle, Vector3d::UnitY()));
}

std::shared_ptr<ContactSolver> make_robust_solver()
{
  auto solver = std::make_shared<RobustReducedLemke>();
  solver->initialize({});
  return solver;
}

WorldMaker::WorldMaker(double friction, double restitution)
: material_{"default", friction, restitution}
{
  builder_.set_gravity({0.0, 0.0, -kGravity});
}

void WorldMaker::add_ground(const Isometry3d & pose)
{
  add_shape(kWorldLink, HalfSpace{}, pose);
}

void WorldMaker::add_shape(
  const std::string & link, const Shape & shape, const Isometry3d & pose)
{
  parts_.push_back({link, shape, pose});
}

void WorldMaker::add_free(
  const std::string & name, const SpatialInertia & inertia, const Isometry3d & pose)
{
  Joint joint;
  joint.type = JointType::kFloating;
  joint.pose = pose;
  add_link(name, inertia, kWorldLink, joint);
}

void WorldMaker::add_box(
  const std::string & name, double mass, const Vector3d & size, const Isometry3d & pose)
{
  add_free(name, box_inertia(mass, size), pose);
  add_shape(name, Box{size / 2.0});
}

void WorldMaker::add_sphere(
  const std::string & name, double mass, double radius, const Isometry3d & pose)
{
  add_free(name, sphere_inertia(mass, radius), pose);
  add_shape(name, Sphere{radius});
}

void WorldMaker::add_link(
  const std::string & name, const SpatialInertia & inertia, const std::string & parent,
  const Joint & joint)
{
  Joint named = joint;
  named.name = name;
  builder_.add_link(name, inertia);
  builder_.add_joint(named, parent, name);
}

void WorldMaker::add_robot(const std::string & file, const RobotPlacement & placement)
{
  const RobotDescription robot = read_urdf(file);
  contact_sim::add_robot(builder_, robot, placement);
  for (const LinkDescription & link : robot.links) {
    for (const CollisionDescription & collision : link.collisions) {
      add_shape(
        scoped_name(placement.name, link.name), shape_of(collision.geometry), collision.pose);
    }
  }
}

std::shared_ptr<World> WorldMaker::make() const
{
  auto world = std::make_shared<World>(builder_.build(), loops_);
  world->materials.add(material_);
  for (const Part & part : parts_) {
    const int index = world->model.link_index(part.link);
    const Link & link = world->model.link(index);
    Geometry geometry;
    geometry.shape = part.shape;
    geometry.body = scene_body(link.body);
    geometry.link = link.body == 0 ? -1 : index;
    geometry.X_BG = link.pose * part.pose;
    world->scene.add_geometry(geometry);
  }
  connect_jointed_bodies(*world);
  return world;
}

Joint make_joint(JointType type, const Vector3d & axis, const Vector3d & place)
{
  Joint joint;
  joint.type = type;
  joint.axis = axis;
  joint.pose.translation() = place;
  return joint;
}

void add_pendulum(WorldMaker & maker, double mass, double length, const Joint & joint)
{
  // A ball so small that its own inertia is below the rounding of m l².
  SpatialInertia bob = sphere_inertia(mass, 1e-9);
  bob.center.z() = -length;
  maker.add_link("pendulum", bob, kWorldLink, joint);
}

void add_arm(WorldMaker & maker)
{
  SpatialInertia upper = cylinder_inertia(2.0, 0.04, 0.4);
  SpatialInertia lower = cylinder_inertia(1.0, 0.03, 0.3);
  upper.center.z() = 0.2;
  lower.center.z() = 0.15;
  maker.add_link(
    "shoulder", upper, kWorldLink, make_joint(JointType::kRevolute, Vector3d::UnitY()));
  maker.add_link(
    "elbow", lower, "shoulder",
    make_joint(JointType::kRevolute, Vector3d::UnitY(), {0.0, 0.0, 0.4}));
}

StandingHumanoid make_standing_humanoid()
{
  // The shin is as long as the thigh, 0.12 m: a bend of 2a lowers the hip by 0.24 (1 - cos a).
  const double bend = 0.4;
  WorldMaker maker(0.8);
  maker.add_ground();
  const double height = 0.34 - 0.24 * (1.0 - std::cos(bend));
  maker.add_robot(
    std::string(CONTACT_SIM_URDF) + "/humanoid.urdf", {"robot", at(0.0, 0.0, height), true});
  StandingHumanoid humanoid{maker.make(), Command()};
  World & world = *humanoid.world;
  humanoid.hold = Command(world.model.nv());
  for (int body = 1; body < world.model.body_count(); ++body) {
    if (world.model.body_nv(body) != 1) {
      continue;
    }
    const Joint & joint = world.model.joint(body);
    const bool is_knee = joint.name.find("_knee") != std::string::npos;
    const bool is_bent = is_knee || joint.name.find("_hip_pitch") != std::string::npos ||
      joint.name.find("_ankle_pitch") != std::string::npos;
    // Straight elbows would press on their limits, which the balance of forces would have to know.
    const bool is_elbow = joint.name.find("_elbow") != std::string::npos;
    const double position = is_knee ? 2.0 * bend : is_bent || is_elbow ? -bend : 0.0;
    world.initial_q[world.model.first_q(body)] = position;
    JointControl & control = world.controls[world.model.first_v(body)];
    control.stiffness = 300.0;
    control.damping = 6.0;
    control.effort_limit = joint.limits.effort;
    command_position(world.model, joint.name, position, 0.0, humanoid.hold);
  }
  return humanoid;
}

Simulation simulate(std::shared_ptr<const World> world, const StepperOptions & options)
{
  return Simulation(world, options, make_robust_solver, make_robust_solver);
}

void run_steps(Simulation & simulation, int steps)
{
  for (int i = 0; i < steps; ++i) {
    simulation.step();
  }
}

Wrenches contact_wrenches(const Model & model, const State & before, const StepRecord & record)
{
  Data data(model);
  forward_kinematics(model, data, before.q);
  Wrenches wrenches(model.body_count(), Vector6d::Zero());
  for (const ContactRecord & contact : record.contacts) {
    const Vector3d on_b = contact.normal_force * contact.normal + contact.friction_force;
    wrenches[contact.body_a].head<3>() +=
      (contact.position - data.position[contact.body_a]).cross(-on_b);
    wrenches[contact.body_a].tail<3>() -= on_b;
    wrenches[contact.body_b].head<3>() +=
      (contact.position - data.position[contact.body_b]).cross(on_b);
    wrenches[contact.body_b].tail<3>() += on_b;
  }
  return wrenches;
}

}  // namespace contact_sim::testing
