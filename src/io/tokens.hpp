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

#ifndef IO__TOKENS_HPP_
#define IO__TOKENS_HPP_

#include <cstdint>
#include <functional>
#include <istream>
#include <map>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "contact_sim/lcp/largest_number.hpp"

/// What the problem files have in common: words, comments, facts, and errors that name the place.
namespace contact_sim
{

using Facts = std::map<std::string, std::string>;

/// Larger claims are mistakes: a matrix of this size alone would take 80 GB.
constexpr std::int64_t kLargestSize = 100000;

std::string_view trimmed(std::string_view text);

/// The beginning of a text, safe to print whatever bytes the file has.
std::string shortened(std::string_view text, std::size_t most);

/// In quotes, shortened, and safe to print.
std::string in_quotes(std::string_view word);

/// \throws std::runtime_error "expected …, found …", without the place
double parse_number(std::string_view word);

/// \param name what the number is, after "expected the" and "expected a"
/// \throws std::runtime_error "expected …, found …", without the place
std::int64_t parse_size(std::string_view word, const std::string & name);

/// Refuses facts that the reader would not give back as they are.
/// \throws std::invalid_argument naming the fact
void check_facts(const Facts & facts);

/// Sets the precision at which every double reads back bit for bit, and writes the facts.
void write_head(std::ostream & output, const Facts & facts);

template<typename Row>
void write_row(std::ostream & output, const Row & row)
{
  for (decltype(row.size()) j = 0; j < row.size(); ++j) {
    output << (j == 0 ? "" : " ") << row[j];
  }
  output << "\n";
}

/// Opens a file and gives it to `read`. \throws std::runtime_error where it cannot be opened
void read_from(const std::string & path, const std::function<void(std::istream &)> & read);

/// Writes a file whole or not at all. \throws std::runtime_error where it cannot be written
void write_to(const std::string & path, const std::function<void(std::ostream &)> & write);

/// Reads one stream, word by word, and keeps the facts of the comments in between.
class TokenReader
{
public:
  /// `name` stands for the file in messages, and must live on.
  TokenReader(std::istream & input, const std::string & name)
  : input_(input), name_(name) {}

  /// False at the end of the file.
  bool next_word();

  const std::string & word() const {return word_;}

  /// Of the word.
  std::int64_t line() const {return line_;}

  const Facts & facts() const {return facts_;}

  /// Of the last fact with this key.
  std::int64_t fact_line(const std::string & key) const;

  /// The next word as a size, `name` as for parse_size; `missing` is what the file ends without.
  std::int64_t read_size(const std::string & name, const std::string & missing);

  /// Appends `count` numbers, and the line of each where `lines` is given; `place` says where they
  /// belong. In problem files none may be larger than what solvers take.
  void read_numbers(
    std::int64_t count, const std::string & place, std::vector<double> & numbers,
    std::vector<std::int64_t> * lines = nullptr, double largest = kLargestNumber);

  /// Adds the place to an error.
  template<typename Function>
  auto at_line(std::int64_t line, Function function) const -> decltype(function())
  {
    try {
      return function();
    } catch (const std::runtime_error & error) {
      refuse(line, error.what());
    }
  }

  [[noreturn]] void refuse(std::int64_t line, const std::string & what) const;

  /// "expected …, found … before the end of the file"
  [[noreturn]] void refuse_end(
    const std::string & expected, const std::string & found = "") const;

private:
  void read_word(char first);
  void read_comment();
  void start_line();

  std::istream & input_;
  const std::string & name_;
  std::string word_;
  std::int64_t line_{1};
  bool at_line_start_{true};
  Facts facts_;
  std::map<std::string, std::int64_t> fact_lines_;
};

}  // namespace contact_sim

#endif  // IO__TOKENS_HPP_
