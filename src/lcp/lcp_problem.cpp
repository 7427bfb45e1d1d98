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

#include "contact_sim/lcp/lcp_problem.hpp"

#include <cmath>
#include <sstream>
#include <stdexcept>

#include "contact_sim/lcp/largest_number.hpp"

namespace contact_sim
{

namespace
{

[[noreturn]] void refuse(const std::string & what)
{
  throw std::invalid_argument("LCP: " + what);
}

void refuse_unless_usable(const std::string & name, double value)
{
  if (!(std::abs(value) <= kLargestNumber)) {
    std::ostringstream message;
    message << "expected " << (std::isfinite(value) ? "numbers of at most 1e100" :
    "finite numbers") << ", found " << name << " = " << value;
    refuse(message.str());
  }
}

void refuse_first_bad_entry(const LcpProblem & problem)
{
  for (Eigen::Index i = 0; i < problem.size(); ++i) {
    const std::string row = std::to_string(i);
    refuse_unless_usable("q(" + row + ")", problem.q[i]);
    for (Eigen::Index j = 0; j < problem.size(); ++j) {
      refuse_unless_usable("M(" + row + ", " + std::to_string(j) + ")", problem.M(i, j));
    }
  }
}

/// One vectorised pass without a branch an entry; false also for many numbers that are large.
template<typename Derived>
bool all_small(const Eigen::MatrixBase<Derived> & x)
{
  return x.squaredNorm() <= kLargestNumber * kLargestNumber;
}

}  // namespace

const char * to_string(LcpStatus status)
{
  switch (status) {
    case LcpStatus::kSolved: return "solved";
    case LcpStatus::kRay: return "no solution (ray)";
    case LcpStatus::kCycle: return "cycle";
    case LcpStatus::kError: return "error";
    case LcpStatus::kPivotLimit: return "pivot limit";
    case LcpStatus::kInfeasible: return "infeasible";
    case LcpStatus::kGaveUp: return "gave up";
    case LcpStatus::kNotApplicable: return "not applicable";
  }
  return "unknown";
}

void LcpSolution::restart(Eigen::Index n)
{
  z.setZero(n);
  status = LcpStatus::kSolved;
  pivots = 0;
  backtracks = 0;
  residual = 0.0;
  detail.clear();
}

void check_problem(const LcpProblem & problem)
{
  if (problem.M.rows() != problem.size() || problem.M.cols() != problem.size()) {
    std::ostringstream message;
    message << "expected M of " << problem.size() << " x " << problem.size() <<
      " to fit q, found " << problem.M.rows() << " x " << problem.M.cols();
    refuse(message.str());
  }
  if (!all_small(problem.M) || !all_small(problem.q)) {
    refuse_first_bad_entry(problem);
  }
}

void check_option(const char * name, double value)
{
  if (!(value >= 0.0) || !std::isfinite(value)) {
    std::ostringstream message;
    message << "expected " << name << " to be finite and not negative, found " << value;
    refuse(message.str());
  }
}

}  // namespace contact_sim
