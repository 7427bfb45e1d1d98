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

#include <algorithm>
#include <cmath>

#include "contact_sim/session/scene_messages.hpp"

namespace contact_sim
{

namespace
{

constexpr double kPointSize = 0.012;       ///< diameter of a contact point [m]
constexpr double kShaft = 0.006;           ///< diameter of an arrow [m]
constexpr double kHead = 0.014;            ///< diameter of its head [m]
constexpr double kShortestArrow = 1e-4;    ///< [m]; RViz complains of shorter ones
constexpr double kConeLine = 0.001;        ///< width [m]
constexpr double kHeatSize = 0.02;         ///< diameter: more than of a contact point [m]
constexpr int kConeEdges = 12;

const Eigen::Vector4f kStick(0.13F, 0.70F, 0.30F, 1.0F);
const Eigen::Vector4f kSlide(0.90F, 0.20F, 0.15F, 1.0F);
const Eigen::Vector4f kSeparate(0.60F, 0.60F, 0.60F, 1.0F);
const Eigen::Vector4f kNormal(0.16F, 0.42F, 0.90F, 1.0F);
const Eigen::Vector4f kCone(0.95F, 0.70F, 0.10F, 0.7F);
const Eigen::Vector4f kShallow(1.00F, 0.95F, 0.69F, 1.0F);
const Eigen::Vector4f kHalfDeep(0.96F, 0.54F, 0.12F, 1.0F);
const Eigen::Vector4f kDeep(0.70F, 0.00F, 0.18F, 1.0F);

const Eigen::Vector4f & colour_of(ContactState state)
{
  switch (state) {
    case ContactState::kStick: return kStick;
    case ContactState::kSlide: return kSlide;
    default: return kSeparate;
  }
}

/// \param part of the depth at which the heat is full, from 0 to 1
Eigen::Vector4f heat_of(double part)
{
  const bool is_shallow = part < 0.5;
  const Eigen::Vector4f & from = is_shallow ? kShallow : kHalfDeep;
  const Eigen::Vector4f & to = is_shallow ? kHalfDeep : kDeep;
  const auto weight = static_cast<float>(2.0 * part - (is_shallow ? 0.0 : 1.0));
  return from + weight * (to - from);
}

/// Writes over the markers of the last step, so that their memory is used again.
class MarkerList
{
public:
  MarkerList(const std::string & frame, std::vector<MarkerMessage> & markers)
  : frame_(frame), markers_(markers) {}
  ~MarkerList() {markers_.resize(count_);}

  MarkerMessage & add(const char * ns, int id, MarkerType type)
  {
    if (count_ == markers_.size()) {
      markers_.emplace_back();
    }
    MarkerMessage & marker = markers_[count_++];
    marker.header.frame_id = frame_;
    marker.ns = ns;
    marker.id = id;
    marker.type = type;
    marker.action = MarkerAction::kAdd;
    marker.scale.setZero();
    marker.color.setOnes();
    marker.points.clear();
    marker.colors.clear();
    return marker;
  }

  void add_arrow(
    const char * ns, int id, const Eigen::Vector3d & from, const Eigen::Vector3d & along,
    const Eigen::Vector4f & colour)
  {
    if (along.norm() < kShortestArrow) {
      return;
    }
    MarkerMessage & marker = add(ns, id, MarkerType::kArrow);
    marker.scale = Eigen::Vector3d(kShaft, kHead, 0.0);
    marker.color = colour;
    marker.points.push_back(from);
    marker.points.push_back(from + along);
  }

private:
  const std::string & frame_;
  std::vector<MarkerMessage> & markers_;
  std::size_t count_{0};
};

void add_points(const StepRecord & record, MarkerList & list)
{
  if (record.contacts.empty()) {
    return;
  }
  MarkerMessage & marker = list.add("contact_points", 0, MarkerType::kSphereList);
  marker.scale.setConstant(kPointSize);
  for (const ContactRecord & contact : record.contacts) {
    marker.points.push_back(contact.position);
    marker.colors.push_back(colour_of(contact.state));
  }
}

/// Lines from the contact to the rim of the cone at the height of the normal force, and the rim.
void add_cone(const ContactRecord & contact, double scale, MarkerMessage & marker)
{
  const Eigen::Vector3d t1 = contact.normal.unitOrthogonal();
  const Eigen::Vector3d t2 = contact.normal.cross(t1);
  const double height = contact.normal_force * scale;
  const auto rim = [&](int edge) -> Eigen::Vector3d {
      const double angle = 2.0 * M_PI * edge / kConeEdges;
      const Eigen::Vector3d outward = std::cos(angle) * t1 + std::sin(angle) * t2;
      return contact.position + height * (contact.normal + contact.friction * outward);
    };
  for (int edge = 0; edge < kConeEdges; ++edge) {
    marker.points.push_back(contact.position);
    marker.points.push_back(rim(edge));
    marker.points.push_back(rim(edge));
    marker.points.push_back(rim(edge + 1));
  }
}

void add_cones(const StepRecord & record, double scale, MarkerList & list)
{
  MarkerMessage * marker = nullptr;
  for (const ContactRecord & contact : record.contacts) {
    if (contact.normal_force > 0.0 && contact.friction > 0.0) {
      if (marker == nullptr) {
        marker = &list.add("friction_cones", 0, MarkerType::kLineList);
        marker->scale[0] = kConeLine;
        marker->color = kCone;
      }
      add_cone(contact, scale, *marker);
    }
  }
}

void add_penetration(const StepRecord & record, double full_depth, MarkerList & list)
{
  MarkerMessage * marker = nullptr;
  for (const ContactRecord & contact : record.contacts) {
    if (contact.gap < 0.0) {
      if (marker == nullptr) {
        marker = &list.add("penetration", 0, MarkerType::kSphereList);
        marker->scale.setConstant(kHeatSize);
      }
      marker->points.push_back(contact.position);
      marker->colors.push_back(heat_of(std::min(1.0, -contact.gap / full_depth)));
    }
  }
}

}  // namespace

void contact_markers(
  const StepRecord & record, const MarkerSettings & settings, const std::string & world_frame,
  std::vector<MarkerMessage> & markers)
{
  MarkerList list(world_frame, markers);
  list.add("", 0, MarkerType::kArrow).action = MarkerAction::kDeleteAll;
  add_points(record, list);
  int id = 0;
  for (const ContactRecord & contact : record.contacts) {
    list.add_arrow(
      "normal_forces", id, contact.position,
      settings.force_scale * contact.normal_force * contact.normal, kNormal);
    list.add_arrow(
      "friction_forces", id, contact.position, settings.force_scale * contact.friction_force,
      colour_of(contact.state));
    ++id;
  }
  if (settings.shows_cones) {
    add_cones(record, settings.force_scale, list);
  }
  if (settings.full_penetration > 0.0) {
    add_penetration(record, settings.full_penetration, list);
  }
}

}  // namespace contact_sim
