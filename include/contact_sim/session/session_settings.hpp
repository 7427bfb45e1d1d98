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

#ifndef CONTACT_SIM__SESSION__SESSION_SETTINGS_HPP_
#define CONTACT_SIM__SESSION__SESSION_SETTINGS_HPP_

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "contact_sim/lcp/parameters.hpp"
#include "contact_sim/session/frame.hpp"
#include "contact_sim/session/simulation_loop.hpp"
#include "contact_sim/simulation/time_stepper.hpp"

namespace contact_sim
{

/// The parameter that names the solver, and what stands before the solver's own.
constexpr const char * kSolverPlugin = "solver.plugin";
constexpr const char * kSolverPrefix = "solver.";

/// A parameter of a session.
struct SessionParameter
{
  ParameterSpec spec;
  bool is_fixed{false};  ///< set at the start only
  std::vector<std::string> choices{};  ///< of a text; empty: any
};

/// All but those of the solver.
const std::vector<SessionParameter> & session_parameters();

/// The parameters of Rates, by channel.
const std::array<const char *, kChannels> & rate_names();

/// Their values, in their types.
struct SessionSettings
{
  std::string scenario;
  std::string robot_description;  ///< URDF of the only robot; empty: the scenario's
  double step{0.0};               ///< [s]; 0: the scenario's
  std::optional<NonconvexMode> nonconvex;  ///< none: the scenario's
  int threads{0};                 ///< 0: the scenario's
  LoopSettings loop;
  Rates rates;
  double diagnostics_rate{1.0};   ///< [Hz] of the wall clock
  MarkerSettings markers;
  std::string world_frame;
  std::string frame_prefix;
  std::string wrench_links;       ///< separated by commas; empty: all
  std::string save_folder;
};

/// \param values of all session_parameters()
/// \throws std::invalid_argument naming the parameter
SessionSettings read_settings(const ParameterMap & values);

}  // namespace contact_sim

#endif  // CONTACT_SIM__SESSION__SESSION_SETTINGS_HPP_
