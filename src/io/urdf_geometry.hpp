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


#ifndef IO__URDF_GEOMETRY_HPP_
#define IO__URDF_GEOMETRY_HPP_

#include <filesystem>
#include <string>
#include <vector>

#include "contact_sim/io/robot_description.hpp"

namespace contact_sim
{

/// The file that `name` of a mesh stands for in a URDF in `folder`; see read_urdf().
/// \throws std::runtime_error "expected …, found …" with the places that were searched, without the
///   place of the URDF
std::string resolve_mesh(const std::string & name, const std::filesystem::path & folder);

/// Replaces each cylinder that has spheres of its radius at both ends by the capsule that they are;
/// the spheres go. A bent rod may share a sphere between two cylinders.
void merge_capsules(std::vector<CollisionDescription> & collisions);

}  // namespace contact_sim

#endif  // IO__URDF_GEOMETRY_HPP_
