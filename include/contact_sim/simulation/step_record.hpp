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

#ifndef CONTACT_SIM__SIMULATION__STEP_RECORD_HPP_
#define CONTACT_SIM__SIMULATION__STEP_RECORD_HPP_

#include <Eigen/Core>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "contact_sim/contact/contact_residual.hpp"
#include "contact_sim/contact/contact_solution.hpp"
#include "contact_sim/dynamics/spatial.hpp"

namespace contact_sim
{

enum class ContactState {kSeparate, kStick, kSlide};
const char * to_string(ContactState state);  ///< "separate", "stick", "slide"

/// One contact point at the end of a step. Forces are those that act on b, of the impulse over the
/// step; the opposite acts on a.
struct ContactRecord
{
  std::uint64_t key{0};  ///< the same next step
  int link_a{-1};        ///< of the model; -1: none, the ground
  int link_b{-1};
  int body_a{0};         ///< of the model
  int body_b{0};
  Eigen::Vector3d position;          ///< in the world [m]
  Eigen::Vector3d normal;            ///< unit, from a to b
  double gap{0.0};                   ///< at the beginning of the step [m]
  double normal_force{0.0};          ///< [N]
  Eigen::Vector3d friction_force;    ///< in the world [N]
  Eigen::Vector3d sliding_velocity;  ///< of b against a, in the world [m/s]
  double friction{0.0};              ///< μ
  ContactState state{ContactState::kSeparate};
};

/// What answered where the chosen solver did not.
enum class Fallback {kNone, kDefaultSolver, kFrictionless, kLastResort};
constexpr int kFallbacks = 4;
const char * to_string(Fallback fallback);

/// Of the contact problem of one step, all islands together.
struct SolverRecord
{
  int contacts{0};     ///< rows of the problem: contact points, joint limits and joint friction
  int islands{0};
  int iterations{0};   ///< pivots or sweeps
  int backtracks{0};
  double time{0.0};    ///< of solving alone [s]
  ContactResidual residual;  ///< the worst of each kind, of the answers that were used
  std::array<int, kFallbacks> answered{};  ///< islands, by who answered
  ContactStatus failure{ContactStatus::kSolved};  ///< of the chosen solver, in the last island that
                                                  ///< it failed
  std::string detail;  ///< what it said
};

/// All that a step has to say. Memory is kept from step to step.
struct StepRecord
{
  std::int64_t step{0};  ///< the number of the step that was made, from 1
  double time{0.0};      ///< at its end [s]
  std::vector<ContactRecord> contacts;
  Eigen::VectorXd effort;        ///< of the joints' drives, by degree of freedom [N m] or [N]
  /// Of the joints that were told a position, by degree of freedom: that position less the one at
  /// the step's end [rad] or [m]; of the others NaN.
  Eigen::VectorXd position_error;
  SolverRecord solver;
  double step_time{0.0};         ///< [s]
  double largest_penetration{0.0};  ///< at the beginning of the step [m]
  double kinetic_energy{0.0};    ///< at its end [J]
  double potential_energy{0.0};  ///< [J]
};

/// The net contact wrench on a link, about its origin and in its frame: (moment, force).
/// \param X_WL pose of the link at the step's beginning, where the contact points are
Vector6d link_wrench(const StepRecord & record, int link, const Eigen::Isometry3d & X_WL);

}  // namespace contact_sim

#endif  // CONTACT_SIM__SIMULATION__STEP_RECORD_HPP_
