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

#ifndef SOLVERS__ROBUST_ISLAND_HPP_
#define SOLVERS__ROBUST_ISLAND_HPP_

#include <Eigen/Core>

#include <vector>

#include "contact_sim/contact/contact_problem.hpp"
#include "contact_sim/contact/contact_solution.hpp"
#include "solvers/contact_basis.hpp"
#include "solvers/contact_search.hpp"
#include "solvers/sliding_directions.hpp"

namespace contact_sim
{

struct RobustIslandOptions
{
  ContactSearchOptions search;
  int restarts{20};        ///< other covering vectors to try
  bool warm_start{true};
  bool two_step{true};     ///< without friction first (IV-C of [Yamane 2008])
  bool isotropic{true};    ///< turn polygons against the sliding velocities
  double direction_error{1e-5};  ///< up to which a polygon is not turned [rad]
  int max_turns{6};        ///< of the plain iteration, before the corners close in

  /// How far friction may point away from where it should [rad]; of a polygon it may within it.
  double direction_limit() const {return isotropic ? direction_error : 1.0;}
};

/// The method of RobustReducedLemke for one island, with the memory that it works in.
class RobustIsland
{
public:
  void solve(
    const RobustIslandOptions & options, const ContactProblem & problem,
    const ContactSolution * guess, ContactSolution & solution);

private:
  bool solve_warm(
    const ContactProblem & problem, const ContactSolution & guess, ContactSolution & solution);
  void solve_cold(
    const ContactProblem & problem, int refinement, bool keep_angles, ContactSolution & solution);
  void search_cold(
    const ContactProblem & problem, int refinement, bool keep_angles, int restarts,
    const ContactSearchOptions & options, ContactSolution & solution);
  bool is_right(const ContactProblem & problem, ContactSolution & solution);
  void solve_in_two_steps(const ContactSearchOptions & options, ContactSolution & solution);
  void make_isotropic(const ContactProblem & problem, ContactSolution & solution);
  bool turn_polygons(const ContactProblem & problem, ContactSolution & solution);
  bool search_between_turns(
    const ContactProblem & problem, int refinement, ContactSolution & solution);
  bool close_in(const ContactProblem & problem, ContactSolution & solution);
  bool settle_near(double zoom, ContactSolution & solution);
  bool go_on(const ContactSearchOptions & options, ContactSolution & solution);

  RobustIslandOptions options_;
  bool stands_{false};  ///< the guess's basis is the answer as it is
  int most_{0};  ///< pivots after which the exact directions are given up
  ContactSearchOptions quick_;  ///< of the searches between the turns: a lesser budget
  ContactBasis basis_;
  ContactSearch search_;
  Eigen::VectorXd values_;
  SlidingDirections directions_;
  Eigen::VectorXd velocity_;
  std::vector<double> angles_;
  std::vector<double> zooms_;
  ContactBasis before_newton_;
  Eigen::VectorXd values_before_newton_;
};

}  // namespace contact_sim

#endif  // SOLVERS__ROBUST_ISLAND_HPP_
