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

#ifndef CONTACT_SIM__SESSION__SCENE_SHAPES_HPP_
#define CONTACT_SIM__SESSION__SCENE_SHAPES_HPP_

#include <string>
#include <vector>

#include "contact_sim/io/scenario_world.hpp"
#include "contact_sim/session/messages.hpp"
#include "contact_sim/session/scene_names.hpp"

namespace contact_sim
{

/// What a scene looks like beside its only robot, which the robot's URDF says: the collision shapes
/// of the ground, the bodies and of several robots. Each marker is in the frame of its link and
/// locked to it, so that it follows /tf; the name of the link is its namespace ("ground" of what
/// has none). A capsule is a cylinder and two spheres, a mesh a list of triangles.
std::vector<MarkerMessage> scene_markers(
  const BuiltScenario & scenario, const SceneNames & names, const std::string & world_frame);

}  // namespace contact_sim

#endif  // CONTACT_SIM__SESSION__SCENE_SHAPES_HPP_
