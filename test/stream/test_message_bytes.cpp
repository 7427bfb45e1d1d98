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
#include <vector>

#include "contact_sim/stream/message_bytes.hpp"

namespace contact_sim
{

namespace
{

std::string from_hex(const std::string & text)
{
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); i += 3) {
    bytes.push_back(static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

/// 1 s and 2 ns, frame "w": the same in each message below, at the bytes 0 to 13.
const char kHeader[] = "01 00 00 00 02 00 00 00 02 00 00 00 77 00 ";

MessageHeader header()
{
  return {1000000002, "w"};
}

TEST(MessageBytes, joint_states_are_as_derived_by_hand)
{
  JointStateMessage message;
  message.header = header();
  message.name = {"a"};
  message.position = {1.0};
  message.effort = {-2.0};
  CdrWriter cdr;
  write(message, cdr);
  EXPECT_EQ(
    cdr.bytes(), from_hex(
      std::string("00 01 00 00 ") + kHeader + "00 00 "      // to 16
      "01 00 00 00 02 00 00 00 61 00 00 00 "                // one name, to 28
      "01 00 00 00 00 00 00 00 00 00 f0 3f "                // one position at 32
      "00 00 00 00 "                                        // no velocity
      "01 00 00 00 00 00 00 00 00 00 00 c0"));              // one effort at 48
}

TEST(MessageBytes, wrenches_are_as_derived_by_hand)
{
  WrenchMessage message;
  message.header = header();
  message.force = {1.0, 0.0, 2.0};
  message.torque = {0.0, -1.0, 0.0};
  CdrWriter cdr;
  write(message, cdr);
  EXPECT_EQ(
    cdr.bytes(), from_hex(
      std::string("00 01 00 00 ") + kHeader + "00 00 "
      "00 00 00 00 00 00 f0 3f 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 40 "
      "00 00 00 00 00 00 00 00 00 00 00 00 00 00 f0 bf 00 00 00 00 00 00 00 00"));
}

TEST(MessageBytes, transforms_are_as_derived_by_hand)
{
  TransformMessage transform;
  transform.header = header();
  transform.child_frame_id = "b";
  transform.translation = {0.0, 0.0, 1.0};
  CdrWriter cdr;
  write(std::vector<TransformMessage>{transform}, cdr);
  EXPECT_EQ(
    cdr.bytes(), from_hex(
      std::string("00 01 00 00 01 00 00 00 ") + kHeader + "00 00 "  // to 20
      "02 00 00 00 62 00 00 00 00 00 00 00 "                        // child, to 32
      "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 f0 3f "
      "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
      "00 00 00 00 00 00 f0 3f"));                                  // x, y, z, then w
}

TEST(MessageBytes, the_clock_and_a_string_are_as_derived_by_hand)
{
  CdrWriter cdr;
  write_clock(3000000004, cdr);
  EXPECT_EQ(cdr.bytes(), from_hex("00 01 00 00 03 00 00 00 04 00 00 00"));
  write_string("ab", cdr);
  EXPECT_EQ(cdr.bytes(), from_hex("00 01 00 00 03 00 00 00 61 62 00"));
}

TEST(MessageBytes, diagnostics_are_as_derived_by_hand)
{
  DiagnosticMessage status;
  status.level = DiagnosticLevel::kWarn;
  status.name = "n";
  status.values = {{"k", "v"}};
  CdrWriter cdr;
  write({status}, 1000000002, cdr);
  EXPECT_EQ(
    cdr.bytes(), from_hex(
      "00 01 00 00 01 00 00 00 02 00 00 00 01 00 00 00 00 00 00 00 "  // no frame, to 16
      "01 00 00 00 01 00 00 00 02 00 00 00 6e 00 00 00 "              // level, name "n"
      "01 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 "              // two empty texts
      "01 00 00 00 02 00 00 00 6b 00 00 00 02 00 00 00 76 00"));
}

/// Every field of a marker at its place, by an arrow with two points.
TEST(MessageBytes, a_marker_is_as_derived_by_hand)
{
  MarkerMessage marker;
  marker.header = header();
  marker.ns = "f";
  marker.id = 7;
  marker.scale = {1.0, 0.0, 0.0};
  marker.color = {1.0F, 0.0F, 0.0F, 1.0F};
  marker.is_frame_locked = true;
  marker.points = {Eigen::Vector3d(2.0, 0.0, 0.0)};
  CdrWriter cdr;
  write(std::vector<MarkerMessage>{marker}, cdr);
  const std::string zero = "00 00 00 00 00 00 00 00 ";
  const std::string one = "00 00 00 00 00 00 f0 3f ";
  const std::string empty = "01 00 00 00 00 ";  // a text
  EXPECT_EQ(
    cdr.bytes(), from_hex(
      std::string("00 01 00 00 01 00 00 00 ") + kHeader + "00 00 "  // to 20
      "02 00 00 00 66 00 00 00 07 00 00 00 00 00 00 00 00 00 00 00 "  // ns, id, arrow, add: to 40
      + zero + zero + zero + zero + zero + zero + one + one + zero + zero +  // pose, scale: to 120
      "00 00 80 3f 00 00 00 00 00 00 00 00 00 00 80 3f "              // colour
      "00 00 00 00 00 00 00 00 01 00 00 00 "                          // for ever, locked: to 148
      "01 00 00 00 00 00 00 00 00 00 00 40 " + zero + zero +          // a point at 152, to 176
      "00 00 00 00 " + empty + "00 00 00 " +                          // no colours, no texture
      zero + empty + "00 00 00 " + empty + "00 00 00 " +              // an image: header, format
      "00 00 00 00 00 00 00 00 " +                                    // its data, uv_coordinates
      empty + "00 00 00 " + empty + "00 00 00 " + empty + "00 00 00 " +  // text, mesh, its file
      "00 00 00 00 00"));                                             // its data, materials
}

TEST(MessageBytes, what_was_written_is_read)
{
  CdrWriter cdr;
  JointStateMessage joints;
  joints.header = header();
  joints.name = {"left", "right"};
  joints.position = {0.1, 0.2};
  joints.effort = {3.0, 4.0};
  write(joints, cdr);
  const JointStateMessage read_back = read_joint_state(cdr.bytes());
  EXPECT_EQ(read_back.header.stamp, joints.header.stamp);
  EXPECT_EQ(read_back.name, joints.name);
  EXPECT_EQ(read_back.position, joints.position);
  EXPECT_TRUE(read_back.velocity.empty());
  EXPECT_EQ(read_back.effort, joints.effort);

  TransformMessage transform;
  transform.child_frame_id = "base";
  transform.translation = {1.0, 2.0, 3.0};
  write(std::vector<TransformMessage>{transform, transform}, cdr);
  ASSERT_EQ(read_transforms(cdr.bytes()).size(), 2u);
  EXPECT_EQ(read_transforms(cdr.bytes())[1].translation, transform.translation);
  EXPECT_EQ(read_transforms(cdr.bytes())[1].rotation.w(), 1.0);

  DiagnosticMessage status;
  status.level = DiagnosticLevel::kError;
  status.values = {{"contacts", "8"}, {"pivots", "3"}};
  write({status}, 5, cdr);
  ASSERT_EQ(read_diagnostics(cdr.bytes()).size(), 1u);
  EXPECT_EQ(read_diagnostics(cdr.bytes())[0].level, DiagnosticLevel::kError);
  EXPECT_EQ(read_diagnostics(cdr.bytes())[0].values, status.values);
}

TEST(MessageBytes, bytes_that_are_cut_off_are_refused_wherever)
{
  JointStateMessage joints;
  joints.header = header();
  joints.name = {"left"};
  joints.position = {0.1};
  CdrWriter cdr;
  write(joints, cdr);
  for (std::size_t size = 0; size < cdr.bytes().size(); ++size) {
    EXPECT_THROW(
      read_joint_state(std::string_view(cdr.bytes()).substr(0, size)), std::invalid_argument) <<
      size;
  }
}

}  // namespace

}  // namespace contact_sim
