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


#include "contact_sim/io/mesh_file.hpp"

#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "assimp/Importer.hpp"
#include "io/collada_check.hpp"
#include "io/tokens.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Matrix4d;
using Eigen::Vector3d;

constexpr std::size_t kLongestReason = 200;  ///< [bytes] of assimp, which says back what it read

struct Soup
{
  std::vector<Vector3d> vertices;
  std::vector<std::array<int, 3>> triangles;
};

[[noreturn]] void refuse(const std::string & path, const std::string & what)
{
  throw std::runtime_error("mesh file '" + path + "': " + what);
}

std::string extension(const std::string & path)
{
  const std::size_t dot = path.find_last_of('.');
  const std::size_t slash = path.find_last_of('/');
  if (dot == std::string::npos || (slash != std::string::npos && dot < slash)) {
    return "";
  }
  std::string text = path.substr(dot + 1);
  std::transform(
    text.begin(), text.end(), text.begin(),
    [](unsigned char c) {return static_cast<char>(std::tolower(c));});
  return text;
}

void check_file(const std::string & path)
{
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    refuse(path, "it cannot be opened: check the path and that it may be read");
  }
  if (file.peek() == std::ifstream::traits_type::eof()) {
    refuse(path, "it is empty, or a folder");
  }
  const std::string format = extension(path);
  if (format != "stl" && format != "obj" && format != "dae") {
    refuse(path, "expected a name that ends in .stl, .obj or .dae, found '." + format + "'");
  }
  if (format == "dae") {
    check_collada(path);
  }
}

void check_scale(const Vector3d & scale)
{
  if (!scale.allFinite() || scale.cwiseAbs().minCoeff() == 0.0) {
    std::ostringstream text;
    text << "mesh file: the scale must be finite and not zero, is " << scale.transpose();
    throw std::invalid_argument(text.str());
  }
}

Matrix4d matrix(const aiMatrix4x4 & m)
{
  Matrix4d result;
  result << m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4, m.d1, m.d2,
    m.d3, m.d4;
  return result;
}

void add_mesh(const std::string & path, const aiMesh & mesh, const Matrix4d & X, Soup & soup)
{
  const int base = static_cast<int>(soup.vertices.size());
  for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
    const aiVector3D & v = mesh.mVertices[i];
    const Vector3d p(v.x, v.y, v.z);
    soup.vertices.push_back(X.topLeftCorner<3, 3>() * p + X.topRightCorner<3, 1>());
  }
  for (unsigned i = 0; i < mesh.mNumFaces; ++i) {
    const aiFace & face = mesh.mFaces[i];
    if (face.mNumIndices != 3) {
      continue;  // points and lines have no area to touch
    }
    std::array<int, 3> triangle;
    for (int k = 0; k < 3; ++k) {
      triangle[k] = base + static_cast<int>(face.mIndices[k]);
      if (!soup.vertices[triangle[k]].allFinite()) {
        refuse(
          path, "triangle " + std::to_string(soup.triangles.size()) + ", corner " +
          std::to_string(k) + ": a coordinate is not finite");
      }
    }
    soup.triangles.push_back(triangle);
  }
}

void add_node(
  const std::string & path, const aiScene & scene, const aiNode & node, const Matrix4d & X,
  Soup & soup)
{
  const Matrix4d here = X * matrix(node.mTransformation);
  for (unsigned i = 0; i < node.mNumMeshes; ++i) {
    add_mesh(path, *scene.mMeshes[node.mMeshes[i]], here, soup);
  }
  for (unsigned i = 0; i < node.mNumChildren; ++i) {
    add_node(path, scene, *node.mChildren[i], here, soup);
  }
}

Soup read_soup(const std::string & path)
{
  Assimp::Importer importer;
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const aiScene * scene = importer.ReadFile(path, aiProcess_Triangulate);
  if (scene == nullptr || scene->mRootNode == nullptr) {
    refuse(
      path, std::string("it cannot be read as ") + extension(path) + ": " +
      shortened(importer.GetErrorString(), kLongestReason));
  }
  Soup soup;
  add_node(path, *scene, *scene->mRootNode, Matrix4d::Identity(), soup);
  if (soup.triangles.empty()) {
    refuse(path, "there is no triangle in it");
  }
  return soup;
}

void apply_scale(const Vector3d & scale, Soup & soup)
{
  for (Vector3d & vertex : soup.vertices) {
    vertex = vertex.cwiseProduct(scale);
  }
  if (scale.prod() < 0.0) {
    for (std::array<int, 3> & triangle : soup.triangles) {
      std::swap(triangle[1], triangle[2]);
    }
  }
}

std::string report(const std::string & path, const TriangleMesh & mesh)
{
  std::ostringstream text;
  if (mesh.dropped_triangles > 0) {
    text << mesh.dropped_triangles << " of "
         << mesh.dropped_triangles + static_cast<int>(mesh.triangles.size())
         << " triangles have no area and were dropped, the first is triangle "
         << mesh.first_dropped << "; ";
  }
  if (!mesh.is_closed()) {
    text << "the mesh is open or not wound in one sense (" << mesh.boundary_edges
         << " boundary edges, " << mesh.nonmanifold_edges << " edges of more than two triangles, "
         << mesh.turned_edges << " between triangles wound against each other): it is taken as a "
         << (mesh.one_sided ? "surface with one side" : "thin surface with two sides") << "; ";
  }
  const std::string all = text.str();
  return all.empty() ? "" : "mesh file '" + path + "': " + all.substr(0, all.size() - 2);
}

}  // namespace

MeshFile read_mesh_file(
  const std::string & path, const Vector3d & scale, const MeshOptions & options)
{
  check_scale(scale);
  check_file(path);
  Soup soup = read_soup(path);
  apply_scale(scale, soup);
  MeshFile result;
  try {
    result.mesh = make_triangle_mesh(soup.vertices, soup.triangles, options);
  } catch (const std::invalid_argument & error) {
    refuse(path, error.what());
  }
  result.report = report(path, result.mesh);
  return result;
}

}  // namespace contact_sim
