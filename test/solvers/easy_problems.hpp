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

#ifndef SOLVERS__EASY_PROBLEMS_HPP_
#define SOLVERS__EASY_PROBLEMS_HPP_

#include <Eigen/Core>

#include <cmath>
#include <vector>

#include "contact_sim/contact/contact_problem.hpp"
#include "support/families.hpp"

namespace contact_sim::testing
{

/// A point mass above one contact, with the velocity (n, t₁, t₂).
inline ContactProblem point_mass(const Eigen::Vector3d & velocity, double mu, double mass = 2.0)
{
  ContactProblem problem(3);
  problem.set_k(std::sqrt(mass) * velocity);
  ContactData data;
  data.mu = mu;
  problem.add_contact({0, 1, 2}, Eigen::Matrix3d::Identity() / std::sqrt(mass), data);
  return problem;
}

/// Two of them apart from each other, of 2 kg, that move with the given normal velocities.
inline ContactProblem two_masses(double first, double second)
{
  ContactProblem problem(6);
  Eigen::VectorXd k = Eigen::VectorXd::Zero(6);
  k[0] = std::sqrt(2.0) * first;
  k[3] = std::sqrt(2.0) * second;
  problem.set_k(k);
  problem.add_contact({0, 1, 2}, Eigen::Matrix3d::Identity() / std::sqrt(2.0), {});
  problem.add_contact({3, 4, 5}, Eigen::Matrix3d::Identity() / std::sqrt(2.0), {});
  return problem;
}

/// The same problem without friction.
inline ContactProblem smooth(ContactProblem problem)
{
  for (Eigen::Index i = 0; i < problem.size(); ++i) {
    ContactData data = problem.data(i);
    data.mu = 0.0;
    problem.set_data(i, data);
  }
  return problem;
}

/// A block of 2 kg on its four lower corners: six degrees of freedom under twelve rows.
inline ContactProblem block(const Vector6d & velocity, double mu)
{
  Bodies world;
  world.add_block(2.0, {0.4, 0.3, 0.2}, {0.0, 0.0, 0.1});
  world.bodies[0].velocity = velocity;
  for (const double x : {-0.2, 0.2}) {
    for (const double y : {-0.15, 0.15}) {
      PointContact contact;
      contact.point = {x, y, 0.0};
      contact.mu = mu;
      world.contacts.push_back(contact);
    }
  }
  return world.problem();
}

/// Falls on its face and moves sideways, slowly enough to be stopped.
inline ContactProblem falling_block(double mu)
{
  Vector6d velocity;
  velocity << 0.1, 0.05, -1.0, 0.0, 0.0, 0.0;
  return block(velocity, mu);
}

/// The contacts in another order, each with its mass in other units and all velocities too.
inline ContactProblem changed(
  const ContactProblem & problem, const std::vector<int> & order, double mass_unit = 1.0,
  double velocity_unit = 1.0)
{
  ContactProblem result(problem.degrees_of_freedom());
  result.set_k(problem.k() * (std::sqrt(mass_unit) * velocity_unit));
  for (const int i : order) {
    ContactData data = problem.data(i);
    data.gap_rate *= velocity_unit;
    data.tangential_rate *= velocity_unit;
    const std::vector<int> dofs(problem.dofs(i), problem.dofs(i) + problem.dof_count(i));
    result.add_contact(dofs, problem.columns(i) / std::sqrt(mass_unit), data);
  }
  return result;
}

/// k + Σ Â_j λ_j: the velocities that the impulses lead to.
inline Eigen::VectorXd end_velocity(
  const ContactProblem & problem, const Eigen::VectorXd & impulses)
{
  Eigen::VectorXd x = problem.k();
  for (Eigen::Index i = 0; i < problem.size(); ++i) {
    problem.accumulate(i, impulses.segment<3>(3 * i), x);
  }
  return x;
}

}  // namespace contact_sim::testing

#endif  // SOLVERS__EASY_PROBLEMS_HPP_
