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

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "contact_sim/figures/trace.hpp"

namespace contact_sim
{

namespace
{

const Column kTime{"time", "s"};
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(Trace, KeepsEverySampleWhereThereIsRoom)
{
  Trace trace(kTime);
  trace.add_column({"a", "N"}, 0.0);
  trace.add_column({"b, c", "N"}, 0.0);
  trace.add(0.001, {1.0, -2.5});
  trace.add(0.002, {0.1, kNaN});
  EXPECT_EQ(trace.group_size(), 1);
  EXPECT_EQ(
    trace.csv(), "time [s],a [N],\"b, c [N]\"\r\n0.001,1,-2.5\r\n0.002,0.1,\r\n");
  const Series series = trace.series(0);
  EXPECT_EQ(series.name, "a");
  EXPECT_EQ(series.x, (std::vector<double>{0.001, 0.002}));
  EXPECT_EQ(series.y, (std::vector<double>{1.0, 0.1}));
}

TEST(Trace, AColumnThatComesLateHasAValueForWhatWasBefore)
{
  Trace trace(kTime);
  trace.add_column({"a"}, 0.0);
  trace.add(1.0, {5.0});
  EXPECT_EQ(trace.add_column({"b"}, 7.0), 1U);
  trace.add(2.0, {6.0, 8.0});
  EXPECT_EQ(trace.series(1).y, (std::vector<double>{7.0, 8.0}));
  EXPECT_THROW(trace.add(3.0, {1.0}), std::invalid_argument);
}

/// Whatever the length, no peak is lost, every sample is in one group, and the memory is bounded.
TEST(Trace, JoinsNeighboursWhereRoomEnds)
{
  for (const int count : {Trace::kMostGroups, Trace::kMostGroups + 1, std::size_t{100003}}) {
    Trace trace(kTime);
    trace.add_column({"wave"}, 0.0);
    trace.add_column({"gaps"}, 0.0);
    const int up = count / 3;
    const int down = 2 * count / 3;
    for (int i = 0; i < count; ++i) {
      const double wave = i == up ? 100.0 : i == down ? -100.0 : std::sin(0.01 * i);
      trace.add(0.001 * i, {wave, i % 2 == 0 ? kNaN : 1.0});
    }
    EXPECT_EQ(trace.sample_count(), count);
    EXPECT_EQ(trace.highest(0), 100.0);
    const Series wave = trace.series(0);
    EXPECT_LE(wave.x.size(), 2 * Trace::kMostGroups);
    EXPECT_GE(wave.x.size(), Trace::kMostGroups / 2);
    EXPECT_EQ(wave.x.front(), 0.0);
    EXPECT_EQ(wave.x.back(), 0.001 * (count - 1));
    bool has_up = false;
    bool has_down = false;
    for (std::size_t i = 0; i < wave.x.size(); ++i) {
      ASSERT_TRUE(i == 0 || wave.x[i] >= wave.x[i - 1]) << i;
      // A group is told by its first and its last sample.
      const double near = 0.001 * trace.group_size();
      has_up |= wave.y[i] == 100.0 && std::abs(wave.x[i] - 0.001 * up) <= near;
      has_down |= wave.y[i] == -100.0 && std::abs(wave.x[i] - 0.001 * down) <= near;
    }
    EXPECT_TRUE(has_up && has_down) << count;
    if (trace.group_size() > 1) {
      EXPECT_EQ(trace.series(1).y[0], 1.0) << "what is not known hides nothing";
    }
  }
}

TEST(Trace, ManyColumnsShareTheRoom)
{
  Trace trace(kTime, 4096);
  for (int column = 0; column < 4; ++column) {
    trace.add_column(Column("c" + std::to_string(column)), 0.0);
  }
  for (int i = 0; i < 10000; ++i) {
    trace.add(i, {0.0, 1.0, 2.0, static_cast<double>(i)});
  }
  EXPECT_LE(trace.series(0).x.size(), 2U * 1024U);
  EXPECT_EQ(trace.highest(3), 9999.0);
  // More come while it is full.
  for (int column = 0; column < 4; ++column) {
    trace.add_column(Column("d" + std::to_string(column)), -1.0);
  }
  trace.add(10000, {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0});
  EXPECT_LE(trace.series(0).x.size(), 2U * 512U);
  EXPECT_EQ(trace.highest(3), 9999.0);
  EXPECT_EQ(trace.highest(7), 7.0);
}

TEST(Trace, JoinedSamplesAreToldAsFromToLowestHighest)
{
  Trace trace(kTime, 512);
  trace.add_column({"a", "N"}, 0.0);
  for (int i = 0; i < 1024; ++i) {
    trace.add(i, {static_cast<double>(i % 2)});
  }
  EXPECT_EQ(trace.group_size(), 2);
  const std::string csv = trace.csv();
  const std::string head = "from [s],to [s],a [N] lowest,a [N] highest\r\n0,1,0,1\r\n2,3,0,1\r\n";
  EXPECT_EQ(csv.substr(0, head.size()), head);
}

}  // namespace

}  // namespace contact_sim
