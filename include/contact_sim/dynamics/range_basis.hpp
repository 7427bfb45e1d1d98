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

#ifndef CONTACT_SIM__DYNAMICS__RANGE_BASIS_HPP_
#define CONTACT_SIM__DYNAMICS__RANGE_BASIS_HPP_

#include <Eigen/Core>

namespace contact_sim
{

/// An orthonormal basis Q of the range of a matrix B whose columns may depend on each other: the
/// complete orthogonal decomposition
///
///     B = Q Cᵀ Zᵀ D,   Q and Z with orthonormal columns, C upper triangular, D diagonal       (1)
///
/// by Gram–Schmidt with pivoting, twice each column. Columns are compared after division by their
/// length D, so neither units nor masses decide which of them count. Allocates in resize() only.
class RangeBasis
{
public:
  using Index = Eigen::Index;

  void resize(Index rows, Index columns);

  /// B, to be filled before factor(), which destroys it.
  Eigen::MatrixXd & matrix() {return B_;}

  /// D², to be filled before factor() too: the squared length that a column would have if the terms
  /// it is a sum of did not cancel; without it, rounding would pass for a column of its own. Where
  /// the column is longer, or this is left at zero, its own length counts.
  Eigen::VectorXd & squared_lengths() {return length_;}

  /// A column is dependent where less than `tolerance` of its length is new.
  void factor(double tolerance);

  Index rows() const {return B_.rows();}
  Index columns() const {return B_.cols();}
  Index rank() const {return rank_;}

  /// Q, rows() × rank()
  Eigen::Block<const Eigen::MatrixXd> basis() const {return Q_.block(0, 0, rows(), rank_);}

  /// y with Bᵀ(Q y) = t, or nearest to it where t contradicts itself; y has columns() numbers, of
  /// which the first rank() are set.
  void solve_transposed(const Eigen::VectorXd & t, Eigen::VectorXd & y) const;

  /// The least λ (in lengths of D) with B λ = Q w. Works in w.
  void solve(Eigen::VectorXd & w, Eigen::VectorXd & lambda) const;

private:
  Index next_pivot(double tolerance);
  void take(Index pivot);
  void orthogonalise_rows();

  Index rank_{0};
  Eigen::MatrixXd B_;          ///< what is left of each column of B D⁻¹
  Eigen::MatrixXd Q_;          ///< rows × columns, of which rank are in use
  Eigen::MatrixXd Z_;          ///< columns × columns, of which rank are in use
  Eigen::MatrixXd C_;          ///< upper triangular, rank × rank in use
  Eigen::VectorXd length_;     ///< D, from factor() on; 1 where a column is zero
  Eigen::VectorXd remaining_;  ///< length of what is left of a column; negative: taken
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__DYNAMICS__RANGE_BASIS_HPP_
