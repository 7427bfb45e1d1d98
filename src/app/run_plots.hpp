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

#ifndef APP__RUN_PLOTS_HPP_
#define APP__RUN_PLOTS_HPP_

#include <string>
#include <vector>

#include "run_history.hpp"
#include "run_report.hpp"
#include "run_statistics.hpp"

namespace contact_sim
{

/// A plot of a run's report, and the data that it shows.
struct RunPlot
{
  std::string name;     ///< of its files, without ending
  std::string heading;
  std::string caption;
  std::string svg;
  std::string csv;
};

/// All that there is something to show of, in order.
std::vector<RunPlot> run_plots(
  const RunFacts & facts, const RunStatistics & statistics, const RunHistory & history);

}  // namespace contact_sim

#endif  // APP__RUN_PLOTS_HPP_
