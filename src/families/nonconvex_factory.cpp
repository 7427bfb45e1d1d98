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
#include "contact_sim/families/nonconvex_factory.hpp"

#include <Eigen/Geometry>

#include <cmath>

namespace contact_sim::families
{

ContactProblem point_before_walls(
  double mass, const Eigen::Vector3d & velocity, double h, const std::vector<Wall> & walls)
{
  ContactProblem problem(3);
  problem.set_k(std::sqrt(mass) * velocity);
  for (const Wall & wall : walls) {
    ContactProblem::Columns columns(3, 3);
    columns.col(0) = wall.normal;
    columns.col(1) = wall.normal.unitOrthogonal();
    columns.col(2) = wall.normal.cross(Eigen::Vector3d(columns.col(1)));
    problem.add_contact(
      {0, 1, 2}, columns / std::sqrt(mass),
      {wall.gap / h, wall.mu, 8, 0.0, Eigen::Vector2d::Zero()});
  }
  return problem;
}

ContactProblem egan_corner(const Eigen::Vector2d & velocity, NonconvexForm form, double mu)
{
  ContactProblem problem = point_before_walls(
    1.0, {velocity.x(), velocity.y(), 0.0}, 2.0,
    {{Eigen::Vector3d::UnitX(), 1.0, mu}, {Eigen::Vector3d::UnitY(), 1.0, mu}});
  problem.add_group({0, 1});
  problem.set_nonconvex_law({form, 0.01});
  return problem;
}

Eigen::VectorXd velocity_after(const ContactProblem & problem, const Eigen::VectorXd & impulses)
{
  Eigen::VectorXd x = problem.k();
  for (Eigen::Index i = 0; i < problem.size(); ++i) {
    problem.accumulate(i, impulses.segment<3>(3 * i), x);
  }
  return x;
}

}  // namespace contact_sim::families
