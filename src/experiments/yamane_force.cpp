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
#include <string>
#include <vector>

#include "all.hpp"
#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/dynamics/energy.hpp"
#include "contact_sim/dynamics/integration.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "solver_trial.hpp"
#include "statistics.hpp"

namespace contact_sim
{

namespace
{

/// Vertical forces on the robot over a run, and what its motion says they are.
struct Forces
{
  std::vector<double> time;     ///< at the end of each step [s]
  std::vector<double> left;     ///< of all points of the foot [N]
  std::vector<double> right;    ///< [N]
  std::vector<double> sum;      ///< of all contacts, whatever touches [N]
  std::vector<double> momentum;  ///< weight and inertia, from the momentum of all links [N]
  std::vector<double> centre;    ///< the same, from three places of the centre of mass [N]
  double weight{0.0};           ///< [N]
};

/// The rate of the robot's vertical momentum in a step: p = A(q) v, so dp/dt = A dv/dt + dA/dt v.
/// Only forward kinematics is asked, no dynamics and no solver.
double momentum_rate(
  const Model & model, Data & data, const State & before, const State & after, double step)
{
  const auto vertical = [&](const Eigen::VectorXd & q, const Eigen::VectorXd & v) {
      forward_kinematics(model, data, q, v);
      return contact_sim::momentum(model, data).linear.z();
    };
  const double change = vertical(before.q, after.v) - vertical(before.q, before.v);
  // Central differences along v: the step balances errors of rounding and of third order.
  constexpr double kProbe = 1e-5;  // [s]
  Eigen::VectorXd ahead = before.q;
  Eigen::VectorXd behind = before.q;
  integrate(model, before.q, before.v, kProbe, ahead);
  integrate(model, before.q, before.v, -kProbe, behind);
  const double turning =
    (vertical(ahead, before.v) - vertical(behind, before.v)) / (2.0 * kProbe);
  return change / step + turning;
}

double centre_height(const Model & model, Data & data, const Eigen::VectorXd & q)
{
  forward_kinematics(model, data, q);
  return center_of_mass(model, data).z();
}

void add_contacts(const StepRecord & record, int left_foot, int right_foot, Forces & forces)
{
  double left = 0.0;
  double right = 0.0;
  double sum = 0.0;
  for (const ContactRecord & contact : record.contacts) {
    // The normal points from a to b.
    const double on_b = contact.normal_force * contact.normal.z() + contact.friction_force.z();
    const bool robot_is_b = contact.body_b != 0;
    const double force = robot_is_b ? on_b : -on_b;
    const int link = robot_is_b ? contact.link_b : contact.link_a;
    left += link == left_foot ? force : 0.0;
    right += link == right_foot ? force : 0.0;
    // Where two of its links touch, what one gets the other gives.
    sum += contact.body_a != 0 && contact.body_b != 0 ? 0.0 : force;
  }
  forces.left.push_back(left);
  forces.right.push_back(right);
  forces.sum.push_back(sum);
}

Forces measure(
  const ExperimentContext & context, const ScenarioFile & scene, double begin, double end)
{
  SolverTrial trial(context, scene, default_solver());
  const Model & model = trial.scenario().world->model;
  const double h = scene.options.step;
  const int left_foot = model.link_index("humanoid/left_foot");
  const int right_foot = model.link_index("humanoid/right_foot");
  Data data(model);
  Forces forces;
  const double gravity = -scene.gravity.z();
  forces.weight = total_mass(model) * gravity;
  std::vector<double> heights{centre_height(model, data, trial.state().q)};
  const int steps = static_cast<int>(std::lround(scene.duration / h));
  for (int step = 0; step < steps; ++step) {
    if (step % 50 == 0) {
      context.progress(begin + (end - begin) * step / steps, scene.name);
    }
    const State before = trial.state();
    if (!trial.step()) {
      throw SimulationError(trial.error());
    }
    const double inertia = momentum_rate(model, data, before, trial.state(), h);
    forces.time.push_back(trial.state().time);
    add_contacts(trial.record(), left_foot, right_foot, forces);
    forces.momentum.push_back(forces.weight + inertia);
    heights.push_back(centre_height(model, data, trial.state().q));
  }
  forces.centre.assign(steps, std::nan(""));
  for (int step = 1; step < steps; ++step) {
    const double rise = heights[step + 1] - 2.0 * heights[step] + heights[step - 1];
    forces.centre[step] = forces.weight * (1.0 + rise / (h * h * gravity));
  }
  return forces;
}

double worst(const std::vector<double> & a, const std::vector<double> & b, std::size_t first)
{
  double largest = 0.0;
  for (std::size_t i = first; i < a.size(); ++i) {
    largest = std::max(largest, std::isfinite(b[i]) ? std::abs(a[i] - b[i]) : 0.0);
  }
  return largest;
}

std::string plot_of(const Forces & forces, const std::string & title)
{
  Series expected{"weight + inertia", forces.time, forces.momentum};
  expected.dashed = true;
  Series right{"right foot", forces.time, forces.right};
  right.dashed = true;  // in a squat it hides the left one
  Plot plot{title, {"time [s]"}, {"vertical force [N]"},
    {{"left foot", forces.time, forces.left}, right, {"both feet", forces.time, forces.sum},
      expected}};
  plot.y.low = 0.0;
  return to_svg(plot);
}

/// The bound of the promise, as a part of the weight: velocities are right to 1e-9 of that of a
/// free fall in a step, central differences of A(q) v to about as much.
constexpr double kBound = 1e-6;

void show(
  const Forces & forces, const std::string & name, const std::string & what,
  const std::string & title, Section & section)
{
  const double error = worst(forces.sum, forces.momentum, 0) / forces.weight;
  section.promise(
    error <= kBound, "With " + what + " the sum of both feet is weight plus inertia: off by " +
    in_words(error, 2) + " of the weight (" + in_words(forces.weight, 3) + " N) at worst, in " +
    std::to_string(forces.sum.size()) + " steps.");
  section.say(
    "Inertia is the rate of the momentum of all links. From three places of the centre of mass "
    "alone, which knows no velocities, it is off by " +
    in_words(worst(forces.sum, forces.centre, 20) / forces.weight, 2) +
    " of the weight at worst after the first 20 ms: the curvature of the way within a step.");
  section.add(Figure{name, "Simulated vertical forces, " + what + ".", plot_of(forces, title)});
}

void add_samples(const Forces & forces, Section & section)
{
  Table table("forces", "Vertical forces, with stiff drives, a row for 50 ms",
    {{"time", "s"}, {"left foot", "N"}, {"right foot", "N"}, {"both", "N"},
      {"weight + inertia", "N"}, {"from the centre of mass", "N"}});
  for (std::size_t i = 49; i < forces.time.size(); i += 50) {
    table.add_row(
      {Cell(forces.time[i], 3), Cell(forces.left[i]), Cell(forces.right[i]), Cell(forces.sum[i]),
        Cell(forces.momentum[i]), Cell(forces.centre[i])});
  }
  section.add(table);
}

}  // namespace

void run_yamane_force(const ExperimentContext & context, Section & section)
{
  section.say(
    "The paper compares the simulated vertical force of the feet with that of a force plate. There "
    "is no robot here to measure; what can be checked is that the forces are those that the motion "
    "needs: their sum has to be weight plus inertia of the whole robot in every step.");
  ScenarioFile drives = shipped_scene("humanoid_squat");
  drives.duration = context.quick() ? 1.2 : 2.7;
  const Forces with_drives = measure(context, drives, 0.0, 0.6);
  section.heading("Figure 2");
  show(
    with_drives, "squat", "stiff drives (scenario `humanoid_squat`)",
    "Vertical forces through a squat", section);
  ScenarioFile exact = shipped_scene("yamane_squat");
  exact.duration = context.quick() ? 0.5 : 2.0;
  const Forces with_exact = measure(context, exact, 0.6, 1.0);
  section.heading("With joints that follow exactly");
  show(
    with_exact, "squat-exact", "exact joints (scenario `yamane_squat`)",
    "Vertical forces through a squat, exact joints", section);
  section.say(
    "With exact joints the robot is as good as rigid, so that statics does not say how much of the "
    "weight each foot carries: any split whose sum and moments are right is an answer, and the "
    "solver gives one of them.");
  add_samples(with_drives, section);
}

}  // namespace contact_sim
