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

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/dynamics/model_builder.hpp"
#include "contact_sim/simulation/simulation.hpp"
#include "solvers/robust_reduced_lemke.hpp"

namespace contact_sim
{

namespace
{

constexpr double kStep = 1e-3;  // [s]
const Eigen::Vector3d kBoxSize{0.2, 0.3, 0.1};

std::shared_ptr<ContactSolver> make_solver()
{
  auto solver = std::make_shared<RobustReducedLemke>();
  solver->initialize({});
  return solver;
}

void add_free_box(const std::string & name, ModelBuilder & builder)
{
  builder.add_link(name, box_inertia(1.0, kBoxSize));
  Joint joint;
  joint.name = name + "_joint";
  joint.type = JointType::kFloating;
  builder.add_joint(joint, kWorldLink, name);
}

/// An arm that hangs over the ground and can push a box.
void add_arm(ModelBuilder & builder)
{
  builder.add_link("arm", box_inertia(0.5, {0.05, 0.05, 0.4}));
  Joint joint;
  joint.name = "shoulder";
  joint.type = JointType::kRevolute;
  joint.axis = Eigen::Vector3d::UnitY();
  joint.pose.translation() = Eigen::Vector3d(-0.2, 0.0, 0.25);
  joint.damping = 0.1;
  builder.add_joint(joint, kWorldLink, "arm");
}

void add_box_geometry(const std::string & link, const Eigen::Vector3d & size, World & world)
{
  Geometry geometry;
  geometry.shape = Box{0.5 * size};
  geometry.link = world.model.link_index(link);
  geometry.body = scene_body(world.model.link(geometry.link).body);
  world.scene.add_geometry(geometry);
}

void place(const std::string & joint, const Eigen::Vector3d & position, World & world)
{
  world.initial_q.segment<3>(world.model.first_q(world.model.body_index(joint))) = position;
}

/// Two boxes that fall onto each other and onto the ground, and an arm that swings into them.
std::shared_ptr<const World> make_world()
{
  ModelBuilder builder;
  add_free_box("lower", builder);
  add_free_box("upper", builder);
  add_arm(builder);
  auto world = std::make_shared<World>(builder.build());
  Geometry ground;
  ground.shape = HalfSpace{};
  world->scene.add_geometry(ground);
  add_box_geometry("lower", kBoxSize, *world);
  add_box_geometry("upper", kBoxSize, *world);
  add_box_geometry("arm", {0.05, 0.05, 0.4}, *world);
  place("lower_joint", {0.0, 0.0, 0.06}, *world);
  place("upper_joint", {0.02, 0.01, 0.18}, *world);
  world->initial_v.setConstant(0.1);
  world->controls[world->model.first_v(world->model.body_index("shoulder"))] = {50.0, 2.0};
  return world;
}

std::unique_ptr<Simulation> make_simulation(std::shared_ptr<const World> world = make_world())
{
  StepperOptions options;
  options.step = kStep;
  auto simulation = std::make_unique<Simulation>(world, options, make_solver, make_solver);
  simulation->set_controller(
    [world](const State & state, Command & command) {
      const double time = state.time + kStep;
      command_position(
        world->model, "shoulder", -0.9 * std::sin(6.0 * time), -5.4 * std::cos(
          6.0 * time), command);
    });
  return simulation;
}

/// All numbers of a run that follow from the state, step by step.
std::vector<double> trace_of(Simulation & simulation, int steps)
{
  std::vector<double> trace;
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    const State & state = simulation.state();
    trace.push_back(state.time);
    trace.insert(trace.end(), state.q.begin(), state.q.end());
    trace.insert(trace.end(), state.v.begin(), state.v.end());
    for (const ContactRecord & contact : simulation.record().contacts) {
      trace.insert(trace.end(), {contact.gap, contact.normal_force, contact.friction_force.x()});
    }
    trace.push_back(simulation.record().solver.iterations);
  }
  return trace;
}

}  // namespace

TEST(Simulation, BeginsWithTheInitialStateAndCountsSteps)
{
  const auto world = make_world();
  const auto simulation = make_simulation(world);
  EXPECT_EQ(simulation->state().step, 0);
  EXPECT_EQ(simulation->state().q, world->initial_q);
  simulation->step();
  simulation->step();
  EXPECT_EQ(simulation->state().step, 2);
  EXPECT_EQ(simulation->record().step, 2);
  EXPECT_DOUBLE_EQ(simulation->state().time, 2.0 * kStep);
}

TEST(Simulation, TheSceneIsInContact)
{
  // What the tests below compare is worth comparing.
  const auto simulation = make_simulation();
  int contacts = 0;
  int with_the_arm = 0;
  const int arm = simulation->world().model.link_index("arm");
  simulation->add_observer(
    [&](const State &, const StepRecord & record) {
      for (const ContactRecord & contact : record.contacts) {
        const bool carries = contact.normal_force > 0.0;
        contacts += carries;
        with_the_arm += carries && (contact.link_a == arm || contact.link_b == arm);
      }
    });
  simulation->run_until(0.6);
  EXPECT_GT(contacts, 1000);
  EXPECT_GT(with_the_arm, 10);
}

TEST(Simulation, RecordsHowFarAJointIsFromWhereItWasTold)
{
  const auto simulation = make_simulation();
  const Model & model = simulation->world().model;
  simulation->step();
  const Command & command = simulation->command();
  const Eigen::VectorXd & errors = simulation->record().position_error;
  ASSERT_EQ(errors.size(), model.nv());
  int told = 0;
  for (int body = 1; body < model.body_count(); ++body) {
    for (int dof = model.first_v(body); dof < model.first_v(body) + model.body_nv(body); ++dof) {
      if (model.body_nv(body) == 1 && command.mode[dof] == CommandMode::kPosition) {
        EXPECT_EQ(
          errors[dof], command.position[dof] - simulation->state().q[model.first_q(body)]);
        ++told;
      } else {
        EXPECT_TRUE(std::isnan(errors[dof])) << "nobody told it a position";
      }
    }
  }
  EXPECT_GT(told, 0);
  EXPECT_LT(told, model.nv());
}

TEST(Simulation, ARestoredRunGoesOnBitByBit)
{
  const auto simulation = make_simulation();
  simulation->run_until(0.3);
  const Snapshot snapshot = simulation->snapshot();
  const std::vector<double> went_on = trace_of(*simulation, 300);
  simulation->restore(snapshot);
  EXPECT_EQ(simulation->state().step, 300);
  EXPECT_EQ(trace_of(*simulation, 300), went_on);
}

TEST(Simulation, ASnapshotGoesOnInAnotherSimulationOfTheSameWorld)
{
  const auto first = make_simulation();
  first->run_until(0.3);
  const Snapshot snapshot = first->snapshot();
  const auto second = make_simulation();
  second->restore(snapshot);
  EXPECT_EQ(trace_of(*second, 300), trace_of(*first, 300));
}

TEST(Simulation, ResetBeginsAgainBitByBit)
{
  const auto simulation = make_simulation();
  const std::vector<double> first = trace_of(*simulation, 400);
  simulation->command().effort.setConstant(3.0);
  Wrenches wrenches(simulation->world().model.body_count(), Vector6d::Constant(1.0));
  simulation->stepper().set_wrenches(wrenches);
  simulation->reset();
  EXPECT_EQ(simulation->state().step, 0);
  EXPECT_EQ(simulation->record().step, 0);
  EXPECT_TRUE(simulation->command().effort.isZero(0.0));
  EXPECT_EQ(trace_of(*simulation, 400), first);
}

TEST(Simulation, ASnapshotOfAnotherWorldIsRefused)
{
  ModelBuilder builder;
  add_free_box("alone", builder);
  const auto other = make_simulation();
  Simulation alone(
    std::make_shared<World>(builder.build()), StepperOptions{}, make_solver, make_solver);
  other->step();
  const State before = alone.state();
  EXPECT_THROW(alone.restore(other->snapshot()), std::invalid_argument);
  EXPECT_EQ(alone.state().q, before.q);
  EXPECT_EQ(alone.state().step, before.step);
}

TEST(Simulation, RunsUntilATimeIsReached)
{
  const auto simulation = make_simulation();
  simulation->run_until(0.05);
  EXPECT_EQ(simulation->state().step, 50);
  simulation->run_until(0.0504);
  EXPECT_EQ(simulation->state().step, 51);
  simulation->run_until(0.02);
  EXPECT_EQ(simulation->state().step, 51);
}

TEST(Simulation, NeitherASumNorAProductOfStepsRunsAStepTooMuch)
{
  ModelBuilder builder;
  add_free_box("alone", builder);
  Simulation simulation(
    std::make_shared<World>(builder.build()), StepperOptions{}, make_solver, make_solver);
  double sum = 0.0;
  for (int second = 1; second <= 5; ++second) {
    for (int i = 0; i < 1000; ++i) {
      sum += kStep;
    }
    simulation.run_until(sum);
    EXPECT_EQ(simulation.state().step, 1000 * second);
    simulation.run_until(1.0 * second);
    EXPECT_EQ(simulation.state().step, 1000 * second);
  }
}

TEST(Simulation, AnObserverCanPauseIt)
{
  const auto simulation = make_simulation();
  int seen = 0;
  simulation->add_observer(
    [&](const State & state, const StepRecord & record) {
      EXPECT_EQ(state.step, record.step);
      EXPECT_EQ(state.time, record.time);
      if (++seen == 7) {
        simulation->pause();
      }
    });
  simulation->run_until(0.1);
  EXPECT_EQ(simulation->state().step, 7);
  EXPECT_TRUE(simulation->is_paused());
  simulation->run_until(0.1);
  EXPECT_EQ(simulation->state().step, 7);
  simulation->step();
  EXPECT_EQ(simulation->state().step, 8);
  EXPECT_TRUE(simulation->is_paused());
  simulation->resume();
  simulation->run_until(0.1);
  EXPECT_EQ(simulation->state().step, 100);
}

TEST(Simulation, ABadCommandStopsItWithTheStepTheJointAndTheValue)
{
  const auto simulation = make_simulation();
  simulation->run_until(0.05);
  const State before = simulation->state();
  int seen = 0;
  simulation->add_observer([&](const State &, const StepRecord &) {++seen;});
  const int dof = simulation->world().model.first_v(
    simulation->world().model.body_index("shoulder"));
  simulation->set_controller(
    [dof](const State &, Command & command) {
      command.effort[dof] = std::numeric_limits<double>::quiet_NaN();
    });
  try {
    simulation->step();
    FAIL() << "expected a SimulationError";
  } catch (const SimulationError & error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("51"), std::string::npos) << message;
    EXPECT_NE(message.find("shoulder"), std::string::npos) << message;
    EXPECT_NE(message.find("nan"), std::string::npos) << message;
  }
  EXPECT_EQ(simulation->state().q, before.q);
  EXPECT_EQ(simulation->state().v, before.v);
  EXPECT_EQ(simulation->state().step, before.step);
  EXPECT_EQ(seen, 0);
}

}  // namespace contact_sim
