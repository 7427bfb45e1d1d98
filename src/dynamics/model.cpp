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


#include "contact_sim/dynamics/model.hpp"

#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "contact_sim/dynamics/model_builder.hpp"

namespace contact_sim
{

namespace
{

int find(
  const std::unordered_map<std::string, int> & indices, const std::string & name,
  const std::string & what)
{
  const auto found = indices.find(name);
  if (found != indices.end()) {
    return found->second;
  }
  std::vector<std::string> names;
  for (const auto & entry : indices) {
    names.push_back(entry.first);
  }
  throw std::invalid_argument(
          "model: no " + what + " '" + name + "' among " + std::to_string(names.size()) +
          near_names(name, names));
}

}  // namespace

Model::Model()
: links_(1), link_by_name_{{kWorldLink, 0}}, parent_{-1}, subtree_end_{1}, joints_(1),
  type_{JointType::kFixed}, mimic_(1), first_q_{0, 0}, first_v_{0, 0},
  joint_rotation_{Eigen::Matrix3d::Identity()}, joint_translation_{Eigen::Vector3d::Zero()},
  inertia_(1), mass_{0.0}, first_moment_{Eigen::Vector3d::Zero()},
  rotational_{Eigen::Matrix3d::Zero()},
  body_link_{0}, last_dof_{-1}, row_begin_{0}
{
  links_[0].name = kWorldLink;
}

Model Model::with_gravity(const Eigen::Vector3d & gravity) const
{
  if (!gravity.allFinite()) {
    throw std::invalid_argument("model: gravity is not a vector of finite numbers");
  }
  Model copy = *this;
  copy.gravity_ = gravity;
  return copy;
}

Eigen::VectorXd Model::neutral() const
{
  Eigen::VectorXd q = Eigen::VectorXd::Zero(nq_);
  for (int body = 1; body < body_count(); ++body) {
    if (type_[body] == JointType::kSpherical || type_[body] == JointType::kFloating) {
      q[first_q_[body + 1] - 1] = 1.0;
    }
  }
  return q;
}

int Model::link_index(const std::string & name) const
{
  return find(link_by_name_, name, "link");
}

int Model::body_index(const std::string & joint) const
{
  return find(body_by_joint_, joint, "moving joint");
}

bool Model::has_link(const std::string & name) const
{
  return link_by_name_.count(name) != 0;
}

bool Model::has_joint(const std::string & name) const
{
  return body_by_joint_.count(name) != 0;
}

std::string Model::dof_name(int dof) const
{
  const int body = dof_body_[dof];
  const std::string & name = joints_[body].name;
  return body_nv(body) == 1 ? name : name + "[" + std::to_string(dof - first_v_[body]) + "]";
}

}  // namespace contact_sim
