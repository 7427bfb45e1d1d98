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


#ifndef CONTACT_SIM__IO__MESH_FILE_HPP_
#define CONTACT_SIM__IO__MESH_FILE_HPP_

#include <Eigen/Core>

#include <string>

#include "contact_sim/collision/triangle_mesh.hpp"

namespace contact_sim
{

/// A mesh and what there is to say about it.
struct MeshFile
{
  TriangleMesh mesh;
  std::string report;  ///< empty where the mesh is closed and nothing was dropped
};

/// Reads STL, OBJ or Collada; all meshes of the file become one, in the file's own frame (URDF's
/// convention: a Collada file's up axis is not applied, its unit is). The coordinates are
/// multiplied by `scale`, which may mirror.
///
/// Triangles without area are dropped and counted in the report; an open mesh is a surface, and the
/// report says so.
/// \throws std::runtime_error with the path, and the triangle where there is one, for a file that
///   is missing, of another format, empty, or has a number that is not finite
/// \throws std::invalid_argument for a scale that is zero or not finite
MeshFile read_mesh_file(
  const std::string & path, const Eigen::Vector3d & scale = Eigen::Vector3d::Ones(),
  const MeshOptions & options = {});

}  // namespace contact_sim

#endif  // CONTACT_SIM__IO__MESH_FILE_HPP_
