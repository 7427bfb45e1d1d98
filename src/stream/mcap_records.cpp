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

#include "stream/mcap_records.hpp"

namespace contact_sim
{

namespace
{

template<typename Number>
void put(Number value, std::string & bytes)
{
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    bytes.push_back(static_cast<char>(value >> (8 * i)));
  }
}

}  // namespace

void put16(std::uint16_t value, std::string & bytes)
{
  put(value, bytes);
}

void put32(std::uint32_t value, std::string & bytes)
{
  put(value, bytes);
}

void put64(std::uint64_t value, std::string & bytes)
{
  put(value, bytes);
}

void put_text(std::string_view text, std::string & bytes)
{
  put32(static_cast<std::uint32_t>(text.size()), bytes);
  bytes.append(text);
}

void put_head(Record record, std::uint64_t length, std::string & bytes)
{
  bytes.push_back(static_cast<char>(record));
  put64(length, bytes);
}

void put_record(Record record, std::string_view content, std::string & bytes)
{
  put_head(record, content.size(), bytes);
  bytes.append(content);
}

}  // namespace contact_sim
