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

#ifndef EXPERIMENTS__MEASURING_HPP_
#define EXPERIMENTS__MEASURING_HPP_

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "contact_sim/contact/contact_problem.hpp"
#include "contact_sim/contact/contact_solver.hpp"

namespace contact_sim
{

/// What this thread has had of a processor [s]. On a busy machine the clock also counts what others
/// did meanwhile.
double thread_seconds();

/// A solver that is measured beside others.
struct Contender
{
  std::string name;
  std::shared_ptr<ContactSolver> solver;
  Eigen::Index largest{std::numeric_limits<Eigen::Index>::max()};  ///< contacts it is given
};

/// What came of the problems that a contender was given.
struct Tally
{
  int asked{0};
  int solved{0};
  int refused{0};  ///< problems of a class that the solver says it is not made for
  double worst_residual{0.0};  ///< of those that count as solved
  std::vector<double> times{};       ///< of all that were not refused, solved or not [µs]
  std::vector<double> iterations{};  ///< of the same
  std::vector<double> residuals{};   ///< of the same
  std::vector<double> times_to_solve{};  ///< of each problem asked; infinite where not solved [µs]

  bool all_solved() const {return asked > 0 && solved == asked;}
  double solved_percent() const;  ///< NaN where nothing was asked, or all was refused
  void add(const ContactSolution & solution, double time);
};

/// Each contender that is not too slow for the problem solves it, `repetitions` times in turns, so
/// that a busy machine disturbs all alike; the least of its times counts, by the clock or of the
/// thread. Every solve gets a fresh copy: who needs the LCP matrix pays for it each time, as in a
/// simulation.
void solve_in_turns(
  const std::vector<Contender> & contenders, const ContactProblem & problem, int repetitions,
  std::vector<Tally> & tallies);

/// The least time of each function, called `rounds` times in turns; by the clock or of the thread
/// [µs].
std::vector<double> least_times(int rounds, const std::vector<std::function<void()>> & calls);

}  // namespace contact_sim

#endif  // EXPERIMENTS__MEASURING_HPP_
