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


#include "contact_sim/dynamics/joint.hpp"

#include <stdexcept>
#include <string>

namespace contact_sim
{

namespace
{

constexpr JointType kTypes[] = {
  JointType::kFixed, JointType::kRevolute, JointType::kContinuous, JointType::kPrismatic,
  JointType::kPlanar, JointType::kSpherical, JointType::kFloating};

}  // namespace

const char * to_string(JointType type)
{
  switch (type) {
    case JointType::kFixed: return "fixed";
    case JointType::kRevolute: return "revolute";
    case JointType::kContinuous: return "continuous";
    case JointType::kPrismatic: return "prismatic";
    case JointType::kPlanar: return "planar";
    case JointType::kSpherical: return "spherical";
    case JointType::kFloating: return "floating";
  }
  return "unknown";
}

JointType joint_type_from_string(const std::string & name)
{
  std::string known;
  for (const JointType type : kTypes) {
    if (name == to_string(type)) {
      return type;
    }
    known += std::string(known.empty() ? "" : ", ") + to_string(type);
  }
  throw std::invalid_argument("no joint type '" + name + "'; there are: " + known);
}

Eigen::Matrix<double, 3, 2> planar_axes(const Eigen::Vector3d & normal)
{
  const auto turn = Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitZ(), normal);
  // Near -z that rotation is perpendicular to some digits only.
  const Eigen::Vector3d near_x = turn * Eigen::Vector3d::UnitX();
  Eigen::Matrix<double, 3, 2> axes;
  axes.col(0) = (near_x - normal.dot(near_x) * normal).normalized();
  axes.col(1) = normal.cross(axes.col(0));
  return axes;
}

}  // namespace contact_sim
