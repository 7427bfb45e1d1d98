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

#include <stdexcept>
#include <string>

#include "scenario_assembly.hpp"
#include "scenario_shapes.hpp"

namespace contact_sim
{

namespace
{

std::vector<int> geometries_of(const World & world, int link)
{
  std::vector<int> found;
  for (int i = 0; i < world.scene.size(); ++i) {
    if (world.scene.geometry(i).link == link) {
      found.push_back(i);
    }
  }
  return found;
}

}  // namespace

void ScenarioAssembly::add_geometry(
  int link, const Shape & shape, const Eigen::Isometry3d & pose, int material)
{
  Geometry geometry;
  geometry.shape = shape;
  geometry.body = scene_body(world_->model.link(link).body);
  geometry.link = link;
  geometry.X_BG = world_->model.link(link).pose * pose;
  geometry.material = material;
  world_->scene.add_geometry(geometry);
}

void ScenarioAssembly::add_body_shapes(const ScenarioBody & body, const Shape & shape)
{
  if (!body.urdf.empty()) {
    add_links(placed(body.name), {}, body.material, body.mesh);
  } else {
    add_geometry(
      world_->model.link_index(body.name), shape, Eigen::Isometry3d::Identity(),
      world_->materials.index(body.material));
  }
  if (!body.is_fixed) {
    set_base_velocity(body.name, body.pose, body.velocity);
  }
}

void ScenarioAssembly::add_links(
  const PlacedRobot & robot, const std::map<std::string, std::string> & materials,
  const std::string & material, MeshMode mesh)
{
  for (const auto & [link, name] : materials) {
    robot.description.link(link);  // refuses one that is not there
  }
  for (const LinkDescription & link : robot.description.links) {
    const auto own = materials.find(link.name);
    const int number =
      world_->materials.index(own == materials.end() ? material : own->second);
    const int index = world_->model.link_index(scoped_name(robot.name, link.name));
    const bool is_static = world_->model.link(index).body == 0;
    for (const CollisionDescription & collision : link.collisions) {
      add_geometry(
        index, make_shape(collision.geometry, is_static, mesh), collision.pose, number);
    }
  }
}

void ScenarioAssembly::add_robot_shapes(const ScenarioRobot & robot, int number)
{
  const PlacedRobot & own = placed(robot.name);
  add_links(own, robot.link_materials, robot.material, robot.mesh);
  for (int body = 1; body < world_->model.body_count(); ++body) {
    if (root_of(body) == own.root_link) {
      world_->scene.set_robot(scene_body(body), number);
    }
  }
  world_->scene.set_self_collision(number, robot.has_self_collision);
}

/// The root link of what a body belongs to.
int ScenarioAssembly::root_of(int body) const
{
  const Model & model = world_->model;
  int link = model.body_link(body);
  while (model.link(link).parent > 0) {
    link = model.link(link).parent;
  }
  return link;
}

void ScenarioAssembly::set_pairs(const ScenarioRobot & robot)
{
  const auto each = [&](const std::array<std::string, 2> & pair, const auto & set) {
      const Model & model = world_->model;
      for (const int a :
        geometries_of(*world_, model.link_index(scoped_name(robot.name, pair[0]))))
      {
        for (const int b :
          geometries_of(*world_, model.link_index(scoped_name(robot.name, pair[1]))))
        {
          set(a, b);
        }
      }
    };
  for (const auto & pair : robot.skipped) {
    each(pair, [&](int a, int b) {world_->scene.skip_pair(a, b);});
  }
  for (const auto & pair : robot.forced) {
    each(pair, [&](int a, int b) {world_->scene.force_pair(a, b);});
  }
}

}  // namespace contact_sim
