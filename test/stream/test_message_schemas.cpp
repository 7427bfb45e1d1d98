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

#include <stdexcept>
#include <string>

#include "contact_sim/stream/message_schemas.hpp"

namespace contact_sim
{

namespace
{

TEST(MessageSchemas, a_definition_is_followed_by_those_that_it_needs_each_once)
{
  const std::string line(80, '=');
  EXPECT_EQ(
    message_schema("geometry_msgs/msg/WrenchStamped"),
    "std_msgs/Header header\ngeometry_msgs/Wrench wrench\n" +
    line + "\nMSG: std_msgs/Header\nbuiltin_interfaces/Time stamp\nstring frame_id\n" +
    line + "\nMSG: builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n" +
    line + "\nMSG: geometry_msgs/Wrench\ngeometry_msgs/Vector3 force\n"
    "geometry_msgs/Vector3 torque\n" +
    line + "\nMSG: geometry_msgs/Vector3\nfloat64 x\nfloat64 y\nfloat64 z\n");
}

TEST(MessageSchemas, both_sides_of_a_service_have_one)
{
  EXPECT_EQ(message_schema("std_srvs/srv/SetBool_Request"), "bool data\n");
  EXPECT_EQ(message_schema("std_srvs/srv/Trigger_Response"), "bool success\nstring message\n");
  EXPECT_EQ(message_schema("std_srvs/srv/Trigger_Request"), "");
}

TEST(MessageSchemas, an_unknown_type_is_refused_by_name)
{
  try {
    message_schema("sensor_msgs/msg/Imu");
    FAIL();
  } catch (const std::invalid_argument & error) {
    EXPECT_NE(std::string(error.what()).find("sensor_msgs/Imu"), std::string::npos);
  }
}

}  // namespace

}  // namespace contact_sim
