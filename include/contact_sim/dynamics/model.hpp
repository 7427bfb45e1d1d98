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


#ifndef CONTACT_SIM__DYNAMICS__MODEL_HPP_
#define CONTACT_SIM__DYNAMICS__MODEL_HPP_

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "contact_sim/dynamics/joint.hpp"
#include "contact_sim/dynamics/spatial.hpp"

namespace contact_sim
{

/// A named frame that is fixed on a body.
struct Link
{
  std::string name;
  int body{0};                                            ///< that carries it; 0: the world
  Eigen::Isometry3d pose{Eigen::Isometry3d::Identity()};  ///< in the body's frame
  SpatialInertia inertia;                                 ///< its own, in the link's frame
  int parent{-1};                                         ///< index of its parent link
  std::string joint;                                      ///< that joins it with its parent
};

/// The coupling of a body's joint to another one, found.
struct Mimic
{
  int leader{0};           ///< body whose joint leads
  double multiplier{1.0};  ///< [-]
  double offset{0.0};      ///< [rad] or [m]
};

/// Degrees of freedom, ascending; a view into the model.
struct DofSpan
{
  const int * first{nullptr};
  int count{0};
  const int * begin() const {return first;}
  const int * end() const {return first + count;}
  int size() const {return count;}
  int operator[](int i) const {return first[i];}
};

/// All robots and free bodies of a world, one forest, immutable. Made by a ModelBuilder.
///
/// A body is what moves as one: there is one for each joint that is not fixed, and body 0 is the
/// world. The frame of a body is that of the child link of its joint; links behind fixed joints
/// are lumped into it. Bodies are numbered depth first: a parent comes before its children, and the
/// subtree of body b is b … subtree_end(b) - 1. The degrees of freedom follow in the same order, so
/// the ones that move a body (its support) are a path towards the root: row k of the mass matrix is
/// stored on support(k) only.
class Model
{
public:
  /// A world with nothing in it.
  Model();

  int nq() const {return nq_;}
  int nv() const {return static_cast<int>(dof_body_.size());}
  int body_count() const {return static_cast<int>(parent_.size());}
  int link_count() const {return static_cast<int>(links_.size());}

  const Eigen::Vector3d & gravity() const {return gravity_;}  ///< [m/s²]
  /// A copy that differs in gravity only.
  Model with_gravity(const Eigen::Vector3d & gravity) const;

  /// q with all joints at zero and unit quaternions.
  Eigen::VectorXd neutral() const;

  /// \name Look-up by name
  /// \throws std::invalid_argument with the names that come near
  /// @{
  int link_index(const std::string & name) const;
  int body_index(const std::string & joint) const;  ///< body moved by a joint that is not fixed
  bool has_link(const std::string & name) const;
  bool has_joint(const std::string & name) const;   ///< one that is not fixed
  /// @}

  const Link & link(int index) const {return links_[index];}

  /// \name Bodies, 0 … body_count() - 1; the world has no joint
  /// @{
  int parent(int body) const {return parent_[body];}
  int subtree_end(int body) const {return subtree_end_[body];}
  const Joint & joint(int body) const {return joints_[body];}
  JointType joint_type(int body) const {return type_[body];}
  const std::optional<Mimic> & mimic(int body) const {return mimic_[body];}
  int first_q(int body) const {return first_q_[body];}
  int first_v(int body) const {return first_v_[body];}
  int body_nq(int body) const {return first_q_[body + 1] - first_q_[body];}
  int body_nv(int body) const {return first_v_[body + 1] - first_v_[body];}
  /// Pose of the joint's frame J in the parent body.
  const Eigen::Matrix3d & joint_rotation(int body) const {return joint_rotation_[body];}
  const Eigen::Vector3d & joint_translation(int body) const {return joint_translation_[body];}
  /// Of all links of the body together, in the body's frame.
  const SpatialInertia & inertia(int body) const {return inertia_[body];}
  /// The same about the origin of the body's frame: mass [kg], mass × centre [kg m], rotational
  /// [kg m²].
  double mass(int body) const {return mass_[body];}
  const Eigen::Vector3d & first_moment(int body) const {return first_moment_[body];}
  const Eigen::Matrix3d & rotational(int body) const {return rotational_[body];}
  /// The link whose frame is the body's.
  int body_link(int body) const {return body_link_[body];}
  /// Degrees of freedom that move the body, ascending; empty for the world.
  DofSpan support(int body) const
  {
    const int last = last_dof_[body];
    return last < 0 ? DofSpan{} : dof_support(last);
  }
  /// @}

  /// \name Degrees of freedom, 0 … nv() - 1
  /// @{
  int dof_body(int dof) const {return dof_body_[dof];}
  int dof_parent(int dof) const {return dof_parent_[dof];}  ///< the next towards the root, or -1
  /// Angular about dof_axis(), which is constant in B; else linear along it, constant in J.
  bool dof_is_angular(int dof) const {return dof_is_angular_[dof] != 0;}
  const Eigen::Vector3d & dof_axis(int dof) const {return dof_axis_[dof];}
  /// The degree of freedom and all those above it, ascending: the dof itself is the last.
  DofSpan dof_support(int dof) const
  {
    return {dof_supports_.data() + row_begin_[dof],
      static_cast<int>(row_begin_[dof + 1] - row_begin_[dof])};
  }
  /// Where row `dof` of the packed mass matrix begins; it has an entry for each of dof_support().
  std::size_t row_begin(int dof) const {return row_begin_[dof];}
  std::size_t packed_size() const {return dof_supports_.size();}
  /// "arm/elbow", or "base[3]" for a joint with several.
  std::string dof_name(int dof) const;
  /// @}

private:
  friend class ModelAssembly;

  int nq_{0};
  Eigen::Vector3d gravity_{0.0, 0.0, -9.81};
  std::vector<Link> links_;
  std::unordered_map<std::string, int> link_by_name_;
  std::unordered_map<std::string, int> body_by_joint_;

  std::vector<int> parent_;
  std::vector<int> subtree_end_;
  std::vector<Joint> joints_;
  std::vector<JointType> type_;
  std::vector<std::optional<Mimic>> mimic_;
  std::vector<int> first_q_;  ///< and the end
  std::vector<int> first_v_;  ///< and the end
  std::vector<Eigen::Matrix3d> joint_rotation_;
  std::vector<Eigen::Vector3d> joint_translation_;
  std::vector<SpatialInertia> inertia_;
  std::vector<double> mass_;
  std::vector<Eigen::Vector3d> first_moment_;
  std::vector<Eigen::Matrix3d> rotational_;
  std::vector<int> body_link_;
  std::vector<int> last_dof_;  ///< the deepest that moves the body, or -1

  std::vector<int> dof_body_;
  std::vector<int> dof_parent_;
  std::vector<char> dof_is_angular_;
  std::vector<Eigen::Vector3d> dof_axis_;
  std::vector<std::size_t> row_begin_;  ///< and the end
  std::vector<int> dof_supports_;
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__DYNAMICS__MODEL_HPP_
