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

#ifndef SOLVERS__CONTACT_COLUMNS_HPP_
#define SOLVERS__CONTACT_COLUMNS_HPP_

#include <Eigen/Core>

#include <algorithm>
#include <vector>

#include "contact_sim/contact/contact_problem.hpp"

namespace contact_sim
{

/// The columns Â of all contacts, each divided by its contact's unit, in the order in which the
/// algebra of a basis goes through them: n, t₁, t₂ of one degree of freedom after the other. These
/// are the innermost loops of the solvers, over three numbers that are known to be three.
class ContactColumns
{
public:
  using Index = Eigen::Index;

  /// Makes room for the columns of all contacts, to be filled in one by one.
  void load(const ContactProblem & problem)
  {
    first_.resize(problem.size() + 1);
    first_[0] = 0;
    for (Index i = 0; i < problem.size(); ++i) {
      first_[i + 1] = first_[i] + problem.dof_count(i);
    }
    dofs_.resize(first_.back());
    entries_.resize(3 * first_.back());
  }

  void fill(const ContactProblem & problem, Index contact, double factor)
  {
    const auto columns = problem.columns(contact);
    const double * n = columns.data();
    const double * t1 = n + columns.outerStride();
    const double * t2 = t1 + columns.outerStride();
    std::copy_n(problem.dofs(contact), count(contact), dofs_.begin() + first_[contact]);
    double * to = entries_.data() + 3 * first_[contact];
    for (Index k = 0; k < count(contact); ++k, to += 3) {
      to[0] = factor * n[k];
      to[1] = factor * t1[k];
      to[2] = factor * t2[k];
    }
  }

  Index count(Index contact) const {return first_[contact + 1] - first_[contact];}
  const int * dofs(Index contact) const {return dofs_.data() + first_[contact];}
  const double * entries(Index contact) const {return entries_.data() + 3 * first_[contact];}

  /// Âᵀx
  Eigen::Vector3d project(Index contact, const Eigen::VectorXd & x) const
  {
    const int * dof = dofs(contact);
    const double * at = entries(contact);
    double n = 0.0;
    double t1 = 0.0;
    double t2 = 0.0;
    for (const int * end = dof + count(contact); dof != end; ++dof, at += 3) {
      const double value = x.data()[*dof];
      n += value * at[0];
      t1 += value * at[1];
      t2 += value * at[2];
    }
    return {n, t1, t2};
  }

  /// The first entry of Âᵀx.
  double project_normal(Index contact, const Eigen::VectorXd & x) const
  {
    const int * dof = dofs(contact);
    const double * at = entries(contact);
    double n = 0.0;
    for (const int * end = dof + count(contact); dof != end; ++dof, at += 3) {
      n += x.data()[*dof] * at[0];
    }
    return n;
  }

  /// Writes Â a on the contact's own degrees of freedom.
  void combine(Index contact, const Eigen::Vector3d & a, double * along) const
  {
    const double * at = entries(contact);
    const Index size = count(contact);
    for (Index k = 0; k < size; ++k, at += 3) {
      along[k] = a[0] * at[0] + a[1] * at[1] + a[2] * at[2];
    }
  }

  /// x += Â a
  void accumulate(Index contact, const Eigen::Vector3d & a, Eigen::VectorXd & x) const
  {
    const int * dof = dofs(contact);
    const double * at = entries(contact);
    for (const int * end = dof + count(contact); dof != end; ++dof, at += 3) {
      x.data()[*dof] += a[0] * at[0] + a[1] * at[1] + a[2] * at[2];
    }
  }

private:
  std::vector<Index> first_{0};
  std::vector<int> dofs_;
  std::vector<double> entries_;
};

}  // namespace contact_sim

#endif  // SOLVERS__CONTACT_COLUMNS_HPP_
