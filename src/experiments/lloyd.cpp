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
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "all.hpp"
#include "contact_sim/families/contact_factory.hpp"
#include "measuring.hpp"
#include "statistics.hpp"

namespace contact_sim
{

namespace
{

using families::Random;

/// What the paper prints of an experiment: mean times at its smallest and largest number of
/// contacts, by method [ms], on a 1 GHz Pentium III with Java.
struct PaperTimes
{
  double small_n;
  double large_n;
  std::pair<double, double> standard;
  std::pair<double, double> structural;
  std::pair<double, double> reduced;
};

constexpr PaperTimes kPeg{8, 32, {6.18, 400.75}, {2.55, 26.63}, {1.08, 4.58}};
constexpr PaperTimes kSingleBody{8, 16, {5.2, 50.9}, {2.1, 12.5}, {0.57, 1.34}};
constexpr PaperTimes kStacks{4, 32, {2.1, 2136.0}, {1.45, 224.0}, {1.32, 96.0}};

/// Places in the list of contenders; the colours of the plots too.
enum Place {kStandard, kStructured, kReduced, kDefault, kTextbook};

/// One size of problem.
struct Sample
{
  std::string name;
  double n;  ///< contacts
  std::vector<Tally> tallies{};
};

using Samples = std::vector<Sample>;
using Statistic = std::function<double (const Tally &)>;

double mean_time(const Tally & tally) {return mean(tally.times);}
double mean_pivots(const Tally & tally) {return mean(tally.iterations);}

class Lloyd
{
public:
  Lloyd(const ExperimentContext & context, Section & section)
  : context_(context), section_(section),
    wrenches_(context.count(20, 4)), repetitions_(context.count(5, 2))
  {
    // The dense methods cost n² a pivot on an LCP of 10 n rows: a minute for all wrenches at 256.
    contenders_ = {
      {"LexicographicLemke", context.solver("LexicographicLemke"), 64},
      {"StructuredLemke", context.solver("StructuredLemke"), 256},
      {"ReducedLemke", context.solver("ReducedLemke")},
      {"default", context.solver("RobustReducedLemke")},
      {"Lemke", context.solver("Lemke"), 64}};
  }

  void show_peg();
  void show_single_bodies();
  void show_stacks();

private:
  void measure(Sample & sample, const std::function<ContactProblem(Random &)> & make) const;
  void add_table(
    const std::string & name, const std::string & title, const std::string & unit,
    const Samples & samples, const Statistic & statistic);
  void add_tables(const std::string & name, const Samples & samples);
  void add_slopes(const std::string & name, const Samples & samples, const PaperTimes & paper);
  Plot plot(
    const std::string & title, const std::string & quantity, const Samples & samples,
    const Statistic & statistic, Draw draw) const;
  void add_plots(
    const std::string & name, const std::string & what, const Samples & samples,
    const PaperTimes & paper, Draw draw);
  void promise_ratio(const Samples & samples, double n, double paper);
  void promise_slope(const Samples & samples, Place place, double bound, double paper);
  Series curve(const Samples & samples, std::size_t i, const Statistic & statistic) const;
  double slope(
    const Samples & samples, std::size_t i, const Statistic & statistic, double low,
    double high) const;
  void tell_failures(const Samples & samples);

  const ExperimentContext & context_;
  Section & section_;
  int wrenches_;
  int repetitions_;
  std::vector<Contender> contenders_;
};

void Lloyd::measure(
  Sample & sample, const std::function<ContactProblem(Random &)> & make) const
{
  Random random(static_cast<std::uint64_t>(sample.n));
  for (int wrench = 0; wrench < wrenches_; ++wrench) {
    const int repetitions = sample.n > 32.0 ? 2 : repetitions_;
    solve_in_turns(contenders_, make(random), repetitions, sample.tallies);
  }
}

/// One row a size, one column a solver; what stands for problems that were not all solved is
/// marked.
void Lloyd::add_table(
  const std::string & name, const std::string & title, const std::string & unit,
  const Samples & samples, const Statistic & statistic)
{
  std::vector<Column> columns{"problem", "contacts"};
  for (const Contender & contender : contenders_) {
    columns.emplace_back(contender.name, unit);
  }
  Table table(name, title, columns);
  for (const Sample & sample : samples) {
    std::vector<Cell> row{sample.name, Cell(sample.n)};
    for (const Tally & tally : sample.tallies) {
      row.push_back(Cell(statistic(tally), 3).falls_short(tally.solved < tally.asked));
    }
    table.add_row(row);
  }
  section_.add(table);
}

void Lloyd::add_tables(const std::string & name, const Samples & samples)
{
  add_table(name + "-time", "Mean times of a solve", "µs", samples, mean_time);
  add_table(name + "-pivots", "Mean pivots of a solve", "", samples, mean_pivots);
  add_table(
    name + "-solved", "Problems that were solved", "%", samples,
    [](const Tally & tally) {return tally.solved_percent();});
}

Series Lloyd::curve(const Samples & samples, std::size_t i, const Statistic & statistic) const
{
  Series series{contenders_[i].name, {}, {}};
  for (const Sample & sample : samples) {
    const double value = statistic(sample.tallies[i]);
    series.x.push_back(sample.n);
    series.y.push_back(value > 0.0 ? value : std::nan(""));
  }
  return series;
}

double Lloyd::slope(
  const Samples & samples, std::size_t i, const Statistic & statistic, double low,
  double high) const
{
  Samples within;
  std::copy_if(
    samples.begin(), samples.end(), std::back_inserter(within),
    [&](const Sample & sample) {return sample.n >= low && sample.n <= high;});
  const Series series = curve(within, i, statistic);
  return fitted_exponent(series.x, series.y);
}

double paper_slope(const PaperTimes & paper, const std::pair<double, double> & times)
{
  return std::log(times.second / times.first) / std::log(paper.large_n / paper.small_n);
}

/// The method of the paper that a contender is, or null.
const std::pair<double, double> * paper_times(const PaperTimes & paper, std::size_t i)
{
  switch (i) {
    case kStandard: return &paper.standard;
    case kStructured: return &paper.structural;
    case kReduced: return &paper.reduced;
    default: return nullptr;
  }
}

void Lloyd::add_slopes(const std::string & name, const Samples & samples, const PaperTimes & paper)
{
  const double small = paper.small_n;
  const double large = paper.large_n;
  const std::string range = in_words(small) + " … " + in_words(large);
  const bool goes_on = samples.back().n > large;
  Table table(name, "Exponents b of a fit a nᵇ, and the times that the paper prints",
    {"solver", Column("time, n = " + range), Column("pivots, n = " + range),
      Column("time, all n" + std::string(goes_on ? " up to " + in_words(samples.back().n) : "")),
      "the paper's exponent", Column("the paper's times, n = " + in_words(small), "ms"),
      Column("n = " + in_words(large), "ms")});
  for (std::size_t i = 0; i < contenders_.size(); ++i) {
    const std::pair<double, double> * theirs = paper_times(paper, i);
    const double none = std::nan("");
    table.add_row(
      {contenders_[i].name, Cell(slope(samples, i, mean_time, small, large), 3),
        Cell(slope(samples, i, mean_pivots, small, large), 3),
        Cell(slope(samples, i, mean_time, small, 1e9), 3),
        Cell(theirs ? paper_slope(paper, *theirs) : none, 3), theirs ? theirs->first : none,
        theirs ? theirs->second : none});
  }
  section_.add(table);
}

Plot Lloyd::plot(
  const std::string & title, const std::string & quantity, const Samples & samples,
  const Statistic & statistic, Draw draw) const
{
  Plot figure{title, {"contacts n", Scale::kLog}, {quantity, Scale::kLog}};
  for (std::size_t i = 0; i < contenders_.size(); ++i) {
    figure.series.push_back(curve(samples, i, statistic));
    figure.series.back().draw = draw;
  }
  return figure;
}

void Lloyd::add_plots(
  const std::string & name, const std::string & what, const Samples & samples,
  const PaperTimes & paper, Draw draw)
{
  Plot times = plot(what + ": time", "mean time of a solve [µs]", samples, mean_time, draw);
  const std::vector<std::string> names{"paper, standard", "paper, structural", "paper, reduced"};
  for (const std::size_t i : {kStandard, kStructured, kReduced}) {
    const std::pair<double, double> & theirs = *paper_times(paper, i);
    Series series{names[i], {paper.small_n, paper.large_n},
      {1e3 * theirs.first, 1e3 * theirs.second}};
    series.dashed = true;
    series.colour = i;
    times.series.push_back(series);
  }
  section_.add(
    Figure{name + "-time", "Mean of " + std::to_string(wrenches_) + " random wrenches. Dashed: "
      "the two ends that the paper prints (Java on a 1 GHz Pentium III); slopes and the distance "
      "between the lines carry over.", to_svg(times)});
  section_.add(
    Figure{name + "-pivots", "Pivots of the same solves: the same on every machine.",
      to_svg(plot(what + ": pivots", "mean pivots of a solve", samples, mean_pivots, draw))});
}

void Lloyd::tell_failures(const Samples & samples)
{
  for (std::size_t i = 0; i < contenders_.size(); ++i) {
    int asked = 0;
    int solved = 0;
    for (const Sample & sample : samples) {
      asked += sample.tallies[i].asked;
      solved += sample.tallies[i].solved;
    }
    const std::string count = std::to_string(solved) + " of " + std::to_string(asked);
    if (i == kDefault) {
      section_.promise(solved == asked, "The default solver solves " + count + " problems.");
    } else if (solved < asked) {
      section_.say("`" + contenders_[i].name + "` solves " + count + ".");
    }
  }
}

void Lloyd::promise_ratio(const Samples & samples, double n, double paper)
{
  const auto sample = std::find_if(
    samples.begin(), samples.end(), [n](const Sample & s) {return s.n == n;});
  const double reduced = mean_time(sample->tallies[kReduced]);
  const double standard = mean_time(sample->tallies[kStandard]) / reduced;
  const double textbook = mean_time(sample->tallies[kTextbook]) / reduced;
  const double pivots =
    mean_pivots(sample->tallies[kStandard]) / mean_pivots(sample->tallies[kReduced]);
  section_.promise(
    standard >= paper,
    "Standard : reduced at n = " + in_words(n) + " is " + in_words(standard) + ", the paper has " +
    in_words(paper) + ": " + in_words(pivots) + " times the pivots, " +
    in_words(standard / pivots) + " times the cost of a pivot (" + in_words(textbook) +
    " for the textbook's `Lemke`, which " +
    (sample->tallies[kTextbook].all_solved() ? "solves all" : "does not solve all") + ").");
}

void Lloyd::promise_slope(const Samples & samples, Place place, double bound, double paper)
{
  const double ours = slope(samples, place, mean_time, samples.front().n, 1e9);
  section_.promise(
    ours <= bound,
    "The time of `" + contenders_[place].name + "` grows as n to the power " + in_words(ours, 2) +
    " (at most " + in_words(bound) + " is promised; the paper's ends give " + in_words(paper, 2) +
    ").");
}

// -- The three experiments ------------------------------------------------------------------------

void Lloyd::show_peg()
{
  const std::vector<int> few{8, 16, 32};
  const std::vector<int> all{8, 12, 16, 24, 32, 64, 128, 256};
  const std::vector<int> & sizes = context_.quick() ? few : all;
  Samples samples;
  for (const int n : sizes) {
    context_.progress(
      0.5 * samples.size() / sizes.size(), "peg in hole, n = " + std::to_string(n));
    samples.push_back({"peg in hole", static_cast<double>(n)});
    measure(samples.back(), [n](Random & random) {return families::peg_in_hole(random, n);});
  }
  section_.heading("Peg in hole (figures 5 and 6)");
  promise_ratio(samples, 16, 15.0);
  promise_ratio(samples, 32, 87.0);
  section_.say(
    "The pivots are the same on every machine. The cost of a pivot depends on how well the "
    "standard method is made and on the processor: ours keeps one condensed tableau, in which "
    "vector instructions do most of the work, so that its pivots are cheap where the tableau "
    "fits the cache.");
  promise_slope(samples, kReduced, 1.2, paper_slope(kPeg, kPeg.reduced));
  promise_slope(samples, kDefault, 1.2, paper_slope(kPeg, kPeg.reduced));
  promise_slope(samples, kStructured, 2.2, paper_slope(kPeg, kPeg.structural));
  tell_failures(samples);
  add_plots("peg", "Peg in hole", samples, kPeg, Draw::kLine);
  add_tables("peg", samples);
  add_slopes("peg-slopes", samples, kPeg);
}

void Lloyd::show_single_bodies()
{
  context_.progress(0.5, "single bodies");
  Samples samples;
  Random random(10);
  for (int wrench = 0; wrench < wrenches_; ++wrench) {
    const std::vector<families::ContactCase> cases = families::single_body_situations(random);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (wrench == 0) {
        samples.push_back({cases[i].family, static_cast<double>(cases[i].problem.size())});
      }
      solve_in_turns(contenders_, cases[i].problem, repetitions_, samples[i].tallies);
    }
  }
  section_.heading("One body in ten situations (figures 7 and 8)");
  tell_failures(samples);
  add_plots("bodies", "Ten situations of one body", samples, kSingleBody, Draw::kPoints);
  add_tables("bodies", samples);
  add_slopes("bodies-slopes", samples, kSingleBody);
}

void Lloyd::show_stacks()
{
  // The paper's ten configurations had 1 to 5 blocks and 4 to 32 contacts.
  std::vector<std::pair<int, int>> configurations{{1, 4}, {1, 8}, {2, 4}, {2, 8}, {3, 4},
    {3, 6}, {4, 4}, {4, 8}, {5, 4}, {5, 6}};
  if (!context_.quick()) {
    configurations.insert(configurations.end(), {{10, 4}, {15, 4}, {20, 4}});
  }
  Samples samples;
  for (const auto & [blocks, points] : configurations) {
    const std::string name =
      std::to_string(blocks) + " × " + std::to_string(points) + " contacts";
    context_.progress(0.6 + 0.4 * samples.size() / configurations.size(), "stack of " + name);
    samples.push_back({name, 1.0 * blocks * points});
    measure(
      samples.back(),
      [b = blocks, p = points](Random & random) {return families::stack(random, b, p);});
  }
  std::stable_sort(
    samples.begin(), samples.end(), [](const Sample & a, const Sample & b) {return a.n < b.n;});
  section_.heading("Stacks of blocks (figure 10)");
  tell_failures(samples);
  add_plots("stacks", "Stacks of blocks", samples, kStacks, Draw::kPoints);
  add_tables("stacks", samples);
  add_slopes("stacks-slopes", samples, kStacks);
}

}  // namespace

void run_lloyd(const ExperimentContext & context, Section & section)
{
  section.say(
    "Lloyd solves the contact LCP on the factors of its matrix. The methods of the paper are "
    "`LexicographicLemke` (standard: the paper breaks ties in lexicographic order), "
    "`StructuredLemke` (structural) and `ReducedLemke` (reduced); beside them the default solver "
    "and `Lemke` as in textbooks, which ends on a ray where contacts are redundant. Eight "
    "friction directions, friction from 0.2 to 0.3. A time is the least of several repetitions, "
    "all solvers in turns, and holds all that a solver needs of the problem: the standard ones "
    "form the LCP matrix. Where a solver did not solve all problems its figure is marked: it "
    "then holds the time until it gave up.");
  Lloyd lloyd(context, section);
  lloyd.show_peg();
  lloyd.show_single_bodies();
  lloyd.show_stacks();
}

}  // namespace contact_sim
