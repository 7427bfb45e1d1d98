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


// The promises of the dynamics room on speed, as ratios within one run: against DART where it was
// found, growth with the number of links, contact columns against the factorisation. Times are the
// least of many short rounds, one candidate after the other. Exits with 1 where a bound is broken.

#include <Eigen/Dense>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#ifdef CONTACT_SIM_HAS_DART
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#endif

#include "contact_sim/dynamics/forward_dynamics.hpp"
#include "contact_sim/dynamics/inverse_dynamics.hpp"
#include "contact_sim/dynamics/jacobian.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/dynamics/mass_matrix.hpp"
#include "support/bounds.hpp"
#include "support/random_trees.hpp"

namespace contact_sim
{

namespace
{

using Eigen::VectorXd;
using testing::Random;

using Clock = std::chrono::steady_clock;

/// Time of one call, the mean of so many [us].
template<typename Function>
double time_round(Function & function, int calls)
{
  const auto start = Clock::now();
  for (int call = 0; call < calls; ++call) {
    function();
  }
  const std::chrono::duration<double, std::micro> time = Clock::now() - start;
  return time.count() / calls;
}

/// The least of many rounds [us]. All rounds last about as long whatever is measured, and are
/// short: else on a busy machine every round of a slow function is interrupted, and none of a fast
/// one.
template<typename Function>
double time_of(Function function)
{
  constexpr double kRound = 100.0;  // [us]
  double least = 1e300;
  for (int warm_up = 0; warm_up < 5; ++warm_up) {
    least = std::min(least, time_round(function, 1));
  }
  const int calls = std::max(1, static_cast<int>(kRound / least));
  for (int round = 0; round < 500; ++round) {
    least = std::min(least, time_round(function, calls));
  }
  return least;
}

/// A model with a random state, and a workspace.
struct Bench
{
  explicit Bench(const Model & m)
  : model(m), data(m)
  {
    Random random(1);
    q = testing::random_position(random, model);
    v = testing::random_vector(random, model.nv());
    tau = testing::random_vector(random, model.nv());
  }

  double time_aba()
  {
    return time_of([this] {forward_dynamics(model, data, q, v, tau);});
  }

  Model model;
  Data data;
  VectorXd q, v, tau;
};

struct HumanoidTimes
{
  double kinematics, rnea, aba, crba, factor, columns;
};

/// Eight points on either foot.
double time_columns(Bench & bench)
{
  Random random(2);
  const int feet[] = {bench.model.link(bench.model.link_index("left_foot")).body,
    bench.model.link(bench.model.link_index("right_foot")).body};
  std::vector<Eigen::Vector3d> points;
  for (int i = 0; i < 16; ++i) {
    points.push_back(bench.data.position[feet[i / 8]] + 0.1 * testing::random_vector(random, 3));
  }
  const Eigen::Matrix3d frame = testing::random_frame(random);
  ContactColumns columns;
  return time_of(
    [&] {
      // As after a new factorisation: what the points of a foot share is computed again.
      std::fill(bench.data.has_columns.begin(), bench.data.has_columns.end(), 0);
      for (int i = 0; i < 16; ++i) {
        contact_columns(bench.model, bench.data, 0, feet[i / 8], points[i], frame, columns);
      }
    });
}

HumanoidTimes time_humanoid(Bench & bench)
{
  HumanoidTimes times{};
  times.kinematics =
    time_of([&] {forward_kinematics(bench.model, bench.data, bench.q, bench.v);});
  times.rnea =
    time_of([&] {inverse_dynamics(bench.model, bench.data, bench.q, bench.v, bench.tau);});
  times.aba = bench.time_aba();
  times.crba = time_of([&] {mass_matrix(bench.model, bench.data, bench.q);});
  times.factor = time_of([&] {factor_mass_matrix(bench.model, bench.data);});
  times.columns = time_columns(bench);
  std::printf(
    "humanoid, %d degrees of freedom [us]: kinematics %.2f, RNEA %.2f, ABA %.2f, CRBA %.2f, "
    "factor %.2f, 16 contact columns %.2f\n", bench.model.nv(), times.kinematics, times.rnea,
    times.aba, times.crba, times.factor, times.columns);
  return times;
}

bool compare_growth()
{
  std::map<int, double> times;
  for (int links = 4; links <= 128; links *= 2) {
    Bench bench(testing::pendulum(links));
    times[links] = bench.time_aba();
    std::printf("ABA of a chain of %3d links: %8.2f us\n", links, times[links]);
  }
  return testing::at_most("ABA: exponent of growth, 4 to 128 links", testing::slope(times), 1.1);
}

#ifdef CONTACT_SIM_HAS_DART

using dart::dynamics::BodyNode;

dart::dynamics::Inertia dart_inertia(const SpatialInertia & inertia)
{
  return {inertia.mass, inertia.center, inertia.rotational};
}

/// The same tree in DART; floating and turning joints only.
dart::dynamics::SkeletonPtr dart_skeleton(const Model & model)
{
  auto skeleton = dart::dynamics::Skeleton::create("copy");
  std::vector<BodyNode *> nodes(model.body_count(), nullptr);
  for (int body = 1; body < model.body_count(); ++body) {
    BodyNode * parent = nodes[model.parent(body)];
    const BodyNode::AspectProperties link(model.link(model.body_link(body)).name);
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.linear() = model.joint_rotation(body);
    pose.translation() = model.joint_translation(body);
    if (model.joint_type(body) == JointType::kFloating) {
      dart::dynamics::FreeJoint::Properties joint;
      joint.mName = model.joint(body).name;
      joint.mT_ParentBodyToJoint = pose;
      nodes[body] = skeleton->createJointAndBodyNodePair<dart::dynamics::FreeJoint>(
        parent, joint, link).second;
    } else {
      dart::dynamics::RevoluteJoint::Properties joint;
      joint.mName = model.joint(body).name;
      joint.mAxis = model.joint(body).axis;
      joint.mT_ParentBodyToJoint = pose;
      nodes[body] = skeleton->createJointAndBodyNodePair<dart::dynamics::RevoluteJoint>(
        parent, joint, link).second;
    }
    nodes[body]->setInertia(dart_inertia(model.inertia(body)));
  }
  return skeleton;
}

bool compare_with_dart(Bench & bench, const HumanoidTimes & ours)
{
  const auto skeleton = dart_skeleton(bench.model);
  // Its answers are kept until the state changes, so that every call takes another one.
  const VectorXd q[] = {VectorXd::Random(bench.model.nv()), VectorXd::Random(bench.model.nv())};
  const VectorXd v[] = {bench.v, -bench.v};
  int turn = 0;
  const double aba = time_of(
    [&] {
      turn = 1 - turn;
      skeleton->setPositions(q[turn]);
      skeleton->setVelocities(v[turn]);
      skeleton->setForces(bench.tau);
      skeleton->computeForwardDynamics();
    });
  double sum = 0.0;
  const double mass = time_of(
    [&] {
      turn = 1 - turn;
      skeleton->setPositions(q[turn]);
      sum += skeleton->getMassMatrix()(0, 0);
    });
  Eigen::LLT<Eigen::MatrixXd> llt(skeleton->getMassMatrix());
  const double factor = time_of([&] {llt.compute(skeleton->getMassMatrix());});
  std::printf(
    "DART on the same tree [us]: forward dynamics %.2f, mass matrix %.2f, dense factor %.2f\n",
    aba, mass, factor);
  bool kept = testing::at_most("ABA against DART's forward dynamics", ours.aba / aba, 1.0);
  kept &= testing::at_most(
    "CRBA + factor against DART's mass matrix alone", (ours.crba + ours.factor) / mass, 1.0);
  return kept && sum != 0.0;
}

#else

bool compare_with_dart(Bench &, const HumanoidTimes &)
{
  std::printf("DART was not found at build time (package libdart-dev): not compared\n");
  return true;
}

#endif

}  // namespace

int run_benchmarks()
{
  Bench bench(testing::humanoid());
  const HumanoidTimes times = time_humanoid(bench);
  bool kept = compare_with_dart(bench, times);
  kept &= testing::at_most(
    "16 contact columns against the factorisation", times.columns / times.factor, 3.0);
  kept &= testing::at_most(
    "the same against mass matrix and factorisation",
    times.columns / (times.crba + times.factor), 3.0);
  kept &= compare_growth();
  return kept ? 0 : 1;
}

}  // namespace contact_sim

int main()
{
  return contact_sim::run_benchmarks();
}
