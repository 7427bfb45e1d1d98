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

#ifndef SOLVERS__DANTZIG_CONTACT_HPP_
#define SOLVERS__DANTZIG_CONTACT_HPP_

#include <Eigen/Core>

#include <string>
#include <vector>

#include "contact_sim/contact/contact_solver.hpp"
#include "solvers/dantzig_drive.hpp"

namespace contact_sim
{

/// Contact forces with static and dynamic friction as in [Baraff 1994], sections 4 to 6, by the
/// listing of the papers' GUIDE: the contacts are taken one at a time, first the normal force and
/// then friction is driven until the contact's conditions are met, and those treated before keep
/// theirs (the sets C, NC, C_F and the saturated ones, which are NormalSet and FrictionSet here).
///
/// The paper is about forces and accelerations. Here impulses and the velocities at the end of the
/// step stand in their place, and its conditions become
///
///     λ_n >= 0, u_n >= 0, λ_n u_n = 0;   |λ_t| <= μ λ_n;   u_t = 0 or |λ_t| = μ λ_n, λ_tᵀu_t <= 0
///
/// - The velocity that decides between static and dynamic friction is the free one: a contact whose
///   free velocity slides faster than `sliding_speed` has dynamic friction, saturated against that
///   velocity while its normal force is driven. Unlike in the paper velocities change, so that a
///   sliding can end within the step: friction is static from there on.
/// - An unbounded step, no finite force (Painlevé), is followed until a sliding ends, and reported.
/// - A saturated contact keeps the direction it saturated in, as in the paper: the force then
///   opposes sliding in part only.
///
/// Differs in: the condition broken most is taken next; the first of the two friction forces is
/// against the sliding velocity, not along a fixed axis; friction that a drop or a turn has left on
/// or outside of the cone is led along it (Drive); conditions that depend on others cost nothing
/// and are never solved for (DirectionSystem).
///
/// Extension: passes over the sliding contacts, in which the friction of one after the other is
/// turned until it is exactly against the sliding velocity, all other conditions being kept, until
/// the exact cone's law is met. `max_passes` 0 is the paper. There is no proof that the passes
/// converge, nor that the main loop ends: both are bounded, and the status says so.
class Dantzig : public ContactSolver
{
public:
  Dantzig() = default;
  Dantzig(const Dantzig &) = delete;  // state_ refers to a part of this one
  Dantzig & operator=(const Dantzig &) = delete;

  SolverTraits traits() const override;

private:
  std::vector<ParameterSpec> do_parameter_specs() const override;
  void do_initialize(const ParameterMap & values) override;
  void do_solve(
    const ContactProblem & problem, const ContactSolution * guess,
    ContactSolution & solution) override;

  void start(const ContactProblem & problem);
  LcpStatus establish();
  Eigen::Index next_contact() const;
  bool needs_friction(Eigen::Index i) const;
  LcpStatus treat_normal(Eigen::Index i);
  LcpStatus treat_friction(Eigen::Index i);
  LcpStatus treat_on_cone(Eigen::Index i);
  LcpStatus turn(Eigen::Index i);
  bool is_aligned(Eigen::Index i) const;
  LcpStatus align_all(bool & was_aligned);
  void keep_if_better(const ContactProblem & problem, ContactSolution & solution);
  void explain(ContactSolution & solution) const;

  double sliding_speed_{0.0};
  int max_passes_{0};
  int max_steps_{0};

  ContactDrive drive_;
  DriveState & state_{drive_.state()};
  std::vector<Eigen::Vector2d> dynamic_direction_;  ///< zero where friction is static
  Eigen::Index treated_{-1};
  int passes_{0};
  double best_residual_{0.0};
  int best_sliding_{0};
  Eigen::VectorXd candidate_;
  Eigen::VectorXd velocity_;
};

}  // namespace contact_sim

#endif  // SOLVERS__DANTZIG_CONTACT_HPP_
