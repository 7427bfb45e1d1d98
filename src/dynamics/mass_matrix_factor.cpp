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


#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "contact_sim/dynamics/mass_matrix.hpp"
#include "dynamics/checks.hpp"

namespace contact_sim
{

namespace
{

/// A row of the factor: entries of the support, ascending, the last one the inverse of the pivot.
struct Row
{
  Row(const Model & model, const Data & data, int dof)
  : support(model.dof_support(dof)), entries(data.factor.data() + model.row_begin(dof)),
    last(support.size() - 1) {}

  DofSpan support;
  const double * entries;
  int last;
};

void check(const Model & model, const Data & data, const Eigen::Ref<Eigen::VectorXd> & x)
{
  check_factored(data);
  check_vector("x", x, model.nv());
}

[[noreturn]] void refuse_pivot(const Model & model, int dof, double pivot)
{
  throw std::invalid_argument(
          "dynamics: the mass matrix is not positive definite: pivot " + std::to_string(pivot) +
          " at '" + model.dof_name(dof) + "'");
}

}  // namespace

void factor_mass_matrix(const Model & model, Data & data)
{
  data.is_factored = false;
  data.factor = data.mass;
  double * const factor = data.factor.data();
  for (int k = model.nv() - 1; k >= 0; --k) {
    const DofSpan support = model.dof_support(k);
    const int last = support.size() - 1;
    double * const row = factor + model.row_begin(k);
    if (!(row[last] > 0.0)) {
      refuse_pivot(model, k, row[last]);
    }
    const double inverse = 1.0 / std::sqrt(row[last]);
    row[last] = inverse;
    for (int d = 0; d < last; ++d) {
      row[d] *= inverse;
    }
    // Row i of an ancestor has the first i + 1 of the same columns.
    for (int i = 0; i < last; ++i) {
      double * const above = factor + model.row_begin(support[i]);
      const double scale = row[i];
      for (int d = 0; d <= i; ++d) {
        above[d] -= scale * row[d];
      }
    }
  }
  std::fill(data.has_columns.begin(), data.has_columns.end(), 0);
  data.is_factored = true;
}

Eigen::MatrixXd dense_factor(const Model & model, const Data & data)
{
  check_factored(data);
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(model.nv(), model.nv());
  for (int k = 0; k < model.nv(); ++k) {
    const Row row(model, data, k);
    for (int d = 0; d < row.last; ++d) {
      dense(row.support[d], k) = row.entries[d];
    }
    dense(k, k) = 1.0 / row.entries[row.last];
  }
  return dense;
}

void solve_G(const Model & model, const Data & data, Eigen::Ref<Eigen::VectorXd> x)
{
  check(model, data, x);
  for (int k = model.nv() - 1; k >= 0; --k) {
    const Row row(model, data, k);
    x[k] *= row.entries[row.last];
    for (int d = 0; d < row.last; ++d) {
      x[row.support[d]] -= row.entries[d] * x[k];
    }
  }
}

void solve_Gt(const Model & model, const Data & data, Eigen::Ref<Eigen::VectorXd> x)
{
  check(model, data, x);
  for (int k = 0; k < model.nv(); ++k) {
    const Row row(model, data, k);
    double sum = x[k];
    for (int d = 0; d < row.last; ++d) {
      sum -= row.entries[d] * x[row.support[d]];
    }
    x[k] = sum * row.entries[row.last];
  }
}

void solve_M(const Model & model, const Data & data, Eigen::Ref<Eigen::VectorXd> x)
{
  solve_G(model, data, x);
  solve_Gt(model, data, x);
}

void multiply_G(const Model & model, const Data & data, Eigen::Ref<Eigen::VectorXd> x)
{
  check(model, data, x);
  // Entry k of the product needs what is below it: ascending, each adds its own to those above.
  for (int k = 0; k < model.nv(); ++k) {
    const Row row(model, data, k);
    for (int d = 0; d < row.last; ++d) {
      x[row.support[d]] += row.entries[d] * x[k];
    }
    x[k] /= row.entries[row.last];
  }
}

void multiply_Gt(const Model & model, const Data & data, Eigen::Ref<Eigen::VectorXd> x)
{
  check(model, data, x);
  for (int k = model.nv() - 1; k >= 0; --k) {
    const Row row(model, data, k);
    double sum = x[k] / row.entries[row.last];
    for (int d = 0; d < row.last; ++d) {
      sum += row.entries[d] * x[row.support[d]];
    }
    x[k] = sum;
  }
}

}  // namespace contact_sim
