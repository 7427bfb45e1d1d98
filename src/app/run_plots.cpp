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

#include "run_plots.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "contact_sim/figures/plot.hpp"
#include "contact_sim/figures/table.hpp"
#include "formatted.hpp"

namespace contact_sim
{

namespace
{

constexpr double kMicro = 1e6;
constexpr std::size_t kMostCurves = 7;  ///< that eyes tell apart
constexpr std::size_t kGrey = 6;        ///< of the palette
constexpr int kBins = 60;
/// What is less counts as zero: residuals of that size are products of roundings.
constexpr double kSmallestResidual = 1e-20;
const Axis kTimeAxis{"time [s]"};

Series scaled(Series series, double factor)
{
  for (double & value : series.y) {
    value *= factor;
  }
  return series;
}

/// A logarithmic axis has no place for zero.
Series positive(Series series, double smallest)
{
  for (double & value : series.y) {
    value = value >= smallest ? value : std::numeric_limits<double>::quiet_NaN();
  }
  return series;
}

/// Counts hold until the next step; joined ones are drawn from the lowest to the highest.
Series stepped(const Trace & trace, std::size_t column)
{
  Series series = trace.series(column);
  series.draw = trace.group_size() == 1 ? Draw::kSteps : Draw::kLine;
  return series;
}

double farthest(const Series & series)
{
  double most = 0.0;
  for (const double value : series.y) {
    most = std::fmax(most, std::abs(value));
  }
  return most;
}

/// Columns from the first on, those that go farthest from zero, in the order of the trace.
std::vector<std::size_t> chosen_columns(const Trace & trace, std::size_t first)
{
  std::vector<std::pair<double, std::size_t>> all;
  for (std::size_t column = first; column < trace.column_count(); ++column) {
    all.emplace_back(-farthest(trace.series(column)), column);
  }
  std::sort(all.begin(), all.end());
  all.resize(std::min(all.size(), kMostCurves));
  std::vector<std::size_t> columns;
  for (const auto & [reach, column] : all) {
    columns.push_back(column);
  }
  std::sort(columns.begin(), columns.end());
  return columns;
}

std::string of_how_many(std::size_t shown, std::size_t all, const std::string & what)
{
  return shown == all ? "" : formatted(
    " Drawn are the %zu of %zu %s that go farthest; the CSV file has all.", shown, all,
    what.c_str());
}

/// An impact of one step must not flatten all the rest: the axis ends above what 99.5 % of the
/// points need, where the others are several times as high.
std::string without_spikes(Plot & plot)
{
  std::vector<double> reach;
  for (const Series & series : plot.series) {
    for (const double value : series.y) {
      if (std::isfinite(value)) {
        reach.push_back(std::abs(value));
      }
    }
  }
  if (reach.empty()) {
    return "";
  }
  const double most = *std::max_element(reach.begin(), reach.end());
  const auto nearly_all = reach.begin() + (reach.size() - 1) * 199 / 200;
  std::nth_element(reach.begin(), nearly_all, reach.end());
  if (*nearly_all <= 0.0 || most < 4.0 * *nearly_all) {
    return "";
  }
  double low = 0.0;
  for (const Series & series : plot.series) {
    for (const double value : series.y) {
      low = std::fmin(low, value);
    }
  }
  plot.y.high = 1.3 * *nearly_all;
  plot.y.low = low < 0.0 ? -1.3 * std::min(-low, *nearly_all) : 0.0;
  return formatted(" Cut off: single steps reach %.3g.", most);
}

RunPlot finished(
  const std::string & name, const std::string & heading, const std::string & caption,
  const Plot & plot, const std::string & csv)
{
  return {name, heading, caption, to_svg(plot), csv};
}

RunPlot force_plot(const RunHistory & history)
{
  const Trace & forces = history.forces();
  const std::vector<std::size_t> columns = chosen_columns(forces, 1);
  Plot plot{"Net contact force upwards", kTimeAxis, {"force [N]"}};
  for (const std::size_t column : columns) {
    plot.series.push_back(forces.series(column));
  }
  Series ground = forces.series(0);
  ground.name = "on the ground";
  ground.dashed = true;
  ground.colour = kGrey;
  plot.series.push_back(ground);
  const std::string spikes = without_spikes(plot);
  return finished(
    "forces", "Contact forces", "The vertical part of all contact forces on each link that was "
    "touched; dashed, what presses on the ground: at rest, the weight of all that stands on it." +
    of_how_many(columns.size(), forces.column_count() - 1, "links") + spikes, plot, forces.csv());
}

RunPlot contact_plot(const RunHistory & history)
{
  const Trace & contacts = history.contacts();
  Plot plot{"Contact points", kTimeAxis, {"points"},
    {stepped(contacts, 0), stepped(contacts, 1)}};
  plot.y.low = 0.0;
  return finished(
    "contact_points", "Contacts", "Points where two bodies are near enough to touch in the step, "
    "and those of them that carry a force.", plot,
    contacts.csv());
}

RunPlot pivot_plot(const RunHistory & history)
{
  const Trace & pivots = history.pivots();
  Plot plot{"Pivots of the solver", kTimeAxis, {"a step"}, {stepped(pivots, 0)}};
  if (pivots.highest(1) > 0.0) {
    plot.series.push_back(stepped(pivots, 1));
  }
  const std::string spikes = without_spikes(plot);
  return finished(
    "pivots", "Pivots", "Pivots (or sweeps) that the solver made in a step; none where the "
    "answer of the step before still holds." + spikes, plot, pivots.csv());
}

std::string histogram_csv(const Series & series)
{
  Table table("solve_time", "", {Column("from", "µs"), Column("to", "µs"), "steps"});
  for (std::size_t bin = 0; bin + 1 < series.x.size(); ++bin) {
    table.add_row({series.x[bin], series.x[bin + 1], series.y[bin]});
  }
  return to_csv(table);
}

RunPlot histogram_plot(const RunStatistics & statistics)
{
  std::vector<Counted> times;
  statistics.solve_time.visit(
    [&](double seconds, double count) {times.push_back({kMicro * seconds, count});});
  const Series bars = counted_histogram("", times, kBins, Scale::kLog);
  const Plot plot{"Solve time", {"time of solving [µs]", Scale::kLog}, {"steps"}, {bars}};
  const double solved = std::accumulate(bars.y.begin(), bars.y.end(), 0.0);
  const auto idle = static_cast<double>(statistics.steps) - solved;
  return finished(
    "solve_time", "Solve time", formatted(
      "How many steps took how long to solve: half of them at most %.1f µs, 99 %% at most %.1f µs, "
      "the longest %.1f µs.", kMicro * statistics.solve_time.median(),
      kMicro * statistics.solve_time.percentile(99.0), kMicro * statistics.solve_time.largest()) +
    (idle > 0.0 ? formatted(" %.0f steps had nothing to solve.", idle) : ""),
    plot, histogram_csv(bars));
}

RunPlot time_plot(const RunHistory & history)
{
  const Trace & times = history.times();
  Plot plot{"Time of a step", kTimeAxis, {"time [µs]", Scale::kLog}};
  for (const std::size_t column : {1, 0}) {
    plot.series.push_back(positive(scaled(times.series(column), kMicro), 1e-3));
  }
  return finished(
    "step_time", "Step time", "What a step took on this machine, beside all else that it did.",
    plot, times.csv());
}

RunPlot residual_plot(const RunFacts & facts, const RunHistory & history)
{
  const Trace & residuals = history.residuals();
  Plot plot{"Residuals of the answers", kTimeAxis, {"scaled residual", Scale::kLog}};
  for (std::size_t column = 0; column < residuals.column_count(); ++column) {
    plot.series.push_back(positive(residuals.series(column), kSmallestResidual));
  }
  if (std::isfinite(facts.tolerance) && facts.tolerance > 0.0) {
    const double end = std::max(facts.simulated, facts.step);
    plot.series.push_back(
      {"tolerance", {0.0, end}, {facts.tolerance, facts.tolerance}, Draw::kSteps, true, kGrey});
  }
  return finished(
    "residuals", "Residuals", "How far each answer is from the contact laws, measured apart from "
    "the solver. Zero has no place on this axis and is not drawn.", plot, residuals.csv());
}

RunPlot energy_plot(const RunHistory & history)
{
  const Trace & energy = history.energy();
  Plot plot{"Mechanical energy", kTimeAxis, {"energy [J]"}};
  for (std::size_t column = 0; column < energy.column_count(); ++column) {
    plot.series.push_back(energy.series(column));
  }
  return finished(
    "energy", "Energy", "Contacts without drives and wrenches only take energy away; drives and "
    "external wrenches may add some.", plot, energy.csv());
}

RunPlot penetration_plot(const RunHistory & history)
{
  const Trace & penetration = history.penetration();
  Plot plot{"Penetration", kTimeAxis, {"depth [µm]"},
    {scaled(penetration.series(0), kMicro)}};
  const std::string spikes = without_spikes(plot);
  return finished(
    "penetration", "Penetration", "How deep the deepest contact point is below the surface." +
    spikes, plot, penetration.csv());
}

RunPlot joint_plot(const RunHistory & history)
{
  const Trace & joints = history.joints();
  const std::vector<std::size_t> columns = chosen_columns(joints, 0);
  bool has_prismatic = false;
  bool has_revolute = false;
  Plot plot{"Joint tracking error", kTimeAxis, {""}};
  for (const std::size_t column : columns) {
    const bool is_prismatic = joints.column(column).unit == "m";
    has_prismatic = has_prismatic || is_prismatic;
    has_revolute = has_revolute || !is_prismatic;
    plot.series.push_back(joints.series(column));
  }
  plot.y.label = std::string("error [") + (has_revolute ? "rad" : "") +
    (has_prismatic && has_revolute ? " or " : "") + (has_prismatic ? "m" : "") + "]";
  return finished(
    "joints", "Joint tracking", "Commanded position of each driven joint less the one that it "
    "reached. Gains are finite: load alone makes a joint lag." +
    of_how_many(columns.size(), joints.column_count(), "joints"), plot, joints.csv());
}

}  // namespace

std::vector<RunPlot> run_plots(
  const RunFacts & facts, const RunStatistics & statistics, const RunHistory & history)
{
  std::vector<RunPlot> plots;
  if (statistics.steps == 0) {
    return plots;
  }
  if (history.forces().column_count() > 1) {
    plots.push_back(force_plot(history));
  }
  plots.push_back(contact_plot(history));
  plots.push_back(pivot_plot(history));
  plots.push_back(histogram_plot(statistics));
  plots.push_back(time_plot(history));
  plots.push_back(residual_plot(facts, history));
  plots.push_back(energy_plot(history));
  plots.push_back(penetration_plot(history));
  if (history.joints().column_count() > 0) {
    plots.push_back(joint_plot(history));
  }
  return plots;
}

}  // namespace contact_sim
