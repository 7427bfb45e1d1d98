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


#ifndef IO__CTP_GROUPS_HPP_
#define IO__CTP_GROUPS_HPP_

#include <cstdint>
#include <ostream>
#include <vector>

#include "contact_sim/contact/contact_problem.hpp"
#include "io/tokens.hpp"

namespace contact_sim
{

/// The block `groups` of a `.ctp` file: how many, then of each the number of its sides and their
/// contacts.
class CtpGroups
{
public:
  void read(TokenReader & reader);

  /// Refuses groups that are none with their line.
  void add_to(ContactProblem & problem, const TokenReader & reader) const;

private:
  std::vector<std::vector<int>> groups_;
  std::vector<std::int64_t> lines_;
  std::int64_t keyword_line_{0};  ///< 0: not in the file
};

/// Writes the blocks `epsilon`, in the summation form, and `groups`; nothing without groups.
void write_groups(std::ostream & output, const ContactProblem & problem);

}  // namespace contact_sim

#endif  // IO__CTP_GROUPS_HPP_
