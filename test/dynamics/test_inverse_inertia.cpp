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
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/dynamics/forward_dynamics.hpp"
#include "contact_sim/dynamics/inverse_inertia.hpp"
#include "contact_sim/dynamics/jacobian.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/dynamics/mass_matrix.hpp"
#include "contact_sim/dynamics/model_builder.hpp"
#include "support/count_allocations.hpp"
#include "support/random_trees.hpp"

namespace contact_sim
{

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::Random;

namespace
{

/// Of matrices, in the largest entry. Both ways solve systems with the condition of the mass matrix
/// or of a joint's two sides, 1e4 to 1e6 for random bodies: 1e6 · ε = 2e-10, and 1e-9 is asked for.
constexpr double kTolerance = 1e-9;

double relative_difference(const MatrixXd & a, const MatrixXd & b)
{
  return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
}

/// The largest difference of a block, in the size of the diagonal blocks that it stands between: a
/// light body would hide a heavy one otherwise.
double worst_block(const MatrixXd & a, const MatrixXd & b)
{
  double worst = 0.0;
  for (Eigen::Index i = 0; i < b.rows(); i += 6) {
    for (Eigen::Index j = 0; j < b.cols(); j += 6) {
      const double size =
        std::sqrt(b.block<6, 6>(i, i).norm() * b.block<6, 6>(j, j).norm());
      worst = std::max(worst, (a.block<6, 6>(i, j) - b.block<6, 6>(i, j)).norm() / size);
    }
  }
  return worst;
}

void prepare(const Model & model, Data & data, const VectorXd & q)
{
  forward_kinematics(model, data, q);
  mass_matrix(model, data);
  factor_mass_matrix(model, data);
}

/// J M⁻¹ Jᵀ with dense matrices: knows nothing of factors and handles.
MatrixXd dense_inverse_inertia(
  const Model & model, const Data & data, const std::vector<int> & bodies)
{
  MatrixXd J(6 * bodies.size(), model.nv());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    J.middleRows<6>(6 * i) = body_jacobian(model, data, bodies[i]);
  }
  const MatrixXd M = dense_mass_matrix(model, data);
  return J * M.llt().solve(MatrixXd(J.transpose()));
}

/// About one body in `every`, of those that have mass.
std::vector<int> choose(Random & random, const Model & model, unsigned every)
{
  std::vector<int> bodies;
  for (int body = 1; body < model.body_count(); ++body) {
    if (model.inertia(body).mass > 0.0 && random() % every == 0) {
      bodies.push_back(body);
    }
  }
  return bodies;
}

std::vector<ContactLocation> random_contacts(
  Random & random, const std::vector<int> & bodies, const Data & data, int count)
{
  std::vector<ContactLocation> contacts(count);
  for (ContactLocation & contact : contacts) {
    contact.body_b = bodies[random() % bodies.size()];
    contact.body_a = random() % 3 == 0 ? 0 : bodies[random() % bodies.size()];
    contact.body_a = contact.body_a == contact.body_b ? 0 : contact.body_a;
    contact.point = data.position[contact.body_b] + 0.2 * testing::random_direction(random);
    contact.frame = testing::random_frame(random);
  }
  return contacts;
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

}  // namespace

TEST(InverseInertia, of_a_free_body_is_the_inverse_of_its_inertia)
{
  Random random(1);
  ModelBuilder builder;
  builder.add_link("body", testing::random_inertia(random));
  builder.add_joint(testing::random_joint(random, JointType::kFloating, "base"), "world", "body");
  const Model model = builder.build();
  Data data(model);
  forward_kinematics(model, data, testing::random_position(random, model));
  MatrixXd phi;
  InverseInertiaAssembly(model).compute(model, data, {1}, phi);
  Eigen::Isometry3d turn = Eigen::Isometry3d::Identity();
  turn.linear() = data.rotation[1];
  const Matrix6d inertia = model.inertia(1).transformed(turn).matrix();
  EXPECT_LT((phi * inertia - Matrix6d::Identity()).norm(), 1e-11);
}

TEST(InverseInertia, of_a_pendulum_is_that_of_the_text_book)
{
  // A rod of 0.3 kg and 0.2 m about its end: a unit moment turns it with 3 / (m l²), and its origin
  // stays where it is.
  const Model model = testing::pendulum(1);
  Data data(model);
  forward_kinematics(model, data, model.neutral());
  MatrixXd phi;
  InverseInertiaAssembly(model).compute(model, data, {1}, phi);
  const Vector3d axis = data.axis[0];
  const double inertia = axis.dot(model.rotational(1) * axis);
  MatrixXd expected = MatrixXd::Zero(6, 6);
  expected.topLeftCorner<3, 3>() = axis * axis.transpose() / inertia;
  EXPECT_LT(relative_difference(phi, expected), 1e-12);
}

TEST(InverseInertia, is_the_same_by_assembly_by_factor_and_by_dense_matrices_on_random_forests)
{
  Random random(2);
  MatrixXd assembled, from_factor;
  for (int run = 0; run < 300; ++run) {
    const Model model = testing::random_forest(random, 1 + run % 24);
    Data data(model);
    prepare(model, data, testing::random_position(random, model));
    const std::vector<int> bodies = choose(random, model, 1 + run % 4);
    if (bodies.empty()) {
      continue;
    }
    InverseInertiaAssembly(model).compute(model, data, bodies, assembled);
    inverse_inertia_from_factor(model, data, bodies, from_factor);
    const MatrixXd dense = dense_inverse_inertia(model, data, bodies);
    EXPECT_LT(relative_difference(assembled, dense), kTolerance) << run;
    EXPECT_LT(relative_difference(from_factor, dense), kTolerance) << run;
    EXPECT_LT(worst_block(assembled, from_factor), kTolerance) << run;
  }
}

TEST(InverseInertia, is_the_same_both_ways_for_chains_of_every_joint_type)
{
  Random random(3);
  MatrixXd assembled, from_factor;
  for (const JointType type : {JointType::kRevolute, JointType::kContinuous, JointType::kPrismatic,
      JointType::kPlanar, JointType::kSpherical, JointType::kFloating})
  {
    for (const int joints : {1, 2, 7, 20}) {
      const Model model = testing::random_chain(random, type, joints);
      Data data(model);
      prepare(model, data, testing::random_position(random, model));
      const std::vector<int> bodies = choose(random, model, 1);
      InverseInertiaAssembly(model).compute(model, data, bodies, assembled);
      inverse_inertia_from_factor(model, data, bodies, from_factor);
      EXPECT_LT(worst_block(assembled, from_factor), kTolerance) << to_string(type) << joints;
    }
  }
}

TEST(InverseInertia, of_a_chain_of_128_links_is_the_same_both_ways)
{
  Random random(4);
  const Model model = testing::pendulum(128);
  Data data(model);
  prepare(model, data, testing::random_position(random, model));
  MatrixXd assembled, from_factor;
  const std::vector<int> bodies = choose(random, model, 1);
  InverseInertiaAssembly(model).compute(model, data, bodies, assembled);
  inverse_inertia_from_factor(model, data, bodies, from_factor);
  EXPECT_LT(worst_block(assembled, from_factor), kTolerance);
}

TEST(InverseInertia, gives_the_accelerations_that_forward_dynamics_finds)
{
  // From rest without gravity: the accelerations of all bodies under wrenches on some of them.
  Random random(5);
  for (int run = 0; run < 20; ++run) {
    const Model model = testing::random_forest(random, 12).with_gravity(Vector3d::Zero());
    Data data(model);
    const VectorXd q = testing::random_position(random, model);
    const VectorXd rest = VectorXd::Zero(model.nv());
    forward_kinematics(model, data, q, rest);
    const std::vector<int> bodies = choose(random, model, 1);
    Wrenches wrenches(model.body_count(), Vector6d::Zero());
    VectorXd forces(6 * bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      wrenches[bodies[i]] = testing::random_vector(random, 6);
      forces.segment<6>(6 * i) = wrenches[bodies[i]];
    }
    const VectorXd a = forward_dynamics(model, data, q, rest, rest, &wrenches);
    MatrixXd phi;
    InverseInertiaAssembly(model).compute(model, data, bodies, phi);
    const VectorXd accelerations = phi * forces;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const VectorXd expected = body_jacobian(model, data, bodies[i]) * a;
      EXPECT_LT(
        (accelerations.segment<6>(6 * i) - expected).norm(), kTolerance * accelerations.norm());
    }
  }
}

TEST(InverseInertia, counts_what_is_added_to_the_mass_matrix)
{
  Random random(6);
  const Model model = testing::random_forest(random, 15);
  Data data(model);
  forward_kinematics(model, data, testing::random_position(random, model));
  const VectorXd diagonal = testing::random_vector(random, model.nv()).cwiseAbs();
  mass_matrix(model, data);
  add_diagonal(model, data, diagonal);
  factor_mass_matrix(model, data);
  const std::vector<int> bodies = choose(random, model, 2);
  MatrixXd assembled, from_factor;
  InverseInertiaAssembly(model).compute(model, data, bodies, assembled, &diagonal);
  inverse_inertia_from_factor(model, data, bodies, from_factor);
  EXPECT_LT(worst_block(assembled, from_factor), kTolerance);
}

TEST(InverseInertia, gives_the_delassus_matrix_of_contacts_both_ways)
{
  Random random(7);
  for (int run = 0; run < 30; ++run) {
    const Model model = testing::random_forest(random, 3 + run % 16);
    Data data(model);
    prepare(model, data, testing::random_position(random, model));
    const std::vector<int> bodies = choose(random, model, 1);
    const std::vector<ContactLocation> contacts = random_contacts(random, bodies, data, 10);
    MatrixXd phi, assembled, from_factor;
    InverseInertiaAssembly(model).compute(model, data, bodies, phi);
    delassus_from_inverse_inertia(data, bodies, phi, contacts, assembled);
    std::vector<ContactColumns> columns;
    delassus_from_factor(model, data, contacts, columns, from_factor);
    EXPECT_LT(relative_difference(assembled, from_factor), kTolerance);

    MatrixXd J = MatrixXd::Zero(30, model.nv());
    for (int i = 0; i < 10; ++i) {
      const ContactLocation & contact = contacts[i];
      J.middleRows<3>(3 * i) = contact.frame.transpose() *
        (point_jacobian(model, data, contact.body_b, contact.point) -
        point_jacobian(model, data, contact.body_a, contact.point));
    }
    const MatrixXd M = dense_mass_matrix(model, data);
    EXPECT_LT(
      relative_difference(assembled, J * M.llt().solve(MatrixXd(J.transpose()))), kTolerance);
  }
}

TEST(InverseInertia, of_a_smaller_choice_is_a_part_of_that_of_a_larger_one)
{
  // One assembly for many choices: nothing of an earlier one is left behind.
  Random random(8);
  const Model model = testing::humanoid();
  Data data(model);
  forward_kinematics(model, data, testing::random_position(random, model));
  InverseInertiaAssembly assembly(model);
  const std::vector<int> all = choose(random, model, 1);
  MatrixXd whole, part;
  assembly.compute(model, data, all, whole);
  for (int run = 0; run < 50; ++run) {
    const std::vector<int> bodies = choose(random, model, 3);
    assembly.compute(model, data, bodies, part);
    MatrixXd expected(part.rows(), part.cols());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      for (std::size_t j = 0; j < bodies.size(); ++j) {
        const auto row = std::find(all.begin(), all.end(), bodies[i]) - all.begin();
        const auto column = std::find(all.begin(), all.end(), bodies[j]) - all.begin();
        expected.block<6, 6>(6 * i, 6 * j) = whole.block<6, 6>(6 * row, 6 * column);
      }
    }
    EXPECT_LT(bodies.empty() ? 0.0 : worst_block(part, expected), kTolerance);
  }
}

TEST(InverseInertia, takes_no_memory_after_the_first_time)
{
  Random random(9);
  const Model model = testing::humanoid();
  Data data(model);
  const VectorXd q = testing::random_position(random, model);
  prepare(model, data, q);
  InverseInertiaAssembly assembly(model);
  const std::vector<int> bodies = choose(random, model, 2);
  const std::vector<ContactLocation> contacts = random_contacts(random, bodies, data, 16);
  std::vector<ContactColumns> columns;
  MatrixXd phi, W;
  std::size_t before = 0;
  for (int run = 0; run < 3; ++run) {
    before = run == 1 ? testing::allocations() : before;
    assembly.compute(model, data, bodies, phi);
    delassus_from_inverse_inertia(data, bodies, phi, contacts, W);
    prepare(model, data, q);
    inverse_inertia_from_factor(model, data, bodies, phi);
    delassus_from_factor(model, data, contacts, columns, W);
  }
  EXPECT_EQ(testing::allocations() - before, 0U);
}

TEST(InverseInertia, refuses_what_it_cannot_do_and_says_why)
{
  const Model model = testing::humanoid();
  Data data(model);
  forward_kinematics(model, data, model.neutral());
  InverseInertiaAssembly assembly(model);
  MatrixXd phi;
  EXPECT_NE(
    refusal([&] {assembly.compute(model, data, {0}, phi);}).find("not the world"),
    std::string::npos);
  EXPECT_NE(
    refusal([&] {assembly.compute(model, data, {3, 2}, phi);}).find("ascending"),
    std::string::npos);
  EXPECT_NE(
    refusal([&] {assembly.compute(model, data, {999}, phi);}).find("no body 999"),
    std::string::npos);
  EXPECT_NE(
    refusal([&] {inverse_inertia_from_factor(model, data, {1}, phi);}).find("factor_mass_matrix"),
    std::string::npos);
  const std::vector<ContactLocation> contacts(
    1, {0, 2, Vector3d::Zero(), Eigen::Matrix3d::Identity()});
  assembly.compute(model, data, {1}, phi);
  EXPECT_NE(
    refusal([&] {delassus_from_inverse_inertia(data, {1}, phi, contacts, phi);}).find("body 2"),
    std::string::npos);
}

TEST(InverseInertia, refuses_a_massless_body_with_two_children_by_assembly)
{
  Random random(10);
  ModelBuilder builder;
  Joint slide = testing::random_joint(random, JointType::kPrismatic, "slide");
  builder.add_link("table");
  builder.add_joint(slide, "world", "table");
  for (const char * name : {"left", "right"}) {
    builder.add_link(name, testing::random_inertia(random));
    builder.add_joint(
      testing::random_joint(random, JointType::kRevolute, std::string(name) + "_turn"), "table",
      name);
  }
  const Model model = builder.build();
  EXPECT_NE(
    refusal([&] {InverseInertiaAssembly assembly(model);}).find("'table' has no mass"),
    std::string::npos);
}

}  // namespace contact_sim
