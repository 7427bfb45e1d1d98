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

#include "yaml_reader.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>
#include <stdexcept>

#include "contact_sim/dynamics/model_builder.hpp"
#include "contact_sim/io/scenario_file.hpp"
#include "tokens.hpp"

namespace contact_sim
{

namespace
{

/// yaml-cpp marks what was in quotes so.
constexpr const char * kQuotedTag = "!";

std::string joined(const std::vector<std::string> & names)
{
  std::string text;
  for (const std::string & name : names) {
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

std::string text_of(double value)
{
  std::ostringstream text;
  text << value;
  return text.str();
}

std::vector<std::string> keys_of(const std::string & section)
{
  std::vector<std::string> keys;
  for (const ScenarioKey & key : scenario_keys()) {
    if (section == key.section) {
      keys.push_back(key.key);
    }
  }
  return keys;
}

std::optional<std::int64_t> as_integer(const std::string & word)
{
  std::size_t used = 0;
  try {
    const std::int64_t value = std::stoll(word, &used);
    return used == word.size() ? std::optional<std::int64_t>(value) : std::nullopt;
  } catch (const std::exception &) {
    return std::nullopt;
  }
}

}  // namespace

YamlReader::YamlReader(
  const YAML::Node & node, const std::string & file, const std::string & path,
  const std::string & section)
: node_(node), file_(file), path_(path), section_(section)
{
}

int YamlReader::line() const
{
  return std::max(0, node_.Mark().line) + 1;  // an empty file has no mark
}

void YamlReader::refuse(const std::string & what) const
{
  throw std::runtime_error(
          file_ + ":" + std::to_string(line()) + ": " + (path_.empty() ? "" : path_ + ": ") + what);
}

std::string YamlReader::found() const
{
  switch (node_.Type()) {
    case YAML::NodeType::Scalar: return in_quotes(node_.Scalar());
    case YAML::NodeType::Sequence: return "a list of " + std::to_string(node_.size());
    case YAML::NodeType::Map: return "a map";
    default: return "nothing";
  }
}

void YamlReader::refuse_value(const std::string & expected) const
{
  refuse("expected " + expected + ", found " + found());
}

YamlReader YamlReader::child(
  const YAML::Node & node, const std::string & path, const std::string & section) const
{
  return YamlReader(node, file_, path, section);
}

void YamlReader::check_map() const
{
  if (!node_.IsMap()) {
    refuse_value("a map");
  }
  std::set<std::string> seen;
  for (const auto & entry : node_) {
    const YamlReader key = child(entry.first, path_, section_);
    constexpr std::size_t kLongestKey = 200;  // [bytes]
    if (!entry.first.IsScalar() || entry.first.Scalar().size() > kLongestKey) {
      key.refuse_value("a name as key");
    }
    if (!seen.insert(entry.first.Scalar()).second) {
      key.refuse("the key " + in_quotes(entry.first.Scalar()) + " is given twice");
    }
  }
}

void YamlReader::check_keys() const
{
  check_map();
  const std::vector<std::string> allowed = keys_of(section_);
  for (const auto & entry : node_) {
    const std::string & key = entry.first.Scalar();
    bool is_known = false;
    for (const std::string & name : allowed) {
      is_known = is_known || name == key;
    }
    if (!is_known) {
      child(entry.first, path_, section_).refuse(
        "unknown key " + in_quotes(key) + near_names(key, allowed) + "; allowed: " +
        joined(allowed));
    }
  }
}

bool YamlReader::has(const std::string & key) const
{
  return node_.IsMap() && node_[key].IsDefined();
}

YamlReader YamlReader::at(const std::string & key) const
{
  if (!has(key)) {
    refuse("expected the key '" + key + "', found none");
  }
  return child(
    node_[key], path_.empty() ? key : path_ + "." + key,
    section_.empty() ? key : section_ + "." + key);
}

std::vector<std::pair<std::string, YamlReader>> YamlReader::children() const
{
  check_map();
  std::vector<std::pair<std::string, YamlReader>> list;
  for (const auto & entry : node_) {
    list.emplace_back(entry.first.Scalar(), at(entry.first.Scalar()));
  }
  return list;
}

std::vector<YamlReader> YamlReader::elements() const
{
  if (!node_.IsSequence()) {
    refuse_value("a list");
  }
  std::vector<YamlReader> list;
  for (std::size_t i = 0; i < node_.size(); ++i) {
    list.push_back(child(node_[i], path_ + "[" + std::to_string(i) + "]", section_ + "[]"));
  }
  return list;
}

std::vector<std::pair<std::string, YamlReader>> YamlReader::entries() const
{
  std::vector<std::pair<std::string, YamlReader>> list;
  if (node_.IsMap()) {
    for (const auto & [name, entry] : children()) {
      list.emplace_back(name, child(entry.node_, entry.path_, section_ + "[]"));
    }
  } else if (node_.IsSequence()) {
    for (const YamlReader & entry : elements()) {
      list.emplace_back(entry.has("name") ? entry.at("name").text() : "", entry);
    }
  } else {
    refuse_value("a list, or a map by name");
  }
  for (const auto & [name, entry] : list) {
    entry.check_keys();
  }
  return list;
}

const std::string & YamlReader::scalar(const std::string & expected) const
{
  if (!node_.IsScalar()) {
    refuse_value(expected);
  }
  return node_.Scalar();
}

double YamlReader::number(double lowest, double highest) const
{
  const std::string & word = scalar("a number");
  double value = 0.0;
  try {
    value = parse_number(word);
  } catch (const std::runtime_error & error) {
    refuse(error.what());
  }
  if (value < lowest || value > highest) {
    const bool has_top = highest < std::numeric_limits<double>::max();
    refuse_value(
      "a number " + (has_top ? "from " + text_of(lowest) + " to " + text_of(highest) :
      "of " + text_of(lowest) + " or more"));
  }
  return value;
}

double YamlReader::positive() const
{
  const double value = number();
  if (!(value > 0.0)) {
    refuse_value("a number above 0");
  }
  return value;
}

std::int64_t YamlReader::integer(std::int64_t lowest, std::int64_t highest) const
{
  const std::optional<std::int64_t> value = as_integer(scalar("a whole number"));
  if (!value || *value < lowest || *value > highest) {
    refuse_value(
      "a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest));
  }
  return *value;
}

bool YamlReader::boolean() const
{
  bool value = false;
  if (!node_.IsScalar() || node_.Tag() == kQuotedTag ||
    !YAML::convert<bool>::decode(node_, value))
  {
    refuse_value("true or false");
  }
  return value;
}

std::string YamlReader::text() const
{
  constexpr std::size_t kLongest = 2000;  // [bytes]; names come back in messages
  if (scalar("a text").empty() || node_.Scalar().size() > kLongest) {
    refuse_value("a text of 1 to " + std::to_string(kLongest) + " bytes");
  }
  return node_.Scalar();
}

std::vector<double> YamlReader::numbers() const
{
  std::vector<double> values;
  for (const YamlReader & element : elements()) {
    values.push_back(element.number());
  }
  return values;
}

std::vector<std::string> YamlReader::texts() const
{
  std::vector<std::string> values;
  for (const YamlReader & element : elements()) {
    values.push_back(element.text());
  }
  return values;
}

Eigen::Vector3d YamlReader::vector() const
{
  if (!node_.IsSequence() || node_.size() != 3) {
    refuse_value("a list of 3 numbers");
  }
  const std::vector<double> values = numbers();
  return {values[0], values[1], values[2]};
}

Eigen::Isometry3d YamlReader::pose() const
{
  const YamlReader self = child(node_, path_, "pose");
  self.check_keys();
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  if (self.has("xyz")) {
    pose.translation() = self.at("xyz").vector();
  }
  if (self.has("rpy") && self.has("quaternion")) {
    refuse("expected rpy or quaternion, found both");
  }
  if (self.has("rpy")) {
    const Eigen::Vector3d rpy = self.at("rpy").vector();
    pose.linear() = (Eigen::AngleAxisd(rpy[2], Eigen::Vector3d::UnitZ()) *
      Eigen::AngleAxisd(rpy[1], Eigen::Vector3d::UnitY()) *
      Eigen::AngleAxisd(rpy[0], Eigen::Vector3d::UnitX())).toRotationMatrix();
  }
  if (self.has("quaternion")) {
    const YamlReader quaternion = self.at("quaternion");
    const std::vector<double> xyzw = quaternion.numbers();
    const double norm = xyzw.size() ==
      4 ? Eigen::Map<const Eigen::Vector4d>(xyzw.data()).norm() : 0.0;
    // Rounded to three digits a unit quaternion is off by no more than this.
    if (!(std::abs(norm - 1.0) < 1e-2)) {
      quaternion.refuse_value("x, y, z, w of unit length");
    }
    pose.linear() = Eigen::Quaterniond(xyzw[3], xyzw[0], xyzw[1], xyzw[2]).normalized()
      .toRotationMatrix();
  }
  return pose;
}

ParameterValue YamlReader::parameter() const
{
  const std::string & word = scalar("true, false, a number or a text");
  bool flag = false;
  if (node_.Tag() != kQuotedTag) {
    if (const std::optional<std::int64_t> value = as_integer(word)) {
      return *value;
    }
    try {
      return parse_number(word);
    } catch (const std::runtime_error &) {
      // Not a number, then.
    }
    if (YAML::convert<bool>::decode(node_, flag)) {
      return flag;
    }
  }
  return word;
}

int YamlReader::choice(const std::vector<std::string> & names) const
{
  // YAML 1.1 reads a bare `off` as false; here it is the word that stands there.
  const std::string & word = scalar("one of " + joined(names));
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == word) {
      return static_cast<int>(i);
    }
  }
  refuse(
    "expected one of " + joined(names) + ", found " + in_quotes(word) +
    near_names(word, names));
}

std::map<std::string, double> YamlReader::numbers_by_name() const
{
  std::map<std::string, double> values;
  for (const auto & [name, value] : children()) {
    values[name] = value.number();
  }
  return values;
}

}  // namespace contact_sim
