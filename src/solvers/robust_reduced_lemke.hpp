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

#ifndef SOLVERS__ROBUST_REDUCED_LEMKE_HPP_
#define SOLVERS__ROBUST_REDUCED_LEMKE_HPP_

#include <Eigen/Core>

#include <vector>

#include "contact_sim/contact/contact_solver.hpp"
#include "contact_sim/contact/islands.hpp"
#include "solvers/robust_island.hpp"

namespace contact_sim
{

/// The default: Lloyd's reduced method (factor form, O(n) a pivot) under Yamane's search over
/// pivots, so that neither ties nor rounding lose a problem, with
/// - a warm start from the last step's basis, and a cold one as the way back;
/// - other covering vectors where every sequence of pivots fails;
/// - isotropic friction: the polygon of each sliding contact is turned until one corner lies
///   against its sliding velocity, and the solution goes on from the same basis. At its end every
///   sliding contact fulfils the exact (circular) friction law;
/// - islands: contacts that share no moving body are solved apart.
class RobustReducedLemke : public ContactSolver
{
public:
  SolverTraits traits() const override;

private:
  std::vector<ParameterSpec> do_parameter_specs() const override;
  void do_initialize(const ParameterMap & values) override;
  void do_solve(
    const ContactProblem & problem, const ContactSolution * guess,
    ContactSolution & solution) override;

  struct Part
  {
    ContactProblem problem;
    ContactSolution guess;
    ContactSolution solution;
    RobustIsland island;
  };

  bool is_small_island(const ContactProblem & problem);
  void solve_islands(
    const RobustIslandOptions & options, const ContactProblem & problem,
    const ContactSolution * guess, ContactSolution & solution);
  void take_part(const ContactSolution & whole, Eigen::Index island, ContactSolution & part) const;
  void put_part(const ContactSolution & part, Eigen::Index island, ContactSolution & whole) const;

  RobustIslandOptions options_;
  Islands islands_;
  std::vector<Part> parts_;
  int by_polygon_{0};  ///< islands whose answer follows the polygon
};

}  // namespace contact_sim

#endif  // SOLVERS__ROBUST_REDUCED_LEMKE_HPP_
