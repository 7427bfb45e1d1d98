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

#include <stdexcept>
#include <string>

#include "contact_sim/lcp/parameters.hpp"

namespace contact_sim
{

class ParametersTest : public ::testing::Test
{
protected:
  template<typename Call>
  std::string message_of(Call call) const
  {
    try {
      call();
    } catch (const std::invalid_argument & error) {
      return error.what();
    }
    return "no error";
  }

  const std::vector<ParameterSpec> specs{
    {"epsilon", 1e-3, "-", "A number.", 0.0, 1.0},
    {"max_pivots", std::int64_t{0}, "-", "An integer.", 0.0, 100.0},
    {"warm_start", true, "-", "A flag."},
    {"frame", std::string("world"), "-", "A text."}};
};

TEST_F(ParametersTest, fill_up_with_the_defaults)
{
  const ParameterMap values = resolve_parameters(specs, {{"max_pivots", std::int64_t{7}}});
  EXPECT_EQ(std::get<double>(values.at("epsilon")), 1e-3);
  EXPECT_EQ(std::get<std::int64_t>(values.at("max_pivots")), 7);
  EXPECT_EQ(std::get<bool>(values.at("warm_start")), true);
  EXPECT_EQ(std::get<std::string>(values.at("frame")), "world");
}

TEST_F(ParametersTest, take_an_integer_for_a_number_and_nothing_else)
{
  const ParameterMap values = resolve_parameters(specs, {{"epsilon", std::int64_t{1}}});
  EXPECT_EQ(std::get<double>(values.at("epsilon")), 1.0);
  EXPECT_EQ(
    message_of([&] {resolve_parameters(specs, {{"max_pivots", 2.0}});}),
    "parameter 'max_pivots': expected an integer from 0 to 100, found the number '2'");
  EXPECT_THROW(resolve_parameters(specs, {{"warm_start", 1.0}}), std::invalid_argument);
}

TEST_F(ParametersTest, refuse_unknown_names_and_list_the_known)
{
  EXPECT_EQ(
    message_of([&] {resolve_parameters(specs, {{"epsilom", 1.0}});}),
    "unknown parameter 'epsilom'; known here: epsilon, max_pivots, warm_start, frame");
}

TEST_F(ParametersTest, refuse_what_is_out_of_range)
{
  EXPECT_EQ(
    message_of([&] {resolve_parameters(specs, {{"epsilon", -1e-3}});}),
    "parameter 'epsilon': expected a number from 0 to 1, found -0.001");
  EXPECT_THROW(resolve_parameters(specs, {{"epsilon", std::stod("nan")}}), std::invalid_argument);
}

TEST_F(ParametersTest, are_read_from_text_and_back)
{
  EXPECT_EQ(std::get<double>(parse_parameter(specs[0], "2.5e-2")), 2.5e-2);
  EXPECT_EQ(std::get<std::int64_t>(parse_parameter(specs[1], "12")), 12);
  EXPECT_EQ(std::get<bool>(parse_parameter(specs[2], "false")), false);
  EXPECT_EQ(std::get<std::string>(parse_parameter(specs[3], "map")), "map");
  for (const double value : {1e-3, 0.1, 1.0 / 3.0}) {
    EXPECT_EQ(std::get<double>(parse_parameter(specs[0], to_string(value))), value);
  }
}

TEST_F(ParametersTest, refuse_text_of_another_type)
{
  for (const char * text : {"", "x", "1e", "1 ", " 1", "0x1", "nan", "inf", "1,5"}) {
    EXPECT_THROW(parse_parameter(specs[0], text), std::invalid_argument) << "'" << text << "'";
  }
  EXPECT_THROW(parse_parameter(specs[1], "1.5"), std::invalid_argument);
  EXPECT_EQ(
    message_of([&] {parse_parameter(specs[2], "yes");}),
    "parameter 'warm_start': expected a bool, found 'yes'");
}

}  // namespace contact_sim
