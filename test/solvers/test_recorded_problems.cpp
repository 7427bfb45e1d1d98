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

#include <filesystem>
#include <string>
#include <vector>

#include "contact_sim/io/ctp_file.hpp"
#include "contact_sim/io/lcp_file.hpp"
#include "contact_sim/lcp/robust_lemke.hpp"
#include "solvers/robust_reduced_lemke.hpp"

namespace contact_sim
{

/// The problems that once went wrong.
std::vector<std::filesystem::path> recorded_problems()
{
  std::vector<std::filesystem::path> paths;
  for (const auto & entry : std::filesystem::directory_iterator(CONTACT_SIM_TEST_DATA)) {
    if (entry.path().extension() == ".ctp") {
      paths.push_back(entry.path());
    }
  }
  return paths;
}

TEST(RecordedProblems, are_there)
{
  EXPECT_GE(recorded_problems().size(), 6u);
}

TEST(RecordedProblems, are_solved_by_the_default_solver)
{
  for (const auto & path : recorded_problems()) {
    const ContactProblem problem = read_ctp_file(path.string()).problem;
    const std::string name = path.stem().string();
    for (const bool isotropic : {false, true}) {
      RobustReducedLemke solver;
      solver.initialize({{"isotropic", isotropic}});
      const ContactSolution solution = solver.solve(problem);
      EXPECT_TRUE(solution.solved()) << name << ": " << solution.detail;
      EXPECT_LE(
        contact_residual(problem, solution.impulses, solution.friction).largest(), 1e-9) << name;
    }
  }
}

TEST(RecordedProblems, of_plain_lcps_end_with_an_outcome_and_finite_numbers)
{
  int count = 0;
  for (const auto & entry : std::filesystem::directory_iterator(CONTACT_SIM_TEST_DATA)) {
    if (entry.path().extension() != ".lcp") {
      continue;
    }
    ++count;
    const LcpProblem problem = read_lcp_file(entry.path().string()).problem;
    const LcpSolution solution = solve_robust_lemke(problem);
    EXPECT_TRUE(solution.z.allFinite()) << entry.path();
    EXPECT_TRUE(solution.solved() || !solution.detail.empty()) << entry.path();
    EXPECT_EQ(solution.pivots, solve_robust_lemke(problem).pivots) << entry.path();
  }
  EXPECT_GE(count, 1);
}

}  // namespace contact_sim
