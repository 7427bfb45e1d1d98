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

#ifndef CONTACT_SIM__CONTACT__CONTACT_PROBLEM_HPP_
#define CONTACT_SIM__CONTACT__CONTACT_PROBLEM_HPP_

#include <Eigen/Core>

#include <vector>

#include "contact_sim/lcp/lcp_problem.hpp"

namespace contact_sim
{

/// What is known of one contact besides its columns.
struct ContactData
{
  double gap_rate{0.0};  ///< gap/h, or the restitution target: added to the normal velocity [m/s]
  double mu{0.0};        ///< coefficient of friction [-]; 0: frictionless, as a joint limit is
  int directions{8};     ///< d, corners of the friction polygon: even, at least 4; 0: frictionless
  double angle{0.0};     ///< of the polygon's first direction, from t₁ towards t₂ [rad]
  /// Added to the tangential velocity: a conveyor belt for example [m/s].
  Eigen::Vector2d tangential_rate{Eigen::Vector2d::Zero()};
};

/// What is asked of the sides of a group, u_n of each at the end of the step [Egan 2003].
enum class NonconvexForm
{
  kMax,        ///< max u_n >= 0 (12); only a side that is touched carries
  kSummation,  ///< Σ max(-ε, u_n) + (n - 1) ε >= 0 (30); where that is 0 any side carries
};

struct NonconvexLaw
{
  NonconvexForm form{NonconvexForm::kMax};
  double epsilon{0.0};  ///< of the summation form, over h: see summation_epsilon() [m/s]
};

/// Frictional contact at velocity level, in factors. With the mass matrix M = G Gᵀ and the columns
/// Â_i = G⁻¹ [n t₁ t₂] of contact i, the contact velocities are
///
///     u_i = Â_iᵀ (k + Σ_j Â_j λ_j) + (gap_rate_i, tangential_rate_i),   k = Gᵀ v + h G⁻¹ f    (1)
///
/// with 0 <= λ_n ⟂ u_n >= 0, and friction λ_t of size up to μ λ_n that opposes the sliding u_t. The
/// friction polygon has the corners μ λ_n d_j, d_j = cos(a_j) t₁ + sin(a_j) t₂, a_j = angle +
/// 2πj/d.
///
/// Contacts may be joined to groups: the *sides* of a corner that is not convex in configuration
/// space, of which one has to be open. Then 0 <= λ_n ⟂ u_n >= 0 gives way to the NonconvexLaw.
///
/// A column is stored on the degrees of freedom it touches, so that a contact costs what its bodies
/// have. The matrices of the papers are derived on demand, once.
class ContactProblem
{
public:
  using Index = Eigen::Index;
  using Columns = Eigen::Matrix<double, Eigen::Dynamic, 3>;
  using ColumnsView = Eigen::Block<const Columns, Eigen::Dynamic, 3, false>;

  explicit ContactProblem(Index degrees_of_freedom = 0);

  /// Removes all contacts and changes the size; keeps the memory.
  void reset(Index degrees_of_freedom);

  /// Adds a contact with `columns` = Â_i on the rows `dofs`, which are ascending.
  /// \throws std::invalid_argument where the sizes do not fit or a row is not there
  void add_contact(
    const std::vector<int> & dofs, const Eigen::Ref<const Columns> & columns,
    const ContactData & data);

  /// Joins contacts to a group. Adding contacts later is fine.
  /// \throws std::invalid_argument for less than two sides, a contact that is not there, or one
  ///   that has a group or is named twice
  void add_group(const std::vector<int> & sides);

  Index group_count() const {return static_cast<Index>(group_first_.size()) - 1;}
  Index group_size(Index g) const {return group_first_[g + 1] - group_first_[g];}
  /// The contacts that are its sides.
  const int * group(Index g) const {return group_sides_.data() + group_first_[g];}
  /// The group of a contact, or -1.
  int group_of(Index i) const
  {
    return i < static_cast<Index>(group_of_.size()) ? group_of_[i] : -1;
  }

  const NonconvexLaw & nonconvex_law() const {return law_;}
  void set_nonconvex_law(const NonconvexLaw & law);

  Index degrees_of_freedom() const {return k_.size();}
  Index size() const {return static_cast<Index>(data_.size());}

  const Eigen::VectorXd & k() const {return k_;}
  void set_k(const Eigen::VectorXd & k);

  const ContactData & data(Index i) const {return data_[i];}
  void set_data(Index i, const ContactData & data);

  /// Turns the friction polygon of a contact; nothing else changes.
  void set_angle(Index i, double angle);

  /// Whether all contacts hang together and neighbours are near each other, as in what
  /// Islands::extract() makes; adding a contact takes that back.
  bool is_island() const {return is_island_;}
  void set_is_island(bool is_island) {is_island_ = is_island;}

  /// Friction variables exist for contacts with μ > 0 and d > 0.
  bool is_frictional(Index i) const {return data_[i].mu > 0.0 && data_[i].directions > 0;}

  /// Â_i on its own rows, and which rows these are.
  ColumnsView columns(Index i) const
  {
    return columns_.middleRows(first_[i], first_[i + 1] - first_[i]);
  }
  const int * dofs(Index i) const {return dofs_.data() + first_[i];}
  Index dof_count(Index i) const {return first_[i + 1] - first_[i];}

  /// Â_iᵀ x
  Eigen::Vector3d project(Index i, const Eigen::VectorXd & x) const
  {
    Eigen::Vector3d result = Eigen::Vector3d::Zero();
    for (Index row = first_[i]; row < first_[i + 1]; ++row) {
      result += x[dofs_[row]] * columns_.row(row).transpose();
    }
    return result;
  }

  /// x += Â_i λ
  void accumulate(Index i, const Eigen::Vector3d & lambda, Eigen::VectorXd & x) const
  {
    for (Index row = first_[i]; row < first_[i + 1]; ++row) {
      x[dofs_[row]] += columns_.row(row).dot(lambda);
    }
  }

  /// u_i of (1) where x = k + Σ Â_j λ_j.
  Eigen::Vector3d velocity(Index i, const Eigen::VectorXd & x) const
  {
    Eigen::Vector3d u = project(i, x);
    u[0] += data_[i].gap_rate;
    u.tail<2>() += data_[i].tangential_rate;
    return u;
  }

  /// W = ÂᵀÂ, 3 rows and columns a contact in the order n, t₁, t₂.
  const Eigen::MatrixXd & delassus() const;

  /// u without any impulse, in the order of delassus().
  Eigen::VectorXd free_velocity() const;

  /// The LCP of the papers (GUIDE, "Notation"): z = [normal | friction, contact by contact | slip],
  /// and with groups before them what nonconvex_lcp() adds.
  const LcpProblem & to_lcp() const;

  /// The impulses (n, t₁, t₂ a contact) of a solution z of to_lcp().
  Eigen::VectorXd impulses(const Eigen::VectorXd & z) const;

  /// z of to_lcp() from impulses in the polygon: friction on its two nearest corners, the slip that
  /// goes with the velocity.
  Eigen::VectorXd lcp_variables(const Eigen::VectorXd & impulses) const;

  /// Refuses what no solver can work on: numbers that are not finite or beyond 1e45, μ < 0, a
  /// polygon that is none, a contact that moves nothing, a summation form without ε.
  /// \throws std::invalid_argument naming the contact and the value
  void check() const;

private:
  void touch();

  Eigen::VectorXd k_;
  std::vector<ContactData> data_;
  std::vector<int> dofs_;
  std::vector<Index> first_{0};  ///< of each contact in dofs_ and columns_, and the end
  Columns columns_;              ///< may have more rows than are in use
  bool is_island_{false};
  NonconvexLaw law_;
  std::vector<int> group_sides_;
  std::vector<Index> group_first_{0};  ///< of each group in group_sides_, and the end
  std::vector<int> group_of_;          ///< up to the last contact that has one

  mutable bool has_delassus_{false};
  mutable bool has_lcp_{false};
  mutable Eigen::MatrixXd delassus_;
  mutable LcpProblem lcp_;
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__CONTACT__CONTACT_PROBLEM_HPP_
