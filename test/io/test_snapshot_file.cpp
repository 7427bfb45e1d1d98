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

#include <cstdio>
#include <fstream>
#include <limits>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

#include "contact_sim/io/scenario_world.hpp"
#include "contact_sim/io/snapshot_file.hpp"
#include "support/worlds.hpp"

namespace contact_sim
{

namespace
{

/// Numbers that are hard to write and read.
SnapshotFile odd_snapshot()
{
  SnapshotFile file;
  file.scenario = "some scene";
  file.joints = "0123456789abcdef";
  State & state = file.snapshot.state;
  state.step = std::numeric_limits<std::int64_t>::max();
  state.time = 0.1 + 0.2;
  state.q = Eigen::Vector3d(-0.0, std::numeric_limits<double>::denorm_min(), 1.0 / 3.0);
  state.v = Eigen::Vector2d(std::numeric_limits<double>::max(), -1e-300);
  file.snapshot.command = Command(2);
  file.snapshot.command.mode = {CommandMode::kPosition, CommandMode::kNone};
  file.snapshot.command.position[0] = M_PI;
  file.snapshot.command.effort[1] = -7.0;
  WarmContact contact;
  contact.pair = std::numeric_limits<std::uint64_t>::max();
  contact.key = 1;
  contact.code = std::numeric_limits<std::uint64_t>::max() - 1;
  contact.place = Eigen::Vector3d(0.1, 0.2, 0.3);
  contact.angle = -M_PI;
  contact.impulse = Eigen::Vector3d(1e-20, 2.0, -3.0);
  file.snapshot.warm_start = {contact, WarmContact{}};
  return file;
}

std::string text_of(const SnapshotFile & file)
{
  std::ostringstream text;
  write_snapshot(text, file);
  return text.str();
}

SnapshotFile parse(const std::string & text)
{
  std::istringstream input(text);
  return read_snapshot(input, "run.snapshot");
}

std::string refusal(const std::string & text)
{
  try {
    parse(text);
  } catch (const std::runtime_error & error) {
    return error.what();
  }
  return "not refused";
}

TEST(SnapshotFile, reads_back_bit_for_bit)
{
  const SnapshotFile file = odd_snapshot();
  const SnapshotFile back = parse(text_of(file));
  EXPECT_EQ(back.scenario, file.scenario);
  EXPECT_EQ(back.joints, file.joints);
  // The hash is of the bits: -0.0 is not 0.0.
  EXPECT_EQ(state_hash(back.snapshot.state), state_hash(file.snapshot.state));
  EXPECT_EQ(back.snapshot.command.mode, file.snapshot.command.mode);
  EXPECT_EQ(back.snapshot.command.position, file.snapshot.command.position);
  EXPECT_EQ(back.snapshot.command.effort, file.snapshot.command.effort);
  ASSERT_EQ(back.snapshot.warm_start.size(), 2u);
  EXPECT_EQ(back.snapshot.warm_start[0].pair, file.snapshot.warm_start[0].pair);
  EXPECT_EQ(back.snapshot.warm_start[0].code, file.snapshot.warm_start[0].code);
  EXPECT_EQ(back.snapshot.warm_start[0].impulse, file.snapshot.warm_start[0].impulse);
  EXPECT_EQ(text_of(back), text_of(file));
}

TEST(SnapshotFile, cut_off_anywhere_is_refused)
{
  const std::string text = text_of(odd_snapshot());
  const std::size_t end = text.rfind("end");
  for (std::size_t length = 0; length < end + 3; ++length) {
    EXPECT_NE(refusal(text.substr(0, length)), "not refused") << length << " bytes";
  }
  EXPECT_EQ(refusal(text.substr(0, end + 3)), "not refused");
}

TEST(SnapshotFile, names_the_line_of_what_is_wrong)
{
  std::string text = text_of(odd_snapshot());
  EXPECT_NE(refusal(text + "more").find("after 'end'"), std::string::npos);
  const std::size_t version = text.find("snapshot 1");
  EXPECT_EQ(
    refusal(text.substr(0, version) + "snapshot 2" + text.substr(version + 10)),
    "run.snapshot:3: expected version 1 of the format, found 2");
  const std::size_t time = text.find("time ");
  EXPECT_EQ(
    refusal(text.substr(0, time) + "time x" + text.substr(text.find('\n', time))),
    "run.snapshot:5: expected a number, found 'x'");
  EXPECT_NE(
    refusal("snapshot 1\n" + text.substr(text.find("step"))).find("'# scenario: ...'"),
    std::string::npos);
}

TEST(SnapshotFile, of_other_joints_or_another_scenario_is_refused)
{
  testing::WorldMaker maker;
  testing::add_arm(maker);
  const auto arm = maker.make();
  maker.add_box("box", 1.0, {0.1, 0.1, 0.1}, testing::at(0.0, 0.0, 1.0));
  const auto more = maker.make();
  const Simulation simulation = testing::simulate(arm);
  const SnapshotFile file{"arm", joints_fingerprint(arm->model), simulation.snapshot()};
  EXPECT_NO_THROW(check_snapshot(file, "arm", arm->model));
  EXPECT_THROW(check_snapshot(file, "leg", arm->model), std::invalid_argument);
  EXPECT_THROW(check_snapshot(file, "arm", more->model), std::invalid_argument);
}

/// All that a scene can have: closed loops, joint limits and friction, motions, wrenches.
TEST(SnapshotFile, lets_scenes_go_on_bit_by_bit)
{
  for (const char * name :
    {"gripper", "hoist", "humanoid_tap_dance", "peg_in_hole", "quadruped",
      "ring", "stairs"})
  {
    const BuiltScenario scenario =
      build_world(read_scenario(std::string(CONTACT_SIM_SCENARIOS) + "/" + name + ".yaml"));
    Simulation whole = testing::simulate(scenario.world, scenario.options);
    drive(scenario, whole);
    testing::run_steps(whole, 120);
    Simulation restored = testing::simulate(scenario.world, scenario.options);
    drive(scenario, restored);
    restored.restore(parse(text_of({name, "x", whole.snapshot()})).snapshot);
    for (int step = 0; step < 80; ++step) {
      whole.step();
      restored.step();
      ASSERT_EQ(state_hash(whole.state()), state_hash(restored.state())) << name << " " << step;
    }
  }
}

}  // namespace

}  // namespace contact_sim
