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

#include "contact_sim/dynamics/loop_constraints.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace contact_sim
{

namespace
{

using Eigen::Isometry3d;
using Eigen::Vector3d;

[[noreturn]] void refuse(const LoopJoint & joint, const std::string & why)
{
  throw std::invalid_argument("loop '" + joint.name + "': " + why);
}

int find_link(const Model & model, const LoopJoint & joint, const std::string & link)
{
  try {
    return model.link_index(link);
  } catch (const std::invalid_argument & error) {
    refuse(joint, error.what());
  }
}

/// A frame at the joint whose x is the axis, in the body that carries the link.
Isometry3d axis_frame(const Model & model, int link, const Isometry3d & pose, const Vector3d & axis)
{
  Isometry3d turn = Isometry3d::Identity();
  turn.linear() = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitX(), axis).toRotationMatrix();
  return model.link(link).pose * pose * turn;
}

void choose_rows(const LoopJoint & joint, LoopConstraints::Loop & loop)
{
  const auto set = [&](int first_linear, int linear, int first_angular, int angular) {
      loop.first_linear = first_linear;
      loop.linear_rows = linear;
      loop.first_angular = first_angular;
      loop.angular_rows = angular;
    };
  switch (joint.type) {
    case JointType::kFixed: return set(0, 3, 0, 3);
    case JointType::kRevolute:
    case JointType::kContinuous: return set(0, 3, 1, 2);
    case JointType::kPrismatic: return set(1, 2, 0, 3);
    case JointType::kPlanar: return set(0, 1, 1, 2);
    case JointType::kSpherical: return set(0, 3, 0, 0);
    case JointType::kFloating: break;
  }
  refuse(
    joint, "a floating joint holds nothing; types are fixed, revolute, continuous, prismatic, "
    "planar and spherical");
}

void check_numbers(const LoopJoint & joint)
{
  if (!joint.pose_a.matrix().allFinite() || !joint.pose_b.matrix().allFinite() ||
    !joint.axis.allFinite())
  {
    refuse(joint, "a pose or the axis has a number that is not finite");
  }
  if (has_axis(joint.type) && !(joint.axis.norm() > 0.0)) {
    refuse(joint, "the axis is zero");
  }
}

/// Sets of degrees of freedom that only grow together.
class DisjointSets
{
public:
  explicit DisjointSets(int size)
  : above_(size) {std::iota(above_.begin(), above_.end(), 0);}

  int find(int i)
  {
    while (above_[i] != i) {
      i = above_[i] = above_[above_[i]];
    }
    return i;
  }
  void unite(int i, int j) {above_[find(i)] = find(j);}

private:
  std::vector<int> above_;
};

std::vector<int> dofs_of(const Model & model, int body_a, int body_b)
{
  std::vector<int> dofs(model.support(body_a).begin(), model.support(body_a).end());
  dofs.insert(dofs.end(), model.support(body_b).begin(), model.support(body_b).end());
  return dofs;
}

}  // namespace

LoopJoint point_loop(
  const std::string & name, const std::string & link_a, const Vector3d & point_a,
  const std::string & link_b, const Vector3d & point_b)
{
  LoopJoint joint;
  joint.name = name;
  joint.type = JointType::kSpherical;
  joint.link_a = link_a;
  joint.link_b = link_b;
  joint.pose_a.translation() = point_a;
  joint.pose_b.translation() = point_b;
  return joint;
}

LoopConstraints::LoopConstraints(const Model & model, const std::vector<LoopJoint> & joints)
: nq_(model.nq()), group_of_dof_(model.nv(), -1)
{
  for (const LoopJoint & joint : joints) {
    add_loop(model, joint);
  }
  add_couplings(model);
  make_groups(model);
}

void LoopConstraints::add_loop(const Model & model, const LoopJoint & joint)
{
  check_numbers(joint);
  const int link_a = find_link(model, joint, joint.link_a);
  const int link_b = find_link(model, joint, joint.link_b);
  const Vector3d axis =
    has_axis(joint.type) ? Vector3d(joint.axis.normalized()) : Vector3d(Vector3d::UnitX());
  Loop loop{};
  loop.name = joint.name;
  loop.body_a = model.link(link_a).body;
  loop.body_b = model.link(link_b).body;
  loop.frame_a = axis_frame(model, link_a, joint.pose_a, axis);
  loop.frame_b = axis_frame(model, link_b, joint.pose_b, axis);
  choose_rows(joint, loop);
  if (loop.body_a == loop.body_b) {
    refuse(
      joint, "the links '" + joint.link_a + "' and '" + joint.link_b +
      "' do not move against each other");
  }
  loops_.push_back(loop);
}

void LoopConstraints::add_couplings(const Model & model)
{
  for (int body = 1; body < model.body_count(); ++body) {
    if (const auto & mimic = model.mimic(body)) {
      Coupling coupling{};
      coupling.dof = model.first_v(body);
      coupling.leader_dof = model.first_v(mimic->leader);
      coupling.q = model.first_q(body);
      coupling.leader_q = model.first_q(mimic->leader);
      coupling.multiplier = mimic->multiplier;
      coupling.offset = mimic->offset;
      couplings_.push_back(coupling);
    }
  }
}

void LoopConstraints::make_groups(const Model & model)
{
  DisjointSets sets(model.nv());
  std::vector<std::vector<int>> members;
  for (const Loop & loop : loops_) {
    members.push_back(dofs_of(model, loop.body_a, loop.body_b));
  }
  for (const Coupling & coupling : couplings_) {
    members.push_back(
      dofs_of(model, model.dof_body(coupling.dof), model.dof_body(coupling.leader_dof)));
  }
  for (const std::vector<int> & dofs : members) {
    for (const int dof : dofs) {
      sets.unite(dof, dofs.front());
    }
  }
  std::vector<int> group_of_set(model.nv(), -1);
  const auto join = [&](const std::vector<int> & dofs, int rows, int & group, int & first_row) {
      int & known = group_of_set[sets.find(dofs.front())];
      if (known < 0) {
        known = group_count();
        groups_.emplace_back();
      }
      group = known;
      first_row = groups_[group].rows;
      groups_[group].rows += rows;
      for (const int dof : dofs) {
        group_of_dof_[dof] = group;
      }
    };
  std::size_t member = 0;
  for (Loop & loop : loops_) {
    join(members[member++], loop.rows(), loop.group, loop.first_row);
  }
  for (Coupling & coupling : couplings_) {
    join(members[member++], 1, coupling.group, coupling.row);
  }
  for (int dof = 0; dof < model.nv(); ++dof) {
    if (group_of_dof_[dof] >= 0) {
      groups_[group_of_dof_[dof]].dofs.push_back(dof);
    }
  }
  for (Group & group : groups_) {
    group.first_row = rows_;
    rows_ += group.rows;
  }
}

}  // namespace contact_sim
