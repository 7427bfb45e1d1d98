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

#ifndef CONTACT_SIM__SIMULATION__TIME_STEPPER_HPP_
#define CONTACT_SIM__SIMULATION__TIME_STEPPER_HPP_

#include <Eigen/Core>

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/contact/contact_problem.hpp"
#include "contact_sim/contact/contact_solver.hpp"
#include "contact_sim/simulation/state.hpp"
#include "contact_sim/simulation/step_record.hpp"
#include "contact_sim/simulation/world.hpp"

namespace contact_sim
{

enum class Integrator {kSemiImplicitEuler, kRungeKutta4};
enum class RestitutionLaw {kNewton, kPoisson};

/// What happens where the chosen solver fails: the default one, then no friction, then impulses
/// that stop the approach; or the run stops.
enum class OnSolverFailure {kContinue, kStop};

/// Egan's constraints at corners that are not convex in configuration space: none, so that each
/// contact's plane extends for ever; in the max or the summation form (NonconvexForm). Auto: max,
/// but summation for a solver that assembles rows for groups (SolverTraits::takes_groups).
enum class NonconvexMode {kOff, kMax, kSummation, kAuto};
const char * to_string(NonconvexMode mode);  ///< "off", "max", "summation", "auto"

/// The inverse of to_string().
/// \throws std::invalid_argument listing the names
NonconvexMode nonconvex_mode_from_string(const std::string & name);

struct StepperOptions
{
  double step{1e-3};  ///< h [s]
  Integrator integrator{Integrator::kSemiImplicitEuler};
  RestitutionLaw restitution_law{RestitutionLaw::kNewton};
  double restitution_threshold{0.01};  ///< slower approaches do not bounce [m/s]
  double max_correction{1.0};  ///< speed at which what has sunk in is pushed out [m/s]
  int directions{8};           ///< of the friction polygons
  NonconvexMode nonconvex{NonconvexMode::kAuto};  ///< sets detector.find_nonconvex
  DetectorOptions detector;
  int threads{1};              ///< that solve islands; the result does not depend on it
  OnSolverFailure on_failure{OnSolverFailure::kContinue};
  double speed_limit{1e6};     ///< a joint velocity beyond it stops the run [rad/s] or [m/s]
};

/// The simulation cannot go on: a command or a state that is not finite, a velocity beyond the
/// limit, or a solver failure that is to stop it. Says the step, the joint and the value.
class SimulationError : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// What a contact leaves for the next step: for the one of the same features, or else for the
/// nearest one of the same two shapes, since features that coincide change places by rounding.
struct WarmContact
{
  std::uint64_t pair{0};  ///< of the shapes, or the joint
  std::uint64_t key{0};   ///< of the features
  Eigen::Vector3d place{Eigen::Vector3d::Zero()};  ///< on the second shape's body [m]
  std::uint64_t code{0};  ///< of ContactSolution::basis
  double angle{0.0};
  Eigen::Vector3d impulse{Eigen::Vector3d::Zero()};
};

/// Stewart and Trinkle's time step ((3)-(7) of [Egan 2003]): velocities at the end of the step such
/// that gaps are not negative there,
///
///     M̃ (v' - v) = h f + Σ J_iᵀ λ_i,   0 <= λ_n ⟂ J_n v' + gap/h >= 0,   q' = q + h v'
///
/// with joint drives and damping implicit in M̃, joint limits and dry joint friction as rows of the
/// same problem, loops projected out of it. The problem is solved island by island.
class TimeStepper
{
public:
  using SolverFactory = std::function<std::shared_ptr<ContactSolver>()>;
  /// Called with the problem of an island that the chosen solver fails.
  using FailureObserver = std::function<void (const ContactProblem &, const ContactSolution &)>;

  /// \param make_solver of the chosen plugin, called once a thread
  /// \param make_default of the one that helps out
  TimeStepper(
    std::shared_ptr<const World> world, const StepperOptions & options,
    SolverFactory make_solver, SolverFactory make_default);
  ~TimeStepper();

  /// One step. \throws SimulationError; the state is then the one before it
  void step(const Command & command, State & state, StepRecord & record);

  const World & world() const;
  const StepperOptions & options() const;

  /// \name Between two steps
  /// @{
  void set_solver(SolverFactory make_solver);
  void set_step(double step);
  void set_nonconvex(NonconvexMode mode);
  /// Wrenches on the bodies until they are set again; see Wrenches (data.hpp). Empty: none.
  void set_wrenches(const Wrenches & wrenches);
  void on_solver_failure(FailureObserver observer);
  /// The contact problem of the last step, all islands together.
  const ContactProblem & problem() const;
  /// What the next step starts from besides the state. With it a restored run goes on bit by bit.
  const std::vector<WarmContact> & warm_start() const;
  void set_warm_start(const std::vector<WarmContact> & contacts);
  /// @}

private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__SIMULATION__TIME_STEPPER_HPP_
