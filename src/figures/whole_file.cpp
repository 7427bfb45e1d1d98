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

#include "contact_sim/figures/whole_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace contact_sim
{

namespace
{

[[noreturn]] void fail(const std::filesystem::path & path, const std::string & why)
{
  throw std::runtime_error("cannot write " + path.string() + ": " + why);
}

}  // namespace

void write_whole_file(const std::filesystem::path & path, const std::string & content)
{
  std::error_code error;
  if (path.has_parent_path()) {
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) {
      fail(path, error.message());
    }
  }
  // Two processes that write the same file do not share the temporary one.
  const std::filesystem::path temporary = path.string() + ".part" + std::to_string(getpid());
  std::ofstream file(temporary, std::ios::binary);
  file << content;
  file.close();
  if (!file) {
    const std::string why = std::strerror(errno);
    std::filesystem::remove(temporary, error);
    fail(path, why);
  }
  std::filesystem::rename(temporary, path, error);
  if (error) {
    const std::string why = error.message();
    std::filesystem::remove(temporary, error);
    fail(path, why);
  }
}

}  // namespace contact_sim
