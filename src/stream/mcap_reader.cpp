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

#include "contact_sim/stream/mcap_reader.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "contact_sim/stream/crc32.hpp"
#include "stream/mcap_records.hpp"

namespace contact_sim
{

namespace
{

constexpr std::size_t kMessageHead = 22;
constexpr std::uint64_t kLargestRecord = 1u << 30;  ///< that is read at once [bytes]
constexpr std::uint64_t kLooseSize = 1 << 20;       ///< of messages outside of chunks [bytes]

/// Reads the fields of a record.
class Fields
{
public:
  explicit Fields(std::string_view bytes)
  : bytes_(bytes) {}

  std::uint16_t get16() {return static_cast<std::uint16_t>(number(2));}
  std::uint32_t get32() {return static_cast<std::uint32_t>(number(4));}
  std::uint64_t get64() {return number(8);}
  std::int64_t time()
  {
    return static_cast<std::int64_t>(
      std::min<std::uint64_t>(get64(), std::numeric_limits<std::int64_t>::max()));
  }
  std::string text() {return std::string(take(get32()));}
  std::string_view rest() const {return bytes_;}

  std::string_view take(std::uint64_t size)
  {
    if (size > bytes_.size()) {
      throw std::out_of_range("a field is longer than its record");
    }
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }

private:
  std::uint64_t number(int size)
  {
    const std::string_view raw = take(size);
    std::uint64_t value = 0;
    for (int i = size - 1; i >= 0; --i) {
      value = value << 8 | static_cast<unsigned char>(raw[i]);
    }
    return value;
  }

  std::string_view bytes_;
};

/// Calls see(kind, content, place) for each record.
template<typename See>
void for_each_record(std::string_view records, See see)
{
  Fields fields(records);
  while (!fields.rest().empty()) {
    const std::size_t place = records.size() - fields.rest().size();
    const auto kind = static_cast<Record>(fields.take(1).front());
    see(kind, fields.take(fields.get64()), place);
  }
}

bool is_latched(const std::map<std::string, std::string> & metadata)
{
  const auto qos = metadata.find("offered_qos_profiles");
  return qos != metadata.end() &&
         (qos->second.find("durability: 1") != std::string::npos ||
         qos->second.find("durability: transient_local") != std::string::npos);
}

}  // namespace

McapReader::McapReader(const std::string & path)
: path_(path), file_(path, std::ios::binary)
{
  std::error_code error;
  size_ = std::filesystem::file_size(path, error);
  if (!file_ || error) {
    throw std::runtime_error("'" + path + "': expected a recording (.mcap), cannot read it");
  }
  const std::string magic(kMcapMagic, kMcapMagicSize);
  if (size_ < kMcapMagicSize || read_bytes(0, kMcapMagicSize) != magic) {
    throw std::runtime_error("'" + path + "': expected a recording (.mcap), found another file");
  }
  place_ = kMcapMagicSize;
  try {
    scan();
  } catch (const std::out_of_range & reason) {
    refuse(reason.what());
  }
  std::stable_sort(
    parts_.begin(), parts_.end(),
    [](const Part & a, const Part & b) {return a.first < b.first;});
  for (const Part & part : parts_) {
    begin_ = &part == &parts_.front() ? part.first : begin_;
    end_ = std::max(end_, part.last);
  }
}

void McapReader::refuse(const std::string & what) const
{
  throw std::runtime_error(
          "'" + path_ + "': the record at byte " + std::to_string(place_) + " is damaged: " + what);
}

std::string McapReader::read_bytes(std::uint64_t start, std::uint64_t size)
{
  std::string bytes(size, '\0');
  file_.clear();
  file_.seekg(static_cast<std::streamoff>(start));
  file_.read(bytes.data(), static_cast<std::streamsize>(size));
  if (!file_) {
    throw std::runtime_error("'" + path_ + "': cannot read at byte " + std::to_string(start));
  }
  return bytes;
}

/// False: the file ends in the middle of a record, or there is none any more.
bool McapReader::read_head(Head & head)
{
  if (size_ - place_ < kRecordHead) {
    return false;
  }
  const std::string bytes = read_bytes(place_, kRecordHead);
  head.kind = static_cast<std::uint8_t>(bytes[0]);
  head.length = Fields(std::string_view(bytes).substr(1)).get64();
  return head.length <= size_ - place_ - kRecordHead;
}

void McapReader::scan()
{
  Head head;
  while (!is_whole_ && read_head(head)) {
    scan_record(head);
    place_ += kRecordHead + head.length;
  }
}

void McapReader::scan_record(const Head & head)
{
  const auto kind = static_cast<Record>(head.kind);
  if (kind == Record::kDataEnd || kind == Record::kFooter) {
    is_whole_ = true;
  } else if (kind == Record::kChunk) {
    scan_chunk(head);
  } else if (kind == Record::kMessage) {
    scan_loose_message(head);
  } else if (kind == Record::kHeader || kind == Record::kSchema || kind == Record::kChannel) {
    if (head.length > kLargestRecord) {
      refuse("it is too long");
    }
    const std::string content = read_bytes(place_ + kRecordHead, head.length);
    if (kind == Record::kHeader) {
      profile_ = Fields(content).text();
    } else if (kind == Record::kSchema) {
      add_schema(content);
    } else {
      add_channel(content);
    }
  }
}

void McapReader::scan_chunk(const Head & head)
{
  if (head.length > kLargestRecord) {
    refuse("it is too long");
  }
  const std::string content = read_bytes(place_ + kRecordHead, head.length);
  Fields fields(content);
  fields.take(16);  // times: those of the messages are what counts
  fields.get64();
  const std::uint32_t sum = fields.get32();
  const std::string compression = fields.text();
  if (!compression.empty()) {
    throw std::runtime_error(
            "'" + path_ + "': expected a recording that is not compressed, found " + compression +
            " (`mcap compress --compression none` makes one)");
  }
  const std::string records(fields.take(fields.get64()));
  if (sum != 0 && sum != crc32(records)) {
    refuse("its checksum does not fit");
  }
  scan_records(records, place_ + kRecordHead + head.length - fields.rest().size() - records.size());
}

void McapReader::scan_records(const std::string & records, std::uint64_t start)
{
  Part part;
  part.start = start;
  part.size = records.size();
  part.first = std::numeric_limits<std::int64_t>::max();
  for_each_record(
    records, [&](Record kind, std::string_view content, std::size_t) {
      if (kind == Record::kSchema) {
        add_schema(content);
      } else if (kind == Record::kChannel) {
        add_channel(content);
      } else if (kind == Record::kMessage) {
        count_message(content, part);
      }
    });
  if (!part.has_channel.empty()) {
    parts_.push_back(part);
  }
}

/// Messages that lie one behind another outside of chunks are a part.
void McapReader::scan_loose_message(const Head & head)
{
  if (head.length > kLargestRecord) {
    refuse("it is too long");
  }
  const bool goes_on = !parts_.empty() && parts_.back().start + parts_.back().size == place_ &&
    parts_.back().size < kLooseSize;
  if (!goes_on) {
    Part part;
    part.start = place_;
    part.first = std::numeric_limits<std::int64_t>::max();
    parts_.push_back(part);
  }
  parts_.back().size += kRecordHead + head.length;
  const std::uint64_t size = std::min<std::uint64_t>(head.length, kMessageHead);
  count_message(read_bytes(place_ + kRecordHead, size), parts_.back());
}

void McapReader::add_schema(std::string_view content)
{
  Fields fields(content);
  const std::uint16_t id = fields.get16();
  const std::string type = fields.text();
  fields.text();  // its encoding
  schemas_[id] = {type, fields.text()};
}

void McapReader::add_channel(std::string_view content)
{
  Fields fields(content);
  const std::uint16_t id = fields.get16();
  const std::uint16_t schema = fields.get16();
  if (channel_index_.count(id) > 0) {
    return;  // said again
  }
  StreamChannel channel;
  channel.topic = fields.text();
  const std::string encoding = fields.text();
  if (encoding != kMessageEncoding) {
    throw std::runtime_error(
            "'" + path_ + "': expected messages of ROS 2 (cdr), found '" + encoding + "' at " +
            channel.topic);
  }
  std::map<std::string, std::string> metadata;
  Fields entries(fields.take(fields.get32()));
  while (!entries.rest().empty()) {
    const std::string key = entries.text();
    metadata[key] = entries.text();
  }
  channel.type = schemas_[schema].first;
  channel.schema = schemas_[schema].second;
  channel.is_latched = is_latched(metadata);
  channel_index_[id] = static_cast<int>(channels_.size());
  channels_.push_back(channel);
  counts_.push_back(0);
}

int McapReader::find_channel(std::uint16_t id) const
{
  const auto found = channel_index_.find(id);
  if (found == channel_index_.end()) {
    refuse("a message of channel " + std::to_string(id) + ", which is not there");
  }
  return found->second;
}

void McapReader::count_message(std::string_view content, Part & part)
{
  Fields fields(content);
  const int channel = find_channel(fields.get16());
  fields.get32();
  const std::int64_t time = fields.time();
  fields.get64();  // when it was sent; read() expects it
  part.first = std::min(part.first, time);
  part.last = std::max(part.last, time);
  part.has_channel.resize(
    std::max(part.has_channel.size(), static_cast<std::size_t>(channel) + 1));
  part.has_channel[channel] = true;
  ++counts_[channel];
}

std::int64_t McapReader::message_count() const
{
  return std::accumulate(counts_.begin(), counts_.end(), std::int64_t{0});
}

std::vector<RecordedMessage> McapReader::read(std::size_t part)
{
  const std::string records = read_bytes(parts_.at(part).start, parts_.at(part).size);
  std::vector<RecordedMessage> messages;
  for_each_record(
    records, [&](Record kind, std::string_view content, std::size_t) {
      if (kind == Record::kMessage) {
        Fields fields(content);
        RecordedMessage message;
        message.channel = find_channel(fields.get16());
        fields.get32();
        message.time = fields.time();
        fields.get64();
        message.bytes = std::string(fields.rest());
        messages.push_back(std::move(message));
      }
    });
  std::stable_sort(
    messages.begin(), messages.end(),
    [](const RecordedMessage & a, const RecordedMessage & b) {return a.time < b.time;});
  return messages;
}

}  // namespace contact_sim
