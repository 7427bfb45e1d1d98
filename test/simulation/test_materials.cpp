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

#include "contact_sim/simulation/materials.hpp"

namespace contact_sim
{
namespace
{

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

}  // namespace

TEST(Materials, have_a_default_from_the_start_that_can_be_changed)
{
  Materials materials;
  EXPECT_EQ(materials.size(), 1);
  EXPECT_EQ(materials.index("default"), 0);
  EXPECT_EQ(materials.law(0, 0).friction, Material{}.friction);
  EXPECT_EQ(materials.add({"default", 0.25, 0.5}), 0);
  EXPECT_EQ(materials.size(), 1);
  EXPECT_EQ(materials.law(0, 0).friction, 0.25);
  EXPECT_EQ(materials.law(0, 0).restitution, 0.5);
}

TEST(Materials, combine_friction_as_the_geometric_mean_and_restitution_as_the_larger)
{
  Materials materials;
  const int ice = materials.add({"ice", 0.04, 0.1});
  const int steel = materials.add({"steel", 0.25, 0.9});
  for (const auto & law : {materials.law(ice, steel), materials.law(steel, ice)}) {
    EXPECT_DOUBLE_EQ(law.friction, 0.1);
    EXPECT_DOUBLE_EQ(law.restitution, 0.9);
  }
  EXPECT_DOUBLE_EQ(materials.law(ice, ice).friction, 0.04);
}

TEST(Materials, keep_a_pair_that_is_given_both_ways_and_when_others_are_added)
{
  Materials materials;
  materials.add({"a", 0.5, 0.0});
  materials.add({"b", 0.5, 0.0});
  materials.set_pair("b", "a", {0.9, 0.3});
  materials.set_pair("a", "b", {0.7, 0.2});  // the last word counts
  materials.add({"c", 0.5, 0.0});
  const int a = materials.index("a");
  const int b = materials.index("b");
  EXPECT_EQ(materials.law(a, b).friction, 0.7);
  EXPECT_EQ(materials.law(b, a).friction, 0.7);
  EXPECT_EQ(materials.law(b, a).restitution, 0.2);
  EXPECT_EQ(materials.law(a, a).friction, 0.5);
}

TEST(Materials, refuse_what_no_surface_is_and_stay_as_they_were)
{
  Materials materials;
  materials.add({"wood", 0.4, 0.1});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_NE(refusal([&] {materials.add({"wood", 0.4, 0.1});}).find("'wood'"), std::string::npos);
  for (const double friction : {-0.1, nan, infinity}) {
    EXPECT_NE(
      refusal([&] {materials.add({"x", friction, 0.0});}).find("friction"), std::string::npos);
    EXPECT_NE(
      refusal([&] {materials.set_pair("wood", "wood", {friction, 0.0});}).find("friction"),
      std::string::npos);
  }
  for (const double restitution : {-0.1, 1.1, nan}) {
    EXPECT_NE(
      refusal([&] {materials.add({"x", 0.5, restitution});}).find("restitution"),
      std::string::npos);
  }
  EXPECT_NE(refusal([&] {materials.add({"", 0.5, 0.0});}).find("name"), std::string::npos);
  const std::string unknown = refusal([&] {materials.index("woof");});
  EXPECT_NE(unknown.find("'wood'"), std::string::npos) << unknown;
  EXPECT_NE(unknown.find("'woof'"), std::string::npos) << unknown;
  EXPECT_EQ(materials.size(), 2);
}

}  // namespace contact_sim
