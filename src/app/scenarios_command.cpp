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

#include "scenarios_command.hpp"

#include <algorithm>
#include <ostream>
#include <sstream>
#include <vector>

#include "contact_sim/io/scenario_file.hpp"
#include "nlohmann/json.hpp"
#include "report.hpp"

namespace contact_sim
{

namespace
{

constexpr std::size_t kColumns = 100;

/// A scenario as it is shown.
struct Entry
{
  std::string name;
  std::string file;
  std::string description;
  double duration{0.0};  ///< [s]
  std::string error;     ///< why it cannot be read
};

Entry describe(const std::string & name)
{
  Entry entry;
  entry.name = name;
  try {
    entry.file = find_scenario(name);
    const ScenarioFile scenario = read_scenario(entry.file);
    entry.description = scenario.description;
    entry.duration = scenario.duration;
  } catch (const std::exception & error) {
    entry.error = error.what();
  }
  return entry;
}

/// The words of a text in lines that end before the last column, from the given one on.
std::string wrapped(const std::string & text, std::size_t indent)
{
  std::istringstream words(text);
  std::string lines, word;
  std::size_t column = indent;
  while (words >> word) {
    if (column > indent && column + 1 + word.size() > kColumns) {
      lines += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      lines += " ";
      ++column;
    }
    lines += word;
    column += word.size();
  }
  return lines;
}

void write_table(std::ostream & output, const std::vector<Entry> & entries)
{
  std::size_t widest = 0;
  for (const Entry & entry : entries) {
    widest = std::max(widest, entry.name.size());
  }
  for (const Entry & entry : entries) {
    output << entry.name << std::string(widest - entry.name.size() + 2, ' ') <<
      wrapped(entry.error.empty() ? entry.description : entry.error, widest + 2) << "\n";
  }
}

void write_plain(std::ostream & output, const std::vector<Entry> & entries)
{
  for (const Entry & entry : entries) {
    output << on_one_line(entry.name) << " " <<
      on_one_line(entry.error.empty() ? entry.description : "error: " + entry.error) << "\n";
  }
}

void write_json(std::ostream & output, const std::vector<Entry> & entries)
{
  constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;
  auto scenarios = nlohmann::ordered_json::array();
  for (const Entry & entry : entries) {
    nlohmann::ordered_json json;
    json["name"] = entry.name;
    json["file"] = entry.file;
    if (entry.error.empty()) {
      json["description"] = entry.description;
      json["duration"] = entry.duration;
    } else {
      json["error"] = entry.error;
    }
    scenarios.push_back(json);
  }
  output << scenarios.dump(2, ' ', false, kReplace) << "\n";
}

}  // namespace

CLI::App * add_scenarios_command(CLI::App & app, ScenariosArguments & arguments)
{
  CLI::App * command = app.add_subcommand("scenarios", "List the shipped scenarios");
  command->add_option("--format", arguments.format, kFormatHelp)->type_name("FORMAT");
  command->footer(
    "Example:\n"
    "  contact_sim scenarios --format json\n\n"
    "Exit codes: 0 listed, 1 one of them cannot be read, 2 bad arguments.");
  return command;
}

int run_scenarios(const ScenariosArguments & arguments, std::ostream & output)
{
  const Format format = parse_format(arguments.format);
  std::vector<Entry> entries;
  for (const std::string & name : shipped_scenarios()) {
    entries.push_back(describe(name));
  }
  switch (format) {
    case Format::kTable: write_table(output, entries); break;
    case Format::kPlain: write_plain(output, entries); break;
    case Format::kJson: write_json(output, entries); break;
  }
  const auto works = [](const Entry & entry) {return entry.error.empty();};
  return std::all_of(entries.begin(), entries.end(), works) ? 0 : 1;
}

}  // namespace contact_sim
