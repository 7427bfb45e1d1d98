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

#ifndef CONTACT_SIM__SESSION__SCENE_NAMES_HPP_
#define CONTACT_SIM__SESSION__SCENE_NAMES_HPP_

#include <string>
#include <unordered_map>
#include <vector>

#include "contact_sim/io/scenario_world.hpp"

namespace contact_sim
{

/// A joint with one degree of freedom, as others see it.
struct NamedJoint
{
  std::string name;
  int q{0};    ///< index in State::q
  int dof{0};  ///< index in State::v
};

/// A link, as others see it.
struct NamedLink
{
  std::string name;   ///< also in the name of its topic
  std::string frame;  ///< the name behind the prefix of all frames
  int link{0};        ///< of the model
};

/// A name as ROS 2 takes it in a topic: letters, digits and underscores between slashes, no part
/// beginning with a digit.
std::string topic_name(const std::string & name);

/// The robot that is alone in its scenario; null: there are several, or none.
const PlacedRobot * only_robot(const BuiltScenario & scenario);

/// What links, joints and frames are called outside. Those of the only robot of a scene are called
/// as in its URDF, so that robot_state_publisher and controllers know them; all others have the
/// name of their robot or body before a slash.
class SceneNames
{
public:
  SceneNames(const BuiltScenario & scenario, const std::string & prefix);

  const std::vector<NamedJoint> & joints() const {return joints_;}

  /// Links with collision geometry; of these the ones that are listed, separated by commas.
  /// \throws std::invalid_argument for a name that is not there, listing those that are
  std::vector<NamedLink> collision_links(const std::string & listed) const;

  /// Links whose poses nobody else tells: of the only robot its root, of the others all.
  const std::vector<NamedLink> & frames() const {return frames_;}

  NamedLink named_link(const Model & model, int link) const;
  /// Whether the URDF of the only robot says what the link looks like, and others where it is.
  bool is_of_only_robot(const Model & model, int link) const;

  /// The joint of a name, with or without that of its robot; null where none is called so.
  const NamedJoint * find_joint(const std::string & name) const;

private:
  std::string outside(const std::string & name) const;
  void add_joints(const Model & model);
  void add_frames(const Model & model, const BuiltScenario & scenario);
  void add_collision_links(const World & world);

  std::string prefix_;  ///< of frames
  bool has_only_robot_;
  std::string scope_;   ///< of the only robot, "humanoid/"; empty: there are several, or none
  std::vector<NamedJoint> joints_;
  std::unordered_map<std::string, int> joint_index_;
  std::vector<NamedLink> collision_links_;
  std::vector<NamedLink> frames_;
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__SESSION__SCENE_NAMES_HPP_
