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

#ifndef CONTACT_SIM__LCP__TABLEAU_HPP_
#define CONTACT_SIM__LCP__TABLEAU_HPP_

#include <Eigen/Core>

#include <cstdint>
#include <vector>

#include "contact_sim/lcp/lcp_problem.hpp"
#include "contact_sim/lcp/lcp_residual.hpp"

namespace contact_sim
{

/// The pivoted system of Lemke's method, (5) and (8) of [Yamane 2008], in condensed form:
///
///     y_basic = M' y_nonbasic + q',   n basic and n + 1 non-basic variables
///
/// Variables are numbered w_0 … w_{n-1} | z_0 … z_{n-1} | the artificial one, whose column is the
/// covering vector. One pivot exchanges a basic with a non-basic variable in O(n²); it is its own
/// inverse, so a search can go back without keeping copies.
class Tableau
{
public:
  using Index = Eigen::Index;

  /// Starts at y_basic = w for w = M z + 1 z_artificial + q.
  void reset(const LcpProblem & problem);

  /// The same for the scaled problem D_r M D_c, D_r q / q of the judge.
  void reset(const LcpProblem & problem, const LcpScale & scale);

  /// Changes the covering vector so that the column of the artificial variable is one here, as it
  /// is at the start: from here on this basis can serve as another start.
  void cover_here(const LcpProblem & problem, const LcpScale & scale);

  /// The covering vector c in w = M z + c z_artificial + q.
  const Eigen::VectorXd & cover() const {return cover_;}

  Index size() const {return n_;}

  Index w(Index i) const {return i;}
  Index z(Index i) const {return n_ + i;}
  Index artificial() const {return 2 * n_;}
  Index complement(Index variable) const
  {
    return variable < n_ ? variable + n_ : variable - n_;
  }

  Index basic(Index row) const {return basic_[row];}
  Index nonbasic(Index column) const {return nonbasic_[column];}
  bool is_basic(Index variable) const {return place_[variable] < n_;}
  Index row_of(Index variable) const {return place_[variable];}
  Index column_of(Index variable) const {return place_[variable] - n_;}

  Eigen::MatrixXd::ConstColXpr column(Index j) const {return values_.col(j);}
  Eigen::MatrixXd::ConstColXpr q() const {return values_.col(n_ + 1);}

  /// The entry of B⁻¹ (14) of [Lloyd 2005]: how q'_row depends on q_j.
  double inverse_basis(Index row, Index j) const;

  /// Exchanges the basic variable of `row` with the non-basic variable of `column`.
  void pivot(Index row, Index column);

  /// Makes z_i basic in the place of w_i, with that of a partner j where the diagonal is too small,
  /// so that the basis stays complementary. False where that is not possible, or was done already.
  bool pivot_complementary(Index i);

  /// Which variables are basic.
  void basis(std::vector<char> & is_in) const;

  /// Goes to a basis of the scaled problem from the start, with full pivoting: what a long pivot
  /// sequence has lost in accuracy is won back, at one O(n²) pivot a variable. Keeps the covering
  /// vector. False where the basis is singular to working precision; nothing then is left of use.
  bool reach(const LcpProblem & problem, const LcpScale & scale, const std::vector<char> & is_in);

  /// A number for the set of basic variables: equal for equal sets, and for sets that differ equal
  /// only with probability 2⁻⁶⁴ (Zobrist hashing).
  std::uint64_t basis_hash() const {return hash_;}

  /// The basis_hash after exchanging `leaving` with `entering`.
  std::uint64_t hash_after(Index leaving, Index entering) const;

  /// z of the current basic solution.
  void extract_z(Eigen::VectorXd & z) const;

private:
  void resize(Index n);
  void fill(const LcpProblem & problem, const LcpScale & scale);
  void start();
  bool best_pivot(const std::vector<char> & is_in, Index & row, Index & column) const;

  Index n_{0};
  Eigen::MatrixXd values_;  ///< n x (n + 2): the columns of the non-basic variables, then q'
  std::vector<Index> basic_;
  std::vector<Index> nonbasic_;
  std::vector<Index> place_;  ///< of each variable: its row, or n + its column
  Eigen::VectorXd cover_;
  std::uint64_t hash_{0};
};

/// Remembers the bases that were visited. Cleared in O(1) for the next solve.
class BasisSet
{
public:
  /// Forgets all, and makes room for `capacity` bases; more must not be inserted.
  void clear(int capacity);

  /// False if the basis was there already.
  bool insert(std::uint64_t hash);

private:
  struct Slot
  {
    std::uint64_t hash;
    std::uint32_t generation;  ///< a slot of an earlier generation is free
  };

  std::vector<Slot> slots_;
  std::uint32_t generation_{0};
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__LCP__TABLEAU_HPP_
