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

#include "contact_sim/dynamics/energy.hpp"
#include "contact_sim/dynamics/integration.hpp"
#include "contact_sim/dynamics/inverse_dynamics.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/dynamics/loop_projector.hpp"
#include "contact_sim/dynamics/mass_matrix.hpp"
#include "support/linkages.hpp"

// Linkages that swing for a while: energies and errors of position.

namespace contact_sim
{

using Eigen::VectorXd;
using testing::Linkage;

namespace
{

/// A linkage that is let go at rest.
class Swing
{
public:
  Swing(const Linkage & linkage, double h, const LoopOptions & options = {})
  : model_(linkage.model), data_(model_),
    loops_(model_, LoopConstraints(model_, linkage.loops), options), q_(linkage.q),
    v_(VectorXd::Zero(model_.nv())), tau_(v_), k_(v_), h_(h)
  {
    EXPECT_TRUE(loops_.project_positions(model_, data_, q_).closed);
    forward_kinematics(model_, data_, q_, v_);
  }

  /// As the simulation does it, without contacts.
  void step_semi_implicit(bool projects_positions)
  {
    bias_forces(model_, data_, q_, v_);
    mass_matrix(model_, data_);
    factor_mass_matrix(model_, data_);
    loops_.prepare(model_, data_, q_, h_);
    error_ = std::max(error_, loops_.error().cwiseAbs().maxCoeff());
    k_ = -h_ * data_.bias;
    solve_G(model_, data_, k_);
    multiply_Gt(model_, data_, v_);
    v_ += k_;
    loops_.project_k(v_);
    solve_Gt(model_, data_, v_);
    integrate(model_, q_, v_, h_, q_);
    if (projects_positions) {
      loops_.project_positions(model_, data_, q_);
    }
  }

  /// Accelerations of the constrained system; what the order of the method leaves of the rows is
  /// projected away.
  void step_runge_kutta()
  {
    step_runge_kutta_4(
      model_, data_, h_,
      [this](const VectorXd & q, const VectorXd & v) -> const VectorXd & {
        return forward_dynamics(model_, data_, loops_, q, v, tau_);
      }, q_, v_);
    loops_.project_positions(model_, data_, q_);
    mass_matrix(model_, data_);
    factor_mass_matrix(model_, data_);
    loops_.project_velocity(model_, data_, q_, v_);
  }

  double energy()
  {
    forward_kinematics(model_, data_, q_, v_);
    return kinetic_energy(model_, data_) + potential_energy(model_, data_);
  }

  double kinetic()
  {
    forward_kinematics(model_, data_, q_, v_);
    return kinetic_energy(model_, data_);
  }

  double largest_error() const {return error_;}
  const VectorXd & velocity() const {return v_;}
  const VectorXd & position() const {return q_;}

private:
  Model model_;
  Data data_;
  LoopProjector loops_;
  VectorXd q_, v_, tau_, k_;
  double h_;
  double error_{0.0};
};

Linkage crank_rocker()
{
  return testing::four_bar(0.8, 0.3, 0.7, 0.6);
}

/// The largest change of energy in 10 s, in parts of the largest kinetic energy.
template<typename Step>
double energy_drift(const Linkage & linkage, double h, Step step)
{
  Swing swing(linkage, h);
  const double before = swing.energy();
  double drift = 0.0, largest = 0.0;
  const int steps = static_cast<int>(std::lround(10.0 / h));
  for (int i = 0; i < steps; ++i) {
    step(swing);
    drift = std::max(drift, std::abs(swing.energy() - before));
    largest = std::max(largest, swing.kinetic());
  }
  EXPECT_GT(largest, 0.1);
  return drift / largest;
}

double euler_drift(const Linkage & linkage, double h)
{
  return energy_drift(linkage, h, [](Swing & swing) {swing.step_semi_implicit(true);});
}

double runge_kutta_drift(const Linkage & linkage, double h)
{
  return energy_drift(linkage, h, [](Swing & swing) {swing.step_runge_kutta();});
}

/// The largest loop error in a minute, with steps of h.
double error_of_a_minute(const Linkage & linkage, double h, bool projects_positions)
{
  Swing swing(linkage, h);
  const int steps = static_cast<int>(std::lround(60.0 / h));
  double fastest = 0.0;
  for (int i = 0; i < steps; ++i) {
    swing.step_semi_implicit(projects_positions);
    fastest = std::max(fastest, swing.velocity().cwiseAbs().maxCoeff());
  }
  EXPECT_TRUE(swing.position().allFinite());
  EXPECT_GT(fastest, 1.0) << "it did not swing";
  return swing.largest_error();
}

}  // namespace

TEST(LoopMotion, of_a_four_bar_linkage_keeps_its_energy_to_the_order_of_runge_kutta)
{
  const double coarse = runge_kutta_drift(crank_rocker(), 4e-3);
  const double fine = runge_kutta_drift(crank_rocker(), 2e-3);
  // Half the step: a sixteenth, with some room for what is of higher order.
  EXPECT_LT(fine, coarse / 12.0);
  EXPECT_LT(fine, 1e-6);
}

TEST(LoopMotion, of_a_four_bar_linkage_keeps_its_energy_to_the_order_of_euler)
{
  const double coarse = euler_drift(crank_rocker(), 2e-3);
  const double fine = euler_drift(crank_rocker(), 1e-3);
  // Half the step: half the drift, with some room for what is of higher order.
  EXPECT_LT(fine, coarse / 1.7);
  EXPECT_LT(fine, 0.1);
}

TEST(LoopMotion, of_bennetts_linkage_keeps_its_energy_though_three_of_five_rows_are_redundant)
{
  const double coarse = runge_kutta_drift(testing::bennett(), 4e-3);
  const double fine = runge_kutta_drift(testing::bennett(), 2e-3);
  EXPECT_LT(fine, coarse / 12.0);
}

TEST(LoopMotion, keeps_a_four_bar_linkage_closed_for_a_minute)
{
  EXPECT_LT(error_of_a_minute(crank_rocker(), 1e-3, true), 1e-6);
}

TEST(LoopMotion, keeps_a_parallelogram_closed_for_a_minute)
{
  EXPECT_LT(error_of_a_minute(testing::parallelogram(), 1e-3, true), 1e-6);
}

TEST(LoopMotion, keeps_a_closed_chain_of_25_links_closed_for_a_minute)
{
  EXPECT_LT(error_of_a_minute(testing::closed_chain(), 2e-3, true), 1e-6);
}

TEST(LoopMotion, does_not_open_a_loop_by_more_than_curvature_where_velocities_alone_correct)
{
  // What a step of h leaves is h²/2 of the acceleration along the rows, and the next step takes it
  // back: it does not add up. About 50 m/s² occur here; the bound is for 100.
  constexpr double kStep = 1e-3;
  EXPECT_LT(error_of_a_minute(crank_rocker(), kStep, false), 0.5 * kStep * kStep * 100.0);
}

}  // namespace contact_sim
