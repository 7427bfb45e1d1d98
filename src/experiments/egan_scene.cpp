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

#include "egan_scene.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/plugins/chosen_solver.hpp"
#include "contact_sim/simulation/time_stepper.hpp"
#include "scene_run.hpp"
#include "statistics.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Vector3d;
using Index = Eigen::Index;

// The scene, in the plane y = 0: see config/scenarios/block_over_hole.yaml.
constexpr double kHalfHole = 0.0201;    // [m]
constexpr double kDepth = 0.06;         // of the plate [m]
constexpr double kHalfLength = 0.05;    // of the block [m]
constexpr double kHalfHeight = 0.025;   // [m]
constexpr double kSpeed = 0.5;          // at the start [m/s]
constexpr double kBraking = 0.1 * 9.81;  // μ g [m/s²]
constexpr double kLength = 0.6;         // of a run: the block stops after 0.51 s by friction [s]

const std::vector<double> & picture_times()
{
  static const std::vector<double> times{0.001, 0.12, 0.2, 0.4};
  return times;
}

/// Rows of the LCP by the paper's table, and of the matrix that is really made.
struct Rows
{
  Index groups{0};
  Index sides{0};
  Index convex{0};
  Index paper{0};
  Index ours{0};
};

struct BlockRun
{
  std::string mode;
  Series speed{};
  std::vector<Picture> pictures{};
  double speed_at_edge{0.0};      ///< 0.2 s after the start, beyond the far edge [m/s]
  double largest_error{0.0};      ///< of the speed against v - μ g t, until it stops [m/s]
  int failed_steps{0};
  Rows rows{};                    ///< of the step with the most
};

constexpr std::size_t kPlate = 6;
constexpr std::size_t kBlock = 1;
constexpr std::size_t kForce = 0;
constexpr std::size_t kWall = 7;

PictureShape rectangle(double left, double right, double low, double high, std::size_t colour)
{
  return {{{left, low}, {right, low}, {right, high}, {left, high}}, Ink{colour}};
}

PictureShape block_at(const Eigen::Isometry3d & X_WB)
{
  PictureShape shape{{}, Ink{kBlock}};
  const std::vector<Vector3d> corners{{-kHalfLength, 0.0, -kHalfHeight},
    {kHalfLength, 0.0, -kHalfHeight}, {kHalfLength, 0.0, kHalfHeight},
    {-kHalfLength, 0.0, kHalfHeight}};
  for (const Vector3d & corner : corners) {
    const Vector3d p = X_WB * corner;
    shape.points.push_back({p.x(), p.z()});
  }
  return shape;
}

/// The force on the block, drawn so that it ends where it acts; 1 N is 1 cm.
PictureShape arrow(const ContactRecord & contact)
{
  const double sign = contact.body_b != 0 ? 1.0 : -1.0;
  const Vector3d force =
    0.01 * sign * (contact.normal_force * contact.normal + contact.friction_force);
  const Vector3d & p = contact.position;
  return {{{p.x() - force.x(), p.z() - force.z()}, {p.x(), p.z()}}, Ink{kForce}, false, true};
}

Picture picture_of(Simulation & simulation, const std::string & mode)
{
  const State & state = simulation.state();
  Picture picture{mode + ", " + in_words(0.01 * std::round(100.0 * state.time), 2) + " s", {}};
  picture.shapes.push_back(rectangle(-1.0, -kHalfHole, -kDepth, 0.0, kPlate));
  picture.shapes.push_back(rectangle(kHalfHole, 1.0, -kDepth, 0.0, kPlate));
  Data data(simulation.world().model);
  forward_kinematics(simulation.world().model, data, state.q);
  picture.shapes.push_back(block_at(body_pose(data, 1)));
  if (mode == "convex") {
    picture.shapes.push_back(
      {{{kHalfHole, 0.0}, {kHalfHole, 1.0}}, Ink{kWall, false, true},
        false});
  }
  for (const ContactRecord & contact : simulation.record().contacts) {
    if (contact.normal_force > 0.05) {
      picture.shapes.push_back(arrow(contact));
    }
  }
  return picture;
}

Rows count_rows(const ContactProblem & problem, const std::string & mode)
{
  constexpr Index kDirections = 8;  // k of the paper
  Rows rows;
  rows.groups = problem.group_count();
  for (Index g = 0; g < rows.groups; ++g) {
    rows.sides += problem.group_size(g);
  }
  rows.convex = problem.size() - rows.sides;
  const Index friction = (kDirections + 1) * problem.size();
  rows.paper = rows.convex + friction +
    (mode == "summation" ? 2 * rows.sides : 4 * rows.sides + 2 * rows.groups);
  rows.ours = problem.to_lcp().size();
  return rows;
}

void look(Simulation & simulation, const std::string & shown, BlockRun & run)
{
  const State & state = simulation.state();
  const double h = simulation.stepper().options().step;
  const double v = state.v[3];
  const double free_speed = std::max(0.0, kSpeed - kBraking * state.time);
  run.speed.x.push_back(state.time);
  run.speed.y.push_back(v);
  run.largest_error = std::max(run.largest_error, std::abs(v - free_speed));
  for (const double time : picture_times()) {
    if (std::abs(state.time - time) < 0.5 * h) {
      run.pictures.push_back(picture_of(simulation, shown));
    }
  }
  if (std::abs(state.time - 0.2) < 0.5 * h) {
    run.speed_at_edge = std::abs(v) < 1e-9 ? 0.0 : v;  // rounding of a block that stands
  }
  const ContactProblem & problem = simulation.stepper().problem();
  if (problem.size() > 0 && problem.group_count() >= run.rows.groups) {
    const Rows rows = count_rows(problem, run.mode);
    run.rows = rows.ours > run.rows.ours ? rows : run.rows;
  }
}

/// `shown`: what the pictures call the mode.
BlockRun run_block(
  const ExperimentContext & context, const std::string & mode, const std::string & shown)
{
  BlockRun run;
  run.mode = mode;
  run.speed.name = mode;
  SceneOrder order;
  order.scenario = "block_over_hole";
  order.solver = kDefaultPlugin;
  order.duration = kLength;
  order.change = [&](ScenarioFile & file) {
      file.options.nonconvex = nonconvex_mode_from_string(mode);
    };
  order.observe = [&](Simulation & simulation) {look(simulation, shown, run);};
  run.failed_steps = run_scene(context, order).failed_steps;
  return run;
}

void add_strips(Section & section, const std::vector<BlockRun> & runs)
{
  PictureStrip strip{"A block slides over a hole", {-0.15, -kDepth}, {0.11, 0.085}};
  for (const BlockRun * run : {&runs.front(), &runs.back()}) {
    strip.pictures.insert(strip.pictures.end(), run->pictures.begin(), run->pictures.end());
  }
  section.add(
    Figure{"strip", "Above: convex constraints only (`contact.nonconvex=off`). The far edge of the "
      "hole never ends (dashed), and the block stops at it. Below: the same with nonconvex ones "
      "(`auto`), the block slides on until friction stops it. Cut along the middle of the hole; "
      "arrows are contact forces, 1 cm for 1 N. Figure 1 of the paper has a slanted edge.",
      to_svg(strip)});
}

void add_speeds(Section & section, const std::vector<BlockRun> & runs)
{
  Plot plot{"Speed of the block", {"time [s]"}, {"speed [m/s]"}, {}};
  for (const BlockRun & run : runs) {
    plot.series.push_back(run.speed);
  }
  Series free{"v₀ − μ g t", {}, {}};
  for (const double time : {0.0, kSpeed / kBraking, kLength}) {
    free.x.push_back(time);
    free.y.push_back(std::max(0.0, kSpeed - kBraking * time));
  }
  free.dashed = true;
  plot.series.push_back(free);
  section.add(Figure{"speed", "The block passes the far edge after 0.14 s.", to_svg(plot)});
}

void add_rows(Section & section, const std::vector<BlockRun> & runs)
{
  Table table("rows", "The step with the most rows, k = 8 friction directions",
    {"form", "groups g", "sides y", "convex x", "rows by the paper's table", "rows of our LCP",
      "speed at 0.2 s [m/s]", "failed steps"});
  bool equal = true;
  for (const BlockRun & run : runs) {
    const Rows & rows = run.rows;
    equal = equal && rows.paper == rows.ours;
    table.add_row(
      {run.mode, rows.groups, rows.sides, rows.convex, rows.paper,
        Cell(rows.ours).falls_short(rows.paper != rows.ours), Cell(run.speed_at_edge, 3),
        run.failed_steps});
  }
  section.promise(
    equal, "The LCP has the number of rows of the paper's table in every form: 4y + 2g + x + "
    "(k + 1)(x + y) for max, 2y + x + (k + 1)(x + y) for summation, x + (k + 1) x without.");
  section.add(table);
  section.say(
    "The default solver does not solve these rows: it searches for the sides one by one in the "
    "factors, so that a group costs it a plain problem or two. `Lemke`, `LexicographicLemke` and "
    "`RobustLemke` solve the rows as they are.");
}

}  // namespace

void show_block_over_hole(const ExperimentContext & context, Section & section)
{
  std::vector<BlockRun> runs;
  for (const char * mode : {"off", "max", "summation", "auto"}) {
    context.progress(0.1 + 0.225 * runs.size(), std::string("block over the hole, ") + mode);
    runs.push_back(
      run_block(context, mode, std::string(mode) == "off" ? "convex" : "nonconvex"));
  }
  double error = 0.0;
  for (std::size_t i = 1; i < runs.size(); ++i) {
    error = std::max(error, runs[i].largest_error);
  }
  section.heading("A block over a hole (figure 1)");
  section.promise(
    runs[0].speed_at_edge < 0.05, "Convex constraints stop the block at the far edge: its speed "
    "is " + in_words(1e3 * runs[0].speed_at_edge, 2) + " mm/s where it should be " +
    in_words(1e3 * (kSpeed - 0.2 * kBraking), 3) + ".");
  section.promise(
    error <= 2e-3, "With nonconvex constraints only friction brakes it: its speed is within " +
    in_words(1e3 * error, 2) + " mm/s of v₀ − μ g t in all three forms.");
  add_strips(section, runs);
  add_speeds(section, runs);
  add_rows(section, runs);
}

}  // namespace contact_sim
