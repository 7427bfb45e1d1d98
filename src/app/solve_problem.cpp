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

#include "solve_problem.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "contact_sim/plugins/class_name.hpp"

namespace contact_sim
{

namespace
{

constexpr double kMicroseconds = 1e6;

/// The friction of the LCP is in a polygon: an answer in the exact cone need not be one of its own.
bool solves_lcp(const ContactProblem & problem, const ContactSolution & solution)
{
  // The default tolerance of the solvers.
  constexpr double kTolerance = 1e-9;
  return solution.friction == Friction::kPolygon ||
         contact_residual(problem, solution.impulses, Friction::kPolygon).largest() <= kTolerance;
}

void fill(const LcpSolution & solution, SolveRecord & record)
{
  record.status = solution.status;
  record.detail = solution.detail;
  record.iterations = solution.pivots;
  record.backtracks = solution.backtracks;
  record.residual = solution.residual;
  record.z = solution.z;
}

void fill(const ContactProblem & problem, const ContactSolution & solution, SolveRecord & record)
{
  record.status = solution.status;
  record.detail = solution.detail;
  record.iterations = solution.iterations;
  record.backtracks = solution.backtracks;
  record.residual = solution.residual.largest();
  if (solves_lcp(problem, solution)) {
    record.z = problem.lcp_variables(solution.impulses);
  }
  record.contact = ContactPart{
    problem.size(), problem.degrees_of_freedom(), solution.impulses, solution.residual,
    solution.friction, ""};
}

/// \return the least time [s]
double solve(
  const LcpProblem & problem, const SolverChoice & choice, int repeat, LcpSolution & solution)
{
  using Clock = std::chrono::steady_clock;
  double least = std::numeric_limits<double>::infinity();
  do {
    const Clock::time_point start = Clock::now();
    solution = choice.algorithm->solve(problem, choice.values);
    least = std::min(least, std::chrono::duration<double>(Clock::now() - start).count());
  } while (--repeat > 0 && solution.solved());
  return least;
}

/// \return the least time [s], as the base class of the solvers measured it
double solve(
  const ContactProblem & problem, ContactSolver & solver, int repeat, ContactSolution & solution)
{
  ContactSolution guess;
  solver.solve(problem, nullptr, solution);
  double least = solution.time;
  while (--repeat > 0 && solution.solved()) {
    std::swap(guess, solution);
    solver.solve(problem, &guess, solution);
    least = std::min(least, solution.time);
  }
  return least;
}

}  // namespace

ProblemFile read_problem(const std::string & path)
{
  if (kind_of(path) == ProblemKind::kContact) {
    return read_ctp_file(path);
  }
  return read_lcp_file(path);
}

SolveRecord solve_problem(
  const std::string & path, const ProblemFile & file, const SolverChoice & choice, int repeat)
{
  SolveRecord record;
  record.file = path;
  record.solver = choice.name;
  if (const auto * lcp = std::get_if<LcpFile>(&file)) {
    LcpSolution solution;
    record.time_us = kMicroseconds * solve(lcp->problem, choice, repeat, solution);
    fill(solution, record);
    record.ran = choice.name;
    record.expected = compare_with_facts(*lcp, solution);
  } else {
    const ContactProblem & problem = std::get<CtpFile>(file).problem;
    ContactSolution solution;
    record.time_us = kMicroseconds * solve(problem, *choice.plugin, repeat, solution);
    fill(problem, solution, record);
    record.ran = class_name(*choice.plugin);
  }
  return record;
}

}  // namespace contact_sim
