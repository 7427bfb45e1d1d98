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

#include "solvers/single_contact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace contact_sim
{

namespace
{

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// Bisection alone halves the bracket to the last bit in about this many steps.
constexpr int kMaxRootSteps = 200;

/// Equation (1) of ProjectedGaussSeidel in the axes in which S is diagonal.
class SlidingContact
{
public:
  SlidingContact(const Eigen::Matrix3d & W, const Eigen::Vector3d & b, double mu)
  : W_nn_(W(0, 0)), b_n_(b[0]), mu_(mu)
  {
    const Eigen::Vector2d W_tn = W.block<2, 1>(1, 0);
    const Eigen::Matrix2d S = W.bottomRightCorner<2, 2>() - W_tn * W_tn.transpose() / W_nn_;
    const Eigen::Vector2d c = b.tail<2>() - W_tn * (b_n_ / W_nn_);
    const double angle = 0.5 * std::atan2(2.0 * S(0, 1), S(0, 0) - S(1, 1));
    axes_ << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
    c_ = axes_.transpose() * c;
    coupling_ = axes_.transpose() * W_tn;
    s_ = (axes_.transpose() * S * axes_).diagonal();
    // What is left of a tangent that moves nothing of its own is rounding.
    const double smallest = 8.0 * kEpsilon * W.diagonal().maxCoeff();
    for (int i = 0; i < 2; ++i) {
      s_[i] = s_[i] > smallest ? s_[i] : 0.0;
    }
  }

  /// A direction that friction cannot move is left alone: stick is then only possible if it rests.
  bool can_stick() const
  {
    return (s_[0] > 0.0 || c_[0] == 0.0) && (s_[1] > 0.0 || c_[1] == 0.0);
  }

  Eigen::Vector2d tangential(double alpha) const
  {
    Eigen::Vector2d result = Eigen::Vector2d::Zero();
    for (int i = 0; i < 2; ++i) {
      if (s_[i] + alpha > 0.0) {
        result[i] = -c_[i] / (s_[i] + alpha);
      }
    }
    return result;
  }

  double normal(const Eigen::Vector2d & tangential) const
  {
    return -(b_n_ + coupling_.dot(tangential)) / W_nn_;
  }

  /// |λ_t| - μ λ_n, and its derivative.
  double excess(double alpha, double & rate) const
  {
    const Eigen::Vector2d t = tangential(alpha);
    Eigen::Vector2d dt = Eigen::Vector2d::Zero();
    for (int i = 0; i < 2; ++i) {
      if (s_[i] + alpha > 0.0) {
        dt[i] = -t[i] / (s_[i] + alpha);
      }
    }
    const double size = t.norm();
    rate = (size > 0.0 ? t.dot(dt) / size : 0.0) + mu_ * coupling_.dot(dt) / W_nn_;
    return size - mu_ * normal(t);
  }

  /// From here on |λ_t| <= |c| / α is smaller than μ λ_n.
  double alpha_bound() const
  {
    return c_.norm() * (W_nn_ + mu_ * coupling_.norm()) / (-mu_ * b_n_);
  }

  Eigen::Vector3d impulse(double alpha) const
  {
    const Eigen::Vector2d t = tangential(alpha);
    Eigen::Vector3d result;
    result[0] = normal(t);
    result.tail<2>() = axes_ * t;
    return result;
  }

private:
  double W_nn_;
  double b_n_;
  double mu_;
  Eigen::Matrix2d axes_;
  Eigen::Vector2d c_;
  Eigen::Vector2d coupling_;  ///< W_tn
  Eigen::Vector2d s_;         ///< the eigenvalues of S
};

/// Newton's method, kept inside a bracket that bisection shrinks where Newton would leave it.
double sliding_root(const SlidingContact & contact)
{
  double low = 0.0;
  double high = contact.alpha_bound();
  double alpha = 0.5 * high;
  for (int step = 0; step < kMaxRootSteps && high - low > kEpsilon * high; ++step) {
    double rate = 0.0;
    const double excess = contact.excess(alpha, rate);
    (excess > 0.0 ? low : high) = alpha;
    const double newton = alpha - excess / rate;
    const bool fits = newton > low && newton < high;
    const double next = fits ? newton : 0.5 * (low + high);
    if (std::abs(next - alpha) <= kEpsilon * alpha) {
      return next;
    }
    alpha = next;
  }
  return alpha;
}

}  // namespace

Eigen::Vector3d clamp_to_cone(const Eigen::Vector3d & lambda, double mu)
{
  if (!(lambda[0] > 0.0)) {
    return Eigen::Vector3d::Zero();
  }
  Eigen::Vector3d result = lambda;
  const double size = lambda.tail<2>().norm();
  if (size > mu * lambda[0]) {
    result.tail<2>() *= mu * lambda[0] / size;
  }
  return result;
}

Eigen::Vector3d solve_single_contact(
  const Eigen::Matrix3d & W, const Eigen::Vector3d & b, double mu)
{
  if (b[0] >= 0.0) {
    return Eigen::Vector3d::Zero();
  }
  if (mu == 0.0) {
    return {-b[0] / W(0, 0), 0.0, 0.0};
  }
  const SlidingContact contact(W, b, mu);
  double rate = 0.0;
  if (contact.can_stick() && contact.excess(0.0, rate) <= 0.0) {
    return contact.impulse(0.0);
  }
  return clamp_to_cone(contact.impulse(sliding_root(contact)), mu);
}

}  // namespace contact_sim
