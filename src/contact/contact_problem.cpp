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

#include "contact_sim/contact/contact_problem.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>

#include "contact_sim/contact/nonconvex_lcp.hpp"
#include "contact_sim/lcp/largest_number.hpp"

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

template<typename ... Parts>
[[noreturn]] void refuse(Index contact, const Parts & ... parts)
{
  std::ostringstream message;
  message << "contact " << contact << ": ";
  (message << ... << parts);
  throw std::invalid_argument(message.str());
}

double corner_angle(const ContactData & data, int j)
{
  return data.angle + 2.0 * M_PI * j / data.directions;
}

void check_data(Index i, const ContactData & data)
{
  if (!std::isfinite(data.gap_rate)) {
    refuse(i, "expected a finite gap rate, found ", data.gap_rate);
  }
  if (!data.tangential_rate.allFinite()) {
    refuse(i, "expected a finite tangential rate, found ", data.tangential_rate.transpose());
  }
  if (!(data.mu >= 0.0) || !std::isfinite(data.mu)) {
    refuse(i, "expected a coefficient of friction >= 0, found ", data.mu);
  }
  if (!std::isfinite(data.angle)) {
    refuse(i, "expected a finite polygon angle, found ", data.angle);
  }
  const double largest = std::max(
    {std::abs(data.gap_rate), data.tangential_rate.cwiseAbs().maxCoeff(), data.mu});
  if (largest > kLargestContactNumber) {
    refuse(i, "expected rates and mu of at most 1e45, found ", largest);
  }
  const bool is_polygon = data.directions >= 4 && data.directions % 2 == 0;
  if (data.directions != 0 && !is_polygon) {
    refuse(
      i, "expected 0 friction directions, or an even number from 4 on, found ", data.directions);
  }
}

/// Called where their squares are not small: passes what is large in the sum only.
void refuse_columns(Index i, const ContactProblem::ColumnsView & columns)
{
  if (!columns.allFinite()) {
    refuse(i, "its columns are not finite; is a mass zero or not a number?");
  }
  if (columns.cwiseAbs().maxCoeff() > kLargestContactNumber) {
    refuse(i, "its columns have numbers beyond 1e45; is a mass almost zero?");
  }
}

}  // namespace

ContactProblem::ContactProblem(Index degrees_of_freedom)
{
  reset(degrees_of_freedom);
}

void ContactProblem::reset(Index degrees_of_freedom)
{
  k_.setZero(degrees_of_freedom);
  data_.clear();
  dofs_.clear();
  first_.assign(1, 0);
  is_island_ = false;
  law_ = NonconvexLaw();
  group_sides_.clear();
  group_first_.assign(1, 0);
  group_of_.clear();
  touch();
}

void ContactProblem::add_group(const std::vector<int> & sides)
{
  if (sides.size() < 2) {
    throw std::invalid_argument(
            "contact group " + std::to_string(group_count()) +
            ": expected at least two sides, found " + std::to_string(sides.size()) +
            "; a contact alone needs no group");
  }
  for (auto side = sides.begin(); side != sides.end(); ++side) {
    if (*side < 0 || *side >= size()) {
      throw std::invalid_argument(
              "contact group " + std::to_string(group_count()) + ": expected contacts from 0 to " +
              std::to_string(size() - 1) + " as sides, found " + std::to_string(*side));
    }
    if (group_of(*side) >= 0 || std::find(sides.begin(), side, *side) != side) {
      refuse(*side, "expected it once in one group, found it again");
    }
  }
  group_of_.resize(size(), -1);
  for (const int side : sides) {
    group_of_[side] = static_cast<int>(group_count());
    group_sides_.push_back(side);
  }
  group_first_.push_back(static_cast<Index>(group_sides_.size()));
  has_lcp_ = false;
}

void ContactProblem::set_nonconvex_law(const NonconvexLaw & law)
{
  law_ = law;
  has_lcp_ = false;
}

void ContactProblem::touch()
{
  has_delassus_ = false;
  has_lcp_ = false;
}

void ContactProblem::add_contact(
  const std::vector<int> & dofs, const Eigen::Ref<const Columns> & columns,
  const ContactData & data)
{
  const Index i = size();
  const Index count = static_cast<Index>(dofs.size());
  if (columns.rows() != count) {
    refuse(i, "expected ", count, " rows of columns to fit its rows, found ", columns.rows());
  }
  for (Index row = 0; row < count; ++row) {
    if (dofs[row] < (row == 0 ? 0 : dofs[row - 1] + 1) || dofs[row] >= degrees_of_freedom()) {
      refuse(
        i, "expected ascending degrees of freedom from 0 to ", degrees_of_freedom() - 1, ", found ",
        dofs[row]);
    }
  }
  const Index begin = first_.back();
  if (columns_.rows() < begin + count) {
    columns_.conservativeResize(std::max(begin + count, 2 * columns_.rows()), 3);
  }
  columns_.middleRows(begin, count) = columns;
  dofs_.insert(dofs_.end(), dofs.begin(), dofs.end());
  first_.push_back(begin + count);
  data_.push_back(data);
  is_island_ = false;
  touch();
}

void ContactProblem::set_k(const Eigen::VectorXd & k)
{
  if (k.size() != k_.size()) {
    throw std::invalid_argument(
            "contact problem: expected k of size " + std::to_string(k_.size()) + ", found " +
            std::to_string(k.size()));
  }
  k_ = k;
  has_lcp_ = false;
}

void ContactProblem::set_data(Index i, const ContactData & data)
{
  data_[i] = data;
  has_lcp_ = false;
}

void ContactProblem::set_angle(Index i, double angle)
{
  data_[i].angle = angle;
  has_lcp_ = false;
}

void ContactProblem::check() const
{
  if (!k_.allFinite()) {
    throw std::invalid_argument("contact problem: k is not finite");
  }
  if (k_.size() > 0 && k_.cwiseAbs().maxCoeff() > kLargestContactNumber) {
    throw std::invalid_argument("contact problem: k has numbers beyond 1e45");
  }
  const bool is_summation = group_count() > 0 && law_.form == NonconvexForm::kSummation;
  if (is_summation && !(law_.epsilon > 0.0 && std::isfinite(law_.epsilon))) {
    throw std::invalid_argument(
            "contact problem: the summation form needs a finite epsilon > 0, found " +
            std::to_string(law_.epsilon) + "; summation_epsilon() gives one");
  }
  for (Index i = 0; i < size(); ++i) {
    check_data(i, data_[i]);
    const auto own = columns(i);
    if (!(own.squaredNorm() <= kLargestContactNumber * kLargestContactNumber)) {
      refuse_columns(i, own);
    }
    if (!(own.col(0).squaredNorm() > 0.0)) {
      refuse(i, "its normal column is zero: it moves nothing; is it between two fixed bodies?");
    }
  }
}

const Eigen::MatrixXd & ContactProblem::delassus() const
{
  if (has_delassus_) {
    return delassus_;
  }
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(degrees_of_freedom(), 3 * size());
  for (Index i = 0; i < size(); ++i) {
    for (Index row = 0; row < dof_count(i); ++row) {
      dense.block<1, 3>(dofs(i)[row], 3 * i) = columns(i).row(row);
    }
  }
  delassus_.noalias() = dense.transpose() * dense;
  has_delassus_ = true;
  return delassus_;
}

Eigen::VectorXd ContactProblem::free_velocity() const
{
  Eigen::VectorXd u(3 * size());
  for (Index i = 0; i < size(); ++i) {
    u.segment<3>(3 * i) = velocity(i, k_);
  }
  return u;
}

const LcpProblem & ContactProblem::to_lcp() const
{
  if (has_lcp_) {
    return lcp_;
  }
  const Index nc = size();
  Index forces = nc;
  for (const ContactData & data : data_) {
    forces += data.directions;
  }
  // Each force of the LCP is a direction (n, t₁, t₂) at a contact: the columns of S in M = SᵀWS.
  Eigen::MatrixXd S = Eigen::MatrixXd::Zero(3 * nc, forces);
  lcp_.M.setZero(forces + nc, forces + nc);
  for (Index i = 0, column = nc; i < nc; ++i) {
    S(3 * i, i) = 1.0;
    lcp_.M(forces + i, i) = data_[i].mu;
    for (int j = 0; j < data_[i].directions; ++j, ++column) {
      S(3 * i + 1, column) = std::cos(corner_angle(data_[i], j));
      S(3 * i + 2, column) = std::sin(corner_angle(data_[i], j));
      lcp_.M(column, forces + i) = 1.0;
      lcp_.M(forces + i, column) = -1.0;
    }
  }
  lcp_.M.topLeftCorner(forces, forces).noalias() = S.transpose() * delassus() * S;
  lcp_.q.setZero(forces + nc);
  lcp_.q.head(forces).noalias() = S.transpose() * free_velocity();
  if (group_count() > 0) {
    lcp_ = nonconvex_lcp(*this, lcp_, nonconvex_scale(*this));
  }
  has_lcp_ = true;
  return lcp_;
}

Eigen::VectorXd ContactProblem::impulses(const Eigen::VectorXd & z) const
{
  Eigen::VectorXd result = Eigen::VectorXd::Zero(3 * size());
  const Index normal = artificial_count(*this);
  for (Index i = 0, column = normal + size(); i < size(); ++i) {
    result[3 * i] = z[normal + i];
    for (int j = 0; j < data_[i].directions; ++j, ++column) {
      result[3 * i + 1] += z[column] * std::cos(corner_angle(data_[i], j));
      result[3 * i + 2] += z[column] * std::sin(corner_angle(data_[i], j));
    }
  }
  return result;
}

namespace
{

/// A vector of the plane as a sum of its two neighbouring corners, with factors that are >= 0.
void split_on_corners(
  const ContactData & data, const Eigen::Vector2d & force, Eigen::Ref<Eigen::VectorXd> phi)
{
  phi.setZero();
  if (force.isZero(0.0)) {
    return;
  }
  const double width = 2.0 * M_PI / data.directions;
  const double turns = (std::atan2(force[1], force[0]) - data.angle) / (2.0 * M_PI);
  const double angle = 2.0 * M_PI * (turns - std::floor(turns));
  const int j = std::min(static_cast<int>(angle / width), data.directions - 1);
  const double within = angle - j * width;
  phi[j] = force.norm() * std::sin(width - within) / std::sin(width);
  phi[(j + 1) % data.directions] = force.norm() * std::sin(within) / std::sin(width);
}

/// The slip λ that makes every σ_j = d_jᵀu + λ >= 0.
double slip_of(const ContactData & data, const Eigen::Vector2d & u)
{
  double slip = 0.0;
  for (int j = 0; j < data.directions; ++j) {
    const double angle = corner_angle(data, j);
    slip = std::max(slip, -(std::cos(angle) * u[0] + std::sin(angle) * u[1]));
  }
  return slip;
}

}  // namespace

Eigen::VectorXd ContactProblem::lcp_variables(const Eigen::VectorXd & lambda) const
{
  Eigen::VectorXd x = k_;
  Index forces = size();
  for (Index i = 0; i < size(); ++i) {
    accumulate(i, lambda.segment<3>(3 * i), x);
    forces += data_[i].directions;
  }
  Eigen::VectorXd z(forces + size());
  for (Index i = 0, column = size(); i < size(); ++i) {
    const int d = data_[i].directions;
    z[i] = lambda[3 * i];
    split_on_corners(data_[i], lambda.segment<2>(3 * i + 1), z.segment(column, d));
    z[forces + i] = slip_of(data_[i], velocity(i, x).tail<2>());
    column += d;
  }
  if (group_count() > 0) {
    return nonconvex_variables(*this, z, nonconvex_scale(*this));
  }
  return z;
}

}  // namespace contact_sim
