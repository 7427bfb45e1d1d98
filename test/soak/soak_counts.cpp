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


#include "soak/soak_counts.hpp"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <ostream>

#include "app/text_table.hpp"
#include "contact_sim/dynamics/kinematics.hpp"

namespace contact_sim::soak
{

namespace
{

using Scenes = std::vector<std::pair<std::string, SoakCounts>>;

std::string number(const char * format, double value)
{
  char text[64];
  std::snprintf(text, sizeof(text), format, value);
  return text;
}

std::string hexadecimal(std::uint64_t value)
{
  char text[17];
  std::snprintf(text, sizeof(text), "%016" PRIx64, value);
  return text;
}

std::string at(const Worst & worst)
{
  return std::to_string(worst.place.episode) + ":" + std::to_string(worst.place.step);
}

bool is_finite(const State & state, const StepRecord & record)
{
  const auto is_good = [](const ContactRecord & contact) {
      return std::isfinite(contact.normal_force) && contact.friction_force.allFinite() &&
             contact.position.allFinite() && std::isfinite(contact.gap);
    };
  return state.q.allFinite() && state.v.allFinite() && record.effort.allFinite() &&
         std::all_of(record.contacts.begin(), record.contacts.end(), is_good);
}

bool has_input(const StepRecord & record, bool has_wrenches)
{
  return has_wrenches || !(record.effort.array() == 0.0).all();
}

void write_solver(std::ostream & output, const Scenes & scenes)
{
  using Align = TextTable::Align;
  TextTable table(std::vector<Align>(11, Align::kRight));
  table.add_row(
    {"scene", "frames", "contacts", "pivots", "backtracks", "failed", "default", "frictionless",
      "last resort", "stopped", "not finite"});
  for (const auto & [name, counts] : scenes) {
    const RunStatistics & run = counts.run;
    table.add_row(
      {name, std::to_string(run.steps), std::to_string(run.contacts.total()),
        std::to_string(run.iterations.total()), std::to_string(run.backtracks.total()),
        std::to_string(run.failed_steps), std::to_string(run.answered[1]),
        std::to_string(run.answered[2]), std::to_string(run.answered[3]),
        std::to_string(counts.stopped), std::to_string(counts.not_finite)});
  }
  table.write(output);
}

/// Where: EPISODE:STEP.
void write_bounds(std::ostream & output, const Scenes & scenes)
{
  using Align = TextTable::Align;
  TextTable table(std::vector<Align>(9, Align::kRight));
  table.add_row(
    {"scene", "moderate", "penetration [mm]", "at", "of all [mm]", "at", "gain [J]", "at",
      "states"});
  for (const auto & [name, counts] : scenes) {
    const bool known = counts.run.steps_without_input > 0;
    table.add_row(
      {name, std::to_string(counts.moderate),
        number("%.2g", 1e3 * counts.moderate_penetration.value), at(counts.moderate_penetration),
        number("%.2g", 1e3 * counts.penetration.value), at(counts.penetration),
        known ? number("%.2g", counts.energy_gain.value) : "-",
        known ? at(counts.energy_gain) : "-", hexadecimal(counts.hash)});
  }
  table.write(output);
}

void write_times(std::ostream & output, const Scenes & scenes)
{
  using Align = TextTable::Align;
  TextTable table(std::vector<Align>(6, Align::kRight));
  table.add_row({"scene", "wall clock [s]", "median step [us]", "99 %", "largest [ms]", "at"});
  for (const auto & [name, counts] : scenes) {
    table.add_row(
      {name, number("%.1f", counts.wall_time),
        number("%.0f", 1e6 * counts.run.step_time.median()),
        number("%.0f", 1e6 * counts.run.step_time.percentile(99.0)),
        number("%.0f", 1e3 * counts.step_time.value), at(counts.step_time)});
  }
  table.write(output);
}

void write_sum(std::ostream & output, const Scenes & scenes)
{
  std::int64_t frames = 0, moderate = 0, failed = 0, frictionless = 0, stopped = 0, bad = 0;
  std::int64_t deep = 0, contacts = 0, pivots = 0, backtracks = 0;
  double deepest = 0.0;
  std::array<std::int64_t, RunStatistics::kStatuses> causes{};
  for (const auto & [name, counts] : scenes) {
    frames += counts.run.steps;
    contacts += counts.run.contacts.total();
    pivots += counts.run.iterations.total();
    backtracks += counts.run.backtracks.total();
    moderate += counts.moderate;
    deep += counts.too_deep;
    failed += counts.run.failed_steps;
    frictionless += counts.frictionless();
    stopped += counts.stopped;
    bad += counts.not_finite;
    deepest = std::max(deepest, counts.moderate_penetration.value);
    for (std::size_t i = 0; i < causes.size(); ++i) {
      causes[i] += counts.run.causes[i];
    }
  }
  output << "in sum: " << frames << " frames, " << contacts << " contacts, " << pivots <<
    " pivots, " << backtracks << " backtracks\nthe default solver failed in " << failed <<
    " frames";
  for (std::size_t i = 0; i < causes.size(); ++i) {
    if (causes[i] > 0) {
      output << ", " << to_string(static_cast<ContactStatus>(i)) << " " << causes[i];
    }
  }
  output << "\nwithout friction: " << frictionless << " islands; stopped: " << stopped <<
    " episodes; not finite: " << bad << " frames\nat moderate speeds (" << moderate <<
    " frames) penetration up to " << number("%.2g", 1e3 * deepest) << " mm, above " <<
    1e3 * kMostPenetration << " mm in " << deep << " frames\n";
}

}  // namespace

std::int64_t SoakCounts::frictionless() const
{
  return run.answered[static_cast<int>(Fallback::kFrictionless)] +
         run.answered[static_cast<int>(Fallback::kLastResort)];
}

bool SoakCounts::is_as_promised() const
{
  return run.failed_steps == 0 && frictionless() == 0 && stopped == 0 && not_finite == 0 &&
         too_deep == 0;
}

EpisodeCounter::EpisodeCounter(
  const Model & model, const State & initial, std::int64_t episode, SoakCounts & counts)
: model_(model), data_(model), was_moderate_(is_moderate(model, initial)), episode_(episode),
  counts_(counts)
{
}

/// What penetrates at the beginning of a step got there with the velocity at the end of the one
/// before.
void EpisodeCounter::add(const State & state, const StepRecord & record, bool has_wrenches)
{
  const Place place{episode_, state.step};
  counts_.penetration.add(record.largest_penetration, place);
  if (was_moderate_) {
    ++counts_.moderate;
    counts_.moderate_penetration.add(record.largest_penetration, place);
    counts_.too_deep += record.largest_penetration > kMostPenetration ? 1 : 0;
  }
  counts_.not_finite += is_finite(state, record) ? 0 : 1;
  counts_.step_time.add(record.step_time, place);
  const double energy = record.kinetic_energy + record.potential_energy;
  if (state.step > 1 && !has_input(record, has_wrenches)) {
    counts_.energy_gain.add(energy - energy_, place);
  }
  energy_ = energy;
  counts_.run.add(record, has_wrenches);
  was_moderate_ = is_moderate(model_, state);
}

bool EpisodeCounter::is_moderate(const Model & model, const State & state)
{
  forward_kinematics(model, data_, state.q, state.v);
  for (int body = 1; body < model.body_count(); ++body) {
    if (data_.velocity[body].norm() > kModerateSpeed ||
      data_.omega[body].norm() > kModerateTurning)
    {
      return false;
    }
  }
  return true;
}

void write_counts(std::ostream & output, const Scenes & scenes, bool with_times)
{
  write_solver(output, scenes);
  output << "\nEPISODE:STEP says where, `soak --scene NAME --episode EPISODE` runs it again\n";
  write_bounds(output, scenes);
  output << "\n";
  if (with_times) {
    write_times(output, scenes);
    output << "\n";
  }
  write_sum(output, scenes);
}

}  // namespace contact_sim::soak
