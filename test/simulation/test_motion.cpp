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

#include <Eigen/Dense>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/dynamics/model_builder.hpp"
#include "contact_sim/simulation/motion.hpp"
#include "support/count_allocations.hpp"

namespace contact_sim
{
namespace
{

using Eigen::Vector3d;

/// a, b and c turn about y; c mimics a; and there is a floating body.
Model three_joints()
{
  ModelBuilder builder;
  std::string parent = kWorldLink;
  for (const std::string name : {"a", "b", "c"}) {
    builder.add_link("link_" + name, box_inertia(1.0, Vector3d::Ones()));
    Joint joint;
    joint.name = name;
    joint.type = JointType::kRevolute;
    joint.axis = Vector3d::UnitY();
    if (name == "c") {
      joint.mimic = MimicSpec{"a", 1.0, 0.0};
    }
    builder.add_joint(joint, parent, "link_" + name);
    parent = "link_" + name;
  }
  builder.add_link("box", box_inertia(1.0, Vector3d::Ones()));
  Joint joint;
  joint.name = "box/root_joint";
  joint.type = JointType::kFloating;
  builder.add_joint(joint, kWorldLink, "box");
  return builder.build();
}

Keyframes keyframes(const std::vector<double> & times, const std::vector<double> & positions)
{
  Keyframes result;
  result.times = times;
  result.joints = {"b"};
  result.positions =
    Eigen::Map<const Eigen::VectorXd>(
    positions.data(),
    static_cast<Eigen::Index>(positions.size()));
  return result;
}

Motion motion_of(const Keyframes & frames, Interpolation interpolation, bool is_looped = false)
{
  MotionOptions options;
  options.interpolation = interpolation;
  options.is_looped = is_looped;
  return Motion(three_joints(), frames, options);
}

template<typename Function>
std::string refusal(Function function)
{
  try {
    function();
  } catch (const std::invalid_argument & error) {
    return error.what();
  }
  return "not refused";
}

bool has(const std::string & text, const std::string & part)
{
  return text.find(part) != std::string::npos;
}

constexpr Interpolation kAll[] =
{Interpolation::kLinear, Interpolation::kCubic, Interpolation::kMinimumJerk};

}  // namespace

TEST(Motion, passes_through_its_keyframes_whatever_the_interpolation)
{
  const Keyframes frames = keyframes({0.0, 0.5, 2.0}, {0.1, -0.4, 0.9});
  for (const Interpolation interpolation : kAll) {
    const Motion motion = motion_of(frames, interpolation);
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(motion.sample(0, frames.times[i]).position, frames.positions(i, 0), 1e-15) <<
        to_string(interpolation) << " at keyframe " << i;
    }
  }
}

TEST(Motion, stands_before_its_start_and_after_its_end)
{
  for (const Interpolation interpolation : kAll) {
    MotionOptions options;
    options.interpolation = interpolation;
    options.start = 3.0;
    const Motion motion(three_joints(), keyframes({0.0, 1.0}, {0.2, 0.7}), options);
    EXPECT_EQ(motion.end_time(), 4.0);
    for (const double time : {-1.0, 0.0, 3.0}) {
      EXPECT_EQ(motion.sample(0, time).position, 0.2);
      EXPECT_EQ(motion.sample(0, time).velocity, 0.0);
    }
    for (const double time : {4.0, 100.0}) {
      EXPECT_EQ(motion.sample(0, time).position, 0.7);
      EXPECT_EQ(motion.sample(0, time).velocity, 0.0);
    }
    EXPECT_GT(motion.sample(0, 3.5).velocity, 0.0);
  }
}

TEST(Motion, has_velocities_and_accelerations_that_are_the_derivatives)
{
  Keyframes frames = keyframes({0.0, 0.5, 2.0}, {0.1, -0.4, 0.9});
  for (const Interpolation interpolation : kAll) {
    if (interpolation == Interpolation::kCubic) {
      frames.velocities = Eigen::Vector3d(0.3, -1.0, 0.7);
    } else {
      frames.velocities.resize(0, 1);
    }
    const Motion motion = motion_of(frames, interpolation);
    // Differences of step d are off by d²/6 of the next but one derivative, at most
    // 60 · 0.5/0.5³ = 240 and 360 · 0.5/0.5⁴ = 2880, of minimum jerk: 4e-7 and 5e-6.
    const double d = 1e-4;
    for (double t = 0.01; t < 2.0; t += 0.043) {
      if (std::abs(t - 0.5) < 2.0 * d) {
        continue;
      }
      const JointSample before = motion.sample(0, t - d);
      const JointSample at = motion.sample(0, t);
      const JointSample after = motion.sample(0, t + d);
      EXPECT_NEAR(at.velocity, (after.position - before.position) / (2.0 * d), 1e-6);
      EXPECT_NEAR(at.acceleration, (after.velocity - before.velocity) / (2.0 * d), 1e-5);
    }
  }
}

TEST(Motion, is_smooth_at_keyframes_as_its_kind_promises)
{
  Keyframes frames = keyframes({0.0, 0.5, 2.0}, {0.1, -0.4, 0.9});
  const double d = 1e-9;  // over which a bounded derivative of 100 changes the value by 1e-7
  const Motion jerk = motion_of(frames, Interpolation::kMinimumJerk);
  for (const double t : {0.5 - d, 0.5 + d}) {
    EXPECT_NEAR(jerk.sample(0, t).velocity, 0.0, 1e-6);
    EXPECT_NEAR(jerk.sample(0, t).acceleration, 0.0, 1e-5);
  }
  const Motion still = motion_of(frames, Interpolation::kCubic);
  EXPECT_NEAR(still.sample(0, 0.5).velocity, 0.0, 1e-15);
  frames.velocities = Eigen::Vector3d(0.3, -1.0, 0.7);
  const Motion given = motion_of(frames, Interpolation::kCubic);
  EXPECT_NEAR(given.sample(0, 0.5 - d).velocity, -1.0, 1e-6);
  EXPECT_NEAR(given.sample(0, 0.5 + d).velocity, -1.0, 1e-6);
}

TEST(Motion, moves_at_constant_speed_where_it_is_linear)
{
  const Motion motion = motion_of(keyframes({1.0, 3.0}, {0.0, 1.0}), Interpolation::kLinear);
  EXPECT_DOUBLE_EQ(motion.sample(0, 1.5).position, 0.25);
  EXPECT_DOUBLE_EQ(motion.sample(0, 1.5).velocity, 0.5);
  EXPECT_EQ(motion.sample(0, 1.5).acceleration, 0.0);
}

TEST(Motion, begins_again_where_it_is_looped)
{
  const Motion motion =
    motion_of(keyframes({0.0, 0.5, 2.0}, {0.1, -0.4, 0.1}), Interpolation::kMinimumJerk, true);
  for (const double t : {0.2, 0.5, 1.3, 1.999}) {
    for (const int turns : {1, 7}) {
      // The time of a later turn is rounded in the fifteenth digit, and speeds are below 2.
      EXPECT_NEAR(motion.sample(0, t + 2.0 * turns).position, motion.sample(0, t).position, 1e-13);
    }
  }
  EXPECT_NEAR(motion.sample(0, 2.0).position, 0.1, 1e-15);
}

TEST(Motion, commands_its_own_joints_and_no_others)
{
  const Model model = three_joints();
  Keyframes frames;
  frames.times = {0.0, 1.0};
  frames.joints = {"b", "a"};
  frames.positions.resize(2, 2);
  frames.positions << 1.0, 2.0, 3.0, 4.0;
  MotionOptions options;
  options.interpolation = Interpolation::kLinear;
  const Motion motion(model, frames, options);
  Command command(model.nv());
  motion.command(0.5, command);
  const int a = model.first_v(model.body_index("a"));
  const int b = model.first_v(model.body_index("b"));
  EXPECT_EQ(command.position[a], 3.0);
  EXPECT_EQ(command.position[b], 2.0);
  EXPECT_EQ(command.velocity[b], 2.0);
  for (int dof = 0; dof < model.nv(); ++dof) {
    const bool is_moved = dof == a || dof == b;
    EXPECT_EQ(command.mode[dof], is_moved ? CommandMode::kPosition : CommandMode::kNone);
  }
}

TEST(Motion, commands_without_taking_memory)
{
  const Model model = three_joints();
  const Motion motion(model, keyframes({0.0, 1.0}, {0.0, 1.0}), {});
  Command command(model.nv());
  const std::size_t before = testing::allocations();
  for (int i = 0; i < 100; ++i) {
    motion.command(0.03 * i, command);
  }
  EXPECT_EQ(testing::allocations(), before);
}

TEST(Motion, refuses_what_cannot_be_followed)
{
  const auto refused = [](const Keyframes & frames, bool is_looped = false) {
      return refusal([&] {motion_of(frames, Interpolation::kCubic, is_looped);});
    };
  EXPECT_TRUE(has(refused(keyframes({}, {})), "none"));
  EXPECT_TRUE(has(refused(keyframes({0.0, 0.0}, {1.0, 2.0})), "keyframe 1"));
  EXPECT_TRUE(has(refused(keyframes({0.0, 1.0}, {1.0})), "2 x 1 positions, found 1 x 1"));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(has(refused(keyframes({0.0, nan}, {1.0, 2.0})), "time"));
  EXPECT_TRUE(has(refused(keyframes({0.0, 1.0}, {1.0, nan})), "'b', keyframe 1"));
  EXPECT_TRUE(has(refused(keyframes({0.0, 1.0}, {1.0, 2.0}), true), "end where it begins"));
  EXPECT_TRUE(has(refused(keyframes({0.0}, {1.0}), true), "two keyframes"));
  for (const std::string joint : {"box/root_joint", "c", "d"}) {
    Keyframes frames = keyframes({0.0, 1.0}, {1.0, 2.0});
    frames.joints = {joint};
    EXPECT_TRUE(has(refused(frames), "'" + joint + "'")) << refused(frames);
  }
  Keyframes twice = keyframes({0.0}, {1.0});
  twice.joints = {"b", "b"};
  twice.positions.setZero(1, 2);
  EXPECT_TRUE(has(refused(twice), "twice"));
  Keyframes fast = keyframes({0.0, 1.0}, {1.0, 2.0});
  fast.velocities.setZero(2, 1);
  EXPECT_TRUE(has(refusal([&] {motion_of(fast, Interpolation::kLinear);}), "cubic"));
}

TEST(Interpolation, is_known_by_its_name)
{
  for (const Interpolation interpolation : kAll) {
    EXPECT_EQ(interpolation_from_string(to_string(interpolation)), interpolation);
  }
  EXPECT_TRUE(has(refusal([] {interpolation_from_string("spline");}), "minimum_jerk"));
}

}  // namespace contact_sim
