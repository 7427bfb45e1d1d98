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

#ifndef EXPERIMENTS__PHYSICS_MEASURES_HPP_
#define EXPERIMENTS__PHYSICS_MEASURES_HPP_

#include <string>
#include <vector>

#include "solver_trial.hpp"

namespace contact_sim
{

/// Frames that a solver lost in what it was measured with.
struct Lost
{
  int frames{0};
  int failures{0};

  void add(const FrameCounts & counts);
  double percent() const {return frames > 0 ? 100.0 * failures / frames : 0.0;}
};

/// \name What a solver does in shipped scenes, measured on the motion
/// Each adds the frames to `lost`. NaN where the simulation had to stop.
/// @{
/// Angle from the push to the way that the box takes, for pushes all round [deg].
std::vector<double> sliding_errors(
  const ExperimentContext & context, const TriedSolver & solver, int angles, Lost & lost);
/// How far a box rises while it slides to a stop from 1 m/s [m].
double rise_while_sliding(
  const ExperimentContext & context, const TriedSolver & solver, Lost & lost);
/// Friction forces of a box that rests on the level, summed up without regard to sign, as a part of
/// its weight: they could only pull against each other.
double internal_forces(const ExperimentContext & context, const TriedSolver & solver, Lost & lost);
/// Mean speed of a box on a slope that friction can hold [m/s].
double creep_on_slope(
  const ExperimentContext & context, const TriedSolver & solver, double duration, Lost & lost);
/// Mean speed of a capsule that a gripper has lifted and holds [m/s].
double creep_in_gripper(
  const ExperimentContext & context, const TriedSolver & solver, double duration, Lost & lost);
/// The largest gain of energy in a step, of a box that falls and bounces, as a part of the energy
/// that it has above its place of rest.
double energy_gain(
  const ExperimentContext & context, const TriedSolver & solver, double duration, Lost & lost);
/// Error of the way that a box has slid down a slope after 1 s, steps of h [m].
double sliding_way_error(
  const ExperimentContext & context, const TriedSolver & solver, double h, Lost & lost);
/// @}

}  // namespace contact_sim

#endif  // EXPERIMENTS__PHYSICS_MEASURES_HPP_
