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

#include "io/tokens.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <locale>
#include <system_error>

namespace contact_sim
{

namespace
{

/// No number needs more characters. Without a bound /dev/zero would be one endless word.
constexpr std::size_t kLongestWord = 10000;
constexpr const char * kWhiteSpace = " \t\r\n\v\f";

bool is_space(char c)
{
  return std::string_view(kWhiteSpace).find(c) != std::string_view::npos;
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

bool is_key(std::string_view text)
{
  return !text.empty() && std::all_of(
    text.begin(), text.end(), [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
    });
}

std::string last_error()
{
  return std::generic_category().message(errno);
}

}  // namespace

std::string_view trimmed(std::string_view text)
{
  const std::size_t first = text.find_first_not_of(kWhiteSpace);
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(kWhiteSpace) - first + 1);
}

std::string shortened(std::string_view text, std::size_t most)
{
  std::string shown;
  for (const char c : text.substr(0, most)) {
    shown += std::iscntrl(static_cast<unsigned char>(c)) ? '?' : c;
  }
  return shown + (text.size() > most ? "…" : "");
}

std::string in_quotes(std::string_view word)
{
  constexpr std::size_t kShown = 40;
  return "'" + shortened(word, kShown) + "'";
}

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

std::int64_t parse_size(std::string_view word, const std::string & name)
{
  std::int64_t size = 0;
  const std::errc error = parse(word, size);
  if (error == std::errc::invalid_argument) {
    throw std::runtime_error(
            "expected the " + name + ", a whole number, found " + in_quotes(word));
  }
  if (error != std::errc() || size < 0 || size > kLargestSize) {
    throw std::runtime_error(
            "expected a " + name + " from 0 to " + std::to_string(kLargestSize) + ", found " +
            in_quotes(word));
  }
  return size;
}

void check_facts(const Facts & facts)
{
  for (const auto & [key, value] : facts) {
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
}

void write_head(std::ostream & output, const Facts & facts)
{
  output.imbue(std::locale::classic());
  output.precision(std::numeric_limits<double>::max_digits10);
  for (const auto & [key, value] : facts) {
    output << "# " << key << ":" << (value.empty() ? "" : " ") << value << "\n";
  }
}

void read_from(const std::string & path, const std::function<void(std::istream &)> & read)
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
  read(input);
}

void write_to(const std::string & path, const std::function<void(std::ostream &)> & write)
{
  // Of its own for every process, so that two that write the same file do not mix their lines.
  const std::string temporary = path + ".part" + std::to_string(::getpid());
  errno = 0;
  std::ofstream output(temporary, std::ios::binary | std::ios::trunc);
  write(output);
  output.close();
  if (!output || std::rename(temporary.c_str(), path.c_str()) != 0) {
    const std::string reason = last_error();
    std::remove(temporary.c_str());
    throw std::runtime_error(path + ": cannot write the file: " + reason);
  }
}

bool TokenReader::next_word()
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
void TokenReader::read_word(char first)
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

void TokenReader::read_comment()
{
  std::string text;
  std::getline(input_, text);
  const std::size_t colon = text.find(':');
  if (colon != std::string::npos) {
    const std::string key(trimmed(std::string_view(text).substr(0, colon)));
    if (is_key(key)) {
      facts_[key] = trimmed(std::string_view(text).substr(colon + 1));
      fact_lines_[key] = line_;
    }
  }
  start_line();
}

void TokenReader::start_line()
{
  ++line_;
  at_line_start_ = true;
}

std::int64_t TokenReader::fact_line(const std::string & key) const
{
  const auto found = fact_lines_.find(key);
  return found == fact_lines_.end() ? 0 : found->second;
}

std::int64_t TokenReader::read_size(const std::string & name, const std::string & missing)
{
  if (!next_word()) {
    refuse_end(missing);
  }
  return at_line(line_, [&] {return parse_size(word_, name);});
}

void TokenReader::read_numbers(
  std::int64_t count, const std::string & place, std::vector<double> & numbers,
  std::vector<std::int64_t> * lines, double largest)
{
  const auto parse_bounded = [&] {
      const double value = parse_number(word_);
      if (std::abs(value) > largest) {
        throw std::runtime_error("expected a number of at most 1e100, found " + in_quotes(word_));
      }
      return value;
    };
  for (std::int64_t i = 0; i < count; ++i) {
    if (!next_word()) {
      refuse_end(std::to_string(count) + " numbers in " + place, std::to_string(i));
    }
    numbers.push_back(at_line(line_, parse_bounded));
    if (lines) {
      lines->push_back(line_);
    }
  }
}

void TokenReader::refuse(std::int64_t line, const std::string & what) const
{
  throw std::runtime_error(name_ + ":" + std::to_string(line) + ": " + what);
}

void TokenReader::refuse_end(const std::string & expected, const std::string & found) const
{
  refuse(
    line_, "expected " + expected + ", found " + (found.empty() ? "" : found + " before ") +
    "the end of the file");
}

}  // namespace contact_sim
