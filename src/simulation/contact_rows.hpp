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

#ifndef SIMULATION__CONTACT_ROWS_HPP_
#define SIMULATION__CONTACT_ROWS_HPP_

#include <Eigen/Core>

#include <cstdint>
#include <vector>

#include "contact_sim/collision/detector.hpp"
#include "contact_sim/contact/contact_problem.hpp"
#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/dynamics/jacobian.hpp"
#include "contact_sim/dynamics/loop_projector.hpp"
#include "contact_sim/simulation/state.hpp"
#include "contact_sim/simulation/time_stepper.hpp"
#include "contact_sim/simulation/world.hpp"
#include "simulation/drives.hpp"

namespace contact_sim
{

/// What a row of the contact problem stands for.
struct ContactRow
{
  std::uint64_t pair{0};       ///< for the warm start: see WarmContact
  std::uint64_t key{0};
  Eigen::Vector3d place{Eigen::Vector3d::Zero()};
  int contact{-1};             ///< among the detected ones; -1: a joint's
  int dof{-1};                 ///< of a joint's limit or friction
  Eigen::Matrix3d frame{Eigen::Matrix3d::Identity()};  ///< n, t₁, t₂ in the world
  double restitution{0.0};
  double approach{0.0};        ///< normal velocity before the step [m/s]
};

/// Makes a ContactProblem, with its groups, of detected contacts, joint limits and dry joint
/// friction.
///
/// A joint's dry friction F is a contact, too: on a degree of freedom of its own that is pressed
/// down by the impulse hF, so that its friction, along the joint, can reach hF and no more. So is a
/// drive that would exceed its limit.
class ContactRows
{
public:
  /// Fills the problem for the step that begins at the state, whose kinematics and factored mass
  /// matrix are in `data`. k is that of the problem's first nv degrees of freedom, `form` that of
  /// groups.
  void fill(
    const World & world, const StepperOptions & options, const State & state, const Drives & drives,
    const std::vector<DetectedContact> & contacts, NonconvexForm form, const Eigen::VectorXd & k,
    Data & data, LoopProjector & loops, ContactProblem & problem);

  const std::vector<ContactRow> & rows() const {return rows_;}
  /// The largest gap among the sides of a detected group [m].
  double group_gap(int group) const {return groups_[group].gap;}

private:
  void list_limited_drives(const Model & model, int body, const Drives & drives, double h);
  void list_joint_rows(const World & world, const State & state, const Drives & drives, double h);
  void measure_groups(
    const World & world, const std::vector<DetectedContact> & contacts, Data & data,
    LoopProjector & loops);
  bool find_columns(
    const World & world, const DetectedContact & contact, const Eigen::Matrix3d & frame,
    Data & data, LoopProjector & loops);
  void add_groups(NonconvexForm form, ContactProblem & problem);
  void add_contact(
    const World & world, const StepperOptions & options, const DetectedContact & contact, int index,
    Data & data, LoopProjector & loops, ContactProblem & problem);
  void add_joint_row(
    const World & world, int at, double h, const Data & data, LoopProjector & loops,
    ContactProblem & problem);
  void push(
    const std::vector<int> & dofs, const Eigen::Ref<const ContactProblem::Columns> & columns,
    const ContactData & data, const ContactRow & row, ContactProblem & problem);

  struct JointRow
  {
    int dof;
    double sign;      ///< of a limit: +1 lower, -1 upper; 0: friction
    double distance;  ///< from the limit
    double friction;  ///< F
    double compliance;  ///< of a drive at its limit: one over h times its gain
    double rate;        ///< of such a drive: less the velocity at which it would rest
  };

  struct Group
  {
    double gap;         ///< of the side that is widest open [m]
    bool is_open;       ///< for good: by a side that nothing can move
    std::vector<int> rows;
  };

  std::vector<ContactRow> rows_;
  std::vector<Group> groups_;   ///< the first group_count_ of them
  int group_count_{0};
  std::vector<JointRow> joints_;
  ContactColumns columns_;
  ProjectedColumns projected_;
  bool is_projected_{false};    ///< by loops: what find_columns() found is in projected_
  std::vector<int> dofs_;
  ContactProblem::Columns joint_columns_;
  Eigen::VectorXd unit_, k_;
};

}  // namespace contact_sim

#endif  // SIMULATION__CONTACT_ROWS_HPP_
