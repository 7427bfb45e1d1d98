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

#ifndef SOLVERS__DENSE_LEMKE_HPP_
#define SOLVERS__DENSE_LEMKE_HPP_

#include <vector>

#include "contact_sim/contact/contact_solver.hpp"
#include "contact_sim/lcp/lemke.hpp"
#include "contact_sim/lcp/robust_lemke.hpp"
#include "contact_sim/lcp/tableau.hpp"

namespace contact_sim
{

/// The baselines of the papers: the whole LCP of the problem is formed, equations (6) and (7) of
/// [Egan], and given to an algorithm of the lcp room, whose status is passed on unchanged.
///
/// `two_step` is IV-C of [Yamane 2008]: the frictionless problem is solved first, by the same
/// algorithm, and the frictional one starts at the basis in which the normal forces of the contacts
/// found active are in the place of their normal velocities. This basis α is made the origin by the
/// principal pivot transform of the LCP, which exchanges z_α and w_α; so the algorithms start there
/// with their own covering vector and need not know. Where the frictionless problem is not solved,
/// the start is z = 0 as without the option, and `detail` says so.
class DenseLemke : public ContactSolver
{
protected:
  /// The parameters of an algorithm of the lcp room, and two_step.
  std::vector<ParameterSpec> specs_of(const char * algorithm, bool two_step) const;

  bool two_step_{false};

private:
  void do_solve(
    const ContactProblem & problem, const ContactSolution * guess,
    ContactSolution & solution) final;
  virtual void solve_lcp(const LcpProblem & problem, LcpSolution & solution) = 0;

  void solve_in_two_steps(const ContactProblem & problem);
  void start_where_active(const LcpProblem & problem);
  void return_to_z(const LcpProblem & problem);

  LcpProblem normal_;       ///< the frictionless problem
  LcpProblem transformed_;  ///< with z and w exchanged where `exchanged_` is true
  LcpSolution first_;       ///< of normal_
  LcpSolution second_;      ///< of transformed_
  LcpSolution answer_;
  LcpScale scale_;
  Tableau tableau_;
  std::vector<char> exchanged_;
};

/// Lemke's algorithm as in the textbooks (solve_lemke), with its failures on degenerate problems.
class Lemke : public DenseLemke
{
public:
  SolverTraits traits() const override;

private:
  std::vector<ParameterSpec> do_parameter_specs() const override;
  void do_initialize(const ParameterMap & values) override;
  void solve_lcp(const LcpProblem & problem, LcpSolution & solution) override;

  LemkeOptions options_;
  LemkeWorkspace workspace_;
};

/// Lemke's algorithm with ties within `delta` broken in lexicographic order
/// (solve_lexicographic_lemke).
class LexicographicLemke : public DenseLemke
{
public:
  SolverTraits traits() const override;

private:
  std::vector<ParameterSpec> do_parameter_specs() const override;
  void do_initialize(const ParameterMap & values) override;
  void solve_lcp(const LcpProblem & problem, LcpSolution & solution) override;

  LexicographicLemkeOptions options_;
  LemkeWorkspace workspace_;
};

/// Lemke's algorithm with Yamane's search over the pivots (solve_robust_lemke).
class RobustLemke : public DenseLemke
{
public:
  SolverTraits traits() const override;

private:
  std::vector<ParameterSpec> do_parameter_specs() const override;
  void do_initialize(const ParameterMap & values) override;
  void solve_lcp(const LcpProblem & problem, LcpSolution & solution) override;

  RobustLemkeOptions options_;
  RobustLemkeWorkspace workspace_;
};

}  // namespace contact_sim

#endif  // SOLVERS__DENSE_LEMKE_HPP_
