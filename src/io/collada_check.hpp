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

#ifndef IO__COLLADA_CHECK_HPP_
#define IO__COLLADA_CHECK_HPP_

#include <string>

namespace contact_sim
{

/// What assimp 5.2 takes from a Collada file without a look: with an index that is no whole number
/// it never comes back, and it reads as many numbers as are announced, there or not.
/// \throws std::runtime_error with file and line where the file is no XML, or is wrong in this
void check_collada(const std::string & path);

}  // namespace contact_sim

#endif  // IO__COLLADA_CHECK_HPP_
