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

#include "app/run_history.hpp"
#include "contact_sim/dynamics/model_builder.hpp"

namespace contact_sim
{

namespace
{

constexpr int kGround = -1;

ContactRecord contact(int a, int b, double normal_force, double friction_up = 0.0)
{
  ContactRecord record;
  record.link_a = a;
  record.link_b = b;
  record.normal = {0.0, 0.6, 0.8};
  record.normal_force = normal_force;
  record.friction_force = {0.0, 0.0, friction_up};
  record.sliding_velocity.setZero();
  record.position.setZero();
  return record;
}

/// A free box, and another one on a hinge.
Model two_links()
{
  ModelBuilder builder;
  builder.add_link("base", box_inertia(1.0, {0.1, 0.1, 0.1}));
  builder.add_link("arm", box_inertia(1.0, {0.1, 0.1, 0.1}));
  Joint free;
  free.name = "free";
  free.type = JointType::kFloating;
  builder.add_joint(free, kWorldLink, "base");
  Joint hinge;
  hinge.name = "hinge";
  hinge.type = JointType::kRevolute;
  hinge.axis = Eigen::Vector3d::UnitY();
  builder.add_joint(hinge, "base", "arm");
  return builder.build();
}

}  // namespace

TEST(RunHistory, AddsUpForcesALinkAndWhatPressesOnTheGround)
{
  const Model model = two_links();
  const int base = model.link_index("base");
  const int arm = model.link_index("arm");
  RunHistory history(model);
  StepRecord record;
  record.time = 0.001;
  history.add(record);
  EXPECT_EQ(history.forces().column_count(), 1U) << "nothing was touched yet";
  record.time = 0.002;
  record.contacts = {contact(kGround, base, 10.0, 1.0), contact(kGround, base, 5.0),
    contact(base, arm, 2.0)};
  history.add(record);
  ASSERT_EQ(history.forces().column_count(), 3U);
  const double on_base = 0.8 * 15.0 + 1.0 - 0.8 * 2.0;
  EXPECT_EQ(history.forces().column(1).name, "base");
  EXPECT_EQ(history.forces().series(1).y[0], 0.0);
  // Sums of three numbers in another order: a few roundings of 16.
  EXPECT_NEAR(history.forces().series(1).y[1], on_base, 1e-14);
  EXPECT_NEAR(history.forces().series(2).y[1], 0.8 * 2.0, 1e-15);
  EXPECT_NEAR(history.forces().series(0).y[1], 0.8 * 15.0 + 1.0, 1e-14);
  EXPECT_EQ(history.contacts().series(0).y[1], 3.0);
  EXPECT_EQ(history.contacts().series(1).y[1], 3.0);
}

TEST(RunHistory, HasAColumnForEachJointThatWasTold)
{
  const Model model = two_links();
  RunHistory history(model);
  StepRecord record;
  record.position_error.setConstant(model.nv(), std::numeric_limits<double>::quiet_NaN());
  record.time = 0.001;
  history.add(record);
  EXPECT_EQ(history.joints().column_count(), 0U);
  record.position_error[model.nv() - 1] = -0.25;
  record.time = 0.002;
  history.add(record);
  ASSERT_EQ(history.joints().column_count(), 1U);
  EXPECT_EQ(history.joints().column(0).heading(), "hinge [rad]");
  EXPECT_EQ(history.joints().series(0).y, (std::vector<double>{-0.25}));
}

TEST(RunHistory, GoesOnInTimeWhereARunIsSetBack)
{
  const Model model = two_links();
  RunHistory history(model);
  for (const double time : {0.001, 0.002, 0.001, 0.002}) {
    StepRecord record;
    record.time = time;
    history.add(record);
  }
  EXPECT_EQ(history.resets(), 1);
  EXPECT_EQ(history.energy().series(0).x, (std::vector<double>{0.001, 0.002, 0.003, 0.004}));
}

}  // namespace contact_sim
