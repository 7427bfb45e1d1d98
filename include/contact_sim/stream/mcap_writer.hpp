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

#ifndef CONTACT_SIM__STREAM__MCAP_WRITER_HPP_
#define CONTACT_SIM__STREAM__MCAP_WRITER_HPP_

#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "contact_sim/stream/channels.hpp"

namespace contact_sim
{

/// Writes a recording: MCAP with the profile "ros2", chunks that are not compressed with their index
/// and checksum, and a summary.
///
/// A chunk is written after a second of simulation time, or 1 MiB: nothing in the file depends on
/// the wall clock, so equal runs give equal bytes, and who is killed leaves all chunks but the last.
/// Messages are at the time of the simulation since the recording began: after a reset it goes on
/// from where it was, although the messages begin anew.
class McapWriter : public ByteSink
{
public:
  /// \throws std::runtime_error where the file cannot be made
  McapWriter(const std::string & path, const std::vector<StreamChannel> & channels);
  /// Writes what waits, but no summary, where close() was not called.
  ~McapWriter() override;

  /// Failures are kept for close(): a recording that cannot be written must not stop a simulation.
  void send(int channel, std::int64_t stamp, const std::string & bytes) override;
  /// \throws std::runtime_error where something could not be written
  void close();

  std::int64_t message_count() const {return message_count_;}

private:
  using Index = std::vector<std::pair<std::uint64_t, std::uint64_t>>;  ///< time, place in the chunk

  struct Chunk
  {
    std::uint64_t first{0};  ///< time [ns]
    std::uint64_t last{0};
    std::uint64_t start{0};  ///< in the file
    std::uint64_t length{0};
    std::uint64_t size{0};   ///< of its records
    std::map<std::uint16_t, std::uint64_t> index_starts;  ///< by channel
    std::uint64_t index_length{0};
  };

  std::uint64_t to_log_time(std::int64_t stamp);
  void write_chunk();
  void write_indexes(Chunk & chunk);
  void write_summary();
  std::string schema_records() const;
  std::string channel_records() const;
  std::string chunk_indexes() const;
  std::string statistics() const;
  void write(const std::string & bytes);

  std::string path_;
  std::vector<StreamChannel> channels_;
  std::ofstream file_;
  std::uint64_t place_{0};  ///< in the file
  std::string records_;     ///< of the chunk that is being filled
  std::vector<Index> indexes_;  ///< of the same, by channel
  std::uint64_t chunk_first_{0};
  std::uint64_t chunk_last_{0};
  bool has_messages_{false};    ///< in the chunk
  std::vector<Chunk> chunks_;
  std::vector<std::uint64_t> counts_;  ///< messages, by channel
  std::int64_t message_count_{0};
  std::int64_t last_stamp_{0};  ///< [ns]
  std::int64_t offset_{0};      ///< of the log time, by resets [ns]
  bool is_closed_{false};
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__STREAM__MCAP_WRITER_HPP_
