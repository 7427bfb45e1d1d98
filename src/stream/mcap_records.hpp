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

#ifndef STREAM__MCAP_RECORDS_HPP_
#define STREAM__MCAP_RECORDS_HPP_

#include <cstdint>
#include <string>
#include <string_view>

namespace contact_sim
{

/// \name The parts of an MCAP file
/// @{
constexpr char kMcapMagic[]{'\x89', 'M', 'C', 'A', 'P', '0', '\r', '\n'};
constexpr std::size_t kMcapMagicSize = 8;
constexpr std::size_t kRecordHead = 9;  ///< what it is, and how long

enum class Record : std::uint8_t {kHeader = 1, kFooter = 2, kSchema = 3, kChannel = 4, kMessage = 5,
  kChunk = 6, kMessageIndex = 7, kChunkIndex = 8, kStatistics = 11, kSummaryOffset = 14,
  kDataEnd = 15};

void put16(std::uint16_t value, std::string & bytes);
void put32(std::uint32_t value, std::string & bytes);
void put64(std::uint64_t value, std::string & bytes);
void put_text(std::string_view text, std::string & bytes);
void put_head(Record record, std::uint64_t length, std::string & bytes);
/// A whole record.
void put_record(Record record, std::string_view content, std::string & bytes);
/// @}

}  // namespace contact_sim

#endif  // STREAM__MCAP_RECORDS_HPP_
