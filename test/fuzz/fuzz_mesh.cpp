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

#include <string>

#include "contact_sim/collision/convex_hull.hpp"
#include "contact_sim/io/mesh_file.hpp"
#include "fuzz/fuzz_target.hpp"

#if defined(__SANITIZE_ADDRESS__)
/// Assimp forgets what it has read of a file when it comes on a mistake (seen in its reader of OBJ
/// and COLLADA): not ours, and no more than the file is long.
extern "C" const char * __lsan_default_suppressions()
{
  return "leak:libassimp.so\n";
}
#endif

namespace contact_sim::fuzz
{

/// An input is read as each of the three formats: a user may give a file a wrong name.
void try_input(const std::string & input)
{
  for (const char * ending : {".stl", ".obj", ".dae"}) {
    const std::string path = as_file(input, ending);
    MeshFile file;
    if (!is_taken(Place::kName, path, [&] {file = read_mesh_file(path);})) {
      continue;
    }
    if (file.mesh.triangles.empty()) {
      fail("a mesh without triangles was taken");
    }
    for (const Eigen::Vector3d & vertex : file.mesh.vertices) {
      if (!vertex.allFinite()) {
        fail("a vertex that is not finite was taken");
      }
    }
    // What moves is its hull; a flat mesh has none.
    is_taken(Place::kNone, path, [&] {make_convex(file.mesh.vertices);});
  }
}

}  // namespace contact_sim::fuzz
