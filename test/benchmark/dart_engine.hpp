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

#ifndef BENCHMARK__DART_ENGINE_HPP_
#define BENCHMARK__DART_ENGINE_HPP_

#include <Eigen/Geometry>

#include <memory>
#include <string>

#include <dart/collision/dart/DARTCollisionDetector.hpp>
#include <dart/constraint/ConstraintSolver.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/BoxShape.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <dart/simulation/World.hpp>
#include <dart/utils/urdf/DartLoader.hpp>

#include "benchmark/simulation_engine.hpp"
#include "support/worlds.hpp"

namespace contact_sim::testing
{

/// Gains as springs and dampers of the joints, which DART takes implicitly too.
class Dart : public Engine
{
public:
  explicit Dart(const Blocks & blocks)
  {
    begin();
    for (const Block & block : blocks) {
      last_ = add_box<dart::dynamics::FreeJoint>(block);
    }
  }

  explicit Dart(const StandingHumanoid & humanoid)
  {
    begin();
    const World & ours = *humanoid.world;
    dart::dynamics::SkeletonPtr robot = dart::utils::DartLoader().parseSkeleton(humanoid_file());
    robot->getRootJoint()->getDof(5)->setPosition(ours.model.joint(1).pose.translation().z());
    for (int body = 1; body < ours.model.body_count(); ++body) {
      if (ours.model.body_nv(body) == 1) {
        const std::string name = ours.model.joint(body).name.substr(sizeof("robot"));
        dart::dynamics::Joint * joint = robot->getJoint(name);
        const double position = ours.initial_q[ours.model.first_q(body)];
        const JointControl & control = ours.controls[ours.model.first_v(body)];
        joint->setPosition(0, position);
        joint->setRestPosition(0, position);
        joint->setSpringStiffness(0, control.stiffness);
        joint->setDampingCoefficient(0, control.damping);
      }
    }
    for (std::size_t i = 0; i < robot->getNumBodyNodes(); ++i) {
      set_friction(robot->getBodyNode(i));
      leave_boxes(robot->getBodyNode(i));
    }
    last_ = robot->getBodyNode(0);
    world_->addSkeleton(robot);
  }

  const char * name() const override {return "DART 6.12, Dantzig";}
  void step() override {world_->step();}
  int contacts() override
  {
    return static_cast<int>(world_->getLastCollisionResult().getNumContacts());
  }
  double height() override {return last_->getTransform().translation().z();}

private:
  void begin()
  {
    world_->setTimeStep(kStep);
    world_->getConstraintSolver()->setCollisionDetector(
      dart::collision::DARTCollisionDetector::create());
    add_box<dart::dynamics::WeldJoint>({{0.0, 0.0, -0.5}, {100.0, 100.0, 1.0}});
  }

  static void set_friction(dart::dynamics::BodyNode * body)
  {
    for (dart::dynamics::ShapeNode * node :
      body->getShapeNodesWith<dart::dynamics::DynamicsAspect>())
    {
      node->getDynamicsAspect()->setFrictionCoeff(kFriction);
    }
  }

  /// Of the shapes of the robot its own detector takes boxes only, as the feet are; it would say so
  /// in each step, which takes longer than the step.
  static void leave_boxes(dart::dynamics::BodyNode * body)
  {
    for (dart::dynamics::ShapeNode * node :
      body->getShapeNodesWith<dart::dynamics::CollisionAspect>())
    {
      if (!node->getShape()->is<dart::dynamics::BoxShape>()) {
        node->removeAspect<dart::dynamics::CollisionAspect>();
      }
    }
  }

  template<typename JointOfBox>
  dart::dynamics::BodyNode * add_box(const Block & block)
  {
    const auto skeleton =
      dart::dynamics::Skeleton::create("block" + std::to_string(world_->getNumSkeletons()));
    auto pair = skeleton->createJointAndBodyNodePair<JointOfBox>();
    const auto shape = std::make_shared<dart::dynamics::BoxShape>(block.size);
    pair.second->template createShapeNodeWith<
      dart::dynamics::CollisionAspect, dart::dynamics::DynamicsAspect>(shape);
    pair.second->setInertia(
      dart::dynamics::Inertia(1.0, Eigen::Vector3d::Zero(), shape->computeInertia(1.0)));
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.translation() = block.centre;
    pair.first->setTransformFromParentBodyNode(pose);
    set_friction(pair.second);
    world_->addSkeleton(skeleton);
    return pair.second;
  }

  dart::simulation::WorldPtr world_{dart::simulation::World::create()};
  dart::dynamics::BodyNode * last_{nullptr};
};
}  // namespace contact_sim::testing

#endif  // BENCHMARK__DART_ENGINE_HPP_
