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

#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/stream/cdr.hpp"

namespace contact_sim
{

namespace
{

using Bytes = std::string;

/// Bytes in hexadecimal, as one writes them by hand: "00 01 …".
Bytes from_hex(const std::string & text)
{
  Bytes bytes;
  for (std::size_t i = 0; i < text.size(); i += 3) {
    bytes.push_back(static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

TEST(Cdr, begins_with_the_four_bytes_that_say_little_endian)
{
  EXPECT_EQ(CdrWriter().bytes(), from_hex("00 01 00 00"));
}

TEST(Cdr, a_number_begins_at_a_multiple_of_its_size_behind_the_head_and_padding_is_zero)
{
  CdrWriter cdr;
  cdr.add(true);
  cdr.add(2.0);  // 7 bytes of padding, since the head does not count
  cdr.add(std::uint8_t{3});
  cdr.add(std::int32_t{-2});
  cdr.add(1.0F);
  EXPECT_EQ(
    cdr.bytes(), from_hex(
      "00 01 00 00 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 40 03 00 00 00 fe ff ff ff "
      "00 00 80 3f"));
}

TEST(Cdr, a_text_is_counted_with_the_zero_that_ends_it)
{
  CdrWriter cdr;
  cdr.add(std::string_view("ab"));
  cdr.add(std::string_view());
  EXPECT_EQ(cdr.bytes(), from_hex("00 01 00 00 03 00 00 00 61 62 00 00 01 00 00 00 00"));
}

TEST(Cdr, an_empty_sequence_has_no_padding_behind_its_length)
{
  CdrWriter cdr;
  cdr.add_count(0);
  cdr.add_doubles(nullptr, 0);
  EXPECT_EQ(cdr.bytes(), from_hex("00 01 00 00 00 00 00 00"));
  const double one = 1.0;
  cdr.clear();
  cdr.add_count(1);
  cdr.add_doubles(&one, 1);
  EXPECT_EQ(
    cdr.bytes(), from_hex("00 01 00 00 01 00 00 00 00 00 00 00 00 00 00 00 00 00 f0 3f"));
}

TEST(Cdr, what_was_written_is_read)
{
  CdrWriter cdr;
  cdr.add(true);
  cdr.add(std::int32_t{-5});
  cdr.add(std::string_view("link"));
  cdr.add(0.1);
  CdrReader reader(cdr.bytes());
  EXPECT_TRUE(reader.boolean());
  EXPECT_EQ(reader.int32(), -5);
  EXPECT_EQ(reader.text(), "link");
  EXPECT_EQ(reader.number(), 0.1);
}

TEST(Cdr, the_other_byte_order_is_read_too)
{
  const Bytes bytes = from_hex("00 00 00 00 00 00 00 02 3f f0 00 00 00 00 00 00");
  CdrReader reader(bytes);
  EXPECT_EQ(reader.uint32(), 2u);
  EXPECT_THROW(reader.text(), std::invalid_argument);  // 0x3ff00000 bytes are not there
}

TEST(Cdr, bytes_that_end_too_early_are_refused_wherever_they_are_cut)
{
  CdrWriter cdr;
  cdr.add_count(2);
  cdr.add(std::string_view("a"));
  cdr.add(std::string_view("bc"));
  const double values[]{1.0, 2.0};
  cdr.add_count(2);
  cdr.add_doubles(values, 2);
  const auto read = [](const Bytes & bytes) {
      CdrReader reader(bytes);
      EXPECT_EQ(reader.texts(), (std::vector<std::string>{"a", "bc"}));
      EXPECT_EQ(reader.numbers(), (std::vector<double>{1.0, 2.0}));
    };
  read(cdr.bytes());
  for (std::size_t size = 0; size < cdr.bytes().size(); ++size) {
    EXPECT_THROW(
      {
        CdrReader reader(std::string_view(cdr.bytes()).substr(0, size));
        reader.texts();
        reader.numbers();
      }, std::invalid_argument) << size;
  }
}

TEST(Cdr, a_length_that_cannot_be_true_takes_no_memory)
{
  const Bytes bytes = from_hex("00 01 00 00 ff ff ff ff 00 00 00 00");
  EXPECT_THROW(CdrReader(bytes).numbers(), std::invalid_argument);
  EXPECT_THROW(CdrReader(bytes).texts(), std::invalid_argument);
  EXPECT_THROW(CdrReader(bytes).text(), std::invalid_argument);
}

TEST(Cdr, other_encodings_are_refused)
{
  EXPECT_THROW(CdrReader(from_hex("00 03 00 00 00")), std::invalid_argument);
  EXPECT_THROW(CdrReader("{}"), std::invalid_argument);
}

}  // namespace

}  // namespace contact_sim
