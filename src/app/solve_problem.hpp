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

#ifndef APP__SOLVE_PROBLEM_HPP_
#define APP__SOLVE_PROBLEM_HPP_

#include <string>
#include <variant>

#include "contact_sim/io/ctp_file.hpp"
#include "contact_sim/io/lcp_file.hpp"
#include "report.hpp"
#include "solver_choice.hpp"

namespace contact_sim
{

/// A problem of either kind.
using ProblemFile = std::variant<LcpFile, CtpFile>;

/// \throws std::runtime_error for a file that cannot be read, with place and reason
ProblemFile read_problem(const std::string & path);

/// Solves the problem `repeat` times, a contact problem each time from the answer before, and tells
/// the last answer with the least time. Stops at the first that is not solved.
SolveRecord solve_problem(
  const std::string & path, const ProblemFile & file, const SolverChoice & choice, int repeat);

}  // namespace contact_sim

#endif  // APP__SOLVE_PROBLEM_HPP_
