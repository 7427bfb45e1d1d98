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

#include "simulation/island_solvers.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

constexpr int kLastSweeps = 100;

/// A contact of other features this near to one of the last step is the same [m].
constexpr double kNear = 0.005;

void worsen(double & worst, double value)
{
  worst = std::max(worst, value);
}

/// Of a group only the side that is widest open is to be kept so.
bool is_asked(const ContactProblem & problem, Index i, const Eigen::VectorXd & x)
{
  const int group = problem.group_of(i);
  if (group < 0) {
    return true;
  }
  const int * sides = problem.group(group);
  const double own = problem.velocity(i, x)[0];
  return std::none_of(
    sides, sides + problem.group_size(group),
    [&](int side) {return problem.velocity(side, x)[0] > own;});
}

/// Impulses that stop the approach and nothing else: normal ones, by sweeps over the contacts.
void stop_approach(const ContactProblem & problem, Eigen::VectorXd & impulses)
{
  impulses.setZero(3 * problem.size());
  Eigen::VectorXd x = problem.k();
  for (int sweep = 0; sweep < kLastSweeps; ++sweep) {
    for (Index i = 0; i < problem.size(); ++i) {
      if (!is_asked(problem, i, x)) {
        continue;
      }
      const double mobility = problem.columns(i).col(0).squaredNorm();
      const double before = impulses[3 * i];
      impulses[3 * i] = std::max(0.0, before - problem.velocity(i, x)[0] / mobility);
      problem.accumulate(i, {impulses[3 * i] - before, 0.0, 0.0}, x);
    }
  }
}

void remove_friction(const ContactProblem & problem, ContactProblem & result)
{
  result = problem;
  for (Index i = 0; i < problem.size(); ++i) {
    ContactData data = problem.data(i);
    data.mu = 0.0;
    result.set_data(i, data);
  }
}

}  // namespace

IslandSolvers::IslandSolvers(
  int threads, TimeStepper::SolverFactory make_solver, TimeStepper::SolverFactory make_default)
: pool_(threads), make_solver_(std::move(make_solver))
{
  solvers_.resize(pool_.size());
  for (Solvers & solvers : solvers_) {
    solvers.chosen = make_solver_();
    solvers.helper = make_default();
  }
  takes_groups_ = solvers_.front().chosen->traits().takes_groups;
}

void IslandSolvers::set_solver(TimeStepper::SolverFactory make_solver)
{
  std::vector<std::shared_ptr<ContactSolver>> made(solvers_.size());
  std::generate(made.begin(), made.end(), make_solver);
  make_solver_ = std::move(make_solver);
  for (std::size_t i = 0; i < made.size(); ++i) {
    solvers_[i].chosen = made[i];
  }
  takes_groups_ = made.front()->traits().takes_groups;
  // Codes are the solver's own: another one cannot read them.
  for (WarmContact & contact : warm_) {
    contact.code = 0;
  }
}

void IslandSolvers::set_warm_start(const std::vector<WarmContact> & contacts)
{
  warm_ = contacts;
}

/// For every row the contact of the last step that it goes on from, or none: of the same features
/// first, then of those left the nearest.
void IslandSolvers::match(const std::vector<ContactRow> & rows)
{
  matched_.assign(rows.size(), -1);
  taken_.assign(warm_.size(), 0);
  for (const bool by_key : {true, false}) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (matched_[row] < 0) {
        matched_[row] = find_warm(rows[row], by_key);
        if (matched_[row] >= 0) {
          taken_[matched_[row]] = 1;
        }
      }
    }
  }
}

int IslandSolvers::find_warm(const ContactRow & row, bool by_key) const
{
  const auto first = std::lower_bound(
    warm_.begin(), warm_.end(), row.pair,
    [](const WarmContact & contact, std::uint64_t pair) {return contact.pair < pair;});
  int nearest = -1;
  double distance = kNear * kNear;
  for (auto at = first; at != warm_.end() && at->pair == row.pair; ++at) {
    const int index = static_cast<int>(at - warm_.begin());
    if (taken_[index]) {
      continue;
    }
    if (by_key && at->key == row.key) {
      return index;
    }
    const double squared = (at->place - row.place).squaredNorm();
    if (!by_key && squared < distance) {
      distance = squared;
      nearest = index;
    }
  }
  return nearest;
}

void IslandSolvers::make_guess(Index at)
{
  Island & island = parts_[at];
  const Index count = island.problem.size();
  ContactSolution & guess = island.guess;
  guess.impulses.setZero(3 * count);
  guess.basis.assign(count, 0);
  guess.angles.assign(count, 0.0);
  for (Index i = 0; i < count; ++i) {
    const int found = matched_[islands_.order()[islands_.first(at) + i]];
    guess.angles[i] = island.problem.data(i).angle;
    if (found >= 0) {
      guess.impulses.segment<3>(3 * i) = warm_[found].impulse;
      guess.basis[i] = warm_[found].code;
      guess.angles[i] = warm_[found].angle;
    }
  }
}

bool IslandSolvers::attempt(
  ContactSolver & solver, const ContactProblem & problem, bool warm, Island & island)
{
  solver.solve(problem, warm ? &island.guess : nullptr, island.solution);
  island.iterations += island.solution.iterations;
  island.backtracks += island.solution.backtracks;
  island.time += island.solution.time;
  return island.solution.solved();
}

/// The policy: the chosen solver, the default one, no friction (V-A of [Yamane 2008]), and at last
/// impulses that stop the approach.
void IslandSolvers::solve_island(int thread, Index at)
{
  Island & island = parts_[at];
  Solvers & solvers = solvers_[thread];
  island.iterations = island.backtracks = 0;
  island.time = 0.0;
  island.answered_by = Fallback::kNone;
  if (attempt(*solvers.chosen, island.problem, true, island)) {
    return;
  }
  island.failed = island.solution;
  island.answered_by = Fallback::kDefaultSolver;
  if (attempt(*solvers.helper, island.problem, false, island)) {
    return;
  }
  island.answered_by = Fallback::kFrictionless;
  remove_friction(island.problem, solvers.frictionless);
  if (attempt(*solvers.helper, solvers.frictionless, false, island)) {
    return;
  }
  island.answered_by = Fallback::kLastResort;
  stop_approach(island.problem, island.solution.impulses);
}

void IslandSolvers::put(Index at, Eigen::VectorXd & impulses, SolverRecord & record) const
{
  const Island & island = parts_[at];
  for (Index i = 0; i < island.problem.size(); ++i) {
    const int row = islands_.order()[islands_.first(at) + i];
    impulses.segment<3>(3 * row) = island.solution.impulses.segment<3>(3 * i);
  }
  record.iterations += island.iterations;
  record.backtracks += island.backtracks;
  record.time += island.time;
  ++record.answered[static_cast<int>(island.answered_by)];
  const ContactResidual & residual = island.solution.residual;
  worsen(record.residual.penetration_rate, residual.penetration_rate);
  worsen(record.residual.complementarity, residual.complementarity);
  worsen(record.residual.cone_violation, residual.cone_violation);
  worsen(record.residual.dissipation_gap, residual.dissipation_gap);
  if (island.answered_by != Fallback::kNone) {
    record.failure = island.failed.status;
    record.detail = island.failed.detail;
  }
}

void IslandSolvers::keep_for_next_step(const std::vector<ContactRow> & rows)
{
  next_warm_.resize(rows.size());
  for (Index at = 0; at < islands_.count(); ++at) {
    const Island & island = parts_[at];
    const ContactSolution & solution = island.solution;
    const bool has_codes = island.answered_by == Fallback::kNone &&
      static_cast<Index>(solution.basis.size()) == island.problem.size();
    const bool has_angles = static_cast<Index>(solution.angles.size()) == island.problem.size();
    for (Index i = 0; i < island.problem.size(); ++i) {
      const int row = islands_.order()[islands_.first(at) + i];
      WarmContact & warm = next_warm_[row];
      warm.pair = rows[row].pair;
      warm.key = rows[row].key;
      warm.place = rows[row].place;
      warm.code = has_codes ? solution.basis[i] : 0;
      warm.angle = has_angles ? solution.angles[i] : island.problem.data(i).angle;
      warm.impulse = solution.impulses.segment<3>(3 * i);
    }
  }
  std::sort(
    next_warm_.begin(), next_warm_.end(),
    [](const WarmContact & a, const WarmContact & b) {
      return a.pair != b.pair ? a.pair < b.pair : a.key < b.key;
    });
  std::swap(warm_, next_warm_);
}

void IslandSolvers::solve(
  const ContactProblem & problem, const std::vector<ContactRow> & rows, OnSolverFailure on_failure,
  const TimeStepper::FailureObserver & observer, Eigen::VectorXd & impulses, SolverRecord & record)
{
  islands_.find(problem);
  if (static_cast<Index>(parts_.size()) < islands_.count()) {
    parts_.resize(islands_.count());
  }
  match(rows);
  for (Index at = 0; at < islands_.count(); ++at) {
    islands_.extract(problem, at, parts_[at].problem);
    make_guess(at);
  }
  pool_.run(
    static_cast<int>(islands_.count()),
    [this](int thread, int at) {solve_island(thread, at);});
  impulses.setZero(3 * problem.size());
  record.islands += static_cast<int>(islands_.count());
  for (Index at = 0; at < islands_.count(); ++at) {
    put(at, impulses, record);
    const Island & island = parts_[at];
    if (island.answered_by == Fallback::kNone) {
      continue;
    }
    if (observer) {
      observer(island.problem, island.failed);
    }
    if (on_failure == OnSolverFailure::kStop) {
      throw SolverFailure(
              std::string("the contact solver failed: ") + to_string(island.failed.status) + ", " +
              island.failed.detail);
    }
  }
  keep_for_next_step(rows);
}

}  // namespace contact_sim
