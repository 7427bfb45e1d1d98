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

#ifndef APP__TEXT_TABLE_HPP_
#define APP__TEXT_TABLE_HPP_

#include <iosfwd>
#include <string>
#include <vector>

namespace contact_sim
{

/// Text in columns that line up.
class TextTable
{
public:
  enum class Align {kLeft, kRight};

  explicit TextTable(const std::vector<Align> & columns)
  : columns_(columns) {}

  void add_row(const std::vector<std::string> & cells) {rows_.push_back(cells);}
  void write(std::ostream & output, const std::string & indent = "") const;

private:
  std::vector<std::size_t> widths() const;

  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace contact_sim

#endif  // APP__TEXT_TABLE_HPP_
