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

#ifndef SOLVERS__SLIDING_DIRECTIONS_HPP_
#define SOLVERS__SLIDING_DIRECTIONS_HPP_

#include <Eigen/Core>
#include <Eigen/LU>

#include <vector>

#include "solvers/contact_basis.hpp"

namespace contact_sim
{

/// Turns the friction of all sliding contacts against their sliding velocities, the basis being
/// kept: Newton's method for
///
///     f_i(α) = e_i x u_i = 0,   e_i = (cos α_i, sin α_i),
///
/// where u_i(α) are the sliding velocities with friction μ θ_i e_i at every sliding contact. f is
/// smooth where the angle of u_i is not, next to sticking. Its derivatives are answers of the
/// basis: turning e_k pushes contact k by μ θ_k e_k'.
class SlidingDirections
{
public:
  /// Leaves the polygons turned and the basis factored. False where Newton's method has not brought
  /// all angles between friction and sliding velocity below `largest_error` [rad].
  bool settle(double largest_error, ContactBasis & basis, Eigen::VectorXd & values);

  /// Turns the polygons of the contacts that slide or nearly do along their friction, and brings
  /// their corners together around it; the basis is to be factored.
  void focus(double zoom, ContactBasis & basis, const Eigen::VectorXd & values) const;

  /// Whether no angle between friction and the direction against sliding is larger [rad]; less
  /// than a right one.
  bool are_within(
    double angle, const ContactBasis & basis, const Eigen::VectorXd & values) const;

private:
  using Index = Eigen::Index;

  void find_sliding(const ContactBasis & basis, const Eigen::VectorXd & values);
  bool evaluate(ContactBasis & basis, Eigen::VectorXd & values);
  void newton_step(ContactBasis & basis, const Eigen::VectorXd & values);

  std::vector<Index> sliding_;
  Eigen::VectorXd angles_;
  Eigen::VectorXd f_;
  Eigen::VectorXd step_;
  Eigen::MatrixXd jacobian_;
  Eigen::PartialPivLU<Eigen::MatrixXd> factor_;
  Eigen::VectorXd velocity_;
  double error_{0.0};
};

}  // namespace contact_sim

#endif  // SOLVERS__SLIDING_DIRECTIONS_HPP_
