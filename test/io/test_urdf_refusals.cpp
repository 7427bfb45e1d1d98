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

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <stdexcept>
#include <string>

#include "contact_sim/io/urdf_file.hpp"

namespace contact_sim
{
namespace
{

const std::filesystem::path kData = std::filesystem::path(CONTACT_SIM_TEST_DATA) / "urdf";

std::string refusal_of(const std::string & path)
{
  try {
    read_urdf(path);
  } catch (const std::runtime_error & error) {
    return error.what();
  }
  return "not refused";
}

std::string text_of(const std::filesystem::path & path)
{
  std::ifstream input(path);
  EXPECT_TRUE(input) << path;
  return {std::istreambuf_iterator<char>(input), {}};
}

/// What a file is refused with, after the file's name.
struct Refusal
{
  const char * file;
  const char * message;
};

std::ostream & operator<<(std::ostream & output, const Refusal & refusal)
{
  return output << refusal.file;
}

class BrokenUrdf : public ::testing::TestWithParam<Refusal> {};

const Refusal kRefusals[] = {
  {"missing_inertia", ":4: link 'arm': expected an <inertial>, since joint 'shoulder' moves the "
    "link, found none: add one"},
  {"missing_mass", ":5: link 'arm': expected <mass> in <inertial>, found none: add <mass value="},
  {"missing_product_of_inertia", ":8: link 'arm': expected <inertia ixz=\"...\">, found no such"},
  {"negative_mass", ":7: link 'arm': 'value' of <mass>: expected a number from 0 kg to 1e+12 kg, "
    "found '-2'"},
  {"impossible_inertia", ":4: link 'arm': expected the inertia of a body, found one that no body"},
  {"negative_inertia", ":4: link 'arm': expected the inertia of a body, found one that no body"},
  {"zero_inertia", ":4: link 'arm': expected the inertia of a body, found one that no body has"},
  {"inertia_without_mass", ":4: link 'arm': expected the inertia of a body, found one that no"},
  {"two_inertials", ":10: link 'arm': expected <inertial> once in <link>, found it again after "
    "line 5"},
  {"two_parents", "link 'hand': expected one parent joint, found 'rod' and 'wrist': a URDF is a "
    "tree; keep one"},
  {"no_root", ":2: expected one root link, found none: each link is the child of a joint, so the "
    "joints form a loop; remove the joint"},
  {"loop_apart", ":20: link 'hand': expected joints that lead here from the root link 'base', "
    "found a loop"},
  {"two_roots", ":20: link 'hand': expected one root link, found 2: 'base' (line 3) and 'hand'; "
    "connect them with a joint"},
  {"no_links", ":2: expected at least one <link>, found none"},
  {"unknown_joint_type", ":14: joint 'shoulder': expected the type fixed, revolute, continuous, "
    "prismatic, planar, floating or spherical, found 'hinge'"},
  {"unknown_parent", ":15: joint 'shoulder': expected the name of a link as parent, found 'bse', "
    "which is not in the file"},
  {"missing_child", ":14: joint 'shoulder': expected <child> in <joint>, found none"},
  {"nan", ":6: link 'arm': 'xyz' of <origin>: expected a finite number, found 'nan'"},
  {"infinite", ":7: link 'arm': 'value' of <mass>: expected a finite number, found 'inf'"},
  {"beyond_double", ":7: link 'arm': 'value' of <mass>: expected a number in the range of double, "
    "found '1e999'"},
  {"huge_length", ":6: link 'arm': 'xyz' of <origin>: expected a number from -1e+06 m to 1e+06 m, "
    "found '1e9'"},
  {"not_a_number", ":11: link 'arm': 'radius' of <cylinder>: expected a number, found '5cm'"},
  {"two_links_of_one_name", ":20: link 'arm': expected a name of its own, found it also in line 4: "
    "rename"},
  {"two_joints_of_one_name", ":27: joint 'shoulder': expected a name of its own, found it also in "
    "line 14: rename"},
  {"unnamed_link", ":4: expected <link name=\"...\">, found no such attribute"},
  {"zero_axis", ":17: joint 'shoulder': expected an axis with a direction, found '0 0 0': give a "
    "unit vector"},
  {"short_axis", ":17: joint 'shoulder': 'xyz' of <axis>: expected 3 numbers, found '0 1'"},
  {"missing_limit", ":14: joint 'shoulder': expected <limit lower= upper= effort= velocity=/> in a "
    "revolute joint, found none: add it, or make the joint continuous"},
  {"missing_effort", ":18: joint 'shoulder': expected <limit effort=\"...\">, found no such"},
  {"limits_swapped", ":18: joint 'shoulder': expected lower < upper, found lower 1.000000 and "
    "upper -1.000000"},
  {"mimic_of_nothing", ":19: joint 'shoulder': expected the name of a joint to mimic, found "
    "'elbow', which is not in the file"},
  {"mimic_of_itself", ":19: joint 'shoulder': expected a joint that moves on its own to mimic"},
  {"mimic_of_planar", ":19: joint 'shoulder': expected joints of one degree of freedom (revolute, "
    "continuous, prismatic), found 'slide' of type planar"},
  {"negative_damping", ":19: joint 'shoulder': 'damping' of <dynamics>: expected a number from 0"},
  {"unknown_shape", ":11: link 'arm': expected <box>, <sphere>, <cylinder>, <capsule> or <mesh>, "
    "found <cone>"},
  {"missing_radius", ":11: link 'arm': expected <cylinder radius=\"...\">, found no such"},
  {"negative_radius", ":11: link 'arm': 'radius' of <cylinder>: expected a number from 1e-09 m to "
    "1e+06 m, found '-0.05'"},
  {"empty_geometry", ":11: link 'arm': expected one shape in <geometry>, found none"},
  {"missing_geometry", ":10: link 'arm': expected <geometry> in <collision>, found none: give it"},
  {"two_shapes", ":11: link 'arm': expected one shape in <geometry>, found several: use one "
    "<collision> for each"},
  {"flat_box", ":11: link 'arm': 'size' of <box>: expected a number from 1e-09 m to 1e+06 m, "
    "found '0'"},
  {"mesh_not_there",
    ":4: link 'arm': expected the mesh file 'meshes/none.stl', found no such file; "
    "searched "},
  {"mesh_of_unknown_package", ":4: link 'arm': expected the mesh file "
    "'package://no_such_package/none.stl', found no such file; no folder of that package"},
  {"mesh_from_the_net", ":4: link 'arm': expected package://PACKAGE/FILE, file:///FILE or a path"},
  {"zero_scale", ":11: link 'arm': 'scale' of <mesh>: expected factors other than 0"},
  {"bad_colour", ":3: 'rgba' of <color>: expected a number from 0 to 1, found '255'"},
  {"not_expanded", ":3: expected URDF, found <xacro:property>: expand the file first (xacro"},
  {"wrong_version", ": expected a URDF that urdfdom reads, found that it says: "},
  {"not_a_robot", ":2: expected <robot name=\"...\">, found <sdf>: this is not a URDF"},
  {"tag_not_closed", "expected XML, found a mistake there or before: XML_ERROR_MISMATCHED_ELEMENT"},
  {"empty", ":1: expected a URDF, found an empty file"},
  {"not_xml", ":1: expected XML, found a mistake"},
};

}  // namespace

TEST_P(BrokenUrdf, is_refused_with_the_place_and_the_reason)
{
  const std::string path = (kData / (std::string(GetParam().file) + ".urdf")).string();
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  const std::string message = refusal_of(path);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(message.substr(0, path.size() + 1), path + ":");
  EXPECT_NE(message.find(GetParam().message), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(
  Files, BrokenUrdf, ::testing::ValuesIn(kRefusals), [](const auto & refusal) {
    return std::string(refusal.param.file);
  });

TEST(UrdfRefusals, has_a_test_for_each_broken_file)
{
  std::set<std::string> tested{"everything", "turned_frames"};  // these are sound
  for (const Refusal & refusal : kRefusals) {
    tested.insert(refusal.file);
  }
  for (const auto & entry : std::filesystem::directory_iterator(kData)) {
    if (entry.path().extension() == ".urdf") {
      EXPECT_EQ(tested.count(entry.path().stem().string()), 1u) << entry.path();
    }
  }
}

TEST(UrdfRefusals, refuses_a_file_that_is_not_there)
{
  EXPECT_NE(refusal_of("/no/such.urdf").find("/no/such.urdf: cannot open"), std::string::npos);
  EXPECT_NE(refusal_of(kData.string()).find("found a directory"), std::string::npos);
  EXPECT_NE(refusal_of("/dev/zero").find("at most 64 MB"), std::string::npos);
}

TEST(UrdfRefusals, survives_mutilated_files)
{
  // Either a robot or a runtime_error that begins with the name: no crash, no other exception, no
  // output. Deleted parts, exchanged bytes and swapped words at random places.
  const std::string whole = text_of(kData / "everything.urdf");
  const std::string name = (kData / "m.urdf").string();
  std::mt19937 random(7);
  int refused = 0;
  testing::internal::CaptureStderr();
  for (int i = 0; i < 2000; ++i) {
    std::string text = whole;
    const std::size_t place = random() % text.size();
    switch (i % 3) {
      case 0: text.resize(place); break;
      case 1: text[place] = static_cast<char>(random() % 256); break;
      default: text.erase(place, random() % 60);
    }
    try {
      parse_urdf(text, name);
    } catch (const std::runtime_error & error) {
      EXPECT_EQ(std::string(error.what()).rfind(name + ":", 0), 0u) << error.what();
      ++refused;
    }
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_GT(refused, 1000);
}

}  // namespace contact_sim
