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

#include <Eigen/Core>

#include <vector>

#include "contact_sim/contact/contact_residual.hpp"
#include "support/families.hpp"

namespace contact_sim
{

using Eigen::Vector2d;
using Eigen::Vector3d;
using testing::egan_corner;

namespace
{

/// Numbers of order one and a handful of roundings.
constexpr double kRounding = 1e-12;

/// The residual of normal impulses on the two walls.
double residual(const ContactProblem & problem, const Vector2d & normal)
{
  Eigen::VectorXd impulses = Eigen::VectorXd::Zero(3 * problem.size());
  impulses[0] = normal[0];
  impulses[3] = normal[1];
  return contact_residual(problem, impulses, Friction::kPolygon).largest();
}

ContactProblem hit(NonconvexForm form) {return egan_corner({-2.0, -1.0}, form);}
ContactProblem past(NonconvexForm form) {return egan_corner({-2.0, 0.0}, form);}

}  // namespace

TEST(NonconvexResidual, accepts_every_answer_of_the_max_form_that_the_paper_gives)
{
  EXPECT_LT(residual(past(NonconvexForm::kMax), {0.0, 0.0}), kRounding);
  for (const Vector2d & p : {Vector2d(1.5, 0.5), Vector2d(1.5, 0.0), Vector2d(0.0, 0.5)}) {
    EXPECT_LT(residual(hit(NonconvexForm::kMax), p), kRounding) << p.transpose();
  }
}

TEST(NonconvexResidual, accepts_nothing_else_in_the_max_form)
{
  // All impulses on a grid that has the three answers: those of step 0.05 between 0 and 2.
  const ContactProblem problem = hit(NonconvexForm::kMax);
  int accepted = 0;
  for (int i = 0; i <= 40; ++i) {
    for (int j = 0; j <= 40; ++j) {
      accepted += residual(problem, {0.05 * i, 0.05 * j}) < 1e-3;
    }
  }
  EXPECT_EQ(accepted, 3);
  accepted = 0;
  for (int i = 0; i <= 40; ++i) {
    for (int j = 0; j <= 40; ++j) {
      accepted += residual(past(NonconvexForm::kMax), {0.05 * i, 0.05 * j}) < 1e-3;
    }
  }
  EXPECT_EQ(accepted, 1);
}

TEST(NonconvexResidual, refuses_an_impulse_of_a_side_that_is_not_touched)
{
  // The point is stopped at the vertical wall, below the horizontal one, which pushes all the same:
  // right for the summation form, but not for the max form.
  EXPECT_GT(residual(hit(NonconvexForm::kMax), {1.5, 0.13}), 0.01);
  EXPECT_LT(residual(hit(NonconvexForm::kSummation), {1.5, 0.13}), kRounding);
}

TEST(NonconvexResidual, refuses_an_impulse_where_a_side_is_open)
{
  // Stopped by the vertical wall although it would pass above: the invisible wall.
  for (const NonconvexForm form : {NonconvexForm::kMax, NonconvexForm::kSummation}) {
    EXPECT_GT(residual(past(form), {1.5, 0.0}), 0.1);
    EXPECT_GT(residual(past(form), {0.0, 0.2}), 0.05);
  }
}

TEST(NonconvexResidual, refuses_pulling_penetration_and_too_much)
{
  for (const NonconvexForm form : {NonconvexForm::kMax, NonconvexForm::kSummation}) {
    EXPECT_GT(residual(hit(form), {0.0, 0.0}), 0.1);
    EXPECT_GT(residual(hit(form), {1.4, 0.4}), 0.01);
    EXPECT_GT(residual(hit(form), {1.6, 0.0}), 0.01);
    EXPECT_GT(residual(hit(form), {1.5, -0.1}), 0.01);
    EXPECT_GT(residual(hit(form), {-0.1, 0.5}), 0.01);
  }
}

TEST(NonconvexResidual, accepts_the_summation_form_where_its_sum_is_zero_and_nowhere_else)
{
  const ContactProblem problem = hit(NonconvexForm::kSummation);
  // The paper's three, and others on the planes and on the cap.
  for (const Vector2d & p : {Vector2d(0.5, 0.5), Vector2d(1.495, 0.495), Vector2d(1.5, 0.13),
      Vector2d(0.0, 0.5), Vector2d(1.5, 0.0), Vector2d(1.3, 0.5), Vector2d(1.492, 0.498)})
  {
    EXPECT_LT(residual(problem, p), kRounding) << p.transpose();
  }
  // The corner itself is outside of the cap by epsilon: nothing may push there.
  for (const Vector2d & p : {Vector2d(1.5, 0.5), Vector2d(1.49, 0.49), Vector2d(1.495, 0.499)}) {
    EXPECT_GT(residual(problem, p), 1e-3) << p.transpose();
  }
}

TEST(NonconvexResidual, counts_for_its_scale_only_the_side_that_is_widest_open)
{
  // A point at rest under its weight, a side far below its top: the same scale as without that.
  const Vector3d weight(0.0, 0.0, -0.01);
  ContactProblem alone = testing::point_before_walls(
    1.0, weight, 1e-3, {{Vector3d::UnitZ(), 0.0, 0.0}});
  ContactProblem group = testing::point_before_walls(
    1.0, weight, 1e-3, {{Vector3d::UnitZ(), 0.0, 0.0}, {Vector3d::UnitX(), -0.5, 0.0}});
  group.add_group({0, 1});
  Eigen::VectorXd one = Eigen::VectorXd::Zero(3), two = Eigen::VectorXd::Zero(6);
  one[0] = two[0] = 0.005;  // half of what it takes
  EXPECT_NEAR(
    contact_residual(group, two, Friction::kPolygon).penetration_rate,
    contact_residual(alone, one, Friction::kPolygon).penetration_rate, kRounding);
  EXPECT_GT(contact_residual(alone, one, Friction::kPolygon).penetration_rate, 0.1);
}

TEST(NonconvexResidual, does_not_depend_on_units_and_masses)
{
  for (const double mass : {1e-3, 1.0, 1e3}) {
    for (const double speed : {1e-3, 1.0, 1e3}) {
      ContactProblem problem = testing::point_before_walls(
        mass, speed * Vector3d(-2.0, -1.0, 0.0), 2.0,
        {{Vector3d::UnitX(), speed, 0.0}, {Vector3d::UnitY(), speed, 0.0}});
      problem.add_group({0, 1});
      const double unit = mass * speed;
      const double whole = residual(hit(NonconvexForm::kMax), {1.2, 0.0});
      EXPECT_NEAR(residual(problem, unit * Vector2d(1.2, 0.0)), whole, 1e-9 * whole);
      EXPECT_LT(residual(problem, unit * Vector2d(0.0, 0.5)), kRounding);
    }
  }
}

TEST(NonconvexResidual, asks_for_friction_only_of_the_side_that_carries)
{
  const ContactProblem problem = egan_corner({-2.0, -1.0}, NonconvexForm::kMax, 0.5);
  Eigen::VectorXd impulses = Eigen::VectorXd::Zero(6);
  impulses[3] = 0.5;  // on the horizontal wall, sliding along -x without friction
  EXPECT_GT(contact_residual(problem, impulses, Friction::kCone).largest(), 0.1);
  const Vector3d t1 = problem.columns(1).col(1), t2 = problem.columns(1).col(2);
  impulses[4] = 0.25 * t1.x();
  impulses[5] = 0.25 * t2.x();
  EXPECT_LT(contact_residual(problem, impulses, Friction::kCone).largest(), kRounding);
  impulses[1] = 0.01;  // of the wall that does not carry
  EXPECT_GT(contact_residual(problem, impulses, Friction::kCone).largest(), 1e-3);
}

}  // namespace contact_sim
