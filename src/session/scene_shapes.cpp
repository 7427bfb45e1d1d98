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

#include "contact_sim/session/scene_shapes.hpp"

#include <array>

#include "contact_sim/collision/height_field.hpp"
#include "contact_sim/collision/triangle_mesh.hpp"

namespace contact_sim
{

namespace
{

constexpr double kGroundSize = 20.0;        ///< edge of the square that stands for a plane [m]
constexpr double kGroundThickness = 0.01;   ///< [m]

const Eigen::Vector4f kGround(0.62F, 0.64F, 0.66F, 1.0F);
const Eigen::Vector4f kFixed(0.50F, 0.52F, 0.55F, 1.0F);
/// Of bodies that the scenario gives no colour, in turn: neighbours are to differ.
const std::array<Eigen::Vector4f, 6> kBodies{
  Eigen::Vector4f(0.36F, 0.55F, 0.76F, 1.0F), Eigen::Vector4f(0.85F, 0.62F, 0.36F, 1.0F),
  Eigen::Vector4f(0.48F, 0.66F, 0.50F, 1.0F), Eigen::Vector4f(0.72F, 0.52F, 0.66F, 1.0F),
  Eigen::Vector4f(0.80F, 0.74F, 0.46F, 1.0F), Eigen::Vector4f(0.45F, 0.66F, 0.70F, 1.0F)};

/// Where a shape is, and what it belongs to.
struct Place
{
  std::string frame;
  std::string ns;
  Eigen::Isometry3d pose{Eigen::Isometry3d::Identity()};  ///< in the frame
  Eigen::Vector4f colour;
};

class ShapeMarkers
{
public:
  ShapeMarkers(const Place & place, int first_id, std::vector<MarkerMessage> & markers)
  : place_(place), id_(first_id), markers_(markers) {}

  void operator()(const HalfSpace &)
  {
    const Eigen::Vector3d below(0.0, 0.0, -0.5 * kGroundThickness);
    add(MarkerType::kCube, {kGroundSize, kGroundSize, kGroundThickness}, below);
  }
  void operator()(const Box & box) {add(MarkerType::kCube, 2.0 * box.half_sizes);}
  void operator()(const Sphere & sphere) {add_ball(sphere.radius, 0.0);}
  void operator()(const Cylinder & cylinder)
  {
    add_cylinder(cylinder.radius, cylinder.half_length);
  }
  void operator()(const Capsule & capsule)
  {
    if (capsule.half_length > 0.0) {
      add_cylinder(capsule.radius, capsule.half_length);
      add_ball(capsule.radius, -capsule.half_length);
    }
    add_ball(capsule.radius, capsule.half_length);
  }
  void operator()(const std::shared_ptr<const ConvexMesh> & mesh)
  {
    MarkerMessage & marker = add_triangles();
    for (int face = 0; face < mesh->face_count(); ++face) {
      const int * corners = &mesh->face_vertices[mesh->face_first[face]];
      for (int i = 2; i < mesh->face_size(face); ++i) {
        for (const int corner : {corners[0], corners[i - 1], corners[i]}) {
          marker.points.push_back(mesh->vertices[corner]);
        }
      }
    }
  }
  void operator()(const std::shared_ptr<const TriangleMesh> & mesh) {add_mesh(*mesh);}
  void operator()(const std::shared_ptr<const HeightField> & field) {add_mesh(field->surface);}

private:
  MarkerMessage & add(
    MarkerType type, const Eigen::Vector3d & scale,
    const Eigen::Vector3d & offset = Eigen::Vector3d::Zero())
  {
    MarkerMessage & marker = markers_.emplace_back();
    marker.header.frame_id = place_.frame;
    marker.ns = place_.ns;
    marker.id = id_++;
    marker.type = type;
    marker.position = place_.pose * offset;
    marker.orientation = Eigen::Quaterniond(place_.pose.linear());
    marker.scale = scale;
    marker.color = place_.colour;
    marker.is_frame_locked = true;
    return marker;
  }

  void add_ball(double radius, double along)
  {
    add(MarkerType::kSphere, Eigen::Vector3d::Constant(2.0 * radius), {0.0, 0.0, along});
  }

  void add_cylinder(double radius, double half_length)
  {
    add(MarkerType::kCylinder, {2.0 * radius, 2.0 * radius, 2.0 * half_length});
  }

  MarkerMessage & add_triangles() {return add(MarkerType::kTriangleList, {1.0, 1.0, 1.0});}

  void add_mesh(const TriangleMesh & mesh)
  {
    MarkerMessage & marker = add_triangles();
    for (std::size_t triangle = 0; triangle < mesh.triangles.size(); ++triangle) {
      for (int i = 0; i < 3; ++i) {
        marker.points.push_back(mesh.corner(static_cast<int>(triangle), i));
      }
    }
  }

  const Place & place_;
  int id_;
  std::vector<MarkerMessage> & markers_;
};

/// The first visual's, as it is written in the URDF.
const Eigen::Vector4d * urdf_colour(const BuiltScenario & scenario, const std::string & link)
{
  for (const PlacedRobot & robot : scenario.robots) {
    for (const LinkDescription & described : robot.description.links) {
      if (link == (robot.name.empty() ? "" : robot.name + "/") + described.name &&
        !described.visuals.empty() && described.visuals.front().colour)
      {
        return &*described.visuals.front().colour;
      }
    }
  }
  return nullptr;
}

Eigen::Vector4f colour_of(
  const BuiltScenario & scenario, const Geometry & geometry, const std::string & link)
{
  const std::string body = link.substr(0, link.find('/'));
  const auto given = scenario.colours.find(body);
  if (given != scenario.colours.end()) {
    return given->second.cast<float>();
  }
  if (const Eigen::Vector4d * colour = urdf_colour(scenario, link)) {
    return colour->cast<float>();
  }
  return geometry.body == kWorldBody ? kFixed : kBodies[geometry.link % kBodies.size()];
}

Place place_of(
  const BuiltScenario & scenario, const SceneNames & names, const Geometry & geometry,
  const std::string & world_frame)
{
  const Model & model = scenario.world->model;
  Place place{world_frame, "ground", geometry.X_BG, kGround};
  const bool has_link = geometry.link >= 0 &&
    (model.link(geometry.link).parent >= 0 || model.link(geometry.link).body != 0);
  if (has_link) {
    const NamedLink link = names.named_link(model, geometry.link);
    place.frame = link.frame;
    place.ns = link.name;
    place.pose = model.link(geometry.link).pose.inverse() * geometry.X_BG;
    place.colour = colour_of(scenario, geometry, model.link(geometry.link).name);
  }
  return place;
}

}  // namespace

std::vector<MarkerMessage> scene_markers(
  const BuiltScenario & scenario, const SceneNames & names, const std::string & world_frame)
{
  const CollisionScene & scene = scenario.world->scene;
  std::vector<MarkerMessage> markers;
  for (int i = 0; i < scene.size(); ++i) {
    const Geometry & geometry = scene.geometry(i);
    if (geometry.link < 0 || !names.is_of_only_robot(scenario.world->model, geometry.link)) {
      const Place place = place_of(scenario, names, geometry, world_frame);
      std::visit(ShapeMarkers(place, static_cast<int>(markers.size()), markers), geometry.shape);
    }
  }
  return markers;
}

}  // namespace contact_sim
