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


#include "contact_sim/dynamics/mass_matrix.hpp"

#include <cmath>
#include <stdexcept>

#include "contact_sim/dynamics/kinematics.hpp"
#include "dynamics/checks.hpp"
#include "dynamics/world_inertia.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Adds an inertia about the child's origin to one about the parent's, `r` from the latter to the
/// former. With s = h + m r/2: I += 2 (r·s) 1 - r sᵀ - s rᵀ.
void add_shifted(const WorldInertia & child, const Vector3d & r, WorldInertia & parent)
{
  const Vector3d s = child.moment + 0.5 * child.mass * r;
  const double trace = 2.0 * r.dot(s);
  parent.mass += child.mass;
  parent.moment += child.moment + child.mass * r;
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 3; ++i) {
      parent.rotational(i, j) += child.rotational(i, j) - r[i] * s[j] - s[i] * r[j];
    }
    parent.rotational(j, j) += trace;
  }
}

/// One row of M: the force that an acceleration of `dof` needs, felt by all joints above it. The
/// supports end with the dof, so the row is filled from its end.
void fill_row(const Model & model, Data & data, int dof)
{
  int body = model.dof_body(dof);
  const WorldInertia & inertia = data.composite[body];
  const Vector3d & axis = data.axis[dof];
  Vector3d moment, force;
  if (model.dof_is_angular(dof)) {
    moment.noalias() = inertia.rotational * axis;
    force = axis.cross(inertia.moment);
  } else {
    moment = inertia.moment.cross(axis);
    force = inertia.mass * axis;
  }
  double * entry = data.mass.data() + model.row_begin(dof + 1);
  for (int k = dof; ; k = model.first_v(body + 1) - 1) {
    for (; k >= model.first_v(body); --k) {
      *--entry = data.axis[k].dot(model.dof_is_angular(k) ? moment : force);
    }
    moment += data.offset[body].cross(force);
    body = model.parent(body);
    if (body == 0) {
      return;
    }
  }
}

}  // namespace

void mass_matrix(const Model & model, Data & data)
{
  for (int body = 1; body < model.body_count(); ++body) {
    WorldInertia & inertia = data.composite[body];
    inertia.mass = model.mass(body);
    inertia.moment.noalias() = data.rotation[body] * model.first_moment(body);
    rotate_symmetric(data.rotation[body], model.rotational(body), inertia.rotational);
  }
  for (int body = model.body_count() - 1; body > 0; --body) {
    const int parent = model.parent(body);
    if (parent > 0) {
      add_shifted(data.composite[body], data.offset[body], data.composite[parent]);
    }
    for (int dof = model.first_v(body); dof < model.first_v(body + 1); ++dof) {
      fill_row(model, data, dof);
    }
  }
  data.is_factored = false;
}

void mass_matrix(const Model & model, Data & data, const Eigen::VectorXd & q)
{
  forward_kinematics(model, data, q);
  mass_matrix(model, data);
}

void add_diagonal(const Model & model, Data & data, const Eigen::VectorXd & d)
{
  check_vector("the diagonal", d, model.nv());
  if (model.nv() > 0 && d.minCoeff() < 0.0) {
    throw std::invalid_argument("dynamics: the diagonal has a negative number");
  }
  for (int dof = 0; dof < model.nv(); ++dof) {
    data.mass[model.row_begin(dof + 1) - 1] += d[dof];
  }
  data.is_factored = false;
}

Eigen::MatrixXd dense_mass_matrix(const Model & model, const Data & data)
{
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(model.nv(), model.nv());
  for (int dof = 0; dof < model.nv(); ++dof) {
    const double * entry = data.mass.data() + model.row_begin(dof);
    for (const int k : model.dof_support(dof)) {
      dense(dof, k) = dense(k, dof) = *entry++;
    }
  }
  return dense;
}

}  // namespace contact_sim
