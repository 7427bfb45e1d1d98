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


#include "io/urdf_xml.hpp"

#include <sstream>
#include <stdexcept>

#include "io/tokens.hpp"

namespace contact_sim
{

namespace
{

std::string with_unit(double value, const UrdfRange & range)
{
  std::ostringstream text;
  text << value << (*range.unit ? " " : "") << range.unit;
  return text.str();
}

std::vector<std::string> words_of(const std::string & text)
{
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word; ) {
    words.push_back(word);
  }
  return words;
}

}  // namespace

UrdfPlace UrdfPlace::in(const std::string & owner) const
{
  UrdfPlace place(file_);
  place.owner_ = owner;
  return place;
}

void UrdfPlace::refuse(int line, const std::string & what) const
{
  throw std::runtime_error(
          file_ + ":" + std::to_string(line) + ": " + (owner_.empty() ? "" : owner_ + ": ") + what);
}

void UrdfPlace::refuse(const tinyxml2::XMLElement & at, const std::string & what) const
{
  refuse(at.GetLineNum(), what);
}

std::string UrdfPlace::text(const tinyxml2::XMLElement & element, const char * attribute) const
{
  const char * value = element.Attribute(attribute);
  if (!value || trimmed(value).empty()) {
    refuse(
      element, std::string("expected <") + element.Name() + " " + attribute + "=\"...\">, found " +
      (value ? "it empty" : "no such attribute"));
  }
  return value;
}

std::vector<double> UrdfPlace::numbers(
  tinyxml2::XMLElement & element, const char * attribute, std::size_t count,
  const UrdfRange & range) const
{
  const std::string what = std::string("'") + attribute + "' of <" + element.Name() + ">: ";
  const std::vector<std::string> words = words_of(text(element, attribute));
  if (words.size() != count) {
    refuse(
      element, what + "expected " + std::to_string(count) + (count == 1 ? " number" : " numbers") +
      ", found " + in_quotes(element.Attribute(attribute)));
  }
  std::vector<double> values;
  std::string joined;
  for (const std::string & word : words) {
    try {
      values.push_back(parse_number(word));
    } catch (const std::runtime_error & error) {
      refuse(element, what + error.what());
    }
    if (values.back() < range.lowest || values.back() > range.highest) {
      refuse(
        element, what + "expected a number from " + with_unit(range.lowest, range) + " to " +
        with_unit(range.highest, range) + ", found " + in_quotes(word));
    }
    joined += (joined.empty() ? "" : " ") + word;
  }
  element.SetAttribute(attribute, joined.c_str());
  return values;
}

double UrdfPlace::number(
  tinyxml2::XMLElement & element, const char * attribute, const UrdfRange & range) const
{
  return numbers(element, attribute, 1, range)[0];
}

double UrdfPlace::number_or(
  tinyxml2::XMLElement & element, const char * attribute, const UrdfRange & range,
  double otherwise) const
{
  return element.Attribute(attribute) ? number(element, attribute, range) : otherwise;
}

tinyxml2::XMLElement * UrdfPlace::child(tinyxml2::XMLElement & element, const char * name) const
{
  tinyxml2::XMLElement * first = element.FirstChildElement(name);
  const tinyxml2::XMLElement * second = first ? first->NextSiblingElement(name) : nullptr;
  if (second) {
    refuse(
      *second, std::string("expected <") + name + "> once in <" + element.Name() +
      ">, found it again after line " + std::to_string(first->GetLineNum()));
  }
  return first;
}

tinyxml2::XMLElement & UrdfPlace::needed_child(
  tinyxml2::XMLElement & element, const char * name, const char * advice) const
{
  tinyxml2::XMLElement * found = child(element, name);
  if (!found) {
    refuse(
      element, std::string("expected <") + name + "> in <" + element.Name() + ">, found none: " +
      advice);
  }
  return *found;
}

}  // namespace contact_sim
