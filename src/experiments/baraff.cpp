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

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "all.hpp"
#include "contact_sim/families/contact_factory.hpp"
#include "contact_sim/families/lcp_factory.hpp"
#include "contact_sim/lcp/dantzig.hpp"
#include "measuring.hpp"
#include "scene_run.hpp"
#include "statistics.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Index;
using families::Random;

// -- Dantzig against one elimination --------------------------------------------------------------

struct Kind
{
  std::string name;
  std::function<LcpProblem(Random &, int)> make;
};

LcpProblem positive_definite(Random & random, int n)
{
  return families::around_solution(
    random, families::random_spd(random, n), families::half_active(random, n));
}

/// More contacts than degrees of freedom: the forces are not unique.
LcpProblem redundant(Random & random, int n)
{
  const Eigen::MatrixXd J = families::random_matrix(random, n, n / 2);
  return families::frictionless(J, families::random_vector(random, J.cols()));
}

/// The normals of a wall of bricks, four points where a brick rests on another one.
LcpProblem wall(Random & random, int n)
{
  const ContactProblem problem = families::wall(random, std::max(1, n / 6));
  const Eigen::MatrixXd & W = problem.delassus();
  const Eigen::VectorXd u = problem.free_velocity();
  const Index contacts = problem.size();
  LcpProblem normals{Eigen::MatrixXd(contacts, contacts), Eigen::VectorXd(contacts)};
  for (Index i = 0; i < contacts; ++i) {
    normals.q[i] = u[3 * i];
    for (Index j = 0; j < contacts; ++j) {
      normals.M(i, j) = W(3 * i, 3 * j);
    }
  }
  return normals;
}

/// One size of one kind: medians over the problems.
struct Point
{
  double n;
  double dantzig;  ///< [µs]
  double gauss;    ///< [µs]
  double pivots;
  int solved;
  std::vector<double> ratios;
};

/// A matrix of the same size that has an inverse: only the time of the elimination counts.
Eigen::MatrixXd regular(const Eigen::MatrixXd & M)
{
  Eigen::MatrixXd result = M;
  result.diagonal().array() += 1e-3 * M.diagonal().mean();
  return result;
}

Point measure(const Kind & kind, int size, int problems)
{
  Point point{0.0, 0.0, 0.0, 0.0, 0, {}};
  std::vector<double> dantzig, gauss, pivots;
  DantzigWorkspace workspace;
  LcpSolution solution;
  Random random(size);
  for (int i = 0; i < problems; ++i) {
    const LcpProblem problem = kind.make(random, size);
    const Eigen::MatrixXd A = regular(problem.M);
    Eigen::PartialPivLU<Eigen::MatrixXd> elimination(problem.size());
    Eigen::VectorXd x(problem.size());
    const std::vector<double> times = least_times(
      size <= 100 ? 20 : 5, {
          [&] {solve_dantzig(problem, {}, workspace, solution);},
          [&] {x = elimination.compute(A).solve(problem.q);}});
    point.n = static_cast<double>(problem.size());
    point.solved += solution.solved();
    dantzig.push_back(times[0]);
    gauss.push_back(times[1]);
    pivots.push_back(solution.pivots);
    point.ratios.push_back(times[0] / times[1]);
  }
  point.dantzig = median(dantzig);
  point.gauss = median(gauss);
  point.pivots = median(pivots);
  return point;
}

void show_ratios(const ExperimentContext & context, Section & section)
{
  const std::vector<Kind> kinds{{"positive definite, half active", positive_definite},
    {"redundant, rank n/2", redundant}, {"wall of bricks", wall}};
  const std::vector<int> few{10, 30, 100};
  const std::vector<int> all{10, 20, 30, 50, 70, 100, 150, 200, 300};
  const std::vector<int> & sizes = context.quick() ? few : all;
  const int problems = context.count(10, 3);
  Table table("ratio", "Frictionless problems: medians of " + std::to_string(problems) +
    " problems", {"problems", "n", {"Dantzig", "µs"}, {"elimination", "µs"}, "ratio",
      "pivots : n", "solved"});
  Plot plot{"Dantzig against one Gaussian elimination of the same size",
    {"contacts n", Scale::kLog}, {"time of Dantzig : time of elimination"}};
  plot.y.low = 0.0;
  double worst = 0.0;
  int lost = 0;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    Series series{kinds[k].name, {}, {}};
    for (std::size_t s = 0; s < sizes.size(); ++s) {
      context.progress(
        0.3 * (k * sizes.size() + s) / (kinds.size() * sizes.size()),
        kinds[k].name + ", n = " + std::to_string(sizes[s]));
      const Point point = measure(kinds[k], sizes[s], problems);
      const double ratio = median(point.ratios);
      worst = std::max(worst, ratio);
      lost += problems - point.solved;
      series.x.push_back(point.n);
      series.y.push_back(ratio);
      table.add_row(
        {kinds[k].name, point.n, Cell(point.dantzig, 3), Cell(point.gauss, 3),
          Cell(ratio, 3).falls_short(ratio > 3.0), Cell(point.pivots / point.n, 2),
          Cell(point.solved).falls_short(point.solved < problems)});
    }
    plot.series.push_back(series);
  }
  for (const double bound : {2.0, 3.0}) {
    Series line{bound == 2.0 ? "the paper: 2 to 3" : "", {10.0, 300.0}, {bound, bound}};
    line.dashed = true;
    line.colour = 4;
    plot.series.push_back(line);
  }
  section.heading("Without friction, against one Gaussian elimination");
  section.promise(
    worst <= 3.0, "Dantzig costs at most " + in_words(worst) +
    " times one Gaussian elimination of the same size, n = 10 … 300; the paper has 2 to 3.");
  section.promise(lost == 0, "Dantzig loses " + std::to_string(lost) + " of these problems.");
  section.add(
    Figure{"ratio", "`solve_dantzig` against Eigen's `PartialPivLU`, factor and solve, in turns.",
      to_svg(plot)});
  section.add(table);
  section.say(
    "The paper expects about n calls of its loop: the pivots above are all exchanges of variables, "
    "over n. Where few contacts are active there is less to eliminate than in a full system.");
}

// -- Interactive scenes ---------------------------------------------------------------------------

constexpr std::int64_t kMostSteps = 500;  ///< of Dantzig, a step of an interactive scene
constexpr double kFrame = 1.0 / 30.0;  ///< simulated time from one picture to the next [s]

/// Pictures that could be shown a second, were there nothing else to do, in the slowest frame and
/// on average.
struct Frames
{
  double mean;
  double worst;
};

Frames frames_of(const SceneRun & run)
{
  const std::size_t steps = std::max<std::size_t>(1, std::lround(kFrame / run.step));
  double slowest = 0.0;
  double all = 0.0;
  double frame = 0.0;
  for (std::size_t i = 0; i < run.step_times.size(); ++i) {
    all += run.step_times[i];
    frame += run.step_times[i];
    if ((i + 1) % steps == 0) {
      slowest = std::max(slowest, frame);
      frame = 0.0;
    }
  }
  const double frames = static_cast<double>(run.step_times.size()) / steps;
  return {frames / all, slowest > 0.0 ? 1.0 / slowest : frames / all};
}

std::string ended(const SceneRun & run)
{
  return !run.error.empty() ? run.error : run.ended_early ? "out of time" : "";
}

/// One run; contacts are half-spaces, as the paper has them. Baraff's method with friction has no
/// bound: an interactive program has to set one, and lets the default solver answer beyond it.
SceneRun run_interactively(
  const ExperimentContext & context, const std::string & scenario, const std::string & solver)
{
  SceneOrder order;
  order.scenario = scenario;
  order.solver = solver;
  if (solver == "Dantzig") {
    order.parameters["max_steps"] = kMostSteps;
  }
  order.duration = context.quick() ? 1.0 : 3.0;
  order.patience = context.quick() ? 1.0 : 8.0;
  order.change = [](ScenarioFile & file) {file.options.nonconvex = NonconvexMode::kOff;};
  return run_scene(context, order);
}

void show_scenes(const ExperimentContext & context, Section & section)
{
  const std::vector<std::string> few{"jammed_parts", "gripper", "stack"};
  const std::vector<std::string> all{"jammed_parts", "peg_in_hole", "gripper", "incline", "stack",
    "card_house"};
  const std::vector<std::string> & scenes = context.quick() ? few : all;
  Table table("scenes", "Shipped scenarios, steps of 1 ms", {"scenario", "solver", "nv",
      "contacts [median]", "contacts [most]", {"simulated", "s"}, {"median step", "µs"},
      {"frames", "1/s"}, {"slowest frame", "1/s"}, {"failed steps", "%"}, "remark"});
  BarChart chart{"Frames a second, a frame of 1/30 s simulated time", {"frames a second",
      Scale::kLog}, scenes, {{"Dantzig", {}}, {"default", {}}}};
  std::vector<int> interactive(2, 0);
  double slowest = std::numeric_limits<double>::infinity();  // frames a second
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    for (const bool own : {true, false}) {
      const std::string solver = own ? "Dantzig" : "RobustReducedLemke";
      context.progress(0.3 + 0.7 * i / scenes.size(), scenes[i] + " with " + solver);
      const SceneRun run = run_interactively(context, scenes[i], solver);
      const Frames frames = frames_of(run);
      std::vector<double> micro = run.step_times;
      std::for_each(micro.begin(), micro.end(), [](double & time) {time *= 1e6;});
      const double failed = 100.0 * run.failed_steps / std::max<std::size_t>(1, micro.size());
      chart.groups[own ? 0 : 1].values.push_back(frames.mean);
      interactive[own ? 0 : 1] += frames.mean >= 30.0;
      slowest = own ? slowest : std::min(slowest, frames.worst);
      table.add_row(
        {scenes[i], solver, run.degrees_of_freedom, median(run.contacts),
          *std::max_element(run.contacts.begin(), run.contacts.end()), Cell(run.simulated, 3),
          Cell(median(micro), 3), Cell(frames.mean, 3).falls_short(frames.mean < 30.0),
          Cell(frames.worst, 3).falls_short(frames.worst < 30.0),
          Cell(failed, 3).falls_short(failed > 0.0), ended(run)});
    }
  }
  section.heading("Interactive scenes with friction");
  const std::string of_all = " of " + std::to_string(scenes.size());
  const int count = static_cast<int>(scenes.size());
  section.promise(
    interactive[0] == count, std::to_string(interactive[0]) + of_all +
    " scenes run at 30 frames a second or more with `Dantzig`; the paper calls its jammed "
    "mechanisms (of the plane, with static friction) interactive.");
  section.promise(
    interactive[1] == count, std::to_string(interactive[1]) + of_all +
    " do with the default solver, on average: its slowest frame, where many parts meet at once, "
    "leaves " + in_words(slowest, 2) + " a second.");
  section.add(Figure{"frames", "Simulation alone, nothing is drawn; one core.", to_svg(chart)});
  section.add(table);
  section.say(
    "A frame is 33 steps of 1 ms: at 30 frames a second a scene runs in real time. A failed step "
    "is one in which `Dantzig` left an island unsolved after " + std::to_string(kMostSteps) +
    " steps, and the default solver answered: the paper has no proof that the method ends where "
    "there is friction. Ours asks more of it than the paper: friction in space, exact to 1e-9, at "
    "contacts of which most are redundant. A run ends early where the time it was given is over.");
}

}  // namespace

void run_baraff(const ExperimentContext & context, Section & section)
{
  section.say(
    "Baraff's method takes contacts one at a time, as Dantzig does for quadratic programs. The "
    "paper says two things of its speed: without friction it costs two to three Gaussian "
    "eliminations, and with friction scenes of jammed parts run at interactive rates.");
  show_ratios(context, section);
  show_scenes(context, section);
}

}  // namespace contact_sim
