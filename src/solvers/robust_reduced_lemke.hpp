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
#include "solvers/contact_basis.hpp"
#include "solvers/contact_search.hpp"
#include "solvers/sliding_directions.hpp"

namespace contact_sim
{

/// The default: Lloyd's reduced method (factor form, O(n) a pivot) under Yamane's search over
/// pivots, so that neither ties nor rounding lose a problem, with
/// - a warm start from the last step's basis, and a cold one as the way back;
/// - other covering vectors where every sequence of pivots fails;
/// - isotropic friction: the polygon of each sliding contact is turned until one corner lies
/// against
///   its sliding velocity, and the solution goes on from the same basis. At its end every sliding
///   contact fulfils the exact (circular) friction law.
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

  bool solve_warm(
    const ContactProblem & problem, const ContactSolution & guess, ContactSolution & solution);
  void solve_cold(
    const ContactProblem & problem, int refinement, bool keep_angles, ContactSolution & solution);
  void search_cold(
    const ContactProblem & problem, int refinement, bool keep_angles, int restarts,
    const ContactSearchOptions & options, ContactSolution & solution);
  void solve_in_two_steps(const ContactSearchOptions & options, ContactSolution & solution);
  void make_isotropic(const ContactProblem & problem, ContactSolution & solution);
  bool turn_polygons(
    const ContactProblem & problem, int refinement, ContactSolution & solution);
  bool go_on(const ContactSearchOptions & options, ContactSolution & solution);

  ContactSearchOptions options_;
  ContactSearchOptions quick_;  ///< of the searches between the turns: a lesser budget
  int restarts_{20};
  bool warm_start_{true};
  bool two_step_{true};
  bool isotropic_{true};
  double direction_error_{1e-5};
  int max_turns_{50};
  ContactBasis basis_;
  ContactSearch search_;
  Eigen::VectorXd values_;
  SlidingDirections directions_;
  std::vector<double> angles_;
};

}  // namespace contact_sim

#endif  // SOLVERS__ROBUST_REDUCED_LEMKE_HPP_
