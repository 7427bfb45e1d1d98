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
#ifndef CONTACT__CONTACT_SCALE_HPP_
#define CONTACT__CONTACT_SCALE_HPP_

#include <Eigen/Core>

#include <algorithm>
#include <cmath>

#include "contact_sim/contact/contact_problem.hpp"

namespace contact_sim
{

/// ω_i of the residual
inline double contact_unit(const ContactProblem & problem, Eigen::Index i)
{
  return problem.columns(i).norm() / std::sqrt(3.0);
}

/// ω of a group: the largest of its sides'.
inline double group_unit(const ContactProblem & problem, Eigen::Index g)
{
  double unit = 0.0;
  for (Eigen::Index at = 0; at < problem.group_size(g); ++at) {
    unit = std::max(unit, contact_unit(problem, problem.group(g)[at]));
  }
  return unit;
}

/// The side of a group that is widest open, the first of several; x as in (1) of ContactProblem.
inline int widest_side(const ContactProblem & problem, Eigen::Index g, const Eigen::VectorXd & x)
{
  int widest = problem.group(g)[0];
  double opening = problem.velocity(widest, x)[0];
  for (Eigen::Index at = 1; at < problem.group_size(g); ++at) {
    const double u = problem.velocity(problem.group(g)[at], x)[0];
    if (u > opening) {
      opening = u;
      widest = problem.group(g)[at];
    }
  }
  return widest;
}

/// What the law asks to be >= 0: max u_n, or the sum of (30) [m/s]. The sum ends at -ε however deep
/// the point is; from there on the widest side goes on with it, so that depth is felt.
inline double group_opening(
  const ContactProblem & problem, Eigen::Index g, const Eigen::VectorXd & x)
{
  const NonconvexLaw & law = problem.nonconvex_law();
  const double widest = problem.velocity(widest_side(problem, g, x), x)[0];
  if (law.form == NonconvexForm::kMax || widest <= -law.epsilon) {
    return widest;
  }
  double sum = law.epsilon * static_cast<double>(problem.group_size(g) - 1);
  for (Eigen::Index at = 0; at < problem.group_size(g); ++at) {
    sum += std::max(-law.epsilon, problem.velocity(problem.group(g)[at], x)[0]);
  }
  return sum;
}

/// What the terms of u = Âᵀk + gap are at most: their rounding is some 1e-16 of it.
inline double largest_term(const ContactProblem & problem, Eigen::Index i)
{
  double square = 0.0;
  for (Eigen::Index row = 0; row < problem.dof_count(i); ++row) {
    square += std::pow(problem.k()[problem.dofs(i)[row]], 2);
  }
  return std::sqrt(square) * problem.columns(i).norm() + std::abs(problem.data(i).gap_rate) +
         problem.data(i).tangential_rate.norm();
}

/// s of the residual, or 1 where nothing moves. Where all velocities are what remains of terms that
/// cancel, s is not below 1e-6 of these: a residual of 1e-9 would ask for less than their rounding.
inline double contact_scale(const ContactProblem & problem)
{
  constexpr double kLeast = 1e-6;
  double scale = 0.0;
  for (Eigen::Index i = 0; i < problem.size(); ++i) {
    scale = std::max(scale, kLeast * largest_term(problem, i) / contact_unit(problem, i));
    const int group = problem.group_of(i);
    if (group < 0 || widest_side(problem, group, problem.k()) == i) {
      const Eigen::Vector3d u = problem.velocity(i, problem.k());
      scale = std::max(scale, u.norm() / contact_unit(problem, i));
    }
  }
  return scale > 0.0 ? scale : 1.0;
}

}  // namespace contact_sim

#endif  // CONTACT__CONTACT_SCALE_HPP_
