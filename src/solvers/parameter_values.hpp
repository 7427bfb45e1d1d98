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

#ifndef SOLVERS__PARAMETER_VALUES_HPP_
#define SOLVERS__PARAMETER_VALUES_HPP_

#include <cstdint>
#include <variant>

#include "contact_sim/lcp/parameters.hpp"

namespace contact_sim
{

/// Reads of a map that resolve_parameters has checked: the name is there, the type is right.
inline double number(const ParameterMap & values, const char * name)
{
  return std::get<double>(values.at(name));
}

inline int integer(const ParameterMap & values, const char * name)
{
  return static_cast<int>(std::get<std::int64_t>(values.at(name)));
}

inline bool flag(const ParameterMap & values, const char * name)
{
  return std::get<bool>(values.at(name));
}

}  // namespace contact_sim

#endif  // SOLVERS__PARAMETER_VALUES_HPP_
