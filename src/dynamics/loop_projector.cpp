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

#include "contact_sim/dynamics/loop_projector.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/dynamics/forward_dynamics.hpp"
#include "contact_sim/dynamics/integration.hpp"
#include "contact_sim/dynamics/inverse_dynamics.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/dynamics/mass_matrix.hpp"
#include "dynamics/checks.hpp"

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

/// The smallest part of a Newton step that is tried, and the largest turn of a joint in one [rad]:
/// the shortest way in the metric of the mass matrix leads through the light ends of a chain.
constexpr double kLeastPart = 1.0 / 1024.0;
constexpr double kLargestTurn = 0.5;

/// The part of a step to begin with.
double first_part(const Model & model, const Eigen::VectorXd & step)
{
  double largest = kLargestTurn;
  for (int dof = 0; dof < model.nv(); ++dof) {
    largest = std::max(largest, model.dof_is_angular(dof) ? std::abs(step[dof]) : 0.0);
  }
  return kLargestTurn / largest;
}

void check_option(const char * name, double value, double least, double most)
{
  if (!(value >= least && value <= most)) {
    throw std::invalid_argument(
            std::string("loops: ") + name + " is " + std::to_string(value) + ", it has to be " +
            std::to_string(least) + " to " + std::to_string(most));
  }
}

void check_options(const LoopOptions & options)
{
  constexpr double kLargest = 1e12;
  check_option("correction", options.correction, 0.0, 1.0);
  check_option("max_linear_correction", options.max_linear_correction, 0.0, kLargest);
  check_option("max_angular_correction", options.max_angular_correction, 0.0, kLargest);
  check_option("rank_tolerance", options.rank_tolerance, 0.0, 0.1);
  check_option("position_tolerance", options.position_tolerance, 0.0, kLargest);
  check_option("max_iterations", options.max_iterations, 0, kLargest);
}

/// Σ of a vector of Q with x on the group's degrees of freedom.
double part_along(
  const std::vector<int> & dofs, const Eigen::Ref<const Eigen::VectorXd> & direction,
  const Eigen::VectorXd & x)
{
  double sum = 0.0;
  for (std::size_t i = 0; i < dofs.size(); ++i) {
    sum += direction[i] * x[dofs[i]];
  }
  return sum;
}

void add_along(
  const std::vector<int> & dofs, const Eigen::Ref<const Eigen::VectorXd> & direction,
  double amount, Eigen::VectorXd & x)
{
  for (std::size_t i = 0; i < dofs.size(); ++i) {
    x[dofs[i]] += amount * direction[i];
  }
}

}  // namespace

LoopProjector::LoopProjector(
  const Model & model, const LoopConstraints & constraints, const LoopOptions & options)
: constraints_(constraints), options_(options), bases_(constraints.group_count()),
  local_(model.nv(), -1), force_a_(constraints.loop_count(), Force::Zero()),
  force_b_(constraints.loop_count(), Force::Zero()), is_angular_(constraints.row_count(), false),
  error_(Eigen::VectorXd::Zero(constraints.row_count())), target_(error_),
  scratch_(Eigen::VectorXd::Zero(model.nv())), candidate_(model.neutral()), place_(model.nv(), 0)
{
  check(model);
  check_options(options);
  for (const LoopConstraints::Group & group : constraints_.groups()) {
    const std::size_t g = &group - constraints_.groups().data();
    bases_[g].resize(static_cast<Index>(group.dofs.size()), group.rows);
    for (std::size_t i = 0; i < group.dofs.size(); ++i) {
      local_[group.dofs[i]] = static_cast<int>(i);
    }
    for (auto * vectors : {&y_, &missing_, &w_, &group_rows_}) {
      vectors->push_back(Eigen::VectorXd::Zero(group.rows));
    }
  }
  for (const LoopConstraints::Loop & loop : constraints_.loops()) {
    std::fill_n(is_angular_.begin() + row_of(loop) + loop.linear_rows, loop.angular_rows, true);
  }
  for (const LoopConstraints::Coupling & coupling : constraints_.couplings()) {
    is_angular_[constraints_.groups()[coupling.group].first_row + coupling.row] =
      model.dof_is_angular(coupling.dof);
  }
  touched_.reserve(constraints_.group_count());
  merged_.reserve(model.nv());
}

void LoopProjector::check(const Model & model) const
{
  if (constraints_.nv() != model.nv() || constraints_.nq() != model.nq()) {
    throw std::invalid_argument(
            "loops: made for a model of " + std::to_string(constraints_.nv()) +
            " degrees of freedom, this one has " + std::to_string(model.nv()));
  }
}

void LoopProjector::begin(const Model & model, Data & data, const Eigen::VectorXd & q)
{
  check(model);
  check_vector("q", q, model.nq());
  check_factored(data);
  contacts_.clear();
  parts_.clear();
  contact_count_ = 0;
  evaluate(data, q);
  assemble(model, data);
}

void LoopProjector::prepare(
  const Model & model, Data & data, const Eigen::VectorXd & q, double h)
{
  if (!(h > 0.0) || !std::isfinite(h)) {
    throw std::invalid_argument("loops: the time step is " + std::to_string(h) + " s");
  }
  begin(model, data, q);
  target_ = (-options_.correction / h) * error_;
  limit_targets();
  solve_targets();
}

void LoopProjector::prepare_velocity(const Model & model, Data & data, const Eigen::VectorXd & q)
{
  begin(model, data, q);
  target_.setZero();
  solve_targets();
}

void LoopProjector::prepare_acceleration(
  const Model & model, Data & data, const Eigen::VectorXd & q)
{
  begin(model, data, q);
  evaluate_bias(model, data);
  solve_targets();
}

/// All rows of a group by the same factor: rows that agree with each other still do so.
void LoopProjector::limit_targets()
{
  for (const LoopConstraints::Group & group : constraints_.groups()) {
    double factor = 1.0;
    for (int row = group.first_row; row < group.first_row + group.rows; ++row) {
      const double bound =
        is_angular_[row] ? options_.max_angular_correction : options_.max_linear_correction;
      if (std::abs(target_[row]) > bound) {
        factor = std::min(factor, bound / std::abs(target_[row]));
      }
    }
    target_.segment(group.first_row, group.rows) *= factor;
  }
}

void LoopProjector::solve_targets()
{
  for (int g = 0; g < constraints_.group_count(); ++g) {
    const LoopConstraints::Group & group = constraints_.groups()[g];
    group_rows_[g] = target_.segment(group.first_row, group.rows);
    bases_[g].solve_transposed(group_rows_[g], y_[g]);
  }
}

void LoopProjector::project_k(Eigen::VectorXd & k)
{
  check_vector("k", k, constraints_.nv());
  for (int g = 0; g < constraints_.group_count(); ++g) {
    const std::vector<int> & dofs = constraints_.groups()[g].dofs;
    for (Index r = 0; r < bases_[g].rank(); ++r) {
      const auto direction = bases_[g].basis().col(r);
      missing_[g][r] = y_[g][r] - part_along(dofs, direction, k);
      add_along(dofs, direction, missing_[g][r], k);
    }
  }
}

/// The groups that a contact touches, and their rows merged with its own.
void LoopProjector::merge_rows(const std::vector<int> & dofs, std::vector<int> & result)
{
  touched_.clear();
  result.assign(dofs.begin(), dofs.end());
  for (const int dof : dofs) {
    const int group = constraints_.group_of_dof(dof);
    if (group < 0 || std::find(touched_.begin(), touched_.end(), group) != touched_.end()) {
      continue;
    }
    touched_.push_back(group);
    const std::vector<int> & more = constraints_.groups()[group].dofs;
    merged_.clear();
    std::set_union(
      result.begin(), result.end(), more.begin(), more.end(), std::back_inserter(merged_));
    result.assign(merged_.begin(), merged_.end());
  }
}

bool LoopProjector::project(
  const std::vector<int> & dofs, const Eigen::Ref<const Columns> & columns,
  ProjectedColumns & result)
{
  if (columns.rows() != static_cast<Index>(dofs.size())) {
    throw std::invalid_argument(
            "loops: " + std::to_string(columns.rows()) + " rows of columns on " +
            std::to_string(dofs.size()) + " degrees of freedom");
  }
  result.dofs_.reserve(constraints_.nv());
  merge_rows(dofs, result.dofs_);
  const Index rows = static_cast<Index>(result.dofs_.size());
  if (result.columns_.rows() < rows) {
    result.columns_.resize(constraints_.nv(), 3);
  }
  result.columns_.topRows(rows).setZero();
  for (Index i = 0; i < rows; ++i) {
    place_[result.dofs_[i]] = static_cast<int>(i);
  }
  for (std::size_t i = 0; i < dofs.size(); ++i) {
    result.columns_.row(place_[dofs[i]]) = columns.row(i);
  }
  for (const int group : touched_) {
    remove_group(group, result.columns_);
  }
  ++contact_count_;
  return !touched_.empty();
}

/// Â -= Q QᵀÂ; QᵀÂ is kept for the impulses.
void LoopProjector::remove_group(int group, Columns & columns)
{
  const std::vector<int> & dofs = constraints_.groups()[group].dofs;
  const auto Q = bases_[group].basis();
  contacts_.push_back({contact_count_, group, parts_.size()});
  for (Index r = 0; r < Q.cols(); ++r) {
    Eigen::RowVector3d part = Eigen::RowVector3d::Zero();
    for (std::size_t i = 0; i < dofs.size(); ++i) {
      part += Q(i, r) * columns.row(place_[dofs[i]]);
    }
    for (std::size_t i = 0; i < dofs.size(); ++i) {
      columns.row(place_[dofs[i]]) -= Q(i, r) * part;
    }
    parts_.insert(parts_.end(), part.data(), part.data() + 3);
  }
}

void LoopProjector::impulses(const Eigen::VectorXd & contact_impulses, Eigen::VectorXd & rows)
{
  check_vector("contact impulses", contact_impulses, 3 * contact_count_);
  for (int g = 0; g < constraints_.group_count(); ++g) {
    w_[g] = missing_[g];
  }
  for (const Part & part : contacts_) {
    const Eigen::Vector3d lambda = contact_impulses.segment<3>(3 * part.contact);
    const double * numbers = parts_.data() + part.begin;
    for (Index r = 0; r < bases_[part.group].rank(); ++r, numbers += 3) {
      w_[part.group][r] -= Eigen::Map<const Eigen::Vector3d>(numbers).dot(lambda);
    }
  }
  rows.resize(constraints_.row_count());
  for (int g = 0; g < constraints_.group_count(); ++g) {
    const LoopConstraints::Group & group = constraints_.groups()[g];
    bases_[g].solve(w_[g], group_rows_[g]);
    rows.segment(group.first_row, group.rows) = group_rows_[g];
  }
}

Vector6d LoopProjector::wrench(const Data & data, int loop, const Eigen::VectorXd & rows) const
{
  check_vector("row impulses", rows, constraints_.row_count());
  const LoopConstraints::Loop & joint = constraints_.loops().at(loop);
  Vector6d wrench = Vector6d::Zero();
  for (int i = 0; i < joint.rows(); ++i) {
    wrench += force_b_[loop].col(i) * rows[row_of(joint) + i];
  }
  const Eigen::Vector3d arm =
    body_pose(data, joint.body_b) * joint.frame_b.translation() - data.position[joint.body_b];
  wrench.head<3>() -= arm.cross(wrench.tail<3>());
  return wrench;
}

void LoopProjector::project_velocity(
  const Model & model, Data & data, const Eigen::VectorXd & q, Eigen::VectorXd & v)
{
  prepare_velocity(model, data, q);
  multiply_Gt(model, data, v);
  project_k(v);
  solve_Gt(model, data, v);
}

/// The kinematics and errors at q + part · step. \returns the size of the error
double LoopProjector::try_step(
  const Model & model, Data & data, const Eigen::VectorXd & q, double part)
{
  integrate(model, q, scratch_, part, candidate_);
  forward_kinematics(model, data, candidate_);
  evaluate(data, candidate_);
  return error_.norm();
}

LoopClosure LoopProjector::project_positions(
  const Model & model, Data & data, Eigen::VectorXd & q)
{
  check(model);
  LoopClosure closure;
  forward_kinematics(model, data, q);
  evaluate(data, q);
  double error = error_.norm();
  const auto largest = [this] {return error_.size() ? error_.cwiseAbs().maxCoeff() : 0.0;};
  while (largest() > options_.position_tolerance && closure.iterations < options_.max_iterations) {
    mass_matrix(model, data);
    factor_mass_matrix(model, data);
    assemble(model, data);
    target_ = -error_;
    solve_targets();
    scratch_.setZero();
    project_k(scratch_);
    solve_Gt(model, data, scratch_);
    double part = first_part(model, scratch_), reached = try_step(model, data, q, part);
    while (!(reached < error) && part > kLeastPart) {
      part *= 0.5;
      reached = try_step(model, data, q, part);
    }
    ++closure.iterations;
    if (!(reached < error)) {
      // No way on: as near as the rows let the loops come.
      try_step(model, data, q, 0.0);
      break;
    }
    error = reached;
    q = candidate_;
  }
  closure.error = largest();
  closure.closed = closure.error <= options_.position_tolerance;
  return closure;
}

const Eigen::VectorXd & forward_dynamics(
  const Model & model, Data & data, LoopProjector & loops, const Eigen::VectorXd & q,
  const Eigen::VectorXd & v, const Eigen::VectorXd & tau, const Wrenches * wrenches)
{
  check_vector("tau", tau, model.nv());
  bias_forces(model, data, q, v, wrenches);
  mass_matrix(model, data);
  factor_mass_matrix(model, data);
  loops.prepare_acceleration(model, data, q);
  data.qdd = tau - data.bias;
  solve_G(model, data, data.qdd);
  loops.project_k(data.qdd);
  solve_Gt(model, data, data.qdd);
  return data.qdd;
}

}  // namespace contact_sim
