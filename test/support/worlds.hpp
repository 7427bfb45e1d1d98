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


#ifndef SUPPORT__WORLDS_HPP_
#define SUPPORT__WORLDS_HPP_

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <memory>
#include <string>
#include <vector>

#include "contact_sim/collision/shape.hpp"
#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/dynamics/joint.hpp"
#include "contact_sim/dynamics/loop_constraints.hpp"
#include "contact_sim/dynamics/model_builder.hpp"
#include "contact_sim/io/robot_description.hpp"
#include "contact_sim/simulation/simulation.hpp"

/// Small worlds, built in a few lines:
///
///     WorldMaker maker(0.5);
///     maker.add_ground();
///     maker.add_box("box", 1.0, {0.2, 0.2, 0.2}, at(0.0, 0.0, 0.1));
///     Simulation simulation = simulate(maker.make());
namespace contact_sim::testing
{

constexpr double kGravity = 9.81;  ///< [m/s²]

/// A pose that is not turned.
Eigen::Isometry3d at(double x, double y, double z);
/// The frame of a plane through the origin that goes down along its own x by an angle [rad].
Eigen::Isometry3d slope(double angle);

/// The default solver, with its default parameters.
std::shared_ptr<ContactSolver> make_robust_solver();

class WorldMaker
{
public:
  /// Gravity is along -z; all surfaces are of one material.
  explicit WorldMaker(double friction = 0.6, double restitution = 0.0);

  ModelBuilder & builder() {return builder_;}
  void set_gravity(const Eigen::Vector3d & gravity) {builder_.set_gravity(gravity);}

  /// The half-space below z = 0 of a frame.
  void add_ground(const Eigen::Isometry3d & pose = Eigen::Isometry3d::Identity());
  void add_shape(
    const std::string & link, const Shape & shape,
    const Eigen::Isometry3d & pose = Eigen::Isometry3d::Identity());

  /// \name Free bodies; q and v are counted from their pose, in its axes
  /// @{
  void add_free(
    const std::string & name, const SpatialInertia & inertia, const Eigen::Isometry3d & pose);
  void add_box(
    const std::string & name, double mass, const Eigen::Vector3d & size,
    const Eigen::Isometry3d & pose);
  void add_sphere(
    const std::string & name, double mass, double radius, const Eigen::Isometry3d & pose);
  /// @}

  /// A link on a joint of the same name.
  void add_link(
    const std::string & name, const SpatialInertia & inertia, const std::string & parent,
    const Joint & joint);
  void add_loop(const LoopJoint & loop) {loops_.push_back(loop);}

  /// A URDF with its collision shapes; bodies that a joint connects do not touch.
  void add_robot(const std::string & file, const RobotPlacement & placement);

  std::shared_ptr<World> make() const;

private:
  struct Part
  {
    std::string link;
    Shape shape;
    Eigen::Isometry3d pose;
  };

  ModelBuilder builder_;
  Material material_;
  std::vector<Part> parts_;
  std::vector<LoopJoint> loops_;
};

/// A joint about or along an axis, at a place of the parent link.
Joint make_joint(
  JointType type, const Eigen::Vector3d & axis,
  const Eigen::Vector3d & place = Eigen::Vector3d::Zero());

/// A point mass on a massless rod, about y: hangs down at q = 0, along +x at q = -π/2. Joint and
/// link are called "pendulum".
void add_pendulum(WorldMaker & maker, double mass, double length, const Joint & joint);

/// Two links with axes y, 0.4 m and 0.3 m long, straight up at q = 0: "shoulder" and "elbow".
void add_arm(WorldMaker & maker);

/// Standing with bent knees, the soles on the ground; all joints are to hold their position.
struct StandingHumanoid
{
  std::shared_ptr<World> world;
  Command hold;
};
StandingHumanoid make_standing_humanoid();

/// A simulation with the default solver.
Simulation simulate(
  std::shared_ptr<const World> world, const StepperOptions & options = StepperOptions());
void run_steps(Simulation & simulation, int steps);

/// The wrenches of the contacts of a step on the bodies, at the state before that step: as
/// inverse_dynamics() takes them.
Wrenches contact_wrenches(const Model & model, const State & before, const StepRecord & record);

}  // namespace contact_sim::testing

#endif  // SUPPORT__WORLDS_HPP_
