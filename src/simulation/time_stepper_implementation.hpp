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

#ifndef SIMULATION__TIME_STEPPER_IMPLEMENTATION_HPP_
#define SIMULATION__TIME_STEPPER_IMPLEMENTATION_HPP_

#include <memory>
#include <vector>

#include "contact_sim/dynamics/forward_dynamics.hpp"
#include "contact_sim/simulation/time_stepper.hpp"
#include "simulation/contact_rows.hpp"
#include "simulation/drives.hpp"
#include "simulation/island_solvers.hpp"

namespace contact_sim
{

/// One step: time_stepper.cpp computes it, time_stepper_report.cpp tells what happened in it.
class TimeStepper::Implementation
{
public:
  Implementation(
    std::shared_ptr<const World> world, const StepperOptions & options, SolverFactory make_solver,
    SolverFactory make_default);

  void step(const Command & command, State & state, StepRecord & record);

  std::shared_ptr<const World> world_;
  StepperOptions options_;
  IslandSolvers solvers_;
  Wrenches wrenches_;
  FailureObserver observer_;
  ContactProblem problem_;
  Detector detector_;

private:
  void move_freely(const Command & command, const State & state);
  void begin_velocity(const State & state, bool with_bias);
  void find_contacts();
  void solve(const Command & command, const State & state, StepRecord & record);
  NonconvexForm nonconvex_form() const;
  void solve_contacts(const State & state, StepRecord & record);
  void bounce(StepRecord & record);
  void sum_up();
  void finish(State & state);
  void restart_trees_in_contact(const State & state);
  void check_velocity(const State & state, const Eigen::VectorXd & v) const;
  void report_exact_efforts(const State & before, StepRecord & record);
  void report(const Command & command, const State & before, StepRecord & record);
  bool speaks_for_group(std::size_t row) const;
  void report_contacts(StepRecord & record) const;
  ContactRecord report_contact(std::size_t row) const;
  const Wrenches * wrenches() const {return wrenches_.empty() ? nullptr : &wrenches_;}

  Data data_;
  LoopProjector loops_;
  Drives drives_;
  ContactRows rows_;
  std::vector<Eigen::Isometry3d> poses_;
  std::vector<BodyMotion> motions_;
  std::vector<DetectedContact> contacts_;
  Eigen::VectorXd free_q_, free_v_;  ///< without drives and contacts
  Eigen::VectorXd free_k_;  ///< k before loops
  Eigen::VectorXd k_, x_, v_next_, impulses_, tau_, before_bounce_;
  Eigen::VectorXd known_q_, known_v_;  ///< where the kinematics in data_ are
  std::vector<char> touched_;  ///< by dof: an impulse acts
  State next_;
};

}  // namespace contact_sim

#endif  // SIMULATION__TIME_STEPPER_IMPLEMENTATION_HPP_
