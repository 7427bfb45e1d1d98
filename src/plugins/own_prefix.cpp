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

#include "contact_sim/plugins/own_prefix.hpp"

#include <cstdlib>
#include <string>
#include <system_error>

namespace contact_sim
{

namespace
{

constexpr const char * kPathVariable = "AMENT_PREFIX_PATH";

/// The mark that ament's index finds our package by.
bool holds_package(const std::filesystem::path & prefix)
{
  std::error_code ignored;
  return std::filesystem::exists(
    prefix / "share/ament_index/resource_index/packages/contact_sim", ignored);
}

}  // namespace

std::filesystem::path own_prefix()
{
  std::error_code error;
  const std::filesystem::path executable = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) {
    return {};
  }
  const std::filesystem::path folder = executable.parent_path();
  // In the build tree, in <prefix>/bin, and in <prefix>/lib/<package> where ros2 run looks.
  for (const auto & prefix :
    {folder / "stage", folder.parent_path(), folder.parent_path().parent_path()})
  {
    if (holds_package(prefix)) {
      return prefix;
    }
  }
  return {};
}

void prepend_own_prefix()
{
  const std::string own = own_prefix().string();
  if (own.empty()) {
    return;
  }
  const char * others = std::getenv(kPathVariable);
  const bool has_others = others != nullptr && *others != '\0';
  ::setenv(kPathVariable, (has_others ? own + ":" + others : own).c_str(), 1);
}

}  // namespace contact_sim
