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

#include "run_history.hpp"

#include <cmath>
#include <limits>

namespace contact_sim
{

namespace
{

constexpr int kGround = -1;
const Column kTime{"time", "s"};

Trace trace_of(const std::vector<Column> & columns)
{
  Trace trace(kTime);
  for (const Column & column : columns) {
    trace.add_column(column, 0.0);
  }
  return trace;
}

double count_carrying(const std::vector<ContactRecord> & contacts)
{
  double count = 0.0;
  for (const ContactRecord & contact : contacts) {
    count += contact.normal_force > 0.0;
  }
  return count;
}

const char * unit_of(JointType type)
{
  return type == JointType::kPrismatic ? "m" : "rad";
}

}  // namespace

RunHistory::RunHistory(const Model & model)
: model_(model), forces_(trace_of({{"ground", "N"}})),
  contacts_(trace_of({"found", "with a force"})), pivots_(trace_of({"pivots", "backtracks"})),
  times_(trace_of({{"solver", "s"}, {"whole step", "s"}})),
  residuals_(trace_of(
      {"penetration rate", "complementarity", "cone violation", "dissipation gap"})),
  energy_(trace_of({{"total", "J"}, {"kinetic", "J"}, {"potential", "J"}})),
  penetration_(trace_of({{"deepest point", "m"}})), joints_(kTime), body_of_dof_(model.nv(), -1),
  link_column_{{kGround, 0}}
{
  for (int body = 1; body < model.body_count(); ++body) {
    if (model.body_nv(body) == 1) {
      body_of_dof_[model.first_v(body)] = body;
    }
  }
}

void RunHistory::add(const StepRecord & record)
{
  if (record.time + offset_ <= last_time_ && last_time_ > 0.0) {
    ++resets_;
    offset_ = last_time_;
  }
  const double time = record.time + offset_;
  last_time_ = time;
  const SolverRecord & solver = record.solver;
  const ContactResidual & residual = solver.residual;
  add_forces(record, time);
  add_joints(record, time);
  contacts_.add(
    time, {static_cast<double>(record.contacts.size()), count_carrying(record.contacts)});
  pivots_.add(
    time,
    {static_cast<double>(solver.iterations), static_cast<double>(solver.backtracks)});
  times_.add(time, {solver.time, record.step_time});
  residuals_.add(
    time, {residual.penetration_rate, residual.complementarity, residual.cone_violation,
      residual.dissipation_gap});
  energy_.add(
    time, {record.kinetic_energy + record.potential_energy, record.kinetic_energy,
      record.potential_energy});
  penetration_.add(time, {record.largest_penetration});
}

/// The ground is shown as what it carries; a link that nothing touched has no column.
void RunHistory::add_forces(const StepRecord & record, double time)
{
  force_values_.assign(forces_.column_count(), 0.0);
  for (const ContactRecord & contact : record.contacts) {
    const double force =
      contact.normal_force * contact.normal.z() + contact.friction_force.z();
    if (force != 0.0) {
      add_force(contact.link_b, contact.link_b == kGround ? -force : force);
      add_force(contact.link_a, contact.link_a == kGround ? force : -force);
    }
  }
  forces_.add(time, force_values_);
}

void RunHistory::add_force(int link, double force)
{
  auto found = link_column_.find(link);
  if (found == link_column_.end()) {
    const Column column(model_.link(link).name, "N");
    found = link_column_.emplace(link, forces_.add_column(column, 0.0)).first;
    force_values_.push_back(0.0);
  }
  force_values_[found->second] += force;
}

void RunHistory::add_joints(const StepRecord & record, double time)
{
  const double not_told = std::numeric_limits<double>::quiet_NaN();
  joint_values_.assign(joints_.column_count(), not_told);
  for (int dof = 0; dof < static_cast<int>(record.position_error.size()); ++dof) {
    const double error = record.position_error[dof];
    if (!std::isfinite(error)) {
      continue;
    }
    auto found = dof_column_.find(dof);
    if (found == dof_column_.end()) {
      const int body = body_of_dof_[dof];
      const Column column(model_.joint(body).name, unit_of(model_.joint_type(body)));
      found = dof_column_.emplace(dof, joints_.add_column(column, not_told)).first;
      joint_values_.push_back(not_told);
    }
    joint_values_[found->second] = error;
  }
  if (joints_.column_count() > 0) {
    joints_.add(time, joint_values_);
  }
}

}  // namespace contact_sim
