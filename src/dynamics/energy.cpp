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


#include "contact_sim/dynamics/energy.hpp"

#include <stdexcept>

#include "dynamics/checks.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;

Vector3d center_of(const Model & model, const Data & data, int body)
{
  return data.position[body] + data.rotation[body] * model.inertia(body).center;
}

/// (ω, velocity of the centre of mass), in the axes of the body.
void velocities(
  const Model & model, const Data & data, int body, Vector3d & omega, Vector3d & of_center)
{
  const auto to_body = data.rotation[body].transpose();
  omega = to_body * data.omega[body];
  of_center = to_body * data.velocity[body] + omega.cross(model.inertia(body).center);
}

/// Calls function(body) for root and all that it carries; the world itself does not move.
template<typename Function>
void for_subtree(const Model & model, int root, Function function)
{
  check_body(model, root);
  for (int body = root == 0 ? 1 : root; body < model.subtree_end(root); ++body) {
    function(body);
  }
}

}  // namespace

double total_mass(const Model & model, int root)
{
  double mass = 0.0;
  for_subtree(model, root, [&](int body) {mass += model.mass(body);});
  return mass;
}

Vector3d center_of_mass(const Model & model, const Data & data, int root)
{
  const double mass = total_mass(model, root);
  if (!(mass > 0.0)) {
    throw std::invalid_argument("dynamics: no mass, so there is no centre of mass");
  }
  Vector3d sum = Vector3d::Zero();
  for_subtree(
    model, root, [&](int body) {
      sum += model.mass(body) * center_of(model, data, body);
    });
  return sum / mass;
}

double kinetic_energy(const Model & model, const Data & data, int root)
{
  double energy = 0.0;
  for_subtree(
    model, root, [&](int body) {
      const SpatialInertia & inertia = model.inertia(body);
      Vector3d omega, of_center;
      velocities(model, data, body, omega, of_center);
      energy += 0.5 * inertia.mass * of_center.squaredNorm() +
      0.5 * omega.dot(inertia.rotational * omega);
    });
  return energy;
}

double potential_energy(const Model & model, const Data & data, int root)
{
  double energy = 0.0;
  for_subtree(
    model, root, [&](int body) {
      energy -= model.mass(body) * model.gravity().dot(center_of(model, data, body));
    });
  return energy;
}

Momentum momentum(const Model & model, const Data & data, const Vector3d & point, int root)
{
  Momentum sum;
  for_subtree(
    model, root, [&](int body) {
      const SpatialInertia & inertia = model.inertia(body);
      Vector3d omega, of_center;
      velocities(model, data, body, omega, of_center);
      const Vector3d linear = inertia.mass * (data.rotation[body] * of_center);
      sum.linear += linear;
      sum.angular += (center_of(model, data, body) - point).cross(linear) +
      data.rotation[body] * (inertia.rotational * omega);
    });
  return sum;
}

}  // namespace contact_sim
