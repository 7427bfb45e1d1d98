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

#include "run_page.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "contact_sim/figures/report.hpp"
#include "contact_sim/figures/whole_file.hpp"
#include "formatted.hpp"
#include "run_plots.hpp"

namespace contact_sim
{

namespace
{

constexpr double kMicroseconds = 1e6;

/// Three digits, but all before the point.
Cell microseconds(double seconds)
{
  const double value = kMicroseconds * seconds;
  const int before_the_point = value >= 1.0 ? static_cast<int>(std::log10(value)) + 1 : 1;
  return {value, std::max(3, before_the_point)};
}

Table figure_table(const RunStatistics & statistics)
{
  const double unknown = std::nan("");
  Table table("summary", "Each step", {"", "mean", "median", "99 %", "max"});
  const auto add_tally = [&](const char * name, const Tally & tally) {
      table.add_row({name, {tally.mean(), 3}, unknown, unknown, tally.largest()});
    };
  const auto add_times = [&](const char * name, const Distribution & times) {
      table.add_row(
        {name, microseconds(times.mean()), microseconds(times.median()),
          microseconds(times.percentile(99.0)), microseconds(times.largest())});
    };
  add_tally("contacts", statistics.contacts);
  add_tally("contacts with a force", statistics.carrying);
  add_tally("rows of the problem", statistics.rows);
  add_tally("pivots", statistics.iterations);
  add_tally("backtracks", statistics.backtracks);
  add_times("solve time [µs]", statistics.solve_time);
  add_times("step time [µs]", statistics.step_time);
  return table;
}

Table fact_table(const RunFacts & facts, const RunStatistics & statistics)
{
  Table table("facts", "The run", {"", ""});
  for (const SummaryRow & row : fact_rows(facts, statistics)) {
    table.add_row({row.what, row.value});
  }
  return table;
}

std::string made_with()
{
  const std::time_t now = std::time(nullptr);
  char date[32];
  std::strftime(date, sizeof(date), "%Y-%m-%d %H:%M UTC", std::gmtime(&now));
  return std::string("Made with contact_sim " CONTACT_SIM_VERSION ", ") + date + ".";
}

Section summary_section(
  const RunFacts & facts, const RunStatistics & statistics, const RunHistory & history)
{
  Section section{"summary", "Summary"};
  if (!facts.command.empty()) {
    section.command(facts.command);
  }
  for (const std::string & line : head_lines(facts)) {
    section.say(line + ".");
  }
  section.add(figure_table(statistics));
  section.add(fact_table(facts, statistics));
  const std::int64_t joined = history.energy().group_size();
  if (joined > 1) {
    section.say(
      "In the plots, " + std::to_string(joined) + " steps are one: of each such group the lowest "
      "and the highest value are kept. `--csv` keeps every step.");
  }
  if (history.resets() > 0) {
    section.say(
      formatted(
        "The run was set back %d times; in the plots its time goes on.",
        history.resets()));
  }
  if (history.forces().column_count() <= 1) {
    section.say("No link was touched by another or by the ground.");
  }
  if (history.joints().column_count() == 0) {
    section.say("No joint was told a position.");
  }
  return section;
}

Section plot_section(const std::vector<RunPlot> & plots)
{
  Section section{"plots", "Over time"};
  for (const RunPlot & plot : plots) {
    section.heading(plot.heading);
    section.add(Figure{plot.name, plot.caption + " Data: `" + plot.name + ".csv`.", plot.svg});
  }
  return section;
}

}  // namespace

void prepare_run_page(const std::filesystem::path & folder)
{
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder)) {
    throw std::runtime_error(
            "--report: '" + folder.string() + "': cannot make the folder: " +
            (error ? error.message() : "something else has its name"));
  }
  if (std::filesystem::is_directory(folder / "index.html")) {
    throw std::runtime_error(
            "--report: '" + (folder / "index.html").string() + "' is a folder: expected a file, or "
            "nothing");
  }
  // Tells now whether files can be made here.
  const std::filesystem::path trial = folder / ".contact_sim_report";
  write_whole_file(trial, "");
  std::filesystem::remove(trial, error);
}

void write_run_page(
  const std::filesystem::path & folder, const RunFacts & facts, const RunStatistics & statistics,
  const RunHistory & history)
{
  const std::vector<RunPlot> plots = run_plots(facts, statistics, history);
  Report report{
    on_one_line(facts.scenario),
    on_one_line(facts.description) + (facts.description.empty() ? "" : " ") + made_with()};
  report.sections.push_back(summary_section(facts, statistics, history));
  if (!plots.empty()) {
    report.sections.push_back(plot_section(plots));
  }
  for (const RunPlot & plot : plots) {
    write_whole_file(folder / (plot.name + ".svg"), plot.svg);
    write_whole_file(folder / (plot.name + ".csv"), plot.csv);
  }
  write_whole_file(folder / "summary.csv", to_csv(figure_table(statistics)));
  write_whole_file(folder / "index.html", to_html(report));
}

}  // namespace contact_sim
