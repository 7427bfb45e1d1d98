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

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/stream/crc32.hpp"
#include "contact_sim/stream/mcap_reader.hpp"
#include "contact_sim/stream/mcap_writer.hpp"

namespace contact_sim
{

namespace
{

constexpr std::int64_t kSecond = 1000000000;  // [ns]
constexpr std::size_t kStride = 11;  // bytes: a file for each of them would take its time

std::vector<StreamChannel> channels()
{
  return {
    {"/clock", "rosgraph_msgs/msg/Clock", "builtin_interfaces/Time clock\n", false},
    {"/scene", "std_msgs/msg/String", "string data\n", true},
    {"/more_clock", "rosgraph_msgs/msg/Clock", "builtin_interfaces/Time clock\n", false}};
}

/// A folder of its own for each test, removed behind it.
class Mcap : public ::testing::Test
{
protected:
  Mcap()
  {
    const auto * info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
      ("contact_sim_mcap_" + std::string(info->name()) + "_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  ~Mcap() override {std::filesystem::remove_all(folder_);}

  std::string path(const std::string & name = "run.mcap") const {return folder_ / name;}

  static std::string content(const std::string & path)
  {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  static void put(const std::string & path, const std::string & bytes)
  {
    std::ofstream(path, std::ios::binary).write(
      bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }

  /// Three chunks: a second of simulation time each.
  static void fill(McapWriter & writer)
  {
    writer.send(1, 0, "scene");
    for (int step = 0; step < 30; ++step) {
      writer.send(0, step * kSecond / 10, "clock " + std::to_string(step));
    }
  }

  void write_three_seconds(const std::string & file)
  {
    McapWriter writer(file, channels());
    fill(writer);
    writer.close();
  }

  std::filesystem::path folder_;
};

std::uint64_t number(const std::string & bytes, std::size_t at, int size)
{
  std::uint64_t value = 0;
  for (int i = size - 1; i >= 0; --i) {
    value = value << 8 | static_cast<unsigned char>(bytes.at(at + i));
  }
  return value;
}

/// Where each top-level record begins, by kind; walks over the whole file as the format says.
std::multimap<int, std::size_t> records(const std::string & bytes)
{
  std::multimap<int, std::size_t> found;
  std::size_t place = 8;
  while (place < bytes.size() - 8) {
    found.emplace(static_cast<unsigned char>(bytes[place]), place);
    place += 9 + number(bytes, place + 1, 8);
  }
  EXPECT_EQ(place, bytes.size() - 8);
  return found;
}

constexpr int kHeader = 1, kFooter = 2, kChunk = 6, kMessageIndex = 7, kChunkIndex = 8,
  kStatistics = 11, kDataEnd = 15;

TEST(Crc32, is_that_of_zip_files)
{
  EXPECT_EQ(crc32("123456789"), 0xCBF43926u);  // the check value of this polynomial
  EXPECT_EQ(crc32(""), 0u);
  EXPECT_EQ(crc32("56789", crc32("1234")), 0xCBF43926u);
  EXPECT_EQ(crc32(std::string(32, '\0')), 0x190A55ADu);
}

TEST_F(Mcap, has_the_parts_of_the_format_at_their_places)
{
  write_three_seconds(path());
  const std::string bytes = content(path());
  const std::string magic("\x89MCAP0\r\n", 8);
  EXPECT_EQ(bytes.substr(0, 8), magic);
  EXPECT_EQ(bytes.substr(bytes.size() - 8), magic);
  const auto found = records(bytes);
  EXPECT_EQ(found.count(kHeader), 1u);
  EXPECT_EQ(found.count(kChunk), 3u);
  EXPECT_EQ(found.count(kMessageIndex), 4u);  // the scene is in the first chunk only
  EXPECT_EQ(found.count(kChunkIndex), 3u);
  EXPECT_EQ(found.count(kStatistics), 1u);
  EXPECT_EQ(found.count(kDataEnd), 1u);
  EXPECT_EQ(found.count(kFooter), 1u);
  EXPECT_NE(bytes.find("offered_qos_profiles"), std::string::npos);
}

TEST_F(Mcap, the_footer_leads_to_the_summary_and_its_checksum_fits)
{
  write_three_seconds(path());
  const std::string bytes = content(path());
  const std::size_t footer = records(bytes).find(kFooter)->second;
  const std::size_t summary = number(bytes, footer + 9, 8);
  EXPECT_EQ(bytes.at(summary), 3);  // a schema
  EXPECT_EQ(bytes.at(number(bytes, footer + 17, 8)), 14);  // where each group is
  const std::string covered = bytes.substr(summary, footer + 25 - summary);
  EXPECT_EQ(number(bytes, footer + 25, 4), crc32(covered));
}

TEST_F(Mcap, a_chunk_index_leads_to_its_chunk_whose_checksum_fits)
{
  write_three_seconds(path());
  const std::string bytes = content(path());
  const auto found = records(bytes);
  auto chunk = found.lower_bound(kChunk);
  for (auto index = found.lower_bound(kChunkIndex); index != found.upper_bound(kChunkIndex);
    ++index, ++chunk)
  {
    EXPECT_EQ(number(bytes, index->second + 9 + 16, 8), chunk->second);
    const std::size_t size = number(bytes, chunk->second + 9 + 16, 8);
    const std::size_t begin = chunk->second + 9 + 16 + 8 + 4 + 4 + 8;
    EXPECT_EQ(number(bytes, chunk->second + 9 + 24, 4), crc32(bytes.substr(begin, size)));
  }
}

TEST_F(Mcap, a_message_index_leads_to_the_messages)
{
  write_three_seconds(path());
  const std::string bytes = content(path());
  const auto found = records(bytes);
  const std::size_t chunk = found.lower_bound(kChunk)->second;
  const std::size_t begin = chunk + 9 + 16 + 8 + 4 + 4 + 8;
  const std::size_t index = found.lower_bound(kMessageIndex)->second;
  ASSERT_EQ(number(bytes, index + 9, 2), 0u);  // the clock
  EXPECT_EQ(number(bytes, index + 11, 4), 10u * 16u);
  for (int i = 0; i < 10; ++i) {
    const std::size_t time = number(bytes, index + 15 + 16 * i, 8);
    const std::size_t message = begin + number(bytes, index + 15 + 16 * i + 8, 8);
    EXPECT_EQ(bytes.at(message), 5);
    EXPECT_EQ(number(bytes, message + 9 + 6, 8), time);
    EXPECT_EQ(
      bytes.substr(message + 9 + 22, number(bytes, message + 1, 8) - 22),
      "clock " + std::to_string(i));
  }
}

TEST_F(Mcap, equal_runs_give_equal_bytes)
{
  write_three_seconds(path("a.mcap"));
  write_three_seconds(path("b.mcap"));
  EXPECT_EQ(content(path("a.mcap")), content(path("b.mcap")));
}

TEST_F(Mcap, a_large_second_becomes_several_chunks)
{
  McapWriter writer(path(), channels());
  for (int i = 0; i < 5; ++i) {
    writer.send(0, i, std::string(1 << 20, 'x'));
  }
  writer.close();
  EXPECT_EQ(records(content(path())).count(kChunk), 5u);
}

TEST_F(Mcap, time_goes_on_where_a_simulation_begins_anew)
{
  McapWriter writer(path(), channels());
  for (const std::int64_t stamp : {0L, 1L, 2L, 0L, 1L}) {
    writer.send(0, stamp * kSecond, "x");
  }
  writer.close();
  McapReader reader(path());
  std::vector<std::int64_t> times;
  for (std::size_t part = 0; part < reader.parts().size(); ++part) {
    for (const RecordedMessage & message : reader.read(part)) {
      times.push_back(message.time / kSecond);
    }
  }
  EXPECT_EQ(times, (std::vector<std::int64_t>{0, 1, 2, 2, 3}));
}

TEST_F(Mcap, what_was_written_is_read)
{
  write_three_seconds(path());
  McapReader reader(path());
  EXPECT_TRUE(reader.is_whole());
  EXPECT_EQ(reader.profile(), "ros2");
  ASSERT_EQ(reader.channels().size(), 3u);
  EXPECT_EQ(reader.channels()[1].topic, "/scene");
  EXPECT_EQ(reader.channels()[1].schema, "string data\n");
  EXPECT_TRUE(reader.channels()[1].is_latched);
  EXPECT_FALSE(reader.channels()[0].is_latched);
  EXPECT_EQ(reader.counts(), (std::vector<std::int64_t>{30, 1, 0}));
  EXPECT_EQ(reader.begin(), 0);
  EXPECT_EQ(reader.end(), 29 * kSecond / 10);
  ASSERT_EQ(reader.parts().size(), 3u);
  const std::vector<RecordedMessage> messages = reader.read(1);
  ASSERT_EQ(messages.size(), 10u);
  EXPECT_EQ(messages.front().time, kSecond);
  EXPECT_EQ(messages.front().bytes, "clock 10");
}

/// Killed while it writes, the program leaves a file that ends anywhere.
TEST_F(Mcap, cut_off_anywhere_it_is_read_up_to_its_last_whole_chunk)
{
  write_three_seconds(path("whole.mcap"));
  const std::string bytes = content(path("whole.mcap"));
  const auto found = records(bytes);
  std::vector<std::size_t> ends;
  for (auto chunk = found.lower_bound(kChunk); chunk != found.upper_bound(kChunk); ++chunk) {
    ends.push_back(chunk->second + 9 + number(bytes, chunk->second + 1, 8));
  }
  const std::size_t data_end = found.find(kDataEnd)->second + 9 + 4;
  for (std::size_t size = 8; size < bytes.size(); size += kStride) {
    put(path("cut.mcap"), bytes.substr(0, size));
    const McapReader reader(path("cut.mcap"));
    std::size_t whole = 0;
    for (const std::size_t end : ends) {
      whole += end <= size ? 1 : 0;
    }
    ASSERT_EQ(reader.parts().size(), whole) << size;
    ASSERT_EQ(reader.is_whole(), size >= data_end) << size;
  }
}

TEST_F(Mcap, without_close_all_messages_are_there_but_no_summary)
{
  {
    McapWriter writer(path(), channels());
    fill(writer);
  }
  const McapReader reader(path());
  EXPECT_EQ(reader.message_count(), 31);
  EXPECT_FALSE(reader.is_whole());
}

/// A bit that is turned over somewhere: refused, or without effect on what is read; never a crash.
TEST_F(Mcap, damaged_bytes_do_no_harm)
{
  write_three_seconds(path("whole.mcap"));
  const std::string bytes = content(path("whole.mcap"));
  int refused = 0;
  for (std::size_t place = 0; place < bytes.size(); place += kStride) {
    std::string damaged = bytes;
    damaged[place] = static_cast<char>(damaged[place] ^ 0x80);
    put(path("damaged.mcap"), damaged);
    try {
      McapReader reader(path("damaged.mcap"));
      for (std::size_t part = 0; part < reader.parts().size(); ++part) {
        reader.read(part);
      }
    } catch (const std::runtime_error &) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 100);  // the chunks have checksums
}

/// Found by fuzzing: read() expected more of its head than the look through the file.
TEST_F(Mcap, a_message_shorter_than_its_head_is_refused_with_the_place)
{
  const std::string magic("\x89MCAP0\r\n", 8);
  const auto record = [](char kind, const std::string & content) {
      std::string bytes(1, kind);
      for (int i = 0; i < 8; ++i) {
        bytes.push_back(static_cast<char>(content.size() >> 8 * i));
      }
      return bytes + content;
    };
  const auto text = [](const std::string & content) {
      return std::string(1, static_cast<char>(content.size())) + std::string(3, '\0') + content;
    };
  const std::string channel = std::string(4, '\0') + text("/a") + text("cdr") + text("");
  put(path(), magic + record(4, channel) + record(5, std::string(14, '\0')));
  try {
    McapReader reader(path());
    FAIL() << "it was taken";
  } catch (const std::runtime_error & error) {
    EXPECT_NE(std::string(error.what()).find(path()), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("at byte"), std::string::npos) << error.what();
  }
}

TEST_F(Mcap, other_files_are_refused_by_name)
{
  const auto refusal = [](const std::string & file) {
      try {
        const McapReader reader(file);
      } catch (const std::runtime_error & error) {
        return std::string(error.what());
      }
      return std::string();
    };
  put(path("text.mcap"), "this is no recording");
  EXPECT_NE(refusal(path("text.mcap")).find("found another file"), std::string::npos);
  EXPECT_NE(refusal(path("missing.mcap")).find("missing.mcap"), std::string::npos);
  put(path("empty.mcap"), "");
  EXPECT_NE(refusal(path("empty.mcap")), "");
}

TEST_F(Mcap, a_folder_that_is_not_there_is_said)
{
  EXPECT_THROW(McapWriter(path("no/such/run.mcap"), channels()), std::runtime_error);
}

TEST_F(Mcap, a_full_disk_is_said_when_it_is_closed)
{
  if (!std::filesystem::exists("/dev/full")) {
    GTEST_SKIP() << "no /dev/full on this machine";
  }
  McapWriter writer("/dev/full", channels());
  fill(writer);
  EXPECT_THROW(writer.close(), std::runtime_error);
}

}  // namespace

}  // namespace contact_sim
