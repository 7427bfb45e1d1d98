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

#ifndef CONTACT_SIM__DYNAMICS__INVERSE_INERTIA_HPP_
#define CONTACT_SIM__DYNAMICS__INVERSE_INERTIA_HPP_

#include <Eigen/Core>

#include <vector>

#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/dynamics/jacobian.hpp"
#include "contact_sim/dynamics/model.hpp"
#include "contact_sim/dynamics/spatial.hpp"

namespace contact_sim
{

/// The inverse articulated-body inertias of chosen bodies, eq. 9 of [Yamane 2008]: a matrix of
/// 6 × 6 blocks Φ_ij, the spatial acceleration of body i for a unit spatial force on body j, where
/// nothing moves and no other force acts. Both are in world axes at the origins of the bodies' own
/// frames, as body_velocity() and Wrenches are, so Φ = J M⁻¹ Jᵀ with J of body_jacobian().
///
/// Two ways to it, which agree to rounding; src/dynamics/inverse_inertia.md has the derivation and
/// says which is the faster one where. `bodies` are ascending and not the world, each once; `phi`
/// becomes 6 × 6 a pair, in their order.

/// Assembles Φ as DCA and ADA do: every body alone is an articulated body with handles, and two of
/// them become one by closing the joint between them. Needs neither the mass matrix nor its factor.
/// The order is balanced, so that n links with m handles spread over them cost O(n + m²).
///
/// A body without mass has no inverse inertia of its own; with one child it is taken into the joint
/// of that child.
class InverseInertiaAssembly
{
public:
  /// \throws std::invalid_argument where a body without mass has several children
  explicit InverseInertiaAssembly(const Model & model);

  /// At the position of the last forward_kinematics(). `diagonal`, where given, is what
  /// add_diagonal() adds to the mass matrix. Allocates where more bodies are chosen
  /// than ever before.
  /// \throws std::invalid_argument where `bodies` is not as said above, or has one without mass
  void compute(
    const Model & model, const Data & data, const std::vector<int> & bodies,
    Eigen::MatrixXd & phi, const Eigen::VectorXd * diagonal = nullptr);

private:
  enum class Action {kPlace, kJoin, kGround};
  struct Step
  {
    Action action;
    int body;  ///< kJoin, kGround: the joint is that of this body
  };

  void plan_tree(const std::vector<int> & tree);
  void plan_slots();
  void check(
    const Model & model, const std::vector<int> & bodies, const Eigen::VectorXd * diagonal) const;
  void start(const std::vector<int> & bodies);
  void place(const Model & model, const Data & data, int body);
  void join(const Model & model, const Data & data, int body, const Eigen::VectorXd * diagonal);
  void ground(const Model & model, const Data & data, int body, const Eigen::VectorXd * diagonal);
  void finish(Eigen::MatrixXd & phi);
  Matrix6d joint_response(
    const Model & model, const Data & data, int body, const Matrix6d & Y,
    const Eigen::VectorXd * diagonal) const;
  int keep(int begin, int end, int kept);
  Matrix6d block(int i, int j) const;
  Matrix6d & tile(int i, int j);

  // The plan: from the model alone.
  std::vector<Step> steps_;
  std::vector<int> anchor_;  ///< by body: the next one towards the root that has mass; -1: massless
  std::vector<int> joints_;  ///< by body: joints between bodies with mass that it is part of
  std::vector<Eigen::Matrix3d> inverse_rotational_;  ///< about the centre of mass, in the body
  int slots_{0};             ///< that are in use at a time where no body is chosen

  // The work. The handles of the pieces that are not yet joined, piece after piece.
  std::vector<int> handles_;
  std::vector<int> piece_begin_;
  std::vector<int> pending_;  ///< by body: joints that are still open, and 1 where it is chosen
  std::vector<int> row_;      ///< by body: index among the chosen ones, or -1
  std::vector<int> slot_;     ///< by body
  std::vector<int> free_slots_;
  std::vector<Matrix6d> tiles_;  ///< Φ_ij at slot(i) · stride_ + slot(j), for slot(i) >= slot(j)
  int stride_{0};
  std::vector<Matrix6d> to_joint_;   ///< E_i by handle
  std::vector<Matrix6d> response_;   ///< E_i W
};

/// Φ = ÂᵀÂ with Â = G⁻¹Jᵀ of body_columns(), over the degrees of freedom that two bodies share.
/// After factor_mass_matrix(); with whatever was added to the mass matrix before.
/// \throws std::invalid_argument where `bodies` is not as said above or nothing was factored
void inverse_inertia_from_factor(
  const Model & model, Data & data, const std::vector<int> & bodies, Eigen::MatrixXd & phi);

/// Where two bodies touch: what contact_columns() takes.
struct ContactLocation
{
  int body_a{0};           ///< 0: the world
  int body_b{0};           ///< 0: the world
  Eigen::Vector3d point;   ///< in the world [m]
  Eigen::Matrix3d frame;   ///< n, t₁, t₂ in world axes; n from a to b
};

/// The Delassus matrix, Φ̄ of eq. 13 of [Yamane 2008]: velocity of body b less that of body a along
/// n, t₁, t₂ at each contact for unit impulses at each. `phi` holds at least the bodies that touch.
/// \throws std::invalid_argument where a body of a contact is not among `bodies`
void delassus_from_inverse_inertia(
  const Data & data, const std::vector<int> & bodies, const Eigen::MatrixXd & phi,
  const std::vector<ContactLocation> & contacts, Eigen::MatrixXd & delassus);

/// The same as ÂᵀÂ, from the columns of the contacts, which are left in `columns`.
void delassus_from_factor(
  const Model & model, Data & data, const std::vector<ContactLocation> & contacts,
  std::vector<ContactColumns> & columns, Eigen::MatrixXd & delassus);

}  // namespace contact_sim

#endif  // CONTACT_SIM__DYNAMICS__INVERSE_INERTIA_HPP_
