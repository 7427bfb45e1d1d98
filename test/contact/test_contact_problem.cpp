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

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/contact/contact_problem.hpp"
#include "contact_sim/contact/contact_residual.hpp"
#include "contact_sim/lcp/lcp_residual.hpp"
#include "contact_sim/lcp/robust_lemke.hpp"
#include "support/families.hpp"

namespace contact_sim
{

using Eigen::Vector3d;
using Index = Eigen::Index;
using testing::ContactCase;
using testing::Random;

namespace
{

/// Âᵀ as one dense matrix, 3 rows a contact.
Eigen::MatrixXd dense_rows(const ContactProblem & problem)
{
  Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(3 * problem.size(), problem.degrees_of_freedom());
  for (Index i = 0; i < problem.size(); ++i) {
    for (Index row = 0; row < problem.dof_count(i); ++row) {
      rows.block<3, 1>(3 * i, problem.dofs(i)[row]) = problem.columns(i).row(row).transpose();
    }
  }
  return rows;
}

ContactProblem small_problem()
{
  Random random(1);
  return testing::cube_between_walls(random, 3, 2).problem();
}

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

std::string refusal_of(const ContactData & data)
{
  ContactProblem problem = small_problem();
  problem.set_data(1, data);
  return refusal([&] {problem.check();});
}

/// The mass ratio of 1e6 is beyond what the dense method can do: more pivots than it may make, or
/// a residual that is small only in the units of the LCP.
bool is_too_uneven(const ContactCase & c)
{
  return c.family == "heavy on light" || c.family == "light on heavy";
}

}  // namespace

TEST(ContactProblem, has_the_delassus_matrix_of_the_bodies)
{
  // Two bodies with full inertias, one contact between them and one with the world: J M⁻¹ Jᵀ with
  // the velocities of the points written out.
  Random random(2);
  testing::Bodies scene;
  scene.bodies.resize(2);
  Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(12, 12);
  for (int b = 0; b < 2; ++b) {
    testing::Body & body = scene.bodies[b];
    body.mass = 1.0 + b;
    body.inertia = testing::random_spd(random, 3);
    body.position = testing::random_vector(random, 3);
    body.velocity = testing::random_vector(random, 6);
    body.wrench = testing::random_vector(random, 6);
    mass.block<3, 3>(6 * b, 6 * b) = body.mass * Eigen::Matrix3d::Identity();
    mass.block<3, 3>(6 * b + 3, 6 * b + 3) = body.inertia;
  }
  const Vector3d normals[2] = {Vector3d::UnitZ(), Vector3d(1.0, 2.0, -2.0) / 3.0};
  scene.contacts = {
    {1, 0, testing::random_vector(random, 3), normals[0], 0.5, 0.02},
    {1, testing::kWorld, testing::random_vector(random, 3), normals[1], 0.5, 0.0}};
  const ContactProblem problem = scene.problem();

  Eigen::MatrixXd Jn = Eigen::MatrixXd::Zero(2, 12);
  for (int i = 0; i < 2; ++i) {
    for (int b = i; b < 2; ++b) {
      const Vector3d lever = scene.contacts[i].point - scene.bodies[b].position;
      const double sign = b == 1 ? 1.0 : -1.0;
      Jn.block<1, 3>(i, 6 * b) = sign * normals[i].transpose();
      Jn.block<1, 3>(i, 6 * b + 3) = sign * lever.cross(normals[i]).transpose();
    }
  }
  const Eigen::MatrixXd expected = Jn * mass.inverse() * Jn.transpose();
  Eigen::VectorXd v(12);
  Eigen::VectorXd f(12);
  v << scene.bodies[0].velocity, scene.bodies[1].velocity;
  f << scene.bodies[0].wrench, scene.bodies[1].wrench;
  const Eigen::VectorXd free = Jn * (v + scene.h * mass.inverse() * f);
  // The inertia's condition number is some hundreds at most.
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      EXPECT_NEAR(problem.delassus()(3 * i, 3 * j), expected(i, j), 1e-11);
    }
  }
  EXPECT_NEAR(problem.free_velocity()[0], free[0] + 0.02 / scene.h, 1e-11);
  EXPECT_NEAR(problem.free_velocity()[3], free[1], 1e-11);
  EXPECT_EQ(problem.dof_count(0), 12);
  EXPECT_EQ(problem.dof_count(1), 6);
}

TEST(ContactProblem, has_the_delassus_matrix_of_its_columns)
{
  Random random(3);
  for (const ContactCase & c : testing::all_contact_families(random, 7)) {
    const Eigen::MatrixXd rows = dense_rows(c.problem);
    const Eigen::MatrixXd W = rows * rows.transpose();
    EXPECT_TRUE(c.problem.delassus().isApprox(W, 1e-14)) << c.family;
  }
}

TEST(ContactProblem, writes_the_lcp_of_the_papers)
{
  // GUIDE, "Notation": M = [N̂ᵀN̂ N̂ᵀD̂ 0; D̂ᵀN̂ D̂ᵀD̂ E; μ -Eᵀ 0], q = (N̂ᵀk + gap/h, D̂ᵀk, 0).
  Random random(4);
  for (const ContactCase & c : testing::all_contact_families(random, 5)) {
    const ContactProblem & p = c.problem;
    const Eigen::MatrixXd rows = dense_rows(p);
    const Index nc = p.size();
    std::vector<Eigen::RowVectorXd> forces;
    std::vector<double> q;
    std::vector<Index> owner;
    for (Index i = 0; i < nc; ++i) {
      forces.push_back(rows.row(3 * i));
      q.push_back(rows.row(3 * i).dot(p.k()) + p.data(i).gap_rate);
    }
    for (Index i = 0; i < nc; ++i) {
      for (int j = 0; j < p.data(i).directions; ++j) {
        const double angle = p.data(i).angle + 2.0 * M_PI * j / p.data(i).directions;
        const Eigen::Vector2d direction(std::cos(angle), std::sin(angle));
        forces.push_back(direction.transpose() * rows.middleRows<2>(3 * i + 1));
        q.push_back(forces.back().dot(p.k()) + direction.dot(p.data(i).tangential_rate));
        owner.push_back(i);
      }
    }
    const LcpProblem & lcp = p.to_lcp();
    const Index count = static_cast<Index>(forces.size());
    ASSERT_EQ(lcp.size(), count + nc) << c.family;
    const double size = 1.0 + lcp.M.cwiseAbs().maxCoeff() + lcp.q.cwiseAbs().maxCoeff();
    // Sums of at most 60 products: some hundred roundings.
    const double tolerance = 1e-13 * size;
    for (Index i = 0; i < count + nc; ++i) {
      EXPECT_NEAR(lcp.q[i], i < count ? q[i] : 0.0, tolerance) << c.family;
      for (Index j = 0; j < count + nc; ++j) {
        double expected = 0.0;
        if (i < count && j < count) {
          expected = forces[i].dot(forces[j]);
        } else if (i < count && i >= nc && j >= count) {
          expected = owner[i - nc] == j - count ? 1.0 : 0.0;
        } else if (i >= count && j < nc) {
          expected = i - count == j ? p.data(j).mu : 0.0;
        } else if (i >= count && j < count) {
          expected = owner[j - nc] == i - count ? -1.0 : 0.0;
        }
        ASSERT_NEAR(lcp.M(i, j), expected, tolerance) << c.family << " " << i << " " << j;
      }
    }
  }
}

TEST(ContactProblem, forgets_what_it_derived_when_it_changes)
{
  ContactProblem problem = small_problem();
  const Eigen::MatrixXd W = problem.delassus();
  const Eigen::VectorXd q = problem.to_lcp().q;
  problem.set_k(2.0 * problem.k());
  EXPECT_TRUE(problem.to_lcp().q.isApprox(2.0 * q));

  ContactData data = problem.data(1);
  data.gap_rate = 7.0;
  data.mu = 0.75;
  problem.set_data(1, data);
  EXPECT_NEAR(problem.to_lcp().q[1], 2.0 * q[1] + 7.0, 1e-12);
  EXPECT_EQ(problem.to_lcp().M(3 + 24 + 1, 1), 0.75);

  const Eigen::VectorXd before = problem.to_lcp().q;
  problem.set_angle(2, M_PI / 4.0);
  // One direction further on a polygon of eight.
  EXPECT_NEAR(problem.to_lcp().q[3 + 16], before[3 + 17], 1e-12);

  problem.add_contact({0}, ContactProblem::Columns::Ones(1, 3), {});
  EXPECT_EQ(problem.delassus().rows(), 12);
  EXPECT_TRUE(problem.delassus().topLeftCorner(9, 9).isApprox(W));
  EXPECT_EQ(problem.to_lcp().size(), 4 * 10);

  problem.reset(2);
  EXPECT_EQ(problem.delassus().size(), 0);
  EXPECT_EQ(problem.to_lcp().size(), 0);
  EXPECT_EQ(problem.k(), Eigen::Vector2d::Zero());
}

TEST(ContactProblem, gives_impulses_back_from_lcp_variables)
{
  Random random(5);
  for (const ContactCase & c : testing::all_contact_families(random, 6)) {
    Eigen::VectorXd impulses = testing::random_vector(random, 3 * c.problem.size());
    for (Index i = 0; i < c.problem.size(); ++i) {
      if (c.problem.data(i).directions == 0) {
        impulses.segment<2>(3 * i + 1).setZero();
      }
    }
    const Eigen::VectorXd z = c.problem.lcp_variables(impulses);
    const Index nc = c.problem.size();
    EXPECT_GE(z.tail(z.size() - nc).minCoeff(), 0.0) << c.family;
    // Two corners, 22.5° to 90° apart: the sines cost a digit at most.
    EXPECT_TRUE((c.problem.impulses(z) - impulses).isZero(1e-14)) << c.family;
  }
}

TEST(ContactProblem, puts_friction_on_a_corner_where_it_is_on_one)
{
  ContactProblem problem = small_problem();
  for (const double angle : {0.0, 0.4, -2.0}) {
    for (int j = 0; j < 8; ++j) {
      problem.set_angle(1, angle);
      Eigen::VectorXd impulses = Eigen::VectorXd::Zero(9);
      impulses[4] = std::cos(angle + j * M_PI / 4.0);
      impulses[5] = std::sin(angle + j * M_PI / 4.0);
      const Eigen::VectorXd phi = problem.lcp_variables(impulses).segment(3 + 8, 8);
      EXPECT_NEAR(phi[j], 1.0, 1e-14);
      EXPECT_NEAR(phi.sum(), 1.0, 1e-14);
    }
  }
}

TEST(ContactProblem, and_its_lcp_have_the_same_solutions)
{
  Random random(6);
  for (const int contacts : {1, 3, 8}) {
    for (const ContactCase & c : testing::all_contact_families(random, contacts)) {
      if (is_too_uneven(c)) {
        continue;
      }
      const LcpProblem & lcp = c.problem.to_lcp();
      const LcpSolution solution = solve_robust_lemke(lcp);
      ASSERT_TRUE(solution.solved()) << c.family << ": " << solution.detail;
      const Eigen::VectorXd impulses = c.problem.impulses(solution.z);
      // The solver's tolerance is 1e-9, in units of the same order.
      EXPECT_LT(contact_residual(c.problem, impulses, Friction::kPolygon).largest(), 1e-8) <<
        c.family;
      EXPECT_LT(lcp_residual(lcp, c.problem.lcp_variables(impulses)), 1e-8) << c.family;
      // And what is wrong for one is wrong for the other.
      const Eigen::VectorXd none = Eigen::VectorXd::Zero(impulses.size());
      if (contact_residual(c.problem, none, Friction::kPolygon).largest() > 1e-2) {
        const Eigen::VectorXd wrong = 0.9 * impulses;
        EXPECT_GT(contact_residual(c.problem, wrong, Friction::kPolygon).largest(), 1e-4);
        EXPECT_GT(lcp_residual(lcp, c.problem.lcp_variables(wrong)), 1e-4) << c.family;
      }
    }
  }
}

TEST(ContactProblem, is_refused_with_the_contact_and_the_value)
{
  ContactData data;
  data.mu = -0.5;
  EXPECT_EQ(
    refusal_of(data), "contact 1: expected a coefficient of friction >= 0, found -0.5");
  data.mu = std::nan("");
  EXPECT_EQ(refusal_of(data), "contact 1: expected a coefficient of friction >= 0, found nan");
  data.mu = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal_of(data), "contact 1: expected a coefficient of friction >= 0, found inf");
  for (const int d : {-2, 1, 2, 3, 7}) {
    data = {0.0, 0.5, d};
    EXPECT_EQ(
      refusal_of(data), "contact 1: expected 0 friction directions, or an even number from 4 on, "
      "found " + std::to_string(d));
  }
  data = {std::nan(""), 0.5, 8};
  EXPECT_EQ(refusal_of(data), "contact 1: expected a finite gap rate, found nan");
  data = {0.0, 0.5, 8, std::nan("")};
  EXPECT_EQ(refusal_of(data), "contact 1: expected a finite polygon angle, found nan");
  data = {0.0, 0.5, 8, 0.0, {std::nan(""), 2.0}};
  EXPECT_EQ(refusal_of(data), "contact 1: expected a finite tangential rate, found nan   2");
  data = {0.0, 0.5, 0};
  EXPECT_EQ(refusal_of(data), "not refused");
}

TEST(ContactProblem, is_refused_where_a_contact_moves_nothing_or_not_by_numbers)
{
  ContactProblem problem = small_problem();
  ContactProblem::Columns columns = ContactProblem::Columns::Ones(2, 3);
  columns.col(0).setZero();
  problem.add_contact({0, 3}, columns, {});
  EXPECT_EQ(
    refusal([&] {problem.check();}),
    "contact 3: its normal column is zero: it moves nothing; is it between two fixed bodies?");

  problem = small_problem();
  columns(1, 2) = std::nan("");
  problem.add_contact({0, 3}, columns, {});
  EXPECT_EQ(
    refusal([&] {problem.check();}),
    "contact 3: its columns are not finite; is a mass zero or not a number?");

  problem = small_problem();
  problem.set_k(Eigen::VectorXd::Constant(6, std::nan("")));
  EXPECT_EQ(refusal([&] {problem.check();}), "contact problem: k is not finite");
}

TEST(ContactProblem, refuses_numbers_whose_products_would_leave_the_range_of_double)
{
  ContactProblem problem = small_problem();
  ContactProblem::Columns columns = ContactProblem::Columns::Ones(2, 3);
  columns(1, 2) = 1e46;
  problem.add_contact({0, 3}, columns, {});
  EXPECT_EQ(
    refusal([&] {problem.check();}),
    "contact 3: its columns have numbers beyond 1e45; is a mass almost zero?");

  problem = small_problem();
  problem.set_k(Eigen::VectorXd::Constant(6, -1e46));
  EXPECT_EQ(refusal([&] {problem.check();}), "contact problem: k has numbers beyond 1e45");

  problem = small_problem();
  ContactData data = problem.data(0);
  data.gap_rate = -1e46;
  problem.set_data(0, data);
  EXPECT_NE(refusal([&] {problem.check();}).find("at most 1e45"), std::string::npos);

  problem = small_problem();
  columns.setConstant(1e45);  // their squares are above 1e90 in the sum alone
  problem.add_contact({0, 3}, columns, {});
  EXPECT_NO_THROW(problem.check());
}

TEST(ContactProblem, refuses_sizes_and_rows_that_do_not_fit)
{
  ContactProblem problem = small_problem();
  const ContactProblem::Columns columns = ContactProblem::Columns::Ones(2, 3);
  EXPECT_EQ(
    refusal([&] {problem.add_contact({0, 1, 2}, columns, {});}),
    "contact 3: expected 3 rows of columns to fit its rows, found 2");
  for (const int last : {6, 0, 1, -1}) {
    EXPECT_EQ(
      refusal([&] {problem.add_contact({1, last}, columns, {});}),
      "contact 3: expected ascending degrees of freedom from 0 to 5, found " +
      std::to_string(last));
  }
  EXPECT_EQ(
    refusal([&] {problem.set_k(Eigen::VectorXd::Zero(5));}),
    "contact problem: expected k of size 6, found 5");
  EXPECT_EQ(problem.size(), 3) << "what was refused was added";
}

}  // namespace contact_sim
