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

#include "contact_sim/stream/message_bytes.hpp"

namespace contact_sim
{

namespace
{

constexpr std::int64_t kSecond = 1000000000;  ///< [ns]

void add_time(std::int64_t stamp, CdrWriter & cdr)
{
  cdr.add(static_cast<std::int32_t>(stamp / kSecond));
  cdr.add(static_cast<std::uint32_t>(stamp % kSecond));
}

void add_header(const MessageHeader & header, CdrWriter & cdr)
{
  add_time(header.stamp, cdr);
  cdr.add(header.frame_id);
}

void add_vector(const Eigen::Vector3d & vector, CdrWriter & cdr)
{
  cdr.add_doubles(vector.data(), 3);
}

void add_quaternion(const Eigen::Quaterniond & q, CdrWriter & cdr)
{
  cdr.add_doubles(q.coeffs().data(), 4);  // x, y, z, w
}

void add_numbers(const std::vector<double> & values, CdrWriter & cdr)
{
  cdr.add_count(values.size());
  cdr.add_doubles(values.data(), values.size());
}

void add_points(const std::vector<Eigen::Vector3d> & points, CdrWriter & cdr)
{
  static_assert(sizeof(Eigen::Vector3d) == 3 * sizeof(double), "points lie one behind another");
  cdr.add_count(points.size());
  cdr.add_doubles(points.empty() ? nullptr : points.front().data(), 3 * points.size());
}

void add_colours(const std::vector<Eigen::Vector4f> & colours, CdrWriter & cdr)
{
  static_assert(sizeof(Eigen::Vector4f) == 4 * sizeof(float), "colours lie one behind another");
  cdr.add_count(colours.size());
  cdr.add_floats(colours.empty() ? nullptr : colours.front().data(), 4 * colours.size());
}

/// Without texture, text and embedded mesh.
void add_rest_of_marker(const MarkerMessage & marker, CdrWriter & cdr)
{
  cdr.add(std::string_view());  // texture_resource
  add_header({}, cdr);          // texture
  cdr.add(std::string_view());  // its format
  cdr.add_count(0);             // its data
  cdr.add_count(0);             // uv_coordinates
  cdr.add(std::string_view());  // text
  cdr.add(marker.mesh_resource);
  cdr.add(std::string_view());  // mesh_file
  cdr.add_count(0);             // its data
  cdr.add(false);               // mesh_use_embedded_materials
}

void add_marker(const MarkerMessage & marker, CdrWriter & cdr)
{
  add_header(marker.header, cdr);
  cdr.add(marker.ns);
  cdr.add(marker.id);
  cdr.add(static_cast<std::int32_t>(marker.type));
  cdr.add(static_cast<std::int32_t>(marker.action));
  add_vector(marker.position, cdr);
  add_quaternion(marker.orientation, cdr);
  add_vector(marker.scale, cdr);
  cdr.add_floats(marker.color.data(), 4);
  add_time(0, cdr);  // lifetime: for ever
  cdr.add(marker.is_frame_locked);
  add_points(marker.points, cdr);
  add_colours(marker.colors, cdr);
  add_rest_of_marker(marker, cdr);
}

void add_status(const DiagnosticMessage & status, CdrWriter & cdr)
{
  cdr.add(static_cast<std::uint8_t>(status.level));
  cdr.add(status.name);
  cdr.add(status.message);
  cdr.add(status.hardware_id);
  cdr.add_count(status.values.size());
  for (const auto & [key, value] : status.values) {
    cdr.add(key);
    cdr.add(value);
  }
}

MessageHeader read_header(CdrReader & cdr)
{
  MessageHeader header;
  const std::int64_t seconds = cdr.int32();
  header.stamp = seconds * kSecond + cdr.uint32();
  header.frame_id = cdr.text();
  return header;
}

Eigen::Vector3d read_vector(CdrReader & cdr)
{
  Eigen::Vector3d vector;
  for (double & component : vector) {
    component = cdr.number();
  }
  return vector;
}

}  // namespace

void write(const JointStateMessage & message, CdrWriter & cdr)
{
  cdr.clear();
  add_header(message.header, cdr);
  cdr.add_count(message.name.size());
  for (const std::string & name : message.name) {
    cdr.add(name);
  }
  add_numbers(message.position, cdr);
  add_numbers(message.velocity, cdr);
  add_numbers(message.effort, cdr);
}

void write(const WrenchMessage & message, CdrWriter & cdr)
{
  cdr.clear();
  add_header(message.header, cdr);
  add_vector(message.force, cdr);
  add_vector(message.torque, cdr);
}

void write(const std::vector<MarkerMessage> & markers, CdrWriter & cdr)
{
  cdr.clear();
  cdr.add_count(markers.size());
  for (const MarkerMessage & marker : markers) {
    add_marker(marker, cdr);
  }
}

void write(const std::vector<TransformMessage> & transforms, CdrWriter & cdr)
{
  cdr.clear();
  cdr.add_count(transforms.size());
  for (const TransformMessage & transform : transforms) {
    add_header(transform.header, cdr);
    cdr.add(transform.child_frame_id);
    add_vector(transform.translation, cdr);
    add_quaternion(transform.rotation, cdr);
  }
}

void write(const std::vector<DiagnosticMessage> & statuses, std::int64_t stamp, CdrWriter & cdr)
{
  cdr.clear();
  add_header({stamp, ""}, cdr);
  cdr.add_count(statuses.size());
  for (const DiagnosticMessage & status : statuses) {
    add_status(status, cdr);
  }
}

void write_clock(std::int64_t stamp, CdrWriter & cdr)
{
  cdr.clear();
  add_time(stamp, cdr);
}

void write_string(const std::string & text, CdrWriter & cdr)
{
  cdr.clear();
  cdr.add(text);
}

JointStateMessage read_joint_state(std::string_view bytes)
{
  CdrReader cdr(bytes);
  JointStateMessage message;
  message.header = read_header(cdr);
  message.name = cdr.texts();
  message.position = cdr.numbers();
  message.velocity = cdr.numbers();
  message.effort = cdr.numbers();
  return message;
}

WrenchMessage read_wrench(std::string_view bytes)
{
  CdrReader cdr(bytes);
  WrenchMessage message;
  message.header = read_header(cdr);
  message.force = read_vector(cdr);
  message.torque = read_vector(cdr);
  return message;
}

std::vector<TransformMessage> read_transforms(std::string_view bytes)
{
  constexpr std::size_t kLeast = 72;  // without the names
  CdrReader cdr(bytes);
  std::vector<TransformMessage> transforms(cdr.count(kLeast, "a list of transforms"));
  for (TransformMessage & transform : transforms) {
    transform.header = read_header(cdr);
    transform.child_frame_id = cdr.text();
    transform.translation = read_vector(cdr);
    for (int i = 0; i < 4; ++i) {
      transform.rotation.coeffs()[i] = cdr.number();
    }
  }
  return transforms;
}

std::vector<DiagnosticMessage> read_diagnostics(std::string_view bytes)
{
  constexpr std::size_t kLeast = 20;  // without the texts
  CdrReader cdr(bytes);
  read_header(cdr);
  std::vector<DiagnosticMessage> statuses(cdr.count(kLeast, "a list of statuses"));
  for (DiagnosticMessage & status : statuses) {
    status.level = static_cast<DiagnosticLevel>(cdr.byte());
    status.name = cdr.text();
    status.message = cdr.text();
    status.hardware_id = cdr.text();
    status.values.resize(cdr.count(8, "a list of values"));
    for (auto & [key, value] : status.values) {
      key = cdr.text();
      value = cdr.text();
    }
  }
  return statuses;
}

}  // namespace contact_sim
