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

#include "io/collada_check.hpp"

#include <tinyxml2.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string_view>

#include "io/tokens.hpp"

namespace contact_sim
{

namespace
{

/// Elements that hold lists of indices and counts.
bool holds_indices(std::string_view name)
{
  return name == "p" || name == "h" || name == "v" || name == "vcount";
}

bool is_index(std::string_view word)
{
  return std::all_of(
    word.begin(), word.end(), [](unsigned char c) {return std::isdigit(c) != 0;});
}

/// Refuses the first word that is no index.
class IndexVisitor : public tinyxml2::XMLVisitor
{
public:
  explicit IndexVisitor(const std::string & path)
  : path_(path), bytes_(std::filesystem::file_size(path)) {}

  /// Assimp takes memory for as many numbers as are announced: 8 GB for a count of 2^31.
  bool VisitEnter(
    const tinyxml2::XMLElement & element, const tinyxml2::XMLAttribute * /*first*/) override
  {
    const std::uint64_t count = element.Unsigned64Attribute("count", 0);
    if (count > bytes_) {
      throw std::runtime_error(
              "mesh file '" + path_ + "', line " + std::to_string(element.GetLineNum()) + ": <" +
              element.Name() + ">: expected a count that a file of " + std::to_string(bytes_) +
              " bytes can hold, found " + std::to_string(count));
    }
    return true;
  }

  bool Visit(const tinyxml2::XMLText & text) override
  {
    const tinyxml2::XMLElement * parent = text.Parent()->ToElement();
    if (parent != nullptr && holds_indices(parent->Name())) {
      check(text.Value(), parent->Name(), text.GetLineNum());
    }
    return true;
  }

private:
  void check(std::string_view text, const char * name, int line) const
  {
    const char * const first = text.data();
    for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
      const std::string_view word = text.substr(0, text.find_first_of(" \t\r\n\v\f"));
      if (!is_index(word)) {
        const int before = static_cast<int>(std::count(first, text.data(), '\n'));
        throw std::runtime_error(
                "mesh file '" + path_ + "', line " + std::to_string(line + before) + ": <" + name +
                ">: expected whole numbers from 0 on, found " + in_quotes(word));
      }
      text.remove_prefix(word.size());
    }
  }

  const std::string & path_;
  std::uintmax_t bytes_;
};

}  // namespace

void check_collada(const std::string & path)
{
  tinyxml2::XMLDocument document;
  if (document.LoadFile(path.c_str()) != tinyxml2::XML_SUCCESS) {
    throw std::runtime_error(
            "mesh file '" + path + "', line " + std::to_string(document.ErrorLineNum()) +
            ": it cannot be read as dae: " + document.ErrorName());
  }
  IndexVisitor visitor(path);
  document.Accept(&visitor);
}

}  // namespace contact_sim
