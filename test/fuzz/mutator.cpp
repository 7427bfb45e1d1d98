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

#include "fuzz/mutator.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <iterator>
#include <set>

namespace contact_sim::fuzz
{

namespace
{

constexpr std::size_t kLargest = 1 << 16;  ///< [bytes]
constexpr std::size_t kMostWords = 4000;
constexpr std::size_t kRandomSize = 256;   ///< of an input where there is no good one

constexpr std::array<const char *, 34> kNumbers{
  "0", "-0", "1", "-1", "2", "3", "7", "0.5", "-0.001", "1e-9", "1e-300", "1e-320", "1e300",
  "-1e300",
  "1.7976931348623157e308", "1e400", "nan", "-inf", "inf", "+5", "0x10", "1e", ".", "-", "1,5",
  "255", "65536", "100000", "2147483647", "-2147483648", "4294967296", "9223372036854775807",
  "18446744073709551616", "100000000000000000000000000000000000000"};

bool is_of_word(char c)
{
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '-' ||
         c == '+';
}

bool is_digit(char c) {return std::isdigit(static_cast<unsigned char>(c)) != 0;}

std::vector<std::string> words_of(const std::vector<std::string> & texts)
{
  std::set<std::string> words;
  for (const std::string & text : texts) {
    for (std::size_t i = 0; i < text.size() && words.size() < kMostWords; ) {
      const std::size_t begin = i;
      while (i < text.size() && is_of_word(text[i])) {
        ++i;
      }
      if (i > begin && i - begin < 40) {
        words.insert(text.substr(begin, i - begin));
      }
      i = std::max(i, begin + 1);
    }
  }
  return {words.begin(), words.end()};
}

}  // namespace

Mutator::Mutator(std::vector<std::string> good, std::uint64_t seed)
: good_(std::move(good)), words_(words_of(good_)), random_(seed)
{
}

std::string Mutator::next()
{
  constexpr std::array<Change, 24> kChanges{
    &Mutator::change_byte, &Mutator::change_byte, &Mutator::insert_bytes, &Mutator::erase_part,
    &Mutator::repeat_part, &Mutator::cut_off, &Mutator::change_number, &Mutator::change_number,
    &Mutator::change_number, &Mutator::change_number, &Mutator::change_number,
    &Mutator::change_binary_number, &Mutator::replace_word, &Mutator::replace_word,
    &Mutator::insert_word, &Mutator::erase_word, &Mutator::swap_words, &Mutator::erase_line,
    &Mutator::erase_line, &Mutator::repeat_line, &Mutator::swap_lines, &Mutator::take_from_another,
    &Mutator::take_from_another, &Mutator::nest};
  if (good_.empty()) {
    return bytes(below(kRandomSize));
  }
  std::string text = good_[below(good_.size())];
  // One change finds most; now and then many at once.
  for (std::uint64_t left = 1 + below(1 + below(8)); left > 0; --left) {
    (this->*kChanges[below(kChanges.size())])(text);
  }
  if (text.size() > kLargest) {
    text.resize(kLargest);
  }
  return text;
}

/// Around a random place.
Mutator::Range Mutator::word(const std::string & text)
{
  std::size_t begin = below(text.size());
  while (begin < text.size() && !is_of_word(text[begin])) {
    ++begin;
  }
  while (begin > 0 && is_of_word(text[begin - 1])) {
    --begin;
  }
  std::size_t end = begin;
  while (end < text.size() && is_of_word(text[end])) {
    ++end;
  }
  return {begin, end - begin};
}

Mutator::Range Mutator::line(const std::string & text)
{
  const std::size_t place = below(text.size());
  const std::size_t before = place == 0 ? std::string::npos : text.rfind('\n', place - 1);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
  return {begin, text.empty() ? 0 : end - begin};
}

Mutator::Range Mutator::part(const std::string & text)
{
  const std::size_t begin = below(text.size());
  const std::size_t most = std::min<std::size_t>(text.size() - begin, 1 + below(1 + below(400)));
  return {begin, most};
}

/// The first one behind a random place.
Mutator::Range Mutator::number(const std::string & text)
{
  std::size_t begin = below(text.size());
  while (begin < text.size() && !is_digit(text[begin])) {
    ++begin;
  }
  while (begin > 0 && (is_digit(text[begin - 1]) || text[begin - 1] == '.' ||
    text[begin - 1] == '-'))
  {
    --begin;
  }
  std::size_t end = begin;
  while (end < text.size() && is_of_word(text[end])) {
    ++end;
  }
  return {begin, end - begin};
}

std::string Mutator::bytes(std::size_t count)
{
  std::string text(count, '\0');
  for (char & c : text) {
    c = static_cast<char>(below(256));
  }
  return text;
}

void Mutator::change_byte(std::string & text)
{
  if (!text.empty()) {
    char & c = text[below(text.size())];
    c = below(2) == 0 ? static_cast<char>(c ^ (1 << below(8))) : static_cast<char>(below(256));
  }
}

void Mutator::insert_bytes(std::string & text)
{
  text.insert(below(text.size() + 1), bytes(1 + below(8)));
}

void Mutator::erase_part(std::string & text)
{
  const Range range = part(text);
  text.erase(range.first, range.second);
}

void Mutator::repeat_part(std::string & text)
{
  const Range range = part(text);
  const std::string copy = text.substr(range.first, range.second);
  const std::uint64_t times = 1 + below(1 + below(20));
  for (std::uint64_t i = 0; i < times && text.size() < kLargest; ++i) {
    text.insert(range.first, copy);
  }
}

void Mutator::cut_off(std::string & text)
{
  text.resize(below(text.size() + 1));
}

void Mutator::change_number(std::string & text)
{
  const Range range = number(text);
  text.replace(range.first, range.second, kNumbers[below(kNumbers.size())]);
}

/// As binary formats have them: counts, sizes, floats.
void Mutator::change_binary_number(std::string & text)
{
  constexpr std::array<std::uint64_t, 10> kIntegers{
    0, 1, 0x7f, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fffffffffffffff, ~0ull};
  constexpr std::array<float, 6> kFloats{0.0f, -1.0f, 1e38f, 1e-45f, 3.4e38f, -1e20f};
  constexpr std::array<double, 6> kDoubles{0.0, -1.0, 1e300, 5e-324, 1.7e308, -1e-300};
  std::array<char, 8> raw{};
  std::size_t size = std::size_t{1} << below(4);
  if (const std::uint64_t kind = below(4); kind == 0) {
    std::memcpy(raw.data(), &kFloats[below(kFloats.size())], size = sizeof(float));
  } else if (kind == 1) {
    std::memcpy(raw.data(), &kDoubles[below(kDoubles.size())], size = sizeof(double));
  } else {
    const std::uint64_t value = kIntegers[below(kIntegers.size())] + below(3);
    std::memcpy(raw.data(), &value, size);
  }
  if (text.size() >= size) {
    text.replace(below(text.size() - size + 1), size, raw.data(), size);
  }
}

void Mutator::replace_word(std::string & text)
{
  if (!words_.empty()) {
    const Range range = word(text);
    text.replace(range.first, range.second, words_[below(words_.size())]);
  }
}

void Mutator::insert_word(std::string & text)
{
  if (!words_.empty()) {
    text.insert(word(text).first, words_[below(words_.size())] + " ");
  }
}

void Mutator::erase_word(std::string & text)
{
  const Range range = word(text);
  text.erase(range.first, range.second);
}

void Mutator::swap_words(std::string & text)
{
  const Range first = word(text);
  const std::string one = text.substr(first.first, first.second);
  const Range second = word(text);
  const std::string other = text.substr(second.first, second.second);
  text.replace(second.first, second.second, one);
  if (first.first + first.second <= second.first) {
    text.replace(first.first, first.second, other);
  }
}

void Mutator::erase_line(std::string & text)
{
  const Range range = line(text);
  text.erase(range.first, range.second);
}

void Mutator::repeat_line(std::string & text)
{
  const Range range = line(text);
  const std::string copy = text.substr(range.first, range.second);
  text.insert(line(text).first, copy);
}

void Mutator::swap_lines(std::string & text)
{
  const Range range = line(text);
  const std::string copy = text.substr(range.first, range.second);
  text.erase(range.first, range.second);
  text.insert(line(text).first, copy);
}

void Mutator::take_from_another(std::string & text)
{
  const std::string & other = good_[below(good_.size())];
  const Range range = below(2) == 0 ? line(other) : part(other);
  const std::string taken = other.substr(range.first, range.second);
  if (below(2) == 0) {
    text.insert(line(text).first, taken);
  } else {
    const Range place = part(text);
    text.replace(place.first, place.second, taken);
  }
}

/// Brackets in brackets, which readers that call themselves go down.
void Mutator::nest(std::string & text)
{
  constexpr std::array<const char *, 6> kOpen{"[", "{", "{a: ", "<a>", "- ", "\"["};
  std::string opened;
  const char * const open = kOpen[below(kOpen.size())];
  for (std::uint64_t left = 1 + below(1 + below(20000)); left > 0; --left) {
    opened += open;
  }
  text.insert(below(text.size() + 1), opened);
}

}  // namespace contact_sim::fuzz
