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

#include "experiments/statistics.hpp"

namespace contact_sim
{

namespace
{

TEST(Statistics, TheMedianIsNotMovedByOneSlowTime)
{
  EXPECT_EQ(median({3.0, 1.0, 1e9}), 3.0);
  EXPECT_EQ(median({4.0, 1.0, 2.0, 1e9}), 3.0);
  EXPECT_TRUE(std::isnan(median({})));
}

TEST(Statistics, TheExponentOfAPowerIsFound)
{
  EXPECT_NEAR(fitted_exponent({1.0, 2.0, 4.0, 8.0}, {3.0, 24.0, 192.0, 1536.0}), 3.0, 1e-12);
}

TEST(Statistics, TheExponentLeavesOutWhatWasNotMeasured)
{
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NEAR(fitted_exponent({1.0, 2.0, 4.0, 8.0}, {3.0, none, 48.0, 0.0}), 2.0, 1e-12);
  EXPECT_TRUE(std::isnan(fitted_exponent({1.0, 2.0}, {3.0, none})));
  EXPECT_TRUE(std::isnan(fitted_exponent({2.0, 2.0}, {3.0, 4.0})));
}

}  // namespace

}  // namespace contact_sim
