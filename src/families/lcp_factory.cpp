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

#include "contact_sim/families/lcp_factory.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <utility>

namespace contact_sim::families
{

using Index = Eigen::Index;

double uniform(Random & random, double low, double high)
{
  return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
}

Eigen::VectorXd random_vector(Random & random, Index n)
{
  return random_matrix(random, n, 1);
}

Eigen::MatrixXd random_matrix(Random & random, Index rows, Index columns)
{
  Eigen::MatrixXd result(rows, columns);
  for (double & x : result.reshaped()) {
    x = uniform(random, -1.0, 1.0);
  }
  return result;
}

Eigen::MatrixXd random_spd(Random & random, Index n)
{
  const Eigen::MatrixXd a = random_matrix(random, n, n);
  return a * a.transpose() + 0.1 * Eigen::MatrixXd::Identity(n, n);
}

LcpProblem around_solution(Random & random, Eigen::MatrixXd M, const std::vector<Role> & roles)
{
  const Index n = M.rows();
  Eigen::VectorXd z = Eigen::VectorXd::Zero(n);
  Eigen::VectorXd w = Eigen::VectorXd::Zero(n);
  for (Index i = 0; i < n; ++i) {
    if (roles[i] == Role::kActive) {
      z[i] = uniform(random, 0.5, 1.5);
    } else if (roles[i] == Role::kInactive) {
      w[i] = uniform(random, 0.5, 1.5);
    }
  }
  const Eigen::VectorXd q = w - M * z;
  return {std::move(M), q};
}

std::vector<Role> half_active(Random & random, Index n)
{
  std::vector<Role> roles(n, Role::kInactive);
  std::fill(roles.begin(), roles.begin() + n / 2, Role::kActive);
  std::shuffle(roles.begin(), roles.end(), random);
  return roles;
}

LcpProblem frictionless(const Eigen::MatrixXd & J, const Eigen::VectorXd & k)
{
  return {J * J.transpose(), J * k};
}

LcpProblem frictional(
  const Eigen::MatrixXd & Jn, const Eigen::MatrixXd & Jt, const Eigen::VectorXd & k,
  const Eigen::VectorXd & mu, int d)
{
  const Index nc = Jn.rows();
  Eigen::MatrixXd J(nc * (1 + d), Jn.cols());
  J.topRows(nc) = Jn;
  for (Index i = 0; i < nc; ++i) {
    for (int j = 0; j < d; ++j) {
      const double angle = 2.0 * M_PI * j / d;
      J.row(nc + i * d + j) =
        std::cos(angle) * Jt.row(2 * i) + std::sin(angle) * Jt.row(2 * i + 1);
    }
  }
  const Index forces = J.rows();
  LcpProblem problem;
  problem.M.setZero(forces + nc, forces + nc);
  problem.M.topLeftCorner(forces, forces) = J * J.transpose();
  problem.q.setZero(forces + nc);
  problem.q.head(forces) = J * k;
  for (Index i = 0; i < nc; ++i) {
    problem.M(forces + i, i) = mu[i];
    for (int j = 0; j < d; ++j) {
      problem.M(nc + i * d + j, forces + i) = 1.0;
      problem.M(forces + i, nc + i * d + j) = -1.0;
    }
  }
  return problem;
}

LcpProblem cube_between_walls(Random & random, int contacts, int faces, int d)
{
  Eigen::MatrixXd Jn(contacts, 6);
  Eigen::MatrixXd Jt(2 * contacts, 6);
  Eigen::VectorXd mu(contacts);
  // The inertia of a unit cube is 1/6: its square root scales the angular columns.
  const double angular = std::sqrt(6.0);
  const auto row = [&](const Eigen::Vector3d & point, const Eigen::Vector3d & direction) {
      Eigen::Matrix<double, 1, 6> result;
      result << direction.transpose(), angular * point.cross(direction).transpose();
      return result;
    };
  for (int i = 0; i < contacts; ++i) {
    const int face = i % faces;
    const int axis = (face / 2 + 2) % 3;
    const double side = face % 2 == 0 ? -0.5 : 0.5;
    Eigen::Vector3d point(
      uniform(random, -0.5, 0.5), uniform(random, -0.5, 0.5), uniform(random, -0.5, 0.5));
    point[axis] = side;
    Jn.row(i) = row(point, (side > 0.0 ? -1.0 : 1.0) * Eigen::Vector3d::Unit(axis));
    Jt.row(2 * i) = row(point, Eigen::Vector3d::Unit((axis + 1) % 3));
    Jt.row(2 * i + 1) = row(point, Eigen::Vector3d::Unit((axis + 2) % 3));
    mu[i] = uniform(random, 0.2, 0.8);
  }
  return frictional(Jn, Jt, random_vector(random, 6), mu, d);
}

LcpProblem murty(int n)
{
  LcpProblem problem;
  problem.M = 2.0 *
    Eigen::MatrixXd::Ones(n, n).triangularView<Eigen::StrictlyLower>().toDenseMatrix();
  problem.M.diagonal().setOnes();
  problem.q.resize(n);
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    sum += std::ldexp(1.0, n - i);
    problem.q[i] = -sum;
  }
  return problem;
}

namespace
{

Eigen::MatrixXd with_repeated_rows(const Eigen::MatrixXd & J)
{
  Eigen::MatrixXd result(J.rows(), J.cols());
  for (Index i = 0; i < J.rows(); ++i) {
    result.row(i) = J.row(i / 2);
  }
  return result;
}

/// The same problem in other units, a unit a variable, between 1e-6 and 1e6 in M.
LcpProblem in_other_units(Random & random, const LcpProblem & problem)
{
  Eigen::VectorXd unit(problem.size());
  for (double & x : unit) {
    x = std::pow(10.0, uniform(random, -3.0, 3.0));
  }
  return {unit.asDiagonal() * problem.M * unit.asDiagonal(), unit.asDiagonal() * problem.q};
}

std::vector<LcpCase> definite_families(Random & random, Index n)
{
  const auto all = [n](Role role) {return std::vector<Role>(n, role);};
  std::vector<Role> degenerate = half_active(random, n);
  for (Index i = 0; i < n; i += 3) {
    degenerate[i] = Role::kDegenerate;
  }
  const Eigen::MatrixXd M = random_spd(random, n);
  const LcpProblem half = around_solution(random, M, half_active(random, n));
  return {
    {"all active", around_solution(random, M, all(Role::kActive))},
    {"all inactive", around_solution(random, M, all(Role::kInactive))},
    {"all degenerate", around_solution(random, M, all(Role::kDegenerate))},
    {"half active", half},
    {"degenerate", around_solution(random, M, degenerate)},
    {"large M", {1e6 * half.M, half.q}},
    {"small M", {1e-6 * half.M, half.q}},
    {"large q", {half.M, 1e6 * half.q}},
    {"small q", {half.M, 1e-6 * half.q}},
    {"mixed units", in_other_units(random, half)},
  };
}

std::vector<LcpCase> singular_families(Random & random, Index n)
{
  const Index rank = std::max<Index>(1, n / 2);
  const Eigen::MatrixXd J = random_matrix(random, n, rank);
  const Eigen::MatrixXd twice = with_repeated_rows(random_matrix(random, n, n));
  // A direction y > 0 with M y = 0 and qᵀy < 0 is a proof that no z fits.
  Eigen::MatrixXd opposed(2 * rank, rank);
  opposed << random_matrix(random, rank, rank), Eigen::MatrixXd::Zero(rank, rank);
  opposed.bottomRows(rank) = -opposed.topRows(rank);
  LcpProblem squeezed = frictionless(opposed, random_vector(random, rank));
  squeezed.q.array() -= 0.1;
  return {
    {"rank deficient", frictionless(J, random_vector(random, rank))},
    {"redundant rows", frictionless(twice, random_vector(random, n))},
    {"infeasible", squeezed, false},
  };
}

std::vector<LcpCase> unsymmetric_families(Random & random, Index n)
{
  const Eigen::MatrixXd a = random_matrix(random, n, n);
  const Eigen::MatrixXd unsymmetric = random_spd(random, n) + a - a.transpose();
  // nc (2 + d) = n variables for d = 4
  const int nc = std::max<int>(1, static_cast<int>(n) / 6);
  return {
    {"unsymmetric", around_solution(random, unsymmetric, half_active(random, n)), true, false},
    {"friction on a face", cube_between_walls(random, nc, 1, 4), true, false},
    {"friction in a slot", cube_between_walls(random, nc, 2, 4), true, false},
    {"friction all round", cube_between_walls(random, nc, 6, 4), true, false},
  };
}

}  // namespace

std::vector<LcpCase> all_families(Random & random, Index n)
{
  std::vector<LcpCase> cases = definite_families(random, n);
  for (auto && more : {singular_families(random, n), unsymmetric_families(random, n)}) {
    cases.insert(cases.end(), more.begin(), more.end());
  }
  return cases;
}

}  // namespace contact_sim::families
