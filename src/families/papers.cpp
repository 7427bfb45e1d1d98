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

#include "contact_sim/families/papers.hpp"

namespace contact_sim::families
{

namespace
{

constexpr double kStep = 2.0;      // h [s]
constexpr double kGamma = 100.0;   // γ
constexpr double kMargin = 0.01;   // ε/h of the summation form [m/s]

Eigen::MatrixXd egan_max_matrix()
{
  // z = (c1, c2, d, g1, g2, h1, h2, p, p1n, p2n), equations (13) to (22)
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(10, 10);
  M(0, 0) = M(0, 8) = M(1, 1) = M(1, 9) = 1.0;
  M(2, 3) = M(2, 4) = 1.0;
  M(3, 0) = M(3, 2) = M(4, 1) = M(4, 2) = 1.0;
  M(5, 5) = M(5, 8) = M(6, 6) = M(6, 9) = 1.0;
  M(7, 2) = 1.0;
  M(8, 2) = M(8, 5) = M(9, 2) = M(9, 6) = 1.0;
  return M;
}

/// a_i = v_i + gap_i/h before any impulse: the start is (1, 1).
Eigen::Vector2d free_gap_rates(const Eigen::Vector2d & velocity)
{
  return velocity + Eigen::Vector2d::Constant(1.0 / kStep);
}

LcpProblem egan_max(const Eigen::Vector2d & velocity)
{
  const Eigen::Vector2d a = free_gap_rates(velocity);
  Eigen::VectorXd q(10);
  q << a[0] - 1.0, a[1] - 1.0, -1.0, -kGamma, -kGamma, a[0], a[1], 1.0 - kGamma, 1.0 - kGamma,
    1.0 - kGamma;
  return {egan_max_matrix(), q};
}

LcpProblem egan_sum(const Eigen::Vector2d & velocity)
{
  const Eigen::Vector2d a = free_gap_rates(velocity);
  Eigen::MatrixXd M(4, 4);
  M << 1, 0, -1, 0, 0, 1, 0, -1, 1, 1, 0, 0, 1, 1, 0, 0;
  Eigen::VectorXd q(4);
  q << -a[0] - kMargin, -a[1] - kMargin, -kMargin, -kMargin;
  return {M, q};
}

}  // namespace

PaperExample sharaf_1()
{
  PaperExample example;
  example.problem.M = (Eigen::Matrix3d() << 1, 0, 0, 2, 1, 0, 2, 2, 1).finished();
  example.problem.q = Eigen::Vector3d(-8, -12, -14);
  example.z = Eigen::Vector3d(8, 0, 0);
  return example;
}

PaperExample sharaf_2()
{
  PaperExample example;
  example.problem.M.resize(5, 5);
  example.problem.M << 5, 1, 1, 1, 2, 1, 3, 1, 2, 1, 1, 1, 3, 0, 2, 1, 2, 0, 4, 0, 2, 1, 2, 0, 5;
  example.problem.q.resize(5);
  example.problem.q << -10, -15, -5, 10, -5;
  example.z.setZero(5);
  example.z.head(2) << 15.0 / 14.0, 65.0 / 14.0;  // 1.0714, 4.6429
  return example;
}

PaperExample sharaf_stack()
{
  PaperExample example;
  example.problem.M = (Eigen::Matrix3d() << 2, 1, 0, 1, 2, 1, 0, 1, 1).finished();
  example.problem.q = Eigen::Vector3d(-3, -3, -1);
  example.z = Eigen::Vector3d(1, 1, 0);
  return example;
}

PaperExample egan_max_past()
{
  PaperExample example{egan_max({-2.0, 0.0}), Eigen::VectorXd(10)};
  example.z << 2.5, 0.5, 99.5, 0, 1, 1.5, 0, 0, 0, 0;
  return example;
}

PaperExample egan_sum_past()
{
  PaperExample example{egan_sum({-2.0, 0.0}), Eigen::VectorXd(4)};
  example.z << 0, 0.51, 0, 0;
  return example;
}

LcpProblem egan_max_hit() {return egan_max({-2.0, -1.0});}

LcpProblem egan_sum_hit() {return egan_sum({-2.0, -1.0});}

Eigen::Vector2d egan_max_impulses(const Eigen::VectorXd & z) {return z.segment<2>(8);}

Eigen::Vector2d egan_sum_impulses(const Eigen::VectorXd & z) {return z.segment<2>(2);}

Eigen::Vector2d egan_position(const Eigen::Vector2d & velocity, const Eigen::Vector2d & impulses)
{
  return Eigen::Vector2d(1.0, 1.0) + kStep * (velocity + impulses);
}

}  // namespace contact_sim::families
