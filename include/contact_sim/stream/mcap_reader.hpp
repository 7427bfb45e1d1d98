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

#ifndef CONTACT_SIM__STREAM__MCAP_READER_HPP_
#define CONTACT_SIM__STREAM__MCAP_READER_HPP_

#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "contact_sim/stream/channels.hpp"

namespace contact_sim
{

struct RecordedMessage
{
  int channel{0};         ///< index into McapReader::channels()
  std::int64_t time{0};   ///< [ns]
  std::string bytes;
};

/// Reads a recording, ours or another's (MCAP that is not compressed), whole or cut off: what is
/// behind the last whole record is left out.
class McapReader
{
public:
  /// A part of the file that is read at once.
  struct Part
  {
    std::uint64_t start{0};  ///< of its records, in the file
    std::uint64_t size{0};
    std::int64_t first{0};   ///< time [ns]
    std::int64_t last{0};
    std::vector<bool> has_channel;
  };

  /// Looks through the whole file.
  /// \throws std::runtime_error where it cannot be read, is none, is damaged or is compressed,
  ///   naming the place
  explicit McapReader(const std::string & path);

  const std::vector<StreamChannel> & channels() const {return channels_;}
  const std::vector<std::int64_t> & counts() const {return counts_;}  ///< messages, by channel
  const std::string & profile() const {return profile_;}
  std::int64_t begin() const {return begin_;}  ///< time of the first message [ns]
  std::int64_t end() const {return end_;}      ///< and of the last [ns]
  std::int64_t message_count() const;
  /// Whether the file was closed as it should; else its writer was stopped in the middle.
  bool is_whole() const {return is_whole_;}

  /// By the time of their beginning.
  const std::vector<Part> & parts() const {return parts_;}
  /// The messages of a part, by time.
  std::vector<RecordedMessage> read(std::size_t part);

private:
  struct Head
  {
    std::uint8_t kind{0};
    std::uint64_t length{0};
  };

  void scan();
  bool read_head(Head & head);
  std::string read_bytes(std::uint64_t start, std::uint64_t size);
  void scan_record(const Head & head);
  void scan_chunk(const Head & head);
  void scan_loose_message(const Head & head);
  void scan_records(const std::string & records, std::uint64_t start);
  void add_schema(std::string_view content);
  void add_channel(std::string_view content);
  void count_message(std::string_view content, Part & part);
  int find_channel(std::uint16_t id) const;
  [[noreturn]] void refuse(const std::string & what) const;

  std::string path_;
  std::ifstream file_;
  std::uint64_t size_{0};   ///< of the file
  std::uint64_t place_{0};  ///< of the next record
  std::string profile_;
  std::map<std::uint16_t, std::pair<std::string, std::string>> schemas_;  ///< type, definition
  std::map<std::uint16_t, int> channel_index_;
  std::vector<StreamChannel> channels_;
  std::vector<std::int64_t> counts_;
  std::vector<Part> parts_;
  std::int64_t begin_{0};
  std::int64_t end_{0};
  bool is_whole_{false};
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__STREAM__MCAP_READER_HPP_
