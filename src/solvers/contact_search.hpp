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

#ifndef SOLVERS__CONTACT_SEARCH_HPP_
#define SOLVERS__CONTACT_SEARCH_HPP_

#include <Eigen/Core>

#include <string>
#include <vector>

#include "contact_sim/contact/contact_solution.hpp"
#include "contact_sim/lcp/tableau.hpp"
#include "solvers/contact_basis.hpp"

namespace contact_sim
{

struct ContactSearchOptions
{
  double tolerance{1e-9};  ///< of the judge (ContactResidual) [-]
  double epsilon{1e-8};    ///< ε: how far below zero a pivot may take one [-]
  int max_pivots{0};       ///< 0: chosen from the size
  int max_nodes{0};        ///< 0: chosen from the size

  /// How far below zero a variable of an answer may be. The judge's units are up to 3.5 times
  /// smaller (units are powers of two), and a slip this small costs friction twice as much: the
  /// judge then sees 7/10 of its tolerance.
  double enough() const {return 0.1 * tolerance;}
};

/// Yamane's search over pivots (solve_robust_lemke of the lcp room) with Lloyd's algebra
/// (ContactBasis): from a complementary basis to one whose variables are not negative. Going back
/// costs nothing but the next factorisation; forth, a large basis is updated and a small one
/// factored afresh. The answer always is.
class ContactSearch
{
public:
  /// Starts at the basis given, which is left at the solution. `values` are its variables. A basis
  /// other than z = 0 is covered anew (ContactBasis::cover_here) where it is not the solution.
  ContactStatus run(
    const ContactSearchOptions & options, ContactBasis & basis, Eigen::VectorXd & values,
    ContactSolution & solution);

private:
  using Index = Eigen::Index;
  using Variable = ContactBasis::Variable;

  struct Node
  {
    int parent;
    int depth;
    double cost;
    Variable leaving;
    Variable entering;
    int joined;    ///< the contact that joined when the node was left, or -1
    double cover;  ///< its entry of the covering vector
  };

  struct Candidate
  {
    Variable variable;
    double cost;
    double rate;
  };

  /// Of the basic variables.
  struct Extremes
  {
    double least{0.0};
    double largest{0.0};

    double rounding() const;
  };

  ContactStatus start();
  ContactStatus search();
  Extremes extremes() const;
  Variable most_negative(const Extremes & values) const;
  void add_root(Variable leaving);
  bool is_worse(int a, int b) const;
  void push(int node);
  int pop_best();
  bool move_to(int node);
  bool refresh();
  void go_to(int target);
  void undo(const Node & node);
  void redo(const Node & node);
  bool is_goal(int node) const;
  bool drop_artificial(int node);
  bool accept(const Extremes & values) const;
  bool is_sure(const Extremes & values) const;
  void join_if_first(int node, Variable driving);
  bool add_descendants(int node);
  void find_candidates();
  void consider(Variable variable, double value, double rate);
  double least_after(double step) const;
  bool is_better(const Candidate & a, const Candidate & b) const;
  ContactStatus say(ContactStatus status, const std::string & detail);
  ContactStatus reason_of_failure();

  ContactSearchOptions options_;
  ContactBasis * basis_{nullptr};
  Eigen::VectorXd * values_{nullptr};
  ContactSolution * solution_{nullptr};
  double artificial_{0.0};
  Eigen::VectorXd rates_;
  double artificial_rate_{0.0};
  double clean_{0.0};  ///< a value above -clean_ is rounding
  std::vector<Node> nodes_;
  std::vector<int> queue_;
  std::vector<int> path_;
  std::vector<Candidate> candidates_;
  BasisSet visited_;
  int current_{0};
  int expanded_{-1};  ///< the node that rates_ belong to
  int pivots_{0};
  int max_pivots_{0};
  int max_nodes_{0};
  int rays_{0};
  int repeats_{0};
  int errors_{0};
};

}  // namespace contact_sim

#endif  // SOLVERS__CONTACT_SEARCH_HPP_
