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

#ifndef CONTACT_SIM__SESSION__DESCRIPTION_HPP_
#define CONTACT_SIM__SESSION__DESCRIPTION_HPP_

#include <string>

#include "contact_sim/session/simulation_session.hpp"

namespace contact_sim
{

/// What a user interface has to know of a session and cannot ask of its messages, as JSON:
///
///     {"scenario": "…", "description": "…", "step": 0.001,
///      "solvers": ["contact_sim::Dantzig", …],
///      "parameters": [{"name": "solver.epsilon", "type": "number", "value": 1e-9,
///        "default": 1e-9, "unit": "-", "description": "…", "minimum": 0.0, "maximum": 1.0,
///        "fixed": false}, …],
///      "joints": ["left_knee", …]}
///
/// An infinite bound is null; types are those of type_name(); fixed parameters can be set at the
/// start only. The joints take commands.
std::string describe(SimulationSession & session);

}  // namespace contact_sim

#endif  // CONTACT_SIM__SESSION__DESCRIPTION_HPP_
