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

#include <algorithm>
#include <vector>

#include "contact_sim/session/scene_messages.hpp"

namespace contact_sim
{

namespace
{

StepRecord record_with_gaps(const std::vector<double> & gaps)
{
  StepRecord record;
  for (const double gap : gaps) {
    ContactRecord contact;
    contact.position = Eigen::Vector3d(static_cast<double>(record.contacts.size()), 0.0, 0.0);
    contact.normal = Eigen::Vector3d::UnitZ();
    contact.friction_force.setZero();
    contact.sliding_velocity.setZero();
    contact.gap = gap;
    record.contacts.push_back(contact);
  }
  return record;
}

/// Null where there is none.
const MarkerMessage * penetration_in(const std::vector<MarkerMessage> & markers)
{
  const auto found = std::find_if(
    markers.begin(), markers.end(),
    [](const MarkerMessage & marker) {return marker.ns == "penetration";});
  return found == markers.end() ? nullptr : &*found;
}

std::vector<MarkerMessage> markers_of(const std::vector<double> & gaps, double full_penetration)
{
  MarkerSettings settings;
  settings.full_penetration = full_penetration;
  std::vector<MarkerMessage> markers;
  contact_markers(record_with_gaps(gaps), settings, "world", markers);
  return markers;
}

}  // namespace

TEST(ContactMarkers, colour_the_points_that_penetrate_and_no_others)
{
  const auto markers = markers_of({1e-3, -1e-6, 0.0, -2e-6}, 1e-5);
  const MarkerMessage * penetration = penetration_in(markers);
  ASSERT_NE(penetration, nullptr);
  ASSERT_EQ(penetration->points.size(), 2u);
  EXPECT_EQ(penetration->points[0].x(), 1.0);
  EXPECT_EQ(penetration->points[1].x(), 3.0);
}

TEST(ContactMarkers, are_hotter_where_it_is_deeper_up_to_the_full_depth)
{
  const auto markers = markers_of({-1e-7, -4e-6, -8e-6, -1e-5, -1.0}, 1e-5);
  const MarkerMessage * penetration = penetration_in(markers);
  ASSERT_NE(penetration, nullptr);
  const auto & colours = penetration->colors;
  ASSERT_EQ(colours.size(), 5u);
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_LT(colours[i][1], colours[i - 1][1]) << "less green, from yellow to red";
  }
  EXPECT_EQ(colours[4], colours[3]) << "beyond the full depth nothing is hotter";
}

TEST(ContactMarkers, show_no_penetration_unless_asked)
{
  EXPECT_EQ(penetration_in(markers_of({-1e-3}, 0.0)), nullptr);
}

TEST(ContactMarkers, show_no_penetration_where_there_is_none)
{
  EXPECT_EQ(penetration_in(markers_of({1e-3, 0.0}, 1e-5)), nullptr);
}

}  // namespace contact_sim
