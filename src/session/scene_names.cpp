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

#include "contact_sim/session/scene_names.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>
#include <stdexcept>

namespace contact_sim
{

namespace
{

bool begins_with(const std::string & text, const std::string & beginning)
{
  return text.compare(0, beginning.size(), beginning) == 0;
}

std::vector<std::string> split(const std::string & listed)
{
  std::vector<std::string> names;
  std::istringstream stream(listed);
  for (std::string name; std::getline(stream, name, ','); ) {
    name.erase(0, name.find_first_not_of(' '));
    name.erase(name.find_last_not_of(' ') + 1);
    if (!name.empty()) {
      names.push_back(name);
    }
  }
  return names;
}

}  // namespace

std::string topic_name(const std::string & name)
{
  std::string topic;
  for (const unsigned char c : name) {
    const bool begins = topic.empty() || topic.back() == '/';
    if (begins && std::isdigit(c)) {
      topic += '_';
    }
    topic += std::isalnum(c) || (c == '/' && !begins) ? static_cast<char>(c) : '_';
  }
  return topic;
}

const PlacedRobot * only_robot(const BuiltScenario & scenario)
{
  const PlacedRobot * found = nullptr;
  for (const PlacedRobot & robot : scenario.robots) {
    if (!robot.is_body) {
      if (found != nullptr) {
        return nullptr;
      }
      found = &robot;
    }
  }
  return found;
}

SceneNames::SceneNames(const BuiltScenario & scenario, const std::string & prefix)
: prefix_(prefix)
{
  const PlacedRobot * robot = only_robot(scenario);
  has_only_robot_ = robot != nullptr;
  scope_ = robot == nullptr || robot->name.empty() ? "" : robot->name + "/";
  add_joints(scenario.world->model);
  add_frames(scenario.world->model, scenario);
  add_collision_links(*scenario.world);
}

std::string SceneNames::outside(const std::string & name) const
{
  return begins_with(name, scope_) ? name.substr(scope_.size()) : name;
}

NamedLink SceneNames::named_link(const Model & model, int link) const
{
  const std::string name = outside(model.link(link).name);
  return {name, prefix_ + name, link};
}

bool SceneNames::is_of_only_robot(const Model & model, int link) const
{
  return has_only_robot_ && (scope_.empty() || begins_with(model.link(link).name, scope_));
}

void SceneNames::add_joints(const Model & model)
{
  for (int body = 1; body < model.body_count(); ++body) {
    if (model.body_nv(body) != 1) {
      continue;
    }
    const std::string & whole = model.joint(body).name;
    joint_index_[whole] = static_cast<int>(joints_.size());
    joint_index_[outside(whole)] = static_cast<int>(joints_.size());
    joints_.push_back({outside(whole), model.first_q(body), model.first_v(body)});
  }
}

void SceneNames::add_frames(const Model & model, const BuiltScenario & scenario)
{
  const PlacedRobot * robot = only_robot(scenario);
  for (int link = 0; link < model.link_count(); ++link) {
    const bool is_world = model.link(link).parent < 0 && model.link(link).body == 0;
    const bool is_told_by_others = is_of_only_robot(model, link) && link != robot->root_link;
    if (!is_world && !is_told_by_others) {
      frames_.push_back(named_link(model, link));
    }
  }
}

void SceneNames::add_collision_links(const World & world)
{
  std::set<int> links;
  for (int i = 0; i < world.scene.size(); ++i) {
    const Geometry & geometry = world.scene.geometry(i);
    if (geometry.link >= 0 && geometry.body != kWorldBody) {
      links.insert(geometry.link);
    }
  }
  for (const int link : links) {
    collision_links_.push_back(named_link(world.model, link));
  }
}

std::vector<NamedLink> SceneNames::collision_links(const std::string & listed) const
{
  const std::vector<std::string> names = split(listed);
  if (names.empty()) {
    return collision_links_;
  }
  std::vector<NamedLink> chosen;
  for (const std::string & name : names) {
    const auto is_named = [&](const NamedLink & link) {return link.name == name;};
    const auto found = std::find_if(collision_links_.begin(), collision_links_.end(), is_named);
    if (found == collision_links_.end()) {
      std::string known;
      for (const NamedLink & link : collision_links_) {
        known += (known.empty() ? "" : ", ") + link.name;
      }
      throw std::invalid_argument(
              "wrench_links: no link '" + name + "' with collision geometry; there are: " + known);
    }
    chosen.push_back(*found);
  }
  return chosen;
}

const NamedJoint * SceneNames::find_joint(const std::string & name) const
{
  const auto found = joint_index_.find(name);
  return found == joint_index_.end() ? nullptr : &joints_[found->second];
}

}  // namespace contact_sim
