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

#ifndef SOLVERS__CONFORMANCE_TEST_HPP_
#define SOLVERS__CONFORMANCE_TEST_HPP_

#include <gtest/gtest.h>

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "contact_sim/contact/contact_residual.hpp"
#include "contact_sim/contact/contact_solver.hpp"
#include "solvers/easy_problems.hpp"
#include "support/load_solvers.hpp"

namespace contact_sim::testing
{

inline bool bit_equal(const ContactSolution & a, const ContactSolution & b)
{
  return a.status == b.status && a.iterations == b.iterations &&
         a.impulses.size() == b.impulses.size() &&
         (a.impulses.array() == b.impulses.array()).all();
}

inline std::string told(const ContactSolution & solution)
{
  return std::string(to_string(solution.status)) + ": " + solution.detail;
}

inline bool has_friction(const ContactProblem & problem)
{
  for (Eigen::Index i = 0; i < problem.size(); ++i) {
    if (problem.is_frictional(i)) {
      return true;
    }
  }
  return false;
}

/// What every solver must do, ours and a stranger's: one run a class that pluginlib declares.
class ConformanceTest : public ::testing::TestWithParam<std::string>
{
protected:
  void SetUp() override
  {
    ASSERT_NO_THROW(solver_ = load_solver(GetParam()));
    solver_->initialize(easy());
  }

  /// An iteration comes near a solution and never arrives: it gets a tolerance that is not below
  /// what a few thousand sweeps reach on a handful of well-conditioned contacts.
  ParameterMap easy() const
  {
    return solver_->traits().is_exact ? ParameterMap{} : ParameterMap{{"tolerance", kLoose}};
  }

  double tolerance() const {return solver_->traits().is_exact ? kDefault : kLoose;}

  /// How far an answer within the tolerance may be from the right one, relative to it. The residual
  /// grows with the square of an error in the direction of friction and linearly with all others;
  /// what is solved here is conditioned better than 10. An exact solver ends at the solution of a
  /// linear system: nine digits of its fifteen.
  double accuracy() const {return solver_->traits().is_exact ? 1e-9 : 10.0 * std::sqrt(kLoose);}

  bool takes_friction() const {return solver_->traits().takes_friction;}

  /// Textbook Lemke is known to fail on degenerate problems: that is why the others exist.
  bool may_fail_on_ties() const {return GetParam() == "contact_sim::Lemke";}

  /// A parameter that has a unit is right in some units only, as Δ of the lexicographic Lemke is.
  bool may_mind_units() const
  {
    const std::vector<ParameterSpec> specs = solver_->parameter_specs();
    return std::any_of(
      specs.begin(), specs.end(), [](const ParameterSpec & spec) {
        return spec.unit != "-" && spec.unit != "deg" && spec.unit != "rad";
      });
  }

  ContactSolution solve(const ContactProblem & problem, const ContactSolution * guess = nullptr)
  {
    ContactSolution solution;
    solver_->solve(problem, guess, solution);
    expect_honest(problem, solution);
    return solution;
  }

  void expect_honest(const ContactProblem & problem, const ContactSolution & solution)
  {
    ASSERT_EQ(solution.impulses.size(), 3 * problem.size());
    EXPECT_TRUE(solution.impulses.allFinite());
    const double residual =
      contact_residual(problem, solution.impulses, solution.friction).largest();
    EXPECT_DOUBLE_EQ(solution.residual.largest(), residual);
    if (solution.solved()) {
      EXPECT_LE(residual, tolerance());
    } else {
      EXPECT_FALSE(solution.detail.empty()) << to_string(solution.status);
    }
    if (!takes_friction() && has_friction(problem)) {
      EXPECT_EQ(solution.status, ContactStatus::kNotApplicable) << told(solution);
    }
  }

  /// Solves a point mass and compares with what is known, or sees that friction is refused.
  void expect_answer(
    const Eigen::Vector3d & velocity, double mu, const Eigen::Vector3d & end, double mass = 2.0)
  {
    const ContactProblem problem = point_mass(velocity, mu, mass);
    const ContactSolution solution = solve(problem);
    if (mu > 0.0 && !takes_friction()) {
      return;
    }
    ASSERT_TRUE(solution.solved()) << told(solution);
    const Eigen::Vector3d expected = mass * (end - velocity);
    EXPECT_LE((solution.impulses - expected).norm(), accuracy() * mass * velocity.norm()) <<
      solution.impulses.transpose() << " instead of " << expected.transpose();
  }

  /// Solved, and the velocities are those that are expected.
  void expect_velocity(const ContactProblem & problem, const Eigen::VectorXd & expected)
  {
    const ContactSolution solution = solve(problem);
    if (!solution.solved() && may_fail_on_ties()) {
      return;
    }
    ASSERT_TRUE(solution.solved()) << told(solution);
    const Eigen::VectorXd end = end_velocity(problem, solution.impulses);
    EXPECT_LE((end - expected).norm(), accuracy() * problem.k().norm()) <<
      end.transpose() << " instead of " << expected.transpose();
  }

  /// As much friction as the solver takes.
  double friction(double mu) const {return takes_friction() ? mu : 0.0;}
  ContactProblem suited(const ContactProblem & problem) const
  {
    return takes_friction() ? problem : smooth(problem);
  }

  static constexpr double kDefault = 1e-9;
  static constexpr double kLoose = 1e-8;

  std::shared_ptr<ContactSolver> solver_;
};

}  // namespace contact_sim::testing

#endif  // SOLVERS__CONFORMANCE_TEST_HPP_
