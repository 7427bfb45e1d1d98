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

// What the stepper does where solvers and inputs fail.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "support/worlds.hpp"

namespace contact_sim
{

namespace
{

using testing::at;
using testing::kGravity;
using testing::simulate;
using testing::WorldMaker;

constexpr double kStep = 1e-3;  // [s]

StepperOptions with(Integrator integrator)
{
  StepperOptions options;
  options.integrator = integrator;
  return options;
}

/// Fails where it is told to: always, or where there is friction.
class FailingSolver : public ContactSolver
{
public:
  explicit FailingSolver(bool only_friction)
  : only_friction_(only_friction)
  {
    initialize({});
  }

  SolverTraits traits() const override
  {
    return {"fails", Friction::kPolygon, true, true, false, false};
  }

private:
  std::vector<ParameterSpec> do_parameter_specs() const override {return {};}
  void do_initialize(const ParameterMap &) override {}
  void do_solve(
    const ContactProblem & problem, const ContactSolution *, ContactSolution & solution) override
  {
    bool has_friction = false;
    for (Eigen::Index i = 0; i < problem.size(); ++i) {
      has_friction |= problem.is_frictional(i);
    }
    if (only_friction_ && !has_friction) {
      solution = testing::make_robust_solver()->solve(problem);
      return;
    }
    solution.status = ContactStatus::kGaveUp;
    solution.detail = "on purpose";
  }

  bool only_friction_;
};

TimeStepper::SolverFactory failing(bool only_friction = false)
{
  return [only_friction]() {return std::make_shared<FailingSolver>(only_friction);};
}

/// Two boxes far from each other, which slide: two islands.
std::shared_ptr<World> two_boxes()
{
  WorldMaker maker(0.5);
  maker.add_ground();
  maker.add_box("a", 1.0, {0.3, 0.2, 0.1}, at(0.0, 0.0, 0.05));
  maker.add_box("b", 1.0, {0.3, 0.2, 0.1}, at(0.0, 5.0, 0.05));
  const auto world = maker.make();
  world->initial_v[3] = world->initial_v[9] = 1.0;
  return world;
}

struct Outcome
{
  std::array<int, kFallbacks> answered;
  int observed{0};
  double speed{0.0};
  double height{0.0};
  SolverRecord solver;
};

/// What becomes of two_boxes() after ten steps.
Outcome run_two_boxes(TimeStepper::SolverFactory chosen, TimeStepper::SolverFactory helper)
{
  Simulation simulation(two_boxes(), StepperOptions(), chosen, helper);
  Outcome outcome{};
  simulation.stepper().on_solver_failure(
    [&](const ContactProblem & problem, const ContactSolution & solution) {
      outcome.observed += problem.size() == 4 && solution.status == ContactStatus::kGaveUp;
    });
  for (int step = 0; step < 10; ++step) {
    simulation.step();
    for (int i = 0; i < kFallbacks; ++i) {
      outcome.answered[i] += simulation.record().solver.answered[i];
    }
  }
  outcome.solver = simulation.record().solver;
  outcome.speed = simulation.state().v[3];
  outcome.height = simulation.state().q[2];
  return outcome;
}

TEST(SolverPolicy, CountsWhoAnsweredAndWhy)
{
  using Counts = std::array<int, kFallbacks>;
  const double slowed = 1.0 - 10.0 * kStep * 0.5 * kGravity;

  const Outcome good = run_two_boxes(testing::make_robust_solver, failing());
  EXPECT_EQ(good.answered, (Counts{20, 0, 0, 0}));
  EXPECT_EQ(good.observed, 0);
  EXPECT_EQ(good.solver.failure, ContactStatus::kSolved);

  const Outcome helped = run_two_boxes(failing(), testing::make_robust_solver);
  EXPECT_EQ(helped.answered, (Counts{0, 20, 0, 0}));
  EXPECT_EQ(helped.observed, 20);
  EXPECT_EQ(helped.solver.failure, ContactStatus::kGaveUp);
  EXPECT_EQ(helped.solver.detail, "on purpose");
  EXPECT_NEAR(helped.speed, slowed, 1e-9);

  const Outcome smooth = run_two_boxes(failing(), failing(true));
  EXPECT_EQ(smooth.answered, (Counts{0, 0, 20, 0}));
  EXPECT_NEAR(smooth.speed, 1.0, 1e-9);
  EXPECT_NEAR(smooth.height, 0.0, 1e-9);

  const Outcome last = run_two_boxes(failing(), failing());
  EXPECT_EQ(last.answered, (Counts{0, 0, 0, 20}));
  EXPECT_NEAR(last.speed, 1.0, 1e-9);
  // Gauss-Seidel on four corners: a hundred sweeps leave 1e-6 of h g, times h, each step.
  EXPECT_NEAR(last.height, 0.0, 1e-9);
}

/// The text of the SimulationError of the next step; the state has to stay as it was.
std::string error_of(Simulation & simulation)
{
  const State before = simulation.state();
  try {
    simulation.step();
  } catch (const SimulationError & error) {
    EXPECT_EQ(simulation.state().step, before.step);
    EXPECT_EQ(simulation.state().q, before.q);
    EXPECT_EQ(simulation.state().v, before.v);
    return error.what();
  } catch (const std::exception & error) {
    ADD_FAILURE() << "expected a SimulationError, found another: " << error.what();
    return error.what();
  }
  ADD_FAILURE() << "expected a SimulationError";
  return "";
}

bool has(const std::string & text, const std::string & part)
{
  return text.find(part) != std::string::npos;
}

TEST(SolverPolicy, CanStopTheRunAndSaysWhere)
{
  StepperOptions options;
  options.on_failure = OnSolverFailure::kStop;
  Simulation simulation(two_boxes(), options, testing::make_robust_solver, failing());
  testing::run_steps(simulation, 3);
  simulation.stepper().set_solver(failing());
  const std::string error = error_of(simulation);
  EXPECT_TRUE(has(error, "step 4")) << error;
  EXPECT_TRUE(has(error, "on purpose")) << error;
}

TEST(BadInput, StopsTheRunWithStepJointAndValue)
{
  for (const Integrator integrator : {Integrator::kSemiImplicitEuler, Integrator::kRungeKutta4}) {
    for (const double value : {std::nan(""), std::numeric_limits<double>::infinity(), 1e300}) {
      WorldMaker maker;
      testing::add_arm(maker);
      const auto world = maker.make();
      Simulation simulation = simulate(world, with(integrator));
      testing::run_steps(simulation, 6);
      simulation.command().mode[1] = CommandMode::kEffort;
      simulation.command().effort[1] = value;
      const std::string error = error_of(simulation);
      EXPECT_TRUE(has(error, "step 7")) << error;
      EXPECT_TRUE(has(error, "'elbow'") || has(error, "'shoulder'")) << error;
      EXPECT_TRUE(has(error, "found")) << error;

      // Once the command is good again the run goes on as if nothing had been.
      simulation.command().effort[1] = 0.0;
      testing::run_steps(simulation, 10);
      Simulation other = simulate(world, with(integrator));
      testing::run_steps(other, 16);
      EXPECT_EQ(simulation.state().q, other.state().q);
    }
  }
}

TEST(BadInput, StopsTheRunInContactToo)
{
  for (const double force : {1e10, 1e200, 1e300}) {
    Simulation simulation = simulate(two_boxes());
    Wrenches wrenches(3, Vector6d::Zero());
    wrenches[2][3] = force;
    simulation.stepper().set_wrenches(wrenches);
    const std::string error = error_of(simulation);
    EXPECT_TRUE(has(error, "step 1")) << error;
    EXPECT_TRUE(has(error, "'b")) << error;
  }
}

}  // namespace

}  // namespace contact_sim
