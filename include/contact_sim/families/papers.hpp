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

#ifndef CONTACT_SIM__FAMILIES__PAPERS_HPP_
#define CONTACT_SIM__FAMILIES__PAPERS_HPP_

#include <Eigen/Core>

#include "contact_sim/lcp/lcp_problem.hpp"

/// The problems that the papers print with their answers.
namespace contact_sim::families
{

struct PaperExample
{
  LcpProblem problem;
  Eigen::VectorXd z;
};

PaperExample sharaf_1();
PaperExample sharaf_2();
PaperExample sharaf_stack();

/// Egan's corner with the walls x = 0 and y = 0, start (1, 1), h = 2: the point flies past.
PaperExample egan_max_past();
PaperExample egan_sum_past();

/// The same corner met head-on: several answers are right. The impulses (p_1n, p_2n) of z.
LcpProblem egan_max_hit();
LcpProblem egan_sum_hit();
Eigen::Vector2d egan_max_impulses(const Eigen::VectorXd & z);
Eigen::Vector2d egan_sum_impulses(const Eigen::VectorXd & z);

/// Where the point is at the end of the step.
Eigen::Vector2d egan_position(const Eigen::Vector2d & velocity, const Eigen::Vector2d & impulses);

}  // namespace contact_sim::families

#endif  // CONTACT_SIM__FAMILIES__PAPERS_HPP_
