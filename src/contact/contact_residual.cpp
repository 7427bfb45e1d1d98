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

#include "contact_sim/contact/contact_residual.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

/// ω_i
double unit_of(const ContactProblem & problem, Index i)
{
  return problem.columns(i).norm() / std::sqrt(3.0);
}

/// s, or 1 where nothing moves.
double scale_of(const ContactProblem & problem)
{
  double scale = 0.0;
  for (Index i = 0; i < problem.size(); ++i) {
    const Eigen::Vector3d u = problem.velocity(i, problem.k());
    scale = std::max(scale, u.norm() / unit_of(problem, i));
  }
  return scale > 0.0 ? scale : 1.0;
}

/// From this scaled impulse on rounding is felt: 1e4 times machine precision.
constexpr double kLargeImpulse = 1e4;

/// x of (1). Where large impulses nearly cancel, as under a heavy body on a light one, they are
/// summed up with more digits: it is the answer that is judged, not the judge's rounding.
void sum_up(
  const ContactProblem & problem, const Eigen::VectorXd & impulses, double scale,
  Eigen::VectorXd & velocity)
{
  velocity = problem.k();
  double largest = 0.0;
  for (Index i = 0; i < problem.size(); ++i) {
    const Eigen::Vector3d lambda = impulses.segment<3>(3 * i);
    problem.accumulate(i, lambda, velocity);
    largest = std::max(largest, lambda.cwiseAbs().maxCoeff() * unit_of(problem, i) / scale);
  }
  if (!(largest > kLargeImpulse)) {
    return;
  }
  using Precise = long double;  // NOLINT(runtime/int)
  Eigen::Matrix<Precise, Eigen::Dynamic, 1> sum = problem.k().cast<Precise>();
  for (Index i = 0; i < problem.size(); ++i) {
    const Eigen::Matrix<Precise, 3, 1> lambda = impulses.segment<3>(3 * i).cast<Precise>();
    for (Index row = 0; row < problem.dof_count(i); ++row) {
      sum[problem.dofs(i)[row]] +=
        problem.columns(i).row(row).cast<Precise>().dot(lambda.transpose());
    }
  }
  velocity = sum.cast<double>();
}

/// The largest part of x along a corner of the polygon, or along any direction.
double support(const ContactData & data, Friction friction, const Eigen::Vector2d & x)
{
  if (friction == Friction::kCone) {
    return x.norm();
  }
  double largest = 0.0;
  for (int j = 0; j < data.directions; ++j) {
    const double angle = data.angle + 2.0 * M_PI * j / data.directions;
    largest = std::max(largest, std::cos(angle) * x[0] + std::sin(angle) * x[1]);
  }
  return largest;
}

/// How far `force` sticks out of the polygon or disc of the given size.
double excess(
  const ContactData & data, Friction friction, const Eigen::Vector2d & force, double size)
{
  if (friction == Friction::kCone) {
    return force.norm() - size;
  }
  double largest = -size;
  for (int j = 0; j < data.directions; ++j) {
    const double angle = data.angle + 2.0 * M_PI * (j + 0.5) / data.directions;
    const double outward = std::cos(angle) * force[0] + std::sin(angle) * force[1];
    largest = std::max(largest, outward - size * std::cos(M_PI / data.directions));
  }
  return largest;
}

void measure_friction(
  const ContactData & data, Friction friction, const Eigen::Vector3d & lambda,
  const Eigen::Vector3d & u, ContactResidual & residual)
{
  const Eigen::Vector2d force = lambda.tail<2>();
  const Eigen::Vector2d slip = u.tail<2>();
  if (data.mu == 0.0 || data.directions == 0) {
    residual.cone_violation = std::max(residual.cone_violation, force.norm());
    return;
  }
  const double size = data.mu * std::max(0.0, lambda[0]);
  residual.cone_violation =
    std::max(residual.cone_violation, excess(data, friction, force, size));
  // Divided by what the two factors are: a product of small ones would hide a missing friction,
  // and a product with a large force would blame the rounding of a velocity that is zero.
  const double gap = force.dot(slip) + size * support(data, friction, -slip);
  if (gap > 0.0) {
    residual.dissipation_gap = std::max(residual.dissipation_gap, gap / (size + slip.norm()));
  }
}

ContactResidual nothing_known()
{
  const double infinity = std::numeric_limits<double>::infinity();
  return {infinity, infinity, infinity, infinity};
}

}  // namespace

double ContactResidual::largest() const
{
  return std::max({penetration_rate, complementarity, cone_violation, dissipation_gap});
}

ContactResidual contact_residual(
  const ContactProblem & problem, const Eigen::VectorXd & impulses, Friction friction,
  Eigen::VectorXd & velocity)
{
  if (impulses.size() != 3 * problem.size()) {
    throw std::invalid_argument(
            "contact residual: expected " + std::to_string(3 * problem.size()) +
            " impulses, found " + std::to_string(impulses.size()));
  }
  const double scale = scale_of(problem);
  sum_up(problem, impulses, scale, velocity);
  ContactResidual residual;
  double largest_impulse = 0.0;
  for (Index i = 0; i < problem.size(); ++i) {
    const double unit = unit_of(problem, i);
    const Eigen::Vector3d u = problem.velocity(i, velocity) / (unit * scale);
    const Eigen::Vector3d lambda = impulses.segment<3>(3 * i) * (unit / scale);
    if (!u.allFinite() || !lambda.allFinite()) {
      return nothing_known();
    }
    largest_impulse = std::max(largest_impulse, lambda.cwiseAbs().maxCoeff());
    residual.penetration_rate = std::max(residual.penetration_rate, -u[0]);
    residual.complementarity =
      std::max(residual.complementarity, std::abs(std::min(lambda[0], u[0])));
    measure_friction(problem.data(i), friction, lambda, u, residual);
  }
  // Impulses so large that their rounding (half of epsilon) hides the velocities are no answer.
  residual.complementarity = std::max(
    residual.complementarity, 0.5 * std::numeric_limits<double>::epsilon() * largest_impulse);
  return residual;
}

ContactResidual contact_residual(
  const ContactProblem & problem, const Eigen::VectorXd & impulses, Friction friction)
{
  Eigen::VectorXd velocity;
  return contact_residual(problem, impulses, friction, velocity);
}

}  // namespace contact_sim
