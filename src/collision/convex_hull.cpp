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


#include "contact_sim/collision/convex_hull.hpp"

#include <Eigen/Dense>

#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

extern "C" {
#include "libqhull_r/libqhull_r.h"
#include "libqhull_r/qhull_ra.h"
}

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;

/// Thinner than this part of the longest extent is flat.
constexpr double kFlat = 1e-7;

/// The extents along the principal axes, ascending.
Vector3d extents(const std::vector<Vector3d> & points)
{
  Vector3d mean = Vector3d::Zero();
  for (const Vector3d & p : points) {
    mean += p / static_cast<double>(points.size());
  }
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (const Vector3d & p : points) {
    spread += (p - mean) * (p - mean).transpose();
  }
  const Eigen::Matrix3d axes =
    Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(spread).eigenvectors();
  Eigen::AlignedBox3d box;
  for (const Vector3d & p : points) {
    box.extend(axes.transpose() * (p - mean));
  }
  return box.sizes();
}

[[noreturn]] void refuse(const std::vector<Vector3d> & points, const std::string & what)
{
  std::ostringstream message;
  message << "convex hull of " << points.size() << " points: " << what;
  throw std::invalid_argument(message.str());
}

/// Returns the size of the cloud.
double check(const std::vector<Vector3d> & points)
{
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!points[i].allFinite()) {
      refuse(points, "point " + std::to_string(i) + " is not finite");
    }
  }
  if (points.size() < 4) {
    refuse(points, "expected at least 4");
  }
  Vector3d sizes = extents(points);
  std::sort(sizes.data(), sizes.data() + 3);
  if (!(sizes[0] > kFlat * sizes[2])) {
    std::ostringstream text;
    text << "they lie in one plane: " << sizes[2] << " m x " << sizes[1] << " m x " << sizes[0]
         << " m along their own axes";
    refuse(points, text.str());
  }
  return sizes.norm();
}

/// qhull's state, and what it would print.
class Qhull
{
public:
  Qhull(const std::vector<Vector3d> & points, double tolerance)
  : messages_(open_memstream(&text_, &length_))
  {
    qh_zero(&qh_, messages_);
    std::vector<coordT> coordinates;
    for (const Vector3d & p : points) {
      coordinates.insert(coordinates.end(), p.data(), p.data() + 3);
    }
    std::ostringstream command;
    // Merges facets whose centres are this close to each other's planes.
    command << "qhull C" << tolerance;
    std::string options = command.str();
    failed_ = qh_new_qhull(
      &qh_, 3, static_cast<int>(points.size()), coordinates.data(), False, options.data(), nullptr,
      messages_) != 0;
    base_ = coordinates.data();
    coordinates_ = std::move(coordinates);
  }

  ~Qhull()
  {
    qh_freeqhull(&qh_, !qh_ALL);
    int current = 0;
    int total = 0;
    qh_memfreeshort(&qh_, &current, &total);
    fclose(messages_);
    free(text_);
  }

  Qhull(const Qhull &) = delete;
  Qhull & operator=(const Qhull &) = delete;

  bool failed() const {return failed_;}

  std::string messages()
  {
    fflush(messages_);
    const std::string text = text_ == nullptr ? "" : text_;
    return text.substr(0, text.find('\n'));
  }

  /// The points of each facet, in no order, and its outward normal.
  std::vector<std::pair<std::vector<int>, Vector3d>> facets() const
  {
    std::vector<std::pair<std::vector<int>, Vector3d>> result;
    for (facetT * facet = qh_.facet_list; facet != nullptr && facet->next != nullptr;
      facet = facet->next)
    {
      std::vector<int> points;
      for (void ** entry = reinterpret_cast<void **>(&facet->vertices->e[0].p); *entry != nullptr;
        ++entry)
      {
        const vertexT * vertex = static_cast<vertexT *>(*entry);
        points.push_back(static_cast<int>((vertex->point - base_) / 3));
      }
      const Vector3d normal(facet->normal[0], facet->normal[1], facet->normal[2]);
      result.emplace_back(std::move(points), normal);
    }
    return result;
  }

private:
  char * text_{nullptr};
  std::size_t length_{0};
  FILE * messages_;
  mutable qhT qh_;
  std::vector<coordT> coordinates_;
  const coordT * base_{nullptr};
  bool failed_{false};
};

/// Counterclockwise around the normal: a facet is convex, so its corners go by angle.
void sort_corners(
  const std::vector<Vector3d> & points, const Vector3d & normal, std::vector<int> & corners)
{
  Vector3d centre = Vector3d::Zero();
  for (const int i : corners) {
    centre += points[i] / static_cast<double>(corners.size());
  }
  const Vector3d u = normal.unitOrthogonal();
  const Vector3d v = normal.cross(u);
  const auto angle = [&](int i) {
      return std::atan2(v.dot(points[i] - centre), u.dot(points[i] - centre));
    };
  std::sort(
    corners.begin(), corners.end(), [&](int i, int j) {
      return std::make_pair(angle(i), i) < std::make_pair(angle(j), j);
    });
}

}  // namespace

ConvexMesh make_convex(const std::vector<Vector3d> & points)
{
  const double size = check(points);
  Qhull hull(points, kFlat * size);
  if (hull.failed()) {
    refuse(points, "qhull says: " + hull.messages());
  }
  // Only the corners, numbered as the points were: the same points give the same mesh.
  std::vector<int> number(points.size(), -1);
  auto facets = hull.facets();
  std::vector<std::vector<int>> faces;
  for (auto & [corners, normal] : facets) {
    sort_corners(points, normal, corners);
    for (const int i : corners) {
      number[i] = 0;
    }
  }
  std::vector<Vector3d> vertices;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (number[i] == 0) {
      number[i] = static_cast<int>(vertices.size());
      vertices.push_back(points[i]);
    }
  }
  for (auto & [corners, normal] : facets) {
    for (int & i : corners) {
      i = number[i];
    }
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    faces.push_back(std::move(corners));
  }
  std::sort(faces.begin(), faces.end());
  return make_convex_from_faces(vertices, faces);
}

}  // namespace contact_sim
