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

#include "contact_sim/dynamics/inverse_inertia.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "dynamics/checks.hpp"
#include "dynamics/chosen_bodies.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;
using Index = Eigen::Index;
using Combination = Eigen::Matrix<double, 6, 3>;

/// How many degrees of freedom two bodies share: paths from the root have a common beginning.
int common_support(const DofSpan & a, const DofSpan & b)
{
  int count = std::min(a.size(), b.size());
  while (count > 0 && a[count - 1] != b[count - 1]) {
    --count;
  }
  return count;
}

Matrix6d shared_product(const BodyColumns & a, const BodyColumns & b, int count)
{
  Matrix6d product = Matrix6d::Zero();
  for (int k = 0; k < count; ++k) {
    product.noalias() += a.row(k).transpose() * b.row(k);
  }
  return product;
}

int position_of(int body, const std::vector<int> & bodies)
{
  const auto found = std::lower_bound(bodies.begin(), bodies.end(), body);
  if (found == bodies.end() || *found != body) {
    throw std::invalid_argument(
            "Delassus matrix: body " + std::to_string(body) +
            " touches and is not among the bodies of the inverse inertia");
  }
  return static_cast<int>(found - bodies.begin());
}

/// One side of a contact: its block row in Φ (-1: the world), and the force at the body's origin
/// for unit impulses along n, t₁, t₂.
struct Side
{
  int row;
  Combination force;
};

Side side_of(
  const Data & data, const std::vector<int> & bodies, const ContactLocation & contact, int body,
  double sign)
{
  if (body == 0) {
    return {-1, Combination::Zero()};
  }
  Side side;
  side.row = position_of(body, bodies);
  const Vector3d arm = contact.point - data.position[body];
  for (int j = 0; j < 3; ++j) {
    side.force.col(j) << sign * arm.cross(contact.frame.col(j)), sign * contact.frame.col(j);
  }
  return side;
}

void add_response(
  const Eigen::MatrixXd & phi, const Side & a, const Side & b, Eigen::Matrix3d & sum)
{
  if (a.row >= 0 && b.row >= 0) {
    const Combination response = phi.block<6, 6>(6 * a.row, 6 * b.row) * b.force;
    sum.noalias() += a.force.transpose() * response;
  }
}

/// ÂᵢᵀÂⱼ where both have ascending rows.
Eigen::Matrix3d shared_product(const ContactColumns & a, const ContactColumns & b)
{
  Eigen::Matrix3d product = Eigen::Matrix3d::Zero();
  const std::vector<int> & dofs_a = a.dofs(), & dofs_b = b.dofs();
  std::size_t i = 0, j = 0;
  while (i < dofs_a.size() && j < dofs_b.size()) {
    if (dofs_a[i] == dofs_b[j]) {
      product.noalias() += a.columns().row(i).transpose() * b.columns().row(j);
    }
    const bool takes_a = dofs_a[i] <= dofs_b[j], takes_b = dofs_b[j] <= dofs_a[i];
    i += takes_a;
    j += takes_b;
  }
  return product;
}

}  // namespace

void check_chosen_bodies(const Model & model, const std::vector<int> & bodies)
{
  int last = 0;
  for (const int body : bodies) {
    check_body(model, body);
    if (body <= last) {
      throw std::invalid_argument(
              "inverse inertia: body " + std::to_string(body) + " comes after body " +
              std::to_string(last) + ", bodies have to be ascending and not the world (0)");
    }
    last = body;
  }
}

void inverse_inertia_from_factor(
  const Model & model, Data & data, const std::vector<int> & bodies, Eigen::MatrixXd & phi)
{
  check_chosen_bodies(model, bodies);
  check_factored(data);
  const Index size = static_cast<Index>(bodies.size());
  phi.resize(6 * size, 6 * size);
  for (Index i = 0; i < size; ++i) {
    const BodyColumns a = body_columns(model, data, bodies[i]);
    for (Index j = 0; j <= i; ++j) {
      const BodyColumns b = body_columns(model, data, bodies[j]);
      const int shared = common_support(model.support(bodies[i]), model.support(bodies[j]));
      const Matrix6d product = shared_product(a, b, shared);
      phi.block<6, 6>(6 * i, 6 * j) = product;
      phi.block<6, 6>(6 * j, 6 * i) = product.transpose();
    }
  }
}

void delassus_from_inverse_inertia(
  const Data & data, const std::vector<int> & bodies, const Eigen::MatrixXd & phi,
  const std::vector<ContactLocation> & contacts, Eigen::MatrixXd & delassus)
{
  const Index size = static_cast<Index>(contacts.size());
  delassus.resize(3 * size, 3 * size);
  for (Index k = 0; k < size; ++k) {
    const Side a = side_of(data, bodies, contacts[k], contacts[k].body_a, -1.0);
    const Side b = side_of(data, bodies, contacts[k], contacts[k].body_b, 1.0);
    for (Index l = 0; l <= k; ++l) {
      const Side c = side_of(data, bodies, contacts[l], contacts[l].body_a, -1.0);
      const Side d = side_of(data, bodies, contacts[l], contacts[l].body_b, 1.0);
      Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
      add_response(phi, a, c, sum);
      add_response(phi, a, d, sum);
      add_response(phi, b, c, sum);
      add_response(phi, b, d, sum);
      delassus.block<3, 3>(3 * k, 3 * l) = sum;
      delassus.block<3, 3>(3 * l, 3 * k) = sum.transpose();
    }
  }
}

void delassus_from_factor(
  const Model & model, Data & data, const std::vector<ContactLocation> & contacts,
  std::vector<ContactColumns> & columns, Eigen::MatrixXd & delassus)
{
  const Index size = static_cast<Index>(contacts.size());
  columns.resize(contacts.size());
  delassus.resize(3 * size, 3 * size);
  for (Index k = 0; k < size; ++k) {
    const ContactLocation & contact = contacts[k];
    contact_columns(
      model, data, contact.body_a, contact.body_b, contact.point, contact.frame, columns[k]);
    for (Index l = 0; l <= k; ++l) {
      const Eigen::Matrix3d product = shared_product(columns[k], columns[l]);
      delassus.block<3, 3>(3 * k, 3 * l) = product;
      delassus.block<3, 3>(3 * l, 3 * k) = product.transpose();
    }
  }
}

}  // namespace contact_sim
