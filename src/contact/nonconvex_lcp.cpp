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
#include "contact_sim/contact/nonconvex_lcp.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

constexpr double kEpsilon = 1e-3;   ///< of the summation form, of the largest velocity
constexpr double kReserve = 2.0;    ///< of γ, of the largest velocity

bool is_max(const ContactProblem & problem)
{
  return problem.nonconvex_law().form == NonconvexForm::kMax;
}

Index side_count(const ContactProblem & problem)
{
  Index sides = 0;
  for (Index g = 0; g < problem.group_count(); ++g) {
    sides += problem.group_size(g);
  }
  return sides;
}

double largest_normal(const ContactProblem & problem, bool of_sides)
{
  double largest = 0.0;
  for (Index i = 0; i < problem.size(); ++i) {
    if (!of_sides || problem.group_of(i) >= 0) {
      largest = std::max(largest, std::abs(problem.velocity(i, problem.k())[0]));
    }
  }
  return largest > 0.0 ? largest : 1.0;
}

/// Where the artificial unknowns of the max form begin.
struct MaxLayout
{
  explicit MaxLayout(const ContactProblem & problem)
  : y(side_count(problem)), c(0), d(y), g(d + problem.group_count()), h(g + y), p(h + y),
    plain(p + problem.group_count()) {}

  Index y, c, d, g, h, p, plain;
};

/// Calls visit(number of the side, group, contact), group by group.
template<typename Visit>
void for_each_side(const ContactProblem & problem, const Visit & visit)
{
  Index side = 0;
  for (Index group = 0; group < problem.group_count(); ++group) {
    for (Index at = 0; at < problem.group_size(group); ++at) {
      visit(side++, group, static_cast<Index>(problem.group(group)[at]));
    }
  }
}

/// The plain LCP as the last rows and columns of a larger one.
LcpProblem with_room(const LcpProblem & plain, Index room)
{
  LcpProblem lcp;
  const Index n = plain.size();
  lcp.M.setZero(room + n, room + n);
  lcp.q.setZero(room + n);
  lcp.M.bottomRightCorner(n, n) = plain.M;
  lcp.q.tail(n) = plain.q;
  return lcp;
}

LcpProblem max_lcp(
  const ContactProblem & problem, const LcpProblem & plain, const NonconvexScale & scale)
{
  const MaxLayout at(problem);
  const double below = scale.unit - scale.gamma;
  LcpProblem lcp = with_room(plain, at.plain);
  for (Index group = 0; group < problem.group_count(); ++group) {
    lcp.q[at.d + group] = -1.0;                // (15)
    lcp.M(at.p + group, at.d + group) = 1.0;   // (20)
    lcp.q[at.p + group] = below;
  }
  for_each_side(
    problem, [&](Index side, Index group, Index contact) {
      const auto a = plain.M.row(contact);
      const Index c = at.c + side, g = at.g + side, h = at.h + side, p = at.plain + contact;
      lcp.M(c, c) = 1.0;                                     // (13), (14)
      lcp.M.row(c).tail(plain.size()) = a;
      lcp.q[c] = plain.q[contact] - scale.unit;
      lcp.M(at.d + group, g) = 1.0;                          // (15)
      lcp.M(g, c) = lcp.M(g, at.d + group) = 1.0;            // (16), (17)
      lcp.q[g] = -scale.gamma;
      lcp.M(h, h) = 1.0;                                     // (18), (19)
      lcp.M.row(h).tail(plain.size()) = a;
      lcp.q[h] = plain.q[contact];
      lcp.M.row(p).setZero();                                // (21), (22)
      lcp.M(p, h) = lcp.M(p, at.d + group) = 1.0;
      lcp.q[p] = below;
    });
  return lcp;
}

LcpProblem summation_lcp(
  const ContactProblem & problem, const LcpProblem & plain, const NonconvexScale & scale)
{
  const Index y = side_count(problem);
  LcpProblem lcp = with_room(plain, y);
  Index first = 0;
  for_each_side(
    problem, [&](Index side, Index group, Index contact) {
      first = problem.group(group)[0] == contact ? side : first;
      const Index count = problem.group_size(group);
      lcp.M(side, side) = 1.0;                               // (25), (26)
      lcp.M.row(side).tail(plain.size()) = -plain.M.row(contact);
      lcp.q[side] = -plain.q[contact] - scale.epsilon;
      const Index p = y + contact;
      lcp.M.row(p).setZero();                                // (27), (28)
      lcp.M.row(p).segment(first, count).setOnes();
      lcp.q[p] = -scale.epsilon * static_cast<double>(count - 1);
    });
  return lcp;
}

}  // namespace

NonconvexScale nonconvex_scale(const ContactProblem & problem)
{
  const double fastest = largest_normal(problem, false);
  return {fastest, fastest + kReserve * fastest, problem.nonconvex_law().epsilon};
}

double summation_epsilon(const ContactProblem & problem)
{
  return kEpsilon * largest_normal(problem, true);
}

Index artificial_count(const ContactProblem & problem)
{
  const Index y = side_count(problem);
  return is_max(problem) ? 3 * y + 2 * problem.group_count() : y;
}

LcpProblem nonconvex_lcp(
  const ContactProblem & problem, const LcpProblem & plain, const NonconvexScale & scale)
{
  return is_max(problem) ? max_lcp(problem, plain, scale) : summation_lcp(problem, plain, scale);
}

namespace
{

/// c, d, g and h from the normal velocities of the sides; p is free and 0.
void fill_max_variables(
  const ContactProblem & problem, const Eigen::VectorXd & x, const NonconvexScale & scale,
  Eigen::VectorXd & z)
{
  const MaxLayout at(problem);
  std::vector<Index> widest(problem.group_count(), -1);  // side of each group
  for_each_side(
    problem, [&](Index side, Index group, Index contact) {
      const double a = problem.velocity(contact, x)[0];
      z[at.c + side] = std::max(0.0, scale.unit - a);
      z[at.h + side] = std::max(0.0, -a);
      if (widest[group] < 0 || z[at.c + side] < z[at.c + widest[group]]) {
        widest[group] = side;
        z[at.d + group] = scale.gamma - z[at.c + side];
      }
    });
  for (const Index side : widest) {
    z[at.g + side] = 1.0;
  }
}

}  // namespace

Eigen::VectorXd nonconvex_variables(
  const ContactProblem & problem, const Eigen::VectorXd & plain, const NonconvexScale & scale)
{
  const Index room = artificial_count(problem);
  Eigen::VectorXd z = Eigen::VectorXd::Zero(room + plain.size());
  z.tail(plain.size()) = plain;
  const Eigen::VectorXd lambda = problem.impulses(z);
  Eigen::VectorXd x = problem.k();
  for (Index i = 0; i < problem.size(); ++i) {
    problem.accumulate(i, lambda.segment<3>(3 * i), x);
  }
  if (is_max(problem)) {
    fill_max_variables(problem, x, scale, z);
    return z;
  }
  for_each_side(
    problem, [&](Index side, Index, Index contact) {
      z[side] = std::max(0.0, problem.velocity(contact, x)[0] + scale.epsilon);
    });
  return z;
}

}  // namespace contact_sim
