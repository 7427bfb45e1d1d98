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

#include <gtest/gtest.h>

#include <yaml-cpp/yaml.h>

#include <cctype>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "contact_sim/plugins/chosen_solver.hpp"
#include "contact_sim/session/session_settings.hpp"
#include "session/heard.hpp"

namespace contact_sim
{

/// Of a parameters file: the text of each value, by its name with dots, and the comment above it.
struct ParametersFile
{
  std::map<std::string, std::string> values;
  std::map<std::string, std::string> comments;
};

void flatten(const YAML::Node & node, const std::string & prefix, ParametersFile & file)
{
  for (const auto & entry : node) {
    const std::string name = prefix + entry.first.as<std::string>();
    if (entry.second.IsMap()) {
      flatten(entry.second, name + ".", file);
    } else {
      file.values[name] = entry.second.Scalar();
    }
  }
}

/// Comments by the line below them, with the sections that the indentation tells.
void read_comments(const std::string & path, ParametersFile & file)
{
  std::ifstream stream(path);
  std::vector<std::string> sections;
  std::string comment;
  for (std::string line; std::getline(stream, line); ) {
    const std::size_t indent = line.find_first_not_of(' ');
    if (indent == std::string::npos || indent < 4) {
      continue;
    }
    if (line[indent] == '#') {
      comment = line.substr(indent + 2);
      continue;
    }
    sections.resize((indent - 4) / 2);
    const std::string key = line.substr(indent, line.find(':') - indent);
    std::string name;
    for (const std::string & section : sections) {
      name += section + ".";
    }
    file.comments[name + key] = comment;
    comment.clear();
    sections.push_back(key);
  }
}

ParametersFile read_parameters(const std::string & path)
{
  ParametersFile file;
  flatten(YAML::LoadFile(path)["/**"]["ros__parameters"], "", file);
  read_comments(path, file);
  return file;
}

std::string comment_of(const ParameterSpec & spec, bool is_fixed)
{
  return spec.description + (spec.unit == "-" ? "" : " [" + spec.unit + "]") +
         (is_fixed ? " (start)" : "");
}

std::string snake_case(const std::string & name)
{
  std::string text;
  for (const char c : name.substr(name.rfind(':') + 1)) {
    text += std::isupper(c) && !text.empty() ? "_" : "";
    text += static_cast<char>(std::tolower(c));
  }
  return text;
}

class ConfigFiles : public ::testing::Test
{
protected:
  static void SetUpTestSuite() {testing::find_staged_solvers();}
};

TEST_F(ConfigFiles, simulator_yaml_has_every_parameter_with_its_default_and_description)
{
  const ParametersFile file = read_parameters(CONTACT_SIM_CONFIG "/simulator.yaml");
  EXPECT_EQ(file.values.size(), session_parameters().size());
  for (const SessionParameter & parameter : session_parameters()) {
    const ParameterSpec & spec = parameter.spec;
    ASSERT_EQ(file.values.count(spec.name), 1u) << spec.name;
    EXPECT_EQ(parse_parameter(spec, file.values.at(spec.name)), spec.default_value) << spec.name;
    EXPECT_EQ(file.comments.at(spec.name), comment_of(spec, parameter.is_fixed));
  }
}

TEST_F(ConfigFiles, every_shipped_solver_has_a_file_with_its_parameters)
{
  SolverPlugins plugins;
  for (const std::string & name : plugins.names()) {
    if (name.rfind("contact_sim::", 0) != 0) {
      continue;  // of somebody else
    }
    const ParametersFile file =
      read_parameters(CONTACT_SIM_CONFIG "/solvers/" + snake_case(name) + ".yaml");
    EXPECT_EQ(file.values.at("solver.plugin"), name);
    const std::vector<ParameterSpec> specs = solver_specs(name, plugins);
    EXPECT_EQ(file.values.size(), specs.size() + 1) << name;
    for (const ParameterSpec & spec : specs) {
      const std::string key = kSolverPrefix + spec.name;
      ASSERT_EQ(file.values.count(key), 1u) << name << ' ' << key;
      EXPECT_EQ(parse_parameter(spec, file.values.at(key)), spec.default_value) << key;
      EXPECT_EQ(file.comments.at(key), comment_of(spec, false)) << name;
    }
  }
}

}  // namespace contact_sim
