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

#include <stdexcept>
#include <string>

#include "contact_sim/dynamics/joint.hpp"
#include "support/random_trees.hpp"

namespace contact_sim
{

using Eigen::Vector3d;

TEST(Joint, types_have_the_sizes_and_names_of_the_table)
{
  struct Expected {const char * name; int nq; int nv;};
  const Expected table[] = {
    {"fixed", 0, 0}, {"revolute", 1, 1}, {"continuous", 1, 1}, {"prismatic", 1, 1},
    {"planar", 3, 3}, {"spherical", 4, 3}, {"floating", 7, 6}};
  for (const Expected & row : table) {
    const JointType type = joint_type_from_string(row.name);
    EXPECT_STREQ(to_string(type), row.name);
    EXPECT_EQ(joint_nq(type), row.nq) << row.name;
    EXPECT_EQ(joint_nv(type), row.nv) << row.name;
  }
}

TEST(Joint, of_an_unknown_type_is_refused_with_the_list)
{
  try {
    joint_type_from_string("screw");
    FAIL() << "not refused";
  } catch (const std::invalid_argument & error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("'screw'"), std::string::npos);
    EXPECT_NE(text.find("revolute, continuous, prismatic"), std::string::npos);
  }
}

TEST(Joint, planar_axes_and_normal_are_a_right_handed_frame)
{
  testing::Random random(1);
  for (int i = 0; i < 100; ++i) {
    const Vector3d normal = testing::random_direction(random);
    Eigen::Matrix3d frame;
    frame << planar_axes(normal), normal;
    EXPECT_LT((frame.transpose() * frame - Eigen::Matrix3d::Identity()).norm(), 1e-14);
    EXPECT_GT(frame.determinant(), 0.0);
  }
  EXPECT_TRUE(planar_axes(Vector3d::UnitZ()).isApprox(Eigen::Matrix3d::Identity().leftCols<2>()));
  // Opposite to z there is no shortest rotation; any right-handed frame will do.
  const Eigen::Matrix<double, 3, 2> below = planar_axes(-Vector3d::UnitZ());
  EXPECT_LT((below.col(0).cross(below.col(1)) + Vector3d::UnitZ()).norm(), 1e-14);
}

}  // namespace contact_sim
