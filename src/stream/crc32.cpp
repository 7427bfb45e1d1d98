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

#include "contact_sim/stream/crc32.hpp"

#include <array>
#include <cstring>

namespace contact_sim
{

namespace
{

constexpr std::uint32_t kReversed = 0xEDB88320;
constexpr int kSlices = 8;  ///< bytes at a time

using Table = std::array<std::array<std::uint32_t, 256>, kSlices>;

/// table[k][b] is the sum of the byte b and k zero bytes behind it.
Table make_table()
{
  Table table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t sum = byte;
    for (int bit = 0; bit < 8; ++bit) {
      sum = (sum & 1) != 0 ? kReversed ^ (sum >> 1) : sum >> 1;
    }
    table[0][byte] = sum;
  }
  for (int slice = 1; slice < kSlices; ++slice) {
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t sum = table[slice - 1][byte];
      table[slice][byte] = table[0][sum & 255] ^ (sum >> 8);
    }
  }
  return table;
}

}  // namespace

std::uint32_t crc32(std::string_view bytes, std::uint32_t before)
{
  static const Table table = make_table();
  std::uint32_t sum = ~before;
  const char * next = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= kSlices; next += kSlices, left -= kSlices) {
    std::array<std::uint8_t, kSlices> block;
    std::memcpy(block.data(), next, kSlices);
    for (int i = 0; i < 4; ++i) {
      block[i] ^= static_cast<std::uint8_t>(sum >> (8 * i));
    }
    sum = 0;
    for (int i = 0; i < kSlices; ++i) {
      sum ^= table[kSlices - 1 - i][block[i]];
    }
  }
  for (; left > 0; ++next, --left) {
    sum = table[0][(sum ^ static_cast<std::uint8_t>(*next)) & 255] ^ (sum >> 8);
  }
  return ~sum;
}

}  // namespace contact_sim
