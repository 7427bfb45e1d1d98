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

#ifndef CONTACT_SIM__FIGURES__MARKUP_HPP_
#define CONTACT_SIM__FIGURES__MARKUP_HPP_

#include <cstddef>
#include <string>

namespace contact_sim
{

/// Text for XML and HTML, between tags or in an attribute. Characters that XML has no place for
/// become U+FFFD.
std::string escape_markup(const std::string & text);

/// As RFC 4180 has it: in quotes where it holds what would end the value.
std::string quoted_for_csv(const std::string & text);

/// Characters on paper: the bytes that do not continue a UTF-8 character.
std::size_t count_characters(const std::string & text);

/// \throws std::invalid_argument where it is not made of lower case letters, digits, - and _
void check_file_stem(const std::string & name);

/// "%.*g", a true minus sign, a dash for what is not finite.
std::string number_text(double value, int digits);

}  // namespace contact_sim

#endif  // CONTACT_SIM__FIGURES__MARKUP_HPP_
