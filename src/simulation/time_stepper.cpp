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

#include "contact_sim/simulation/time_stepper.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <sstream>
#include <string>
#include <utility>

#include "contact_sim/dynamics/forward_dynamics.hpp"
#include "contact_sim/dynamics/integration.hpp"
#include "contact_sim/dynamics/inverse_dynamics.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/dynamics/mass_matrix.hpp"
#include "simulation/time_stepper_implementation.hpp"

namespace contact_sim
{

namespace
{

using Clock = std::chrono::steady_clock;
using Index = Eigen::Index;

/// Times that drives are limited and the step is computed again.
constexpr int kMostPasses = 30;

DetectorOptions detector_options(const StepperOptions & options)
{
  DetectorOptions result = options.detector;
  result.find_nonconvex = options.nonconvex != NonconvexMode::kOff;
  return result;
}

void check_options(const StepperOptions & options)
{
  const auto require = [](bool holds, const std::string & what, double found) {
      if (!holds) {
        throw std::invalid_argument(
                "time stepper: expected " + what + ", found " + std::to_string(found));
      }
    };
  require(options.step > 0.0 && std::isfinite(options.step), "a step above 0", options.step);
  require(options.threads >= 1, "at least one thread", options.threads);
  require(
    options.directions >= 4 && options.directions % 2 == 0,
    "an even number of friction directions from 4 on", options.directions);
  require(options.max_correction >= 0.0, "a correction >= 0", options.max_correction);
  require(
    options.restitution_threshold >= 0.0, "a restitution threshold >= 0",
    options.restitution_threshold);
  require(options.speed_limit > 0.0, "a speed limit above 0", options.speed_limit);
}

}  // namespace

TimeStepper::Implementation::Implementation(
  std::shared_ptr<const World> world, const StepperOptions & options, SolverFactory make_solver,
  SolverFactory make_default)
: world_(std::move(world)), options_(options),
  solvers_(options.threads, std::move(make_solver), std::move(make_default)),
  detector_(detector_options(options)), data_(world_->model),
  loops_(world_->model, world_->loops, world_->loop_options)
{
  check_options(options);
  check_world(*world_);
  drives_.resize(world_->model);
  poses_.resize(world_->model.body_count() - 1);
  motions_.resize(poses_.size());
}

/// Runge and Kutta's step for all that is smooth; drives and contacts act on its end.
void TimeStepper::Implementation::move_freely(const Command & command, const State & state)
{
  const Model & model = world_->model;
  free_q_ = state.q;
  free_v_ = state.v;
  const auto acceleration =
    [&](const Eigen::VectorXd & q, const Eigen::VectorXd & v) -> const Eigen::VectorXd & {
      check_velocity(state, v);
      tau_.setZero(model.nv());
      for (int dof = 0; dof < model.nv(); ++dof) {
        tau_[dof] = -model.joint(model.dof_body(dof)).damping * v[dof];
        if (command.mode[dof] == CommandMode::kEffort) {
          const double most = world_->controls[dof].effort_limit;
          tau_[dof] += std::clamp(command.effort[dof], -most, most);
        }
      }
      if (world_->loops.row_count() > 0) {
        return forward_dynamics(model, data_, loops_, q, v, tau_, wrenches());
      }
      return forward_dynamics(model, data_, q, v, tau_, wrenches());
    };
  step_runge_kutta_4(model, data_, options_.step, acceleration, free_q_, free_v_);
  forward_kinematics(model, data_, state.q, state.v);
}

/// k = Gᵀv + G⁻¹ of all impulses but those of contacts. After mass_matrix().
void TimeStepper::Implementation::begin_velocity(const State & state, bool with_bias)
{
  const Model & model = world_->model;
  add_diagonal(model, data_, drives_.diagonal());
  factor_mass_matrix(model, data_);
  x_ = drives_.impulse() - drives_.diagonal().cwiseProduct(free_v_);
  if (with_bias) {
    x_ -= options_.step * data_.bias;
  }
  solve_G(model, data_, x_);
  k_ = free_v_;
  multiply_Gt(model, data_, k_);
  k_ += x_;
  free_k_ = k_;
  loops_.prepare(model, data_, state.q, options_.step);
  loops_.project_k(k_);
}

void TimeStepper::Implementation::find_contacts()
{
  for (int body = 1; body < world_->model.body_count(); ++body) {
    poses_[scene_body(body)] = body_pose(data_, body);
    motions_[scene_body(body)] = {
      options_.step * data_.velocity[body], options_.step * data_.omega[body]};
  }
  detector_.detect(world_->scene, poses_, motions_, contacts_);
}

/// x = k + Σ Â λ and the velocity that it stands for.
void TimeStepper::Implementation::sum_up()
{
  x_ = problem_.k();
  for (Index i = 0; i < problem_.size(); ++i) {
    problem_.accumulate(i, impulses_.segment<3>(3 * i), x_);
  }
  v_next_ = x_.head(world_->model.nv());
  solve_Gt(world_->model, data_, v_next_);
}

/// Poisson's law: what compression took is given back in part, and nothing may approach after it.
void TimeStepper::Implementation::bounce(StepRecord & record)
{
  bool any = false;
  x_ = problem_.k();
  before_bounce_.setZero(impulses_.size());
  for (std::size_t i = 0; i < rows_.rows().size(); ++i) {
    const double back = rows_.rows()[i].restitution * impulses_[3 * i];
    if (back > 0.0) {
      any = true;
      before_bounce_[3 * i] = back;
    }
  }
  if (!any) {
    return;
  }
  before_bounce_ += impulses_;
  for (Index i = 0; i < problem_.size(); ++i) {
    problem_.accumulate(i, before_bounce_.segment<3>(3 * i), x_);
  }
  problem_.set_k(x_);
  solvers_.solve(
    problem_, rows_.rows(), options_.on_failure, observer_, impulses_, record.solver);
  sum_up();
  impulses_ += before_bounce_;
}

/// Auto: the max form where sides are searched one by one, the summation form for a solver that
/// assembles rows for them: it has fewer, and is the one that such a solver answers more often.
NonconvexForm TimeStepper::Implementation::nonconvex_form() const
{
  const bool is_summation = options_.nonconvex == NonconvexMode::kSummation ||
    (options_.nonconvex == NonconvexMode::kAuto && solvers_.takes_groups());
  return is_summation ? NonconvexForm::kSummation : NonconvexForm::kMax;
}

void TimeStepper::Implementation::solve_contacts(const State & state, StepRecord & record)
{
  rows_.fill(
    *world_, options_, state, drives_, contacts_, nonconvex_form(), k_, data_, loops_, problem_);
  impulses_.setZero(3 * problem_.size());
  record.solver.contacts = static_cast<int>(problem_.size());
  if (problem_.size() > 0) {
    solvers_.solve(
      problem_, rows_.rows(), options_.on_failure, observer_, impulses_, record.solver);
  }
}

void TimeStepper::Implementation::solve(
  const Command & command, const State & state, StepRecord & record)
{
  const Model & model = world_->model;
  const bool explicit_smooth = options_.integrator == Integrator::kRungeKutta4;
  if (known_q_ != state.q || known_v_ != state.v) {
    forward_kinematics(model, data_, state.q, state.v);
  }
  if (explicit_smooth) {
    move_freely(command, state);
  } else {
    free_q_ = state.q;
    free_v_ = state.v;
    bias_forces(model, data_, wrenches());
  }
  find_contacts();
  mass_matrix(model, data_);
  drives_.begin(*world_, data_, command, state, options_.step, !explicit_smooth);
  for (int pass = 0; pass < kMostPasses; ++pass) {
    if (pass > 0) {
      mass_matrix(model, data_);
    }
    begin_velocity(state, !explicit_smooth);
    solve_contacts(state, record);
    sum_up();
    if (!drives_.limit(*world_, command, state, v_next_, options_.step)) {
      break;
    }
  }
  if (options_.restitution_law == RestitutionLaw::kPoisson) {
    bounce(record);
  }
}

void TimeStepper::Implementation::check_velocity(
  const State & state, const Eigen::VectorXd & v) const
{
  for (int dof = 0; dof < world_->model.nv(); ++dof) {
    if (!(std::abs(v[dof]) <= options_.speed_limit)) {
      std::ostringstream message;
      message << "step " << state.step + 1 << ": joint '" << world_->model.dof_name(dof) <<
        "': expected a velocity up to " << options_.speed_limit << ", found " << v[dof] <<
        "; a smaller step, smaller gains or efforts, or more plausible masses may help";
      throw SimulationError(message.str());
    }
  }
}

/// Where an impulse acts the smooth motion ends somewhere in the step: such trees go through the
/// whole step with the velocity at its end, so that what rests does.
void TimeStepper::Implementation::restart_trees_in_contact(const State & state)
{
  const Model & model = world_->model;
  touched_.assign(model.nv(), 0);
  for (Index i = 0; i < problem_.size(); ++i) {
    const char acts = !impulses_.segment<3>(3 * i).isZero(0.0);
    for (Index k = 0; k < problem_.dof_count(i); ++k) {
      const int dof = problem_.dofs(i)[k];
      if (dof < model.nv()) {
        touched_[dof] |= acts;
      }
    }
  }
  integrate(model, state.q, next_.v, options_.step, free_q_);
  for (int body = 1; body < model.body_count(); body = model.subtree_end(body)) {
    const int end = model.subtree_end(body);
    const auto first_dof = touched_.begin() + model.first_v(body);
    const auto last_dof =
      touched_.begin() + model.first_v(end - 1) + model.body_nv(end - 1);
    if (std::any_of(first_dof, last_dof, [](char is_touched) {return is_touched != 0;})) {
      const int first = model.first_q(body);
      const int count = model.first_q(end - 1) + model.body_nq(end - 1) - first;
      next_.q.segment(first, count) = free_q_.segment(first, count);
    }
  }
}

/// The state at the end of the step, in next_, and its kinematics.
void TimeStepper::Implementation::finish(State & state)
{
  const Model & model = world_->model;
  check_velocity(state, v_next_);
  next_.step = state.step + 1;
  next_.time = state.time + options_.step;
  next_.v = v_next_;
  if (options_.integrator == Integrator::kRungeKutta4) {
    v_next_ -= free_v_;
  }
  integrate(model, free_q_, v_next_, options_.step, next_.q);
  v_next_ = next_.v;
  if (options_.integrator == Integrator::kRungeKutta4) {
    restart_trees_in_contact(state);
  }
  if (world_->loops.row_count() > 0) {
    loops_.project_positions(model, data_, next_.q);
  }
}

void TimeStepper::Implementation::step(
  const Command & command, State & state, StepRecord & record)
{
  const auto before = Clock::now();
  try {
    check_command(world_->model, command, state.step + 1);
    check_state(world_->model, state);
  } catch (const std::invalid_argument & error) {
    throw SimulationError(error.what());
  }
  record.solver = {};
  known_q_.resize(state.q.size());
  known_v_.resize(state.v.size());
  try {
    solve(command, state, record);
  } catch (const SolverFailure & failure) {
    throw SimulationError("step " + std::to_string(state.step + 1) + ": " + failure.what());
  } catch (const std::invalid_argument & error) {
    // No contact problem can be made of forces or speeds as large as these: the joint says more.
    v_next_ = k_.head(world_->model.nv());
    solve_Gt(world_->model, data_, v_next_);
    check_velocity(state, v_next_);
    throw SimulationError("step " + std::to_string(state.step + 1) + ": " + error.what());
  }
  finish(state);
  report(command, state, record);
  state = next_;
  record.step_time = std::chrono::duration<double>(Clock::now() - before).count();
}

TimeStepper::TimeStepper(
  std::shared_ptr<const World> world, const StepperOptions & options, SolverFactory make_solver,
  SolverFactory make_default)
: implementation_(
    std::make_unique<Implementation>(
      std::move(world), options, std::move(make_solver), std::move(make_default)))
{
}

TimeStepper::~TimeStepper() = default;

void TimeStepper::step(const Command & command, State & state, StepRecord & record)
{
  implementation_->step(command, state, record);
}

const World & TimeStepper::world() const
{
  return *implementation_->world_;
}

const StepperOptions & TimeStepper::options() const
{
  return implementation_->options_;
}

void TimeStepper::set_solver(SolverFactory make_solver)
{
  implementation_->solvers_.set_solver(std::move(make_solver));
}

void TimeStepper::set_step(double step)
{
  StepperOptions options = implementation_->options_;
  options.step = step;
  check_options(options);
  implementation_->options_ = options;
}

void TimeStepper::set_nonconvex(NonconvexMode mode)
{
  implementation_->options_.nonconvex = mode;
  implementation_->detector_ = Detector(detector_options(implementation_->options_));
}

void TimeStepper::set_wrenches(const Wrenches & wrenches)
{
  const std::size_t bodies = world().model.body_count();
  if (!wrenches.empty() && wrenches.size() != bodies) {
    throw std::invalid_argument(
            "external wrenches: expected one for each of " + std::to_string(bodies) +
            " bodies, the world included, found " + std::to_string(wrenches.size()));
  }
  for (const Vector6d & wrench : wrenches) {
    if (!wrench.allFinite()) {
      throw std::invalid_argument("external wrenches: expected finite numbers");
    }
  }
  implementation_->wrenches_ = wrenches;
}

void TimeStepper::on_solver_failure(FailureObserver observer)
{
  implementation_->observer_ = std::move(observer);
}

const ContactProblem & TimeStepper::problem() const
{
  return implementation_->problem_;
}

const std::vector<WarmContact> & TimeStepper::warm_start() const
{
  return implementation_->solvers_.warm_start();
}

void TimeStepper::set_warm_start(const std::vector<WarmContact> & contacts)
{
  implementation_->solvers_.set_warm_start(contacts);
}

}  // namespace contact_sim
