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

#ifndef CONTACT_SIM__DYNAMICS__LOOP_CONSTRAINTS_HPP_
#define CONTACT_SIM__DYNAMICS__LOOP_CONSTRAINTS_HPP_

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <string>
#include <vector>

#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/dynamics/joint.hpp"
#include "contact_sim/dynamics/model.hpp"
#include "contact_sim/dynamics/model_builder.hpp"

namespace contact_sim
{

/// A joint that closes a chain. Its frame is given on both links; the frames may do against each
/// other what a joint of this type lets them do: fixed, revolute (as continuous), prismatic, planar
/// or spherical.
struct LoopJoint
{
  std::string name;
  JointType type{JointType::kFixed};
  std::string link_a{kWorldLink};
  std::string link_b{kWorldLink};
  Eigen::Isometry3d pose_a{Eigen::Isometry3d::Identity()};  ///< of the joint's frame in link a
  Eigen::Isometry3d pose_b{Eigen::Isometry3d::Identity()};  ///< of the joint's frame in link b
  Eigen::Vector3d axis{Eigen::Vector3d::UnitX()};           ///< in the joint's frame
};

/// A spherical LoopJoint: a point of one link is held at a point of another, both in their links.
LoopJoint point_loop(
  const std::string & name, const std::string & link_a, const Eigen::Vector3d & point_a,
  const std::string & link_b, const Eigen::Vector3d & point_b);

/// Bilateral constraints φ(q) = 0 of a model: loop joints, and the mimic joints that the model
/// knows. Rows, in this order:
///
/// | what       | linear rows [m]             | angular rows [rad]                                |
/// |------------|-----------------------------|---------------------------------------------------|
/// | fixed      | p_B in A: x, y, z           | rotation vector of B in A                         |
/// | revolute   | p_B in A: x, y, z           | axis of B along the two directions normal to A's  |
/// | prismatic  | p_B in A, across the axis   | rotation vector of B in A                         |
/// | planar     | p_B in A, along the axis    | axis of B along the two directions normal to A's  |
/// | spherical  | p_B in A: x, y, z           |                                                   |
/// | mimic      | q - multiplier · q(leader) - offset, one row                                    |
///
/// A and B are the frames on link a and b. Constraints whose degrees of freedom overlap, those of
/// the bodies' common ancestors included, form a group; groups do not feel each other. Immutable.
class LoopConstraints
{
public:
  /// \throws std::invalid_argument naming the loop: no such link, both ends on one body, a floating
  /// joint, an axis that is zero, or numbers that are not finite
  explicit LoopConstraints(const Model & model, const std::vector<LoopJoint> & joints = {});

  int loop_count() const {return static_cast<int>(loops_.size());}
  int row_count() const {return rows_;}
  int group_count() const {return static_cast<int>(groups_.size());}

  /// A loop joint as the rows need it; the axis is x of both frames, which are fixed in the bodies.
  struct Loop
  {
    std::string name;
    int body_a, body_b;
    Eigen::Isometry3d frame_a, frame_b;
    int first_linear, linear_rows;    ///< along which axes of A: from this one, so many
    int first_angular, angular_rows;  ///< 3 rows: rotation vector; 2 rows: the axis
    int group, first_row;             ///< row within the group
    int rows() const {return linear_rows + angular_rows;}
  };

  /// A mimic joint, by its degree of freedom and its place in q.
  struct Coupling
  {
    int dof, leader_dof, q, leader_q;
    double multiplier, offset;
    int group, row;  ///< within the group
  };

  struct Group
  {
    std::vector<int> dofs;  ///< ascending; no other group has one of them
    int first_row{0};       ///< of its rows among all
    int rows{0};
  };

  const std::vector<Loop> & loops() const {return loops_;}
  const std::vector<Coupling> & couplings() const {return couplings_;}
  const std::vector<Group> & groups() const {return groups_;}
  int nq() const {return nq_;}
  int nv() const {return static_cast<int>(group_of_dof_.size());}
  /// The group that a degree of freedom belongs to, or -1.
  int group_of_dof(int dof) const {return group_of_dof_[dof];}

private:
  void add_loop(const Model & model, const LoopJoint & joint);
  void add_couplings(const Model & model);
  void make_groups(const Model & model);

  int nq_{0};
  int rows_{0};
  std::vector<Loop> loops_;
  std::vector<Coupling> couplings_;
  std::vector<Group> groups_;
  std::vector<int> group_of_dof_;
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__DYNAMICS__LOOP_CONSTRAINTS_HPP_
