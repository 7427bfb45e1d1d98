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

#include "screen_text.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "formatted.hpp"

namespace contact_sim
{

namespace
{

constexpr std::size_t kMostLinks = 8;
constexpr int kBar = 24;
constexpr double kMicroseconds = 1e6;

/// No byte of a character of several is left over.
std::string cut(const std::string & text, std::size_t most)
{
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins = (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80;
    if (begins && characters++ == most) {
      return text.substr(0, i);
    }
  }
  return text;
}

std::string named(const std::string & name, const std::string & value)
{
  return formatted("%-13s", name.c_str()) + value;
}

std::string time_line(const ScreenFigures & figures)
{
  const std::string end =
    std::isfinite(figures.duration) ? formatted(" of %.3f", figures.duration) : "";
  return named(
    "time", formatted("%.3f", figures.time) + end + " s, " +
    (figures.stands_still ? std::string("paused or waiting") :
    formatted("%.2f x real time", figures.factor_now)) +
    formatted(" (over the run %.2f)", figures.factor));
}

/// The longest bar is what presses on the ground, or the largest of the forces.
void add_forces(const ScreenFigures & figures, std::vector<std::string> & lines)
{
  double most = std::abs(figures.ground_force);
  for (const auto & [link, force] : figures.links) {
    most = std::max(most, std::abs(force));
  }
  const std::size_t shown = std::min(figures.links.size(), kMostLinks);
  for (std::size_t i = 0; i < shown; ++i) {
    const auto & [link, force] = figures.links[i];
    const int length = static_cast<int>(std::lround(kBar * std::abs(force) / most));
    lines.push_back(
      formatted("  %-24s %9.1f N  ", cut(on_one_line(link), 24).c_str(), force) +
      std::string(length, force < 0.0 ? '-' : '#'));
  }
  if (shown < figures.links.size()) {
    lines.push_back(formatted("  and %zu more links", figures.links.size() - shown));
  }
}

std::string fallback_line(const ScreenFigures & figures)
{
  return named(
    "fallbacks", figures.failed_steps == 0 ? "none" :
    "in " + std::to_string(figures.failed_steps) + " of " + std::to_string(figures.steps) +
    " steps");
}

std::string times_line(const std::string & name, double last, double mean)
{
  return named(
    name, formatted(
      "%.1f µs in the last step, %.1f µs on average", kMicroseconds * last, kMicroseconds * mean));
}

}  // namespace

void read_record(
  const Model & model, const StepRecord & record, const RunStatistics & statistics,
  ScreenFigures & figures)
{
  std::map<int, double> forces;
  figures.contacts = static_cast<int>(record.contacts.size());
  figures.carrying = 0;
  for (const ContactRecord & contact : record.contacts) {
    const double up = contact.normal_force * contact.normal.z() + contact.friction_force.z();
    figures.carrying += contact.normal_force > 0.0;
    forces[contact.link_b] += up;
    forces[contact.link_a] -= up;
  }
  figures.ground_force = forces.count(-1) > 0 ? -forces.at(-1) : 0.0;
  figures.links.clear();
  for (const auto & [link, force] : forces) {
    if (link >= 0 && force != 0.0) {
      figures.links.emplace_back(model.link(link).name, force);
    }
  }
  // Forces that look the same stay in the order of the links: else lines would change places.
  const auto shown = [](double force) {return std::round(10.0 * std::abs(force));};
  std::stable_sort(
    figures.links.begin(), figures.links.end(), [&](const auto & a, const auto & b) {
      return shown(a.second) > shown(b.second);
    });
  figures.pivots = record.solver.iterations;
  figures.mean_pivots = statistics.iterations.mean();
  figures.most_pivots = statistics.iterations.largest();
  figures.backtracks = statistics.backtracks.total();
  figures.residual = record.solver.residual.largest();
  figures.worst_residual = statistics.residual;
  figures.penetration = record.largest_penetration;
  figures.failed_steps = statistics.failed_steps;
  figures.steps = statistics.steps;
  figures.solve_time = record.solver.time;
  figures.mean_solve_time = statistics.solve_time.mean();
  figures.step_time = record.step_time;
  figures.mean_step_time = statistics.step_time.mean();
}

std::vector<std::string> screen_lines(
  const ScreenFigures & figures, std::size_t columns, std::size_t rows)
{
  std::vector<std::string> lines;
  lines.push_back(
    "contact_sim: " + on_one_line(figures.scenario) + "   (Ctrl-C ends the run)");
  for (const std::string & note : figures.notes) {
    lines.push_back(on_one_line(note));
  }
  lines.push_back("");
  lines.push_back(time_line(figures));
  if (!figures.robot.empty()) {
    lines.push_back(
      named("height", formatted("%.3f m, of ", figures.height) + on_one_line(figures.robot)));
  }
  lines.push_back(
    named(
      "contacts", formatted(
        "%d, %d with a force; %.1f N on the ground; %.3g µm deep", figures.contacts,
        figures.carrying, figures.ground_force, kMicroseconds * figures.penetration)));
  add_forces(figures, lines);
  lines.push_back(named("solver", on_one_line(figures.solver)));
  lines.push_back(
    named(
      "pivots", formatted(
        "%d in the last step, %.2f on average, %d at most; backtracks: %s", figures.pivots,
        figures.mean_pivots, figures.most_pivots, std::to_string(figures.backtracks).c_str())));
  lines.push_back(
    named(
      "residual", formatted(
        "%.1e in the last step, %.1e at most, at %.3f s", figures.residual,
        figures.worst_residual.value, figures.worst_residual.time)));
  lines.push_back(fallback_line(figures));
  lines.push_back(times_line("solve time", figures.solve_time, figures.mean_solve_time));
  lines.push_back(times_line("step time", figures.step_time, figures.mean_step_time));
  lines.resize(std::min(lines.size(), rows));
  for (std::string & line : lines) {
    line = cut(line, columns);
  }
  return lines;
}

}  // namespace contact_sim
