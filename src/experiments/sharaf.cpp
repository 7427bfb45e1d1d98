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

#include <Eigen/Core>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "all.hpp"
#include "contact_sim/families/lcp_factory.hpp"
#include "contact_sim/families/papers.hpp"
#include "contact_sim/lcp/active_set.hpp"
#include "contact_sim/lcp/lemke.hpp"
#include "statistics.hpp"

namespace contact_sim
{

namespace
{

using families::Random;

// -- The three examples ---------------------------------------------------------------------------

struct PaperCounts
{
  const char * name;
  families::PaperExample example;
  int cuts;   ///< of phase 1, as the paper says
  int steps;  ///< of phase 2
  double accuracy;  ///< to which the paper prints the answer
};

/// The paper counts the two phases apart; LcpSolution::pivots has their sum. Phase 2 took as many
/// steps as the smallest bound that lets it end.
int phase_2_steps(const LcpProblem & problem)
{
  ActiveSetOptions options;
  for (options.max_steps = 1; !solve_active_set(problem, options).solved(); ++options.max_steps) {
    if (options.max_steps == 1000) {
      break;
    }
  }
  return options.max_steps;
}

std::string numbers(const Eigen::VectorXd & z)
{
  std::string text = "(";
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    text += (i == 0 ? "" : ", ") + in_words(z[i], 5);
  }
  return text + ")";
}

void show_examples(Section & section)
{
  const std::vector<PaperCounts> paper{
    {"example 1, 3 × 3", families::sharaf_1(), 2, 1, 1e-9},
    {"example 2, 5 × 5", families::sharaf_2(), 1, 2, 5e-5},
    {"three stacked masses", families::sharaf_stack(), 1, 2, 1e-9}};
  Table table("examples", "The paper's examples",
    {"problem", "z", "residual", "cuts", "steps", "cuts in the paper", "steps in the paper",
      "pivots of Lemke"});
  int right = 0;
  for (const PaperCounts & row : paper) {
    const LcpSolution ours = solve_active_set(row.example.problem);
    const int steps = ours.solved() ? phase_2_steps(row.example.problem) : -1;
    right += ours.solved() && (ours.z - row.example.z).cwiseAbs().maxCoeff() <= row.accuracy;
    table.add_row(
      {row.name, numbers(ours.z), Cell(ours.residual, 2), ours.pivots - steps, steps, row.cuts,
        row.steps, solve_lemke(row.example.problem).pivots});
  }
  section.heading("The paper's examples");
  section.promise(
    right == 3, std::to_string(right) + " of 3 examples end at the z that the paper prints.");
  section.add(table);
  section.say(
    "The paper cuts in the units of the problem from a ball of radius 10; ours scales the problem "
    "first, so the number of cuts may differ.");
}

// -- Random problems ------------------------------------------------------------------------------

struct Kind
{
  std::string name;
  std::function<LcpProblem(Random &, Eigen::Index)> make;
};

/// Contacts without friction of an object with fewer degrees of freedom than contacts: M = J Jᵀ of
/// half the rank.
LcpProblem half_rank(Random & random, Eigen::Index n)
{
  const Eigen::MatrixXd J = families::random_matrix(random, n, (n + 1) / 2);
  return families::frictionless(J, families::random_vector(random, J.cols()));
}

LcpProblem positive_definite(Random & random, Eigen::Index n)
{
  return families::around_solution(
    random, families::random_spd(random, n), families::half_active(random, n));
}

struct Counts
{
  int solved{0};
  double worst_residual{0.0};
  std::vector<double> iterations;
  std::vector<double> times;  ///< [µs]
};

template<typename Solve>
void solve_timed(const Solve & solve, const LcpProblem & problem, Counts & counts)
{
  const auto before = std::chrono::steady_clock::now();
  const LcpSolution solution = solve(problem);
  const auto after = std::chrono::steady_clock::now();
  counts.times.push_back(1e6 * std::chrono::duration<double>(after - before).count());
  counts.iterations.push_back(solution.pivots);
  if (solution.solved()) {
    ++counts.solved;
    counts.worst_residual = std::max(counts.worst_residual, solution.residual);
  }
}

void show_random_problems(const ExperimentContext & context, Section & section)
{
  const std::vector<Kind> kinds{{"positive definite", positive_definite},
    {"semi-definite, half rank", half_rank}};
  const std::vector<int> few{5, 10, 20};
  const std::vector<int> all{5, 10, 20, 40, 80};
  const std::vector<int> & sizes = context.quick() ? few : all;
  const int problems = context.count(100, 20);
  Table table("random", std::to_string(problems) + " random problems of each kind and size",
    {"problems", "n", {"active set: solved", "%"}, "iterations [median]", {"median time", "µs"},
      {"Lemke: solved", "%"}, "pivots [median]", {"median time ", "µs"}, "worst residual"});
  Plot plot{"Iterations on random problems", {"size n", Scale::kLog},
    {"median of iterations", Scale::kLog}};
  int lost = 0;
  int asked = 0;
  for (const Kind & kind : kinds) {
    Series active{"active set, " + kind.name, {}, {}};
    Series pivots{"Lemke, " + kind.name, {}, {}};
    pivots.dashed = true;
    for (const int n : sizes) {
      context.progress(
        static_cast<double>(asked) / (problems * sizes.size() * kinds.size()),
        kind.name + ", n = " + std::to_string(n));
      Random random(n);
      Counts ours;
      Counts lemke;
      for (int i = 0; i < problems; ++i) {
        const LcpProblem problem = kind.make(random, n);
        solve_timed([](const LcpProblem & p) {return solve_active_set(p);}, problem, ours);
        solve_timed([](const LcpProblem & p) {return solve_lemke(p);}, problem, lemke);
      }
      asked += problems;
      lost += problems - ours.solved;
      active.x.push_back(n);
      active.y.push_back(std::max(1.0, median(ours.iterations)));
      pivots.x.push_back(n);
      pivots.y.push_back(std::max(1.0, median(lemke.iterations)));
      table.add_row(
        {kind.name, n, Cell(100.0 * ours.solved / problems).falls_short(ours.solved < problems),
          median(ours.iterations), Cell(median(ours.times), 3),
          Cell(100.0 * lemke.solved / problems).falls_short(lemke.solved < problems),
          median(lemke.iterations), Cell(median(lemke.times), 3),
          Cell(std::max(ours.worst_residual, lemke.worst_residual), 2)});
    }
    plot.series.push_back(active);
    plot.series.push_back(pivots);
  }
  section.heading("Random problems");
  section.promise(
    lost == 0, "The active set loses " + std::to_string(lost) + " of " + std::to_string(asked) +
    " problems that have a solution.");
  section.add(table);
  section.add(
    Figure{"iterations", "Cuts and steps of the active set, pivots of Lemke.", to_svg(plot)});
  const double growth = fitted_exponent(plot.series[0].x, plot.series[0].y);
  section.say(
    "On positive definite problems the iterations of the active set grow as n to the power " +
    in_words(growth, 2) + ", those of Lemke as n to the power " +
    in_words(fitted_exponent(plot.series[1].x, plot.series[1].y), 2) +
    ". Most of ours are cuts of the ellipsoid, which cost n² each, as a pivot does.");
}

}  // namespace

void run_sharaf(const ExperimentContext & context, Section & section)
{
  section.say(
    "The active-set method looks for a feasible point with shrinking ellipsoids (cuts), then "
    "guesses which variables are active (steps). It is made for positive semi-definite matrices: "
    "contacts without friction.");
  show_examples(section);
  show_random_problems(context, section);
}

}  // namespace contact_sim
