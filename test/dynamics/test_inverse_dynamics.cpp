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

#include "contact_sim/dynamics/energy.hpp"
#include "contact_sim/dynamics/integration.hpp"
#include "contact_sim/dynamics/inverse_dynamics.hpp"
#include "contact_sim/dynamics/jacobian.hpp"
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

Wrenches random_wrenches(Random & random, const Model & model)
{
  Wrenches wrenches;
  for (int body = 0; body < model.body_count(); ++body) {
    wrenches.push_back(testing::random_vector(random, 6));
  }
  return wrenches;
}

/// Momentum of a single body about a fixed point.
Momentum momentum_of(const Model & model, const Data & data, int body, const Vector3d & point)
{
  const SpatialInertia inertia = model.inertia(body).transformed(body_pose(data, body));
  Momentum result;
  result.linear = inertia.mass * point_velocity(data, body, inertia.center);
  result.angular = inertia.rotational * data.omega[body] +
    (inertia.center - point).cross(result.linear);
  return result;
}

/// τ from kinematics alone: the rates of all momenta along q(t) with velocity v and acceleration a,
/// by central differences, less gravity, through the Jacobians.
VectorXd expected_tau(
  const Model & model, const VectorXd & q, const VectorXd & v, const VectorXd & a, double t)
{
  Data data(model), before(model), after(model);
  VectorXd q_next;
  integrate(model, q, v - 0.5 * t * a, -t, q_next);
  forward_kinematics(model, before, q_next, v - t * a);
  integrate(model, q, v + 0.5 * t * a, t, q_next);
  forward_kinematics(model, after, q_next, v + t * a);
  forward_kinematics(model, data, q);
  VectorXd tau = VectorXd::Zero(model.nv());
  for (int body = 1; body < model.body_count(); ++body) {
    const Vector3d origin = data.position[body];
    const Momentum m0 = momentum_of(model, before, body, origin);
    const Momentum m1 = momentum_of(model, after, body, origin);
    const Vector3d weight = model.inertia(body).mass * model.gravity();
    const Vector3d arm = data.rotation[body] * model.inertia(body).center;
    Vector6d force;
    force << (m1.angular - m0.angular) / (2.0 * t) - arm.cross(weight),
      (m1.linear - m0.linear) / (2.0 * t) - weight;
    tau += body_jacobian(model, data, body).transpose() * force;
  }
  return tau;
}

}  // namespace

TEST(InverseDynamics, is_the_rate_of_the_momenta_seen_through_the_jacobians)
{
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const Model model = testing::random_forest(random, 1 + i % 12);
    const VectorXd q = testing::random_position(random, model);
    const VectorXd v = testing::random_vector(random, model.nv());
    const VectorXd a = testing::random_vector(random, model.nv());
    Data data(model);
    const VectorXd tau = inverse_dynamics(model, data, q, v, a);
    // t²/6 of third derivatives of up to 1e3 of the forces' own size, and 1e-16/t of rounding.
    const VectorXd expected = expected_tau(model, q, v, a, 1e-5);
    EXPECT_LT((tau - expected).norm(), 1e-7 * (1.0 + tau.norm())) << "forest " << i;
  }
}

TEST(InverseDynamics, is_mass_times_acceleration_plus_bias_on_1000_forests)
{
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const Model model = testing::random_forest(random, 1 + i % 20);
    const VectorXd q = testing::random_position(random, model);
    const VectorXd v = testing::random_vector(random, model.nv());
    const VectorXd a = testing::random_vector(random, model.nv());
    const Wrenches wrenches = random_wrenches(random, model);
    Data data(model);
    const VectorXd tau = inverse_dynamics(model, data, q, v, a, &wrenches);
    const VectorXd bias = bias_forces(model, data, q, v, &wrenches);
    mass_matrix(model, data);
    const Eigen::MatrixXd mass = dense_mass_matrix(model, data);
    const VectorXd again = bias_forces(model, data, &wrenches);
    EXPECT_EQ(again, bias);
    // Sums over some hundred terms of the size of the parts, which may cancel.
    const double size = mass.norm() * a.norm() + bias.norm() + tau.norm();
    EXPECT_LT((mass * a + bias - tau).norm(), 1e-13 * size) << "forest " << i;
  }
}

TEST(InverseDynamics, counts_a_wrench_through_the_jacobian_of_its_body)
{
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    const Model model = testing::random_forest(random, 1 + i % 20);
    const VectorXd q = testing::random_position(random, model);
    const VectorXd v = testing::random_vector(random, model.nv());
    const Wrenches wrenches = random_wrenches(random, model);
    Data data(model);
    VectorXd expected = bias_forces(model, data, q, v);
    const double size = expected.norm() + 1.0;
    for (int body = 1; body < model.body_count(); ++body) {
      expected -= body_jacobian(model, data, body).transpose() * wrenches[body];
    }
    EXPECT_LT((bias_forces(model, data, q, v, &wrenches) - expected).norm(), 1e-12 * size);
  }
}

TEST(InverseDynamics, holds_a_rod_against_gravity_with_the_moment_of_its_weight)
{
  const Model model = testing::pendulum(1);
  Data data(model);
  const VectorXd q = VectorXd::Constant(1, M_PI_2), zero = VectorXd::Zero(1);
  // The rod points to -x: its weight of 0.3 kg at 0.1 m turns about y, and is held against.
  EXPECT_NEAR(inverse_dynamics(model, data, q, zero, zero)[0], 0.3 * 9.81 * 0.1, 1e-15);
  const Model weightless = model.with_gravity(Vector3d::Zero());
  EXPECT_NEAR(inverse_dynamics(weightless, data, q, zero, zero)[0], 0.0, 1e-15);
}

TEST(InverseDynamics, does_not_lose_digits_to_a_high_speed)
{
  // In a frame that moves at 1e6 m/s nothing else changes: the base's speed must cancel.
  Random random(4);
  const Model model = testing::humanoid();
  const VectorXd q = testing::random_position(random, model);
  VectorXd v = testing::random_vector(random, model.nv());
  Data data(model);
  const VectorXd slow = bias_forces(model, data, q, v);
  v.segment<3>(3) += Vector3d(1e6, -1e6, 1e6);
  EXPECT_LT((bias_forces(model, data, q, v) - slow).norm(), 1e-13 * slow.norm());
}

TEST(InverseDynamics, refuses_vectors_that_do_not_fit)
{
  const Model model = testing::pendulum(2);
  Data data(model);
  const VectorXd two = VectorXd::Zero(2), three = VectorXd::Zero(3);
  EXPECT_THROW(inverse_dynamics(model, data, three, two, two), std::invalid_argument);
  EXPECT_THROW(inverse_dynamics(model, data, two, three, two), std::invalid_argument);
  EXPECT_THROW(inverse_dynamics(model, data, two, two, three), std::invalid_argument);
  const VectorXd bad = VectorXd::Constant(2, std::nan(""));
  EXPECT_THROW(inverse_dynamics(model, data, two, two, bad), std::invalid_argument);
  const Wrenches wrenches(2, Vector6d::Zero());
  EXPECT_THROW(bias_forces(model, data, two, two, &wrenches), std::invalid_argument);
}

}  // namespace contact_sim
