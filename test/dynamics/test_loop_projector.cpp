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

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/dynamics/integration.hpp"
#include "contact_sim/dynamics/inverse_dynamics.hpp"
#include "contact_sim/dynamics/jacobian.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/dynamics/loop_projector.hpp"
#include "contact_sim/dynamics/mass_matrix.hpp"
#include "support/count_allocations.hpp"
#include "support/linkages.hpp"
#include "support/random_trees.hpp"

namespace contact_sim
{

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::Linkage;
using testing::Random;

namespace
{

constexpr double kStep = 1e-3;  ///< [s]

/// A linkage with its loops closed, and all that is worked in.
struct Closed
{
  explicit Closed(const Linkage & linkage, const LoopOptions & options = {})
  : model(linkage.model), data(model), loops(model, LoopConstraints(model, linkage.loops), options),
    q(linkage.q)
  {
    EXPECT_TRUE(loops.project_positions(model, data, q).closed);
    factor(VectorXd::Zero(model.nv()));
  }

  void factor(const VectorXd & v)
  {
    forward_kinematics(model, data, q, v);
    mass_matrix(model, data);
    factor_mass_matrix(model, data);
  }

  Model model;
  Data data;
  LoopProjector loops;
  VectorXd q;
};

struct Contact
{
  int body;
  Vector3d point;
  Eigen::Matrix3d frame;
};

std::vector<Contact> random_contacts(Random & random, const Closed & closed, int count)
{
  std::vector<Contact> contacts(count);
  for (Contact & contact : contacts) {
    contact.body = 1 + static_cast<int>(random() % (closed.model.body_count() - 1));
    contact.point = closed.data.position[contact.body] + 0.1 * testing::random_direction(random);
    contact.frame = testing::random_frame(random);
  }
  return contacts;
}

/// Jᵀλ of the contacts.
VectorXd contact_forces(
  const Closed & closed, const std::vector<Contact> & contacts, const VectorXd & lambda)
{
  VectorXd forces = VectorXd::Zero(closed.model.nv());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const MatrixXd J =
      point_jacobian(closed.model, closed.data, contacts[i].body, contacts[i].point);
    forces += J.transpose() * contacts[i].frame * lambda.segment<3>(3 * i);
  }
  return forces;
}

/// v⁺ of k and the contacts' columns as a solver has them, after the projection.
VectorXd step(
  Closed & closed, const VectorXd & v, const VectorXd & impulse,
  const std::vector<Contact> & contacts, const VectorXd & lambda)
{
  VectorXd k = impulse, Gtv = v;
  solve_G(closed.model, closed.data, k);
  multiply_Gt(closed.model, closed.data, Gtv);
  k += Gtv;
  closed.loops.project_k(k);
  ContactColumns columns;
  ProjectedColumns projected;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    contact_columns(
      closed.model, closed.data, 0, contacts[i].body, contacts[i].point, contacts[i].frame,
      columns);
    closed.loops.project(columns.dofs(), columns.columns(), projected);
    for (std::size_t row = 0; row < projected.dofs().size(); ++row) {
      k[projected.dofs()[row]] += projected.columns().row(row).dot(lambda.segment<3>(3 * i));
    }
  }
  solve_Gt(closed.model, closed.data, k);
  return k;
}

/// The largest |J v - t| of a row, in parts of |J||v|.
double row_error(const Closed & closed, const VectorXd & v)
{
  const MatrixXd J = closed.loops.jacobian(closed.model, closed.data);
  const VectorXd error = J * v - closed.loops.target();
  double worst = 0.0;
  for (Eigen::Index row = 0; row < J.rows(); ++row) {
    // A row that is zero by the symmetry of the plane is measured by the others.
    const double size = std::max(J.row(row).norm(), 1e-3 * J.norm());
    worst = std::max(worst, std::abs(error[row]) / (size * v.norm()));
  }
  return worst;
}

const std::vector<std::function<Linkage()>> & linkages()
{
  static const std::vector<std::function<Linkage()>> all{
    [] {return testing::four_bar(0.8, 0.3, 0.7, 0.6);}, testing::parallelogram,
    testing::slider_crank, testing::bennett, testing::closed_chain, testing::mimic_gripper};
  return all;
}

}  // namespace

TEST(LoopProjector, keeps_the_rows_whatever_the_contact_impulses_are)
{
  // The rows hold to ε · condition of G, which is at most 1e3 here.
  Random random(1);
  for (const auto & make : linkages()) {
    Closed closed(make());
    for (int run = 0; run < 10; ++run) {
      closed.loops.prepare_velocity(closed.model, closed.data, closed.q);
      const std::vector<Contact> contacts = random_contacts(random, closed, 3);
      const VectorXd v = step(
        closed, testing::random_vector(random, closed.model.nv()),
        testing::random_vector(random, closed.model.nv()), contacts,
        testing::random_vector(random, 9));
      EXPECT_LT(row_error(closed, v), 1e-12);
    }
  }
}

TEST(LoopProjector, takes_back_an_error_of_position_within_the_step)
{
  Random random(2);
  for (const auto & make : linkages()) {
    Closed closed(make());
    // Opened by some 1e-4, far enough from singular positions for the rows to stay consistent.
    closed.q += 1e-4 * testing::random_vector(random, closed.q.size());
    closed.factor(VectorXd::Zero(closed.model.nv()));
    closed.loops.prepare(closed.model, closed.data, closed.q, 1.0);
    const double before = closed.loops.error().norm();
    const VectorXd rest = VectorXd::Zero(closed.model.nv());
    const VectorXd v = step(closed, rest, rest, {}, VectorXd());
    integrate(closed.model, closed.q, v, 1.0, closed.q);
    closed.factor(rest);
    closed.loops.prepare(closed.model, closed.data, closed.q, 1.0);
    // A Newton step: the square of an error of 1e-4 radians, with room for the curvature.
    EXPECT_LT(closed.loops.error().norm(), 100.0 * before * before + 1e-14);
  }
}

TEST(LoopProjector, obeys_the_equations_of_motion_with_the_impulses_it_reports)
{
  // M (v⁺ - v) = impulse + Jᵀλ of the contacts + J_bᵀλ_b, in parts of the largest term.
  Random random(3);
  for (const auto & make : linkages()) {
    Closed closed(make());
    const Eigen::Index nv = closed.model.nv();
    closed.loops.prepare(closed.model, closed.data, closed.q, kStep);
    const std::vector<Contact> contacts = random_contacts(random, closed, 4);
    const VectorXd v = testing::random_vector(random, nv);
    const VectorXd impulse = testing::random_vector(random, nv);
    const VectorXd lambda = testing::random_vector(random, 12);
    const VectorXd v_next = step(closed, v, impulse, contacts, lambda);
    VectorXd rows;
    closed.loops.impulses(lambda, rows);
    const MatrixXd M = dense_mass_matrix(closed.model, closed.data);
    const VectorXd loop_forces =
      closed.loops.jacobian(closed.model, closed.data).transpose() * rows;
    const VectorXd residual =
      M * (v_next - v) - impulse - contact_forces(closed, contacts, lambda) - loop_forces;
    EXPECT_LT(residual.norm(), 1e-10 * (impulse.norm() + loop_forces.norm()));
  }
}

TEST(LoopProjector, finds_how_many_rows_count)
{
  EXPECT_EQ(Closed(testing::parallelogram()).loops.constraints().row_count(), 5);
  const auto rank = [](const Linkage & linkage) {
      Closed closed(linkage);
      closed.loops.prepare(closed.model, closed.data, closed.q, kStep);
      return closed.loops.rank(0);
    };
  EXPECT_EQ(rank(testing::parallelogram()), 2);
  EXPECT_EQ(rank(testing::bennett()), 2);
  EXPECT_EQ(rank(testing::closed_chain()), 3);
  EXPECT_EQ(rank(testing::mimic_gripper()), 1);
}

TEST(LoopProjector, moves_as_before_where_a_loop_is_given_twice_and_halves_its_impulses)
{
  Random random(4);
  for (const auto & make : linkages()) {
    Linkage linkage = make();
    if (linkage.loops.empty()) {
      continue;
    }
    Closed once(linkage);
    linkage.loops.push_back(linkage.loops.front());
    Closed twice(linkage);
    const VectorXd v = testing::random_vector(random, once.model.nv());
    const VectorXd none;
    VectorXd rows_once, rows_twice, v_once, v_twice;
    once.loops.prepare(once.model, once.data, once.q, kStep);
    twice.loops.prepare(twice.model, twice.data, twice.q, kStep);
    v_once = step(once, v, v, {}, none);
    v_twice = step(twice, v, v, {}, none);
    once.loops.impulses(none, rows_once);
    twice.loops.impulses(none, rows_twice);
    EXPECT_LT((v_once - v_twice).norm(), 1e-9 * v_once.norm());
    const Eigen::Index n = rows_once.size();
    EXPECT_LT((rows_twice.head(n) - 0.5 * rows_once).norm(), 1e-9 * rows_once.norm());
    EXPECT_LT((rows_twice.tail(n) - 0.5 * rows_once).norm(), 1e-9 * rows_once.norm());
  }
}

TEST(LoopProjector, leaves_a_contact_alone_that_touches_no_loop)
{
  const Model model = testing::pendulum(4);
  const LoopConstraints constraints(model);
  Data data(model);
  LoopProjector loops(model, constraints);
  const VectorXd q = VectorXd::Constant(4, 0.3);
  forward_kinematics(model, data, q);
  mass_matrix(model, data);
  factor_mass_matrix(model, data);
  loops.prepare(model, data, q, kStep);
  ContactColumns columns;
  ProjectedColumns projected;
  contact_columns(model, data, 0, 2, Vector3d::UnitX(), Eigen::Matrix3d::Identity(), columns);
  EXPECT_FALSE(loops.project(columns.dofs(), columns.columns(), projected));
  EXPECT_EQ(projected.dofs(), columns.dofs());
  EXPECT_EQ(MatrixXd(projected.columns()), MatrixXd(columns.columns()));
}

TEST(LoopProjector, moves_a_mimic_gripper_as_reduced_coordinates_do)
{
  // q = E p + offset: EᵀM E p̈ = Eᵀ(τ - bias).
  Random random(5);
  Closed closed(testing::mimic_gripper());
  const Model & model = closed.model;
  const int lift = model.first_v(model.body_index("lift"));
  const int left = model.first_v(model.body_index("left_joint"));
  const int right = model.first_v(model.body_index("right_joint"));
  MatrixXd E = MatrixXd::Zero(3, 2);
  E(lift, 0) = E(left, 1) = 1.0;
  E(right, 1) = -0.5;
  for (int run = 0; run < 20; ++run) {
    closed.q = testing::random_position(random, model);
    apply_mimic(model, closed.q);
    const VectorXd v = E * testing::random_vector(random, 2);
    const VectorXd tau = testing::random_vector(random, 3);
    const VectorXd a = forward_dynamics(model, closed.data, closed.loops, closed.q, v, tau);
    const MatrixXd M = dense_mass_matrix(model, closed.data);
    const MatrixXd reduced = E.transpose() * M * E;
    const VectorXd expected =
      E * reduced.llt().solve(VectorXd(E.transpose() * (tau - closed.data.bias)));
    EXPECT_LT((a - expected).norm(), 1e-12 * (1.0 + expected.norm()));
  }
}

TEST(LoopProjector, moves_a_slider_crank_as_the_crank_angle_says)
{
  // With crank r, rod l and angle θ (about y, so z = -r sin θ): the rod's own angle is
  // β = -asin(r sin θ / l), the slider at r cos θ + l cos β. One equation of motion along
  // s = dq/dθ: sᵀM(s θ̈ + s' θ̇²) = sᵀ(τ - bias).
  Random random(6);
  Closed closed(testing::slider_crank());
  constexpr double r = 0.2, l = 0.6;
  for (int run = 0; run < 20; ++run) {
    const double theta = testing::uniform(random, -3.0, 3.0);
    const double beta = -std::asin(r * std::sin(theta) / l);
    const double b1 = -r * std::cos(theta) / (l * std::cos(beta));
    const double b2 = (r * std::sin(theta) / l + std::sin(beta) * b1 * b1) / std::cos(beta);
    const double x1 = -r * std::sin(theta) - l * std::sin(beta) * b1;
    const double x2 = -r * std::cos(theta) - l * (std::cos(beta) * b1 * b1 + std::sin(beta) * b2);
    const Vector3d s(1.0, b1 - 1.0, x1), ds(0.0, b2, x2);
    closed.q = Vector3d(theta, beta - theta, r * std::cos(theta) + l * std::cos(beta));
    const double rate = testing::uniform(random, -5.0, 5.0);
    const VectorXd tau = testing::random_vector(random, 3);
    const VectorXd a =
      forward_dynamics(closed.model, closed.data, closed.loops, closed.q, rate * s, tau);
    EXPECT_LT(closed.loops.error().norm(), 1e-14);
    const MatrixXd M = dense_mass_matrix(closed.model, closed.data);
    const double force = s.dot(tau - closed.data.bias - M * ds * rate * rate);
    const VectorXd expected = s * (force / s.dot(M * s)) + ds * rate * rate;
    EXPECT_LT((a - expected).norm(), 1e-11 * (1.0 + expected.norm()));
  }
}

TEST(LoopProjector, reports_the_force_of_a_joint)
{
  // A free body that is welded to the world: the weld carries its weight, off its centre.
  ModelBuilder builder;
  builder.add_link("body", box_inertia(2.0, Vector3d(0.1, 0.2, 0.3)));
  Joint base;
  base.name = "base";
  base.type = JointType::kFloating;
  builder.add_joint(base, kWorldLink, "body");
  Linkage linkage;
  linkage.model = builder.build();
  linkage.q = linkage.model.neutral();
  LoopJoint weld;
  weld.name = "weld";
  weld.link_b = "body";
  weld.pose_a.translation() = weld.pose_b.translation() = Vector3d(0.5, 0.0, 0.0);
  linkage.loops = {weld};
  Closed closed(linkage);
  closed.loops.prepare(closed.model, closed.data, closed.q, kStep);
  const VectorXd rest = VectorXd::Zero(6);
  const VectorXd weight = -kStep * bias_forces(closed.model, closed.data, closed.q, rest);
  EXPECT_LT(step(closed, rest, weight, {}, VectorXd()).norm(), 1e-15);
  VectorXd rows;
  closed.loops.impulses(VectorXd(), rows);
  const Vector6d wrench = closed.loops.wrench(closed.data, 0, rows) / kStep;
  Vector6d expected;
  expected << 0.0, 2.0 * 9.81 * 0.5, 0.0, 0.0, 0.0, 2.0 * 9.81;
  EXPECT_LT((wrench - expected).norm(), 1e-12);
}

TEST(LoopProjector, closes_a_loop_whose_joints_are_some_degrees_off)
{
  // Not from anywhere: the chain of 25 stays open in 1 of 1000 such cases, and in 1 of 8 where its
  // joints are 0.1 rad off, for the steps go through its light end. That is reported as not closed.
  Random random(7);
  for (const auto & make : linkages()) {
    Closed closed(make());
    for (int run = 0; run < 10; ++run) {
      VectorXd q = closed.q + 0.05 * testing::random_vector(random, closed.q.size());
      const LoopClosure closure = closed.loops.project_positions(closed.model, closed.data, q);
      EXPECT_TRUE(closure.closed) << closure.error << " after " << closure.iterations;
    }
  }
}

TEST(LoopProjector, corrects_positions_the_shortest_way_in_the_metric_of_the_mass_matrix)
{
  // Of a small error δ: M δ = Jᵀλ, so M δ has no part along motions that keep the loops.
  Random random(8);
  Closed closed(testing::closed_chain());
  VectorXd q = closed.q + 1e-5 * testing::random_vector(random, closed.q.size());
  const VectorXd before = q;
  closed.loops.project_positions(closed.model, closed.data, q);
  closed.q = q;
  closed.factor(VectorXd::Zero(closed.model.nv()));
  closed.loops.prepare_velocity(closed.model, closed.data, closed.q);
  const MatrixXd J = closed.loops.jacobian(closed.model, closed.data);
  const MatrixXd free = J.fullPivLu().kernel();
  const VectorXd force = dense_mass_matrix(closed.model, closed.data) * (q - before);
  EXPECT_GT((q - before).norm(), 1e-7);
  // J has turned by 1e-5 on the way.
  EXPECT_LT((free.transpose() * force).norm(), 1e-3 * free.norm() * force.norm());
}

TEST(LoopProjector, says_that_a_loop_cannot_be_closed)
{
  Closed closed(testing::slider_crank());
  Linkage torn = testing::slider_crank();
  torn.loops.front().pose_b.translation().y() = 0.05;
  LoopProjector loops(torn.model, LoopConstraints(torn.model, torn.loops));
  VectorXd q = closed.q;
  const LoopClosure closure = loops.project_positions(closed.model, closed.data, q);
  EXPECT_FALSE(closure.closed);
  EXPECT_NEAR(closure.error, 0.05, 1e-6);
  EXPECT_TRUE(q.allFinite());
}

TEST(LoopProjector, bounds_the_velocity_that_corrects)
{
  LoopOptions options;
  options.max_linear_correction = 0.5;
  Closed closed(testing::closed_chain(), options);
  closed.q[0] += 0.2;
  closed.factor(VectorXd::Zero(closed.model.nv()));
  closed.loops.prepare(closed.model, closed.data, closed.q, kStep);
  EXPECT_NEAR(closed.loops.target().cwiseAbs().maxCoeff(), 0.5, 1e-12);
  const VectorXd direction = -closed.loops.error().normalized();
  EXPECT_LT((closed.loops.target().normalized() - direction).norm(), 1e-12);
}

TEST(LoopProjector, projects_velocities_to_those_that_keep_the_loops)
{
  Random random(9);
  for (const auto & make : linkages()) {
    Closed closed(make());
    VectorXd v = testing::random_vector(random, closed.model.nv());
    closed.loops.project_velocity(closed.model, closed.data, closed.q, v);
    EXPECT_LT(row_error(closed, v), 1e-12);
    const VectorXd once = v;
    closed.loops.project_velocity(closed.model, closed.data, closed.q, v);
    EXPECT_LT((v - once).norm(), 1e-11 * v.norm());
  }
}

TEST(LoopProjector, takes_no_memory_after_the_first_step)
{
  Random random(10);
  for (const auto & make : linkages()) {
    Closed closed(make());
    const VectorXd tau = VectorXd::Zero(closed.model.nv());
    VectorXd k = testing::random_vector(random, closed.model.nv()), v = k, rows;
    const VectorXd lambda = testing::random_vector(random, 6);
    ContactColumns columns;
    ProjectedColumns projected;
    std::size_t before = 0;
    for (int run = 0; run < 3; ++run) {
      before = run == 1 ? testing::allocations() : before;
      closed.q[0] += 1e-3;
      closed.loops.project_positions(closed.model, closed.data, closed.q);
      forward_dynamics(closed.model, closed.data, closed.loops, closed.q, v, tau);
      closed.loops.project_velocity(closed.model, closed.data, closed.q, v);
      closed.loops.prepare(closed.model, closed.data, closed.q, kStep);
      closed.loops.project_k(k);
      for (int contact = 0; contact < 2; ++contact) {
        contact_columns(
          closed.model, closed.data, 0, 1 + contact, Vector3d::UnitX(),
          Eigen::Matrix3d::Identity(), columns);
        closed.loops.project(columns.dofs(), columns.columns(), projected);
      }
      closed.loops.impulses(lambda, rows);
    }
    EXPECT_EQ(testing::allocations() - before, 0U);
  }
}

TEST(LoopProjector, refuses_what_it_cannot_work_with)
{
  Closed closed(testing::slider_crank());
  const VectorXd bad = VectorXd::Constant(3, std::numeric_limits<double>::quiet_NaN());
  EXPECT_THROW(
    closed.loops.prepare(closed.model, closed.data, closed.q, 0.0), std::invalid_argument);
  EXPECT_THROW(
    closed.loops.prepare(closed.model, closed.data, bad, kStep), std::invalid_argument);
  closed.loops.prepare(closed.model, closed.data, closed.q, kStep);
  VectorXd rows;
  EXPECT_THROW(closed.loops.impulses(VectorXd::Zero(3), rows), std::invalid_argument);
  LoopOptions options;
  options.correction = 1.5;
  EXPECT_THROW(
    LoopProjector(closed.model, closed.loops.constraints(), options), std::invalid_argument);
  EXPECT_THROW(
    LoopProjector(testing::pendulum(9), closed.loops.constraints()), std::invalid_argument);
}

}  // namespace contact_sim
