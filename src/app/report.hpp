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

#ifndef APP__REPORT_HPP_
#define APP__REPORT_HPP_

#include <Eigen/Core>

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "contact_sim/contact/contact_residual.hpp"
#include "contact_sim/io/lcp_file.hpp"
#include "contact_sim/lcp/lcp_problem.hpp"
#include "formatted.hpp"

namespace contact_sim
{

enum class Format
{
  kTable,  ///< for people
  kPlain,  ///< for other programs, as FORMATS.md says
  kJson,   ///< for other programs
};

/// \throws std::invalid_argument for an unknown name; the message lists the known ones
Format parse_format(const std::string & name);

/// The help of the option that parse_format reads.
extern const char * const kFormatHelp;

/// "%.17g": reads back bit for bit.
std::string full_precision(double value);

/// What only the answer to a contact problem has.
struct ContactPart
{
  Eigen::Index contacts{0};
  Eigen::Index degrees_of_freedom{0};
  Eigen::VectorXd impulses;  ///< n, t₁, t₂ a contact
  ContactResidual residual;
  Friction friction{Friction::kPolygon};
  std::string dumped;        ///< the file that the failure was written to
};

/// One solve of one problem by one solver.
struct SolveRecord
{
  std::string file;
  std::string solver;
  std::string ran;       ///< the class of the object that solved, whatever name it was asked for by
  LcpStatus status{LcpStatus::kGaveUp};
  std::string detail;
  int iterations{0};
  int backtracks{0};
  double residual{0.0};
  double time_us{0.0};   ///< of the solve alone [µs]
  std::optional<Eigen::VectorXd> z;  ///< none where the answer is not one of the file's LCP
  std::string expected;  ///< what compare_with_facts says
  std::optional<ContactPart> contact;

  bool solved() const {return status == LcpStatus::kSolved;}
};

/// How an outcome goes with what the file knows about the problem:
/// "as expected": the known z, or no solution where there is none;
/// "other solution": solved, but not with the known z;
/// "missed": not solved, although a solution is known;
/// "unexpected": solved, although the file says that there is no solution;
/// empty: the file knows nothing, or the solver gave up on a problem without a solution.
std::string compare_with_facts(const LcpFile & file, const LcpSolution & solution);

/// Writes what `contact_sim solve` prints.
void write_records(
  std::ostream & output, Format format, const std::vector<SolveRecord> & records);

}  // namespace contact_sim

#endif  // APP__REPORT_HPP_
