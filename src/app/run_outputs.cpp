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

#include "run_outputs.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace contact_sim
{

namespace
{

constexpr double kEveryStep = 1e9;  ///< [Hz]: no step is shorter, and larger counts overflow

using Names = std::vector<std::string>;

std::filesystem::path make_folder(const std::string & folder)
{
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder)) {
    throw std::runtime_error(
            "'" + folder + "': cannot make the folder: " +
            (error ? error.message() : "something else has its name"));
  }
  return folder;
}

/// Of the coordinates of a joint with several; see JointType.
struct Suffixes
{
  Names q;
  Names v;
  Names effort;
};

Suffixes suffixes_of(JointType type)
{
  switch (type) {
    case JointType::kPlanar:
      return {{".x", ".y", ".angle"}, {".vx", ".vy", ".w"}, {".fx", ".fy", ".m"}};
    case JointType::kSpherical:
      return {{".qx", ".qy", ".qz", ".qw"}, {".wx", ".wy", ".wz"}, {".mx", ".my", ".mz"}};
    case JointType::kFloating:
      return {{".x", ".y", ".z", ".qx", ".qy", ".qz", ".qw"},
        {".wx", ".wy", ".wz", ".vx", ".vy", ".vz"}, {".mx", ".my", ".mz", ".fx", ".fy", ".fz"}};
    default:
      return {{""}, {""}, {""}};
  }
}

Names state_columns(const Model & model)
{
  Names q, v, effort;
  for (int body = 1; body < model.body_count(); ++body) {
    const std::string & joint = model.joint(body).name;
    const Suffixes suffixes = suffixes_of(model.joint_type(body));
    for (const std::string & suffix : suffixes.q) {
      q.push_back("q." + joint + suffix);
    }
    for (const std::string & suffix : suffixes.v) {
      v.push_back("v." + joint + suffix);
    }
    for (const std::string & suffix : suffixes.effort) {
      effort.push_back("effort." + joint + suffix);
    }
  }
  Names columns{"time"};
  for (const Names & names : {q, v, effort}) {
    columns.insert(columns.end(), names.begin(), names.end());
  }
  return columns;
}

Names contact_columns()
{
  return {
    "time", "link_a", "link_b", "x", "y", "z", "normal_x", "normal_y", "normal_z", "gap",
    "normal_force", "friction_x", "friction_y", "friction_z", "sliding_x", "sliding_y",
    "sliding_z", "mu", "state"};
}

Names step_columns()
{
  return {
    "step", "time", "contacts", "rows", "islands", "pivots", "backtracks", "penetration_rate",
    "complementarity", "cone_violation", "dissipation_gap", "solve_time", "step_time",
    "by_chosen_solver", "by_default_solver", "by_frictionless", "by_last_resort", "failure",
    "largest_penetration", "kinetic_energy", "potential_energy"};
}

Names link_names(const Model & model)
{
  Names names{"ground"};
  for (int link = 0; link < model.link_count(); ++link) {
    names.push_back(model.link(link).name);
  }
  return names;
}

}  // namespace

RunOutputs::RunOutputs(
  const std::string & folder, const World & world, const State & initial, double rate)
: links_(link_names(world.model)), period_(rate > 0.0 && rate < kEveryStep ? 1.0 / rate : 0.0),
  states_(make_folder(folder) / "states.csv", state_columns(world.model)),
  contacts_(std::filesystem::path(folder) / "contacts.csv", contact_columns()),
  steps_(std::filesystem::path(folder) / "steps.csv", step_columns())
{
  add_state(initial, Eigen::VectorXd::Zero(world.model.nv()));
}

void RunOutputs::add(const State & state, const StepRecord & record)
{
  if (is_due(state.time)) {
    add_state(state, record.effort);
    add_contacts(record);
    add_step(record);
  }
}

/// The first step of every period; counted, so that the rate does not drift.
bool RunOutputs::is_due(double time)
{
  if (period_ == 0.0) {
    return true;
  }
  // Rounding of the time must not make it a step later.
  const auto periods = static_cast<std::int64_t>(std::floor(time / period_ + 1e-6));
  const bool due = periods > written_;
  written_ = std::max(written_, periods);
  return due;
}

void RunOutputs::commit()
{
  for (CsvFile * file : {&states_, &contacts_, &steps_}) {
    file->close();
  }
  for (CsvFile * file : {&states_, &contacts_, &steps_}) {
    file->commit();
  }
}

void RunOutputs::add_state(const State & state, const Eigen::VectorXd & effort)
{
  states_.add(state.time);
  states_.add(state.q);
  states_.add(state.v);
  states_.add(effort);
  states_.end_row();
}

void RunOutputs::add_contacts(const StepRecord & record)
{
  for (const ContactRecord & contact : record.contacts) {
    contacts_.add(record.time);
    contacts_.add(links_[contact.link_a + 1]);
    contacts_.add(links_[contact.link_b + 1]);
    contacts_.add(contact.position);
    contacts_.add(contact.normal);
    contacts_.add(contact.gap);
    contacts_.add(contact.normal_force);
    contacts_.add(contact.friction_force);
    contacts_.add(contact.sliding_velocity);
    contacts_.add(contact.friction);
    contacts_.add(to_string(contact.state));
    contacts_.end_row();
  }
}

void RunOutputs::add_step(const StepRecord & record)
{
  const SolverRecord & solver = record.solver;
  steps_.add(record.step);
  steps_.add(record.time);
  for (const std::size_t count : {record.contacts.size(), std::size_t(solver.contacts),
      std::size_t(solver.islands), std::size_t(solver.iterations), std::size_t(solver.backtracks)})
  {
    steps_.add(static_cast<std::int64_t>(count));
  }
  const ContactResidual & residual = solver.residual;
  for (const double value : {residual.penetration_rate, residual.complementarity,
      residual.cone_violation, residual.dissipation_gap, solver.time, record.step_time})
  {
    steps_.add(value);
  }
  for (const int islands : solver.answered) {
    steps_.add(static_cast<std::int64_t>(islands));
  }
  const bool failed = solver.failure != ContactStatus::kSolved;
  steps_.add(std::string(failed ? to_string(solver.failure) : ""));
  for (const double value : {record.largest_penetration, record.kinetic_energy,
      record.potential_energy})
  {
    steps_.add(value);
  }
  steps_.end_row();
}

}  // namespace contact_sim
