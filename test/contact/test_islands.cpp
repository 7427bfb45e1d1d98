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

#include <algorithm>
#include <vector>

#include "contact_sim/contact/islands.hpp"
#include "support/families.hpp"

namespace contact_sim
{

using testing::Random;

namespace
{

/// A contact between two bodies of three degrees of freedom each, or one and the ground.
void add(ContactProblem & problem, int body, int other = -1)
{
  std::vector<int> dofs;
  for (const int b : {std::min(body, other), std::max(body, other)}) {
    for (int k = 0; b >= 0 && k < 3; ++k) {
      dofs.push_back(3 * b + k);
    }
  }
  ContactProblem::Columns columns(dofs.size(), 3);
  for (Eigen::Index row = 0; row < columns.rows(); ++row) {
    columns.row(row) = Eigen::RowVector3d::Constant(1.0 + 0.1 * dofs[row]);
  }
  ContactData data;
  data.mu = 0.1 * static_cast<double>(1 + problem.size());
  problem.add_contact(dofs, columns, data);
}

}  // namespace

TEST(Islands, are_none_without_contacts)
{
  Islands islands;
  islands.find(ContactProblem(6));
  EXPECT_EQ(islands.count(), 0);
}

TEST(Islands, are_contacts_that_share_a_body)
{
  ContactProblem problem(15);
  add(problem, 0);
  add(problem, 3);
  add(problem, 1, 4);
  add(problem, 0, 2);
  add(problem, 4);
  Islands islands;
  islands.find(problem);
  ASSERT_EQ(islands.count(), 3);
  std::vector<std::vector<int>> found;
  for (Eigen::Index i = 0; i < islands.count(); ++i) {
    found.emplace_back(
      islands.order().begin() + islands.first(i), islands.order().begin() + islands.first(i + 1));
    std::sort(found.back().begin(), found.back().end());
  }
  EXPECT_EQ(found, (std::vector<std::vector<int>>{{0, 3}, {1}, {2, 4}}));
}

TEST(Islands, go_through_a_chain_from_end_to_end)
{
  ContactProblem problem(18);
  for (const int body : {3, 0, 4, 2, 1}) {
    add(problem, body, body + 1);
  }
  Islands islands;
  islands.find(problem);
  ASSERT_EQ(islands.count(), 1);
  std::vector<int> bodies;
  for (const int contact : islands.order()) {
    bodies.push_back(problem.dofs(contact)[0] / 3);
  }
  const std::vector<int> up{0, 1, 2, 3, 4};
  const std::vector<int> down{4, 3, 2, 1, 0};
  EXPECT_TRUE(bodies == up || bodies == down);
}

TEST(Islands, keep_what_a_contact_is_in_a_problem_of_their_own)
{
  ContactProblem problem(15);
  add(problem, 0);
  add(problem, 3, 1);
  problem.set_k(Eigen::VectorXd::LinSpaced(15, 0.0, 14.0));
  Islands islands;
  islands.find(problem);
  ContactProblem part;
  islands.extract(problem, 1, part);
  ASSERT_EQ(part.size(), 1);
  ASSERT_EQ(part.degrees_of_freedom(), 6);
  EXPECT_EQ(part.k(), (Eigen::VectorXd(6) << 3, 4, 5, 9, 10, 11).finished());
  EXPECT_EQ(part.data(0).mu, problem.data(1).mu);
  EXPECT_EQ(part.velocity(0, part.k()), problem.velocity(1, problem.k()));
}

}  // namespace contact_sim
