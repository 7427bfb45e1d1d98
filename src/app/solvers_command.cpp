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

#include <ostream>

#include "contact_sim/lcp/algorithms.hpp"
#include "nlohmann/json.hpp"
#include "report.hpp"

namespace contact_sim
{

namespace
{

/// The kind of problem file that a solver works on.
constexpr const char * kTakes = "lcp";

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

void write_table(std::ostream & output)
{
  using Align = TextTable::Align;
  output << "Solvers, what they take and what they are for, with their parameters (--set).\n";
  for (const LcpAlgorithm & algorithm : lcp_algorithms()) {
    output << "\n" << algorithm.name << " (" << kTakes << ")  " << algorithm.purpose << "\n";
    TextTable table({Align::kLeft, Align::kLeft, Align::kLeft, Align::kLeft, Align::kLeft});
    table.add_row({"parameter", "default", "unit", "range", "meaning"});
    for (const ParameterSpec & spec : algorithm.parameters) {
      table.add_row(
        {spec.name, to_string(spec.default_value), spec.unit, range(spec), spec.description});
    }
    table.write(output, "    ");
  }
}

void write_plain(std::ostream & output)
{
  for (const LcpAlgorithm & algorithm : lcp_algorithms()) {
    output << algorithm.name << " " << kTakes << " " << algorithm.purpose << "\n";
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

void write_json(std::ostream & output)
{
  auto solvers = nlohmann::ordered_json::array();
  for (const LcpAlgorithm & algorithm : lcp_algorithms()) {
    nlohmann::ordered_json json;
    json["name"] = algorithm.name;
    json["takes"] = kTakes;
    json["purpose"] = algorithm.purpose;
    json["parameters"] = nlohmann::ordered_json::array();
    for (const ParameterSpec & spec : algorithm.parameters) {
      json["parameters"].push_back(to_json(spec));
    }
    solvers.push_back(json);
  }
  output << solvers.dump(2) << "\n";
}

}  // namespace

CLI::App * add_solvers_command(CLI::App & app, SolversArguments & arguments)
{
  CLI::App * command = app.add_subcommand("solvers", "List the solvers and their parameters");
  command->add_option("--format", arguments.format, kFormatHelp)->type_name("FORMAT");
  command->footer(
    "Example:\n"
    "  contact_sim solvers --format json\n\n"
    "Exit codes: 0 listed, 2 bad arguments.");
  return command;
}

int run_solvers(const SolversArguments & arguments, std::ostream & output)
{
  switch (parse_format(arguments.format)) {
    case Format::kTable: write_table(output); break;
    case Format::kPlain: write_plain(output); break;
    case Format::kJson: write_json(output); break;
  }
  return 0;
}

}  // namespace contact_sim
