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

#ifndef CONTACT_SIM__LCP__ALGORITHMS_HPP_
#define CONTACT_SIM__LCP__ALGORITHMS_HPP_

#include <string>
#include <vector>

#include "contact_sim/lcp/lcp_problem.hpp"
#include "contact_sim/lcp/parameters.hpp"

namespace contact_sim
{

/// An algorithm of this room under its name, for callers that choose it at run time.
struct LcpAlgorithm
{
  std::string name;     ///< as on the command line
  std::string purpose;  ///< one sentence: when to take it
  std::vector<ParameterSpec> parameters;
  /// Expects every parameter, as resolve_parameters gives them.
  LcpSolution (* solve)(const LcpProblem & problem, const ParameterMap & values);
};

/// All of them, in the order in which the room's README presents them.
const std::vector<LcpAlgorithm> & lcp_algorithms();

/// \throws std::invalid_argument for an unknown name; the message lists the known ones
const LcpAlgorithm & find_lcp_algorithm(const std::string & name);

}  // namespace contact_sim

#endif  // CONTACT_SIM__LCP__ALGORITHMS_HPP_
