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

#include "physics_measures.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <limits>

namespace contact_sim
{

namespace
{

constexpr double kPi = 3.14159265358979323846;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Runs to a time. False where the simulation had to stop.
bool run_to(SolverTrial & trial, double time)
{
  const double h = trial.scenario().options.step;
  while (trial.state().time < time - 0.5 * h) {
    if (!trial.step()) {
      return false;
    }
  }
  return true;
}

/// Where a free body is, against where it was placed [m].
Eigen::Vector3d place(const SolverTrial & trial, const std::string & body)
{
  const Model & model = trial.scenario().world->model;
  return trial.state().q.segment<3>(model.first_q(model.body_index(body + "/root_joint")));
}

/// Linear velocity of a free body, in the axes of its placement [m/s].
Eigen::Vector3d velocity(const SolverTrial & trial, const std::string & body)
{
  const Model & model = trial.scenario().world->model;
  return trial.state().v.segment<3>(model.first_v(model.body_index(body + "/root_joint")) + 3);
}

double mean_speed(
  const ExperimentContext & context, const ScenarioFile & scene, const TriedSolver & solver,
  const std::string & body, double from, double to, Lost & lost)
{
  SolverTrial trial(context, scene, solver);
  double speed = kNone;
  if (run_to(trial, from)) {
    const Eigen::Vector3d before = place(trial, body);
    if (run_to(trial, to)) {
      speed = (place(trial, body) - before).norm() / (to - from);
    }
  }
  lost.add(trial.counts());
  return speed;
}

}  // namespace

void Lost::add(const FrameCounts & counts)
{
  frames += counts.frames;
  failures += counts.failures;
}

std::vector<double> sliding_errors(
  const ExperimentContext & context, const TriedSolver & solver, int angles, Lost & lost)
{
  ScenarioFile scene = shipped_scene("pushed_box");
  const double force = scene.wrenches.front().force.norm();
  std::vector<double> errors;
  for (int i = 0; i < angles; ++i) {
    const double angle = 2.0 * kPi * i / angles;
    scene.wrenches.front().force = {force * std::cos(angle), force * std::sin(angle), 0.0};
    SolverTrial trial(context, scene, solver);
    const bool arrived = run_to(trial, 0.02);
    const Eigen::Vector3d v = velocity(trial, "box");
    const double error = std::remainder(std::atan2(v.y(), v.x()) - angle, 2.0 * kPi);
    errors.push_back(arrived ? 180.0 / kPi * error : kNone);
    lost.add(trial.counts());
  }
  return errors;
}

double rise_while_sliding(
  const ExperimentContext & context, const TriedSolver & solver, Lost & lost)
{
  ScenarioFile scene = shipped_scene("pushed_box");
  scene.wrenches.clear();
  scene.bodies.front().velocity.linear = {0.8, 0.6, 0.0};
  SolverTrial trial(context, scene, solver);
  double rise = 0.0;
  while (trial.state().time < 0.3) {  // it stops after 0.2 s
    if (!trial.step()) {
      rise = kNone;
      break;
    }
    rise = std::max(rise, place(trial, "box").z());
  }
  lost.add(trial.counts());
  return rise;
}

double internal_forces(const ExperimentContext & context, const TriedSolver & solver, Lost & lost)
{
  ScenarioFile scene = shipped_scene("pushed_box");
  scene.wrenches.clear();
  SolverTrial trial(context, scene, solver);
  const bool arrived = run_to(trial, 0.1);
  double friction = 0.0;
  double normal = 0.0;
  for (const ContactRecord & contact : trial.record().contacts) {
    friction += contact.friction_force.norm();
    normal += contact.normal_force;
  }
  lost.add(trial.counts());
  return arrived ? friction / normal : kNone;
}

double creep_on_slope(
  const ExperimentContext & context, const TriedSolver & solver, double duration, Lost & lost)
{
  return mean_speed(
    context, shipped_scene("incline"), solver, "rough_box", 0.0, duration, lost);
}

double creep_in_gripper(
  const ExperimentContext & context, const TriedSolver & solver, double duration, Lost & lost)
{
  constexpr double kHeld = 2.0;  // the lift has stopped at 1.7 s
  return mean_speed(
    context, shipped_scene("gripper"), solver, "capsule", kHeld, kHeld + duration, lost);
}

double energy_gain(
  const ExperimentContext & context, const TriedSolver & solver, double duration, Lost & lost)
{
  SolverTrial trial(context, shipped_scene("falling_box"), solver);
  double first = kNone;
  double last = 0.0;
  double gain = 0.0;
  while (trial.state().time < duration && trial.step()) {
    const StepRecord & record = trial.record();
    const double energy = record.kinetic_energy + record.potential_energy;
    if (std::isfinite(first)) {
      gain = std::max(gain, energy - last);
    } else {
      first = energy;
    }
    last = energy;
  }
  lost.add(trial.counts());
  return trial.error().empty() ? gain / (first - last) : kNone;
}

double sliding_way_error(
  const ExperimentContext & context, const TriedSolver & solver, double h, Lost & lost)
{
  ScenarioFile scene = shipped_scene("incline");
  scene.options.step = h;
  const double gravity = scene.gravity.norm();
  const double cosine = scene.ground->normal.z();
  const double friction = scene.friction.back().law.friction;
  const double a = gravity * (std::sqrt(1.0 - cosine * cosine) - friction * cosine);
  SolverTrial trial(context, scene, solver);
  const bool arrived = run_to(trial, 1.0);
  const double way = place(trial, "smooth_box").norm();
  lost.add(trial.counts());
  return arrived ? std::abs(way - 0.5 * a) : kNone;
}

}  // namespace contact_sim
