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

// Loading a problem into a ContactBasis: units, one scale, and the start at z = 0.

#include <algorithm>
#include <cmath>
#include <cstring>

#include "solvers/contact_basis.hpp"

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

/// The power of two next below: scaling with it rounds nothing.
double power_of_two(double x)
{
  return std::ldexp(1.0, std::ilogb(x));
}

/// The exponent of the power of two next below the root of x > 0.
int half_exponent(double x)
{
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof(bits));
  return (static_cast<int>(bits >> 52) + 1) / 2 - 512;  // the bias of 1023 is odd
}

/// 2^exponent, where that is a normal number.
double two_to(int exponent)
{
  const std::uint64_t bits = static_cast<std::uint64_t>(exponent + 1023) << 52;
  double result;
  std::memcpy(&result, &bits, sizeof(result));
  return result;
}

double largest_square(const ContactProblem & problem, Index i)
{
  const auto columns = problem.columns(i);
  const double * n = columns.data();
  const double * t1 = n + columns.outerStride();
  const double * t2 = t1 + columns.outerStride();
  double squares[3] = {0.0, 0.0, 0.0};
  for (Index k = 0; k < columns.rows(); ++k) {
    squares[0] += n[k] * n[k];
    squares[1] += t1[k] * t1[k];
    squares[2] += t2[k] * t2[k];
  }
  return std::max(squares[0], std::max(squares[1], squares[2]));
}

}  // namespace

void ContactBasis::load(const ContactProblem & problem, int refinement)
{
  nv_ = problem.degrees_of_freedom();
  refinement_ = refinement;
  load_contacts(problem);
  choose_scale(problem);
  start_at_zero();
  make_room();
}

void ContactBasis::load_contacts(const ContactProblem & problem)
{
  const Index nc = problem.size();
  for (std::vector<double> * list : {&unit_, &mu_, &angle_, &zoom_}) {
    list->resize(nc);
  }
  directions_.resize(nc);
  bias_.resize(nc);
  columns_.load(problem);
  int stride = 1;
  for (Index i = 0; i < nc; ++i) {
    const ContactData & data = problem.data(i);
    const bool frictional = problem.is_frictional(i);
    const int exponent = half_exponent(largest_square(problem, i));
    columns_.fill(problem, i, two_to(-exponent));
    unit_[i] = two_to(exponent);
    mu_[i] = frictional ? data.mu : 0.0;
    directions_[i] = frictional ? refinement_ * data.directions : 0;
    angle_[i] = data.angle;
    zoom_[i] = 0.0;
    bias_[i] << data.gap_rate, data.tangential_rate[0], data.tangential_rate[1];
    bias_[i] *= two_to(-exponent);
    stride = std::max(stride, frictional ? directions_[i] + 2 : 1);
  }
  if (stride != stride_) {
    corners_.clear();
  }
  stride_ = stride;
}

/// One scale for all: the largest velocity without impulses is then between 1 and 2.
void ContactBasis::choose_scale(const ContactProblem & problem)
{
  double largest = 0.0;
  for (Index i = 0; i < contacts(); ++i) {
    const Eigen::Vector3d u = columns_.project(i, problem.k()) + bias_[i];
    largest = std::max(largest, u.cwiseAbs().maxCoeff());
  }
  scale_ = largest > 0.0 ? power_of_two(largest) : 1.0;
  const double inverse = 1.0 / scale_;
  k_ = inverse * problem.k();
  for (Eigen::Vector3d & bias : bias_) {
    bias *= inverse;
  }
}

void ContactBasis::start_at_zero()
{
  const std::size_t all = contacts() * stride_;
  state_.assign(all, 1);
  cover_.assign(all, 1.0);
  is_slot_.assign(all, 0);
  slots_.clear();
  joined_.assign(contacts(), 0);
  involvement_.assign(contacts(), 0);
  artificial_ = false;
  hash_ = kHashOfZero;
  cover_choice_ = 0;
  largest_cover_ = 2.0;
  friction_ = true;
  update_count_ = 0;
}

void ContactBasis::make_room()
{
  const Index nc = contacts();
  const Index most = nv_ + 4;
  elimination_.assign(nc, {});
  involved_.clear();
  table_.resize(nc * stride_);
  corners_.resize(nc);
  for (std::vector<double> * list : {&theta_, &phi_sum_, &lambda_}) {
    list->resize(nc);
  }
  matrix_.resize(most, most);
  spread_.resize(nv_, most);
  for (Eigen::VectorXd * vector : {&velocity_, &spread_artificial_}) {
    vector->resize(nv_);
  }
  for (std::vector<Index> * list : {&dof_head_, &dof_tail_}) {
    list->resize(nv_);
  }
  for (std::vector<Index> * list : {&head_, &tail_, &bottom_}) {
    list->resize(most + 1);
  }
  permutation_.resize(most);
  for (Eigen::VectorXd * vector : {&right_, &solution_, &correction_, &inverse_pivot_}) {
    vector->resize(most);
  }
}

}  // namespace contact_sim
