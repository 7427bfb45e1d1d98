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


#include <Eigen/Core>

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "dynamics/model_assembly.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Sine of the angle under which two axes count as parallel, or three as in one plane: the mass
/// matrix would have a pivot of the order of its square.
constexpr double kParallel = 1e-4;
constexpr double kSamePlace = 1e-6;  ///< distance of parallel axes that count as one [m]

/// True where the two columns, unit axes of one kind, are independent.
bool crossing(const Vector3d & a, const Vector3d & b)
{
  return a.cross(b).norm() > kParallel;
}

bool independent(const std::vector<Vector3d> & axes)
{
  switch (axes.size()) {
    case 0:
    case 1: return true;
    case 2: return crossing(axes[0], axes[1]);
    case 3: return std::abs(axes[0].cross(axes[1]).dot(axes[2])) > kParallel;
    default: return false;
  }
}

/// The joints between a body at rest and a body with mass, seen from the first of them.
class Run
{
public:
  Run(const Model & model, const std::vector<int> & bodies)
  : model_(model), bodies_(bodies) {}

  /// True where in every position no motion of the joints leaves the last body at rest.
  bool is_independent() const
  {
    return is_one_turning_pair() || (angular_independent() && linear_independent());
  }

private:
  int nv(int i) const {return model_.body_nv(bodies_[i]);}

  /// Two parallel axes at a distance, with nothing else: both are fixed in the body between.
  bool is_one_turning_pair() const
  {
    if (bodies_.size() != 2 || nv(0) != 1 || nv(1) != 1) {
      return false;
    }
    const int first = model_.first_v(bodies_[0]), second = model_.first_v(bodies_[1]);
    const Vector3d axis = model_.dof_axis(first);
    const Vector3d offset = model_.joint_translation(bodies_[1]);
    return model_.dof_is_angular(first) && model_.dof_is_angular(second) &&
           !crossing(axis, model_.joint_rotation(bodies_[1]) * model_.dof_axis(second)) &&
           axis.cross(offset).norm() > kSamePlace;
  }

  /// The axes of three turning joints may come into one plane, those of two keep their angle.
  bool angular_independent() const
  {
    std::vector<Vector3d> axes;
    int turning = 0;
    Matrix3d rotation = Matrix3d::Identity();
    for (const int body : bodies_) {
      rotation = rotation * model_.joint_rotation(body);
      turning += append(body, true, rotation, axes);
    }
    return turning <= 1 || (turning == 2 && axes.size() == 2 && independent(axes));
  }

  /// The directions of slides keep their angles where nothing turns between them.
  bool linear_independent() const
  {
    std::vector<Vector3d> axes, turned;
    Matrix3d rotation = Matrix3d::Identity();
    bool turned_after_slide = false;
    for (const int body : bodies_) {
      rotation = rotation * model_.joint_rotation(body);
      if (append(body, false, rotation, axes) && turned_after_slide) {
        return false;
      }
      turned_after_slide |= append(body, true, rotation, turned) && !axes.empty();
    }
    return independent(axes);
  }

  bool append(
    int body, bool angular, const Matrix3d & rotation, std::vector<Vector3d> & axes) const
  {
    const std::size_t before = axes.size();
    for (int dof = model_.first_v(body); dof < model_.first_v(body) + model_.body_nv(body); ++dof) {
      if (model_.dof_is_angular(dof) == angular) {
        axes.push_back(rotation * model_.dof_axis(dof));
      }
    }
    return axes.size() > before;
  }

  const Model & model_;
  const std::vector<int> & bodies_;
};

/// Where some body with mass below `body` is held by independent joints alone, all on the way to it
/// move mass whenever they move: true, and they are marked.
bool hold(const Model & model, int body, std::vector<char> & held)
{
  for (int end = body + 1; end < model.subtree_end(body); ++end) {
    std::vector<int> way;
    for (int b = end; b != model.parent(body); b = model.parent(b)) {
      way.insert(way.begin(), b);
    }
    if (model.mass(end) > 0.0 && Run(model, way).is_independent()) {
      for (const int b : way) {
        held[b] = true;
      }
      return true;
    }
  }
  return false;
}

}  // namespace

void check_massless_bodies(const Model & model)
{
  std::vector<char> held(model.body_count(), false);
  for (int body = 1; body < model.body_count(); ++body) {
    held[body] = held[body] || model.mass(body) > 0.0;
    if (!held[body] && !hold(model, body, held)) {
      throw std::invalid_argument(
              "model: link '" + model.link(model.body_link(body)).name + "' moves by the joint '" +
              model.joint(body).name + "' without mass, and nothing that it carries has mass and "
              "moves with it in every position; give it an inertia, or make the joint fixed");
    }
  }
}

}  // namespace contact_sim
