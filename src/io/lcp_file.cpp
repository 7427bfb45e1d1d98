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

#include "contact_sim/io/lcp_file.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "io/tokens.hpp"

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

constexpr const char * kSolutionKey = "z";
constexpr const char * kExpectKey = "expect";

/// The fact `z`. \throws std::runtime_error without the place
Eigen::VectorXd parse_solution(std::string_view text, Index n)
{
  std::vector<double> numbers;
  while (!(text = trimmed(text)).empty()) {
    const std::size_t length = std::min(text.find_first_of(" \t\r\n\v\f"), text.size());
    try {
      numbers.push_back(parse_number(text.substr(0, length)));
    } catch (const std::runtime_error & error) {
      throw std::runtime_error(std::string("in the fact 'z': ") + error.what());
    }
    text.remove_prefix(length);
  }
  if (static_cast<Index>(numbers.size()) != n) {
    throw std::runtime_error(
            "in the fact 'z': expected " + std::to_string(n) + " numbers, found " +
            std::to_string(numbers.size()));
  }
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), n);
}

/// M by rows, then q. The memory grows with what is there, not with what n claims.
std::vector<double> read_rows(TokenReader & reader, std::int64_t n)
{
  std::vector<double> numbers;
  for (std::int64_t row = 0; row <= n; ++row) {
    reader.read_numbers(
      n, row == n ? "q" : "row " + std::to_string(row + 1) + " of M", numbers);
  }
  return numbers;
}

void expect_end(TokenReader & reader, std::int64_t n)
{
  if (reader.next_word()) {
    reader.refuse(
      reader.line(), "expected the end of the file after " + std::to_string(n * n + n) +
      " numbers (n = " + std::to_string(n) + "), found " + in_quotes(reader.word()));
  }
}

void check_file(const LcpFile & file)
{
  check_problem(file.problem);
  check_facts(file.facts);
  try {
    known_solution(file);
  } catch (const std::runtime_error & error) {
    throw std::invalid_argument(error.what());
  }
}

void write_lcp(std::ostream & output, const LcpFile & file)
{
  write_head(output, file.facts);
  output << file.problem.size() << "\n";
  for (Index i = 0; i < file.problem.size(); ++i) {
    write_row(output, file.problem.M.row(i));
  }
  write_row(output, file.problem.q);
}

}  // namespace

LcpFile read_lcp(std::istream & input, const std::string & name)
{
  TokenReader reader(input, name);
  const std::int64_t n = reader.read_size("size n", "the size n of the problem");
  const std::vector<double> numbers = read_rows(reader, n);
  expect_end(reader, n);
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  LcpFile file;
  file.problem.M = Eigen::Map<const RowMajor>(numbers.data(), n, n);
  file.problem.q = Eigen::Map<const Eigen::VectorXd>(numbers.data() + n * n, n);
  file.facts = reader.facts();
  reader.at_line(reader.fact_line(kSolutionKey), [&] {known_solution(file);});
  return file;
}

LcpFile read_lcp_file(const std::string & path)
{
  LcpFile file;
  read_from(path, [&](std::istream & input) {file = read_lcp(input, path);});
  return file;
}

void write_lcp_file(const std::string & path, const LcpFile & file)
{
  check_file(file);
  write_to(path, [&](std::ostream & output) {write_lcp(output, file);});
}

std::optional<Eigen::VectorXd> known_solution(const LcpFile & file)
{
  const auto fact = file.facts.find(kSolutionKey);
  if (fact == file.facts.end()) {
    return std::nullopt;
  }
  return parse_solution(fact->second, file.problem.size());
}

bool expects_no_solution(const LcpFile & file)
{
  const auto fact = file.facts.find(kExpectKey);
  return fact != file.facts.end() && fact->second == "none";
}

}  // namespace contact_sim
