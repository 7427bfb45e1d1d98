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

#ifndef IO__YAML_READER_HPP_
#define IO__YAML_READER_HPP_

#include <yaml-cpp/yaml.h>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "contact_sim/lcp/parameters.hpp"

namespace contact_sim
{

/// A node of a YAML file that knows its place, so that every message says it. All functions
/// \throws std::runtime_error "FILE:LINE: PATH: expected …, found …"
class YamlReader
{
public:
  /// \param section name of the section in the schema, such as "robots[]"
  YamlReader(
    const YAML::Node & node, const std::string & file, const std::string & path,
    const std::string & section);

  int line() const;
  const std::string & file() const {return file_;}
  bool is_map() const {return node_.IsMap();}
  bool is_sequence() const {return node_.IsSequence();}
  bool is_text() const {return node_.IsScalar();}

  /// Refuses keys that the schema does not have in this section, and keys that are given twice.
  void check_keys() const;
  /// Refuses all but a map whose keys are given once; what they are is not looked at.
  void check_map() const;

  /// The same node, checked against another section of the schema.
  YamlReader in_section(const std::string & section) const
  {
    return YamlReader(node_, file_, path_, section);
  }

  bool has(const std::string & key) const;
  YamlReader at(const std::string & key) const;  ///< one that has to be there
  /// All keys of a map, in the order of the file.
  std::vector<std::pair<std::string, YamlReader>> children() const;
  /// Elements of a list.
  std::vector<YamlReader> elements() const;
  /// Elements of a list of maps, their names under `name`; or of a map by name. Their keys are
  /// checked; where they have no name it is empty.
  std::vector<std::pair<std::string, YamlReader>> entries() const;

  /// \name The value itself
  /// @{
  double number(
    double lowest = -std::numeric_limits<double>::max(),
    double highest = std::numeric_limits<double>::max()) const;
  double positive() const;
  std::int64_t integer(std::int64_t lowest, std::int64_t highest) const;
  bool boolean() const;
  std::string text() const;  ///< not empty
  std::vector<double> numbers() const;
  std::vector<std::string> texts() const;
  Eigen::Vector3d vector() const;
  /// {xyz, rpy} or {xyz, quaternion (x, y, z, w)}.
  Eigen::Isometry3d pose() const;
  ParameterValue parameter() const;  ///< typed as YAML has it
  /// The place of the value in `names`.
  int choice(const std::vector<std::string> & names) const;
  std::map<std::string, double> numbers_by_name() const;
  /// @}

  [[noreturn]] void refuse(const std::string & what) const;
  [[noreturn]] void refuse_value(const std::string & expected) const;

private:
  YamlReader child(
    const YAML::Node & node, const std::string & path, const std::string & section) const;
  std::string found() const;
  const std::string & scalar(const std::string & expected) const;

  YAML::Node node_;
  std::string file_;
  std::string path_;
  std::string section_;
};

}  // namespace contact_sim

#endif  // IO__YAML_READER_HPP_
