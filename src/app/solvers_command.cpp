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

#include "solvers_command.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <vector>

#include "contact_sim/contact/contact_solver.hpp"
#include "contact_sim/lcp/algorithms.hpp"
#include "contact_sim/plugins/solver_plugins.hpp"
#include "nlohmann/json.hpp"
#include "report.hpp"
#include "text_table.hpp"

namespace contact_sim
{

namespace
{

/// A solver as it is shown.
struct Entry
{
  std::string name;
  std::string takes;    ///< the kind of problem it works on
  std::string purpose;
  std::vector<ParameterSpec> parameters;
  std::optional<SolverTraits> traits;  ///< of plugins
  std::string error;    ///< why a plugin that is declared cannot be loaded
};

Entry describe(const std::string & name, SolverPlugins & plugins)
{
  Entry entry;
  entry.name = name;
  entry.takes = "contact";
  try {
    const std::shared_ptr<ContactSolver> solver = plugins.load(name);
    entry.traits = solver->traits();
    entry.purpose = entry.traits->purpose;
    entry.parameters = solver->parameter_specs();
  } catch (const std::exception & error) {
    entry.error = error.what();
  }
  return entry;
}

std::vector<Entry> list_solvers()
{
  std::vector<Entry> entries;
  for (const LcpAlgorithm & algorithm : lcp_algorithms()) {
    entries.push_back({algorithm.name, "lcp", algorithm.purpose, algorithm.parameters, {}, ""});
  }
  SolverPlugins plugins;
  for (const std::string & name : plugins.names()) {
    entries.push_back(describe(name, plugins));
  }
  return entries;
}

const char * law_of(const SolverTraits & traits)
{
  return traits.friction == Friction::kCone ? "cone" : "polygon";
}

std::string in_words(const SolverTraits & traits)
{
  std::string words = traits.takes_friction ?
    std::string("friction in the ") + law_of(traits) : "no friction";
  words += traits.is_exact ? ", exact" : ", iterative";
  words += traits.uses_guess ? ", warm start" : ", no warm start";
  words += traits.forms_matrix ? ", needs the matrix" : ", works on the factors";
  return words;
}

bool is_number(const ParameterSpec & spec)
{
  return std::holds_alternative<double>(spec.default_value) ||
         std::holds_alternative<std::int64_t>(spec.default_value);
}

std::string range(const ParameterSpec & spec)
{
  if (!is_number(spec)) {
    return type_name(spec.default_value);
  }
  return to_string(ParameterValue(spec.minimum)) + " to " + to_string(ParameterValue(spec.maximum));
}

void write_parameters(std::ostream & output, const std::vector<ParameterSpec> & specs)
{
  using Align = TextTable::Align;
  TextTable table({Align::kLeft, Align::kLeft, Align::kLeft, Align::kLeft, Align::kLeft});
  table.add_row({"parameter", "default", "unit", "range", "meaning"});
  for (const ParameterSpec & spec : specs) {
    table.add_row(
      {spec.name, to_string(spec.default_value), spec.unit, range(spec), spec.description});
  }
  table.write(output, "    ");
}

void write_table(std::ostream & output, const std::vector<Entry> & entries)
{
  output << "Solvers, what they take and what they are for, with their parameters (--set).\n";
  for (const Entry & entry : entries) {
    output << "\n" << on_one_line(entry.name) << " (" << entry.takes << ")  " << entry.purpose;
    if (!entry.error.empty()) {
      output << on_one_line(entry.error) << "\n";
      continue;
    }
    output << "\n";
    if (entry.traits) {
      output << "    " << in_words(*entry.traits) << "\n";
    }
    write_parameters(output, entry.parameters);
  }
}

void write_plain(std::ostream & output, const std::vector<Entry> & entries)
{
  for (const Entry & entry : entries) {
    output << on_one_line(entry.name) << " " << entry.takes << " " <<
      on_one_line(entry.error.empty() ? entry.purpose : "error: " + entry.error) << "\n";
  }
}

nlohmann::ordered_json to_json(const ParameterSpec & spec)
{
  nlohmann::ordered_json json;
  json["name"] = spec.name;
  json["type"] = type_name(spec.default_value);
  std::visit([&](const auto & value) {json["default"] = value;}, spec.default_value);
  json["unit"] = spec.unit;
  if (is_number(spec)) {
    // An infinite bound becomes null: JSON has no infinity.
    json["minimum"] = spec.minimum;
    json["maximum"] = spec.maximum;
  }
  json["description"] = spec.description;
  return json;
}

nlohmann::ordered_json to_json(const SolverTraits & traits)
{
  nlohmann::ordered_json json;
  json["law"] = law_of(traits);
  json["friction"] = traits.takes_friction;
  json["exact"] = traits.is_exact;
  json["warm_start"] = traits.uses_guess;
  json["needs_matrix"] = traits.forms_matrix;
  return json;
}

nlohmann::ordered_json to_json(const Entry & entry)
{
  nlohmann::ordered_json json;
  json["name"] = entry.name;
  json["takes"] = entry.takes;
  if (!entry.error.empty()) {
    json["error"] = entry.error;
    return json;
  }
  json["purpose"] = entry.purpose;
  if (entry.traits) {
    json["traits"] = to_json(*entry.traits);
  }
  json["parameters"] = nlohmann::ordered_json::array();
  for (const ParameterSpec & spec : entry.parameters) {
    json["parameters"].push_back(to_json(spec));
  }
  return json;
}

void write_json(std::ostream & output, const std::vector<Entry> & entries)
{
  // What others put into their descriptions need not be UTF-8, JSON must be.
  constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;
  auto solvers = nlohmann::ordered_json::array();
  for (const Entry & entry : entries) {
    solvers.push_back(to_json(entry));
  }
  output << solvers.dump(2, ' ', false, kReplace) << "\n";
}

}  // namespace

CLI::App * add_solvers_command(CLI::App & app, SolversArguments & arguments)
{
  CLI::App * command = app.add_subcommand("solvers", "List the solvers and their parameters");
  command->add_option("--format", arguments.format, kFormatHelp)->type_name("FORMAT");
  command->footer(
    "Solvers of other packages are found on AMENT_PREFIX_PATH.\n\n"
    "Example:\n"
    "  contact_sim solvers --format json\n\n"
    "Exit codes: 0 listed, 1 a plugin that is declared cannot be loaded, 2 bad arguments.");
  return command;
}

int run_solvers(const SolversArguments & arguments, std::ostream & output)
{
  const Format format = parse_format(arguments.format);
  const std::vector<Entry> entries = list_solvers();
  switch (format) {
    case Format::kTable: write_table(output, entries); break;
    case Format::kPlain: write_plain(output, entries); break;
    case Format::kJson: write_json(output, entries); break;
  }
  const auto works = [](const Entry & entry) {return entry.error.empty();};
  return std::all_of(entries.begin(), entries.end(), works) ? 0 : 1;
}

}  // namespace contact_sim
