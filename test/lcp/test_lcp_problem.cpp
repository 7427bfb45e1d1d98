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

#include "contact_sim/lcp/lcp_problem.hpp"

namespace contact_sim
{

template<typename Call>
std::string message_of(Call call)
{
  try {
    call();
  } catch (const std::invalid_argument & error) {
    return error.what();
  }
  return "no error";
}

TEST(LcpProblem, is_refused_by_name_and_value_where_it_is_not_finite)
{
  LcpProblem problem{Eigen::MatrixXd::Identity(3, 3), Eigen::VectorXd::Ones(3)};
  EXPECT_NO_THROW(check_problem(problem));
  problem.M(1, 2) = std::nan("");
  EXPECT_EQ(
    message_of([&] {check_problem(problem);}),
    "LCP: expected finite numbers, found M(1, 2) = nan");
  problem.M(1, 2) = 0.0;
  problem.q[2] = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(
    message_of([&] {check_problem(problem);}),
    "LCP: expected finite numbers, found q(2) = -inf");
}

/// With q = (1e200, -1) the judge's unit hid the -1: z = 0 was called solved.
TEST(LcpProblem, is_refused_where_its_numbers_are_beyond_what_the_judge_can_scale)
{
  LcpProblem problem{Eigen::MatrixXd::Identity(2, 2), Eigen::Vector2d(1e200, -1.0)};
  EXPECT_EQ(
    message_of([&] {check_problem(problem);}),
    "LCP: expected numbers of at most 1e100, found q(0) = 1e+200");
  problem.q << 1e100, -1e100;  // squares above 1e200 in the sum alone
  EXPECT_NO_THROW(check_problem(problem));
  problem.M(1, 0) = -1e101;
  EXPECT_EQ(
    message_of([&] {check_problem(problem);}),
    "LCP: expected numbers of at most 1e100, found M(1, 0) = -1e+101");
}

TEST(LcpProblem, is_refused_where_its_sizes_do_not_fit)
{
  const LcpProblem problem{Eigen::MatrixXd::Identity(3, 2), Eigen::VectorXd::Ones(3)};
  EXPECT_EQ(
    message_of([&] {check_problem(problem);}),
    "LCP: expected M of 3 x 3 to fit q, found 3 x 2");
}

TEST(Option, is_refused_where_it_is_negative_or_not_finite)
{
  EXPECT_NO_THROW(check_option("epsilon", 0.0));
  EXPECT_EQ(
    message_of([] {check_option("epsilon", -1.0);}),
    "LCP: expected epsilon to be finite and not negative, found -1");
  EXPECT_THROW(check_option("epsilon", std::nan("")), std::invalid_argument);
}

TEST(LcpStatus, has_a_name_for_each_outcome)
{
  EXPECT_STREQ(to_string(LcpStatus::kSolved), "solved");
  EXPECT_STREQ(to_string(LcpStatus::kRay), "no solution (ray)");
  EXPECT_STREQ(to_string(LcpStatus::kNotApplicable), "not applicable");
}

}  // namespace contact_sim
