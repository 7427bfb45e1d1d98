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
#include <stdexcept>

#include "contact_sim/dynamics/forward_dynamics.hpp"
#include "contact_sim/dynamics/inverse_dynamics.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/dynamics/mass_matrix.hpp"
#include "support/random_trees.hpp"

namespace contact_sim
{

using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::Random;

namespace
{

struct State
{
  State(Random & random, const Model & model)
  : q(testing::random_position(random, model)), v(testing::random_vector(random, model.nv())),
    a(testing::random_vector(random, model.nv()))
  {
    for (int body = 0; body < model.body_count(); ++body) {
      wrenches.push_back(testing::random_vector(random, 6));
    }
  }
  VectorXd q, v, a;
  Wrenches wrenches;
};

/// Compares ABA with the accelerations that RNEA was given; the error of a solve with M is its
/// condition times roundings of all that goes into τ.
void expect_inverse(const Model & model, const State & s, int i)
{
  Data data(model);
  const VectorXd tau = inverse_dynamics(model, data, s.q, s.v, s.a, &s.wrenches);
  const VectorXd a = forward_dynamics(model, data, s.q, s.v, tau, &s.wrenches);
  const VectorXd again = inverse_dynamics(model, data, s.q, s.v, a, &s.wrenches);
  mass_matrix(model, data);
  const VectorXd values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(
    dense_mass_matrix(model, data)).eigenvalues();
  const double largest = values.maxCoeff(), least = values.minCoeff();
  const double size = largest * s.a.norm() + tau.norm() + 10.0;
  EXPECT_LT((a - s.a).norm(), 1e-13 * size / least) << "forest " << i;
  EXPECT_LT((again - tau).norm(), 1e-13 * size * std::sqrt(largest / least)) << "forest " << i;
}

}  // namespace

TEST(ForwardDynamics, is_the_inverse_of_inverse_dynamics_on_1000_forests)
{
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const Model model = testing::random_forest(random, 1 + i % 20);
    expect_inverse(model, State(random, model), i);
  }
}

TEST(ForwardDynamics, is_the_inverse_for_chains_of_each_type)
{
  Random random(2);
  for (const JointType type : {JointType::kRevolute, JointType::kContinuous, JointType::kPrismatic,
      JointType::kPlanar, JointType::kSpherical, JointType::kFloating})
  {
    for (int joints = 1; joints < 7; ++joints) {
      const Model model = testing::random_chain(random, type, joints);
      expect_inverse(model, State(random, model), joints);
    }
  }
}

TEST(ForwardDynamics, solves_the_equation_of_motion)
{
  Random random(3);
  const Model model = testing::humanoid();
  const State s(random, model);
  Data data(model);
  const VectorXd tau = testing::random_vector(random, model.nv());
  const VectorXd a = forward_dynamics(model, data, s.q, s.v, tau, &s.wrenches);
  VectorXd expected = tau - bias_forces(model, data, s.q, s.v, &s.wrenches);
  mass_matrix(model, data);
  factor_mass_matrix(model, data);
  solve_M(model, data, expected);
  // The condition of the humanoid's M is some 1e5.
  EXPECT_LT((a - expected).norm(), 1e-10 * expected.norm());
}

TEST(ForwardDynamics, lets_a_thrown_body_fall_with_gravity_whatever_its_spin)
{
  Random random(4);
  ModelBuilder builder;
  builder.add_link("box", box_inertia(2.0, {0.1, 0.2, 0.3}));
  Joint joint;
  joint.name = "free";
  joint.type = JointType::kFloating;
  builder.add_joint(joint, kWorldLink, "box");
  const Model model = builder.build();
  Data data(model);
  const VectorXd q = testing::random_position(random, model);
  const VectorXd v = 100.0 * testing::random_vector(random, 6);
  const VectorXd a = forward_dynamics(model, data, q, v, VectorXd::Zero(6));
  EXPECT_LT((a.tail<3>() - model.gravity()).norm(), 1e-13);
  // Euler's equation in the axes of the body.
  const Eigen::Matrix3d I = model.inertia(1).rotational;
  const Vector3d omega = v.head<3>();
  const Vector3d expected = -I.inverse() * omega.cross(I * omega);
  EXPECT_LT((a.head<3>() - expected).norm(), 1e-13 * omega.squaredNorm());
}

TEST(ForwardDynamics, of_the_last_kinematics_is_the_same)
{
  Random random(5);
  const Model model = testing::random_forest(random, 15);
  const State s(random, model);
  Data data(model), other(model);
  const VectorXd a = forward_dynamics(model, data, s.q, s.v, s.a, &s.wrenches);
  forward_kinematics(model, other, s.q, s.v);
  EXPECT_EQ(forward_dynamics(model, other, s.a, &s.wrenches), a);
}

TEST(ForwardDynamics, of_separate_trees_do_not_touch_each_other)
{
  Random random(6);
  ModelBuilder builder;
  for (const char * name : {"a", "b"}) {
    builder.add_link(name, testing::random_inertia(random));
    builder.add_joint(
      testing::random_joint(random, JointType::kFloating, std::string("base_") + name), kWorldLink,
      name);
  }
  const Model model = builder.build();
  Data data(model);
  const State s(random, model);
  VectorXd v = s.v;
  const VectorXd a = forward_dynamics(model, data, s.q, v, s.a);
  v.tail<6>() *= 3.0;
  EXPECT_EQ(forward_dynamics(model, data, s.q, v, s.a).head<6>(), a.head<6>());
}

TEST(ForwardDynamics, refuses_forces_that_do_not_fit)
{
  const Model model = testing::pendulum(2);
  Data data(model);
  const VectorXd zero = VectorXd::Zero(2);
  EXPECT_THROW(forward_dynamics(model, data, zero, zero, zero.head(1)), std::invalid_argument);
  const VectorXd bad = VectorXd::Constant(2, std::nan(""));
  EXPECT_THROW(forward_dynamics(model, data, zero, zero, bad), std::invalid_argument);
}

}  // namespace contact_sim
