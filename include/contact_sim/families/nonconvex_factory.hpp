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
#ifndef CONTACT_SIM__FAMILIES__NONCONVEX_FACTORY_HPP_
#define CONTACT_SIM__FAMILIES__NONCONVEX_FACTORY_HPP_

#include <Eigen/Core>

#include <vector>

#include "contact_sim/contact/contact_problem.hpp"

namespace contact_sim::families
{

/// A plane that a point mass may meet.
struct Wall
{
  Eigen::Vector3d normal;  ///< unit
  double gap{0.0};         ///< [m]
  double mu{0.0};
};

/// A point mass with a velocity before walls, no group yet. The contact of wall i is i.
ContactProblem point_before_walls(
  double mass, const Eigen::Vector3d & velocity, double h, const std::vector<Wall> & walls);

/// Egan's corner: mass 1 at (1, 1), walls x = 0 and y = 0, h = 2, one group; epsilon/h is 0.01.
ContactProblem egan_corner(const Eigen::Vector2d & velocity, NonconvexForm form, double mu = 0.0);

/// Velocity at the end of the step, x of (1) in contact_problem.hpp.
Eigen::VectorXd velocity_after(const ContactProblem & problem, const Eigen::VectorXd & impulses);

}  // namespace contact_sim::families

#endif  // CONTACT_SIM__FAMILIES__NONCONVEX_FACTORY_HPP_
