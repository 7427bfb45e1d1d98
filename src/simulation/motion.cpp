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

#include "contact_sim/simulation/motion.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace contact_sim
{

namespace
{

constexpr Interpolation kAll[] =
{Interpolation::kLinear, Interpolation::kCubic, Interpolation::kMinimumJerk};

/// Up to this a looped motion's ends count as one: what files round angles to.
constexpr double kLoopTolerance = 1e-6;

template<typename ... Parts>
[[noreturn]] void refuse(const Parts & ... parts)
{
  std::ostringstream text;
  text << "motion: ";
  (text << ... << parts);
  throw std::invalid_argument(text.str());
}

void check_times(const std::vector<double> & times)
{
  if (times.empty()) {
    refuse("expected at least one keyframe, found none");
  }
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (!std::isfinite(times[i]) || (i > 0 && times[i] <= times[i - 1])) {
      refuse("keyframe ", i, ": expected a time after the one before, found ", times[i]);
    }
  }
}

void check_table(const char * name, const Eigen::MatrixXd & table, const Keyframes & keyframes)
{
  const auto rows = static_cast<Eigen::Index>(keyframes.times.size());
  const auto columns = static_cast<Eigen::Index>(keyframes.joints.size());
  if (table.rows() != rows || table.cols() != columns) {
    refuse(
      "expected ", rows, " x ", columns, " ", name, ", found ", table.rows(), " x ", table.cols());
  }
  for (Eigen::Index j = 0; j < columns; ++j) {
    for (Eigen::Index i = 0; i < rows; ++i) {
      if (!std::isfinite(table(i, j))) {
        refuse(
          "joint '", keyframes.joints[j], "', keyframe ", i, ": expected finite ", name, ", found ",
          table(i, j));
      }
    }
  }
}

void check_loop(const Keyframes & keyframes)
{
  if (keyframes.times.size() < 2) {
    refuse("a looped motion needs at least two keyframes, found one");
  }
  const Eigen::Index last = keyframes.positions.rows() - 1;
  for (Eigen::Index j = 0; j < keyframes.positions.cols(); ++j) {
    const double first = keyframes.positions(0, j);
    if (!(std::abs(keyframes.positions(last, j) - first) <= kLoopTolerance)) {
      refuse(
        "joint '", keyframes.joints[j], "': a looped motion has to end where it begins, at ", first,
        ", found ", keyframes.positions(last, j));
    }
  }
}

int dof_of(const Model & model, const std::string & joint)
{
  const int body = model.body_index(joint);
  if (model.body_nv(body) != 1) {
    refuse(
      "joint '", joint, "': expected one degree of freedom, found ", model.body_nv(body), " (",
      to_string(model.joint_type(body)), ")");
  }
  if (model.mimic(body)) {
    refuse(
      "joint '", joint, "' mimics '", model.joint(model.mimic(body)->leader).name,
      "': move that one");
  }
  return model.first_v(body);
}

}  // namespace

const char * to_string(Interpolation interpolation)
{
  switch (interpolation) {
    case Interpolation::kLinear: return "linear";
    case Interpolation::kCubic: return "cubic";
    default: return "minimum_jerk";
  }
}

Interpolation interpolation_from_string(const std::string & name)
{
  std::string names;
  for (const Interpolation candidate : kAll) {
    if (name == to_string(candidate)) {
      return candidate;
    }
    names += (names.empty() ? "" : ", ") + std::string(to_string(candidate));
  }
  throw std::invalid_argument("interpolation: expected one of " + names + ", found '" + name + "'");
}

Motion::Motion(const Model & model, const Keyframes & keyframes, const MotionOptions & options)
: keyframes_(keyframes), options_(options)
{
  check_times(keyframes.times);
  check_table("positions", keyframes.positions, keyframes);
  if (keyframes.velocities.size() > 0) {
    check_table("velocities", keyframes.velocities, keyframes);
    if (options.interpolation != Interpolation::kCubic) {
      refuse("velocities are for cubic interpolation, found ", to_string(options.interpolation));
    }
  }
  if (!std::isfinite(options.start)) {
    refuse("expected a finite start, found ", options.start);
  }
  if (options.is_looped) {
    check_loop(keyframes);
  }
  for (const std::string & joint : keyframes.joints) {
    const int dof = dof_of(model, joint);
    if (std::find(dofs_.begin(), dofs_.end(), dof) != dofs_.end()) {
      refuse("joint '", joint, "' is given twice");
    }
    dofs_.push_back(dof);
  }
}

Motion::Place Motion::place(double time) const
{
  const std::vector<double> & times = keyframes_.times;
  double t = time - options_.start;
  if (t <= times.front() || times.size() == 1) {
    return {0, 0.0, 0.0};
  }
  if (options_.is_looped) {
    const double period = times.back() - times.front();
    t = times.front() + std::fmod(t - times.front(), period);
  } else if (t >= times.back()) {
    return {times.size() - 1, 0.0, 0.0};
  }
  const auto next = std::upper_bound(times.begin() + 1, times.end() - 1, t);
  const auto segment = static_cast<std::size_t>(next - times.begin() - 1);
  const double length = times[segment + 1] - times[segment];
  return {segment, std::clamp((t - times[segment]) / length, 0.0, 1.0), length};
}

JointSample Motion::sample(int joint, const Place & place) const
{
  const auto i = static_cast<Eigen::Index>(place.segment);
  const double from = keyframes_.positions(i, joint);
  if (place.length == 0.0) {
    return {from, 0.0, 0.0};
  }
  const double way = keyframes_.positions(i + 1, joint) - from;
  const double s = place.fraction;
  const double h = place.length;
  if (options_.interpolation == Interpolation::kLinear) {
    return {from + s * way, way / h, 0.0};
  }
  if (options_.interpolation == Interpolation::kMinimumJerk) {
    const double r = 1.0 - s;
    return {from + way * s * s * s * (10.0 + s * (6.0 * s - 15.0)), way / h * 30.0 * s * s * r * r,
      way / (h * h) * 60.0 * s * r * (r - s)};
  }
  // Hermite: from + s a + s² (3 way - 2a - b) + s³ (a + b - 2 way), a and b the ends' h·velocity.
  const bool has_velocities = keyframes_.velocities.size() > 0;
  const double a = has_velocities ? h * keyframes_.velocities(i, joint) : 0.0;
  const double b = has_velocities ? h * keyframes_.velocities(i + 1, joint) : 0.0;
  const double square = 3.0 * way - 2.0 * a - b;
  const double cube = a + b - 2.0 * way;
  return {from + s * (a + s * (square + s * cube)),
    (a + s * (2.0 * square + 3.0 * s * cube)) / h, (2.0 * square + 6.0 * s * cube) / (h * h)};
}

JointSample Motion::sample(int joint, double time) const
{
  return sample(joint, place(time));
}

void Motion::command(double time, Command & command) const
{
  const Place now = place(time);
  for (int joint = 0; joint < joint_count(); ++joint) {
    const JointSample at = sample(joint, now);
    const int dof = dofs_[joint];
    command.mode[dof] = CommandMode::kPosition;
    command.position[dof] = at.position;
    command.velocity[dof] = at.velocity;
  }
}

}  // namespace contact_sim
