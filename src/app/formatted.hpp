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

#ifndef APP__FORMATTED_HPP_
#define APP__FORMATTED_HPP_

#include <string>

namespace contact_sim
{

/// std::printf into a string, of 255 characters at most.
__attribute__((format(printf, 1, 2)))
std::string formatted(const char * format, ...);

/// File names may hold anything; a line break among it would make two lines of one.
std::string on_one_line(const std::string & text);

}  // namespace contact_sim

#endif  // APP__FORMATTED_HPP_
