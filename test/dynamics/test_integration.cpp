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
#include "contact_sim/dynamics/forward_dynamics.hpp"
#include "contact_sim/dynamics/integration.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "support/random_trees.hpp"

namespace contact_sim
{

using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::Random;

namespace
{

enum class Method {kEuler, kRungeKutta};

/// Integrates without forces and gives the largest drift of the energy on the way.
double energy_drift(
  const Model & model, const VectorXd & start, const VectorXd & velocity, Method method, double h,
  double duration)
{
  Data data(model);
  VectorXd q = start, v = velocity;
  const VectorXd tau = VectorXd::Zero(model.nv());
  const auto acceleration = [&](const VectorXd & x, const VectorXd & u) -> const VectorXd & {
      return forward_dynamics(model, data, x, u, tau);
    };
  const auto energy = [&] {
      forward_kinematics(model, data, q, v);
      return kinetic_energy(model, data) + potential_energy(model, data);
    };
  const double first = energy();
  double drift = 0.0;
  for (int step = 0; step < std::lround(duration / h); ++step) {
    if (method == Method::kEuler) {
      step_semi_implicit_euler(model, h, acceleration, q, v);
    } else {
      step_runge_kutta_4(model, data, h, acceleration, q, v);
    }
    drift = std::max(drift, std::abs(energy() - first));
  }
  return drift;
}

/// The order at which the drift falls as the step is halved.
double order(const Model & model, const VectorXd & q, const VectorXd & v, Method method, double h)
{
  const double duration = 0.25;
  return std::log2(
    energy_drift(model, q, v, method, h, duration) /
    energy_drift(model, q, v, method, 0.5 * h, duration));
}

double worst_quaternion(const Model & model, const VectorXd & q)
{
  double worst = 0.0;
  for (int body = 1; body < model.body_count(); ++body) {
    if (model.body_nq(body) != model.body_nv(body)) {
      const double norm = q.segment<4>(model.first_q(body + 1) - 4).norm();
      worst = std::max(worst, std::abs(norm - 1.0));
    }
  }
  return worst;
}

}  // namespace

TEST(Integration, difference_is_the_inverse_of_integrate)
{
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    const Model model = testing::random_forest(random, 1 + i % 20);
    const VectorXd q0 = testing::random_position(random, model);
    const VectorXd q1 = testing::random_position(random, model);
    const VectorXd v = testing::random_vector(random, model.nv());
    VectorXd q, w;
    integrate(model, q0, v, 1.0, q);
    difference(model, q0, q, w);
    EXPECT_LT((w - v).norm(), 1e-13);  // |ω| < π, so the shorter way is the one that was gone
    difference(model, q0, q1, w);
    integrate(model, q0, w, 1.0, q);
    difference(model, q, q1, w);  // q and -q are the same rotation
    EXPECT_LT(w.norm(), 1e-13);
  }
}

TEST(Integration, keeps_quaternions_unit_over_100000_steps)
{
  Random random(2);
  const Model model = testing::random_forest(random, 12);
  VectorXd q = testing::random_position(random, model);
  const VectorXd v = 20.0 * testing::random_vector(random, model.nv());
  for (int step = 0; step < 100000; ++step) {
    integrate(model, q, v, 1e-3, q);
  }
  EXPECT_LT(worst_quaternion(model, q), 4e-16);
  q *= 3.0;
  integrate(model, q, v, 0.0, q);
  EXPECT_LT(worst_quaternion(model, q), 4e-16);
}

TEST(Integration, a_spinning_body_that_is_thrown_keeps_its_momentum_in_each_euler_step)
{
  ModelBuilder builder;
  builder.add_link("box", box_inertia(2.0, {0.1, 0.2, 0.3}));
  Joint joint;
  joint.name = "free";
  joint.type = JointType::kFloating;
  builder.add_joint(joint, kWorldLink, "box");
  builder.set_gravity(Vector3d::Zero());
  const Model model = builder.build();
  Data data(model);
  VectorXd q = model.neutral(), v(6);
  v << 30.0, -20.0, 10.0, 1.0, 2.0, 3.0;
  for (int step = 0; step < 1000; ++step) {
    step_semi_implicit_euler(
      model, 1e-3, [&](const VectorXd & x, const VectorXd & u) -> const VectorXd & {
        return forward_dynamics(model, data, x, u, VectorXd::Zero(6));
      }, q, v);
  }
  EXPECT_LT((v.tail<3>() - Vector3d(1.0, 2.0, 3.0)).norm(), 1e-12);
  EXPECT_LT((q.head<3>() - Vector3d(1.0, 2.0, 3.0)).norm(), 1e-12);
}

TEST(Integration, energy_of_a_ten_link_pendulum_drifts_by_the_order_of_the_method)
{
  const Model model = testing::pendulum(10);
  VectorXd q = VectorXd::Zero(10);
  q[0] = 0.6;
  q[4] = -0.3;
  const VectorXd v = VectorXd::Zero(10);
  // Halving the step: a factor of 2 for order 1, of 16 for order 4 (the energy of Runge–Kutta
  // drifts at order 4 or better). Half an order is left for the terms of higher order.
  EXPECT_NEAR(order(model, q, v, Method::kEuler, 5e-4), 1.0, 0.5);
  EXPECT_GT(order(model, q, v, Method::kRungeKutta, 2e-3), 3.5);
  // And the drifts themselves are small against the energy that swings, of some 0.1 … 1 J.
  EXPECT_LT(energy_drift(model, q, v, Method::kEuler, 5e-4, 0.25), 1e-1);
  EXPECT_LT(energy_drift(model, q, v, Method::kRungeKutta, 1e-3, 0.25), 1e-6);
}

TEST(Integration, runge_kutta_keeps_its_order_on_rotations)
{
  Random random(3);
  for (const JointType type : {JointType::kSpherical, JointType::kFloating, JointType::kPlanar}) {
    const Model model = testing::random_chain(random, type, 2);
    const VectorXd q = testing::random_position(random, model);
    const VectorXd v = 2.0 * testing::random_vector(random, model.nv());
    EXPECT_GT(order(model, q, v, Method::kRungeKutta, 1e-2), 3.5) << to_string(type);
  }
}

TEST(Integration, mimic_joints_follow_their_leaders_exactly)
{
  ModelBuilder builder;
  const char * leaders[] = {"joint1", "joint2", ""};  // a chain: 0 follows 1 follows 2
  for (int i = 0; i < 3; ++i) {
    const std::string number = std::to_string(i);
    builder.add_link("link" + number, box_inertia(1.0, {0.1, 0.2, 0.3}));
    Joint joint;
    joint.name = "joint" + number;
    joint.type = JointType::kRevolute;
    if (i < 2) {
      joint.mimic = MimicSpec{leaders[i], 2.0 + i, 0.25};
    }
    builder.add_joint(joint, kWorldLink, "link" + number);
  }
  const Model model = builder.build();
  VectorXd q(3), v(3);
  q << 9.0, 9.0, 0.5;
  v << 9.0, 9.0, 1.0;
  apply_mimic(model, q);
  apply_mimic_velocity(model, v);
  EXPECT_EQ(q, Vector3d(2.0 * 1.75 + 0.25, 3.0 * 0.5 + 0.25, 0.5));
  EXPECT_EQ(v, Vector3d(6.0, 3.0, 1.0));
}

TEST(Integration, refuses_what_does_not_fit)
{
  const Model model = testing::pendulum(2);
  const VectorXd two = VectorXd::Zero(2), three = VectorXd::Zero(3);
  VectorXd q;
  EXPECT_THROW(integrate(model, three, two, 0.1, q), std::invalid_argument);
  EXPECT_THROW(integrate(model, two, three, 0.1, q), std::invalid_argument);
  EXPECT_THROW(integrate(model, two, two, std::nan(""), q), std::invalid_argument);
  EXPECT_THROW(difference(model, two, three, q), std::invalid_argument);
}

}  // namespace contact_sim
