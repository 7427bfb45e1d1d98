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

#include <sstream>
#include <string>
#include <vector>

#include "contact_sim/families/lcp_factory.hpp"
#include "contact_sim/lcp/algorithms.hpp"
#include "contact_sim/lcp/lcp_residual.hpp"
#include "fuzz/fuzz_target.hpp"

namespace contact_sim::fuzz
{

namespace
{

constexpr int kLargest = 10;
constexpr int kMostChanges = 12;

LcpProblem make_problem(Bytes & bytes)
{
  families::Random random(bytes.number(4));
  const std::vector<families::LcpCase> cases =
    families::all_families(random, 1 + bytes.below(kLargest));
  LcpProblem problem = cases[bytes.below(static_cast<int>(cases.size()))].problem;
  const int n = static_cast<int>(problem.size());
  for (int i = 0; i < kMostChanges && !bytes.is_empty() && n > 0; ++i) {
    const double value = bytes.extreme();
    const int row = bytes.below(n);
    switch (bytes.below(6)) {
      case 0: problem.q[row] = value; break;
      case 1: problem.M(row, bytes.below(n)) = value; break;
      case 2: problem.M.row(row) *= value; break;
      case 3: problem.M.col(row) *= value; break;
      case 4: problem.M *= value; break;
      default: problem.q *= value; break;
    }
  }
  return problem;
}

}  // namespace

/// Refused is only what check_problem() refuses; all else has a finite answer.
void try_input(const std::string & input)
{
  Bytes bytes(input);
  const std::vector<LcpAlgorithm> & algorithms = lcp_algorithms();
  const LcpAlgorithm & algorithm = algorithms[bytes.below(static_cast<int>(algorithms.size()))];
  const LcpProblem problem = make_problem(bytes);
  const bool is_good = is_taken(Place::kNone, "", [&] {check_problem(problem);});
  const auto refuse = [&](const std::string & what) {
      std::ostringstream text;
      text.precision(17);
      text << algorithm.name << ": " << what << " for\n" << problem.size() << "\n" << problem.M <<
        "\n" << problem.q.transpose() << "\n";
      fail(text.str());
    };
  LcpSolution solution;
  try {
    solution = algorithm.solve(problem, resolve_parameters(algorithm.parameters, {}));
  } catch (const std::invalid_argument &) {
    if (is_good) {
      refuse("refuses what check_problem() takes");
    }
    return;
  }
  if (!is_good) {
    refuse("takes what check_problem() refuses");
  }
  if (!solution.z.allFinite()) {
    refuse("an answer that is not finite");
  }
  if (solution.solved() && !(lcp_residual(problem, solution.z) <= 1e-8)) {
    refuse("solved, with a residual of " + std::to_string(lcp_residual(problem, solution.z)));
  }
}

}  // namespace contact_sim::fuzz
