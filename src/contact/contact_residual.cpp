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

#include "contact/contact_scale.hpp"

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

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
    largest = std::max(largest, lambda.cwiseAbs().maxCoeff() * contact_unit(problem, i) / scale);
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

void measure_normal(double lambda, double u, ContactResidual & residual)
{
  residual.penetration_rate = std::max(residual.penetration_rate, -u);
  residual.complementarity = std::max(residual.complementarity, std::abs(std::min(lambda, u)));
}

/// 0 <= λ_n ⟂ max u_n >= 0 and λ_n ⟂ max u_n - u_n >= 0 for each side, or 0 <= λ_n ⟂ Σ >= 0 with
/// the sum of (30). All sides have one unit, so that their velocities can be compared.
void measure_group(
  const ContactProblem & problem, Index g, const Eigen::VectorXd & impulses,
  const Eigen::VectorXd & x, double scale, ContactResidual & residual)
{
  const NonconvexLaw & law = problem.nonconvex_law();
  const double unit = group_unit(problem, g);
  const double opening = group_opening(problem, g, x);
  const int * sides = problem.group(g);
  for (Index at = 0; at < problem.group_size(g); ++at) {
    const double lambda = impulses[3 * sides[at]] * unit / scale;
    measure_normal(lambda, opening / (unit * scale), residual);
    if (law.form == NonconvexForm::kMax) {
      const double untouched = opening - problem.velocity(sides[at], x)[0];
      residual.complementarity = std::max(
        residual.complementarity, std::min(lambda, untouched / (unit * scale)));
    }
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
  const double scale = contact_scale(problem);
  sum_up(problem, impulses, scale, velocity);
  ContactResidual residual;
  double largest_impulse = 0.0;
  for (Index i = 0; i < problem.size(); ++i) {
    const double unit = contact_unit(problem, i);
    const Eigen::Vector3d u = problem.velocity(i, velocity) / (unit * scale);
    const Eigen::Vector3d lambda = impulses.segment<3>(3 * i) * (unit / scale);
    if (!u.allFinite() || !lambda.allFinite()) {
      return nothing_known();
    }
    largest_impulse = std::max(largest_impulse, lambda.cwiseAbs().maxCoeff());
    if (problem.group_of(i) < 0) {
      measure_normal(lambda[0], u[0], residual);
    }
    measure_friction(problem.data(i), friction, lambda, u, residual);
  }
  for (Index g = 0; g < problem.group_count(); ++g) {
    measure_group(problem, g, impulses, velocity, scale, residual);
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
