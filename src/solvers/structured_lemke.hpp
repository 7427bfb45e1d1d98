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

#ifndef SOLVERS__STRUCTURED_LEMKE_HPP_
#define SOLVERS__STRUCTURED_LEMKE_HPP_

#include <vector>

#include "contact_sim/contact/contact_solver.hpp"
#include "solvers/contact_lemke.hpp"

namespace contact_sim
{

/// Lemke's algorithm in factor form, section 5.1 of [Lloyd 2005] ("structural"): the LCP matrix is
/// never formed, a pivot costs O(n + r³) with r <= nv + 1. Ties in lexicographic order.
class StructuredLemke : public ContactSolver
{
public:
  StructuredLemke()
  : StructuredLemke(false) {}

  SolverTraits traits() const override;

protected:
  explicit StructuredLemke(bool reduced) {options_.reduced = reduced;}

private:
  std::vector<ParameterSpec> do_parameter_specs() const override;
  void do_initialize(const ParameterMap & values) override;
  void do_solve(
    const ContactProblem & problem, const ContactSolution * guess,
    ContactSolution & solution) override;

  ContactLemkeOptions options_;
  ContactLemke lemke_;
};

/// The same with friction variables that join when their contact first becomes active, section 5.3
/// and appendix D ("reduced").
class ReducedLemke : public StructuredLemke
{
public:
  ReducedLemke()
  : StructuredLemke(true) {}

  SolverTraits traits() const override;
};

}  // namespace contact_sim

#endif  // SOLVERS__STRUCTURED_LEMKE_HPP_
