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

#include "failure_dump.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace contact_sim
{

namespace
{

/// "package::Class" and whatever else a solver is called, as a part of a file name.
std::string as_file_name(std::string text)
{
  std::replace_if(
    text.begin(), text.end(),
    [](unsigned char c) {return std::isalnum(c) == 0 && c != '-' && c != '.';}, '_');
  return text;
}

/// As a fact wants it: one line without white space around it.
std::string as_fact(const std::string & text)
{
  const std::string line = on_one_line(text);
  const std::size_t first = line.find_first_not_of(' ');
  if (first == std::string::npos) {
    return "";
  }
  return line.substr(first, line.find_last_not_of(' ') - first + 1);
}

}  // namespace

FailureDump::FailureDump(const std::string & folder)
: folder_(folder)
{
  if (folder.empty()) {
    return;
  }
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder)) {
    throw std::runtime_error(
            folder + ": cannot make the folder: " +
            (error ? error.message() : "something else has its name"));
  }
}

/// Problems of the same name from different folders must not replace each other.
std::string FailureDump::free_path(const SolveRecord & record)
{
  const std::string name =
    std::filesystem::path(record.file).stem().string() + "_" + as_file_name(record.solver);
  std::string path;
  for (int number = 1; path.empty() || written_.count(path) > 0; ++number) {
    const std::string suffix = number == 1 ? "" : "_" + std::to_string(number);
    path = (std::filesystem::path(folder_) / (name + suffix + ".ctp")).string();
  }
  written_.insert(path);
  return path;
}

void FailureDump::keep(const CtpFile & file, SolveRecord & record)
{
  const bool failed = !record.solved() && record.status != LcpStatus::kNotApplicable;
  if (folder_.empty() || !failed) {
    return;
  }
  CtpFile kept = file;
  kept.facts["solver"] = as_fact(record.ran);
  kept.facts["status"] = to_string(record.status);
  kept.facts["detail"] = as_fact(record.detail);
  const std::string path = free_path(record);
  write_ctp_file(path, kept);
  record.contact->dumped = path;
}

}  // namespace contact_sim
