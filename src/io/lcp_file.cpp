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

#include "contact_sim/io/lcp_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <vector>

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

/// Larger claims are mistakes: the matrix alone would take 80 GB.
constexpr std::int64_t kLargestSize = 100000;
/// No number needs more characters. Without a bound /dev/zero would be one endless word.
constexpr std::size_t kLongestWord = 10000;
constexpr const char * kWhiteSpace = " \t\r\n\v\f";
constexpr const char * kSolutionKey = "z";
constexpr const char * kExpectKey = "expect";

bool is_space(char c)
{
  return std::string_view(kWhiteSpace).find(c) != std::string_view::npos;
}

std::string_view trimmed(std::string_view text)
{
  const std::size_t first = text.find_first_not_of(kWhiteSpace);
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(kWhiteSpace) - first + 1);
}

/// In quotes, shortened, and safe to print whatever bytes the file has.
std::string in_quotes(std::string_view word)
{
  constexpr std::size_t kShown = 40;
  std::string text = "'";
  for (const char c : word.substr(0, kShown)) {
    text += std::iscntrl(static_cast<unsigned char>(c)) ? '?' : c;
  }
  return text + (word.size() > kShown ? "…'" : "'");
}

/// The whole word as a number. from_chars knows no locale, and no '+' either.
template<typename Number>
std::errc parse(std::string_view word, Number & value)
{
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') {
    word.remove_prefix(1);
  }
  const char * end = word.data() + word.size();
  const auto result = std::from_chars(word.data(), end, value);
  return result.ptr == end ? result.ec : std::errc::invalid_argument;
}

/// \throws std::runtime_error "expected …, found …", without the place
double parse_number(std::string_view word)
{
  double value = 0.0;
  const std::errc error = parse(word, value);
  if (error == std::errc::result_out_of_range) {
    throw std::runtime_error("expected a number in the range of double, found " + in_quotes(word));
  }
  if (error != std::errc()) {
    throw std::runtime_error("expected a number, found " + in_quotes(word));
  }
  if (!std::isfinite(value)) {
    throw std::runtime_error("expected a finite number, found " + in_quotes(word));
  }
  return value;
}

std::int64_t parse_size(std::string_view word)
{
  std::int64_t size = 0;
  const std::errc error = parse(word, size);
  if (error == std::errc::invalid_argument) {
    throw std::runtime_error("expected the size n, a whole number, found " + in_quotes(word));
  }
  if (error != std::errc() || size < 0 || size > kLargestSize) {
    throw std::runtime_error(
            "expected a size n from 0 to " + std::to_string(kLargestSize) + ", found " +
            in_quotes(word));
  }
  return size;
}

/// The fact `z`. \throws std::runtime_error without the place
Eigen::VectorXd parse_solution(std::string_view text, Index n)
{
  std::vector<double> numbers;
  while (!(text = trimmed(text)).empty()) {
    const std::size_t length = std::min(text.find_first_of(kWhiteSpace), text.size());
    try {
      numbers.push_back(parse_number(text.substr(0, length)));
    } catch (const std::runtime_error & error) {
      throw std::runtime_error(std::string("in the fact 'z': ") + error.what());
    }
    text.remove_prefix(length);
  }
  if (static_cast<Index>(numbers.size()) != n) {
    throw std::runtime_error(
            "in the fact 'z': expected " + std::to_string(n) + " numbers, found " +
            std::to_string(numbers.size()));
  }
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), n);
}

bool is_key(std::string_view text)
{
  return !text.empty() && std::all_of(
    text.begin(), text.end(), [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
    });
}

/// Reads one stream, word by word, and keeps the facts of the comments in between.
class Reader
{
public:
  Reader(std::istream & input, const std::string & name)
  : input_(input), name_(name) {}

  LcpFile read()
  {
    LcpFile file;
    const std::int64_t n = read_size();
    const std::vector<double> numbers = read_numbers(n);
    expect_end(n);
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    file.problem.M = Eigen::Map<const RowMajor>(numbers.data(), n, n);
    file.problem.q = Eigen::Map<const Eigen::VectorXd>(numbers.data() + n * n, n);
    file.facts = std::move(facts_);
    at_line(solution_line_, [&] {known_solution(file);});
    return file;
  }

private:
  std::int64_t read_size()
  {
    if (!next_word()) {
      refuse_end("the size n of the problem");
    }
    return at_line(line_, [&] {return parse_size(word_);});
  }

  /// M by rows, then q. The memory grows with what is there, not with what n claims.
  std::vector<double> read_numbers(std::int64_t n)
  {
    std::vector<double> numbers;
    for (std::int64_t row = 0; row <= n; ++row) {
      for (std::int64_t column = 0; column < n; ++column) {
        if (!next_word()) {
          const std::string name = row == n ? "q" : "row " + std::to_string(row + 1) + " of M";
          refuse_end(std::to_string(n) + " numbers in " + name, std::to_string(column));
        }
        numbers.push_back(at_line(line_, [&] {return parse_number(word_);}));
      }
    }
    return numbers;
  }

  void expect_end(std::int64_t n)
  {
    if (next_word()) {
      refuse(
        line_, "expected the end of the file after " + std::to_string(n * n + n) +
        " numbers (n = " + std::to_string(n) + "), found " + in_quotes(word_));
    }
  }

  /// False at the end of the file.
  bool next_word()
  {
    word_.clear();
    for (char c; input_.get(c); ) {
      if (c == '#' && at_line_start_) {
        read_comment();
      } else if (!is_space(c)) {
        read_word(c);
        return true;
      } else if (c == '\n') {
        start_line();
      }
    }
    if (input_.bad()) {
      refuse(line_, "expected a readable file, found a read error");
    }
    return false;
  }

  /// The white space after the word stays, so that line_ is still the word's.
  void read_word(char first)
  {
    at_line_start_ = false;
    word_ = first;
    using Traits = std::istream::traits_type;
    for (auto c = input_.peek(); c != Traits::eof(); c = input_.peek()) {
      if (is_space(Traits::to_char_type(c)) || word_.size() == kLongestWord) {
        return;
      }
      word_ += Traits::to_char_type(input_.get());
    }
  }

  void read_comment()
  {
    std::string text;
    std::getline(input_, text);
    const std::size_t colon = text.find(':');
    if (colon != std::string::npos) {
      const std::string key(trimmed(std::string_view(text).substr(0, colon)));
      if (is_key(key)) {
        facts_[key] = trimmed(std::string_view(text).substr(colon + 1));
        solution_line_ = key == kSolutionKey ? line_ : solution_line_;
      }
    }
    start_line();
  }

  void start_line()
  {
    ++line_;
    at_line_start_ = true;
  }

  /// Adds the place to an error.
  template<typename Function>
  auto at_line(std::int64_t line, Function function) -> decltype(function())
  {
    try {
      return function();
    } catch (const std::runtime_error & error) {
      refuse(line, error.what());
    }
  }

  [[noreturn]] void refuse(std::int64_t line, const std::string & what) const
  {
    throw std::runtime_error(name_ + ":" + std::to_string(line) + ": " + what);
  }

  [[noreturn]] void refuse_end(const std::string & expected, const std::string & found = "") const
  {
    refuse(
      line_, "expected " + expected + ", found " +
      (found.empty() ? "" : found + " before ") + "the end of the file");
  }

  std::istream & input_;
  const std::string & name_;
  std::string word_;
  std::int64_t line_{1};
  bool at_line_start_{true};
  std::map<std::string, std::string> facts_;
  std::int64_t solution_line_{0};
};

std::string last_error()
{
  return std::generic_category().message(errno);
}

/// What the reader would not give back as it is.
void check_fact(const std::string & key, const std::string & value)
{
  if (!is_key(key)) {
    throw std::invalid_argument(
            "fact: expected a key of letters, digits, '_' and '-', found " + in_quotes(key));
  }
  if (value.find('\n') != std::string::npos || trimmed(value) != value) {
    throw std::invalid_argument(
            "fact '" + key + "': expected one line without white space around it, found " +
            in_quotes(value));
  }
}

void check_file(const LcpFile & file)
{
  check_problem(file.problem);
  for (const auto & [key, value] : file.facts) {
    check_fact(key, value);
  }
  try {
    known_solution(file);
  } catch (const std::runtime_error & error) {
    throw std::invalid_argument(error.what());
  }
}

template<typename Row>
void write_row(std::ostream & output, const Row & row)
{
  for (Index j = 0; j < row.size(); ++j) {
    output << (j == 0 ? "" : " ") << row[j];
  }
  output << "\n";
}

void write_lcp(std::ostream & output, const LcpFile & file)
{
  output.imbue(std::locale::classic());
  output.precision(std::numeric_limits<double>::max_digits10);
  for (const auto & [key, value] : file.facts) {
    output << "# " << key << ":" << (value.empty() ? "" : " ") << value << "\n";
  }
  output << file.problem.size() << "\n";
  for (Index i = 0; i < file.problem.size(); ++i) {
    write_row(output, file.problem.M.row(i));
  }
  write_row(output, file.problem.q);
}

}  // namespace

LcpFile read_lcp(std::istream & input, const std::string & name)
{
  return Reader(input, name).read();
}

LcpFile read_lcp_file(const std::string & path)
{
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw std::runtime_error(path + ": expected a problem file, found a directory");
  }
  errno = 0;
  std::ifstream input(path, std::ios::binary);
  if (!input) {
    throw std::runtime_error(path + ": cannot open the file: " + last_error());
  }
  return read_lcp(input, path);
}

void write_lcp_file(const std::string & path, const LcpFile & file)
{
  check_file(file);
  // Of its own for every process, so that two that write the same file do not mix their lines.
  const std::string temporary = path + ".part" + std::to_string(::getpid());
  errno = 0;
  std::ofstream output(temporary, std::ios::binary | std::ios::trunc);
  write_lcp(output, file);
  output.close();
  if (!output || std::rename(temporary.c_str(), path.c_str()) != 0) {
    const std::string reason = last_error();
    std::remove(temporary.c_str());
    throw std::runtime_error(path + ": cannot write the file: " + reason);
  }
}

std::optional<Eigen::VectorXd> known_solution(const LcpFile & file)
{
  const auto fact = file.facts.find(kSolutionKey);
  if (fact == file.facts.end()) {
    return std::nullopt;
  }
  return parse_solution(fact->second, file.problem.size());
}

bool expects_no_solution(const LcpFile & file)
{
  const auto fact = file.facts.find(kExpectKey);
  return fact != file.facts.end() && fact->second == "none";
}

}  // namespace contact_sim
