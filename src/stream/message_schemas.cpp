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

#include "contact_sim/stream/message_schemas.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace contact_sim
{

namespace
{

/// The fields of a message, in the order in which they are sent.
struct Definition
{
  const char * type;
  const char * fields;
};

constexpr Definition kDefinitions[]{
  {"builtin_interfaces/Duration", "int32 sec\nuint32 nanosec\n"},
  {"builtin_interfaces/Time", "int32 sec\nuint32 nanosec\n"},
  {"diagnostic_msgs/DiagnosticArray",
    "std_msgs/Header header\ndiagnostic_msgs/DiagnosticStatus[] status\n"},
  {"diagnostic_msgs/DiagnosticStatus",
    "byte OK=0\nbyte WARN=1\nbyte ERROR=2\nbyte STALE=3\nbyte level\nstring name\n"
    "string message\nstring hardware_id\ndiagnostic_msgs/KeyValue[] values\n"},
  {"diagnostic_msgs/KeyValue", "string key\nstring value\n"},
  {"geometry_msgs/Point", "float64 x\nfloat64 y\nfloat64 z\n"},
  {"geometry_msgs/Pose", "geometry_msgs/Point position\ngeometry_msgs/Quaternion orientation\n"},
  {"geometry_msgs/Quaternion", "float64 x 0\nfloat64 y 0\nfloat64 z 0\nfloat64 w 1\n"},
  {"geometry_msgs/Transform",
    "geometry_msgs/Vector3 translation\ngeometry_msgs/Quaternion rotation\n"},
  {"geometry_msgs/TransformStamped",
    "std_msgs/Header header\nstring child_frame_id\ngeometry_msgs/Transform transform\n"},
  {"geometry_msgs/Vector3", "float64 x\nfloat64 y\nfloat64 z\n"},
  {"geometry_msgs/Wrench", "geometry_msgs/Vector3 force\ngeometry_msgs/Vector3 torque\n"},
  {"geometry_msgs/WrenchStamped", "std_msgs/Header header\ngeometry_msgs/Wrench wrench\n"},
  {"rosgraph_msgs/Clock", "builtin_interfaces/Time clock\n"},
  {"sensor_msgs/CompressedImage", "std_msgs/Header header\nstring format\nuint8[] data\n"},
  {"sensor_msgs/JointState",
    "std_msgs/Header header\nstring[] name\nfloat64[] position\nfloat64[] velocity\n"
    "float64[] effort\n"},
  {"std_msgs/ColorRGBA", "float32 r\nfloat32 g\nfloat32 b\nfloat32 a\n"},
  {"std_msgs/Header", "builtin_interfaces/Time stamp\nstring frame_id\n"},
  {"std_msgs/String", "string data\n"},
  {"std_srvs/SetBool_Request", "bool data\n"},
  {"std_srvs/SetBool_Response", "bool success\nstring message\n"},
  {"std_srvs/Trigger_Request", ""},
  {"std_srvs/Trigger_Response", "bool success\nstring message\n"},
  {"tf2_msgs/TFMessage", "geometry_msgs/TransformStamped[] transforms\n"},
  {"visualization_msgs/Marker",
    "int32 ARROW=0\nint32 CUBE=1\nint32 SPHERE=2\nint32 CYLINDER=3\nint32 LINE_STRIP=4\n"
    "int32 LINE_LIST=5\nint32 CUBE_LIST=6\nint32 SPHERE_LIST=7\nint32 POINTS=8\n"
    "int32 TEXT_VIEW_FACING=9\nint32 MESH_RESOURCE=10\nint32 TRIANGLE_LIST=11\nint32 ADD=0\n"
    "int32 MODIFY=0\nint32 DELETE=2\nint32 DELETEALL=3\nstd_msgs/Header header\nstring ns\n"
    "int32 id\nint32 type\nint32 action\ngeometry_msgs/Pose pose\ngeometry_msgs/Vector3 scale\n"
    "std_msgs/ColorRGBA color\nbuiltin_interfaces/Duration lifetime\nbool frame_locked\n"
    "geometry_msgs/Point[] points\nstd_msgs/ColorRGBA[] colors\nstring texture_resource\n"
    "sensor_msgs/CompressedImage texture\nvisualization_msgs/UVCoordinate[] uv_coordinates\n"
    "string text\nstring mesh_resource\nvisualization_msgs/MeshFile mesh_file\n"
    "bool mesh_use_embedded_materials\n"},
  {"visualization_msgs/MarkerArray", "visualization_msgs/Marker[] markers\n"},
  {"visualization_msgs/MeshFile", "string filename\nuint8[] data\n"},
  {"visualization_msgs/UVCoordinate", "float32 u\nfloat32 v\n"}};

constexpr std::size_t kSeparatorWidth = 80;

const Definition & find(const std::string & type)
{
  for (const Definition & definition : kDefinitions) {
    if (type == definition.type) {
      return definition;
    }
  }
  throw std::invalid_argument("no message type '" + type + "' is known");
}

/// "sensor_msgs/msg/JointState" as it is called within definitions.
std::string short_type(const std::string & type)
{
  const std::size_t first = type.find('/');
  const std::size_t last = type.rfind('/');
  return first == last ? type : type.substr(0, first) + type.substr(last);
}

/// Adds the types that a definition needs, and those that these need, each once.
void add_needed(const Definition & definition, std::vector<std::string> & types)
{
  std::istringstream lines(definition.fields);
  for (std::string line; std::getline(lines, line); ) {
    const std::string type = line.substr(0, line.find_first_of(" ["));
    const bool is_new = std::find(types.begin(), types.end(), type) == types.end();
    if (type.find('/') != std::string::npos && is_new) {
      types.push_back(type);
      add_needed(find(type), types);
    }
  }
}

}  // namespace

std::string message_schema(const std::string & type)
{
  const Definition & definition = find(short_type(type));
  std::vector<std::string> needed;
  add_needed(definition, needed);
  std::string schema = definition.fields;
  for (const std::string & other : needed) {
    schema += std::string(kSeparatorWidth, '=') + "\nMSG: " + other + "\n" + find(other).fields;
  }
  return schema;
}

}  // namespace contact_sim
