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

#ifndef CONTACT_SIM__CONTACT__CONTACT_RESIDUAL_HPP_
#define CONTACT_SIM__CONTACT__CONTACT_RESIDUAL_HPP_

#include <Eigen/Core>

#include "contact_sim/contact/contact_problem.hpp"

namespace contact_sim
{

/// Which set friction is taken from: the polygon of each contact, or the exact (circular) cone.
enum class Friction {kPolygon, kCone};

/// How far impulses are from a solution, each the largest over the contacts and without unit.
///
/// Velocities are divided by ω_i s and impulses by s/ω_i, where ω_i² is the mean diagonal entry of
/// W at contact i (the same for every choice of tangents), and s the largest |u_free| / ω over the
/// contacts: both are then parts of the square root of an energy, whatever the units and masses
/// are. Of a group only the side that is widest open counts for s.
///
/// At a group u_n is what the NonconvexLaw asks to be >= 0; in the max form the complementarity is
/// also that of λ_n with how far the side is from being the widest open: an impulse from a side
/// that is not touched is none of an answer.
struct ContactResidual
{
  double penetration_rate{0.0};  ///< of -u_n
  double complementarity{0.0};   ///< |min(λ_n, u_n)|
  double cone_violation{0.0};    ///< how far λ_t is outside of the polygon or cone of size μ λ_n
  /// What friction could still take away, λ_tᵀu_t - min over the set, divided by μ λ_n + |u_t|: of
  /// first order in both, as min(μ λ_n, |u_t|) where friction is left out.
  double dissipation_gap{0.0};

  /// The largest of the four.
  double largest() const;
};

/// Measures impulses (n, t₁, t₂ a contact) from the factors alone; W is not formed.
/// \throws std::invalid_argument where the size does not fit
ContactResidual contact_residual(
  const ContactProblem & problem, const Eigen::VectorXd & impulses, Friction friction);

/// The same with memory for k + Σ Â_j λ_j that is kept: does not allocate.
ContactResidual contact_residual(
  const ContactProblem & problem, const Eigen::VectorXd & impulses, Friction friction,
  Eigen::VectorXd & velocity);

}  // namespace contact_sim

#endif  // CONTACT_SIM__CONTACT__CONTACT_RESIDUAL_HPP_
