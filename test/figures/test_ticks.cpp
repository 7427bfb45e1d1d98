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

#include <limits>
#include <stdexcept>

#include "contact_sim/figures/ticks.hpp"

namespace contact_sim
{

namespace
{

std::vector<std::string> labels(const std::vector<Tick> & ticks)
{
  std::vector<std::string> all;
  for (const Tick & tick : ticks) {
    all.push_back(tick.label);
  }
  return all;
}

using Labels = std::vector<std::string>;

TEST(Ticks, AreRoundNumbersWithinTheRange)
{
  EXPECT_EQ(labels(linear_ticks(0.0, 1.0)), (Labels{"0", "0.2", "0.4", "0.6", "0.8", "1"}));
  EXPECT_EQ(labels(linear_ticks(-3.0, 7.0)), (Labels{"−2", "0", "2", "4", "6"}));
}

TEST(Ticks, HaveEnoughDigitsToBeToldApart)
{
  const Labels all = labels(linear_ticks(1000.0, 1000.5));
  ASSERT_GE(all.size(), 3U);
  for (std::size_t i = 1; i < all.size(); ++i) {
    EXPECT_NE(all[i], all[i - 1]);
  }
}

TEST(Ticks, OfALogarithmicAxisArePowersOfTen)
{
  EXPECT_EQ(labels(log_ticks(1.0, 1000.0)), (Labels{"1", "10", "100", "1000"}));
  EXPECT_EQ(labels(log_ticks(1e-7, 1e-4)), (Labels{"10⁻⁷", "10⁻⁶", "10⁻⁵", "10⁻⁴"}));
  EXPECT_EQ(labels(log_ticks(1.0, 100.0)), (Labels{"1", "2", "5", "10", "20", "50", "100"}));
}

TEST(Ticks, OfALogarithmicAxisAreFewWhereTheRangeIsLong)
{
  EXPECT_LE(log_ticks(1e-18, 1e12).size(), 10U);
}

TEST(Ticks, AreEnoughWhereALogarithmicAxisIsShort)
{
  EXPECT_GE(log_ticks(1.1, 1.9).size(), 3U);
}

TEST(Ticks, RefuseWhatIsNoRange)
{
  EXPECT_THROW(linear_ticks(1.0, 1.0), std::invalid_argument);
  EXPECT_THROW(linear_ticks(0.0, std::numeric_limits<double>::infinity()), std::invalid_argument);
  EXPECT_THROW(log_ticks(0.0, 1.0), std::invalid_argument);
  EXPECT_THROW(log_ticks(-1.0, 1.0), std::invalid_argument);
}

}  // namespace

}  // namespace contact_sim
