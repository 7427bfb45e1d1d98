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

#ifndef CONTACT_SIM__STREAM__CDR_HPP_
#define CONTACT_SIM__STREAM__CDR_HPP_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace contact_sim
{

/// Writes what ROS 2 sends: XCDR1, little endian, behind the 4 bytes that say so. A value of n bytes
/// begins at a multiple of n, counted from behind these; padding is zero, so that equal messages are
/// equal bytes.
class CdrWriter
{
public:
  CdrWriter() {clear();}

  /// Begins a new message in the same memory.
  void clear();
  const std::string & bytes() const {return bytes_;}

  void add(bool value) {add(static_cast<std::uint8_t>(value));}
  void add(std::uint8_t value) {add_number(&value, sizeof value);}
  void add(std::int32_t value) {add_number(&value, sizeof value);}
  void add(std::uint32_t value) {add_number(&value, sizeof value);}
  void add(float value) {add_number(&value, sizeof value);}
  void add(double value) {add_number(&value, sizeof value);}
  void add(std::string_view text);
  void add_doubles(const double * values, std::size_t count);
  void add_floats(const float * values, std::size_t count);
  /// The length before the elements of a sequence.
  void add_count(std::size_t count);

private:
  void align(std::size_t size);
  void add_number(const void * value, std::size_t size);

  std::string bytes_;
};

/// Reads the same, of either byte order. Whatever the bytes are, nothing outside of them is read.
/// All calls \throw std::invalid_argument saying what was expected where the bytes end too early.
class CdrReader
{
public:
  /// \param bytes have to live as long
  explicit CdrReader(std::string_view bytes);

  bool boolean();
  std::uint8_t byte();
  std::int32_t int32();
  std::uint32_t uint32();
  double number();
  std::string text();
  std::vector<std::string> texts();
  std::vector<double> numbers();
  /// The length of a sequence, each of whose elements needs so many bytes at least: a count that
  /// cannot be true must not take memory.
  std::size_t count(std::size_t least, const char * what);

private:
  template<typename Number>
  Number read(const char * what);
  const char * take(std::size_t size, const char * what);

  std::string_view body_;
  std::size_t next_{0};
  bool is_swapped_{false};
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__STREAM__CDR_HPP_
