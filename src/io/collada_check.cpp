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
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
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

std::string_view take_word(std::string_view & text)
{
  text = trimmed(text);
  const std::string_view word = text.substr(0, text.find_first_of(" \t\r\n\v\f"));
  text.remove_prefix(word.size());
  return word;
}

std::size_t count_words(const tinyxml2::XMLElement & element)
{
  std::string_view text = element.GetText() == nullptr ? "" : element.GetText();
  std::size_t count = 0;
  while (!take_word(text).empty()) {
    ++count;
  }
  return count;
}

bool ends_with(std::string_view name, std::string_view end)
{
  return name.size() >= end.size() && name.substr(name.size() - end.size()) == end;
}

/// Refuses what assimp would take without a look: it reads as many numbers as are announced, and
/// takes memory for them, 8 GB for a count of 2^31.
class ColladaVisitor : public tinyxml2::XMLVisitor
{
public:
  explicit ColladaVisitor(const std::string & path)
  : path_(path), bytes_(std::filesystem::file_size(path)) {}

  bool VisitEnter(
    const tinyxml2::XMLElement & element, const tinyxml2::XMLAttribute * /*first*/) override
  {
    for (const char * name : {"count", "stride", "offset"}) {
      number(element, name, 0);
    }
    if (ends_with(element.Name(), "_array")) {
      check_array(element);
    } else if (std::string_view(element.Name()) == "accessor") {
      check_accessor(element);
    }
    return true;
  }

  bool Visit(const tinyxml2::XMLText & text) override
  {
    const tinyxml2::XMLElement * parent = text.Parent()->ToElement();
    if (parent != nullptr && holds_indices(parent->Name())) {
      check_indices(text.Value(), *parent, text.GetLineNum());
    }
    return true;
  }

private:
  [[noreturn]] void refuse(
    const tinyxml2::XMLElement & element, int line, const std::string & what) const
  {
    throw std::runtime_error(
            "mesh file '" + path_ + "', line " + std::to_string(line) + ": <" + element.Name() +
            ">: " + what);
  }

  /// A count of things that are in the file.
  std::uint64_t number(
    const tinyxml2::XMLElement & element, const char * name, std::uint64_t missing) const
  {
    const char * const text = element.Attribute(name);
    if (text == nullptr) {
      return missing;
    }
    if (!is_index(text) || *text == '\0' || std::strlen(text) > 18) {
      refuse(
        element, element.GetLineNum(),
        std::string("expected a whole number as ") + name + ", found " + in_quotes(text));
    }
    const std::uint64_t value = std::strtoull(text, nullptr, 10);
    if (value > bytes_) {
      refuse(
        element, element.GetLineNum(), std::string("expected a ") + name + " that a file of " +
        std::to_string(bytes_) + " bytes can hold, found " + text);
    }
    return value;
  }

  void check_array(const tinyxml2::XMLElement & element)
  {
    const std::uint64_t count = number(element, "count", 0);
    const std::size_t found = count_words(element);
    if (count > found) {
      refuse(
        element, element.GetLineNum(),
        "expected " + std::to_string(count) + " words, as its count says, found " +
        std::to_string(found));
    }
    if (element.Attribute("id") != nullptr) {
      array_counts_[std::string("#") + element.Attribute("id")] = count;
    }
  }

  /// Its array stands before it in the same source.
  void check_accessor(const tinyxml2::XMLElement & element) const
  {
    const auto array = array_counts_.find(
      element.Attribute("source") == nullptr ? "" : element.Attribute("source"));
    if (array == array_counts_.end()) {
      refuse(element, element.GetLineNum(), "expected the id of an array before it as source");
    }
    const std::uint64_t stride = number(element, "stride", 1);
    std::uint64_t names = 0;
    for (const tinyxml2::XMLElement * name = element.FirstChildElement("param"); name != nullptr;
      name = name->NextSiblingElement("param"))
    {
      ++names;
    }
    if (number(element, "offset", 0) + number(element, "count", 0) * stride > array->second) {
      refuse(element, element.GetLineNum(), "it reads beyond the end of its array");
    }
    if (names > stride) {
      refuse(
        element, element.GetLineNum(), "expected at most " + std::to_string(stride) +
        " params, as its stride says, found " + std::to_string(names));
    }
  }

  void check_indices(
    std::string_view text, const tinyxml2::XMLElement & element, int line) const
  {
    const char * const first = text.data();
    for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
      if (!is_index(word)) {
        refuse(
          element, line + static_cast<int>(std::count(first, word.data(), '\n')),
          "expected whole numbers from 0 on, found " + in_quotes(word));
      }
    }
  }

  const std::string & path_;
  std::uintmax_t bytes_;
  std::map<std::string, std::uint64_t> array_counts_;
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
  ColladaVisitor visitor(path);
  document.Accept(&visitor);
}

}  // namespace contact_sim
