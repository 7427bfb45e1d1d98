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

#ifndef CONTACT_SIM__FIGURES__WHOLE_FILE_HPP_
#define CONTACT_SIM__FIGURES__WHOLE_FILE_HPP_

#include <filesystem>
#include <string>

namespace contact_sim
{

/// Writes a file whole or not at all: under another name beside it, which is then renamed. Makes
/// the folder where it is not there.
/// \throws std::runtime_error saying which file cannot be written, and why; what was there before
///   stays
void write_whole_file(const std::filesystem::path & path, const std::string & content);

}  // namespace contact_sim

#endif  // CONTACT_SIM__FIGURES__WHOLE_FILE_HPP_
