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
#ifndef COLLISION__MESH_PIECE_HPP_
#define COLLISION__MESH_PIECE_HPP_

#include <Eigen/Core>

#include <vector>

#include "contact_sim/collision/triangle_mesh.hpp"

namespace contact_sim
{

/// The flat patches and ridges of a surface around a point.
class Surroundings
{
public:
  struct Patch
  {
    int number;
    int triangle;             ///< the nearest of its triangles
    Eigen::Vector3d nearest;  ///< to the point
    double distance;
  };

  /// Returns false, quickly for meshes of few ridges, where no ridge is within the radius.
  bool find(const TriangleMesh & mesh, const Eigen::Vector3d & point, double radius);

  const std::vector<Patch> & patches() const {return patches_;}  ///< ascending
  const std::vector<int> & ridges() const {return ridges_;}      ///< ascending
  const Patch * patch(int number) const;

private:
  void add(const TriangleMesh & mesh, int triangle, const Eigen::Vector3d & p, double radius);

  std::vector<Patch> patches_;
  std::vector<int> ridges_;
};

/// Patches that bound one convex piece of the solid.
class MeshPiece
{
public:
  static constexpr int kCapacity = 8;

  /// From the patches at the point, over ridges: all that can be joined.
  MeshPiece(const TriangleMesh & mesh, const Surroundings & near, double at_point);

  int size() const {return count_;}
  const Surroundings::Patch & operator[](int i) const {return *patches_[i];}

private:
  bool has(int number) const;
  bool add(const Surroundings::Patch * patch);
  bool is_behind(const Surroundings::Patch & x, const Surroundings::Patch & y) const;

  const TriangleMesh & mesh_;
  const Surroundings::Patch * patches_[kCapacity];
  int count_{0};
};

}  // namespace contact_sim

#endif  // COLLISION__MESH_PIECE_HPP_
