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

#include "contact_sim/stream/mcap_writer.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "contact_sim/stream/crc32.hpp"
#include "stream/mcap_records.hpp"

namespace contact_sim
{

namespace
{

constexpr std::uint64_t kChunkTime = 1000000000;  ///< [ns]
constexpr std::size_t kChunkSize = 1 << 20;       ///< [bytes]
constexpr std::size_t kMessageHead = 22;          ///< channel, sequence and two times

/// What rosbag2 writes of a publisher: numbers of rmw's enumerations, and durations without end.
std::string qos_profile(bool is_latched)
{
  const std::string endless = "\n    sec: 9223372036\n    nsec: 854775807\n";
  return "- history: 1\n  depth: " + std::string(is_latched ? "1" : "100") +
         "\n  reliability: 1\n  durability: " + (is_latched ? "1" : "2") +
         "\n  deadline:" + endless + "  lifespan:" + endless + "  liveliness: 1\n" +
         "  liveliness_lease_duration:" + endless + "  avoid_ros_namespace_conventions: false";
}

/// Schemas are numbered from 1; a type that several channels have is one.
std::vector<const StreamChannel *> schemas_of(const std::vector<StreamChannel> & channels)
{
  std::vector<const StreamChannel *> schemas;
  for (const StreamChannel & channel : channels) {
    const auto is_same = [&](const StreamChannel * other) {return other->type == channel.type;};
    if (std::none_of(schemas.begin(), schemas.end(), is_same)) {
      schemas.push_back(&channel);
    }
  }
  return schemas;
}

std::uint16_t schema_id(
  const std::vector<const StreamChannel *> & schemas, const StreamChannel & channel)
{
  const auto is_same = [&](const StreamChannel * other) {return other->type == channel.type;};
  const auto found = std::find_if(schemas.begin(), schemas.end(), is_same);
  return static_cast<std::uint16_t>(found - schemas.begin() + 1);
}

}  // namespace

McapWriter::McapWriter(const std::string & path, const std::vector<StreamChannel> & channels)
: path_(path), channels_(channels), file_(path, std::ios::binary | std::ios::trunc),
  indexes_(channels.size()), counts_(channels.size())
{
  if (!file_) {
    throw std::runtime_error(
            "'" + path + "': cannot make the recording: " + std::strerror(errno) +
            " (name a file in a folder that may be written)");
  }
  std::string begin(kMcapMagic, kMcapMagicSize);
  std::string header;
  put_text("ros2", header);
  put_text("contact_sim", header);
  put_record(Record::kHeader, header, begin);
  write(begin);
  records_ = schema_records() + channel_records();
}

McapWriter::~McapWriter()
{
  if (!is_closed_ && has_messages_) {
    write_chunk();
  }
}

void McapWriter::write(const std::string & bytes)
{
  file_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  place_ += bytes.size();
}

std::string McapWriter::schema_records() const
{
  std::string bytes;
  std::uint16_t id = 0;
  for (const StreamChannel * channel : schemas_of(channels_)) {
    std::string content;
    put16(++id, content);
    put_text(channel->type, content);
    put_text(kSchemaEncoding, content);
    put_text(channel->schema, content);
    put_record(Record::kSchema, content, bytes);
  }
  return bytes;
}

std::string McapWriter::channel_records() const
{
  const auto schemas = schemas_of(channels_);
  std::string bytes;
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    std::string metadata;
    put_text("offered_qos_profiles", metadata);
    put_text(qos_profile(channels_[i].is_latched), metadata);
    std::string content;
    put16(static_cast<std::uint16_t>(i), content);
    put16(schema_id(schemas, channels_[i]), content);
    put_text(channels_[i].topic, content);
    put_text(kMessageEncoding, content);
    put_text(metadata, content);
    put_record(Record::kChannel, content, bytes);
  }
  return bytes;
}

/// Time goes on also where the simulation begins anew.
std::uint64_t McapWriter::to_log_time(std::int64_t stamp)
{
  if (stamp < last_stamp_) {
    offset_ += last_stamp_ - stamp;
  }
  last_stamp_ = stamp;
  return static_cast<std::uint64_t>(stamp + offset_);
}

void McapWriter::send(int channel, std::int64_t stamp, const std::string & bytes)
{
  const std::uint64_t time = to_log_time(stamp);
  if (has_messages_ && (time >= chunk_first_ + kChunkTime || records_.size() >= kChunkSize)) {
    write_chunk();
  }
  if (!has_messages_) {
    chunk_first_ = time;
    has_messages_ = true;
  }
  chunk_last_ = time;
  indexes_[channel].emplace_back(time, records_.size());
  put_head(Record::kMessage, kMessageHead + bytes.size(), records_);
  put16(static_cast<std::uint16_t>(channel), records_);
  put32(static_cast<std::uint32_t>(counts_[channel]), records_);
  put64(time, records_);
  put64(time, records_);
  records_.append(bytes);
  ++counts_[channel];
  ++message_count_;
}

void McapWriter::write_chunk()
{
  Chunk chunk;
  chunk.first = chunk_first_;
  chunk.last = chunk_last_;
  chunk.start = place_;
  chunk.size = records_.size();
  std::string head;
  put64(chunk.first, head);
  put64(chunk.last, head);
  put64(chunk.size, head);
  put32(crc32(records_), head);
  put_text("", head);  // compression
  put64(chunk.size, head);
  chunk.length = kRecordHead + head.size() + chunk.size;
  std::string begin;
  put_head(Record::kChunk, head.size() + chunk.size, begin);
  write(begin + head);
  write(records_);
  write_indexes(chunk);
  file_.flush();
  chunks_.push_back(chunk);
  records_.clear();
  has_messages_ = false;
}

void McapWriter::write_indexes(Chunk & chunk)
{
  std::string bytes;
  for (std::size_t channel = 0; channel < indexes_.size(); ++channel) {
    if (indexes_[channel].empty()) {
      continue;
    }
    chunk.index_starts[static_cast<std::uint16_t>(channel)] = place_ + bytes.size();
    std::string entries;
    for (const auto & [time, place] : indexes_[channel]) {
      put64(time, entries);
      put64(place, entries);
    }
    std::string content;
    put16(static_cast<std::uint16_t>(channel), content);
    put_text(entries, content);
    put_record(Record::kMessageIndex, content, bytes);
    indexes_[channel].clear();
  }
  chunk.index_length = bytes.size();
  write(bytes);
}

std::string McapWriter::chunk_indexes() const
{
  std::string bytes;
  for (const Chunk & chunk : chunks_) {
    std::string places;
    for (const auto & [channel, place] : chunk.index_starts) {
      put16(channel, places);
      put64(place, places);
    }
    std::string content;
    for (const std::uint64_t value : {chunk.first, chunk.last, chunk.start, chunk.length}) {
      put64(value, content);
    }
    put_text(places, content);
    put64(chunk.index_length, content);
    put_text("", content);  // compression
    put64(chunk.size, content);
    put64(chunk.size, content);
    put_record(Record::kChunkIndex, content, bytes);
  }
  return bytes;
}

std::string McapWriter::statistics() const
{
  std::string counts;
  for (std::size_t channel = 0; channel < counts_.size(); ++channel) {
    if (counts_[channel] > 0) {
      put16(static_cast<std::uint16_t>(channel), counts);
      put64(counts_[channel], counts);
    }
  }
  std::uint64_t first = chunks_.empty() ? 0 : chunks_.front().first;
  std::uint64_t last = 0;
  for (const Chunk & chunk : chunks_) {
    first = std::min(first, chunk.first);
    last = std::max(last, chunk.last);
  }
  std::string content;
  put64(static_cast<std::uint64_t>(message_count_), content);
  put16(static_cast<std::uint16_t>(schemas_of(channels_).size()), content);
  put32(static_cast<std::uint32_t>(channels_.size()), content);
  put32(0, content);  // attachments
  put32(0, content);  // metadata
  put32(static_cast<std::uint32_t>(chunks_.size()), content);
  put64(first, content);
  put64(last, content);
  put_text(counts, content);
  std::string bytes;
  put_record(Record::kStatistics, content, bytes);
  return bytes;
}

/// Groups of records, where each group is, and the footer that says where all of that begins.
void McapWriter::write_summary()
{
  const std::uint64_t start = place_;
  std::string bytes;
  std::string offsets;
  const auto add_group = [&](Record record, const std::string & group) {
      if (!group.empty()) {
        std::string content;
        content.push_back(static_cast<char>(record));
        put64(start + bytes.size(), content);
        put64(group.size(), content);
        put_record(Record::kSummaryOffset, content, offsets);
        bytes += group;
      }
    };
  add_group(Record::kSchema, schema_records());
  add_group(Record::kChannel, channel_records());
  add_group(Record::kStatistics, statistics());
  add_group(Record::kChunkIndex, chunk_indexes());
  const std::uint64_t offset_start = start + bytes.size();
  bytes += offsets;
  put_head(Record::kFooter, 20, bytes);
  put64(start, bytes);
  put64(offset_start, bytes);
  put32(crc32(bytes), bytes);
  write(bytes);
  write(std::string(kMcapMagic, kMcapMagicSize));
}

void McapWriter::close()
{
  is_closed_ = true;
  if (has_messages_) {
    write_chunk();
  }
  std::string end;
  std::string crc;
  put32(0, crc);  // not known: each chunk has its own
  put_record(Record::kDataEnd, crc, end);
  write(end);
  write_summary();
  file_.close();
  if (!file_) {
    throw std::runtime_error(
            "'" + path_ + "': the recording could not be written whole: " + std::strerror(errno));
  }
}

}  // namespace contact_sim
