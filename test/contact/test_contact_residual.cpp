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
#include <Eigen/QR>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/contact/contact_residual.hpp"
#include "support/families.hpp"

namespace contact_sim
{

using Eigen::Vector3d;
using Index = Eigen::Index;
using testing::ContactCase;
using testing::Random;

namespace
{

/// The analytic cases have a handful of roundings of numbers of order one.
constexpr double kRounding = 1e-12;

constexpr Friction kLaws[] = {Friction::kPolygon, Friction::kCone};

/// A point of the given mass that touches a plane with the velocity v = (normal, t₁, t₂).
void add_point(ContactProblem & problem, int point, double mass, const Vector3d & v, double mu)
{
  Eigen::VectorXd k = problem.k();
  k.segment<3>(3 * point) = std::sqrt(mass) * v;
  problem.set_k(k);
  const ContactProblem::Columns columns = Eigen::Matrix3d::Identity() / std::sqrt(mass);
  problem.add_contact({3 * point, 3 * point + 1, 3 * point + 2}, columns, {0.0, mu, 8});
}

ContactProblem one_point(const Vector3d & v, double mu = 0.5)
{
  ContactProblem problem(3);
  add_point(problem, 0, 1.0, v, mu);
  return problem;
}

/// It comes with speed 1 and slides with 3 along t₁: friction takes 0.5 of that away.
ContactProblem sliding_point()
{
  return one_point({-1.0, 3.0, 0.0});
}

const Vector3d kSlidingImpulse(1.0, -0.5, 0.0);

Eigen::VectorXd random_answer(Random & random, const ContactProblem & problem)
{
  Eigen::VectorXd impulses = testing::random_vector(random, 3 * problem.size());
  for (Index i = 0; i < problem.size(); ++i) {
    impulses[3 * i] = std::abs(impulses[3 * i]);
  }
  return problem.k().norm() * impulses;
}

void expect_near(const ContactResidual & a, const ContactResidual & b, const std::string & what)
{
  // Both measure the same numbers up to factors; sums of up to a hundred terms of either sign lose
  // some digits of sixteen.
  const double tolerance = 1e-11 * (1.0 + a.largest());
  EXPECT_NEAR(a.penetration_rate, b.penetration_rate, tolerance) << what;
  EXPECT_NEAR(a.complementarity, b.complementarity, tolerance) << what;
  EXPECT_NEAR(a.cone_violation, b.cone_violation, tolerance) << what;
  EXPECT_NEAR(a.dissipation_gap, b.dissipation_gap, tolerance) << what;
}

/// The problem with every contact's columns and data changed.
template<typename Function>
ContactProblem rebuilt(const ContactProblem & problem, Function change)
{
  ContactProblem result(problem.degrees_of_freedom());
  result.set_k(problem.k());
  for (Index i = 0; i < problem.size(); ++i) {
    ContactProblem::Columns columns = problem.columns(i);
    ContactData data = problem.data(i);
    change(i, columns, data);
    const std::vector<int> dofs(problem.dofs(i), problem.dofs(i) + problem.dof_count(i));
    result.add_contact(dofs, columns, data);
  }
  return result;
}

Eigen::Matrix2d rotation(double angle)
{
  Eigen::Matrix2d result;
  result << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
  return result;
}

}  // namespace

/// Two joints at their limits in a robot that moves otherwise: all that approaches is rounding.
/// Found by soak (trees, seed 1, episode 23): any answer was refused with a residual of 0.15.
TEST(ContactResidual, asks_for_nothing_below_the_rounding_of_velocities_that_cancel)
{
  Random random(23);
  for (int i = 0; i < 100; ++i) {
    ContactProblem problem(8);
    const Eigen::MatrixXd normals = testing::random_matrix(random, 8, 2);
    const Eigen::MatrixXd range = Eigen::HouseholderQR<Eigen::MatrixXd>(normals).householderQ() *
      Eigen::MatrixXd::Identity(8, 2);
    const Eigen::VectorXd moves = testing::random_vector(random, 8);
    const Eigen::VectorXd k = moves - range * (range.transpose() * moves);
    problem.set_k(k);
    for (int c = 0; c < 2; ++c) {
      ContactProblem::Columns columns = ContactProblem::Columns::Zero(8, 3);
      columns.col(0) = normals.col(c);
      problem.add_contact({0, 1, 2, 3, 4, 5, 6, 7}, columns, {0.0, 0.0, 0});
    }
    EXPECT_LT(contact_residual(problem, Eigen::VectorXd::Zero(6), Friction::kCone).largest(), 1e-9);
    // What is more than rounding is still felt: 1e-5 of the motion.
    problem.set_k(k - 1e-5 * normals.col(0));
    EXPECT_GT(contact_residual(problem, Eigen::VectorXd::Zero(6), Friction::kCone).largest(), 0.1);
  }
}

TEST(ContactResidual, is_zero_for_a_point_that_separates)
{
  for (const Friction law : kLaws) {
    EXPECT_LT(
      contact_residual(one_point({1.0, 2.0, 3.0}), Vector3d::Zero(), law).largest(), kRounding);
  }
}

TEST(ContactResidual, is_zero_for_a_point_that_sticks)
{
  const Vector3d v(-1.0, 0.2, 0.1);
  for (const Friction law : kLaws) {
    EXPECT_LT(contact_residual(one_point(v), -v, law).largest(), kRounding);
  }
}

TEST(ContactResidual, is_zero_for_a_point_that_slides_along_a_corner_of_the_polygon)
{
  for (const Friction law : kLaws) {
    EXPECT_LT(contact_residual(sliding_point(), kSlidingImpulse, law).largest(), kRounding);
  }
}

TEST(ContactResidual, knows_polygon_and_cone_apart)
{
  const Eigen::Vector2d along(std::cos(0.3), std::sin(0.3));
  const ContactProblem problem = one_point({-1.0, 3.0 * along[0], 3.0 * along[1]});
  // The cone's friction is against the sliding, the polygon's in the corner next to it: -t₁ is
  // within 22.5° of the velocity (2.366, 0.887) that is left.
  const Vector3d by_cone(1.0, -0.5 * along[0], -0.5 * along[1]);
  const Vector3d by_polygon(1.0, -0.5, 0.0);
  EXPECT_LT(contact_residual(problem, by_cone, Friction::kCone).largest(), kRounding);
  EXPECT_LT(contact_residual(problem, by_polygon, Friction::kPolygon).largest(), kRounding);
  EXPECT_GT(contact_residual(problem, by_cone, Friction::kPolygon).cone_violation, 1e-3);
  EXPECT_GT(contact_residual(problem, by_polygon, Friction::kCone).dissipation_gap, 1e-3);
}

TEST(ContactResidual, follows_the_angle_of_the_polygon)
{
  ContactProblem problem = one_point({-1.0, 3.0 * std::cos(0.3), 3.0 * std::sin(0.3)});
  const Vector3d against(1.0, -0.5 * std::cos(0.3), -0.5 * std::sin(0.3));
  problem.set_angle(0, 0.3);
  EXPECT_LT(contact_residual(problem, against, Friction::kPolygon).largest(), kRounding);
}

TEST(ContactResidual, sees_friction_left_out_in_the_dissipation_gap_and_nowhere_else)
{
  for (const Friction law : kLaws) {
    const ContactResidual residual =
      contact_residual(sliding_point(), Vector3d(1.0, 0.0, 0.0), law);
    EXPECT_GT(residual.dissipation_gap, 0.01);
    EXPECT_LT(residual.penetration_rate, kRounding);
    EXPECT_LT(residual.complementarity, kRounding);
    EXPECT_LT(residual.cone_violation, kRounding);
  }
}

TEST(ContactResidual, sees_friction_of_the_wrong_sign_or_direction)
{
  const std::vector<Vector3d> wrong{
    {1.0, 0.5, 0.0},    // wrong sign
    {1.0, 0.0, -0.5},   // swapped tangents
    {1.0, 0.0, 0.5},
    {1.0, -0.35, 0.35},  // 45° off
    {1.0, -0.4, 0.0}};  // not all of it
  for (const Friction law : kLaws) {
    for (const Vector3d & impulse : wrong) {
      const ContactResidual residual = contact_residual(sliding_point(), impulse, law);
      EXPECT_GT(residual.dissipation_gap, 0.01) << impulse.transpose();
      EXPECT_LT(residual.cone_violation, kRounding) << impulse.transpose();
    }
  }
}

TEST(ContactResidual, sees_friction_that_is_too_large_in_the_cone_violation)
{
  for (const Friction law : kLaws) {
    const auto violation = [&](const ContactProblem & problem, const Vector3d & impulse) {
        return contact_residual(problem, impulse, law).cone_violation;
      };
    EXPECT_GT(violation(sliding_point(), {1.0, -0.6, 0.0}), 0.01);
    EXPECT_GT(violation(one_point({1.0, 3.0, 0.0}), {0.0, -3.0, 0.0}), 0.1) << "no normal force";
    EXPECT_GT(violation(one_point({-1.0, 3.0, 0.0}, 0.0), {1.0, -0.1, 0.0}), 0.01) << "mu = 0";
  }
}

TEST(ContactResidual, sees_penetration)
{
  for (const Friction law : kLaws) {
    for (const double part : {0.0, 0.9}) {
      const Vector3d impulse = part * kSlidingImpulse;
      EXPECT_GT(contact_residual(sliding_point(), impulse, law).penetration_rate, 0.01) << part;
    }
  }
}

TEST(ContactResidual, sees_pulling_and_pushing_without_touch_in_the_complementarity)
{
  const ContactProblem separating = one_point({1.0, 0.0, 0.0});
  for (const Friction law : kLaws) {
    const ContactResidual pulling = contact_residual(separating, Vector3d(-1.0, 0.0, 0.0), law);
    EXPECT_GT(pulling.complementarity, 0.1);
    EXPECT_LT(pulling.penetration_rate, kRounding);
    EXPECT_GT(contact_residual(separating, Vector3d::UnitX(), law).complementarity, 0.1);
    const Vector3d too_much = 1.1 * kSlidingImpulse;
    EXPECT_GT(contact_residual(sliding_point(), too_much, law).complementarity, 0.01);
  }
}

TEST(ContactResidual, does_not_take_impulses_so_large_that_velocities_drown)
{
  // Squeezed from both sides: equal impulses change nothing, whatever their size.
  ContactProblem problem(1);
  ContactProblem::Columns columns = ContactProblem::Columns::Zero(1, 3);
  for (const double side : {1.0, -1.0}) {
    columns(0, 0) = side;
    problem.add_contact({0}, columns, {0.0, 0.0, 0});
  }
  problem.set_k(Eigen::VectorXd::Constant(1, -1.0));
  Eigen::VectorXd impulses(6);
  impulses << 1001.0, 0.0, 0.0, 1000.0, 0.0, 0.0;
  EXPECT_LT(contact_residual(problem, impulses, Friction::kPolygon).largest(), kRounding);
  impulses << 1e12 + 1.0, 0.0, 0.0, 1e12, 0.0, 0.0;
  EXPECT_GT(contact_residual(problem, impulses, Friction::kPolygon).complementarity, 1e-5);
}

TEST(ContactResidual, is_infinite_where_a_number_is_not)
{
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {std::nan(""), infinity, -infinity}) {
    for (int i = 0; i < 3; ++i) {
      Vector3d impulse = kSlidingImpulse;
      impulse[i] = bad;
      EXPECT_EQ(
        contact_residual(sliding_point(), impulse, Friction::kCone).largest(), infinity) << bad;
    }
  }
}

TEST(ContactResidual, refuses_impulses_of_another_size)
{
  try {
    contact_residual(sliding_point(), Eigen::VectorXd::Zero(6), Friction::kCone);
    FAIL() << "six impulses were taken for one contact";
  } catch (const std::invalid_argument & error) {
    EXPECT_EQ(std::string(error.what()), "contact residual: expected 3 impulses, found 6");
  }
}

TEST(ContactResidual, of_no_contacts_is_zero)
{
  EXPECT_EQ(
    contact_residual(ContactProblem(6), Eigen::VectorXd(), Friction::kCone).largest(), 0.0);
}

TEST(ContactResidual, is_the_same_in_all_units)
{
  // Mass in units of a, velocity in units of b: G grows with √a, u with b, impulses with ab.
  Random random(3);
  for (const ContactCase & c : testing::all_contact_families(random, 6)) {
    if (c.problem.k().isZero(0.0)) {
      continue;  // without any velocity there is nothing to measure against
    }
    const Eigen::VectorXd answer = random_answer(random, c.problem);
    for (const double a : {1e-9, 1.0, 1e9}) {
      for (const double b : {1e-6, 1e6}) {
        ContactProblem other = rebuilt(
          c.problem, [&](Index, ContactProblem::Columns & columns, ContactData & data) {
            columns /= std::sqrt(a);
            data.gap_rate *= b;
            data.tangential_rate *= b;
          });
        other.set_k(std::sqrt(a) * b * c.problem.k());
        for (const Friction law : kLaws) {
          expect_near(
            contact_residual(c.problem, answer, law),
            contact_residual(other, a * b * answer, law), c.family);
        }
      }
    }
  }
}

TEST(ContactResidual, does_not_depend_on_the_choice_of_tangents)
{
  Random random(4);
  for (const ContactCase & c : testing::all_contact_families(random, 6)) {
    Eigen::VectorXd answer = random_answer(random, c.problem);
    Eigen::VectorXd turned = answer;
    const ContactProblem other = rebuilt(
      c.problem, [&](Index i, ContactProblem::Columns & columns, ContactData & data) {
        const double angle = testing::uniform(random, -M_PI, M_PI);
        const Eigen::Matrix2d turn = rotation(angle);
        columns.rightCols<2>() = (columns.rightCols<2>() * turn).eval();
        data.tangential_rate = turn.transpose() * data.tangential_rate;
        data.angle -= angle;
        turned.segment<2>(3 * i + 1) = turn.transpose() * answer.segment<2>(3 * i + 1);
      });
    for (const Friction law : kLaws) {
      expect_near(
        contact_residual(c.problem, answer, law), contact_residual(other, turned, law), c.family);
    }
  }
}

TEST(ContactResidual, sees_friction_left_out_at_a_light_body_beside_a_heavy_one)
{
  // λ and u of the light point are 1e-5 of the heavy one's, in the square roots of energies.
  ContactProblem problem(6);
  add_point(problem, 0, 1e10, {-1.0, 3.0, 0.0}, 0.5);
  add_point(problem, 1, 1.0, {-1.0, 3.0, 0.0}, 0.5);
  Eigen::VectorXd impulses(6);
  impulses << 1e10 * kSlidingImpulse, kSlidingImpulse;
  for (const Friction law : kLaws) {
    EXPECT_LT(contact_residual(problem, impulses, law).largest(), kRounding);
  }
  impulses[4] = 0.0;
  for (const Friction law : kLaws) {
    EXPECT_GT(contact_residual(problem, impulses, law).dissipation_gap, 1e-7);
  }
}

TEST(ContactResidual, takes_the_right_impulses_where_a_heavy_body_rests_on_a_light_one)
{
  // The sums have terms of 1e6 h g that cancel: their rounding, 1e-10 of h g, is no error, and less
  // so where friction of 1e6 is multiplied with it.
  constexpr double kRatio = 1e6;
  testing::Bodies scene;
  Random random(5);
  for (int i = 0; i < 2; ++i) {
    const Vector3d position(0.0, 0.0, 0.1 * i + 0.05);
    scene.add_block(i == 0 ? 1.0 : kRatio, Vector3d::Constant(0.1), position);
    const testing::Face face{position - 0.05 * Vector3d::UnitZ(), 0.05 * Vector3d::UnitX(),
      0.05 * Vector3d::UnitY(), Vector3d::UnitZ()};
    scene.add_face(random, i, i - 1, face, 4);
  }
  scene.add_gravity();
  const ContactProblem problem = scene.problem();
  Eigen::VectorXd impulses = Eigen::VectorXd::Zero(24);
  for (Index i = 0; i < 8; ++i) {
    const double load = i < 4 ? kRatio + 1.0 : kRatio;
    impulses[3 * i] = scene.h * testing::kGravity * load / 4.0;
  }
  for (const Friction law : kLaws) {
    EXPECT_LT(contact_residual(problem, impulses, law).largest(), 1e-9) << "the tolerance";
    EXPECT_GT(contact_residual(problem, 0.999999 * impulses, law).largest(), 1e-9);
  }
}

}  // namespace contact_sim
