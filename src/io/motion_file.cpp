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

#include "contact_sim/io/motion_file.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "tokens.hpp"

namespace contact_sim
{

namespace
{

constexpr const char * kTime = "time";
constexpr std::string_view kVelocity = "velocity:";

using Words = std::vector<std::string>;

Words split(const std::string & line)
{
  Words words;
  std::size_t begin = 0;
  for (; ; ) {
    const std::size_t end = line.find(',', begin);
    words.emplace_back(trimmed(std::string_view(line).substr(begin, end - begin)));
    if (end == std::string::npos) {
      return words;
    }
    begin = end + 1;
  }
}

/// What each column holds.
struct Columns
{
  Words joints;
  std::vector<Eigen::Index> position_of;  ///< the joint whose position it is, or -1
  std::vector<Eigen::Index> velocity_of;  ///< the joint whose velocity it is, or -1
  bool has_velocities{false};
};

Eigen::Index find(const Words & words, const std::string & word)
{
  const auto found = std::find(words.begin(), words.end(), word);
  return found == words.end() ? -1 : found - words.begin();
}

bool is_velocity(const std::string & word)
{
  return std::string_view(word).substr(0, kVelocity.size()) == kVelocity;
}

void check_header(const Words & header)
{
  if (header.front() != kTime) {
    throw std::runtime_error(
            "expected 'time' as the first column, found " + in_quotes(header.front()));
  }
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (header[i].empty() || find(header, header[i]) != static_cast<Eigen::Index>(i)) {
      throw std::runtime_error(
              "expected the name of a joint that is given once in column " + std::to_string(i + 1) +
              ", found " + in_quotes(header[i]));
    }
  }
}

Columns parse_header(const Words & header)
{
  check_header(header);
  Columns columns;
  for (std::size_t i = 1; i < header.size(); ++i) {
    if (!is_velocity(header[i])) {
      columns.joints.push_back(header[i]);
    }
  }
  if (columns.joints.empty()) {
    throw std::runtime_error("expected the names of joints after 'time', found none");
  }
  for (const std::string & word : header) {
    columns.position_of.push_back(find(columns.joints, word));
    columns.velocity_of.push_back(
      is_velocity(word) ? find(columns.joints, word.substr(kVelocity.size())) : -1);
    if (is_velocity(word) && columns.velocity_of.back() < 0) {
      throw std::runtime_error(
              "expected the position of the joint of " + in_quotes(word) +
              ", found no such column");
    }
    columns.has_velocities = columns.has_velocities || is_velocity(word);
  }
  if (columns.has_velocities && header.size() != 1 + 2 * columns.joints.size()) {
    throw std::runtime_error(
            "expected velocities of all joints or of none, found " +
            std::to_string(header.size() - 1 - columns.joints.size()) + " for " +
            std::to_string(columns.joints.size()) + " joints");
  }
  return columns;
}

std::vector<double> parse_row(const Words & words, const Columns & columns, double last_time)
{
  if (words.size() != columns.position_of.size()) {
    throw std::runtime_error(
            "expected " + std::to_string(columns.position_of.size()) + " numbers, found " +
            std::to_string(words.size()));
  }
  std::vector<double> row;
  for (const std::string & word : words) {
    row.push_back(parse_number(word));
  }
  if (!(row[0] > last_time)) {
    throw std::runtime_error(
            "expected a time after " + std::to_string(last_time) + ", found " +
            in_quotes(words[0]));
  }
  return row;
}

Keyframes make_keyframes(const std::vector<std::vector<double>> & rows, const Columns & columns)
{
  Keyframes keyframes;
  keyframes.joints = columns.joints;
  const auto size = static_cast<Eigen::Index>(rows.size());
  const auto joints = static_cast<Eigen::Index>(columns.joints.size());
  keyframes.positions.resize(size, joints);
  keyframes.velocities.resize(columns.has_velocities ? size : 0, joints);
  for (Eigen::Index i = 0; i < size; ++i) {
    keyframes.times.push_back(rows[i][0]);
    for (std::size_t column = 1; column < rows[i].size(); ++column) {
      if (columns.velocity_of[column] >= 0) {
        keyframes.velocities(i, columns.velocity_of[column]) = rows[i][column];
      } else {
        keyframes.positions(i, columns.position_of[column]) = rows[i][column];
      }
    }
  }
  return keyframes;
}

}  // namespace

Keyframes read_motion(std::istream & input, const std::string & name)
{
  Columns columns;
  std::vector<std::vector<double>> rows;
  std::string line;
  int number = 0;
  while (std::getline(input, line)) {
    ++number;
    const std::string_view content = trimmed(line);
    if (content.empty() || content.front() == '#') {
      continue;
    }
    try {
      const Words words = split(line);
      if (columns.joints.empty()) {
        columns = parse_header(words);
      } else {
        const double last =
          rows.empty() ? -std::numeric_limits<double>::infinity() : rows.back()[0];
        rows.push_back(parse_row(words, columns, last));
      }
    } catch (const std::runtime_error & error) {
      throw std::runtime_error(name + ":" + std::to_string(number) + ": " + error.what());
    }
  }
  if (rows.empty()) {
    throw std::runtime_error(
            name + ":" + std::to_string(std::max(number, 1)) +
            ": expected a line of column names and at least one keyframe, found the end of the "
            "file");
  }
  return make_keyframes(rows, columns);
}

Keyframes read_motion_file(const std::string & path)
{
  Keyframes keyframes;
  read_from(path, [&](std::istream & input) {keyframes = read_motion(input, path);});
  return keyframes;
}

}  // namespace contact_sim
