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

#include "fuzz/fuzz_target.hpp"

#include <unistd.h>

#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>

namespace contact_sim::fuzz
{

namespace
{

constexpr std::size_t kLongestRefusal = 10000;  ///< [bytes] more than a terminal shows

/// "NAME:LINE: "
bool begins_with_place(const std::string & text, const std::string & name)
{
  const std::string head = name + ":";
  if (text.compare(0, head.size(), head) != 0) {
    return false;
  }
  std::size_t end = head.size();
  while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) {
    ++end;
  }
  return end > head.size() && text[head.size()] != '0' && text.compare(end, 2, ": ") == 0 &&
         end + 2 < text.size();
}

}  // namespace

void fail(const std::string & what)
{
  std::fprintf(stderr, "fuzz: %s\n", what.c_str());
  std::abort();
}

void check_refusal(const std::string & text, Place place, const std::string & name)
{
  if (text.empty()) {
    fail("a refusal without a word");
  }
  if (text.size() > kLongestRefusal || text.find('\0') != std::string::npos) {
    fail("a refusal of " + std::to_string(text.size()) + " bytes: " + text.substr(0, 200));
  }
  const bool is_placed = place == Place::kNone ||
    (place == Place::kName ? text.find(name) != std::string::npos : begins_with_place(text, name));
  if (!is_placed) {
    fail("a refusal that does not name its place: " + text);
  }
}

Counts & counts()
{
  static Counts counts;
  return counts;
}

std::string as_file(const std::string & content, const std::string & ending)
{
  static const std::string folder = [] {
      // In memory where the system has that: a million files are written.
      std::error_code error;
      const std::filesystem::path memory = "/dev/shm";
      const auto place = std::filesystem::is_directory(memory, error) &&
        ::access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
      return (place / ("contact_sim_fuzz_" + std::to_string(::getpid()))).string();
    }();
  static const struct Removed
  {
    ~Removed()
    {
      std::error_code ignored;
      std::filesystem::remove_all(folder, ignored);
    }
  } removed;
  std::filesystem::create_directories(folder);
  const std::string path = folder + "/input" + ending;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  if (!file) {
    fail("cannot write " + path);
  }
  return path;
}

std::uint64_t Bytes::number(int size)
{
  std::uint64_t value = 0;
  for (int i = 0; i < size; ++i) {
    value = value << 8 | byte();
  }
  return value;
}

double Bytes::extreme()
{
  const std::uint8_t kind = byte();
  const double sign = kind & 1 ? -1.0 : 1.0;
  const double digits = 1.0 + static_cast<double>(byte()) / 256.0;
  switch (kind >> 1 & 31) {
    case 0: return sign * 0.0;
    case 1: return sign * std::numeric_limits<double>::denorm_min() * byte();
    case 2: return sign * std::numeric_limits<double>::min();
    case 3: return sign * std::numeric_limits<double>::max();
    case 4: return sign * std::numeric_limits<double>::infinity();
    case 5: return std::numeric_limits<double>::quiet_NaN();
    case 6: case 7: case 8: case 9:  // as far as a double goes
      return sign * digits * std::pow(10.0, below(600) - 300);
    case 10: case 11: case 12: case 13: case 14: case 15:
      return sign * digits * std::pow(10.0, below(25) - 12);
    default:
      return sign * digits;
  }
}

}  // namespace contact_sim::fuzz
