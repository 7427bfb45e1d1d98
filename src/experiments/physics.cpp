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
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "all.hpp"
#include "contact_sim/contact/contact_residual.hpp"
#include "physics_measures.hpp"
#include "solver_trial.hpp"
#include "statistics.hpp"

namespace contact_sim
{

namespace
{

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr const char * kDefault = "RobustReducedLemke";

/// What was measured of a solver.
struct Physics
{
  TriedSolver solver;
  std::shared_ptr<ContactSolver> alone;  ///< for the common problems
  int asked{0};
  int solved{0};
  double signorini{0.0};
  double coulomb{0.0};
  double dissipation{0.0};
  std::vector<double> sliding_errors{};  ///< [deg]
  double isotropy{kNone};                ///< the worst of them [deg]
  double rise{kNone};                    ///< [m]
  double internal{kNone};
  double creep_slope{kNone};             ///< [m/s]
  double creep_gripper{kNone};           ///< [m/s]
  double energy{kNone};
  std::vector<double> way_errors{};      ///< for each step [m]
  double order{kNone};
  Lost lost{};
};

/// Every plugin that takes friction, also those of others.
std::vector<Physics> frictional_solvers(const ExperimentContext & context)
{
  std::vector<Physics> found;
  for (const std::string & name : context.plugins().names()) {
    const std::shared_ptr<ContactSolver> solver = context.solver(name);
    if (solver->traits().takes_friction) {
      found.push_back({{context.plugins().short_name(name), name}, solver});
    }
  }
  return found;
}

// -- The conditions, on problems that all get -----------------------------------------------------

struct Sample
{
  const char * scenario;
  double until;  ///< [s]
};

/// Rest, sliding, impacts, a grasp, redundant contacts, joints that are as good as rigid.
const std::vector<Sample> & samples()
{
  static const std::vector<Sample> all{
    {"incline", 0.5}, {"falling_box", 1.0}, {"pushed_box", 0.2}, {"gripper", 2.0}, {"stack", 0.3},
    {"humanoid_squat", 1.3}, {"yamane_squat", 0.8}};
  return all;
}

/// Judged by the exact cone, whatever friction the solver has.
void judge(const ContactProblem & problem, Physics & physics)
{
  const ContactSolution solution = physics.alone->solve(problem);
  ++physics.asked;
  if (!solution.solved()) {
    return;
  }
  ++physics.solved;
  const ContactResidual residual =
    contact_residual(problem, solution.impulses, Friction::kCone);
  physics.signorini = std::max(
    {physics.signorini, residual.penetration_rate, residual.complementarity});
  physics.coulomb = std::max(physics.coulomb, residual.cone_violation);
  physics.dissipation = std::max(physics.dissipation, residual.dissipation_gap);
}

void measure_conditions(const ExperimentContext & context, std::vector<Physics> & all)
{
  const int wanted = context.count(40, 8);
  double done = 0.0;
  for (const Sample & sample : samples()) {
    ScenarioFile scene = shipped_scene(sample.scenario);
    scene.options.nonconvex = NonconvexMode::kOff;
    SolverTrial trial(context, scene, default_solver());
    const int steps = static_cast<int>(std::lround(sample.until / scene.options.step));
    const int every = std::max(1, steps / wanted);
    for (int step = 0; step < steps && trial.step(); ++step) {
      if (step % every != 0 || trial.simulation().stepper().problem().size() == 0) {
        continue;
      }
      context.progress(done + 0.4 / samples().size() * step / steps, sample.scenario);
      for (Physics & physics : all) {
        judge(trial.simulation().stepper().problem(), physics);
      }
    }
    done += 0.4 / samples().size();
  }
}

// -- The motion, of each solver on its own --------------------------------------------------------

const std::vector<double> & steps_of_convergence()
{
  static const std::vector<double> steps{8e-3, 4e-3, 2e-3, 1e-3, 5e-4};
  return steps;
}

double largest(const std::vector<double> & values)
{
  double most = 0.0;
  for (const double value : values) {
    most = std::isfinite(value) ? std::max(most, std::abs(value)) : kNone;
  }
  return most;
}

void measure_motion(const ExperimentContext & context, Physics & physics)
{
  const TriedSolver & solver = physics.solver;
  Lost & lost = physics.lost;
  physics.sliding_errors = sliding_errors(context, solver, context.count(72, 24), lost);
  physics.isotropy = largest(physics.sliding_errors);
  physics.rise = rise_while_sliding(context, solver, lost);
  physics.internal = internal_forces(context, solver, lost);
  physics.creep_slope = creep_on_slope(context, solver, context.quick() ? 0.5 : 10.0, lost);
  physics.creep_gripper = creep_in_gripper(context, solver, context.quick() ? 0.1 : 2.0, lost);
  physics.energy = energy_gain(context, solver, context.quick() ? 0.6 : 2.0, lost);
  for (const double h : steps_of_convergence()) {
    physics.way_errors.push_back(sliding_way_error(context, solver, h, lost));
  }
  physics.order = fitted_exponent(steps_of_convergence(), physics.way_errors);
}

// -- The table ------------------------------------------------------------------------------------

/// A property, its number for each solver, and what it is to be.
struct Property
{
  Column column;
  std::string meaning;
  std::string bound;
  std::function<double(const Physics &)> value;
  std::function<bool(double)> keeps;

  bool kept_by(const Physics & physics) const {return keeps(value(physics));}
};

std::function<bool(double)> at_most(double bound)
{
  return [bound](double value) {return value <= bound;};
}

double percent_solved(const Physics & physics)
{
  return physics.asked > 0 ? 100.0 * physics.solved / physics.asked : kNone;
}

/// What the answers of all solvers are judged by: the tolerance of 1e-9, in each of its parts.
constexpr double kTolerance = 1e-9;

std::vector<Property> conditions()
{
  return {
    {"Signorini", "no penetration, no pull, no force at a distance", "≤ 1e-9",
      [](const Physics & p) {return p.signorini;}, at_most(kTolerance)},
    {"Coulomb", "friction stays within the cone", "≤ 1e-9",
      [](const Physics & p) {return p.coulomb;}, at_most(kTolerance)},
    {"maximum dissipation", "friction is against the sliding, and all of it", "≤ 1e-9",
      [](const Physics & p) {return p.dissipation;}, at_most(kTolerance)},
    {{"robustness", "%"}, "problems that are solved", "100", percent_solved,
      [](double value) {return value >= 100.0;}}};
}

std::vector<Property> motions()
{
  return {
    {{"shift", "m"}, "how far a box rises while it slides to a stop from 1 m/s", "≤ 1e-9",
      [](const Physics & p) {return p.rise;}, at_most(1e-9)},
    {"internal forces", "friction of a box at rest on the level, as a part of its weight",
      "≤ 1e-9", [](const Physics & p) {return p.internal;}, at_most(1e-9)},
    {{"isotropy", "deg"}, "worst angle between push and way of a box, pushed all round", "≤ 0.1",
      [](const Physics & p) {return p.isotropy;}, at_most(0.1)},
    {{"slope", "m/s"}, "creep on a slope that friction can hold", "≤ 1e-9",
      [](const Physics & p) {return p.creep_slope;}, at_most(1e-9)},
    {{"gripper", "m/s"}, "creep of a capsule that is held", "≤ 1e-9",
      [](const Physics & p) {return p.creep_gripper;}, at_most(1e-9)},
    {"energy", "largest gain in a step of a bouncing box, as a part of all that it loses",
      "≤ 1e-9", [](const Physics & p) {return p.energy;}, at_most(1e-9)},
    {"order", "of convergence in h: the way of a sliding box", "≥ 0.95",
      [](const Physics & p) {return p.order;}, [](double value) {return value >= 0.95;}},
    {{"lost", "%"}, "frames of all of these motions that were lost", "0",
      [](const Physics & p) {return p.lost.percent();}, at_most(0.0)}};
}

/// A row for each solver, and one of what is to be.
Table table_of(
  const std::string & name, const std::string & title, const std::vector<Property> & properties,
  const std::vector<Physics> & all)
{
  std::vector<Column> headings{"solver"};
  std::vector<Cell> bounds{"is to be"};
  for (const Property & property : properties) {
    headings.push_back(property.column);
    bounds.push_back(property.bound);
  }
  Table table(name, title, headings);
  table.add_row(bounds);
  for (const Physics & physics : all) {
    std::vector<Cell> row{physics.solver.label};
    for (const Property & property : properties) {
      row.push_back(
        Cell(property.value(physics), 2).falls_short(!property.kept_by(physics)));
    }
    table.add_row(row);
  }
  return table;
}

/// The solvers that do not keep it.
std::string short_of(const Property & property, const std::vector<Physics> & all)
{
  std::string text;
  for (const Physics & physics : all) {
    if (!property.kept_by(physics)) {
      text += (text.empty() ? "" : ", ") + physics.solver.label;
    }
  }
  return text;
}

/// The promise is about the default solver; who falls short is told with it.
void promise(
  const std::vector<Property> & properties, const std::vector<Physics> & all,
  const Physics & preset, Section & section)
{
  for (const Property & property : properties) {
    const std::string shorts = short_of(property, all);
    section.promise(
      property.kept_by(preset), property.column.name + " (" + property.meaning + "): " +
      in_words(property.value(preset), 3) +
      (property.column.unit.empty() ? "" : " " + property.column.unit) +
      " with the default solver, to be " + property.bound + "." +
      (shorts.empty() ? "" : " Falls short: " + shorts + "."));
  }
}

const Physics & of_default(const std::vector<Physics> & all)
{
  const auto is_default = [](const Physics & p) {return p.solver.label == kDefault;};
  return *std::find_if(all.begin(), all.end(), is_default);
}

// -- Plots ----------------------------------------------------------------------------------------

bool is_one_of(const std::string & name, const std::vector<std::string> & names)
{
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// One polygon stands for all: they are the same.
Plot isotropy_plot(const std::vector<Physics> & all)
{
  Plot plot{"Isotropy: which way a pushed box slides", {"direction of the push [deg]"},
    {"angle from push to way [deg]"}};
  for (const Physics & physics : all) {
    if (!is_one_of(physics.solver.label, {"Dantzig", "ReducedLemke", kDefault})) {
      continue;
    }
    Series series{physics.solver.label, {}, physics.sliding_errors};
    series.dashed = physics.solver.label == kDefault;
    for (std::size_t i = 0; i < physics.sliding_errors.size(); ++i) {
      series.x.push_back(360.0 * i / physics.sliding_errors.size());
    }
    plot.series.push_back(series);
  }
  plot.x.low = 0.0;
  plot.x.high = 360.0;
  return plot;
}

Plot convergence_plot(const Physics & preset)
{
  const std::vector<double> & steps = steps_of_convergence();
  Series line{"order 1", steps, {}};
  line.dashed = true;
  for (const double h : steps) {
    line.y.push_back(preset.way_errors.front() * h / steps.front());
  }
  return {"Convergence: way of a sliding box after 1 s", {"step h [s]", Scale::kLog},
    {"error [m]", Scale::kLog}, {{preset.solver.label, steps, preset.way_errors}, line}};
}

}  // namespace

void run_physics(const ExperimentContext & context, Section & section)
{
  std::vector<Physics> all = frictional_solvers(context);
  measure_conditions(context, all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    context.progress(0.4 + 0.6 * i / all.size(), all[i].solver.label);
    measure_motion(context, all[i]);
  }
  const std::string problems = std::to_string(all.front().asked);
  section.say(
    "The properties by which contact models are compared, measured for every plugin that takes "
    "friction. The conditions: on " + problems + " problems of the scenes incline, falling_box, "
    "pushed_box, gripper, stack, humanoid_squat and yamane_squat, cold, judged by the exact "
    "friction cone (scaled residuals of the answers that count as solved). The motion: where a "
    "solver loses a frame, the frictionless answer is used.");
  const Physics & preset = of_default(all);
  section.heading("The conditions, in each answer");
  promise(conditions(), all, preset, section);
  section.add(
    table_of("conditions", "Worst of " + problems + " common problems", conditions(), all));
  section.heading("The motion that comes of them");
  promise(motions(), all, preset, section);
  section.add(table_of("motion", "Each solver simulates on its own", motions(), all));
  section.say(
    "The slope of `incline` is written down with ten digits, so that its boxes are tilted by 4e-11 "
    "rad: rows of their problems are all but equal. This is what the lexicographic rule, with its "
    "default Δ = 1e-10, does not survive, and why a box slides there that friction could hold.");
  section.add(
    Figure{"isotropy", "A box pushed half as hard again as friction holds, all round. Polygons of "
      "8 corners pull the way towards their own directions; cones do not.",
      to_svg(isotropy_plot(all))});
  section.add(
    Figure{"convergence", "A box on a slope of 20 degrees, against ½ a t².",
      to_svg(convergence_plot(preset))});
}

}  // namespace contact_sim
