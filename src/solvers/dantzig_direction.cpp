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

#include "solvers/dantzig_direction.hpp"

#include <algorithm>
#include <cmath>

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

/// The part of a row across the ones before it below which it depends on them. Left out, its
/// velocity errs by that part of the others' changes: no more than the judge's tolerance.
constexpr double kIndependent = 1e-9;

/// The smallest pivot of columns of length one that is none by rounding.
constexpr double kSingular = 1e-11;

}  // namespace

// ---- ScaledContacts ----------------------------------------------------------------------------

void ScaledContacts::reset(const ContactProblem & problem)
{
  problem_ = &problem;
  const Index n = problem.size();
  unit_.resize(n);
  bias_.resize(3 * n);
  scale_ = 0.0;
  for (Index i = 0; i < n; ++i) {
    unit_[i] = problem.columns(i).norm() / std::sqrt(3.0);
    const Eigen::Vector3d u = problem.velocity(i, problem.k());
    scale_ = std::max(scale_, u.norm() / unit_[i]);
    bias_.segment<3>(3 * i) = u - problem.project(i, problem.k());
  }
  scale_ = scale_ > 0.0 ? scale_ : 1.0;
  for (Index i = 0; i < n; ++i) {
    bias_.segment<3>(3 * i) /= unit_[i] * scale_;
  }
  k_ = problem.k() / scale_;
}

// ---- DirectionSystem ---------------------------------------------------------------------------

void DirectionSystem::reset(const ScaledContacts & contacts)
{
  contacts_ = &contacts;
  const Index nv = contacts.degrees_of_freedom();
  rows_.clear();
  place_.assign(3 * contacts.size(), -1);
  for (Eigen::MatrixXd * matrix : {&Q_, &L_, &C_}) {
    matrix->resize(nv, nv);
  }
  dense_.resize(nv);
  coefficients_.resize(nv);
  size_.resize(nv);
}

bool DirectionSystem::set_rows(const std::vector<ClampedRow> & wanted)
{
  keep_common_rows(wanted);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (!is_taken_[i]) {
      append(wanted[i]);
    }
  }
  return factor();
}

/// Those of rows_ that are wanted still, in their order; Q and L are kept up to the first change.
void DirectionSystem::keep_common_rows(const std::vector<ClampedRow> & wanted)
{
  is_taken_.assign(wanted.size(), false);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    place_[3 * wanted[i].contact + wanted[i].part] = static_cast<Index>(i);
  }
  const std::vector<ClampedRow> before = rows_;
  rows_.clear();
  bool is_prefix = true;
  for (const ClampedRow & row : before) {
    const Index at = place_[3 * row.contact + row.part];
    if (at < 0) {
      is_prefix = false;
      continue;
    }
    is_prefix = is_prefix && wanted[at].row == row.row;
    is_taken_[at] = true;
    if (is_prefix) {
      rows_.push_back(wanted[at]);
    } else {
      append(wanted[at]);
    }
  }
  for (const ClampedRow & row : wanted) {
    place_[3 * row.contact + row.part] = -1;
  }
}

/// Gram-Schmidt, twice: the second round takes away what rounding left in the first.
bool DirectionSystem::append(const ClampedRow & row)
{
  const Index r = static_cast<Index>(rows_.size());
  if (r == Q_.rows()) {
    return false;
  }
  dense_.setZero();
  contacts_->accumulate(row.contact, row.row, dense_);
  const double length = dense_.norm();
  L_.row(r).head(r).setZero();
  for (int round = 0; round < 2; ++round) {
    coefficients_.head(r).noalias() = Q_.leftCols(r).transpose() * dense_;
    dense_.noalias() -= Q_.leftCols(r) * coefficients_.head(r);
    L_.row(r).head(r) += coefficients_.head(r).transpose();
  }
  const double rest = dense_.norm();
  if (!(rest > kIndependent * length)) {
    return false;
  }
  Q_.col(r) = dense_ / rest;
  L_(r, r) = rest;
  rows_.push_back(row);
  return true;
}

bool DirectionSystem::factor()
{
  const Index r = static_cast<Index>(rows_.size());
  for (Index j = 0; j < r; ++j) {
    dense_.setZero();
    contacts_->accumulate(rows_[j].contact, rows_[j].column, dense_);
    size_[j] = dense_.norm();
    C_.col(j) = dense_ / size_[j];
  }
  if (r == 0) {
    return true;
  }
  lu_.compute(Q_.leftCols(r).transpose() * C_.leftCols(r));
  return lu_.matrixLU().diagonal().cwiseAbs().minCoeff() > kSingular;
}

const Eigen::VectorXd & DirectionSystem::respond(Eigen::VectorXd & dx)
{
  const Index r = static_cast<Index>(rows_.size());
  answer_.resize(r);
  if (r > 0) {
    answer_ = lu_.solve(-Q_.leftCols(r).transpose() * dx);
    dx.noalias() += C_.leftCols(r) * answer_;
    // What rounding has left of the clamped velocities.
    dx -= Q_.leftCols(r) * (Q_.leftCols(r).transpose() * dx).eval();
    answer_ = answer_.cwiseQuotient(size_.head(r));
  }
  return answer_;
}

const Eigen::VectorXd & DirectionSystem::settle(const Eigen::VectorXd & x)
{
  const Index r = static_cast<Index>(rows_.size());
  answer_.resize(r);
  if (r > 0) {
    for (Index j = 0; j < r; ++j) {
      answer_[j] = -rows_[j].row.dot(contacts_->bias(rows_[j].contact));
    }
    L_.topLeftCorner(r, r).triangularView<Eigen::Lower>().solveInPlace(answer_);
    answer_ -= Q_.leftCols(r).transpose() * x;
    answer_ = lu_.solve(answer_).eval().cwiseQuotient(size_.head(r));
  }
  return answer_;
}

}  // namespace contact_sim
