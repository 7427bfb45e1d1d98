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

#include "contact_sim/stream/cdr.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace contact_sim
{

namespace
{

constexpr std::size_t kHeaderSize = 4;
constexpr char kLittleEndian[kHeaderSize]{0, 1, 0, 0};

static_assert(
  __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
  "numbers are copied as they are in memory: a big-endian machine has to swap them");

}  // namespace

void CdrWriter::clear()
{
  bytes_.assign(kLittleEndian, kHeaderSize);
}

void CdrWriter::align(std::size_t size)
{
  const std::size_t past = (bytes_.size() - kHeaderSize) % size;
  if (past != 0) {
    bytes_.append(size - past, '\0');
  }
}

void CdrWriter::add_number(const void * value, std::size_t size)
{
  align(size);
  bytes_.append(static_cast<const char *>(value), size);
}

void CdrWriter::add_count(std::size_t count)
{
  if (count > std::numeric_limits<std::uint32_t>::max()) {
    throw std::invalid_argument("a sequence of " + std::to_string(count) + " is too long for CDR");
  }
  add(static_cast<std::uint32_t>(count));
}

/// A zero ends it, and is counted.
void CdrWriter::add(std::string_view text)
{
  add_count(text.size() + 1);
  bytes_.append(text);
  bytes_.push_back('\0');
}

void CdrWriter::add_doubles(const double * values, std::size_t count)
{
  if (count > 0) {
    align(sizeof(double));
    bytes_.append(reinterpret_cast<const char *>(values), count * sizeof(double));
  }
}

void CdrWriter::add_floats(const float * values, std::size_t count)
{
  if (count > 0) {
    align(sizeof(float));
    bytes_.append(reinterpret_cast<const char *>(values), count * sizeof(float));
  }
}

CdrReader::CdrReader(std::string_view bytes)
{
  if (bytes.size() < kHeaderSize || bytes[0] != 0 || (bytes[1] != 0 && bytes[1] != 1)) {
    throw std::invalid_argument("expected a CDR message, found other bytes");
  }
  is_swapped_ = bytes[1] == 0;
  body_ = bytes.substr(kHeaderSize);
}

const char * CdrReader::take(std::size_t size, const char * what)
{
  if (size > body_.size() - next_) {
    throw std::invalid_argument(
            std::string("expected ") + what + " at byte " + std::to_string(next_ + kHeaderSize) +
            " of a CDR message, found its end");
  }
  const char * const taken = body_.data() + next_;
  next_ += size;
  return taken;
}

template<typename Number>
Number CdrReader::read(const char * what)
{
  const std::size_t past = next_ % sizeof(Number);
  take(past == 0 ? 0 : sizeof(Number) - past, what);
  char raw[sizeof(Number)];
  std::memcpy(raw, take(sizeof(Number), what), sizeof(Number));
  if (is_swapped_) {
    std::reverse(raw, raw + sizeof(Number));
  }
  Number value;
  std::memcpy(&value, raw, sizeof(Number));
  return value;
}

bool CdrReader::boolean()
{
  return byte() != 0;
}

std::uint8_t CdrReader::byte()
{
  return static_cast<std::uint8_t>(*take(1, "a byte"));
}

std::int32_t CdrReader::int32()
{
  return read<std::int32_t>("a number of 4 bytes");
}

std::uint32_t CdrReader::uint32()
{
  return read<std::uint32_t>("a number of 4 bytes");
}

double CdrReader::number()
{
  return read<double>("a number of 8 bytes");
}

std::size_t CdrReader::count(std::size_t least, const char * what)
{
  const std::size_t found = read<std::uint32_t>(what);
  if (found > (body_.size() - next_) / least) {
    throw std::invalid_argument(
            std::string("expected ") + what + " of " + std::to_string(found) + " at byte " +
            std::to_string(next_ + kHeaderSize) + " of a CDR message, found its end before");
  }
  return found;
}

std::string CdrReader::text()
{
  const std::size_t size = count(1, "a text");
  const char * const begin = take(size, "a text");
  return std::string(begin, size == 0 ? 0 : size - 1);
}

std::vector<std::string> CdrReader::texts()
{
  std::vector<std::string> values(count(4, "a list of texts"));
  for (std::string & value : values) {
    value = text();
  }
  return values;
}

std::vector<double> CdrReader::numbers()
{
  std::vector<double> values(count(8, "a list of numbers"));
  for (double & value : values) {
    value = number();
  }
  return values;
}

}  // namespace contact_sim
