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

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/LU>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/dynamics/inverse_inertia.hpp"
#include "dynamics/checks.hpp"
#include "dynamics/chosen_bodies.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Matrix3d;
using Eigen::Vector3d;

bool has_mass(const Model & model, int body)
{
  return model.inertia(body).mass > 0.0;
}

/// \throws std::invalid_argument where a body without mass has not one child
void check_massless(const Model & model, int body)
{
  int children = 0;
  for (int child = body + 1; child < model.subtree_end(body); child = model.subtree_end(child)) {
    ++children;
  }
  if (children != 1) {
    throw std::invalid_argument(
            "inverse inertia by assembly: link '" + model.link(model.body_link(body)).name +
            "' has no mass and carries " + std::to_string(children) +
            " joints, 1 is possible; give it an inertia, or take inverse_inertia_from_factor()");
  }
}

/// The acceleration of a lone rigid body for a unit force at its origin: [J -Jc; cJ 1/m - cJc] with
/// the inverse J of the rotational inertia about the centre of mass, which is at c, c meaning c×.
Matrix6d rigid_response(double mass, const Matrix3d & J, const Vector3d & center)
{
  const Matrix3d c = skew(center);
  const Matrix3d cJ = c * J;
  Matrix6d result;
  result.topLeftCorner<3, 3>() = J;
  result.bottomLeftCorner<3, 3>() = cJ;
  result.topRightCorner<3, 3>() = cJ.transpose();
  result.bottomRightCorner<3, 3>() = -cJ * c;
  result.bottomRightCorner<3, 3>().diagonal().array() += 1.0 / mass;
  return result;
}

/// block · Xᵀ, where X takes a motion to a point at the distance r: v + ω × r.
Matrix6d times_shift(const Matrix6d & block, const Vector3d & r)
{
  Matrix6d result = block;
  result.rightCols<3>().noalias() += block.leftCols<3>() * skew(r);
  return result;
}

/// Acceleration at the origin of `body` that a unit rate of the degree of freedom has.
Vector6d joint_column(const Model & model, const Data & data, int dof, int body)
{
  Vector6d column;
  if (model.dof_is_angular(dof)) {
    const Vector3d arm = data.position[body] - data.position[model.dof_body(dof)];
    column << data.axis[dof], data.axis[dof].cross(arm);
  } else {
    column << Vector3d::Zero(), data.axis[dof];
  }
  return column;
}

}  // namespace

InverseInertiaAssembly::InverseInertiaAssembly(const Model & model)
: anchor_(model.body_count(), -1), joints_(model.body_count(), 0),
  inverse_rotational_(model.body_count(), Matrix3d::Zero()), row_(model.body_count(), -1),
  slot_(model.body_count(), -1)
{
  for (int root = 1; root < model.body_count(); root = model.subtree_end(root)) {
    std::vector<int> tree;
    for (int body = root; body < model.subtree_end(root); ++body) {
      if (!has_mass(model, body)) {
        check_massless(model, body);
        continue;
      }
      int anchor = model.parent(body);
      while (anchor != 0 && !has_mass(model, anchor)) {
        anchor = model.parent(anchor);
      }
      anchor_[body] = anchor;
      ++joints_[body];
      joints_[anchor] += anchor != 0;
      inverse_rotational_[body] = model.inertia(body).rotational.inverse();
      tree.push_back(body);
    }
    plan_tree(tree);
    steps_.push_back({Action::kGround, tree.front()});
  }
  plan_slots();
}

/// Opens the joint that leaves two parts of most equal size, plans these, and closes it.
void InverseInertiaAssembly::plan_tree(const std::vector<int> & tree)
{
  if (tree.size() == 1) {
    steps_.push_back({Action::kPlace, tree.front()});
    return;
  }
  std::vector<int> weight(tree.size(), 1);
  const int total = static_cast<int>(tree.size());
  int best = total - 1;
  for (int k = total - 1; k > 0; --k) {
    if (std::abs(2 * weight[k] - total) < std::abs(2 * weight[best] - total)) {
      best = k;
    }
    const auto above = std::lower_bound(tree.begin(), tree.end(), anchor_[tree[k]]);
    weight[above - tree.begin()] += weight[k];
  }
  std::vector<int> near_part, far_part;
  std::vector<char> is_far(tree.size(), false);
  for (int k = 0; k < total; ++k) {
    const auto above = std::lower_bound(tree.begin(), tree.end(), anchor_[tree[k]]);
    is_far[k] = k == best || (k > 0 && is_far[above - tree.begin()]);
    (is_far[k] ? far_part : near_part).push_back(tree[k]);
  }
  plan_tree(near_part);
  plan_tree(far_part);
  steps_.push_back({Action::kJoin, tree[best]});
}

/// Counts the handles that are held at a time, by walking through the plan.
void InverseInertiaAssembly::plan_slots()
{
  std::vector<int> open = joints_;
  int used = 0;
  for (const Step & step : steps_) {
    if (step.action == Action::kPlace) {
      slots_ = std::max(slots_, ++used);
    } else {
      used -= --open[step.body] == 0;
      if (step.action == Action::kJoin) {
        used -= --open[anchor_[step.body]] == 0;
      }
    }
  }
}

void InverseInertiaAssembly::check(
  const Model & model, const std::vector<int> & bodies, const Eigen::VectorXd * diagonal) const
{
  if (static_cast<int>(anchor_.size()) != model.body_count()) {
    throw std::invalid_argument(
            "inverse inertia by assembly: made for " + std::to_string(anchor_.size()) +
            " bodies, the model has " + std::to_string(model.body_count()));
  }
  if (diagonal != nullptr) {
    check_vector("diagonal", *diagonal, model.nv());
  }
  for (const int body : bodies) {
    if (anchor_[body] < 0) {
      throw std::invalid_argument(
              "inverse inertia by assembly: link '" + model.link(model.body_link(body)).name +
              "' has no mass; give it an inertia, or take inverse_inertia_from_factor()");
    }
  }
}

void InverseInertiaAssembly::start(const std::vector<int> & bodies)
{
  pending_ = joints_;
  std::fill(row_.begin(), row_.end(), -1);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    ++pending_[bodies[i]];
    row_[bodies[i]] = static_cast<int>(i);
  }
  stride_ = slots_ + static_cast<int>(bodies.size());
  if (static_cast<int>(to_joint_.size()) < stride_) {
    tiles_.resize(stride_ * stride_);
    to_joint_.resize(stride_);
    response_.resize(stride_);
    handles_.reserve(stride_);
    piece_begin_.reserve(stride_ + 1);
    free_slots_.reserve(stride_);
  }
  handles_.clear();
  piece_begin_.clear();
  free_slots_.clear();
  for (int slot = stride_ - 1; slot >= 0; --slot) {
    free_slots_.push_back(slot);
  }
}

void InverseInertiaAssembly::compute(
  const Model & model, const Data & data, const std::vector<int> & bodies, Eigen::MatrixXd & phi,
  const Eigen::VectorXd * diagonal)
{
  check_chosen_bodies(model, bodies);
  check(model, bodies, diagonal);
  start(bodies);
  const Eigen::Index size = 6 * static_cast<Eigen::Index>(bodies.size());
  phi.setZero(size, size);
  for (const Step & step : steps_) {
    switch (step.action) {
      case Action::kPlace:
        place(model, data, step.body);
        break;
      case Action::kJoin:
        join(model, data, step.body, diagonal);
        break;
      case Action::kGround:
        ground(model, data, step.body, diagonal);
        finish(phi);
    }
  }
}

/// Φ_ij of two handles of one piece.
Matrix6d InverseInertiaAssembly::block(int i, int j) const
{
  const int a = slot_[i], b = slot_[j];
  return a >= b ? tiles_[a * stride_ + b] : Matrix6d(tiles_[b * stride_ + a].transpose());
}

Matrix6d & InverseInertiaAssembly::tile(int i, int j)
{
  return tiles_[slot_[i] * stride_ + slot_[j]];
}

void InverseInertiaAssembly::place(const Model & model, const Data & data, int body)
{
  slot_[body] = free_slots_.back();
  free_slots_.pop_back();
  piece_begin_.push_back(static_cast<int>(handles_.size()));
  handles_.push_back(body);
  const Matrix3d & R = data.rotation[body];
  const Matrix3d J = R * inverse_rotational_[body] * R.transpose();
  const SpatialInertia & inertia = model.inertia(body);
  tile(body, body) = rigid_response(inertia.mass, J, R * inertia.center);
}

/// W of eq. 3 of inverse_inertia.md: the force that keeps the joint closed, for what its sides
/// would do without. One degree of freedom after the other is set free: eq. 4.
Matrix6d InverseInertiaAssembly::joint_response(
  const Model & model, const Data & data, int body, const Matrix6d & Y,
  const Eigen::VectorXd * diagonal) const
{
  const DofSpan support = model.support(body);
  const int first = model.support(anchor_[body]).size();
  if (support.size() - first == 6 && diagonal == nullptr) {
    return Matrix6d::Zero();
  }
  Matrix6d W = Y.llt().solve(Matrix6d::Identity());
  for (int i = first; i < support.size(); ++i) {
    const Vector6d s = joint_column(model, data, support[i], body);
    const Vector6d Ws = W * s;
    const double inertia = s.dot(Ws) + (diagonal != nullptr ? (*diagonal)[support[i]] : 0.0);
    W.noalias() -= Ws * (Ws / inertia).transpose();
  }
  return W;
}

/// Moves the handles of begin … end - 1 that are needed any further to `kept` and those after it,
/// and their E and E W with them; gives the slots of the others back.
int InverseInertiaAssembly::keep(int begin, int end, int kept)
{
  for (int k = begin; k < end; ++k) {
    const int body = handles_[k];
    if (pending_[body] == 0) {
      free_slots_.push_back(slot_[body]);
      continue;
    }
    to_joint_[kept] = to_joint_[k];
    response_[kept] = response_[k];
    handles_[kept++] = body;
  }
  return kept;
}

void InverseInertiaAssembly::join(
  const Model & model, const Data & data, int body, const Eigen::VectorXd * diagonal)
{
  const int anchor = anchor_[body];
  const int far_begin = piece_begin_.back(), end = static_cast<int>(handles_.size());
  piece_begin_.pop_back();
  const int begin = piece_begin_.back();
  const Vector3d arm = data.position[body] - data.position[anchor];
  for (int k = begin; k < far_begin; ++k) {
    to_joint_[k] = -times_shift(block(handles_[k], anchor), arm);
  }
  for (int k = far_begin; k < end; ++k) {
    to_joint_[k] = block(handles_[k], body);
  }
  const Matrix6d shifted = times_shift(block(anchor, anchor), arm).transpose();
  const Matrix6d Y = block(body, body) + times_shift(shifted, arm);
  const Matrix6d W = joint_response(model, data, body, Y, diagonal);
  for (int k = begin; k < end; ++k) {
    response_[k].noalias() = to_joint_[k] * W;
  }
  --pending_[body];
  --pending_[anchor];
  const int middle = keep(begin, far_begin, begin);
  const int kept = keep(far_begin, end, middle);
  handles_.resize(kept);
  for (int a = begin; a < kept; ++a) {
    for (int b = begin; b < kept; ++b) {
      if (slot_[handles_[a]] < slot_[handles_[b]]) {
        continue;
      }
      Matrix6d & target = tile(handles_[a], handles_[b]);
      if ((a < middle) == (b < middle)) {
        target.noalias() -= response_[a] * to_joint_[b].transpose();
      } else {
        target.noalias() = -response_[a] * to_joint_[b].transpose();
      }
    }
  }
}

/// The same with the world on the other side, which does not move.
void InverseInertiaAssembly::ground(
  const Model & model, const Data & data, int body, const Eigen::VectorXd * diagonal)
{
  const int end = static_cast<int>(handles_.size());
  const Matrix6d W = joint_response(model, data, body, block(body, body), diagonal);
  for (int k = 0; k < end; ++k) {
    to_joint_[k] = block(handles_[k], body);
    response_[k].noalias() = to_joint_[k] * W;
  }
  --pending_[body];
  const int kept = keep(0, end, 0);
  handles_.resize(kept);
  for (int a = 0; a < kept; ++a) {
    for (int b = 0; b < kept; ++b) {
      if (slot_[handles_[a]] >= slot_[handles_[b]]) {
        tile(handles_[a], handles_[b]).noalias() -= response_[a] * to_joint_[b].transpose();
      }
    }
  }
}

/// Only chosen bodies are left of the tree: copies their blocks and makes room for the next tree.
void InverseInertiaAssembly::finish(Eigen::MatrixXd & phi)
{
  for (const int i : handles_) {
    for (const int j : handles_) {
      phi.block<6, 6>(6 * row_[i], 6 * row_[j]) = block(i, j);
    }
  }
  for (const int body : handles_) {
    free_slots_.push_back(slot_[body]);
  }
  handles_.clear();
  piece_begin_.clear();
}

}  // namespace contact_sim
