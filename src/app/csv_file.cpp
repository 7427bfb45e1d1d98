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

#include "csv_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <system_error>

namespace contact_sim
{

namespace
{

constexpr std::size_t kBufferSize = 1 << 16;

template<typename Number>
void append(Number value, std::string & text)
{
  // 24 characters are the most that a double takes.
  char digits[32];
  const std::to_chars_result result = std::to_chars(digits, digits + sizeof(digits), value);
  text.append(digits, result.ptr);
  text += ',';
}

/// As RFC 4180 has it: names of links may hold anything.
bool needs_quotes(const std::string & text)
{
  return text.find_first_of(",\"\r\n") != std::string::npos;
}

std::string quoted(const std::string & text)
{
  std::string result = "\"";
  for (const char c : text) {
    result += c == '"' ? std::string("\"\"") : std::string(1, c);
  }
  return result + '"';
}

[[noreturn]] void refuse(const std::filesystem::path & path, const std::string & reason)
{
  throw std::runtime_error(path.string() + ": cannot be written: " + reason);
}

}  // namespace

CsvFile::CsvFile(const std::filesystem::path & path, const std::vector<std::string> & columns)
: path_(path), temporary_(path.string() + "." + std::to_string(::getpid()) + ".part"),
  file_(temporary_, std::ios::binary)
{
  if (!file_) {
    refuse(temporary_, std::strerror(errno));
  }
  // Known now and not at the end of a long run.
  if (std::filesystem::is_directory(path)) {
    std::filesystem::remove(temporary_);
    refuse(path, "a folder has this name");
  }
  text_.reserve(2 * kBufferSize);
  for (const std::string & column : columns) {
    add(column);
  }
  end_row();
}

CsvFile::~CsvFile()
{
  if (!is_committed_) {
    std::error_code ignored;
    std::filesystem::remove(temporary_, ignored);
  }
}

void CsvFile::add(double value)
{
  append(value, text_);
}

void CsvFile::add(std::int64_t value)
{
  append(value, text_);
}

void CsvFile::add(const std::string & text)
{
  text_ += needs_quotes(text) ? quoted(text) : text;
  text_ += ',';
}

void CsvFile::add(const Eigen::VectorXd & values)
{
  for (const double value : values) {
    append(value, text_);
  }
}

void CsvFile::add(const Eigen::Vector3d & values)
{
  for (const double value : values) {
    append(value, text_);
  }
}

void CsvFile::end_row()
{
  text_.back() = '\n';
  if (text_.size() >= kBufferSize) {
    flush();
  }
}

void CsvFile::flush()
{
  if (!file_.write(text_.data(), static_cast<std::streamsize>(text_.size()))) {
    refuse(temporary_, std::strerror(errno));
  }
  text_.clear();
}

void CsvFile::close()
{
  flush();
  file_.close();
  if (!file_) {
    refuse(temporary_, std::strerror(errno));
  }
}

void CsvFile::commit()
{
  std::error_code error;
  std::filesystem::rename(temporary_, path_, error);
  if (error) {
    refuse(path_, error.message());
  }
  is_committed_ = true;
}

}  // namespace contact_sim
