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

// An independent engine on the same robots: DART 6, which has its own URDF loader. Built where DART
// is found; elsewhere it says that it is not.

#include <gtest/gtest.h>

#ifdef CONTACT_SIM_HAS_DART

#include <Eigen/Dense>

#include <filesystem>
#include <random>
#include <string>
#include <type_traits>

#include <dart/dynamics/PlanarJoint.hpp>
#include <dart/dynamics/PrismaticJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <dart/utils/urdf/DartLoader.hpp>

#include "contact_sim/io/urdf_file.hpp"
#include "support/dart_twins.hpp"

namespace contact_sim
{
namespace
{

using Eigen::Isometry3d;
using Eigen::Vector3d;
using testing::Differences;
using testing::Random;
using testing::Twins;

/// DART gives links without <inertial> one, since it needs mass everywhere: so do we, here.
RobotDescription with_inertia_everywhere(RobotDescription robot, const SpatialInertia & inertia)
{
  for (LinkDescription & link : robot.links) {
    link.inertia = link.inertia.value_or(inertia);
  }
  return robot;
}

Differences compare_urdf(const std::string & file, bool is_floating, int states)
{
  using dart::utils::DartLoader;
  const SpatialInertia filler{0.1, Vector3d::Zero(), 0.01 * Eigen::Matrix3d::Identity()};
  const DartLoader::Options options(
    nullptr, is_floating ? DartLoader::RootJointType::FLOATING : DartLoader::RootJointType::FIXED,
    dart::dynamics::Inertia(filler.mass, filler.center, filler.rotational));
  const dart::dynamics::SkeletonPtr skeleton = DartLoader(options).parseSkeleton("file://" + file);
  Differences differences;
  if (!skeleton) {
    ADD_FAILURE() << "DART does not read " << file;
    return differences;
  }
  ModelBuilder builder;
  add_robot(
    builder, with_inertia_everywhere(read_urdf(file), filler),
    {"", Isometry3d::Identity(), is_floating});
  const Model model = builder.build();
  EXPECT_EQ(model.nv(), static_cast<int>(skeleton->getNumDofs())) << file;
  if (model.nv() > 0 && !::testing::Test::HasFatalFailure()) {
    Twins twins(model, skeleton);
    Random random(11);
    for (int i = 0; i < states; ++i) {
      twins.compare(random, differences);
    }
  }
  return differences;
}

/// A forest of up to twelve links in both engines; its joints are of all types.
class RandomTree
{
public:
  explicit RandomTree(Random & random)
  : skeleton_(dart::dynamics::Skeleton::create())
  {
    builder_.set_gravity(10.0 * testing::random_vector(random, 3));
    const int count = std::uniform_int_distribution<int>(1, 12)(random);
    for (int i = 0; i < count; ++i) {
      add(i, random);
    }
  }

  Model model() const {return builder_.build();}
  dart::dynamics::SkeletonPtr skeleton() const {return skeleton_;}

private:
  void add(int index, Random & random)
  {
    const int parent = std::uniform_int_distribution<int>(-1, index - 1)(random);
    const auto type = static_cast<JointType>(std::uniform_int_distribution<int>(0, 6)(random));
    const Joint joint = testing::random_joint(random, type, "joint_" + std::to_string(index));
    const SpatialInertia inertia = testing::random_inertia(random);
    const std::string link = "link_" + std::to_string(index);
    builder_.add_link(link, inertia);
    builder_.add_joint(
      joint, parent < 0 ? kWorldLink : "link_" + std::to_string(parent), link);

    dart::dynamics::BodyNode::Properties body;
    body.mName = link;
    body.mInertia = dart::dynamics::Inertia(inertia.mass, inertia.center, inertia.rotational);
    dart::dynamics::BodyNode * on =
      parent < 0 ? nullptr : skeleton_->getBodyNode("link_" + std::to_string(parent));
    add_to_dart(joint, body, on);
  }

  template<typename JointOfDart>
  JointOfDart * create(
    const Joint & joint, const dart::dynamics::BodyNode::Properties & body,
    dart::dynamics::BodyNode * parent)
  {
    typename JointOfDart::Properties properties;
    properties.mName = joint.name;
    properties.mT_ParentBodyToJoint = joint.pose;
    if constexpr (!std::is_same<JointOfDart, dart::dynamics::WeldJoint>::value) {
      // Without names of their own DART prints that it renames them.
      for (std::size_t k = 0; k < properties.mDofNames.size(); ++k) {
        properties.mDofNames[k] = joint.name + "_" + std::to_string(k);
      }
    }
    return skeleton_->createJointAndBodyNodePair<JointOfDart>(parent, properties, body).first;
  }

  void add_to_dart(
    const Joint & joint, const dart::dynamics::BodyNode::Properties & body,
    dart::dynamics::BodyNode * parent)
  {
    switch (joint.type) {
      case JointType::kFixed:
        create<dart::dynamics::WeldJoint>(joint, body, parent);
        break;
      case JointType::kRevolute:
      case JointType::kContinuous:
        create<dart::dynamics::RevoluteJoint>(joint, body, parent)->setAxis(joint.axis);
        break;
      case JointType::kPrismatic:
        create<dart::dynamics::PrismaticJoint>(joint, body, parent)->setAxis(joint.axis);
        break;
      case JointType::kPlanar:
        create<dart::dynamics::PlanarJoint>(joint, body, parent)->setArbitraryPlane(
          planar_axes(joint.axis).col(0), planar_axes(joint.axis).col(1), false);
        break;
      case JointType::kSpherical:
        create<dart::dynamics::BallJoint>(joint, body, parent);
        break;
      case JointType::kFloating:
        create<dart::dynamics::FreeJoint>(joint, body, parent);
        break;
    }
  }

  ModelBuilder builder_;
  dart::dynamics::SkeletonPtr skeleton_;
};

}  // namespace

TEST(AgainstDart, shipped_robots_move_alike)
{
  for (const auto & entry : std::filesystem::directory_iterator(CONTACT_SIM_URDF)) {
    const std::string name = entry.path().stem().string();
    compare_urdf(entry.path().string(), true, 20).expect_small(name + ", floating");
    if (!read_urdf(entry.path().string()).joints.empty()) {
      compare_urdf(entry.path().string(), false, 20).expect_small(name + ", fixed");
    }
  }
}

TEST(AgainstDart, frames_turned_in_a_file_are_read_alike)
{
  const std::string file = CONTACT_SIM_TEST_DATA "/urdf/turned_frames.urdf";
  compare_urdf(file, true, 100).expect_small("turned frames, floating");
  compare_urdf(file, false, 100).expect_small("turned frames, fixed");
}

TEST(AgainstDart, random_trees_of_all_joints_move_alike)
{
  Random random(5);
  Differences differences;
  for (int i = 0; i < 1000; ++i) {
    const RandomTree tree(random);
    const Model model = tree.model();
    if (model.nv() > 0) {
      Twins twins(model, tree.skeleton());
      twins.compare(random, differences);
      twins.compare(random, differences);
    }
  }
  differences.expect_small("1000 random trees");
}

}  // namespace contact_sim

#else

TEST(AgainstDart, is_skipped_because_dart_was_not_found)
{
  GTEST_SKIP() << "DART's libdart-dev and libdart-utils-urdf-dev are not installed";
}

#endif  // CONTACT_SIM_HAS_DART
