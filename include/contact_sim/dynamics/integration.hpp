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


#ifndef CONTACT_SIM__DYNAMICS__INTEGRATION_HPP_
#define CONTACT_SIM__DYNAMICS__INTEGRATION_HPP_

#include <Eigen/Core>

#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/dynamics/model.hpp"

namespace contact_sim
{

/// The position q_next that is reached from q with the constant velocity v in the time h [s]. On
/// the manifold: rotations are multiplied by the exponential of hω, and quaternions come out with
/// unit length. q_next may be q itself; it is resized to nq numbers.
void integrate(
  const Model & model, const Eigen::VectorXd & q, const Eigen::VectorXd & v, double h,
  Eigen::VectorXd & q_next);

/// The velocity v that leads from q0 to q1 in the time 1 s: integrate(q0, v, 1) = q1. Rotations
/// take the shorter way; angles of continuous joints are not wrapped.
void difference(
  const Model & model, const Eigen::VectorXd & q0, const Eigen::VectorXd & q1,
  Eigen::VectorXd & v);

/// Sets the positions of mimic joints exactly; a chain of mimics is followed.
void apply_mimic(const Model & model, Eigen::VectorXd & q);

/// The same for velocities.
void apply_mimic_velocity(const Model & model, Eigen::VectorXd & v);

/// One step of the semi-implicit Euler method, of order 1:
///
///     v += h a(q, v),   q = integrate(q, v, h) with the new v
///
/// `acceleration(q, v)` gives something that can be assigned to a vector, such as the answer of
/// forward_dynamics() in the same data.
template<typename Acceleration>
void step_semi_implicit_euler(
  const Model & model, double h, Acceleration && acceleration, Eigen::VectorXd & q,
  Eigen::VectorXd & v)
{
  v += h * acceleration(q, v);
  integrate(model, q, v, h, q);
}

/// One step of the Runge–Kutta method of order 4. On the manifold as in [Munthe-Kaas 1998]: stages
/// are rotation vectors from the step's start, and the inverse of the exponential's differential
/// keeps the order. Works in the data's scratch memory, which forward_dynamics() does not touch.
template<typename Acceleration>
void step_runge_kutta_4(
  const Model & model, Data & data, double h, Acceleration && acceleration, Eigen::VectorXd & q,
  Eigen::VectorXd & v);

/// The rate of the coordinates x of integrate(q0, x, 1) where the velocity there is v: v itself but
/// for rotations, which take dexp⁻¹.
void coordinate_rate(
  const Model & model, const Eigen::VectorXd & x, const Eigen::VectorXd & v,
  Eigen::VectorXd & rate);

template<typename Acceleration>
void step_runge_kutta_4(
  const Model & model, Data & data, double h, Acceleration && acceleration, Eigen::VectorXd & q,
  Eigen::VectorXd & v)
{
  constexpr double kNode[] = {0.0, 0.5, 0.5, 1.0};
  constexpr double kWeight[] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
  data.slope_q.setZero();
  data.slope_v.setZero();
  data.sum_q.setZero();
  data.sum_v.setZero();
  for (int stage = 0; stage < 4; ++stage) {
    // slope_q holds the coordinates of the stage until its own slope replaces them.
    data.slope_q *= kNode[stage] * h;
    data.stage_v = v + kNode[stage] * h * data.slope_v;
    integrate(model, q, data.slope_q, 1.0, data.stage_q);
    data.slope_v = acceleration(data.stage_q, data.stage_v);
    coordinate_rate(model, data.slope_q, data.stage_v, data.slope_q);
    data.sum_q += kWeight[stage] * data.slope_q;
    data.sum_v += kWeight[stage] * data.slope_v;
  }
  integrate(model, q, data.sum_q, h, q);
  v += h * data.sum_v;
}

}  // namespace contact_sim

#endif  // CONTACT_SIM__DYNAMICS__INTEGRATION_HPP_
