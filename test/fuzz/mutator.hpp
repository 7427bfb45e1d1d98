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

#ifndef FUZZ__MUTATOR_HPP_
#define FUZZ__MUTATOR_HPP_

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace contact_sim::fuzz
{

/// Makes new inputs of good ones. Equal seeds give equal inputs, on every machine.
///
/// It knows what a word, a number and a line are: most changes leave a text that a reader looks at
/// for longer than its first byte. The words that it puts in are those of all good inputs.
class Mutator
{
public:
  Mutator(std::vector<std::string> good, std::uint64_t seed);

  std::string next();

private:
  using Range = std::pair<std::size_t, std::size_t>;  ///< begin and length
  using Change = void (Mutator::*)(std::string &);

  std::uint64_t below(std::uint64_t limit) {return limit == 0 ? 0 : random_() % limit;}
  Range word(const std::string & text);
  Range line(const std::string & text);
  Range part(const std::string & text);
  Range number(const std::string & text);
  std::string bytes(std::size_t count);

  /// \name Changes
  /// @{
  void change_byte(std::string & text);
  void insert_bytes(std::string & text);
  void erase_part(std::string & text);
  void repeat_part(std::string & text);
  void cut_off(std::string & text);
  void change_number(std::string & text);
  void change_binary_number(std::string & text);
  void replace_word(std::string & text);
  void insert_word(std::string & text);
  void erase_word(std::string & text);
  void swap_words(std::string & text);
  void erase_line(std::string & text);
  void repeat_line(std::string & text);
  void swap_lines(std::string & text);
  void take_from_another(std::string & text);
  void nest(std::string & text);
  /// @}

  std::vector<std::string> good_;
  std::vector<std::string> words_;
  std::mt19937_64 random_;
};

}  // namespace contact_sim::fuzz

#endif  // FUZZ__MUTATOR_HPP_
