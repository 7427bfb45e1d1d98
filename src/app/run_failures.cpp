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

#include "run_failures.hpp"

#include <exception>

namespace contact_sim
{

RunFailures::RunFailures(
  const std::string & folder, const std::string & scenario, const std::string & solver)
: is_on_(!folder.empty()), scenario_(scenario), solver_(solver), dump_(folder)
{
}

void RunFailures::keep(
  const ContactProblem & problem, const ContactSolution & solution, std::int64_t step)
{
  if (!is_on_) {
    return;
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  if (written_ >= kMost || !error_.empty()) {
    return;
  }
  try {
    write(problem, solution, step);
  } catch (const std::exception & error) {
    error_ = error.what();
  }
}

void RunFailures::write(
  const ContactProblem & problem, const ContactSolution & solution, std::int64_t step)
{
  CtpFile file;
  file.problem = problem;
  file.facts["scenario"] = on_one_line(scenario_);
  file.facts["step"] = std::to_string(step);
  SolveRecord record;
  record.file = scenario_ + "_step_" + std::to_string(step) + ".ctp";
  const std::size_t last = solver_.find_last_of(':');
  record.solver = last == std::string::npos ? solver_ : solver_.substr(last + 1);
  record.ran = solver_;
  record.status = solution.status;
  record.detail = solution.detail;
  record.contact = ContactPart{};
  dump_.keep(file, record);
  written_ += record.contact->dumped.empty() ? 0 : 1;
}

}  // namespace contact_sim
