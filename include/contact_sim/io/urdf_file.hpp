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


#ifndef CONTACT_SIM__IO__URDF_FILE_HPP_
#define CONTACT_SIM__IO__URDF_FILE_HPP_

#include <string>

#include "contact_sim/io/robot_description.hpp"

namespace contact_sim
{

/// Reads a URDF. Beyond the standard
/// - joints may be of type `spherical`,
/// - geometry may be `<capsule radius= length=/>`, the length without the caps. In standard URDF a
///   capsule is a collision cylinder with two collision spheres of its radius at its ends: together
///   they are one, and so they are read as one;
/// - `package://NAME/…` is searched in share/NAME of each prefix of AMENT_PREFIX_PATH, then in the
///   folders above the file. Other mesh names are relative to the file's folder.
///
/// `<transmission>`, `<gazebo>`, `<ros2_control>` and other elements of no concern are passed over.
/// A link that moves has to have an `<inertial>`, itself or in a link that is fixed to it; one that
/// is meant to be without mass says so with a mass and inertia of 0.
/// \throws std::runtime_error "FILE:LINE: link 'NAME': expected …, found …" for a file that cannot
///   be read, is not as the format says, or describes what cannot be; nothing is read in part
RobotDescription read_urdf(const std::string & path);

/// The same from a text; `name` stands for the file in messages, and its folder for that of meshes.
RobotDescription parse_urdf(const std::string & text, const std::string & name);

}  // namespace contact_sim

#endif  // CONTACT_SIM__IO__URDF_FILE_HPP_
