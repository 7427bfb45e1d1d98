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

#ifndef APP__RUN_FAILURES_HPP_
#define APP__RUN_FAILURES_HPP_

#include <cstdint>
#include <mutex>
#include <string>

#include "contact_sim/contact/contact_problem.hpp"
#include "contact_sim/contact/contact_solution.hpp"
#include "failure_dump.hpp"

namespace contact_sim
{

/// Keeps the contact problems of a run that its solver fails, as .ctp files, the first ones only:
/// a solver that fails fails often.
class RunFailures
{
public:
  static constexpr int kMost = 100;

  /// \param folder empty: nothing is kept
  /// \param solver class that fails
  /// \throws std::runtime_error where the folder cannot be made
  RunFailures(const std::string & folder, const std::string & scenario, const std::string & solver);

  /// May be called by several threads. A file that cannot be written does not end the run.
  void keep(const ContactProblem & problem, const ContactSolution & solution, std::int64_t step);

  int written() const {return written_;}
  /// Why the first file that could not be written could not; empty: there is none.
  const std::string & error() const {return error_;}

private:
  void write(const ContactProblem & problem, const ContactSolution & solution, std::int64_t step);

  std::mutex mutex_;
  bool is_on_;
  std::string scenario_;
  std::string solver_;
  FailureDump dump_;
  int written_{0};
  std::string error_;
};

}  // namespace contact_sim

#endif  // APP__RUN_FAILURES_HPP_
