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

#include <cstddef>

#include "contact_sim/dynamics/energy.hpp"
#include "contact_sim/dynamics/forward_dynamics.hpp"
#include "contact_sim/dynamics/integration.hpp"
#include "contact_sim/dynamics/inverse_dynamics.hpp"
#include "contact_sim/dynamics/jacobian.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/dynamics/mass_matrix.hpp"
#include "support/count_allocations.hpp"
#include "support/random_trees.hpp"

namespace contact_sim
{

using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::Random;

namespace
{

/// Everything that a step of a simulation may call.
struct Steps
{
  explicit Steps(const Model & m)
  : model(m), data(m), wrenches(m.body_count(), Vector6d::Constant(0.1))
  {
    Random random(1);
    q = testing::random_position(random, model);
    v = testing::random_vector(random, model.nv());
    tau = testing::random_vector(random, model.nv());
    x = tau;
    d = tau.cwiseAbs();
    jacobian.resize(6, model.nv());
    slope = v;
  }

  void run()
  {
    inverse_dynamics(model, data, q, v, tau, &wrenches);
    bias_forces(model, data, &wrenches);
    forward_dynamics(model, data, q, v, tau, &wrenches);
    mass_matrix(model, data);
    add_diagonal(model, data, d);
    factor_mass_matrix(model, data);
    solve_M(model, data, x);
    multiply_G(model, data, x);
    multiply_Gt(model, data, x);
    for (int body = 1; body < model.body_count(); ++body) {
      body_jacobian(model, data, body, jacobian);
      contact_columns(model, data, body - 1, body, point, Eigen::Matrix3d::Identity(), columns);
    }
    energy = kinetic_energy(model, data) + potential_energy(model, data) +
      momentum(model, data).linear.norm() + center_of_mass(model, data).norm();
    const auto acceleration = [this](const VectorXd & a, const VectorXd & b) -> const VectorXd & {
        return forward_dynamics(model, data, a, b, tau);
      };
    step_semi_implicit_euler(model, 1e-4, acceleration, q, v);
    step_runge_kutta_4(model, data, 1e-4, acceleration, q, v);
    difference(model, q, data.stage_q, slope);
    apply_mimic(model, q);
  }

  Model model;
  Data data;
  Wrenches wrenches;
  VectorXd q, v, tau, x, d, slope;
  Eigen::MatrixXd jacobian;
  Vector3d point{0.1, 0.2, 0.3};
  ContactColumns columns;
  double energy{0.0};
};

}  // namespace

TEST(Data, is_all_the_memory_that_a_step_needs)
{
  Random random(2);
  for (int i = 0; i < 20; ++i) {
    Steps steps(testing::random_forest(random, 1 + i));
    steps.run();
    const std::size_t before = testing::allocations();
    steps.run();
    EXPECT_EQ(testing::allocations() - before, 0u);
  }
}

TEST(Data, of_an_empty_world_does_no_harm)
{
  const Model model;
  Data data(model);
  const VectorXd nothing;
  EXPECT_EQ(forward_dynamics(model, data, nothing, nothing, nothing).size(), 0);
  EXPECT_EQ(inverse_dynamics(model, data, nothing, nothing, nothing).size(), 0);
  mass_matrix(model, data, nothing);
  add_diagonal(model, data, nothing);
  factor_mass_matrix(model, data);
  EXPECT_EQ(dense_factor(model, data).size(), 0);
  EXPECT_EQ(kinetic_energy(model, data), 0.0);
}

}  // namespace contact_sim
