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

#include <sstream>
#include <stdexcept>
#include <string>

#include "contact_sim/io/motion_file.hpp"

namespace contact_sim
{
namespace
{

Keyframes read(const std::string & text)
{
  std::istringstream input(text);
  return read_motion(input, "walk.csv");
}

std::string refusal(const std::string & text)
{
  try {
    read(text);
  } catch (const std::runtime_error & error) {
    return error.what();
  }
  return "not refused";
}

bool has(const std::string & text, const std::string & part)
{
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST(MotionFile, reads_times_and_positions_by_joint)
{
  const Keyframes frames = read(
    "# a walk\n\ntime, left_knee ,right_knee\n0, 0.1, 0.2\r\n0.5,1e-1,-3\n");
  EXPECT_EQ(frames.times, (std::vector<double>{0.0, 0.5}));
  EXPECT_EQ(frames.joints, (std::vector<std::string>{"left_knee", "right_knee"}));
  Eigen::Matrix2d expected;
  expected << 0.1, 0.2, 0.1, -3.0;
  EXPECT_EQ(frames.positions, expected);
  EXPECT_EQ(frames.velocities.size(), 0);
}

TEST(MotionFile, that_is_empty_is_refused_at_its_first_line)
{
  EXPECT_TRUE(has(refusal(""), "walk.csv:1: expected a line of column names")) << refusal("");
}

TEST(MotionFile, reads_velocities_in_any_order_of_the_columns)
{
  const Keyframes frames = read("time,velocity:b,a,velocity:a,b\n0,1,2,3,4\n1,5,6,7,8\n");
  EXPECT_EQ(frames.joints, (std::vector<std::string>{"a", "b"}));
  Eigen::Matrix2d positions, velocities;
  positions << 2, 4, 6, 8;
  velocities << 3, 1, 7, 5;
  EXPECT_EQ(frames.positions, positions);
  EXPECT_EQ(frames.velocities, velocities);
}

TEST(MotionFile, refuses_what_is_not_as_the_format_says_with_the_line)
{
  EXPECT_TRUE(has(refusal(""), "end of the file"));
  EXPECT_TRUE(has(refusal("time,a\n"), "at least one keyframe"));
  EXPECT_TRUE(has(refusal("a,time\n0,1\n"), "walk.csv:1: expected 'time'"));
  EXPECT_TRUE(has(refusal("time\n0\n"), "names of joints"));
  EXPECT_TRUE(has(refusal("time,a,a\n0,1,1\n"), "column 3, found 'a'"));
  EXPECT_TRUE(has(refusal("time,a,\n0,1,1\n"), "column 3, found ''"));
  EXPECT_TRUE(has(refusal("time,a\n0,1\n\n1,2,3\n"), "walk.csv:4: expected 2 numbers, found 3"));
  EXPECT_TRUE(has(refusal("time,a\n0,x\n"), "walk.csv:2: expected a number, found 'x'"));
  EXPECT_TRUE(has(refusal("time,a\n0,nan\n"), "finite"));
  EXPECT_TRUE(has(refusal("time,a\n1,0\n1,0\n"), "walk.csv:3: expected a time after"));
  EXPECT_TRUE(has(refusal("time,a,velocity:b\n0,0,0\n"), "velocity:b"));
  EXPECT_TRUE(has(refusal("time,a,b,velocity:b\n0,0,0,0\n"), "found 1 for 2 joints"));
}

TEST(MotionFile, says_which_file_is_not_there)
{
  try {
    read_motion_file("/no/such/walk.csv");
    FAIL() << "not refused";
  } catch (const std::runtime_error & error) {
    EXPECT_TRUE(has(error.what(), "/no/such/walk.csv")) << error.what();
  }
}

}  // namespace contact_sim
