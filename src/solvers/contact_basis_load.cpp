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

#include "solvers/contact_basis.hpp"

namespace contact_sim
{

void ContactBasis::load(const ContactProblem & problem, int refinement)
{
  load_contacts(problem, refinement);
  make_room();
  start_at_zero();
}

bool ContactBasis::load_at(
  const ContactProblem & problem, int refinement, const std::vector<std::uint64_t> & codes,
  const std::vector<double> * angles)
{
  const bool is_there = is_saved_ && codes == codes_;
  const bool is_same = load_contacts(problem, refinement);
  if (angles != nullptr) {
    angle_ = *angles;
  }
  if (is_there && is_same) {
    stay();
    return true;
  }
  make_room();
  start_at_zero();
  return restore(codes);
}

/// Only what a search or the numbers of the problem have changed.
void ContactBasis::stay()
{
  std::fill(cover_.begin(), cover_.end(), 1.0);
  cover_choice_ = 0;
  largest_cover_ = 2.0;
  drift_ = 0;
  for (const int i : involved_) {
    if (joined_[i]) {
      set_directions(i);
    }
  }
}

/// Whether nothing has changed but numbers since the last problem.
bool ContactBasis::load_contacts(const ContactProblem & problem, int refinement)
{
  bool is_same = refinement == refinement_ && problem.degrees_of_freedom() == nv_;
  nv_ = problem.degrees_of_freedom();
  refinement_ = refinement;
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
    const int directions = frictional ? refinement_ * data.directions : 0;
    is_same = is_same && directions == directions_[i];
    directions_[i] = directions;
    angle_[i] = data.angle;
    zoom_[i] = 0.0;
    bias_[i] << data.gap_rate, data.tangential_rate[0], data.tangential_rate[1];
    bias_[i] *= two_to(-exponent);
    stride = std::max(stride, frictional ? directions + 2 : 1);
  }
  if (stride != stride_) {
    corners_.clear();
    room_stride_ = 0;
  }
  stride_ = stride;
  choose_scale(problem);
  is_same = is_same && columns_.is_same();
  columns_.find_bodies(nv_);
  return is_same;
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
  forget_updates();
  drift_ = 0;
  is_slot_.resize(all, 0);
  joined_.assign(contacts(), 0);
  involvement_.assign(contacts(), 0);
  artificial_ = false;
  is_collected_ = false;
  is_saved_ = false;
  hash_ = kHashOfZero;
  cover_choice_ = 0;
  largest_cover_ = 2.0;
  friction_ = true;
}

/// Nothing to do where the last problem had the same sizes.
void ContactBasis::make_room()
{
  const Index nc = contacts();
  if (nc == room_contacts_ && stride_ == room_stride_ && nv_ == room_velocities_) {
    return;
  }
  room_contacts_ = nc;
  room_stride_ = stride_;
  room_velocities_ = nv_;
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
