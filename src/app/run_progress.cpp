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

#include "run_progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <iostream>

#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/session/scene_names.hpp"
#include "formatted.hpp"

namespace contact_sim
{

namespace
{

constexpr const char * kClearLine = "\r\033[K";
constexpr std::chrono::milliseconds kTerminalPeriod{100};
constexpr std::chrono::milliseconds kPipePeriod{1000};

/// A line that wraps cannot be written anew.
std::size_t terminal_width()
{
  struct winsize size = {};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col - 1u : 79u;
}

}  // namespace

RunProgress::RunProgress(const BuiltScenario & scenario, bool is_quiet)
: scenario_(scenario), robot_(only_robot(scenario)), data_(scenario.world->model),
  is_quiet_(is_quiet), is_terminal_(::isatty(STDERR_FILENO) == 1), start_(Clock::now()),
  next_(start_ + (is_terminal_ ? kTerminalPeriod : kPipePeriod)),
  next_time_(is_terminal_ ? 0.0 : 1.0)
{
}

RunProgress::~RunProgress()
{
  if (is_terminal_ && !is_quiet_) {
    std::cerr << kClearLine << std::flush;
  }
}

void RunProgress::update(const State & state, const StepRecord & record, std::int64_t failures)
{
  if (is_quiet_ || state.time < next_time_) {
    return;
  }
  const Clock::time_point now = Clock::now();
  if (now < next_) {
    return;
  }
  const double wall_time = std::chrono::duration<double>(now - start_).count();
  const std::string text = line(state, record, failures, wall_time);
  if (is_terminal_) {
    std::cerr << kClearLine << text.substr(0, terminal_width()) << std::flush;
    next_ = now + kTerminalPeriod;
  } else {
    std::cerr << text << "\n";
    next_ = now + kPipePeriod;
    next_time_ = state.time + 1.0;
  }
}

std::string RunProgress::line(
  const State & state, const StepRecord & record, std::int64_t failures, double wall_time)
{
  double force = 0.0;
  for (const ContactRecord & contact : record.contacts) {
    force += contact.normal_force;
  }
  const std::string end =
    std::isfinite(scenario_.duration) ? formatted("/%.3f", scenario_.duration) : "";
  // Not wider than 80 columns, as long as nothing fails.
  const std::string text = formatted(
    "%8.3f%s s %6.2f x real time %s%3zu contacts %4.0f N %3d pivots", state.time, end.c_str(),
    wall_time > 0.0 ? state.time / wall_time : 0.0, robot_height(
      state).c_str(), record.contacts.size(), force,
    record.solver.iterations);
  return failures == 0 ? text : text + ", " + std::to_string(failures) + " failures";
}

/// Of the only robot, its root link.
std::string RunProgress::robot_height(const State & state)
{
  if (robot_ == nullptr) {
    return "";
  }
  const Model & model = scenario_.world->model;
  forward_kinematics(model, data_, state.q);
  return formatted(
    "at %.3f m ", link_pose(model, data_, robot_->root_link).translation().z());
}

}  // namespace contact_sim
