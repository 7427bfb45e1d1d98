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

#include "contact_sim/session/session_settings.hpp"

#include <array>
#include <cstdint>
#include <stdexcept>

namespace contact_sim
{

namespace
{

constexpr double kMostSpeed = 1e6;   ///< real-time factor
constexpr double kMostRate = 1e6;    ///< [Hz]
constexpr std::int64_t kPriority = 50;  ///< below the interrupts' threads of a real-time kernel
constexpr std::array<const char *, kChannels> kRateNames{
  "rates.joint_states", "rates.wrenches", "rates.markers", "rates.tf", "rates.clock"};

SessionParameter text(
  const char * name, const char * value, const char * description, bool is_fixed)
{
  return {{name, std::string(value), "-", description}, is_fixed};
}

SessionParameter number(
  const char * name, double value, const char * unit, const char * description, double most)
{
  return {{name, value, unit, description, 0.0, most}, false};
}

SessionParameter fixed_integer(
  const char * name, std::int64_t value, const char * description, double most)
{
  return {{name, value, "-", description, 0.0, most}, true};
}

SessionParameter flag(const char * name, const char * description, bool is_fixed)
{
  return {{name, false, "-", description}, is_fixed};
}

SessionParameter choice(
  const char * name, const std::vector<std::string> & choices, const char * description)
{
  return {{name, choices.front(), "-", description}, false, choices};
}

std::vector<SessionParameter> run_parameters()
{
  return {
    text("scenario", "humanoid", "a shipped scenario, or the path of a file", true),
    text("robot_description", "", "URDF of the only robot; empty: the scenario's", true),
    text(
      kSolverPlugin, "", "the contact solver; empty: the scenario's, or else the default",
      false),
    number("step", 0.0, "s", "size of a step; 0: the scenario's", 1.0),
    text(
      "contact.nonconvex", "",
      "corners that end where they end: off, max, summation or auto; empty: the scenario's",
      false),
    number(
      "real_time_factor", 1.0, "-", "simulated time over time; 0: as fast as possible",
      kMostSpeed),
    flag("paused", "begins in a pause", true),
    flag("lockstep", "one step for each command message", true),
    choice(
      "on_solver_failure", {"continue", "pause", "stop"},
      "after a step in which the solver failed and another one answered: continue, pause or stop"),
    fixed_integer("threads", 0, "that solve islands; 0: the scenario's", 256.0),
    fixed_integer(
      "thread_priority", kPriority,
      "SCHED_FIFO priority of the thread that simulates, while it keeps time; 0: as any other",
      99.0)};
}

std::vector<SessionParameter> rate_parameters()
{
  constexpr std::array<const char *, kChannels> kDescriptions{
    "of joint states, by simulation time; 0: never",
    "of contact wrenches, by simulation time; 0: never",
    "of contact markers, by simulation time; 0: never",
    "of transforms, by simulation time; 0: never",
    "of the clock, by simulation time; 0: never"};
  std::vector<SessionParameter> parameters;
  for (int i = 0; i < kChannels; ++i) {
    parameters.push_back(number(kRateNames[i], Rates{}.of[i], "Hz", kDescriptions[i], kMostRate));
  }
  parameters.push_back(
    number("rates.diagnostics", 1.0, "Hz", "of diagnostics, by the wall clock; 0: never", 1000.0));
  return parameters;
}

std::vector<SessionParameter> output_parameters()
{
  return {
    text(
      "wrench_links", "",
      "links whose contact wrenches are sent, separated by commas; empty: all with collisions",
      true),
    text("frames.world", "world", "name of the world's frame", true),
    text("frames.prefix", "", "before the names of all other frames", true),
    number(
      "markers.force_scale", MarkerSettings{}.force_scale, "m/N", "length of a force's arrow",
      1e6),
    flag("markers.cones", "draws friction cones", false),
    number(
      "markers.penetration", MarkerSettings{}.full_penetration, "m",
      "colours penetrating points by depth, up to this one; 0: no colours", 1.0),
    // At the start alone: who connects later must not choose where files are written.
    text("save_folder", ".", "where save_problem writes", true)};
}

FailurePolicy policy(const std::string & name)
{
  if (name == "continue") {
    return FailurePolicy::kContinue;
  }
  if (name == "pause") {
    return FailurePolicy::kPause;
  }
  if (name == "stop") {
    return FailurePolicy::kStop;
  }
  throw std::invalid_argument(
          "on_solver_failure: expected continue, pause or stop, found '" + name + "'");
}

/// Reads values by name.
class Values
{
public:
  explicit Values(const ParameterMap & values)
  : values_(values) {}

  const std::string & text(const char * name) const
  {
    return std::get<std::string>(values_.at(name));
  }
  double number(const char * name) const {return std::get<double>(values_.at(name));}
  bool flag(const char * name) const {return std::get<bool>(values_.at(name));}
  int integer(const char * name) const
  {
    return static_cast<int>(std::get<std::int64_t>(values_.at(name)));
  }

private:
  const ParameterMap & values_;
};

LoopSettings read_loop(const Values & values)
{
  LoopSettings loop;
  loop.real_time_factor = values.number("real_time_factor");
  loop.is_lockstep = values.flag("lockstep");
  loop.is_paused = values.flag("paused");
  loop.thread_priority = values.integer("thread_priority");
  loop.on_failure = policy(values.text("on_solver_failure"));
  return loop;
}

}  // namespace

const std::array<const char *, kChannels> & rate_names()
{
  return kRateNames;
}

const std::vector<SessionParameter> & session_parameters()
{
  static const std::vector<SessionParameter> parameters = [] {
      std::vector<SessionParameter> all = run_parameters();
      for (const auto & more : {rate_parameters(), output_parameters()}) {
        all.insert(all.end(), more.begin(), more.end());
      }
      return all;
    }();
  return parameters;
}

SessionSettings read_settings(const ParameterMap & map)
{
  const Values values(map);
  SessionSettings settings;
  settings.scenario = values.text("scenario");
  settings.robot_description = values.text("robot_description");
  settings.step = values.number("step");
  const std::string & nonconvex = values.text("contact.nonconvex");
  if (!nonconvex.empty()) {
    settings.nonconvex = nonconvex_mode_from_string(nonconvex);
  }
  settings.threads = values.integer("threads");
  settings.loop = read_loop(values);
  for (int i = 0; i < kChannels; ++i) {
    settings.rates.of[i] = values.number(kRateNames[i]);
  }
  settings.diagnostics_rate = values.number("rates.diagnostics");
  settings.markers = {
    values.number("markers.force_scale"), values.flag("markers.cones"),
    values.number("markers.penetration")};
  settings.world_frame = values.text("frames.world");
  settings.frame_prefix = values.text("frames.prefix");
  settings.wrench_links = values.text("wrench_links");
  settings.save_folder = values.text("save_folder");
  return settings;
}

}  // namespace contact_sim
