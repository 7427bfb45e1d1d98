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


#include "contact_sim/dynamics/integration.hpp"

#include <cmath>
#include <stdexcept>

#include "dynamics/checks.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Quaterniond;
using Eigen::Vector3d;

bool has_quaternion(JointType type)
{
  return type == JointType::kSpherical || type == JointType::kFloating;
}

/// Where the quaternion of a body begins in q.
int first_quaternion(const Model & model, int body)
{
  return model.first_q(body) + (model.joint_type(body) == JointType::kFloating ? 3 : 0);
}

Quaterniond read_quaternion(const Model & model, int body, const Eigen::VectorXd & q)
{
  const Eigen::Vector4d xyzw = q.segment<4>(first_quaternion(model, body));
  const double norm = xyzw.norm();
  if (!(norm > 0.0) || !std::isfinite(norm)) {
    throw std::invalid_argument(
            "dynamics: the quaternion of joint '" + model.joint(body).name + "' has no direction");
  }
  return Quaterniond(Eigen::Vector4d(xyzw / norm));
}

/// Number of coordinates that are plain numbers, where they begin in v, and in q.
struct PlainPart
{
  PlainPart(const Model & model, int body)
  : q(model.first_q(body)), v(model.first_v(body)), count(model.body_nv(body))
  {
    if (has_quaternion(model.joint_type(body))) {
      v += 3;
      count -= 3;
    }
  }
  int q;
  int v;
  int count;
};

/// dexp⁻¹ of a rotation vector x, on an angular velocity in the body that turns:
/// ω + x × ω / 2 + c x × (x × ω), c = 1/θ² - (1 + cos θ) / (2 θ sin θ).
Vector3d rotation_rate(const Vector3d & x, const Vector3d & omega)
{
  const double angle = x.norm();
  // Near zero the closed form cancels; c = 1/12 + θ²/720 + …, the next term θ⁴/30240 is 3e-15.
  const double c = angle < 1e-2 ? 1.0 / 12.0 + angle * angle / 720.0 :
    1.0 / (angle * angle) - (1.0 + std::cos(angle)) / (2.0 * angle * std::sin(angle));
  const Vector3d once = x.cross(omega);
  return omega + 0.5 * once + c * x.cross(once);
}

}  // namespace

void integrate(
  const Model & model, const Eigen::VectorXd & q, const Eigen::VectorXd & v, double h,
  Eigen::VectorXd & q_next)
{
  check_vector("q", q, model.nq());
  check_vector("v", v, model.nv());
  if (!std::isfinite(h)) {
    throw std::invalid_argument("dynamics: the time step is not finite");
  }
  q_next.resize(model.nq());
  for (int body = 1; body < model.body_count(); ++body) {
    if (has_quaternion(model.joint_type(body))) {
      const Vector3d turn = h * v.segment<3>(model.first_v(body));
      const Quaterniond next = read_quaternion(model, body, q) * exp_rotation(turn);
      q_next.segment<4>(first_quaternion(model, body)) = next.normalized().coeffs();
    }
    const PlainPart plain(model, body);
    for (int i = 0; i < plain.count; ++i) {
      q_next[plain.q + i] = q[plain.q + i] + h * v[plain.v + i];
    }
  }
}

void difference(
  const Model & model, const Eigen::VectorXd & q0, const Eigen::VectorXd & q1,
  Eigen::VectorXd & v)
{
  check_vector("q0", q0, model.nq());
  check_vector("q1", q1, model.nq());
  v.resize(model.nv());
  for (int body = 1; body < model.body_count(); ++body) {
    if (has_quaternion(model.joint_type(body))) {
      const Quaterniond turn =
        read_quaternion(model, body, q0).conjugate() * read_quaternion(model, body, q1);
      v.segment<3>(model.first_v(body)) = log_rotation(turn);
    }
    const PlainPart plain(model, body);
    for (int i = 0; i < plain.count; ++i) {
      v[plain.v + i] = q1[plain.q + i] - q0[plain.q + i];
    }
  }
}

namespace
{

/// The value of a joint that may follow another one, which may follow …; `offsets` 0 for rates.
double followed(
  const Model & model, int body, const Eigen::VectorXd & x, bool is_position)
{
  double factor = 1.0, sum = 0.0;
  while (model.mimic(body)) {
    const Mimic & mimic = *model.mimic(body);
    sum += is_position ? factor * mimic.offset : 0.0;
    factor *= mimic.multiplier;
    body = mimic.leader;
  }
  return sum + factor * x[is_position ? model.first_q(body) : model.first_v(body)];
}

}  // namespace

void apply_mimic(const Model & model, Eigen::VectorXd & q)
{
  check_vector("q", q, model.nq());
  for (int body = 1; body < model.body_count(); ++body) {
    if (model.mimic(body)) {
      q[model.first_q(body)] = followed(model, body, q, true);
    }
  }
}

void apply_mimic_velocity(const Model & model, Eigen::VectorXd & v)
{
  check_vector("v", v, model.nv());
  for (int body = 1; body < model.body_count(); ++body) {
    if (model.mimic(body)) {
      v[model.first_v(body)] = followed(model, body, v, false);
    }
  }
}

void coordinate_rate(
  const Model & model, const Eigen::VectorXd & x, const Eigen::VectorXd & v,
  Eigen::VectorXd & rate)
{
  check_vector("x", x, model.nv());
  check_vector("v", v, model.nv());
  rate.resize(model.nv());
  for (int body = 1; body < model.body_count(); ++body) {
    const int first = model.first_v(body);
    if (has_quaternion(model.joint_type(body))) {
      const Vector3d turn = x.segment<3>(first);
      rate.segment<3>(first) = rotation_rate(turn, v.segment<3>(first));
    }
    const PlainPart plain(model, body);
    for (int i = 0; i < plain.count; ++i) {
      rate[plain.v + i] = v[plain.v + i];
    }
  }
}

}  // namespace contact_sim
