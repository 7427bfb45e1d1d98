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

#include "contact_sim/simulation/world.hpp"

#include <cmath>
#include <stdexcept>

namespace contact_sim
{

namespace
{

void check_size(const char * name, Eigen::Index found, int expected)
{
  if (found != expected) {
    throw std::invalid_argument(
            std::string("world: expected ") + std::to_string(expected) + " numbers in " + name +
            ", found " + std::to_string(found));
  }
}

void check_finite(const char * name, const Eigen::VectorXd & values)
{
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) {
      throw std::invalid_argument(
              std::string("world: expected finite numbers in ") + name + ", found " +
              std::to_string(values[i]) + " at " + std::to_string(i));
    }
  }
}

void check_control(const JointControl & control, const std::string & dof)
{
  // An effort limit may be infinite; a gain may not, that is what `exact` is for.
  const double limit = std::numeric_limits<double>::max();
  const auto check = [&](const char * name, double value, double highest) {
      if (!(value >= 0.0 && value <= highest)) {
        throw std::invalid_argument(
                "world: joint '" + dof + "': expected a " + name + " of 0 or more, found " +
                std::to_string(value));
      }
    };
  check("finite stiffness", control.stiffness, limit);
  check("finite damping", control.damping, limit);
  check("limit of the effort", control.effort_limit, std::numeric_limits<double>::infinity());
}

void check_geometry(const World & world, int index)
{
  const Geometry & geometry = world.scene.geometry(index);
  const std::string whose = "world: geometry " + std::to_string(index);
  if (model_body(geometry.body) < 0 || model_body(geometry.body) >= world.model.body_count()) {
    throw std::invalid_argument(
            whose + " is on body " + std::to_string(model_body(geometry.body)) +
            " of the model, which has " + std::to_string(world.model.body_count()));
  }
  if (geometry.link < -1 || geometry.link >= world.model.link_count()) {
    throw std::invalid_argument(
            whose + " is on link " + std::to_string(geometry.link) +
            " of the model, which has " + std::to_string(world.model.link_count()));
  }
  if (geometry.material < 0 || geometry.material >= world.materials.size()) {
    throw std::invalid_argument(
            whose + " is of material " + std::to_string(geometry.material) + ", but there are " +
            std::to_string(world.materials.size()));
  }
}

/// The link that stands on the world and carries this one; none for the world itself.
int root_link(const Model & model, int link)
{
  int root = -1;
  while (link >= 0 && model.link(link).name != kWorldLink) {
    root = link;
    link = model.link(link).parent;
  }
  return root;
}

/// A joint between the world and a body connects it with the base that its robot is fixed by, not
/// with the ground and the other things that stand there.
void skip_fixed_base(World & world, int body)
{
  const Model & model = world.model;
  const int parent = model.link(model.body_link(body)).parent;
  const int base = root_link(model, parent);
  for (int i = 0; base >= 0 && i < world.scene.size(); ++i) {
    const Geometry & fixed = world.scene.geometry(i);
    if (fixed.body != kWorldBody || fixed.link < 0 || root_link(model, fixed.link) != base) {
      continue;
    }
    for (int j = 0; j < world.scene.size(); ++j) {
      if (world.scene.geometry(j).body == scene_body(body)) {
        world.scene.skip_pair(i, j);
      }
    }
  }
}

}  // namespace

World::World(const Model & a_model, const std::vector<LoopJoint> & loop_joints)
: model(a_model),
  loops(model, loop_joints),
  controls(model.nv()),
  initial_q(model.neutral()),
  initial_v(Eigen::VectorXd::Zero(model.nv()))
{
}

void connect_jointed_bodies(World & world)
{
  for (int body = 1; body < world.model.body_count(); ++body) {
    if (world.model.parent(body) != 0) {
      world.scene.connect_bodies(scene_body(world.model.parent(body)), scene_body(body));
    } else {
      skip_fixed_base(world, body);
    }
  }
  for (const LoopConstraints::Loop & loop : world.loops.loops()) {
    if (loop.body_a != 0 && loop.body_b != 0) {
      world.scene.connect_bodies(scene_body(loop.body_a), scene_body(loop.body_b));
    }
  }
}

void check_world(const World & world)
{
  check_size("initial_q", world.initial_q.size(), world.model.nq());
  check_size("initial_v", world.initial_v.size(), world.model.nv());
  check_size("controls", static_cast<Eigen::Index>(world.controls.size()), world.model.nv());
  check_finite("initial_q", world.initial_q);
  check_finite("initial_v", world.initial_v);
  for (int dof = 0; dof < world.model.nv(); ++dof) {
    check_control(world.controls[dof], world.model.dof_name(dof));
  }
  for (int i = 0; i < world.scene.size(); ++i) {
    check_geometry(world, i);
  }
}

}  // namespace contact_sim
