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

#ifndef APP__RUN_PAGE_HPP_
#define APP__RUN_PAGE_HPP_

#include <filesystem>

#include "run_history.hpp"
#include "run_report.hpp"
#include "run_statistics.hpp"

namespace contact_sim
{

/// Makes the folder of a report, where it is not there yet; before a long run and not at its end.
/// \throws std::runtime_error where that cannot be done, or where no file can be made in it
void prepare_run_page(const std::filesystem::path & folder);

/// Writes the report of a run: index.html, which needs no other file, and beside it each plot as
/// NAME.svg, its data as NAME.csv, and the summary as summary.csv. Each file is there whole or not
/// at all, and index.html last.
/// \throws std::runtime_error for a file that cannot be written
void write_run_page(
  const std::filesystem::path & folder, const RunFacts & facts, const RunStatistics & statistics,
  const RunHistory & history);

}  // namespace contact_sim

#endif  // APP__RUN_PAGE_HPP_
