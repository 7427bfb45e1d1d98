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

#ifndef CONTACT_SIM__PLUGINS__OWN_PREFIX_HPP_
#define CONTACT_SIM__PLUGINS__OWN_PREFIX_HPP_

#include <filesystem>

namespace contact_sim
{

/// The prefix that this executable belongs to: the one it is installed in, or the one staged beside
/// it in the build tree; empty where it was copied to some other place.
std::filesystem::path own_prefix();

/// Puts own_prefix() before what AMENT_PREFIX_PATH of this process holds, so that pluginlib finds
/// our solvers without a sourced environment, and those of others as before.
void prepend_own_prefix();

}  // namespace contact_sim

#endif  // CONTACT_SIM__PLUGINS__OWN_PREFIX_HPP_
