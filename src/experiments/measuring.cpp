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

#include "measuring.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>

namespace contact_sim
{

namespace
{

constexpr double kForever = std::numeric_limits<double>::infinity();

}  // namespace

double thread_seconds()
{
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double Tally::solved_percent() const
{
  return asked == refused ? std::numeric_limits<double>::quiet_NaN() : 100.0 * solved / asked;
}

void Tally::add(const ContactSolution & solution, double time)
{
  ++asked;
  times_to_solve.push_back(solution.solved() ? time : kForever);
  if (solution.status == ContactStatus::kNotApplicable) {
    ++refused;
    return;
  }
  times.push_back(time);
  iterations.push_back(solution.iterations);
  residuals.push_back(solution.residual.largest());
  if (solution.solved()) {
    ++solved;
    worst_residual = std::max(worst_residual, solution.residual.largest());
  }
}

void solve_in_turns(
  const std::vector<Contender> & contenders, const ContactProblem & problem, int repetitions,
  std::vector<Tally> & tallies)
{
  tallies.resize(contenders.size());
  std::vector<ContactSolution> solutions(contenders.size());
  std::vector<double> least(contenders.size(), kForever);
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      if (problem.size() <= contenders[i].largest) {
        const ContactProblem fresh = problem;
        const double before = thread_seconds();
        contenders[i].solver->solve(fresh, nullptr, solutions[i]);
        const double taken = thread_seconds() - before;  // with the judge: never too little
        least[i] = std::min(least[i], 1e6 * std::min(solutions[i].time, taken));
      }
    }
  }
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    if (problem.size() <= contenders[i].largest) {
      tallies[i].add(solutions[i], least[i]);
    }
  }
}

std::vector<double> least_times(int rounds, const std::vector<std::function<void()>> & calls)
{
  using Clock = std::chrono::steady_clock;
  std::vector<double> least(calls.size(), kForever);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const double thread_before = thread_seconds();
      const Clock::time_point before = Clock::now();
      calls[i]();
      const std::chrono::duration<double> taken = Clock::now() - before;
      const double of_thread = thread_seconds() - thread_before;
      least[i] = std::min(least[i], 1e6 * std::min(taken.count(), of_thread));
    }
  }
  return least;
}

}  // namespace contact_sim
