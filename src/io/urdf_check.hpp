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


#ifndef IO__URDF_CHECK_HPP_
#define IO__URDF_CHECK_HPP_

#include <tinyxml2.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace contact_sim
{

/// What the XML says that urdfdom does not tell: order, lines, and the extensions.
struct UrdfOutline
{
  struct Name
  {
    std::string name;
    int line{0};
  };
  /// A link, and the place among its collision or visual elements.
  using Element = std::pair<std::string, std::size_t>;

  std::vector<Name> links;   ///< in the order of the file
  std::vector<Name> joints;  ///< in the order of the file
  std::set<std::string> spherical_joints;
  std::set<Element> capsule_collisions;
  std::set<Element> capsule_visuals;
};

/// Refuses what urdfdom would drop or take in silence, then leaves in the document what urdfdom
/// knows: a capsule becomes a cylinder, a spherical joint a floating one (the outline has them),
/// and the elements of others (transmission, gazebo, ros2_control) go.
/// \throws std::runtime_error "FILE:LINE: link 'NAME': …", with `file` for FILE
UrdfOutline check_urdf(tinyxml2::XMLDocument & document, const std::string & file);

}  // namespace contact_sim

#endif  // IO__URDF_CHECK_HPP_
