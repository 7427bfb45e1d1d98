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
#include <stdexcept>

#include "contact_sim/dynamics/integration.hpp"
#include "contact_sim/dynamics/jacobian.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/dynamics/mass_matrix.hpp"
#include "support/random_trees.hpp"

namespace contact_sim
{

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::Random;

namespace
{

/// The columns of a contact as a dense matrix of nv rows.
MatrixXd dense(const Model & model, const ContactColumns & columns)
{
  MatrixXd result = MatrixXd::Zero(model.nv(), 3);
  for (std::size_t i = 0; i < columns.dofs().size(); ++i) {
    result.row(columns.dofs()[i]) = columns.columns().row(i);
  }
  return result;
}

/// A model at a random position, factored.
struct Factored
{
  Factored(Random & random, const Model & m)
  : model(m), data(m)
  {
    mass_matrix(model, data, testing::random_position(random, model));
    factor_mass_matrix(model, data);
  }
  Model model;
  Data data;
};

/// Largest error of contact_columns() against the dense G⁻¹Jᵀ, relative, in units of the condition
/// of G: that is what a triangular solve may lose.
double error_of(Factored & s, Random & random, int a, int b, ContactColumns & columns)
{
  const Vector3d point = testing::random_vector(random, 3);
  const Eigen::Matrix3d frame = testing::random_frame(random);
  contact_columns(s.model, s.data, a, b, point, frame, columns);
  const MatrixXd relative =
    point_jacobian(s.model, s.data, b, point) - point_jacobian(s.model, s.data, a, point);
  const MatrixXd G = dense_factor(s.model, s.data);
  const MatrixXd inverse = G.inverse();
  const MatrixXd expected = inverse * relative.transpose() * frame;
  const double reach = 1.0 + (point - s.data.position[a]).norm() +
    (point - s.data.position[b]).norm();
  return (dense(s.model, columns) - expected).norm() /
         (G.norm() * inverse.norm() * inverse.norm() * reach);
}

}  // namespace

TEST(Jacobian, of_a_point_is_its_finite_difference)
{
  Random random(1);
  const double t = 1e-5;
  for (int i = 0; i < 100; ++i) {
    const Model model = testing::random_forest(random, 1 + i % 10);
    const VectorXd q = testing::random_position(random, model);
    Data data(model), before(model), after(model);
    forward_kinematics(model, data, q);
    const int body = static_cast<int>(random() % model.body_count());
    const Vector3d local = testing::random_vector(random, 3);
    const MatrixXd jacobian =
      point_jacobian(model, data, body, body_pose(data, body) * local);
    for (int dof = 0; dof < model.nv(); ++dof) {
      VectorXd q_before, q_after;
      integrate(model, q, VectorXd::Unit(model.nv(), dof), -t, q_before);
      integrate(model, q, VectorXd::Unit(model.nv(), dof), t, q_after);
      forward_kinematics(model, before, q_before);
      forward_kinematics(model, after, q_after);
      const Vector3d rate =
        (body_pose(after, body) * local - body_pose(before, body) * local) / (2.0 * t);
      // t²/6 of a third derivative of the size of the arm, up to 10 m; and 1e-15/t of rounding.
      EXPECT_LT((rate - jacobian.col(dof)).norm(), 2e-9);
    }
  }
}

TEST(Jacobian, gives_the_velocities_of_the_kinematics)
{
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    const Model model = testing::random_forest(random, 1 + i % 20);
    const VectorXd q = testing::random_position(random, model);
    const VectorXd v = testing::random_vector(random, model.nv());
    Data data(model);
    forward_kinematics(model, data, q, v);
    for (int body = 0; body < model.body_count(); ++body) {
      const Vector6d velocity = body_velocity(data, body);
      const Vector3d point = testing::random_vector(random, 3);
      EXPECT_LT(
        (body_jacobian(model, data, body) * v - velocity).norm(), 1e-13 * (10 + velocity.norm()));
      EXPECT_LT(
        (point_jacobian(model, data, body, point) * v -
        point_velocity(data, body, point)).norm(), 1e-12 * (10 + velocity.norm()));
    }
  }
}

TEST(Jacobian, refuses_a_body_or_size_that_does_not_fit)
{
  const Model model = testing::pendulum(2);
  Data data(model);
  MatrixXd small(3, 1);
  EXPECT_THROW(body_jacobian(model, data, 3), std::invalid_argument);
  EXPECT_THROW(body_jacobian(model, data, -1), std::invalid_argument);
  EXPECT_THROW(body_jacobian(model, data, 1, small), std::invalid_argument);
  EXPECT_THROW(point_jacobian(model, data, 1, Vector3d::Zero(), small), std::invalid_argument);
}

TEST(BodyColumns, give_the_inverse_inertia_between_bodies)
{
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    Factored s(random, testing::random_forest(random, 2 + i % 15));
    const int a = 1 + static_cast<int>(random() % (s.model.body_count() - 1));
    const int b = 1 + static_cast<int>(random() % (s.model.body_count() - 1));
    const BodyColumns of_a = body_columns(s.model, s.data, a);
    const BodyColumns of_b = body_columns(s.model, s.data, b);
    const DofSpan dofs_a = s.model.support(a), dofs_b = s.model.support(b);
    Matrix6d phi = Matrix6d::Zero();
    for (int k = 0; k < std::min(dofs_a.size(), dofs_b.size()) && dofs_a[k] == dofs_b[k]; ++k) {
      phi += of_a.row(k).transpose() * of_b.row(k);
    }
    const MatrixXd inverse = dense_mass_matrix(s.model, s.data).inverse();
    const Matrix6d expected = body_jacobian(s.model, s.data, a) * inverse *
      body_jacobian(s.model, s.data, b).transpose();
    const double condition = inverse.norm() * dense_mass_matrix(s.model, s.data).norm();
    EXPECT_LT((phi - expected).norm(), 1e-14 * condition * inverse.norm()) << i;
  }
}

TEST(ContactColumns, are_the_dense_ones_on_1000_forests)
{
  Random random(4);
  ContactColumns columns;
  for (int i = 0; i < 1000; ++i) {
    Factored s(random, testing::random_forest(random, 2 + i % 20));
    const int bodies = s.model.body_count();
    const int a = static_cast<int>(random() % bodies);
    const int b = (a + 1 + static_cast<int>(random() % (bodies - 1))) % bodies;
    EXPECT_LT(error_of(s, random, a, b, columns), 1e-14) << "forest " << i;
    EXPECT_TRUE(std::is_sorted(columns.dofs().begin(), columns.dofs().end()));
  }
}

TEST(ContactColumns, touch_the_degrees_of_freedom_of_the_two_bodies_only)
{
  Random random(5);
  Factored s(random, testing::humanoid());
  ContactColumns columns;
  const int left = s.model.body_index("left_foot_joint");
  const int right = s.model.body_index("right_foot_joint");
  EXPECT_LT(error_of(s, random, 0, left, columns), 1e-14);
  EXPECT_EQ(columns.dofs().size(), 12u);
  EXPECT_LT(error_of(s, random, right, left, columns), 1e-14);
  EXPECT_EQ(columns.dofs().size(), 18u);
  EXPECT_LT(error_of(s, random, left, right, columns), 1e-14);
  EXPECT_LT(error_of(s, random, s.model.parent(left), left, columns), 1e-14);
  EXPECT_EQ(columns.dofs().size(), 12u);
}

TEST(ContactColumns, of_the_bodies_in_turn_change_their_sign)
{
  Random random(6);
  Factored s(random, testing::random_forest(random, 12));
  const Vector3d point = testing::random_vector(random, 3);
  const Eigen::Matrix3d frame = testing::random_frame(random);
  ContactColumns forth, back;
  contact_columns(s.model, s.data, 3, 7, point, frame, forth);
  contact_columns(s.model, s.data, 7, 3, point, frame, back);
  EXPECT_LT((dense(s.model, forth) + dense(s.model, back)).norm(), 1e-14 * forth.columns().norm());
}

TEST(ContactColumns, follow_a_new_factorisation)
{
  Random random(7);
  Factored s(random, testing::humanoid());
  ContactColumns columns;
  EXPECT_LT(error_of(s, random, 0, 7, columns), 1e-14);
  mass_matrix(s.model, s.data, testing::random_position(random, s.model));
  add_diagonal(s.model, s.data, VectorXd::Constant(26, 0.1));
  EXPECT_THROW(
    contact_columns(s.model, s.data, 0, 7, Vector3d::Zero(), Eigen::Matrix3d::Identity(), columns),
    std::invalid_argument);
  factor_mass_matrix(s.model, s.data);
  EXPECT_LT(error_of(s, random, 0, 7, columns), 1e-14);
}

TEST(ContactColumns, refuse_a_body_with_itself)
{
  Random random(8);
  Factored s(random, testing::pendulum(2));
  ContactColumns columns;
  const Eigen::Matrix3d frame = Eigen::Matrix3d::Identity();
  EXPECT_THROW(
    contact_columns(s.model, s.data, 1, 1, Vector3d::Zero(), frame, columns),
    std::invalid_argument);
  EXPECT_THROW(
    contact_columns(s.model, s.data, 0, 9, Vector3d::Zero(), frame, columns),
    std::invalid_argument);
}

}  // namespace contact_sim
