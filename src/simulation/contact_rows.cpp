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

#include "simulation/contact_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact_sim/contact/nonconvex_lcp.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/dynamics/mass_matrix.hpp"

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

/// A joint's limit is a row once it is so near that the step might reach it.
constexpr double kLimitMargin = 0.01;  // [rad] or [m]
constexpr double kStepsAhead = 2.0;

/// A contact whose normal column is smaller moves nothing: both bodies are held.
constexpr double kHeld = 1e-12;

/// Joints' rows have no shapes: unlike in a pair of those the highest bit is set.
std::uint64_t joint_pair(int dof, double sign)
{
  const std::uint64_t kind = sign == 0.0 ? 0 : sign > 0.0 ? 1 : 2;
  return (1ull << 63) | (kind << 32) | static_cast<std::uint64_t>(dof);
}

/// n, t₁, t₂: t₁ is x of the world made normal to n, or y where n is nearly x. Rounding must not
/// turn the frame from step to step, so the choice changes where no usual normal is.
Eigen::Matrix3d frame_of(const Eigen::Vector3d & normal)
{
  const Eigen::Vector3d axis =
    std::abs(normal[0]) < 0.83 ? Eigen::Vector3d::UnitX() : Eigen::Vector3d::UnitY();
  Eigen::Matrix3d frame;
  frame.col(0) = normal;
  frame.col(1) = (axis - axis.dot(normal) * normal).normalized();
  frame.col(2) = normal.cross(frame.col(1));
  return frame;
}

/// Positions are known to some 1e-16 of their size: without a small dead zone a body at rest would
/// be moved by rounding, divided by h, from one basis of the problem to the next.
constexpr double kTouching = 1e-10;  // [m]

double gap_rate(const StepperOptions & options, double gap)
{
  const double beyond = std::max(std::abs(gap) - kTouching, 0.0);
  return std::copysign(beyond, gap) / options.step;
}

}  // namespace

/// A drive at its limit: friction up to the limit that pulls towards where the drive wants to be,
/// on a spring (a degree of freedom of its own) that is the drive's gain.
void ContactRows::list_limited_drives(
  const Model & model, int body, const Drives & drives, double h)
{
  for (int dof = model.first_v(body); dof < model.first_v(body) + model.body_nv(body); ++dof) {
    if (drives.is_limited(dof)) {
      joints_.push_back(
        {dof, 0.0, 0.0, drives.most(dof), 1.0 / (h * drives.gain(dof)),
          -drives.offset(dof) / drives.gain(dof)});
    }
  }
}

void ContactRows::list_joint_rows(
  const World & world, const State & state, const Drives & drives, double h)
{
  joints_.clear();
  for (int body = 1; body < world.model.body_count(); ++body) {
    list_limited_drives(world.model, body, drives, h);
    if (world.model.body_nv(body) != 1) {
      continue;
    }
    const Joint & joint = world.model.joint(body);
    const int dof = world.model.first_v(body);
    const double q = state.q[world.model.first_q(body)];
    const double near = kLimitMargin + kStepsAhead * h * std::abs(state.v[dof]);
    if (q - joint.limits.lower < near) {
      joints_.push_back({dof, 1.0, q - joint.limits.lower, 0.0, 0.0, 0.0});
    }
    if (joint.limits.upper - q < near) {
      joints_.push_back({dof, -1.0, joint.limits.upper - q, 0.0, 0.0, 0.0});
    }
    if (joint.friction > 0.0 && !drives.is_exact(dof)) {
      joints_.push_back({dof, 0.0, 0.0, joint.friction, 0.0, 0.0});
    }
  }
}

void ContactRows::fill(
  const World & world, const StepperOptions & options, const State & state, const Drives & drives,
  const std::vector<DetectedContact> & contacts, NonconvexForm form, const Eigen::VectorXd & k,
  Data & data, LoopProjector & loops, ContactProblem & problem)
{
  const int nv = world.model.nv();
  list_joint_rows(world, state, drives, options.step);
  int pressed = 0;
  for (const JointRow & joint : joints_) {
    pressed += joint.sign != 0.0 ? 0 : joint.compliance > 0.0 ? 2 : 1;
  }
  rows_.clear();
  measure_groups(world, contacts, data, loops);
  problem.reset(nv + pressed);
  k_.setZero(nv + pressed);
  k_.head(nv) = k;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (contacts[i].group < 0 || !groups_[contacts[i].group].is_open) {
      add_contact(world, options, contacts[i], static_cast<int>(i), data, loops, problem);
    }
  }
  for (std::size_t i = 0, next = nv; i < joints_.size(); ++i) {
    const bool is_friction = joints_[i].sign == 0.0;
    dofs_.assign(1, is_friction ? static_cast<int>(next++) : -1);
    add_joint_row(world, static_cast<int>(i), options.step, data, loops, problem);
    next += joints_[i].compliance > 0.0;
  }
  problem.set_k(k_);
  add_groups(form, problem);
}

/// A side that nothing can move is open for good, and its group says nothing; or it never will be.
void ContactRows::measure_groups(
  const World & world, const std::vector<DetectedContact> & contacts, Data & data,
  LoopProjector & loops)
{
  group_count_ = 0;
  for (const DetectedContact & contact : contacts) {
    group_count_ = std::max(group_count_, contact.group + 1);
  }
  if (static_cast<int>(groups_.size()) < group_count_) {
    groups_.resize(group_count_);
  }
  for (int g = 0; g < group_count_; ++g) {
    groups_[g].gap = -std::numeric_limits<double>::infinity();
    groups_[g].is_open = false;
    groups_[g].rows.clear();
  }
  for (const DetectedContact & contact : contacts) {
    if (contact.group < 0) {
      continue;
    }
    Group & group = groups_[contact.group];
    group.gap = std::max(group.gap, contact.point.gap);
    const bool is_open_now = contact.point.gap >= -kTouching;
    if (is_open_now &&
      !find_columns(world, contact, frame_of(contact.point.normal), data, loops))
    {
      group.is_open = true;
    }
  }
}

void ContactRows::add_groups(NonconvexForm form, ContactProblem & problem)
{
  for (int g = 0; g < group_count_; ++g) {
    if (groups_[g].rows.size() > 1) {
      problem.add_group(groups_[g].rows);
    }
  }
  if (problem.group_count() > 0 && form == NonconvexForm::kSummation) {
    problem.set_nonconvex_law({NonconvexForm::kSummation, summation_epsilon(problem)});
  }
}

void ContactRows::push(
  const std::vector<int> & dofs, const Eigen::Ref<const ContactProblem::Columns> & columns,
  const ContactData & data, const ContactRow & row, ContactProblem & problem)
{
  problem.add_contact(dofs, columns, data);
  rows_.push_back(row);
}

void ContactRows::add_contact(
  const World & world, const StepperOptions & options, const DetectedContact & contact, int index,
  Data & data, LoopProjector & loops, ContactProblem & problem)
{
  const int a = model_body(contact.body_a);
  const int b = model_body(contact.body_b);
  const ContactPoint & point = contact.point;
  const SurfaceLaw & law = world.materials.law(
    world.scene.geometry(contact.geometry_a).material,
    world.scene.geometry(contact.geometry_b).material);
  ContactRow row;
  row.pair = (static_cast<std::uint64_t>(contact.geometry_a) << 32) |
    static_cast<std::uint64_t>(contact.geometry_b);
  row.key = contact.key;
  row.place = data.rotation[b].transpose() * (point.position - data.position[b]);
  row.contact = index;
  row.frame = frame_of(point.normal);
  row.restitution = law.restitution;
  row.approach = point.normal.dot(
    point_velocity(data, b, point.position) - point_velocity(data, a, point.position));
  ContactData surface;
  surface.gap_rate = gap_rate(options, point.gap);
  // How deep a side that is not the widest open one is inside is how far it is from being open.
  if (contact.group < 0 || point.gap >= groups_[contact.group].gap) {
    surface.gap_rate = std::max(surface.gap_rate, -options.max_correction);
  }
  surface.mu = law.friction;
  surface.directions = options.directions;
  const bool bounces = law.restitution > 0.0 && row.approach < -options.restitution_threshold &&
    point.gap + options.step * row.approach <= 0.0;
  row.restitution = bounces ? law.restitution : 0.0;
  if (bounces) {  // Poisson's compression ends where nothing approaches
    const bool is_newton = options.restitution_law == RestitutionLaw::kNewton;
    surface.gap_rate = std::min(surface.gap_rate, is_newton ? law.restitution * row.approach : 0.0);
  }
  if (!find_columns(world, contact, row.frame, data, loops)) {
    return;
  }
  if (contact.group >= 0) {
    groups_[contact.group].rows.push_back(static_cast<int>(problem.size()));
  }
  if (is_projected_) {
    push(projected_.dofs(), projected_.columns(), surface, row, problem);
  } else {
    push(columns_.dofs(), columns_.columns(), surface, row, problem);
  }
}

/// Returns false where nothing moves the contact.
bool ContactRows::find_columns(
  const World & world, const DetectedContact & contact, const Eigen::Matrix3d & frame, Data & data,
  LoopProjector & loops)
{
  contact_columns(
    world.model, data, model_body(contact.body_a), model_body(contact.body_b),
    contact.point.position, frame, columns_);
  if (columns_.dofs().empty()) {
    return false;
  }
  is_projected_ = loops.project(columns_.dofs(), columns_.columns(), projected_);
  return (is_projected_ ? projected_.columns().col(0).norm() : columns_.columns().col(0).norm()) >
         kHeld;
}

/// G⁻¹ of the joint's own direction; dofs_ holds the number of the pressed degree of freedom.
void ContactRows::add_joint_row(
  const World & world, int at, double h, const Data & data, LoopProjector & loops,
  ContactProblem & problem)
{
  const JointRow & joint = joints_[at];
  const int pressed = dofs_[0];
  const bool is_friction = joint.sign == 0.0;
  unit_.setZero(world.model.nv());
  unit_[joint.dof] = is_friction ? 1.0 : joint.sign;
  solve_G(world.model, data, unit_);
  const DofSpan support = world.model.dof_support(joint.dof);
  dofs_.assign(support.begin(), support.end());
  joint_columns_.setZero(support.size() + 2, 3);
  for (int row = 0; row < support.size(); ++row) {
    joint_columns_(row, is_friction ? 1 : 0) = unit_[support[row]];
  }
  const auto own = joint_columns_.topRows(support.size());
  if (loops.project(dofs_, own, projected_)) {
    dofs_ = projected_.dofs();
    joint_columns_.setZero(dofs_.size() + 2, 3);
    joint_columns_.topRows(dofs_.size()) = projected_.columns();
  }
  const double size = joint_columns_.norm();
  if (size <= kHeld) {
    return;
  }
  ContactRow row;
  row.pair = joint_pair(joint.dof, joint.sign);
  row.dof = joint.dof;
  ContactData data_of_row;
  data_of_row.directions = 0;
  data_of_row.gap_rate = joint.distance / h;
  Index rows = static_cast<Index>(dofs_.size());
  if (is_friction) {
    data_of_row = {0.0, 1.0, 4, 0.0, Eigen::Vector2d::Zero()};
    dofs_.push_back(pressed);
    joint_columns_(rows++, 0) = size;
    k_[pressed] = -size * h * joint.friction;
  }
  if (joint.compliance > 0.0) {
    row.key = 1;  // another row than that of the joint's friction
    dofs_.push_back(pressed + 1);
    joint_columns_(rows++, 1) = std::sqrt(joint.compliance);
    data_of_row.tangential_rate[0] = joint.rate;
  }
  push(dofs_, joint_columns_.topRows(rows), data_of_row, row, problem);
}

}  // namespace contact_sim
