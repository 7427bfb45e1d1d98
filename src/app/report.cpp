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
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <ostream>
#include <set>
#include <stdexcept>

#include "nlohmann/json.hpp"

namespace contact_sim
{

namespace
{

/// Of the largest entry of the known z: solvers differ by rounding, files may hold fewer digits.
constexpr double kSameSolution = 1e-6;

std::string formatted(const char * format, double value)
{
  char text[64];
  std::snprintf(text, sizeof(text), format, value);
  return text;
}

/// Columns on the screen: the bytes that do not continue a UTF-8 character.
std::size_t width(const std::string & text)
{
  return std::count_if(text.begin(), text.end(), [](char c) {return (c & 0xC0) != 0x80;});
}

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

void write_plain(std::ostream & output, const SolveRecord & record)
{
  const LcpSolution & solution = record.solution;
  output << "# " << on_one_line(record.file) << " " << record.solver << "\n";
  output << "# " << to_string(solution.status) << "\n";
  output << "status " << static_cast<int>(solution.status) << "\n";
  if (!solution.detail.empty()) {
    output << "# " << on_one_line(solution.detail) << "\n";
  }
  output << "iterations " << solution.pivots << "\n";
  output << "time_us " << formatted("%.1f", record.time_us) << "\n";
  output << "residual " << full_precision(solution.residual) << "\n";
  output << "z";
  write_vector(output, solution.z);
}

/// Numbers that are not finite become null.
nlohmann::ordered_json to_json(const SolveRecord & record)
{
  const LcpSolution & solution = record.solution;
  nlohmann::ordered_json json;
  json["file"] = record.file;
  json["n"] = solution.z.size();
  json["solver"] = record.solver;
  json["status"] = static_cast<int>(solution.status);
  json["status_name"] = to_string(solution.status);
  json["detail"] = solution.detail;
  json["iterations"] = solution.pivots;
  json["backtracks"] = solution.backtracks;
  json["time_us"] = record.time_us;
  json["residual"] = solution.residual;
  json["z"] = std::vector<double>(solution.z.begin(), solution.z.end());
  json["expected"] = record.expected;
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
    solved += record.solution.solved();
    not_applicable += record.solution.status == LcpStatus::kNotApplicable;
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

void write_table(std::ostream & output, const std::vector<SolveRecord> & records)
{
  using Align = TextTable::Align;
  TextTable table({Align::kLeft, Align::kRight, Align::kLeft, Align::kLeft, Align::kRight,
      Align::kRight, Align::kRight, Align::kLeft});
  table.add_row(
    {"problem", "n", "solver", "status", "pivots", "time [µs]", "residual", "expected"});
  for (const SolveRecord & record : records) {
    const LcpSolution & solution = record.solution;
    table.add_row(
      {file_name(record.file), std::to_string(solution.z.size()), record.solver,
        to_string(solution.status), std::to_string(solution.pivots),
        formatted("%.1f", record.time_us), formatted("%.1e", solution.residual),
        record.expected});
  }
  table.write(output);
  output << "\n";
  write_counts(output, records);
}

/// What a table of many records has no room for.
void write_answer(std::ostream & output, const LcpSolution & solution)
{
  if (!solution.detail.empty()) {
    output << to_string(solution.status) << ": " << on_one_line(solution.detail) << "\n";
  }
  output << (solution.solved() ? "z =" : "best z found =");
  write_vector(output, solution.z);
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

std::string on_one_line(const std::string & text)
{
  std::string line = text;
  const auto is_control = [](unsigned char c) {return std::iscntrl(c) != 0;};
  std::replace_if(line.begin(), line.end(), is_control, '?');
  return line;
}

void TextTable::write(std::ostream & output, const std::string & indent) const
{
  const std::vector<std::size_t> column_widths = widths();
  for (const std::vector<std::string> & row : rows_) {
    std::string line = indent;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(column_widths[i] - width(row[i]), ' ');
      line += i == 0 ? "" : "  ";
      line += columns_[i] == Align::kLeft ? row[i] + padding : padding + row[i];
    }
    output << line.erase(line.find_last_not_of(' ') + 1) << "\n";
  }
}

std::vector<std::size_t> TextTable::widths() const
{
  std::vector<std::size_t> widest(columns_.size(), 0);
  for (const std::vector<std::string> & row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widest[i] = std::max(widest[i], width(row[i]));
    }
  }
  return widest;
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
      write_answer(output, records.front().solution);
    }
  }
}

}  // namespace contact_sim
