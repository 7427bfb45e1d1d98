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


#include "dynamics/model_assembly.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;

[[noreturn]] void refuse_joint(const std::string & name, const std::string & why)
{
  throw std::invalid_argument("model: joint '" + name + "': " + why);
}

}  // namespace

ModelAssembly::ModelAssembly(const ModelBuilder & builder)
: builder_(builder)
{
  check_all_hang();
  model_.gravity_ = builder.gravity_;
  model_.links_.reserve(builder.links_.size());
  add_links_below(0, 0);
  finish_inertias();
  find_mimics();
  check_massless_bodies(model_);
}

void ModelAssembly::check_all_hang() const
{
  for (std::size_t i = 1; i < builder_.links_.size(); ++i) {
    const auto & link = builder_.links_[i];
    if (link.joint < 0) {
      throw std::invalid_argument(
              "model: link '" + link.name + "' hangs on nothing; join it with the link '" +
              kWorldLink + "', fixed or floating, or with another one");
    }
  }
}

/// Depth first, with a stack of its own: a long chain must not overflow the program's.
void ModelAssembly::add_links_below(int link_of_builder, int link_of_model)
{
  std::vector<std::pair<int, int>> to_do;
  const auto push_children = [&](int builder_link, int model_link) {
      const std::vector<int> & children = builder_.links_[builder_link].children;
      for (auto child = children.rbegin(); child != children.rend(); ++child) {
        to_do.emplace_back(*child, model_link);
      }
    };
  push_children(link_of_builder, link_of_model);
  while (!to_do.empty()) {
    const auto [link, parent] = to_do.back();
    to_do.pop_back();
    add_link(link, parent);
    push_children(link, model_.link_count() - 1);
  }
  // Children have larger numbers, so one sweep backwards passes the ends up.
  for (int body = model_.body_count() - 1; body > 0; --body) {
    int & end = model_.subtree_end_[model_.parent_[body]];
    end = std::max(end, model_.subtree_end_[body]);
  }
}

void ModelAssembly::add_link(int link_of_builder, int parent_of_model)
{
  const auto & entry = builder_.links_[link_of_builder];
  const Joint & joint = builder_.joints_[entry.joint];
  Link link;
  link.name = entry.name;
  link.inertia = entry.inertia;
  link.parent = parent_of_model;
  link.joint = joint.name;
  if (joint.type == JointType::kFixed) {
    const Link & parent = model_.links_[parent_of_model];
    link.body = parent.body;
    link.pose = parent.pose * joint.pose;
  } else {
    add_body(joint, parent_of_model);
    link.body = model_.body_count() - 1;
  }
  model_.link_by_name_[link.name] = model_.link_count();
  model_.links_.push_back(std::move(link));
}

void ModelAssembly::add_body(const Joint & joint, int parent_link)
{
  const int body = model_.body_count();
  const Link & parent = model_.links_[parent_link];
  const Eigen::Isometry3d pose = parent.pose * joint.pose;
  model_.parent_.push_back(parent.body);
  model_.subtree_end_.push_back(body + 1);
  model_.joints_.push_back(joint);
  model_.type_.push_back(joint.type);
  model_.mimic_.emplace_back();
  model_.joint_rotation_.push_back(pose.linear());
  model_.joint_translation_.push_back(pose.translation());
  model_.body_link_.push_back(model_.link_count());
  model_.body_by_joint_[joint.name] = body;
  add_dofs(body);
  model_.last_dof_.push_back(model_.nv() - 1);
  model_.nq_ += joint_nq(joint.type);
  model_.first_q_.push_back(model_.nq_);
  model_.first_v_.push_back(model_.nv());
}

void ModelAssembly::add_dofs(int body)
{
  const Joint & joint = model_.joints_[body];
  if (joint.type == JointType::kPlanar) {
    const Eigen::Matrix<double, 3, 2> plane = planar_axes(joint.axis);
    add_dof(body, false, plane.col(0));
    add_dof(body, false, plane.col(1));
    add_dof(body, true, joint.axis);
  } else if (has_axis(joint.type)) {
    add_dof(body, joint.type != JointType::kPrismatic, joint.axis);
  } else {
    for (int i = 0; i < joint_nv(joint.type); ++i) {
      add_dof(body, i < 3, Vector3d::Unit(i % 3));
    }
  }
}

void ModelAssembly::add_dof(int body, bool is_angular, const Vector3d & axis)
{
  const int dof = model_.nv();
  const bool is_first = dof == model_.first_v_[body];
  const int above = is_first ? model_.last_dof_[model_.parent_[body]] : dof - 1;
  model_.dof_body_.push_back(body);
  model_.dof_parent_.push_back(above);
  model_.dof_is_angular_.push_back(is_angular);
  model_.dof_axis_.push_back(axis);
  auto & supports = model_.dof_supports_;
  if (above >= 0) {
    // By index, since the vector that is read grows.
    for (std::size_t i = model_.row_begin_[above]; i < model_.row_begin_[above + 1]; ++i) {
      const int ancestor = supports[i];
      supports.push_back(ancestor);
    }
  }
  supports.push_back(dof);
  model_.row_begin_.push_back(supports.size());
}

void ModelAssembly::finish_inertias()
{
  model_.inertia_.assign(model_.body_count(), SpatialInertia{});
  for (const Link & link : model_.links_) {
    SpatialInertia & inertia = model_.inertia_[link.body];
    inertia = inertia + link.inertia.transformed(link.pose);
  }
  model_.mass_.clear();
  model_.first_moment_.clear();
  model_.rotational_.clear();
  for (const SpatialInertia & inertia : model_.inertia_) {
    model_.mass_.push_back(inertia.mass);
    model_.first_moment_.push_back(inertia.mass * inertia.center);
    model_.rotational_.push_back(inertia.rotational_about_origin());
  }
}

void ModelAssembly::find_mimics()
{
  for (int body = 1; body < model_.body_count(); ++body) {
    const auto & spec = model_.joints_[body].mimic;
    if (spec) {
      check_leader(body);
      model_.mimic_[body] =
        Mimic{model_.body_index(spec->leader), spec->multiplier, spec->offset};
    }
  }
  check_mimic_circles();
}

void ModelAssembly::check_leader(int body) const
{
  const Joint & joint = model_.joints_[body];
  const std::string & leader = joint.mimic->leader;
  const auto found = builder_.joint_by_name_.find(leader);
  if (found == builder_.joint_by_name_.end()) {
    std::vector<std::string> names;
    for (const Joint & other : builder_.joints_) {
      names.push_back(other.name);
    }
    refuse_joint(
      joint.name, "it mimics the joint '" + leader + "', which is not there" +
      near_names(leader, names));
  }
  const JointType type = builder_.joints_[found->second].type;
  if (joint_nv(type) != 1) {
    refuse_joint(
      joint.name, "it mimics the joint '" + leader + "', which is " + to_string(type) +
      " and has no single position to mimic");
  }
}

void ModelAssembly::check_mimic_circles() const
{
  for (int body = 1; body < model_.body_count(); ++body) {
    int leader = body;
    for (int steps = 0; model_.mimic_[leader]; ++steps) {
      leader = model_.mimic_[leader]->leader;
      if (leader == body || steps > model_.body_count()) {
        refuse_joint(
          model_.joints_[body].name, "it mimics '" + model_.joints_[body].mimic->leader +
          "', which mimics it in turn: a circle");
      }
    }
  }
}

}  // namespace contact_sim
