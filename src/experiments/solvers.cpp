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

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "all.hpp"
#include "contact_sim/families/contact_factory.hpp"
#include "contact_sim/plugins/chosen_solver.hpp"
#include "measuring.hpp"
#include "statistics.hpp"

namespace contact_sim
{

namespace
{

using families::Random;

const double kNone = std::nan("");

/// Every plugin that pluginlib finds, also those of others.
std::vector<Contender> all_plugins(const ExperimentContext & context)
{
  std::vector<Contender> contenders;
  for (const std::string & name : context.plugins().names()) {
    contenders.push_back({context.plugins().short_name(name), context.solver(name)});
  }
  return contenders;
}

std::size_t default_place(const ExperimentContext & context)
{
  const std::vector<std::string> & names = context.plugins().names();
  return std::find(names.begin(), names.end(), kDefaultPlugin) - names.begin();
}

std::vector<Column> columns_of(
  const std::vector<Contender> & contenders, const std::vector<Column> & first,
  const std::string & unit)
{
  std::vector<Column> columns = first;
  for (const Contender & contender : contenders) {
    columns.emplace_back(contender.name, unit);
  }
  return columns;
}

/// Success of each solver; what falls short is marked, what was refused is a dash.
void add_success(Table & table, std::vector<Cell> row, const std::vector<Tally> & tallies)
{
  for (const Tally & tally : tallies) {
    const double percent = tally.solved_percent();
    row.push_back(Cell(percent, 3).falls_short(percent < 100.0));
  }
  table.add_row(row);
}

void add_times(Table & table, std::vector<Cell> row, const std::vector<Tally> & tallies)
{
  for (const Tally & tally : tallies) {
    row.push_back(
      Cell(
        median(tally.times),
        3).falls_short(tally.solved + tally.refused < tally.asked));
  }
  table.add_row(row);
}

void append(Tally & sum, const Tally & tally)
{
  sum.asked += tally.asked;
  sum.solved += tally.solved;
  sum.refused += tally.refused;
  sum.worst_residual = std::max(sum.worst_residual, tally.worst_residual);
  const auto join = [](std::vector<double> & all, const std::vector<double> & some) {
      all.insert(all.end(), some.begin(), some.end());
    };
  join(sum.times, tally.times);
  join(sum.iterations, tally.iterations);
  join(sum.residuals, tally.residuals);
  join(sum.times_to_solve, tally.times_to_solve);
}

/// The value below which `share` of the values are.
double quantile(std::vector<double> values, double share)
{
  if (values.empty()) {
    return kNone;
  }
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

// -- All families ---------------------------------------------------------------------------------

using ByFamily = std::map<std::string, std::vector<Tally>>;

ByFamily measure_families(
  const ExperimentContext & context, const std::vector<Contender> & contenders,
  std::vector<std::string> & order)
{
  const std::vector<int> few{6};
  const std::vector<int> all{4, 12, 32};
  const std::vector<int> & sizes = context.quick() ? few : all;
  const int problems = context.count(6, 2);
  ByFamily families;
  for (std::size_t s = 0; s < sizes.size(); ++s) {
    Random random(sizes[s]);
    for (int i = 0; i < problems; ++i) {
      context.progress(
        0.6 * (s * problems + i) / (sizes.size() * problems),
        "all families, " + std::to_string(sizes[s]) + " contacts");
      for (const families::ContactCase & one : families::all_contact_families(random, sizes[s])) {
        if (families.count(one.family) == 0) {
          order.push_back(one.family);
        }
        solve_in_turns(contenders, one.problem, 2, families[one.family]);
      }
    }
  }
  return families;
}

/// The share of problems that each solver solves within τ times the time of the fastest that
/// solves it: the performance profile of Dolan and Moré.
Plot performance_profile(
  const std::vector<Contender> & contenders, const std::vector<Tally> & tallies)
{
  Plot plot{"Performance profile, all families", {"time : time of the fastest", Scale::kLog},
    {"problems solved [%]"}};
  const std::size_t problems = tallies[0].times_to_solve.size();
  std::vector<double> best(problems, std::numeric_limits<double>::infinity());
  for (const Tally & tally : tallies) {
    for (std::size_t p = 0; p < problems; ++p) {
      best[p] = std::min(best[p], tally.times_to_solve[p]);
    }
  }
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    Series series{contenders[i].name, {}, {}, Draw::kSteps, i >= 8};
    std::vector<double> ratios;
    for (std::size_t p = 0; p < problems; ++p) {
      if (std::isfinite(tallies[i].times_to_solve[p])) {
        ratios.push_back(tallies[i].times_to_solve[p] / best[p]);
      }
    }
    std::sort(ratios.begin(), ratios.end());
    for (double tau = 1.0; tau < 1.1e3; tau *= 1.05) {
      const auto within = std::upper_bound(ratios.begin(), ratios.end(), tau) - ratios.begin();
      series.x.push_back(tau);
      series.y.push_back(100.0 * static_cast<double>(within) / static_cast<double>(problems));
    }
    plot.series.push_back(series);
  }
  return plot;
}

void add_summary(
  const std::vector<Contender> & contenders, const std::vector<Tally> & sums, Section & section)
{
  Table table("summary", "All families together",
    {"solver", "law", "asked", "refused", {"solved", "%"}, "worst residual of the solved",
      "median residual of all", "median pivots", {"median time", "µs"}, {"90 % below", "µs"},
      {"slowest", "ms"}});
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    const Tally & sum = sums[i];
    const bool cone = contenders[i].solver->traits().friction == Friction::kCone;
    const double solved =
      sum.asked > sum.refused ? 100.0 * sum.solved / (sum.asked - sum.refused) : kNone;
    table.add_row(
      {contenders[i].name,
        !contenders[i].solver->traits().takes_friction ? "none" : cone ? "cone" : "polygon",
        sum.asked, sum.refused, Cell(solved, 4).falls_short(solved < 100.0),
        Cell(sum.worst_residual, 2), Cell(median(sum.residuals), 2), median(sum.iterations),
        Cell(median(sum.times), 3), Cell(quantile(sum.times, 0.9), 3),
        Cell(1e-3 * quantile(sum.times, 1.0), 3)});
  }
  section.add(table);
}

void show_families(
  const ExperimentContext & context, const std::vector<Contender> & contenders,
  Section & section)
{
  std::vector<std::string> order;
  const ByFamily families = measure_families(context, contenders, order);
  std::vector<Tally> sums(contenders.size());
  const int each = families.at(order.front()).front().asked;
  Table table("families", "Problems solved, " + std::to_string(each) + " of each family",
    columns_of(contenders, {"family"}, "%"));
  for (const std::string & family : order) {
    const std::vector<Tally> & tallies = families.at(family);
    add_success(table, {family}, tallies);
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      append(sums[i], tallies[i]);
    }
  }
  const Tally & ours = sums[default_place(context)];
  section.heading("Every plugin on every family");
  section.promise(
    ours.all_solved(), "The default solver loses " + std::to_string(ours.asked - ours.solved) +
    " of " + std::to_string(ours.asked) + " problems of " + std::to_string(order.size()) +
    " families.");
  section.add(
    Figure{"profile", "How many of all problems a solver has solved in so many times the time of "
      "the fastest that solves it. Higher is better; the height at the right is the success "
      "rate. `ActiveSet` refuses friction.", to_svg(performance_profile(contenders, sums))});
  add_summary(contenders, sums, section);
  section.add(table);
  section.say(
    "A dash is a refusal: `ActiveSet` takes no friction. A problem counts as solved where the "
    "residual, measured apart from the solver and by its own law of friction (polygon or cone), "
    "is at most 1e-9. `ProjectedGaussSeidel` iterates towards an answer and ends at its bound on "
    "sweeps: its median residual tells how near it came.");
}

// -- Sweeps ---------------------------------------------------------------------------------------

struct Sweep
{
  std::string name;
  std::string title;
  std::string axis;
  std::vector<double> values;
  std::function<ContactProblem(Random &, double)> make;
};

ContactProblem with_friction(ContactProblem problem, double mu)
{
  for (Eigen::Index i = 0; i < problem.size(); ++i) {
    ContactData data = problem.data(i);
    data.mu = mu;
    problem.set_data(i, data);
  }
  return problem;
}

std::vector<Sweep> sweeps(bool quick)
{
  const auto cut = [quick](std::vector<double> values, std::vector<double> few) {
      return quick ? few : values;
    };
  return {
    {"contacts", "A cube that contacts hold all round", "contacts",
      cut({2, 4, 8, 16, 32, 64}, {4, 16}), [](Random & random, double n) {
        return families::cube_between_walls(random, static_cast<int>(n), 6).problem();
      }},
    {"redundancy", "12 contacts on a mechanism with fewer and fewer degrees of freedom",
      "impulses : degrees of freedom", cut({0.5, 1, 2, 3, 6, 12}, {1, 6}),
      [](Random & random, double ratio) {
        const int nv = static_cast<int>(std::lround(36.0 / ratio));
        return families::random_factors(random, 12, nv, nv);
      }},
    {"mass-ratio", "A heavy block on two light ones", "mass ratio",
      cut({1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6}, {1, 1e4}), [](Random & random, double ratio) {
        return families::uneven_stack(random, 3, ratio, false);
      }},
    {"friction", "A cube held all round by 12 contacts", "coefficient of friction",
      cut({0.01, 0.1, 0.3, 0.5, 1.0, 2.0}, {0.1, 1.0}), [](Random & random, double mu) {
        return with_friction(families::cube_between_walls(random, 12, 6).problem(), mu);
      }}};
}

void show_sweep(
  const ExperimentContext & context, const std::vector<Contender> & contenders,
  const Sweep & sweep, double share, Section & section)
{
  const int problems = context.count(10, 2);
  const std::vector<Column> first{Column(sweep.axis)};
  Table success(sweep.name + "-solved", sweep.title + ": solved", columns_of(
      contenders, first, "%"));
  Table times(sweep.name + "-time", sweep.title + ": median time", columns_of(
      contenders, first, "µs"));
  Plot plot{sweep.title, {sweep.axis, Scale::kLog}, {"median time [µs]", Scale::kLog}};
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    plot.series.push_back({contenders[i].name, {}, {}, Draw::kLine, i >= 8});
  }
  for (std::size_t v = 0; v < sweep.values.size(); ++v) {
    const double value = sweep.values[v];
    context.progress(
      share + 0.1 * v / sweep.values.size(), sweep.axis + " " + in_words(value));
    Random random(static_cast<std::uint64_t>(v + 1));
    std::vector<Tally> tallies;
    for (int i = 0; i < problems; ++i) {
      solve_in_turns(contenders, sweep.make(random, value), 2, tallies);
    }
    add_success(success, {Cell(value)}, tallies);
    add_times(times, {Cell(value)}, tallies);
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      const bool any = tallies[i].solved > 0;
      plot.series[i].x.push_back(value);
      plot.series[i].y.push_back(any ? median(tallies[i].times) : kNone);
    }
  }
  section.heading(sweep.title);
  section.add(
    Figure{sweep.name, "Median of " + std::to_string(problems) + " problems. A line ends where a "
      "solver solves none.", to_svg(plot)});
  section.add(success);
  section.add(times);
}

}  // namespace

void run_solvers(const ExperimentContext & context, Section & section)
{
  section.say(
    "All plugins with their default parameters on the problem factory's families, among them "
    "those that break solvers: redundant and coincident points, mass ratios of a million, stacks, "
    "grazing contacts. Each time is the less of two, all solvers in turns. "
    "`docs/choosing-a-solver.md` draws its advice from these tables.");
  const std::vector<Contender> contenders = all_plugins(context);
  show_families(context, contenders, section);
  double share = 0.6;
  for (const Sweep & sweep : sweeps(context.quick())) {
    show_sweep(context, contenders, sweep, share, section);
    share += 0.1;
  }
}

}  // namespace contact_sim
