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

#ifndef APP__RUN_REPORT_HPP_
#define APP__RUN_REPORT_HPP_

#include <cstdint>
#include <iosfwd>
#include <limits>
#include <string>
#include <vector>

#include "run_statistics.hpp"

namespace contact_sim
{

/// What the summary tells besides the statistics.
struct RunFacts
{
  std::string scenario;
  std::string description;
  std::string solver;          ///< the class of the object that solved
  std::string default_solver;  ///< of the one that helps out
  std::string integrator;
  double step{0.0};            ///< [s]
  int threads{1};
  int degrees_of_freedom{0};
  double duration{0.0};        ///< that was asked for [s]
  double begin{0.0};           ///< time of the snapshot that it went on from, or 0 [s]
  double simulated{0.0};       ///< [s]
  double wall_time{0.0};       ///< [s]
  bool is_real_time{false};
  std::int64_t late_steps{0};  ///< in real time
  std::string end;             ///< why it ended before its time; empty: it did not
  std::string command;         ///< the command line that started it
  double tolerance{std::numeric_limits<double>::quiet_NaN()};  ///< of the solver, where it has one

  /// Simulated time over time; 0 where none has passed.
  double factor() const {return wall_time > 0.0 ? simulated / wall_time : 0.0;}
};

/// A line of the summary.
struct SummaryRow
{
  std::string what;
  std::string value;
};

/// How fast it was, what was simulated, and why it ended before its time.
std::vector<std::string> head_lines(const RunFacts & facts);
/// Who solved, and the extremes.
std::vector<SummaryRow> fact_rows(const RunFacts & facts, const RunStatistics & statistics);

/// The table at the end of a run.
void write_summary(
  std::ostream & output, const RunFacts & facts, const RunStatistics & statistics);

}  // namespace contact_sim

#endif  // APP__RUN_REPORT_HPP_
