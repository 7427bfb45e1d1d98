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

#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "contact_sim/io/ctp_file.hpp"
#include "contact_sim/session/simulation_session.hpp"
#include "session/heard.hpp"

namespace contact_sim
{

using testing::Heard;

/// Lockstep: steps are made when they are asked for, so that nothing here depends on a clock.
class Session : public ::testing::Test
{
protected:
  static void SetUpTestSuite() {testing::find_staged_solvers();}

  void open(ParameterMap values)
  {
    values.emplace("lockstep", true);
    values.emplace("scenario", std::string("humanoid"));
    session = std::make_unique<SimulationSession>(
      values, [this](bool, const std::string & message) {reports.push_back(message);});
    session->add_output(heard, std::nullopt, true);
    session->start();
    ASSERT_TRUE(heard.wait_for_joint_states(1));  // the beginning, before anything is counted
  }

  void step(int count, const JointStateMessage & message = {})
  {
    const std::size_t wanted = heard_joint_states() + count;
    for (int i = 0; i < count; ++i) {
      session->command(message);
    }
    ASSERT_TRUE(heard.wait_for_joint_states(wanted));
  }

  std::size_t heard_joint_states()
  {
    const std::lock_guard<std::mutex> lock(heard.mutex);
    return heard.joint_states.size();
  }

  std::string refusal(const ParameterMap & changes)
  {
    try {
      session->set(changes);
      return "taken";
    } catch (const std::invalid_argument & error) {
      return error.what();
    }
  }

  Heard heard;
  std::vector<std::string> reports;
  std::unique_ptr<SimulationSession> session;
};

double total_mass(const Model & model)
{
  double mass = 0.0;
  for (int body = 1; body < model.body_count(); ++body) {
    mass += model.mass(body);
  }
  return mass;
}

TEST_F(Session, the_wrenches_of_the_feet_carry_the_humanoid)
{
  open({});
  step(1500);
  session->stop();
  const Model & model = session->scenario().world->model;
  double force = 0.0;
  for (const auto & [link, messages] : heard.wrenches) {
    // The feet stand level: their frames' z is the world's, to second order of a small tilt.
    force += messages.back().force.norm();
    EXPECT_EQ(messages.back().header.frame_id, session->wrench_links()[link].frame);
  }
  const double weight = total_mass(model) * 9.81;
  EXPECT_NEAR(force, weight, 1e-3 * weight);
}

/// The beginning was sometimes missed, where the first steps were faster than who asked for it.
TEST_F(Session, the_beginning_is_always_sent_first)
{
  for (int i = 0; i < 20; ++i) {
    Heard heard_now;
    SimulationSession fast(
      {{"scenario", std::string("falling_box")}, {"real_time_factor", 0.0}},
      [](bool, const std::string &) {});
    fast.add_output(heard_now, std::nullopt, true);
    fast.start();
    ASSERT_TRUE(heard_now.wait_for_joint_states(3));
    fast.stop();
    EXPECT_EQ(heard_now.joint_states.front().header.stamp, 0) << i;
  }
}

/// A step between the reset and what shows it once left the topics silent until the old time.
TEST_F(Session, a_reset_while_it_runs_is_followed_by_the_beginning)
{
  open({{"lockstep", false}, {"real_time_factor", 20.0}, {"scenario", std::string("falling_box")}});
  for (int i = 0; i < 10; ++i) {
    const std::size_t before = heard_joint_states();
    ASSERT_TRUE(heard.wait_for_joint_states(before + 20));
    session->reset();
    const std::size_t behind = heard_joint_states();
    ASSERT_TRUE(heard.wait_for_joint_states(behind + 20)) << "after reset " << i;
  }
  session->stop();
  int beginnings = 0;
  for (const JointStateMessage & message : heard.joint_states) {
    beginnings += message.header.stamp == 0 ? 1 : 0;
  }
  EXPECT_EQ(beginnings, 11);
}

TEST_F(Session, begins_by_showing_the_state_without_a_step)
{
  open({});
  ASSERT_TRUE(heard.wait_for_joint_states(1));
  session->stop();
  EXPECT_EQ(heard.joint_states.front().header.stamp, 0);
  EXPECT_EQ(heard.joint_states.front().name.size(), 20u);
  ASSERT_EQ(heard.transforms.size(), 1u);
  EXPECT_EQ(heard.transforms[0][0].header.frame_id, "world");
  ASSERT_EQ(heard.markers.size(), 1u);
  EXPECT_EQ(heard.markers[0][0].action, MarkerAction::kDeleteAll);
}

TEST_F(Session, every_contact_has_a_point_and_an_arrow_for_its_force)
{
  open({{"markers.cones", true}, {"rates.markers", 1000.0}});
  step(300);
  session->stop();
  std::size_t points = 0;
  double sum = 0.0;
  bool has_cones = false;
  for (const MarkerMessage & marker : heard.markers.back()) {
    if (marker.type == MarkerType::kSphereList) {
      points = marker.points.size();
    } else if (marker.ns == "normal_forces") {
      sum += (marker.points[1] - marker.points[0]).z() / MarkerSettings{}.force_scale;
    }
    has_cones = has_cones || marker.ns == "friction_cones";
  }
  EXPECT_GE(points, 6u);
  EXPECT_NEAR(sum, total_mass(session->scenario().world->model) * 9.81, 5.0);
  EXPECT_TRUE(has_cones);
}

TEST_F(Session, commands_move_the_joints)
{
  open({});
  JointStateMessage message;
  message.name = {"left_elbow"};
  message.position = {-1.0};
  step(1000, message);
  session->stop();
  const JointStateMessage & last = heard.joint_states.back();
  for (std::size_t i = 0; i < last.name.size(); ++i) {
    if (last.name[i] == "left_elbow") {
      EXPECT_NEAR(last.position[i], -1.0, 0.02);
    }
  }
}

TEST_F(Session, every_shipped_solver_can_be_swapped_in_without_a_jump)
{
  open({});
  step(200);
  for (const auto & [name, description] : session->solvers()) {
    const JointStateMessage before = heard.joint_states.back();
    session->set({{kSolverPlugin, name}});
    EXPECT_EQ(std::get<std::string>(session->values().at(kSolverPlugin)), name);
    step(1);
    const std::lock_guard<std::mutex> lock(heard.mutex);
    const JointStateMessage & after = heard.joint_states.back();
    EXPECT_EQ(after.header.stamp, before.header.stamp + 1000000) << name;
    for (std::size_t i = 0; i < after.position.size(); ++i) {
      // A standing joint moves by less than this in a step, whoever answers.
      EXPECT_NEAR(after.position[i], before.position[i], 1e-3) << name << ' ' << after.name[i];
    }
  }
}

TEST_F(Session, parameters_of_the_solver_are_carried_over_where_the_next_one_knows_them)
{
  open({});
  session->set({{"solver.tolerance", 1e-7}});
  session->set({{kSolverPlugin, std::string("LexicographicLemke")}});
  EXPECT_EQ(std::get<double>(session->values().at("solver.tolerance")), 1e-7);
  EXPECT_EQ(session->values().count("solver.e_max"), 0u);
  EXPECT_EQ(session->values().count("solver.delta"), 1u);
}

TEST_F(Session, refuses_bad_parameters_and_stays_as_it_was)
{
  open({});
  const ParameterMap before = session->values();
  const std::string unknown = refusal({{kSolverPlugin, std::string("Magic")}});
  EXPECT_NE(unknown.find("unknown solver 'Magic'"), std::string::npos);
  EXPECT_NE(unknown.find("RobustReducedLemke"), std::string::npos);
  EXPECT_NE(refusal({{"solver.epsilon", -1.0}}).find("epsilon"), std::string::npos);
  EXPECT_NE(refusal({{"solver.colour", 1.0}}).find("colour"), std::string::npos);
  EXPECT_NE(refusal({{"real_time_factor", -1.0}}).find("real_time_factor"), std::string::npos);
  EXPECT_NE(refusal({{"scenario", std::string("wall")}}).find("at the start"), std::string::npos);
  EXPECT_NE(
    refusal({{"on_solver_failure", std::string("cry")}}).find("continue, pause or stop"),
    std::string::npos);
  // The first is good, the second not: neither is taken.
  EXPECT_NE(refusal({{"real_time_factor", 2.0}, {"step", -1.0}}), "taken");
  EXPECT_EQ(session->values(), before);
}

TEST_F(Session, lockstep_gives_the_same_bits_twice)
{
  std::vector<JointStateMessage> first;
  for (int run = 0; run < 2; ++run) {
    heard.joint_states.clear();
    open({});
    JointStateMessage message;
    message.name = {"right_hip_roll"};
    message.position = {0.2};
    step(300, message);
    session.reset();
    if (run == 0) {
      first = heard.joint_states;
    }
  }
  ASSERT_EQ(first.size(), heard.joint_states.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].position, heard.joint_states[i].position);
    EXPECT_EQ(first[i].velocity, heard.joint_states[i].velocity);
    EXPECT_EQ(first[i].effort, heard.joint_states[i].effort);
  }
}

TEST_F(Session, pauses_steps_and_resets)
{
  open({{"lockstep", false}, {"paused", true}, {"rates.joint_states", 1000.0}});
  EXPECT_TRUE(heard.wait_for_joint_states(1));
  session->step();
  session->step();
  ASSERT_TRUE(heard.wait_for_joint_states(3));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(heard_joint_states(), 3u);
  session->pause(false);
  ASSERT_TRUE(heard.wait_for_joint_states(20));
  EXPECT_THROW(session->step(), std::runtime_error);
  session->pause(true);
  session->reset();
  session->stop();
  EXPECT_EQ(heard.joint_states.back().header.stamp, 0);
  EXPECT_EQ(heard.joint_states.back().position, heard.joint_states.front().position);
}

TEST_F(Session, a_saved_problem_can_be_read_again)
{
  const auto folder = std::filesystem::temp_directory_path() / "contact_sim_session";
  std::filesystem::create_directories(folder);
  open({{"save_folder", folder.string()}});
  EXPECT_THROW(session->save_problem(), std::runtime_error);
  step(100);
  const std::string path = session->save_problem();
  const CtpFile file = read_ctp_file(path);
  EXPECT_GE(file.problem.size(), 6);
  EXPECT_EQ(file.facts.at("step"), "100");
  std::filesystem::remove_all(folder);
}

TEST_F(Session, runs_by_the_clock_and_tells_how_it_goes)
{
  open({{"lockstep", false}, {"real_time_factor", 0.0}, {"rates.joint_states", 1000.0}});
  ASSERT_TRUE(heard.wait_for_joint_states(50));
  const std::vector<DiagnosticMessage> statuses = session->diagnostics();
  ASSERT_EQ(statuses.size(), 2u);
  EXPECT_EQ(statuses[0].level, DiagnosticLevel::kOk) << statuses[0].message;
  EXPECT_EQ(statuses[0].values[0].second, "contact_sim::RobustReducedLemke");
  EXPECT_TRUE(reports.empty());
}

std::string value_of(const DiagnosticMessage & status, const std::string & key)
{
  for (const auto & [name, value] : status.values) {
    if (name == key) {
      return value;
    }
  }
  return "no " + key;
}

/// Of those, only the first was counted once: who stood still for a second seemed to be on time.
TEST_F(Session, deadlines_that_are_let_go_are_missed_ones)
{
  ParameterMap values{{"scenario", std::string("falling_box")}};
  SimulationSession slow(values, [](bool, const std::string &) {});
  slow.add_output(heard, std::nullopt, false);
  slow.add_observer(
    [](const State & state, const StepRecord &) {
      if (state.step == 10) {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
      }
    });
  slow.start();
  ASSERT_TRUE(heard.wait_for_joint_states(10));
  const DiagnosticMessage timing = slow.diagnostics()[1];
  slow.stop();
  const double step = slow.scenario().options.step;
  EXPECT_GE(
    std::stod(value_of(timing, "missed deadlines, since the start")), std::floor(0.299 / step));
  EXPECT_EQ(timing.level, DiagnosticLevel::kWarn) << timing.message;
}

TEST_F(Session, a_run_that_keeps_no_time_has_no_priority)
{
  open({{"lockstep", false}, {"real_time_factor", 0.0}, {"thread_priority", std::int64_t{1}}});
  ASSERT_TRUE(heard.wait_for_joint_states(50));
  EXPECT_EQ(value_of(session->diagnostics()[1], "scheduling"), "as any other thread");
}

TEST_F(Session, a_robot_description_replaces_the_robot_of_the_scenario)
{
  EXPECT_THROW(
    open({{"robot_description", std::string("<robot")}}), std::exception);
  EXPECT_THROW(
    open({{"scenario", std::string("stack")}, {"robot_description", std::string("<robot/>")}}),
    std::invalid_argument);
}

}  // namespace contact_sim
