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

#ifndef APP__SOLVER_CHOICE_HPP_
#define APP__SOLVER_CHOICE_HPP_

#include <memory>
#include <string>
#include <vector>

#include "contact_sim/contact/contact_solver.hpp"
#include "contact_sim/lcp/algorithms.hpp"
#include "contact_sim/plugins/solver_plugins.hpp"

namespace contact_sim
{

/// The two kinds of problem files, and of solvers that take them.
enum class ProblemKind {kLcp, kContact};

/// By the end of the file's name: ".ctp", and ".lcp" for whatever else it is.
ProblemKind kind_of(const std::string & path);

/// A solver, ready to solve.
struct SolverChoice
{
  ProblemKind kind;
  std::string name;  ///< as it is printed
  std::vector<ParameterSpec> specs;
  ParameterMap values;
  const LcpAlgorithm * algorithm{nullptr};  ///< for .lcp
  std::shared_ptr<ContactSolver> plugin;    ///< for .ctp
};

struct ChosenSolvers
{
  std::vector<SolverChoice> choices;
  std::vector<std::string> broken;  ///< why a plugin that "all" stands for cannot be loaded
};

/// Finds the solvers for the files: one by its name, "all" that fit them, or, without a name, the
/// default of each kind. `settings` are "name=value" and go to every solver that knows the name.
/// \throws std::invalid_argument for an unknown name, a solver that does not fit a file, a bad
///   setting; the message lists what there is
/// \throws std::runtime_error for a plugin that is asked for by name and cannot be loaded
ChosenSolvers choose_solvers(
  const std::string & name, const std::vector<std::string> & settings,
  const std::vector<std::string> & files, SolverPlugins & plugins);

}  // namespace contact_sim

#endif  // APP__SOLVER_CHOICE_HPP_
