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

#ifndef SOLVERS__CONTACT_LEMKE_HPP_
#define SOLVERS__CONTACT_LEMKE_HPP_

#include <Eigen/Core>

#include <string>
#include <vector>

#include "contact_sim/contact/contact_problem.hpp"
#include "contact_sim/contact/contact_solution.hpp"
#include "contact_sim/lcp/tableau.hpp"
#include "solvers/contact_basis.hpp"

namespace contact_sim
{

struct ContactLemkeOptions
{
  bool reduced{false};           ///< friction variables join when their contact becomes active
  double delta{1e-10};           ///< ratios within it of the least are in tie [-]
  double zero_tolerance{1e-12};  ///< of m', as a part of its largest entry: below it is zero [-]
  bool two_step{false};          ///< without friction first (IV-C of [Yamane 2008]), then, where
                                 ///< that fails, from z = 0
  int max_pivots{0};             ///< 0: chosen from the size
};

/// Lemke's algorithm on a ContactBasis: section 4 of [Lloyd 2005] with the algebra of 5.1, and with
/// `reduced` the growing problem of 5.3 and appendix D. Ties are broken in lexicographic order,
/// with one answer for each column of B⁻¹ that is needed.
class ContactLemke
{
public:
  void solve(
    const ContactProblem & problem, const ContactLemkeOptions & options,
    ContactSolution & solution);

private:
  using Variable = ContactBasis::Variable;

  /// A basic variable that limits the driving variable.
  struct Limit
  {
    Variable variable;
    double rate;
  };

  void join_all();
  ContactStatus solve_in_two_steps(ContactSolution & solution);
  ContactStatus follow_path(ContactSolution & solution);
  bool update_values();
  bool pivot_on(Variable leaving, Variable entering);
  void join_if_first(Variable driving);
  Variable first_leaving() const;
  Variable leaving_for(Variable driving);
  void collect_limits();
  template<typename Value>
  Variable keep_ties(Value value);
  Variable break_ties(Variable best);
  Variable drop_from_tie(int end, Variable best);
  double value_of(Variable variable) const;
  double entry_of(const ContactBasis::Source & source, Variable variable) const;

  ContactLemkeOptions options_;
  ContactBasis basis_;
  BasisSet visited_;
  Eigen::VectorXd values_;
  Eigen::VectorXd rates_;
  double artificial_{0.0};
  double artificial_rate_{0.0};
  Eigen::VectorXd entries_;  ///< of a column of B⁻¹
  double artificial_entry_{0.0};
  std::vector<Limit> limits_;
  std::vector<int> columns_;  ///< of B⁻¹ that tell ties apart, as pairs
};

}  // namespace contact_sim

#endif  // SOLVERS__CONTACT_LEMKE_HPP_
