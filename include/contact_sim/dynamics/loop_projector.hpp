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

#ifndef CONTACT_SIM__DYNAMICS__LOOP_PROJECTOR_HPP_
#define CONTACT_SIM__DYNAMICS__LOOP_PROJECTOR_HPP_

#include <Eigen/Core>

#include <cstddef>
#include <vector>

#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/dynamics/loop_constraints.hpp"
#include "contact_sim/dynamics/model.hpp"
#include "contact_sim/dynamics/range_basis.hpp"
#include "contact_sim/dynamics/spatial.hpp"

namespace contact_sim
{

struct LoopOptions
{
  /// Part of the position error that the velocity of a step takes back, 0 … 1 [-].
  double correction{1.0};
  /// Bounds on the velocity that does so: of an error that is large, a part only.
  double max_linear_correction{1.0};   ///< [m/s]
  double max_angular_correction{3.0};  ///< [rad/s]
  /// A row is redundant where less than this part of it is new [-]. To be above what loops are open
  /// by, and files round angles to, in parts of their size: rows that are independent by that much
  /// only would lock a mechanism that moves.
  double rank_tolerance{1e-4};
  double position_tolerance{1e-10};  ///< of project_positions() [m, rad]
  int max_iterations{20};            ///< of project_positions()
};

/// What project_positions() came to.
struct LoopClosure
{
  double error{0.0};   ///< the largest |φ| [m, rad]
  int iterations{0};
  bool closed{false};  ///< error <= position_tolerance
};

/// Columns of a contact after the projection: what ContactProblem::add_contact() takes.
class ProjectedColumns
{
public:
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, 3>;

  const std::vector<int> & dofs() const {return dofs_;}  ///< ascending
  Eigen::Block<const Matrix, Eigen::Dynamic, 3, false> columns() const
  {
    return columns_.topRows(static_cast<Eigen::Index>(dofs_.size()));
  }

private:
  friend class LoopProjector;
  std::vector<int> dofs_;
  Matrix columns_;  ///< may have more rows than are in use
};

/// Takes bilateral rows J_b v = t out of a contact problem. With B̂ = G⁻¹J_bᵀ and an orthonormal
/// basis Q of its range,
///
///     Â := (I - Q Qᵀ) Â,   k := (I - Q Qᵀ) k + Q y,   B̂ᵀQ y = t                              (1)
///
/// and every x = k + Σ Â λ keeps the rows, whatever the impulses are. Redundant rows do no harm.
/// A step of the simulation, with kinematics and factored mass matrix in `data`:
///
///     loops.prepare(model, data, q, h);
///     loops.project_k(k);
///     for each contact: loops.project(contact.dofs(), contact.columns(), projected);
///     ... solve, v = G⁻ᵀ(k + Σ Â λ), q = integrate(q, v, h) ...
///     loops.impulses(lambda, rows);            // joint forces, for the report
///     loops.project_positions(model, data, q);  // what curvature left of the error
///
/// Allocates at construction, and where there are more contacts than ever before.
class LoopProjector
{
public:
  using Columns = ProjectedColumns::Matrix;

  LoopProjector(
    const Model & model, const LoopConstraints & constraints, const LoopOptions & options = {});

  const LoopConstraints & constraints() const {return constraints_;}
  const LoopOptions & options() const {return options_;}

  /// \name Rows and their targets t, after forward_kinematics() and factor_mass_matrix() at q
  /// @{
  /// The velocity at the end of a step of h [s] takes the position error back: t = -φ/h, less where
  /// the options say so.
  void prepare(const Model & model, Data & data, const Eigen::VectorXd & q, double h);
  /// Velocities that keep the loops as they are: t = 0.
  void prepare_velocity(const Model & model, Data & data, const Eigen::VectorXd & q);
  /// Accelerations: t = -J̇_b v. After forward_kinematics(q, v).
  void prepare_acceleration(const Model & model, Data & data, const Eigen::VectorXd & q);
  /// @}

  /// \name After one of these
  /// @{
  const Eigen::VectorXd & error() const {return error_;}    ///< φ(q) [m, rad]
  const Eigen::VectorXd & target() const {return target_;}  ///< t
  Eigen::Index rank(int group) const {return bases_[group].rank();}
  /// J_b, row_count() × nv.
  Eigen::MatrixXd jacobian(const Model & model, const Data & data) const;

  /// k of (1).
  void project_k(Eigen::VectorXd & k);

  /// Â of (1) on the union of its rows and those of the groups it touches.
  /// \returns false where it touches none; then the result is what was given
  bool project(
    const std::vector<int> & dofs, const Eigen::Ref<const Columns> & columns,
    ProjectedColumns & result);

  /// The impulses of the rows, of least size where they are redundant. `contact_impulses`: three
  /// for each call of project() since the preparation, in that order. After project_k().
  void impulses(const Eigen::VectorXd & contact_impulses, Eigen::VectorXd & rows);

  /// What a loop joint does to link b: (moment about the joint's origin on b, force), in world
  /// axes, impulses [N m s, N s] for impulses of the rows.
  Vector6d wrench(const Data & data, int loop, const Eigen::VectorXd & rows) const;
  /// @}

  /// Removes from v what opens the loops, in the metric of the mass matrix. After
  /// factor_mass_matrix() at q.
  void project_velocity(
    const Model & model, Data & data, const Eigen::VectorXd & q, Eigen::VectorXd & v);

  /// Closes the loops by Newton steps that are the shortest in the metric of the mass matrix, each
  /// halved until the error falls. From far off it may end with loops open, and says so. Computes
  /// kinematics, mass matrix and factor in `data`: afterwards the kinematics are those of the new
  /// q, and the factor is that of the last iterate.
  LoopClosure project_positions(const Model & model, Data & data, Eigen::VectorXd & q);

private:
  struct Part  ///< QᵀÂ of a contact in a group
  {
    int contact, group;
    std::size_t begin;  ///< in parts_
  };
  using Force = Matrix6d;  ///< a column a row of the loop, as many as it has

  void begin(const Model & model, Data & data, const Eigen::VectorXd & q);
  void evaluate(const Data & data, const Eigen::VectorXd & q);
  void evaluate_loop(const Data & data, const LoopConstraints::Loop & loop, int index);
  void evaluate_bias(const Model & model, const Data & data);
  void assemble(const Model & model, Data & data);
  void add_columns(const Model & model, Data & data, int body, int index, const Force & force);
  void add_unit(
    const Model & model, const Data & data, int dof, double scale,
    const LoopConstraints::Coupling & coupling);
  void limit_targets();
  void solve_targets();
  void merge_rows(const std::vector<int> & dofs, std::vector<int> & result);
  void remove_group(int group, Columns & columns);
  double try_step(const Model & model, Data & data, const Eigen::VectorXd & q, double part);
  int row_of(const LoopConstraints::Loop & loop) const;
  void check(const Model & model) const;

  LoopConstraints constraints_;
  LoopOptions options_;
  std::vector<RangeBasis> bases_;         ///< by group
  std::vector<int> local_;                ///< by dof: its place in its group
  std::vector<Force> force_a_, force_b_;  ///< by loop, at the origin of its body
  std::vector<char> is_angular_;          ///< by row
  Eigen::VectorXd error_, target_;        ///< by row
  std::vector<Eigen::VectorXd> y_;        ///< by group
  std::vector<Eigen::VectorXd> missing_;  ///< by group: y - Qᵀk
  std::vector<Eigen::VectorXd> w_, group_rows_;  ///< by group: scratch
  Eigen::VectorXd scratch_;               ///< nv
  Eigen::VectorXd candidate_;             ///< nq

  std::vector<Part> contacts_;
  std::vector<double> parts_;
  int contact_count_{0};
  std::vector<int> touched_, merged_, place_;
};

/// Accelerations of a model with loops under generalised forces τ, gravity and wrenches.
/// \return data.qdd
const Eigen::VectorXd & forward_dynamics(
  const Model & model, Data & data, LoopProjector & loops, const Eigen::VectorXd & q,
  const Eigen::VectorXd & v, const Eigen::VectorXd & tau, const Wrenches * wrenches = nullptr);

}  // namespace contact_sim

#endif  // CONTACT_SIM__DYNAMICS__LOOP_PROJECTOR_HPP_
