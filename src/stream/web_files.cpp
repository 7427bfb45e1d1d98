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

#include "contact_sim/stream/web_files.hpp"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace contact_sim
{

namespace
{

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostBytes = 256u << 20;  ///< of all files

constexpr const char * kNoPage =
  "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>contact_sim</title>"
  "<p>contact_sim is running, but its page was not built: install Node.js 18 or newer with npm, "
  "run <code>scripts/demo</code> again, and reload. Meanwhile Foxglove or Lichtblick can connect "
  "to this address, with <code>ws://</code> in place of <code>http://</code>.</p></html>\n";

std::string type_of(const fs::path & path)
{
  static const std::map<std::string, std::string> types{
    {".css", "text/css; charset=utf-8"}, {".html", "text/html; charset=utf-8"},
    {".ico", "image/x-icon"}, {".js", "text/javascript; charset=utf-8"},
    {".json", "application/json"}, {".map", "application/json"}, {".png", "image/png"},
    {".svg", "image/svg+xml"}, {".txt", "text/plain; charset=utf-8"},
    {".wasm", "application/wasm"}, {".woff2", "font/woff2"}};
  const auto found = types.find(path.extension().string());
  return found == types.end() ? "application/octet-stream" : found->second;
}

std::string read(const fs::path & path)
{
  std::ifstream file(path, std::ios::binary);
  std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) {
    throw std::runtime_error(path.string() + ": expected a file of the page, cannot read it");
  }
  return content;
}

}  // namespace

WebFiles read_web_files(const std::string & folder)
{
  WebFiles files;
  std::uintmax_t bytes = 0;
  for (auto entry = fs::recursive_directory_iterator(folder);
    entry != fs::recursive_directory_iterator(); ++entry)
  {
    if (entry->path().filename().string().front() == '.') {
      if (entry->is_directory()) {
        entry.disable_recursion_pending();
      }
    } else if (!entry->is_symlink() && entry->is_regular_file()) {
      bytes += entry->file_size();
      if (bytes > kMostBytes) {
        throw std::runtime_error(folder + ": expected a page of at most 256 MB, found more");
      }
      const std::string name = "/" + fs::relative(entry->path(), folder).generic_string();
      files[name] = {type_of(entry->path()), read(entry->path())};
    }
  }
  const auto index = files.find("/index.html");
  if (index != files.end()) {
    files["/"] = index->second;
  }
  return files;
}

WebFiles viewer_files()
{
  const char * path = std::getenv("AMENT_PREFIX_PATH");
  std::istringstream prefixes(path == nullptr ? "" : path);
  for (std::string prefix; std::getline(prefixes, prefix, ':'); ) {
    const fs::path folder = fs::path(prefix) / "share/contact_sim/viewer";
    if (!prefix.empty() && fs::is_regular_file(folder / "index.html")) {
      return read_web_files(folder.string());
    }
  }
  return {{"/", {"text/html; charset=utf-8", kNoPage}}};
}

}  // namespace contact_sim
