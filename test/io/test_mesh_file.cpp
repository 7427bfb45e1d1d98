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


#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <cmath>
#include <stdexcept>
#include <string>

#include "contact_sim/io/mesh_file.hpp"

namespace contact_sim
{

using Eigen::Vector3d;

namespace
{

std::string path_of(const std::string & name)
{
  return std::string(CONTACT_SIM_TEST_DATA) + "/meshes/" + name;
}

/// What the reader says of a file that it refuses.
std::string refusal(const std::string & name)
{
  try {
    read_mesh_file(path_of(name));
  } catch (const std::runtime_error & error) {
    EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
    return error.what();
  }
  return "not refused";
}

bool has(const std::string & text, const std::string & part)
{
  return text.find(part) != std::string::npos;
}

void expect_unit_cube(const TriangleMesh & mesh, const Vector3d & low)
{
  EXPECT_EQ(mesh.vertices.size(), 8u);
  EXPECT_EQ(mesh.triangles.size(), 12u);
  EXPECT_TRUE(mesh.is_closed());
  EXPECT_EQ(mesh.patch_count(), 6);
  // Floats of order 1.
  EXPECT_LT((mesh.bounds.min() - low).norm(), 1e-6);
  EXPECT_LT((mesh.bounds.max() - low - Vector3d::Ones()).norm(), 1e-6);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    EXPECT_GT(mesh.normals[t].dot(mesh.corner(static_cast<int>(t), 0) - mesh.centre), 0.4);
  }
}

}  // namespace

/// Found by fuzzing: assimp says the whole file back.
TEST(MeshFile, that_is_no_mesh_is_refused_in_a_few_words)
{
  EXPECT_LT(refusal("no_format.stl").size(), 600u);
}

TEST(MeshFile, reads_stl_obj_and_collada)
{
  for (const char * name : {"cube.stl", "cube_binary.stl", "cube.obj"}) {
    const MeshFile file = read_mesh_file(path_of(name));
    expect_unit_cube(file.mesh, Vector3d::Zero());
    EXPECT_EQ(file.report, "") << name;
  }
  // Millimetres are applied, the up axis is not: nodes keep their place.
  expect_unit_cube(read_mesh_file(path_of("cube_mm_y_up.dae")).mesh, Vector3d(0.0, 0.0, 2.0));
}

TEST(MeshFile, scales_and_mirrors)
{
  const TriangleMesh mesh =
    read_mesh_file(path_of("cube.stl"), Vector3d(-2.0, 0.5, 3.0)).mesh;
  EXPECT_LT((mesh.bounds.min() - Vector3d(-2.0, 0.0, 0.0)).norm(), 1e-12);
  EXPECT_LT((mesh.bounds.max() - Vector3d(0.0, 0.5, 3.0)).norm(), 1e-12);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    EXPECT_GT(mesh.normals[t].dot(mesh.corner(static_cast<int>(t), 0) - mesh.centre), 0.1);
  }
  EXPECT_THROW(read_mesh_file(path_of("cube.stl"), Vector3d::Zero()), std::invalid_argument);
  EXPECT_THROW(
    read_mesh_file(path_of("cube.stl"), Vector3d(1.0, std::nan(""), 1.0)), std::invalid_argument);
}

TEST(MeshFile, that_is_open_is_a_surface_and_says_what_was_dropped)
{
  const MeshFile file = read_mesh_file(path_of("open_with_splinters.stl"));
  EXPECT_EQ(file.mesh.triangles.size(), 10u);
  EXPECT_FALSE(file.mesh.is_closed());
  EXPECT_FALSE(file.mesh.one_sided);
  EXPECT_TRUE(has(file.report, "2 of 12 triangles")) << file.report;
  EXPECT_TRUE(has(file.report, "the first is triangle 10")) << file.report;
  EXPECT_TRUE(has(file.report, "4 boundary edges")) << file.report;
  EXPECT_TRUE(has(file.report, "open_with_splinters.stl")) << file.report;
}

TEST(MeshFile, that_cannot_be_used_says_why)
{
  EXPECT_TRUE(has(refusal("missing.stl"), "cannot be opened"));
  EXPECT_TRUE(has(refusal("empty.stl"), "empty"));
  EXPECT_TRUE(has(refusal("not_a_mesh.txt"), ".stl, .obj or .dae"));
  EXPECT_TRUE(has(refusal("broken.dae"), "cannot be read as dae"));
  // assimp never came back from this one, and took all memory.
  const std::string not_an_index = refusal("not_an_index.dae");
  EXPECT_TRUE(has(not_an_index, "line 13")) << not_an_index;
  EXPECT_TRUE(has(not_an_index, "found '1e-300'")) << not_an_index;
  // Memory for as many numbers was taken.
  EXPECT_TRUE(has(refusal("count_too_large.dae"), "line 7: <float_array>: expected a count"));
  EXPECT_TRUE(has(refusal("count_too_large.dae"), "found 2147483647"));
  // assimp read beyond the end of the array.
  EXPECT_TRUE(has(refusal("count_not_a_number.dae"), "line 8: <float_array>: expected a whole"));
  EXPECT_TRUE(has(refusal("no_area.stl"), "none of the 1 triangles has an area"));
  const std::string not_a_number = refusal("not_a_number.stl");
  EXPECT_TRUE(has(not_a_number, "triangle 3")) << not_a_number;
  EXPECT_NE(refusal("no_triangles.stl"), "not refused");
}

}  // namespace contact_sim
