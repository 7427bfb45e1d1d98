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

#ifndef CONTACT_SIM__IO__LCP_FILE_HPP_
#define CONTACT_SIM__IO__LCP_FILE_HPP_

#include <Eigen/Core>

#include <istream>
#include <map>
#include <optional>
#include <string>

#include "contact_sim/lcp/lcp_problem.hpp"

namespace contact_sim
{

/// A problem of the `.lcp` format: the size n, n rows of M, then q, separated by white space.
/// Lines that begin with `#` are comments; one of the form `# key: value`, the key a single word,
/// is a fact.
struct LcpFile
{
  LcpProblem problem;
  std::map<std::string, std::string> facts;  ///< by key; of a key given twice the last value
};

/// \throws std::runtime_error "FILE:LINE: expected …, found …" for a file that cannot be read or
///   is not as the format says; also where the fact `z` is not n finite numbers
LcpFile read_lcp_file(const std::string & path);

/// The same from a stream; `name` stands for the file in messages.
LcpFile read_lcp(std::istream & input, const std::string & name);

/// Writes the file whole or not at all, with numbers that read back bit for bit. An existing file
/// is replaced.
/// \throws std::invalid_argument for what could not be read back: a bad problem or fact
/// \throws std::runtime_error where the file cannot be written; what was there before stays
void write_lcp_file(const std::string & path, const LcpFile & file);

/// The solution that the fact `z` gives, if there is one.
/// \throws std::runtime_error where the fact is not n finite numbers; never after read_lcp
std::optional<Eigen::VectorXd> known_solution(const LcpFile & file);

/// Whether the fact `expect: none` says that the problem has no solution.
bool expects_no_solution(const LcpFile & file);

}  // namespace contact_sim

#endif  // CONTACT_SIM__IO__LCP_FILE_HPP_
