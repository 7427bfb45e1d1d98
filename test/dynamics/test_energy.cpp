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

#include <stdexcept>

#include "contact_sim/dynamics/energy.hpp"
#include "contact_sim/dynamics/forward_dynamics.hpp"
#include "contact_sim/dynamics/integration.hpp"
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

double energy_at(const Model & model, Data & data, const VectorXd & q, const VectorXd & v)
{
  forward_kinematics(model, data, q, v);
  return kinetic_energy(model, data) + potential_energy(model, data);
}

/// A free root with a random tree on it.
Model free_robot(Random & random)
{
  ModelBuilder builder;
  std::string parent = "base";
  builder.add_link("base", testing::random_inertia(random));
  builder.add_joint(
    testing::random_joint(random, JointType::kFloating, "root"), kWorldLink, "base");
  for (const JointType type : {JointType::kRevolute, JointType::kSpherical, JointType::kPrismatic,
      JointType::kPlanar, JointType::kContinuous})
  {
    const std::string link = std::string("link_") + to_string(type);
    builder.add_link(link, testing::random_inertia(random));
    builder.add_joint(testing::random_joint(random, type, to_string(type)), parent, link);
    parent = type == JointType::kPrismatic ? "base" : link;
  }
  return builder.build();
}

}  // namespace

TEST(Energy, of_motion_is_half_the_square_of_the_velocity_in_the_mass_matrix)
{
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const Model model = testing::random_forest(random, 1 + i % 20);
    const VectorXd q = testing::random_position(random, model);
    const VectorXd v = testing::random_vector(random, model.nv());
    Data data(model);
    forward_kinematics(model, data, q, v);
    mass_matrix(model, data);
    const double expected = 0.5 * v.dot(dense_mass_matrix(model, data) * v);
    EXPECT_NEAR(kinetic_energy(model, data), expected, 1e-12 * expected);
  }
}

TEST(Energy, grows_by_the_power_of_the_forces)
{
  // d/dt (T + V) = vᵀτ, by central differences along the motion that forward dynamics gives. The
  // third derivative of the energy is some 1e3 of its size: t² 1e3 / 6 ≈ 2e-8 at t = 1e-5.
  Random random(2);
  const double t = 1e-5;
  for (int i = 0; i < 200; ++i) {
    const Model model = testing::random_forest(random, 1 + i % 12);
    const VectorXd q = testing::random_position(random, model);
    const VectorXd v = testing::random_vector(random, model.nv());
    const VectorXd tau = testing::random_vector(random, model.nv());
    Data data(model);
    const VectorXd a = forward_dynamics(model, data, q, v, tau);
    VectorXd before, after;
    integrate(model, q, v - 0.5 * t * a, -t, before);
    integrate(model, q, v + 0.5 * t * a, t, after);
    const double rate = (energy_at(model, data, after, v + t * a) -
      energy_at(model, data, before, v - t * a)) / (2.0 * t);
    const double size = std::abs(energy_at(model, data, q, v)) + a.norm() + tau.norm() + 100.0;
    EXPECT_NEAR(rate, v.dot(tau), 2e-7 * size) << "forest " << i;
  }
}

TEST(Energy, of_position_is_the_weight_times_the_height_of_the_centre)
{
  Random random(3);
  const Model model = testing::humanoid();
  Data data(model);
  forward_kinematics(model, data, testing::random_position(random, model));
  const Vector3d center = center_of_mass(model, data);
  EXPECT_NEAR(potential_energy(model, data), 9.81 * total_mass(model) * center.z(), 1e-12);
  EXPECT_THROW(center_of_mass(Model(), Data(Model())), std::invalid_argument);
}

TEST(Energy, of_a_part_is_that_of_its_subtree)
{
  Random random(4);
  const Model model = testing::humanoid();
  Data data(model);
  forward_kinematics(
    model, data, testing::random_position(random, model), testing::random_vector(random, 26));
  double mass = model.inertia(1).mass, energy = 0.0;
  for (const char * limb : {"left_hip_yaw_joint", "right_hip_yaw_joint", "left_shoulder_joint",
      "right_shoulder_joint"})
  {
    mass += total_mass(model, model.body_index(limb));
    energy += kinetic_energy(model, data, model.body_index(limb));
  }
  EXPECT_NEAR(mass, total_mass(model), 1e-14);
  EXPECT_LT(energy, kinetic_energy(model, data));
  EXPECT_NEAR(kinetic_energy(model, data, 1), kinetic_energy(model, data), 0.0);
}

TEST(Momentum, is_that_of_the_centre_of_mass_and_moves_with_the_point)
{
  Random random(5);
  const double t = 1e-6;
  const Model model = free_robot(random);
  const VectorXd q = testing::random_position(random, model);
  const VectorXd v = testing::random_vector(random, model.nv());
  Data data(model), later(model);
  VectorXd next;
  integrate(model, q, v, t, next);
  forward_kinematics(model, later, next);
  forward_kinematics(model, data, q, v);
  const Vector3d rate = (center_of_mass(model, later) - center_of_mass(model, data)) / t;
  const Momentum m = momentum(model, data);
  EXPECT_LT((m.linear - total_mass(model) * rate).norm(), 1e-4 * m.linear.norm());
  const Vector3d point(1.0, -2.0, 3.0);
  const Momentum shifted = momentum(model, data, point);
  EXPECT_LT((shifted.angular - (m.angular - point.cross(m.linear))).norm(), 1e-12);
}

TEST(Momentum, is_conserved_in_free_fall_whatever_moves_inside)
{
  // Internal forces and gravity: the linear momentum gains the weight, the angular momentum about
  // the centre of mass nothing. Runge–Kutta of order 4 with h = 1 ms: h⁴ times some fifth
  // derivatives of 1e2 … 1e3 over 0.2 s is 1e-10 of the momentum's size.
  Random random(6);
  for (int i = 0; i < 5; ++i) {
    const Model model = free_robot(random);
    Data data(model);
    VectorXd q = testing::random_position(random, model);
    VectorXd v = testing::random_vector(random, model.nv());
    VectorXd tau = testing::random_vector(random, model.nv());
    tau.head<6>().setZero();
    forward_kinematics(model, data, q, v);
    const Momentum start = momentum(model, data, center_of_mass(model, data));
    for (int step = 0; step < 200; ++step) {
      step_runge_kutta_4(
        model, data, 1e-3, [&](const VectorXd & x, const VectorXd & u) -> const VectorXd & {
          return forward_dynamics(model, data, x, u, tau);
        }, q, v);
    }
    forward_kinematics(model, data, q, v);
    const Momentum end = momentum(model, data, center_of_mass(model, data));
    const Vector3d weight = total_mass(model) * model.gravity();
    const double size = start.linear.norm() + start.angular.norm() + total_mass(model);
    EXPECT_LT((end.angular - start.angular).norm(), 1e-8 * size);
    EXPECT_LT((end.linear - start.linear - 0.2 * weight).norm(), 1e-8 * size);
  }
}

}  // namespace contact_sim
