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

#include "report.hpp"

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <set>
#include <stdexcept>
#include <utility>

#include "formatted.hpp"
#include "nlohmann/json.hpp"
#include "text_table.hpp"

namespace contact_sim
{

namespace
{

/// Of the largest entry of the known z: solvers differ by rounding, files may hold fewer digits.
constexpr double kSameSolution = 1e-6;

bool same_solution(const Eigen::VectorXd & z, const Eigen::VectorXd & known)
{
  const double largest = known.lpNorm<Eigen::Infinity>();
  const double scale = largest > 0.0 ? largest : 1.0;
  return (z - known).lpNorm<Eigen::Infinity>() <= kSameSolution * scale;
}

void write_vector(std::ostream & output, const Eigen::VectorXd & z)
{
  for (const double value : z) {
    output << " " << full_precision(value);
  }
  output << "\n";
}

/// The four parts of a contact residual, each with its name.
std::vector<std::pair<std::string, double>> parts(const ContactResidual & residual)
{
  return {
    {"penetration_rate", residual.penetration_rate}, {"complementarity", residual.complementarity},
    {"cone_violation", residual.cone_violation}, {"dissipation_gap", residual.dissipation_gap}};
}

const char * law_of(const ContactPart & contact)
{
  return contact.friction == Friction::kCone ? "cone" : "polygon";
}

void write_plain_contact(std::ostream & output, const ContactPart & contact)
{
  for (const auto & [name, value] : parts(contact.residual)) {
    output << "# " << name << ": " << full_precision(value) << "\n";
  }
  output << "# friction: " << law_of(contact) << "\n";
  if (!contact.dumped.empty()) {
    output << "# dumped: " << on_one_line(contact.dumped) << "\n";
  }
  output << "lambda";
  write_vector(output, contact.impulses);
}

void write_plain(std::ostream & output, const SolveRecord & record)
{
  output << "# " << on_one_line(record.file) << " " << record.solver << "\n";
  output << "# " << to_string(record.status) << "\n";
  output << "status " << static_cast<int>(record.status) << "\n";
  if (!record.detail.empty()) {
    output << "# " << on_one_line(record.detail) << "\n";
  }
  output << "iterations " << record.iterations << "\n";
  output << "time_us " << formatted("%.1f", record.time_us) << "\n";
  output << "residual " << full_precision(record.residual) << "\n";
  if (record.contact) {
    output << "# ran: " << record.ran << "\n";
    write_plain_contact(output, *record.contact);
  }
  if (record.z) {
    output << "z";
    write_vector(output, *record.z);
  }
}

nlohmann::ordered_json to_json(const Eigen::VectorXd & values)
{
  return std::vector<double>(values.begin(), values.end());
}

void add_contact(const ContactPart & contact, nlohmann::ordered_json & json)
{
  for (const auto & [name, value] : parts(contact.residual)) {
    json["residuals"][name] = value;
  }
  json["friction"] = law_of(contact);
  json["lambda"] = to_json(contact.impulses);
  if (!contact.dumped.empty()) {
    json["dumped"] = contact.dumped;
  }
}

/// Numbers that are not finite become null.
nlohmann::ordered_json to_json(const SolveRecord & record)
{
  nlohmann::ordered_json json;
  json["file"] = record.file;
  if (record.contact) {
    json["contacts"] = record.contact->contacts;
    json["nv"] = record.contact->degrees_of_freedom;
  } else {
    json["n"] = record.z->size();
  }
  json["solver"] = record.solver;
  if (record.contact) {
    json["ran"] = record.ran;
  }
  json["status"] = static_cast<int>(record.status);
  json["status_name"] = to_string(record.status);
  json["detail"] = record.detail;
  json["iterations"] = record.iterations;
  json["backtracks"] = record.backtracks;
  json["time_us"] = record.time_us;
  json["residual"] = record.residual;
  if (record.contact) {
    add_contact(*record.contact, json);
  }
  json["z"] = record.z ? to_json(*record.z) : nullptr;
  if (!record.contact) {
    json["expected"] = record.expected;
  }
  return json;
}

/// One line a record: short to look at, and still one value for a parser.
void write_json(std::ostream & output, const std::vector<SolveRecord> & records)
{
  // A file name need not be UTF-8, JSON must be.
  constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;
  output << "[";
  const char * separator = "\n";
  for (const SolveRecord & record : records) {
    output << separator << to_json(record).dump(-1, ' ', false, kReplace);
    separator = ",\n";
  }
  output << "\n]\n";
}

std::string file_name(const std::string & path)
{
  return on_one_line(std::filesystem::path(path).filename().string());
}

void write_counts(std::ostream & output, const std::vector<SolveRecord> & records)
{
  std::set<std::string> problems;
  std::set<std::string> solvers;
  std::size_t solved = 0;
  std::size_t not_applicable = 0;
  for (const SolveRecord & record : records) {
    problems.insert(record.file);
    solvers.insert(record.solver);
    solved += record.solved();
    not_applicable += record.status == LcpStatus::kNotApplicable;
  }
  const auto counted = [](std::size_t count, const std::string & noun) {
      return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
    };
  output << counted(problems.size(), "problem") << ", " << counted(solvers.size(), "solver") <<
    ": " << solved << " solved, " << records.size() - solved - not_applicable << " not solved";
  if (not_applicable > 0) {
    output << ", " << not_applicable << " not applicable";
  }
  output << '\n';
}

/// The cells that both kinds of problems have, between those that they have not.
std::vector<std::string> outcome_cells(const SolveRecord & record)
{
  return {
    record.solver, to_string(record.status), std::to_string(record.iterations),
    formatted("%.1f", record.time_us), formatted("%.1e", record.residual)};
}

void add_row(
  TextTable & table, std::vector<std::string> first, const std::vector<std::string> & middle,
  const std::string & last)
{
  first.insert(first.end(), middle.begin(), middle.end());
  first.push_back(last);
  table.add_row(first);
}

void write_lcp_table(std::ostream & output, const std::vector<SolveRecord> & records)
{
  using Align = TextTable::Align;
  TextTable table({Align::kLeft, Align::kRight, Align::kLeft, Align::kLeft, Align::kRight,
      Align::kRight, Align::kRight, Align::kLeft});
  table.add_row(
    {"problem", "n", "solver", "status", "pivots", "time [µs]", "residual", "expected"});
  for (const SolveRecord & record : records) {
    if (!record.contact) {
      add_row(
        table, {file_name(record.file), std::to_string(record.z->size())},
        outcome_cells(record), record.expected);
    }
  }
  table.write(output);
  output << "\n";
}

void write_contact_table(std::ostream & output, const std::vector<SolveRecord> & records)
{
  using Align = TextTable::Align;
  TextTable table({Align::kLeft, Align::kRight, Align::kRight, Align::kLeft, Align::kLeft,
      Align::kRight, Align::kRight, Align::kRight, Align::kLeft});
  table.add_row(
    {"problem", "contacts", "nv", "solver", "status", "iterations", "time [µs]", "residual",
      "ran"});
  for (const SolveRecord & record : records) {
    if (record.contact) {
      add_row(
        table, {file_name(record.file), std::to_string(record.contact->contacts),
          std::to_string(record.contact->degrees_of_freedom)},
        outcome_cells(record), record.ran);
    }
  }
  table.write(output);
  output << "\n";
}

void write_table(std::ostream & output, const std::vector<SolveRecord> & records)
{
  const auto is_contact = [](const SolveRecord & record) {return record.contact.has_value();};
  if (!std::all_of(records.begin(), records.end(), is_contact)) {
    write_lcp_table(output, records);
  }
  if (std::any_of(records.begin(), records.end(), is_contact)) {
    write_contact_table(output, records);
  }
  write_counts(output, records);
  for (const SolveRecord & record : records) {
    if (record.contact && !record.contact->dumped.empty()) {
      output << "dumped: " << on_one_line(record.contact->dumped) << "\n";
    }
  }
}

/// What a table of many records has no room for.
void write_answer(std::ostream & output, const SolveRecord & record)
{
  if (!record.detail.empty()) {
    output << to_string(record.status) << ": " << on_one_line(record.detail) << "\n";
  }
  output << (record.solved() ? "" : "best ") << (record.contact ? "lambda" : "z") <<
    (record.solved() ? " =" : " found =");
  write_vector(output, record.contact ? record.contact->impulses : *record.z);
}

}  // namespace

const char * const kFormatHelp = "table (for reading, the default), plain or json (for programs)";

Format parse_format(const std::string & name)
{
  if (name == "table") {
    return Format::kTable;
  }
  if (name == "plain") {
    return Format::kPlain;
  }
  if (name == "json") {
    return Format::kJson;
  }
  throw std::invalid_argument("unknown format '" + name + "'; known: table, plain, json");
}

std::string full_precision(double value)
{
  return formatted("%.17g", value);
}

std::string compare_with_facts(const LcpFile & file, const LcpSolution & solution)
{
  if (expects_no_solution(file)) {
    const bool denied =
      solution.status == LcpStatus::kRay || solution.status == LcpStatus::kInfeasible;
    return solution.solved() ? "unexpected" : denied ? "as expected" : "";
  }
  const auto known = known_solution(file);
  if (!known || solution.status == LcpStatus::kNotApplicable) {
    return "";
  }
  if (!solution.solved()) {
    return "missed";
  }
  return same_solution(solution.z, *known) ? "as expected" : "other solution";
}

void write_records(
  std::ostream & output, Format format, const std::vector<SolveRecord> & records)
{
  if (format == Format::kJson) {
    write_json(output, records);
  } else if (format == Format::kPlain) {
    for (const SolveRecord & record : records) {
      write_plain(output, record);
    }
  } else {
    write_table(output, records);
    if (records.size() == 1) {
      write_answer(output, records.front());
    }
  }
}

}  // namespace contact_sim
