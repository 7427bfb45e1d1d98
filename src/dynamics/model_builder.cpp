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


#include "contact_sim/dynamics/model_builder.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dynamics/model_assembly.hpp"

namespace contact_sim
{

namespace
{

constexpr double kLargest = 1e12;  ///< of a coordinate [m]; as for inertias

[[noreturn]] void refuse(
  const std::string & what, const std::string & name,
  const std::string & why)
{
  throw std::invalid_argument("model: " + what + " '" + name + "': " + why);
}

template<typename Map>
std::vector<std::string> names_of(const Map & map)
{
  std::vector<std::string> names;
  for (const auto & entry : map) {
    names.push_back(entry.first);
  }
  return names;
}

/// Levenshtein's distance.
std::size_t distance(const std::string & a, const std::string & b)
{
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) {
    row[j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

std::string without_scope(const std::string & name)
{
  return name.substr(name.rfind('/') + 1);
}

void check_pose(const Joint & joint)
{
  const Eigen::Matrix3d & rotation = joint.pose.linear();
  const Eigen::Vector3d & translation = joint.pose.translation();
  if (!joint.pose.matrix().allFinite() || translation.cwiseAbs().maxCoeff() > kLargest) {
    refuse("joint", joint.name, "its pose is not made of numbers of at most 1e12");
  }
  const double error = (rotation.transpose() * rotation - Eigen::Matrix3d::Identity()).norm();
  if (error > 1e-6 || rotation.determinant() < 0.0) {
    refuse("joint", joint.name, "its pose is no rotation and translation");
  }
}

void check_axis(const Joint & joint)
{
  if (!has_axis(joint.type)) {
    return;
  }
  const double length = joint.axis.norm();
  if (!(length > 0.0) || !std::isfinite(length)) {
    refuse(
      "joint", joint.name, "its axis is zero or not finite; a " +
      std::string(to_string(joint.type)) + " joint needs a direction");
  }
}

void check_limits(const Joint & joint)
{
  const JointLimits & limits = joint.limits;
  if (!(limits.lower <= limits.upper)) {
    refuse(
      "joint", joint.name, "its lower limit " + std::to_string(limits.lower) +
      " is not at most its upper limit " + std::to_string(limits.upper));
  }
  if (limits.lower == limits.upper && std::isinf(limits.lower)) {
    refuse("joint", joint.name, "both of its limits are the same infinity");
  }
  const bool bounded = std::isfinite(limits.lower) || std::isfinite(limits.upper);
  if (bounded && joint.type != JointType::kRevolute && joint.type != JointType::kPrismatic) {
    refuse(
      "joint", joint.name, std::string("a ") + to_string(joint.type) +
      " joint has no position limits");
  }
  if (!(limits.velocity >= 0.0)) {
    refuse("joint", joint.name, "its velocity limit is negative or no number");
  }
  if (!(limits.effort >= 0.0)) {
    refuse("joint", joint.name, "its effort limit is negative or no number");
  }
}

void check_resistance(const Joint & joint)
{
  if (!(joint.damping >= 0.0) || !std::isfinite(joint.damping)) {
    refuse("joint", joint.name, "its damping is negative or not finite");
  }
  if (!(joint.friction >= 0.0) || !std::isfinite(joint.friction)) {
    refuse("joint", joint.name, "its friction is negative or not finite");
  }
}

void check_mimic(const Joint & joint)
{
  if (!joint.mimic) {
    return;
  }
  if (joint_nv(joint.type) != 1) {
    refuse(
      "joint", joint.name, std::string("a ") + to_string(joint.type) + " joint cannot mimic");
  }
  if (joint.mimic->leader == joint.name) {
    refuse("joint", joint.name, "it mimics itself");
  }
  if (!std::isfinite(joint.mimic->multiplier) || !std::isfinite(joint.mimic->offset)) {
    refuse("joint", joint.name, "the multiplier or offset of its mimic is not finite");
  }
}

}  // namespace

std::string scoped_name(const std::string & robot, const std::string & name)
{
  return robot.empty() ? name : robot + "/" + name;
}

std::string near_names(const std::string & name, const std::vector<std::string> & candidates)
{
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const std::string & candidate : candidates) {
    const std::size_t far = distance(name, candidate);
    const bool same_tail = without_scope(name) == without_scope(candidate);
    if (same_tail || far <= std::max<std::size_t>(2, name.size() / 3)) {
      ranked.emplace_back(same_tail ? 0 : far, candidate);
    }
  }
  std::sort(ranked.begin(), ranked.end());
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(5, ranked.size()); ++i) {
    text += (i == 0 ? "; near it: '" : ", '") + ranked[i].second + "'";
  }
  return text;
}

ModelBuilder::ModelBuilder()
{
  links_.push_back({kWorldLink, {}, -1, -1, {}});
  link_by_name_[kWorldLink] = 0;
}

void ModelBuilder::add_link(const std::string & name, const SpatialInertia & inertia)
{
  if (name.empty()) {
    throw std::invalid_argument("model: a link without a name");
  }
  if (has_link(name)) {
    refuse("link", name, "there is another one of this name");
  }
  const std::string reason = inertia.impossible_because();
  if (!reason.empty()) {
    refuse("link", name, "no body has its inertia: " + reason);
  }
  link_by_name_[name] = static_cast<int>(links_.size());
  links_.push_back({name, inertia, -1, -1, {}});
}

void ModelBuilder::check_ends(
  const Joint & joint, const std::string & parent_link, const std::string & child_link) const
{
  for (const std::string & link : {parent_link, child_link}) {
    if (!has_link(link)) {
      refuse(
        "joint", joint.name, "there is no link '" + link + "'" +
        near_names(link, names_of(link_by_name_)));
    }
  }
  const int child = link_by_name_.at(child_link);
  if (child == 0) {
    refuse("joint", joint.name, "the world cannot be a child");
  }
  if (links_[child].joint >= 0) {
    refuse(
      "joint", joint.name, "its child link '" + child_link + "' hangs on joint '" +
      joints_[links_[child].joint].name + "' already; close a loop with a loop constraint");
  }
  for (int link = link_by_name_.at(parent_link); link >= 0; link = links_[link].parent) {
    if (link == child) {
      refuse(
        "joint", joint.name, "its child link '" + child_link + "' carries its parent link '" +
        parent_link + "': a circle");
    }
  }
}

void ModelBuilder::add_joint(
  const Joint & joint, const std::string & parent_link, const std::string & child_link)
{
  if (joint.name.empty()) {
    throw std::invalid_argument("model: a joint without a name");
  }
  if (has_joint(joint.name)) {
    refuse("joint", joint.name, "there is another one of this name");
  }
  check_ends(joint, parent_link, child_link);
  check_pose(joint);
  check_axis(joint);
  check_limits(joint);
  check_resistance(joint);
  check_mimic(joint);
  const int index = static_cast<int>(joints_.size());
  const int parent = link_by_name_.at(parent_link);
  const int child = link_by_name_.at(child_link);
  joints_.push_back(joint);
  joint_by_name_[joint.name] = index;
  if (has_axis(joint.type)) {
    joints_.back().axis.normalize();
  }
  links_[child].parent = parent;
  links_[child].joint = index;
  links_[parent].children.push_back(child);
}

void ModelBuilder::set_gravity(const Eigen::Vector3d & gravity)
{
  if (!gravity.allFinite()) {
    throw std::invalid_argument("model: gravity is not a vector of finite numbers");
  }
  gravity_ = gravity;
}

Model ModelBuilder::build() const
{
  return ModelAssembly(*this).model();
}

}  // namespace contact_sim
