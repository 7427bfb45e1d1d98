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

#ifndef CONTACT_SIM__STREAM__CRC32_HPP_
#define CONTACT_SIM__STREAM__CRC32_HPP_

#include <cstdint>
#include <string_view>

namespace contact_sim
{

/// The checksum of zip files and MCAP (polynomial 0x04C11DB7, bits reversed).
/// \param before of the bytes before these: the sum goes on
std::uint32_t crc32(std::string_view bytes, std::uint32_t before = 0);

}  // namespace contact_sim

#endif  // CONTACT_SIM__STREAM__CRC32_HPP_
