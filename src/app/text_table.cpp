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

#include "text_table.hpp"

#include <algorithm>
#include <ostream>

namespace contact_sim
{

namespace
{

/// Columns on the screen: the bytes that do not continue a UTF-8 character.
std::size_t width(const std::string & text)
{
  return std::count_if(text.begin(), text.end(), [](char c) {return (c & 0xC0) != 0x80;});
}

}  // namespace

void TextTable::write(std::ostream & output, const std::string & indent) const
{
  const std::vector<std::size_t> column_widths = widths();
  for (const std::vector<std::string> & row : rows_) {
    std::string line = indent;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(column_widths[i] - width(row[i]), ' ');
      line += i == 0 ? "" : "  ";
      line += columns_[i] == Align::kLeft ? row[i] + padding : padding + row[i];
    }
    output << line.erase(line.find_last_not_of(' ') + 1) << "\n";
  }
}

std::vector<std::size_t> TextTable::widths() const
{
  std::vector<std::size_t> widest(columns_.size(), 0);
  for (const std::vector<std::string> & row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widest[i] = std::max(widest[i], width(row[i]));
    }
  }
  return widest;
}

}  // namespace contact_sim
