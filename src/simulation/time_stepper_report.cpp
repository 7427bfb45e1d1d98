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

#include <algorithm>
#include <vector>

#include "contact_sim/dynamics/energy.hpp"
#include "contact_sim/dynamics/inverse_dynamics.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/dynamics/mass_matrix.hpp"
#include "simulation/time_stepper_implementation.hpp"

namespace contact_sim
{

namespace
{

/// A sliding velocity below it is rounding [m/s].
constexpr double kSticks = 1e-9;

}  // namespace

ContactRecord TimeStepper::Implementation::report_contact(std::size_t at) const
{
  const ContactRow & row = rows_.rows()[at];
  const DetectedContact & contact = contacts_[row.contact];
  const Eigen::Vector3d lambda = impulses_.segment<3>(3 * at);
  const Eigen::Vector2d slip = problem_.velocity(at, x_).tail<2>();
  ContactRecord record;
  record.key = row.key;
  record.link_a = contact.link_a;
  record.link_b = contact.link_b;
  record.body_a = model_body(contact.body_a);
  record.body_b = model_body(contact.body_b);
  record.position = contact.point.position;
  record.normal = contact.point.normal;
  record.gap = contact.point.gap;
  record.normal_force = lambda[0] / options_.step;
  record.friction_force = row.frame.rightCols<2>() * lambda.tail<2>() / options_.step;
  record.sliding_velocity = row.frame.rightCols<2>() * slip;
  record.friction = problem_.data(at).mu;
  record.state = lambda[0] <= 0.0 ? ContactState::kSeparate :
    slip.norm() > kSticks ? ContactState::kSlide : ContactState::kStick;
  return record;
}

/// Of a group the sides that carry are reported, or else the one that was widest open.
bool TimeStepper::Implementation::speaks_for_group(std::size_t at) const
{
  const int group = problem_.group_of(at);
  if (group < 0) {
    return true;
  }
  const int * sides = problem_.group(group);
  const auto carries = [this](int side) {return impulses_[3 * side] > 0.0;};
  if (std::any_of(sides, sides + problem_.group_size(group), carries)) {
    return carries(static_cast<int>(at));
  }
  const auto gap = [this](int side) {return contacts_[rows_.rows()[side].contact].point.gap;};
  const int widest = *std::max_element(
    sides, sides + problem_.group_size(group), [&](int x, int y) {return gap(x) < gap(y);});
  return widest == static_cast<int>(at);
}

void TimeStepper::Implementation::report_contacts(StepRecord & record) const
{
  record.contacts.clear();
  record.largest_penetration = 0.0;
  for (std::size_t at = 0; at < rows_.rows().size(); ++at) {
    const int contact = rows_.rows()[at].contact;
    if (contact < 0 || !speaks_for_group(at)) {
      continue;
    }
    record.contacts.push_back(report_contact(at));
    const int group = contacts_[contact].group;
    const double gap = group < 0 ? record.contacts.back().gap : rows_.group_gap(group);
    record.largest_penetration = std::max(record.largest_penetration, -gap);
  }
}

/// What a motion took that was followed exactly: inverse dynamics, less what contacts and loops
/// did.
void TimeStepper::Implementation::report_exact_efforts(const State & before, StepRecord & record)
{
  const Model & model = world_->model;
  bool any = false;
  for (int dof = 0; dof < model.nv(); ++dof) {
    any |= drives_.is_exact(dof);
  }
  if (!any) {
    return;
  }
  // Not from M̃ v': what drives an exact joint there is too large to leave digits to the rest.
  tau_ = (x_ - problem_.k()).head(model.nv());
  if (world_->loops.row_count() > 0) {
    tau_ += k_ - free_k_;
  }
  multiply_G(model, data_, tau_);
  v_next_ = (next_.v - before.v) / options_.step;
  const Eigen::VectorXd & took =
    inverse_dynamics(model, data_, before.q, before.v, v_next_, wrenches());
  for (int dof = 0; dof < model.nv(); ++dof) {
    if (drives_.is_exact(dof)) {
      record.effort[dof] = took[dof] - tau_[dof] / options_.step +
        model.joint(model.dof_body(dof)).damping * next_.v[dof];
    }
  }
}

void TimeStepper::Implementation::report(
  const Command & command, const State & before, StepRecord & record)
{
  const Model & model = world_->model;
  record.step = next_.step;
  record.time = next_.time;
  report_contacts(record);
  drives_.efforts(command, before, next_.v, options_.step, record.effort);
  report_exact_efforts(before, record);
  forward_kinematics(model, data_, next_.q, next_.v);
  known_q_ = next_.q;
  known_v_ = next_.v;
  record.kinetic_energy = kinetic_energy(model, data_);
  record.potential_energy = potential_energy(model, data_);
}

}  // namespace contact_sim
