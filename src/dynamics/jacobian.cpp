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


#include "contact_sim/dynamics/jacobian.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "dynamics/checks.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;

void check_size(const Eigen::Ref<Eigen::MatrixXd> & jacobian, int rows, int columns)
{
  if (jacobian.rows() != rows || jacobian.cols() != columns) {
    throw std::invalid_argument(
            "dynamics: the Jacobian has " + std::to_string(jacobian.rows()) + " x " +
            std::to_string(jacobian.cols()) + " numbers, it needs " + std::to_string(rows) +
            " x " + std::to_string(columns));
  }
}

/// Velocity of `point` that a unit rate of `dof` makes.
Vector3d linear_part(const Model & model, const Data & data, int dof, const Vector3d & point)
{
  const Vector3d & axis = data.axis[dof];
  return model.dof_is_angular(dof) ?
         axis.cross(point - data.position[model.dof_body(dof)]) : axis;
}

using SixColumns = Eigen::Map<Vector6d, Eigen::Aligned16>;

/// Jᵀ of the body on its support, one degree of freedom after the other.
void fill_columns(const Model & model, const Data & data, int body, double * columns)
{
  const Vector3d & origin = data.position[body];
  for (const int dof : model.support(body)) {
    SixColumns row(columns);
    row.head<3>() = model.dof_is_angular(dof) ? data.axis[dof] : Vector3d(Vector3d::Zero());
    row.tail<3>() = linear_part(model, data, dof, origin);
    columns += 6;
  }
}

/// x := G⁻¹x, as solve_G(), on the support alone and for six columns at once.
void solve_columns(const Model & model, const Data & data, int body, double * columns)
{
  const DofSpan support = model.support(body);
  for (int k = support.size() - 1; k >= 0; --k) {
    const double * factor = data.factor.data() + model.row_begin(support[k]);
    SixColumns x(columns + 6 * k);
    x *= factor[k];
    const Vector6d solved = x;
    for (int d = 0; d < k; ++d) {
      SixColumns(columns + 6 * d) -= factor[d] * solved;
    }
  }
}

using Combination = Eigen::Matrix<double, 6, 3>;

/// Takes the six columns of a body to those of a point along the frame: v + ω × s.
Combination combination(const Vector3d & s, const Eigen::Matrix3d & frame)
{
  Combination result;
  for (int j = 0; j < 3; ++j) {
    result.col(j).head<3>() = s.cross(frame.col(j));
    result.col(j).tail<3>() = frame.col(j);
  }
  return result;
}

/// Rows [first, first + count) of the columns times c, to (or added to) rows of the result from
/// `begin`. A row is six aligned numbers: three vector operations a product.
template<bool kAdd>
void combine(
  const BodyColumns & columns, int first, int count, const Combination & c, int begin,
  ContactColumns::Matrix & result)
{
  const Vector6d n = c.col(0), t1 = c.col(1), t2 = c.col(2);
  const Eigen::Index stride = result.rows();
  const double * x = columns.data() + 6 * first;
  double * y = result.data() + begin;
  for (int row = 0; row < count; ++row, x += 6, ++y) {
    const Eigen::Map<const Vector6d, Eigen::Aligned16> six(x);
    y[0] = six.dot(n) + (kAdd ? y[0] : 0.0);
    y[stride] = six.dot(t1) + (kAdd ? y[stride] : 0.0);
    y[2 * stride] = six.dot(t2) + (kAdd ? y[2 * stride] : 0.0);
  }
}

/// How many degrees of freedom move both bodies.
int common_size(const DofSpan & a, const DofSpan & b)
{
  const int most = std::min(a.size(), b.size());
  int common = 0;
  while (common < most && a[common] == b[common]) {
    ++common;
  }
  return common;
}

void check_contact(int body_a, int body_b, const Vector3d & point, const Eigen::Matrix3d & frame)
{
  if (body_a == body_b) {
    throw std::invalid_argument(
            "dynamics: a contact of body " + std::to_string(body_a) + " with itself");
  }
  if (!std::isfinite(point.sum() + frame.sum())) {
    throw std::invalid_argument("dynamics: the point or frame of a contact is not finite");
  }
}

}  // namespace

void body_jacobian(
  const Model & model, const Data & data, int body, Eigen::Ref<Eigen::MatrixXd> jacobian)
{
  check_body(model, body);
  check_size(jacobian, 6, model.nv());
  jacobian.setZero();
  for (const int dof : model.support(body)) {
    if (model.dof_is_angular(dof)) {
      jacobian.col(dof).head<3>() = data.axis[dof];
    }
    jacobian.col(dof).tail<3>() = linear_part(model, data, dof, data.position[body]);
  }
}

Eigen::MatrixXd body_jacobian(const Model & model, const Data & data, int body)
{
  Eigen::MatrixXd jacobian(6, model.nv());
  body_jacobian(model, data, body, jacobian);
  return jacobian;
}

void point_jacobian(
  const Model & model, const Data & data, int body, const Vector3d & point,
  Eigen::Ref<Eigen::MatrixXd> jacobian)
{
  check_body(model, body);
  check_vector("a point", point, 3);
  check_size(jacobian, 3, model.nv());
  jacobian.setZero();
  for (const int dof : model.support(body)) {
    jacobian.col(dof) = linear_part(model, data, dof, point);
  }
}

Eigen::MatrixXd point_jacobian(
  const Model & model, const Data & data, int body, const Vector3d & point)
{
  Eigen::MatrixXd jacobian(3, model.nv());
  point_jacobian(model, data, body, point, jacobian);
  return jacobian;
}

BodyColumns body_columns(const Model & model, Data & data, int body)
{
  check_body(model, body);
  check_factored(data);
  double * const columns = data.columns.data() + data.columns_begin[body];
  if (!data.has_columns[body]) {
    fill_columns(model, data, body, columns);
    solve_columns(model, data, body, columns);
    data.has_columns[body] = true;
  }
  return BodyColumns(columns, model.support(body).size(), 6);
}

void contact_columns(
  const Model & model, Data & data, int body_a, int body_b, const Vector3d & point,
  const Eigen::Matrix3d & frame, ContactColumns & result)
{
  const BodyColumns a = body_columns(model, data, body_a);
  const BodyColumns b = body_columns(model, data, body_b);
  check_contact(body_a, body_b, point, frame);
  const Combination of_a = -combination(point - data.position[body_a], frame);
  const Combination of_b = combination(point - data.position[body_b], frame);
  const DofSpan dofs_a = model.support(body_a), dofs_b = model.support(body_b);
  const int common = common_size(dofs_a, dofs_b);
  const int only_a = dofs_a.size() - common, only_b = dofs_b.size() - common;
  const int size = common + only_a + only_b;
  if (result.columns_.rows() < size) {
    result.columns_.resize(size, 3);
  }
  result.dofs_.resize(size);
  // Depth first: what one of two branches has comes before all that the other one has.
  const bool a_first = only_b == 0 || (only_a > 0 && dofs_a[common] < dofs_b[common]);
  const int begin_a = common + (a_first ? 0 : only_b), begin_b = common + (a_first ? only_a : 0);
  std::copy(dofs_a.begin(), dofs_a.begin() + common, result.dofs_.begin());
  std::copy(dofs_a.begin() + common, dofs_a.end(), result.dofs_.begin() + begin_a);
  std::copy(dofs_b.begin() + common, dofs_b.end(), result.dofs_.begin() + begin_b);
  combine<false>(a, 0, common, of_a, 0, result.columns_);
  combine<true>(b, 0, common, of_b, 0, result.columns_);
  combine<false>(a, common, only_a, of_a, begin_a, result.columns_);
  combine<false>(b, common, only_b, of_b, begin_b, result.columns_);
}

}  // namespace contact_sim
