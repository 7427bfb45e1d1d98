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

#ifndef SUPPORT__LINKAGES_HPP_
#define SUPPORT__LINKAGES_HPP_

#include <Eigen/Core>

#include <string>
#include <vector>

#include "contact_sim/dynamics/loop_constraints.hpp"
#include "contact_sim/dynamics/model.hpp"

namespace contact_sim::testing
{

/// A mechanism with closed loops, and a position near one that closes them.
struct Linkage
{
  Model model;
  std::vector<LoopJoint> loops;
  Eigen::VectorXd q;
};

/// In the plane y = 0 with axes y: crank and coupler are one tree, the rocker another, and a
/// revolute loop joins them. Lengths [m]: ground, crank, coupler, rocker. Five rows, of which two
/// count.
Linkage four_bar(double ground, double crank, double coupler, double rocker);

/// A four-bar linkage whose opposite sides are equal.
Linkage parallelogram();

/// Crank (0.2 m) and rod (0.6 m), and a slider along x that a revolute loop joins with the rod.
/// q: crank, rod against crank, slider.
Linkage slider_crank();

/// Four turning joints with skew axes that move all the same, as Bennett found; the fourth is the
/// loop. None of the five rows is redundant by a symmetry of the plane.
Linkage bennett();

/// A chain of 25 links with axes y and z in turn, its tip held at a point of the world.
Linkage closed_chain();

/// A palm that slides along z with two fingers: the left one leads, the right one mimics it with
/// -0.5 and an offset; the gripper is fixed to the world.
Linkage mimic_gripper();

}  // namespace contact_sim::testing

#endif  // SUPPORT__LINKAGES_HPP_
