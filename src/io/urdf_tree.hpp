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


#ifndef IO__URDF_TREE_HPP_
#define IO__URDF_TREE_HPP_

#include <tinyxml2.h>

#include <string>

#include "io/urdf_check.hpp"
#include "io/urdf_xml.hpp"

namespace contact_sim
{

/// What links and joints say of each other, each of them checked on its own: the joints make one
/// tree of all links, and a mimic names a joint that leads.
/// \throws std::runtime_error as check_urdf() does
void check_urdf_tree(
  const tinyxml2::XMLElement & robot, const UrdfOutline & outline, const UrdfPlace & file);

}  // namespace contact_sim

#endif  // IO__URDF_TREE_HPP_
