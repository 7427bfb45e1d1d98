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

#ifndef SESSION__SESSION_DIAGNOSTICS_HPP_
#define SESSION__SESSION_DIAGNOSTICS_HPP_

#include <cstdint>
#include <string>
#include <vector>

#include "contact_sim/session/messages.hpp"
#include "contact_sim/session/simulation_loop.hpp"

namespace contact_sim
{

struct DiagnosedRun
{
  double wall_time{0.0};      ///< since the last look [s]
  double wanted_factor{1.0};  ///< of real time; 0: as fast as possible
  std::int64_t dropped{0};    ///< frames
};

/// Two statuses: of the contact solver, and of the clock.
std::vector<DiagnosticMessage> diagnose(
  const LoopStatistics & statistics, const DiagnosedRun & run);

/// The same without anything of the wall clock, so that equal runs have equal ones.
std::vector<DiagnosticMessage> diagnose_steps(const LoopStatistics & statistics);

}  // namespace contact_sim

#endif  // SESSION__SESSION_DIAGNOSTICS_HPP_
