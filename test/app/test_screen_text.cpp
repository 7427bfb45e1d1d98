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

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "app/screen_text.hpp"

namespace contact_sim
{

namespace
{

ScreenFigures standing()
{
  ScreenFigures figures;
  figures.scenario = "humanoid";
  figures.solver = "contact_sim::RobustReducedLemke";
  figures.time = 1.25;
  figures.duration = std::numeric_limits<double>::infinity();
  figures.factor_now = 0.5;
  figures.robot = "base_link";
  figures.height = 0.3125;
  figures.contacts = 8;
  figures.carrying = 7;
  figures.ground_force = 80.0;
  figures.links = {{"left_foot", 60.0}, {"right_foot", 20.0}};
  figures.pivots = 3;
  return figures;
}

std::string line_with(const std::vector<std::string> & lines, const std::string & word)
{
  for (const std::string & line : lines) {
    if (line.find(word) != std::string::npos) {
      return line;
    }
  }
  return "";
}

}  // namespace

TEST(ScreenLines, TellHeightContactsForcesAndTheSolver)
{
  const std::vector<std::string> lines = screen_lines(standing(), 79, 24);
  EXPECT_NE(lines[0].find("humanoid"), std::string::npos);
  EXPECT_NE(
    line_with(lines, "solver").find("contact_sim::RobustReducedLemke"), std::string::npos);
  EXPECT_NE(line_with(lines, "height").find("0.312 m, of base_link"), std::string::npos);
  EXPECT_NE(line_with(lines, "contacts").find("8, 7 with a force; 80.0 N"), std::string::npos);
  const std::string left = line_with(lines, "left_foot");
  const std::string right = line_with(lines, "right_foot");
  EXPECT_NE(left.find("60.0 N"), std::string::npos);
  // The bar of all that presses on the ground has 24 signs.
  EXPECT_EQ(std::count(left.begin(), left.end(), '#'), 18);
  EXPECT_EQ(std::count(right.begin(), right.end(), '#'), 6);
  EXPECT_NE(line_with(lines, "pivots").find("3 in the last step"), std::string::npos);
  EXPECT_NE(line_with(lines, "fallbacks").find("none"), std::string::npos);
  EXPECT_EQ(line_with(lines, "time").find(" of "), std::string::npos) << "it has no end";
}

TEST(ScreenLines, FitIntoTheTerminal)
{
  ScreenFigures figures = standing();
  figures.notes = {std::string(200, 'x'), "a\nb"};
  for (int i = 0; i < 30; ++i) {
    figures.links.emplace_back("link_" + std::to_string(i), 1.0);
  }
  for (const std::size_t columns : {1u, 20u, 79u}) {
    for (const std::size_t rows : {1u, 5u, 24u}) {
      const std::vector<std::string> lines = screen_lines(figures, columns, rows);
      EXPECT_LE(lines.size(), rows);
      for (const std::string & line : lines) {
        const auto begins = [](char c) {return (c & 0xC0) != 0x80;};
        EXPECT_LE(std::count_if(line.begin(), line.end(), begins), static_cast<int>(columns));
        EXPECT_EQ(line.find('\n'), std::string::npos);
      }
    }
  }
  EXPECT_NE(line_with(screen_lines(figures, 79, 40), "and 24 more links"), "");
}

TEST(ScreenLines, TellFailuresAndAPause)
{
  ScreenFigures figures = standing();
  figures.failed_steps = 2;
  figures.steps = 10;
  figures.stands_still = true;
  const std::vector<std::string> lines = screen_lines(figures, 79, 24);
  EXPECT_NE(line_with(lines, "fallbacks").find("in 2 of 10 steps"), std::string::npos);
  EXPECT_NE(line_with(lines, "paused"), "");
}

TEST(ScreenLines, OfNoContactsHaveNoForces)
{
  ScreenFigures figures = standing();
  figures.contacts = figures.carrying = 0;
  figures.ground_force = 0.0;
  figures.links.clear();
  const std::vector<std::string> lines = screen_lines(figures, 79, 24);
  EXPECT_EQ(line_with(lines, "#"), "");
  EXPECT_NE(line_with(lines, "contacts").find("0, 0 with a force; 0.0 N"), std::string::npos);
}

}  // namespace contact_sim
