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


#ifndef CONTACT_SIM__DYNAMICS__MODEL_BUILDER_HPP_
#define CONTACT_SIM__DYNAMICS__MODEL_BUILDER_HPP_

#include <Eigen/Core>

#include <string>
#include <unordered_map>
#include <vector>

#include "contact_sim/dynamics/joint.hpp"
#include "contact_sim/dynamics/model.hpp"
#include "contact_sim/dynamics/spatial.hpp"

namespace contact_sim
{

/// The name of the link that is there from the start: the frame of the world.
constexpr const char * kWorldLink = "world";

/// "robot/name", or the name itself where the robot has none.
std::string scoped_name(const std::string & robot, const std::string & name);

/// Collects links and joints of any number of robots, and makes a Model of them:
///
///     ModelBuilder builder;
///     builder.add_link("arm/upper", cylinder_inertia(1.0, 0.03, 0.4));
///     Joint shoulder;
///     shoulder.name = "arm/shoulder";
///     shoulder.type = JointType::kRevolute;
///     shoulder.axis = Eigen::Vector3d::UnitY();
///     builder.add_joint(shoulder, kWorldLink, "arm/upper");
///     const Model model = builder.build();
///
/// A base is fixed or free by the joint that joins it with the world. Every mistake is a
/// std::invalid_argument that names the link or joint, and leaves the builder as it was.
class ModelBuilder
{
public:
  ModelBuilder();

  /// Refuses a name that is taken, and an inertia no body has. `inertia` is in the link's frame.
  void add_link(const std::string & name, const SpatialInertia & inertia = {});

  /// Refuses a name that is taken, links that are not there, a second parent, a child above its
  /// own parent, an axis that is zero, and numbers that are not finite or out of range.
  void add_joint(
    const Joint & joint, const std::string & parent_link, const std::string & child_link);

  /// [m/s²]
  void set_gravity(const Eigen::Vector3d & gravity);

  bool has_link(const std::string & name) const {return link_by_name_.count(name) != 0;}
  bool has_joint(const std::string & name) const {return joint_by_name_.count(name) != 0;}

  /// Refuses a link that hangs on nothing, a mimic whose leader is not there, is the joint itself
  /// or leads in a circle, and a body that could move without moving any mass: the mass matrix
  /// would not be positive definite. A moving body without mass is accepted where the joints
  /// between it and bodies with mass are independent in every position, as the massless slides of
  /// a table are, and the two crossing axes of a universal joint; see src/dynamics/README.md.
  Model build() const;

private:
  friend class ModelAssembly;

  struct LinkEntry
  {
    std::string name;
    SpatialInertia inertia;
    int parent{-1};  ///< link
    int joint{-1};   ///< that joins it with its parent
    std::vector<int> children;
  };

  void check_ends(
    const Joint & joint, const std::string & parent_link, const std::string & child_link) const;

  std::vector<LinkEntry> links_;
  std::vector<Joint> joints_;
  std::unordered_map<std::string, int> link_by_name_;
  std::unordered_map<std::string, int> joint_by_name_;
  Eigen::Vector3d gravity_{0.0, 0.0, -9.81};
};

/// The names nearest to one that was not found, as the end of a sentence: "; near it: 'a', 'b'".
/// Empty where nothing is near.
std::string near_names(const std::string & name, const std::vector<std::string> & candidates);

}  // namespace contact_sim

#endif  // CONTACT_SIM__DYNAMICS__MODEL_BUILDER_HPP_
