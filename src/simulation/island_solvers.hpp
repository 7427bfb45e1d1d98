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

#ifndef SIMULATION__ISLAND_SOLVERS_HPP_
#define SIMULATION__ISLAND_SOLVERS_HPP_

#include <Eigen/Core>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "contact_sim/contact/contact_problem.hpp"
#include "contact_sim/contact/contact_solution.hpp"
#include "contact_sim/contact/islands.hpp"
#include "contact_sim/simulation/step_record.hpp"
#include "contact_sim/simulation/time_stepper.hpp"
#include "simulation/contact_rows.hpp"
#include "simulation/thread_pool.hpp"

namespace contact_sim
{

/// A solver failed, and that is to stop the run.
class SolverFailure : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// Solves a contact problem island by island, on several threads, and helps out where the chosen
/// solver fails. Every island is solved as if it were alone: the threads do not matter.
class IslandSolvers
{
public:
  IslandSolvers(
    int threads, TimeStepper::SolverFactory make_solver, TimeStepper::SolverFactory make_default);

  void set_solver(TimeStepper::SolverFactory make_solver);

  /// Whether the chosen solver has rows of its own for groups: SolverTraits.
  bool takes_groups() const {return takes_groups_;}

  /// \param rows of the problem, for the warm start \param impulses n, t₁, t₂ a row
  /// \throws SolverFailure where a solver fails and that is to stop the run
  void solve(
    const ContactProblem & problem, const std::vector<ContactRow> & rows,
    OnSolverFailure on_failure,
    const TimeStepper::FailureObserver & observer, Eigen::VectorXd & impulses,
    SolverRecord & record);

  const std::vector<WarmContact> & warm_start() const {return warm_;}
  void set_warm_start(const std::vector<WarmContact> & contacts);

private:
  using Index = Eigen::Index;

  struct Island
  {
    ContactProblem problem;
    ContactSolution guess;
    ContactSolution solution;      ///< the one that is used
    ContactSolution failed;        ///< of the chosen solver, where it failed
    Fallback answered_by{Fallback::kNone};
    int iterations, backtracks;
    double time;
  };

  struct Solvers
  {
    std::shared_ptr<ContactSolver> chosen;
    std::shared_ptr<ContactSolver> helper;
    ContactProblem frictionless;
  };

  void match(const std::vector<ContactRow> & rows);
  int find_warm(const ContactRow & row, bool by_key) const;
  void make_guess(Index island);
  void solve_island(int thread, Index island);
  bool attempt(ContactSolver & solver, const ContactProblem & problem, bool warm, Island & island);
  void put(Index island, Eigen::VectorXd & impulses, SolverRecord & record) const;
  void keep_for_next_step(const std::vector<ContactRow> & rows);

  ThreadPool pool_;
  TimeStepper::SolverFactory make_solver_;
  bool takes_groups_{false};
  std::vector<Solvers> solvers_;  ///< by thread
  Islands islands_;
  std::vector<Island> parts_;
  std::vector<int> matched_;            ///< by row: of warm_, or -1
  std::vector<char> taken_;             ///< by contact of warm_
  std::vector<WarmContact> warm_;       ///< sorted by pair and key
  std::vector<WarmContact> next_warm_;
};

}  // namespace contact_sim

#endif  // SIMULATION__ISLAND_SOLVERS_HPP_
