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

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "solvers/contact_basis.hpp"
#include "support/families.hpp"

namespace contact_sim
{

using testing::Random;

/// A basis of the dense LCP, for comparison: y_basic = B⁻¹ (q + …).
class DenseBasis
{
public:
  explicit DenseBasis(const LcpProblem & lcp)
  : lcp_(lcp), state_(lcp.size(), 1) {}

  void set(Eigen::Index i, int state) {state_[i] = state;}
  void set_artificial(const Eigen::VectorXd & cover) {artificial_ = true; cover_ = cover;}

  /// The columns of the basic variables in w - M z - c z₀ = q, in the order of the pairs; the pair
  /// without a basic variable has the artificial one's.
  Eigen::MatrixXd matrix() const
  {
    Eigen::MatrixXd B = Eigen::MatrixXd::Identity(lcp_.size(), lcp_.size());
    for (Eigen::Index i = 0; i < lcp_.size(); ++i) {
      if (state_[i] == 2) {
        B.col(i) = -lcp_.M.col(i);
      } else if (state_[i] == 0) {
        B.col(i) = -cover_;
      }
    }
    return B;
  }

  bool is_regular() const
  {
    const Eigen::FullPivLU<Eigen::MatrixXd> lu(matrix());
    return lu.matrixLU().diagonal().cwiseAbs().minCoeff() > 1e-4;
  }

  Eigen::VectorXd answer(const Eigen::VectorXd & right) const
  {
    return matrix().fullPivLu().solve(right);
  }

private:
  const LcpProblem & lcp_;
  std::vector<int> state_;
  bool artificial_{false};
  Eigen::VectorXd cover_;
};

class ContactBasisTest : public ::testing::Test
{
protected:
  static constexpr int kContacts = 3;
  static constexpr int kDirections = 4;

  /// A problem whose scales, the powers of two next below, are one, so that the basis's numbers are
  /// those of the LCP.
  void make(Random & random)
  {
    problem = ContactProblem(6);
    for (int i = 0; i < kContacts; ++i) {
      ContactProblem::Columns columns = testing::random_matrix(random, 6, 3);
      columns *= 1.5 / std::sqrt(columns.colwise().squaredNorm().maxCoeff());
      ContactData data;
      data.gap_rate = testing::uniform(random, -0.1, 0.1);
      data.mu = testing::uniform(random, 0.2, 0.8);
      data.directions = kDirections;
      data.angle = testing::uniform(random, 0.0, 6.0);
      problem.add_contact({0, 1, 2, 3, 4, 5}, columns, data);
    }
    const Eigen::VectorXd k = testing::random_vector(random, 6);
    problem.set_k(k);
    // The scale is that of the largest |u_free|; it is made one by the units of k and of the gaps.
    const double scale = problem.free_velocity().cwiseAbs().maxCoeff() / 1.5;
    problem.set_k(k / scale);
    for (int i = 0; i < kContacts; ++i) {
      ContactData data = problem.data(i);
      data.gap_rate /= scale;
      problem.set_data(i, data);
    }
    basis.load(problem);
    for (int i = 0; i < kContacts; ++i) {
      basis.join(i, 1.0);
    }
  }

  /// Where a pair of the basis is in the LCP.
  Eigen::Index row_of(int pair) const
  {
    const int contact = basis.contact_of(pair);
    const int local = basis.local_of(pair);
    if (local == 0) {
      return contact;
    }
    return local <= kDirections ? kContacts + contact * kDirections + local - 1 :
           kContacts * (1 + kDirections) + contact;
  }

  void expect_equal(const Eigen::VectorXd & values, const Eigen::VectorXd & expected) const
  {
    // The pivots of the dense basis are between 1e-4 and 10: some five of sixteen digits are lost.
    const double allowed = 1e-10 * std::max(1.0, expected.cwiseAbs().maxCoeff());
    for (int pair = 0; pair < basis.pairs(); ++pair) {
      if (basis.basic_of(pair) != ContactBasis::kNone) {
        EXPECT_NEAR(values[pair], expected[row_of(pair)], allowed) << "pair " << pair;
      }
    }
  }

  ContactProblem problem;
  ContactBasis basis;
};

TEST_F(ContactBasisTest, answers_as_the_dense_basis_does)
{
  Random random(1);
  int compared = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    make(random);
    DenseBasis dense(problem.to_lcp());
    for (int pair = 0; pair < basis.pairs(); ++pair) {
      const bool likely = basis.local_of(pair) == 0 || basis.local_of(pair) == kDirections + 1;
      if (random() % (likely ? 2 : 3) == 0) {
        basis.exchange(2 * pair, 2 * pair + 1);
        dense.set(row_of(pair), 2);
      }
    }
    const bool almost = random() % 2 == 0;
    const int missing = static_cast<int>(random() % basis.pairs());
    if (almost) {
      basis.exchange(basis.basic_of(missing), ContactBasis::kArtificial);
      dense.set(row_of(missing), 0);
      dense.set_artificial(Eigen::VectorXd::Ones(problem.to_lcp().size()));
    }
    if (!dense.is_regular()) {
      continue;
    }
    ++compared;
    ASSERT_TRUE(basis.factor()) << "trial " << trial;
    Eigen::VectorXd values;
    double artificial = 0.0;

    basis.answer({}, values, artificial);
    Eigen::VectorXd expected = dense.answer(problem.to_lcp().q);
    expect_equal(values, expected);
    if (almost) {
      EXPECT_NEAR(
        artificial, expected[row_of(missing)],
        1e-10 * std::max(1.0, expected.cwiseAbs().maxCoeff()));
    }
    for (int pair = 0; pair < basis.pairs(); ++pair) {
      basis.answer({ContactBasis::Source::kRow, pair, false}, values, artificial);
      expect_equal(
        values, dense.answer(
          Eigen::VectorXd::Unit(
            problem.to_lcp().size(), row_of(
              pair))));
    }
    for (const bool is_z : {false, true}) {
      for (int pair = 0; pair < basis.pairs(); ++pair) {
        if (basis.is_basic(2 * pair + is_z)) {
          continue;
        }
        basis.answer({ContactBasis::Source::kVariable, pair, is_z}, values, artificial);
        const Eigen::Index row = row_of(pair);
        const Eigen::VectorXd column = is_z ? Eigen::VectorXd(problem.to_lcp().M.col(row)) :
          Eigen::VectorXd(-Eigen::VectorXd::Unit(problem.to_lcp().size(), row));
        expect_equal(values, dense.answer(column));
      }
    }
  }
  EXPECT_GT(compared, 200) << "few of the bases were regular";
}

TEST_F(ContactBasisTest, comes_back_from_its_code)
{
  Random random(2);
  make(random);
  basis.load(problem);
  basis.join(1, 1.0);
  for (const int local : {0, 2, kDirections + 1}) {
    basis.exchange(2 * basis.pair(1, local), 2 * basis.pair(1, local) + 1);
  }
  std::vector<std::uint64_t> codes;
  basis.save(codes);
  const std::uint64_t hash = basis.hash();
  basis.load(problem);
  ASSERT_TRUE(basis.restore(codes));
  basis.find_hash();
  EXPECT_EQ(basis.hash(), hash);
  EXPECT_TRUE(basis.slides(1));
  EXPECT_FALSE(basis.restore({1, 2}));
}

TEST_F(ContactBasisTest, answers_after_updates_as_after_a_factorisation)
{
  Random random(4);
  int compared = 0;
  for (int trial = 0; trial < 400; ++trial) {
    make(random);
    basis.update_from(trial % 2 == 0 ? 0 : 1000);  // the product form, or a new factorisation
    ASSERT_TRUE(basis.factor());
    Eigen::VectorXd values, rates, expected;
    double artificial = 0.0, artificial_rate = 0.0, expected_artificial = 0.0;
    basis.answer({}, values, artificial);
    int updates = 0;
    for (int pivot = 0; pivot < 12; ++pivot) {
      const int pair = static_cast<int>(random() % basis.pairs());
      const bool is_z = random() % 2 == 0;
      const ContactBasis::Variable entering = 2 * pair + is_z;
      if (basis.is_basic(entering)) {
        continue;
      }
      basis.answer(
        {ContactBasis::Source::kVariable, pair, is_z}, rates, artificial_rate);
      const ContactBasis::Variable leaving = basis.basic_of(pair);
      if (leaving == ContactBasis::kNone || std::abs(rates[pair]) < 1e-2) {
        continue;
      }
      ASSERT_TRUE(
        basis.advance(leaving, entering, rates, artificial_rate, values, artificial));
      ++updates;
    }
    if (updates < 3) {
      continue;
    }
    ContactBasis fresh = basis;
    ASSERT_TRUE(fresh.factor());
    ++compared;
    // Twelve pivots of at least 1e-2 may lose some six of sixteen digits.
    const auto expect_same = [&](const Eigen::VectorXd & found) {
        for (int pair = 0; pair < basis.pairs(); ++pair) {
          if (basis.basic_of(pair) != ContactBasis::kNone) {
            EXPECT_NEAR(
              found[pair], expected[pair], 1e-8 * std::max(1.0, expected.cwiseAbs().maxCoeff()));
          }
        }
      };
    fresh.answer({}, expected, expected_artificial);
    expect_same(values);
    basis.answer({}, values, artificial);
    expect_same(values);
    for (int variable = 0; variable < 2 * basis.pairs(); ++variable) {
      const ContactBasis::Source source{
        ContactBasis::Source::kVariable, variable / 2, variable % 2 == 1};
      if (!basis.is_basic(variable)) {
        fresh.answer(source, expected, expected_artificial);
        basis.answer(source, values, artificial);
        expect_same(values);
      }
    }
    for (int pair = 0; pair < basis.pairs(); ++pair) {
      const ContactBasis::Source source{ContactBasis::Source::kRow, pair, false};
      fresh.answer(source, expected, expected_artificial);
      basis.answer(source, values, artificial);
      expect_same(values);
    }
  }
  EXPECT_GT(compared, 200);
}

TEST_F(ContactBasisTest, is_covered_by_ones_where_it_is_asked_to)
{
  Random random(3);
  make(random);
  for (const int local : {0, 1, kDirections + 1}) {
    basis.exchange(2 * basis.pair(0, local), 2 * basis.pair(0, local) + 1);
  }
  ASSERT_TRUE(basis.factor());
  basis.cover_here();
  // The artificial variable enters for θ₀; raising θ₀ again by one takes all others back by as
  // much.
  const int theta = basis.pair(0, 0);
  Eigen::VectorXd before;
  Eigen::VectorXd after;
  double artificial = 0.0;
  basis.answer({}, before, artificial);
  basis.exchange(2 * theta + 1, ContactBasis::kArtificial);
  ASSERT_TRUE(basis.factor());
  basis.answer({}, after, artificial);
  EXPECT_NEAR(artificial, -before[theta], 1e-12);
  for (int pair = 0; pair < basis.pairs(); ++pair) {
    if (pair != theta) {
      EXPECT_NEAR(after[pair], before[pair] - before[theta], 1e-11) << "pair " << pair;
    }
  }
}

}  // namespace contact_sim
