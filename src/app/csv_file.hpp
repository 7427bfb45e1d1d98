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

#ifndef APP__CSV_FILE_HPP_
#define APP__CSV_FILE_HPP_

#include <Eigen/Core>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace contact_sim
{

/// A table that is written row by row under a temporary name, and gets its own with commit(): who
/// finds the file finds all of it. Numbers read back bit for bit.
class CsvFile
{
public:
  /// \throws std::runtime_error where it cannot be written, or a folder has its name
  CsvFile(const std::filesystem::path & path, const std::vector<std::string> & columns);
  /// Removes what was not committed.
  ~CsvFile();

  CsvFile(const CsvFile &) = delete;
  CsvFile & operator=(const CsvFile &) = delete;

  void add(double value);
  void add(std::int64_t value);
  void add(const std::string & text);
  void add(const Eigen::VectorXd & values);
  void add(const Eigen::Vector3d & values);
  /// \throws std::runtime_error where the disk is full
  void end_row();

  /// Everything is on the disk after it. \throws std::runtime_error where it is not
  void close();
  /// \throws std::runtime_error where it cannot be renamed
  void commit();

  const std::filesystem::path & path() const {return path_;}

private:
  void flush();

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  std::ofstream file_;
  std::string text_;  ///< not yet given to the file
  bool is_committed_{false};
};

}  // namespace contact_sim

#endif  // APP__CSV_FILE_HPP_
