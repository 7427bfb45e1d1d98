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

#include <Eigen/Core>

#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/contact/nonconvex_lcp.hpp"
#include "contact_sim/lcp/lcp_residual.hpp"
#include "support/families.hpp"

namespace contact_sim
{

using Eigen::Vector2d;
using Eigen::Vector3d;
using Index = Eigen::Index;
using testing::Random;
using testing::egan_corner;

namespace
{

constexpr NonconvexScale kPaper{1.0, 100.0, 0.01};
constexpr NonconvexForm kForms[] = {NonconvexForm::kMax, NonconvexForm::kSummation};

/// The LCP of all contacts without groups.
LcpProblem plain_lcp(const ContactProblem & problem)
{
  ContactProblem plain(problem.degrees_of_freedom());
  plain.set_k(problem.k());
  for (Index i = 0; i < problem.size(); ++i) {
    const int * dofs = problem.dofs(i);
    plain.add_contact({dofs, dofs + problem.dof_count(i)}, problem.columns(i), problem.data(i));
  }
  return plain.to_lcp();
}

/// Without friction variables, as the paper writes its examples.
ContactProblem frictionless_corner(const Vector2d & velocity, NonconvexForm form)
{
  ContactProblem problem = egan_corner(velocity, form);
  for (Index i = 0; i < problem.size(); ++i) {
    ContactData data = problem.data(i);
    data.directions = 0;
    problem.set_data(i, data);
  }
  return problem;
}

/// The rows and columns that the paper has: all but the slips, which are zero without friction.
LcpProblem without_slips(const LcpProblem & lcp, Index contacts)
{
  const Index n = lcp.size() - contacts;
  return {lcp.M.topLeftCorner(n, n), lcp.q.head(n)};
}

}  // namespace

TEST(NonconvexLcp, is_the_matrix_that_the_paper_prints)
{
  for (const NonconvexForm form : kForms) {
    const bool is_max = form == NonconvexForm::kMax;
    for (const bool is_hit : {false, true}) {
      const LcpProblem expected = is_max ?
        (is_hit ? testing::egan_max_hit() : testing::egan_max_past().problem) :
        (is_hit ? testing::egan_sum_hit() : testing::egan_sum_past().problem);
      const ContactProblem problem = frictionless_corner({-2.0, is_hit ? -1.0 : 0.0}, form);
      const LcpProblem lcp =
        without_slips(nonconvex_lcp(problem, plain_lcp(problem), kPaper), 2);
      ASSERT_EQ(lcp.size(), expected.size());
      EXPECT_TRUE((lcp.M - expected.M).isZero(1e-14)) << lcp.M;
      EXPECT_TRUE((lcp.q - expected.q).isZero(1e-14)) << lcp.q.transpose();
    }
  }
}

TEST(NonconvexLcp, has_as_many_rows_as_the_table_of_the_paper)
{
  Random random(4);
  for (int k : {4, 8, 12}) {
    for (int groups : {0, 1, 3}) {
      for (int sides : {2, 3, 5}) {
        for (int x : {0, 1, 4}) {
          const int y = groups * sides;
          ContactProblem problem = testing::random_factors(random, x + y, 6, 6);
          for (int i = 0; i < x + y; ++i) {
            ContactData data = problem.data(i);
            data.directions = k;
            problem.set_data(i, data);
          }
          for (int g = 0; g < groups; ++g) {
            std::vector<int> group;
            for (int s = 0; s < sides; ++s) {
              group.push_back(g + s * groups);  // interleaved
            }
            problem.add_group(group);
          }
          EXPECT_EQ(
            problem.to_lcp().size(), 4 * y + 2 * groups + x + (k + 1) * (x + y));
          problem.set_nonconvex_law({NonconvexForm::kSummation, 0.1});
          EXPECT_EQ(problem.to_lcp().size(), 2 * y + x + (k + 1) * (x + y));
        }
      }
    }
  }
}

TEST(NonconvexLcp, is_solved_by_what_the_judge_accepts)
{
  struct Answer {Vector2d p; bool of_max, of_sum;};
  const Answer answers[] = {
    {{1.5, 0.5}, true, false}, {{1.5, 0.0}, true, true}, {{0.0, 0.5}, true, true},
    {{0.5, 0.5}, false, true}, {{1.495, 0.495}, false, true}, {{1.5, 0.13}, false, true},
    {{0.0, 0.0}, false, false}, {{1.4, 0.0}, false, false}};
  for (const NonconvexForm form : kForms) {
    const ContactProblem problem = egan_corner({-2.0, -1.0}, form);
    for (const Answer & answer : answers) {
      Eigen::VectorXd impulses = Eigen::VectorXd::Zero(6);
      impulses[0] = answer.p[0];
      impulses[3] = answer.p[1];
      const bool is_right = form == NonconvexForm::kMax ? answer.of_max : answer.of_sum;
      const double residual =
        lcp_residual(problem.to_lcp(), problem.lcp_variables(impulses));
      EXPECT_EQ(residual < 1e-12, is_right) << answer.p.transpose() << ": " << residual;
      EXPECT_TRUE((problem.impulses(problem.lcp_variables(impulses)) - impulses).isZero(1e-14));
    }
  }
}

TEST(NonconvexLcp, has_the_same_answers_for_any_gamma_above_the_unit)
{
  for (const double gamma : {1.1, 3.0, 100.0, 1e6}) {
    const ContactProblem problem = frictionless_corner({-2.0, -1.0}, NonconvexForm::kMax);
    const LcpProblem lcp =
      nonconvex_lcp(problem, plain_lcp(problem), {1.0, gamma, 0.0});
    for (const Vector2d & p : {Vector2d(1.5, 0.5), Vector2d(1.5, 0.0), Vector2d(0.0, 0.5)}) {
      Eigen::VectorXd plain = Eigen::VectorXd::Zero(4);
      plain.head<2>() = p;
      EXPECT_LT(
        lcp_residual(lcp, nonconvex_variables(problem, plain, {1.0, gamma, 0.0})), 1e-9);
    }
  }
}

TEST(NonconvexLcp, chooses_its_constants_from_the_scale_of_the_problem)
{
  for (const double speed : {1e-6, 1.0, 1e6}) {
    ContactProblem problem = testing::point_before_walls(
      2.0, speed * Vector3d(-2.0, -1.0, 0.0), 2.0,
      {{Vector3d::UnitX(), speed, 0.0}, {Vector3d::UnitY(), speed, 0.0}});
    problem.add_group({0, 1});
    const NonconvexScale scale = nonconvex_scale(problem);
    EXPECT_NEAR(scale.unit, 1.5 * speed, 1e-12 * speed);
    // Section VII: above the deepest penetration without impulses, by no more than a few times.
    EXPECT_GT(scale.gamma, scale.unit + 1.5 * speed);
    EXPECT_LT(scale.gamma, 10.0 * speed);
    EXPECT_NEAR(summation_epsilon(problem), 1.5e-3 * speed, 1e-12 * speed);
  }
}

TEST(ContactGroups, that_are_none_are_refused_with_what_was_found)
{
  const auto message = [](const std::vector<int> & sides) -> std::string {
      ContactProblem problem = egan_corner({-2.0, -1.0}, NonconvexForm::kMax);
      problem.add_contact({0}, Eigen::RowVector3d(1.0, 0.0, 0.0), {});
      problem.add_contact({1}, Eigen::RowVector3d(1.0, 0.0, 0.0), {});
      try {
        problem.add_group(sides);
      } catch (const std::invalid_argument & error) {
        return error.what();
      }
      return "accepted";
    };
  EXPECT_EQ(message({2, 3}), "accepted");
  EXPECT_NE(message({2}).find("at least two sides, found 1"), std::string::npos);
  EXPECT_NE(message({}).find("at least two sides, found 0"), std::string::npos);
  EXPECT_NE(message({2, 4}).find("contacts from 0 to 3 as sides, found 4"), std::string::npos);
  EXPECT_NE(message({-1, 2}).find("found -1"), std::string::npos);
  EXPECT_NE(message({2, 2}).find("contact 2: expected it once"), std::string::npos);
  EXPECT_NE(message({1, 2}).find("contact 1: expected it once"), std::string::npos);
}

TEST(ContactGroups, of_the_summation_form_need_an_epsilon)
{
  ContactProblem problem = egan_corner({-2.0, -1.0}, NonconvexForm::kSummation);
  EXPECT_NO_THROW(problem.check());
  for (const double epsilon : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    problem.set_nonconvex_law({NonconvexForm::kSummation, epsilon});
    EXPECT_THROW(problem.check(), std::invalid_argument);
    problem.set_nonconvex_law({NonconvexForm::kMax, epsilon});
    EXPECT_NO_THROW(problem.check());
  }
}

TEST(ContactGroups, are_forgotten_by_reset)
{
  ContactProblem problem = egan_corner({-2.0, -1.0}, NonconvexForm::kSummation);
  EXPECT_EQ(problem.group_count(), 1);
  EXPECT_EQ(problem.group_size(0), 2);
  EXPECT_EQ(problem.group_of(1), 0);
  problem.reset(3);
  EXPECT_EQ(problem.group_count(), 0);
  EXPECT_EQ(problem.group_of(1), -1);
  EXPECT_EQ(problem.nonconvex_law().form, NonconvexForm::kMax);
}

}  // namespace contact_sim
