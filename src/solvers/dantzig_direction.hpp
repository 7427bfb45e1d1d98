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

#ifndef SOLVERS__DANTZIG_DIRECTION_HPP_
#define SOLVERS__DANTZIG_DIRECTION_HPP_

#include <Eigen/Core>
#include <Eigen/LU>

#include <vector>

#include "contact_sim/contact/contact_problem.hpp"

namespace contact_sim
{

/// A contact problem in the units of the judge (ContactResidual): velocities in ω_i s, impulses in
/// s/ω_i, x in s. All numbers are then of order one, and so are the columns of a contact.
class ScaledContacts
{
public:
  using Index = Eigen::Index;

  void reset(const ContactProblem & problem);

  Index size() const {return problem_->size();}
  Index degrees_of_freedom() const {return problem_->degrees_of_freedom();}

  /// 0 where there is no friction.
  double mu(Index i) const {return problem_->is_frictional(i) ? problem_->data(i).mu : 0.0;}

  Eigen::Vector3d velocity(Index i, const Eigen::VectorXd & x) const
  {
    return problem_->project(i, x) / unit_[i] + bias_.segment<3>(3 * i);
  }
  /// The velocity that a change of x brings.
  Eigen::Vector3d rate(Index i, const Eigen::VectorXd & dx) const
  {
    return problem_->project(i, dx) / unit_[i];
  }
  void accumulate(Index i, const Eigen::Vector3d & lambda, Eigen::VectorXd & x) const
  {
    problem_->accumulate(i, lambda / unit_[i], x);
  }

  /// The part of a velocity that is there without any x: gap or conveyor belt.
  Eigen::Vector3d bias(Index i) const {return bias_.segment<3>(3 * i);}
  const Eigen::VectorXd & k() const {return k_;}

  /// Impulses in the problem's own units.
  Eigen::Vector3d unscaled(Index i, const Eigen::Vector3d & lambda) const
  {
    return lambda * (scale_ / unit_[i]);
  }

private:
  const ContactProblem * problem_{nullptr};
  Eigen::VectorXd unit_;  ///< ω
  Eigen::VectorXd bias_;
  Eigen::VectorXd k_;
  double scale_{1.0};     ///< s
};

/// One condition "this velocity stays zero" and the force that keeps it so.
struct ClampedRow
{
  Eigen::Index contact;
  int part;                ///< 0: normal, 1: along the contact's axis, 2: across it
  Eigen::Vector3d row;     ///< the velocity's direction in n, t₁, t₂
  Eigen::Vector3d column;  ///< the force's: (1, μ ê) where friction is saturated
};

/// The linear system of Baraff's direction: which changes of the clamped forces keep the clamped
/// velocities where they are, R Cᵀ Δλ = -R c_d with the rows R and the columns C in R^nv.
///
/// With the orthonormal Q that spans the rows, R = L Qᵀ, this is Qᵀ C Δλ = -Qᵀ c_d: its condition
/// is that of C and not of its square. A row that depends on those before it is left out, its force
/// keeps its value and its velocity stays zero with theirs: so redundant contacts cost nothing, and
/// the system is never larger than the number of degrees of freedom.
class DirectionSystem
{
public:
  using Index = Eigen::Index;

  void reset(const ScaledContacts & contacts);

  /// Takes the rows in this order, those of the last call first: what they share is kept.
  /// \returns false where the columns are singular on the rows, which only friction can bring about
  bool set_rows(const std::vector<ClampedRow> & wanted);

  /// The rows that were not left out.
  const std::vector<ClampedRow> & rows() const {return rows_;}

  /// The changes of the forces of rows() that answer to x changing by `dx`, which is completed.
  const Eigen::VectorXd & respond(Eigen::VectorXd & dx);

  /// What is to be added to the forces of rows() so that their velocities are zero.
  const Eigen::VectorXd & settle(const Eigen::VectorXd & x);

private:
  void keep_common_rows(const std::vector<ClampedRow> & wanted);
  bool append(const ClampedRow & row);
  bool factor();

  const ScaledContacts * contacts_{nullptr};
  std::vector<ClampedRow> rows_;
  std::vector<Index> place_;      ///< of a row (3 contact + part) among the wanted ones, or -1
  std::vector<char> is_taken_;    ///< of the wanted rows
  Eigen::MatrixXd Q_;
  Eigen::MatrixXd L_;
  Eigen::MatrixXd C_;
  Eigen::VectorXd size_;          ///< of the columns before they were made to have length one
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
  Eigen::VectorXd dense_;
  Eigen::VectorXd coefficients_;
  Eigen::VectorXd answer_;
};

}  // namespace contact_sim

#endif  // SOLVERS__DANTZIG_DIRECTION_HPP_
