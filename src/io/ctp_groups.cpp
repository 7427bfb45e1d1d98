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


#include "io/ctp_groups.hpp"

#include <stdexcept>
#include <string>

namespace contact_sim
{

void CtpGroups::read(TokenReader & reader)
{
  if (keyword_line_ != 0) {
    reader.refuse(
      reader.line(), "expected 'groups' once, found it again after line " +
      std::to_string(keyword_line_));
  }
  keyword_line_ = reader.line();
  const std::int64_t count = reader.read_size("number of groups", "the number of groups");
  for (std::int64_t g = 0; g < count; ++g) {
    const std::string place = "group " + std::to_string(g + 1);
    const std::int64_t sides =
      reader.read_size("number of sides", "the number of sides of " + place);
    lines_.push_back(reader.line());
    groups_.emplace_back();
    for (std::int64_t side = 0; side < sides; ++side) {
      groups_.back().push_back(
        static_cast<int>(reader.read_size("number of a contact", "a contact of " + place)));
    }
  }
}

void CtpGroups::add_to(ContactProblem & problem, const TokenReader & reader) const
{
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    try {
      problem.add_group(groups_[g]);
    } catch (const std::invalid_argument & error) {
      reader.refuse(lines_[g], error.what());
    }
  }
}

void write_groups(std::ostream & output, const ContactProblem & problem)
{
  if (problem.group_count() == 0) {
    return;
  }
  if (problem.nonconvex_law().form == NonconvexForm::kSummation) {
    output << "epsilon\n" << problem.nonconvex_law().epsilon << "\n";
  }
  output << "groups " << problem.group_count() << "\n";
  for (Eigen::Index g = 0; g < problem.group_count(); ++g) {
    output << problem.group_size(g);
    for (Eigen::Index side = 0; side < problem.group_size(g); ++side) {
      output << " " << problem.group(g)[side];
    }
    output << "\n";
  }
}

}  // namespace contact_sim
