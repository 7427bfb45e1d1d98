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

#ifndef IO__PLACES_HPP_
#define IO__PLACES_HPP_

#include <filesystem>
#include <string>
#include <vector>

namespace contact_sim
{

/// share/contact_sim of the prefixes of AMENT_PREFIX_PATH.
std::vector<std::filesystem::path> shared_folders();

/// The folder and those above it, from the inside out.
std::vector<std::filesystem::path> folders_above(const std::filesystem::path & folder);

/// A file that a scenario in `folder` names: beside it, else in `kind` ("urdf", "config/motions")
/// of the shared folders and of the folders above. The ending may be left out.
/// \throws std::runtime_error "expected …, found …" with the places that were searched
std::string find_beside(
  const std::string & name, const std::string & ending, const std::string & kind,
  const std::filesystem::path & folder);

}  // namespace contact_sim

#endif  // IO__PLACES_HPP_
