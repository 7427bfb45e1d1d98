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

#ifndef SOLVERS__SCALED_COLUMNS_HPP_
#define SOLVERS__SCALED_COLUMNS_HPP_

#include <Eigen/Core>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "contact_sim/contact/contact_problem.hpp"

namespace contact_sim
{

/// Sums over a run of degrees of freedom that follow each other. Six of them, a free body's, are
/// the innermost loops of the solvers: their number is known to the compiler then.
namespace run
{

using Index = Eigen::Index;
using Six = Eigen::Matrix<double, 6, 1>;

constexpr Index kSix = 6;

inline Eigen::Map<const Six> six(const double * a) {return Eigen::Map<const Six>(a);}

inline double dot(const double * a, const double * b, Index size)
{
  if (size == kSix) {
    return six(a).dot(six(b));
  }
  double sum = 0.0;
  for (Index k = 0; k < size; ++k) {
    sum += a[k] * b[k];
  }
  return sum;
}

/// to += factor a
inline void add(double factor, const double * a, Index size, double * to)
{
  if (size == kSix) {
    Eigen::Map<Six> sum(to);
    sum += factor * six(a);
    return;
  }
  for (Index k = 0; k < size; ++k) {
    to[k] += factor * a[k];
  }
}

inline void scale(double factor, const double * a, Index size, double * to)
{
  if (size == kSix) {
    Eigen::Map<Six> result(to);
    result = factor * six(a);
    return;
  }
  for (Index k = 0; k < size; ++k) {
    to[k] = factor * a[k];
  }
}

/// to = a[0] n + a[1] t₁ + a[2] t₂, which follow each other from `n` on
inline void combine(const Eigen::Vector3d & a, const double * n, Index size, double * to)
{
  if (size == kSix) {
    Eigen::Map<Six> result(to);
    result = a[0] * six(n) + a[1] * six(n + kSix) + a[2] * six(n + 2 * kSix);
    return;
  }
  for (Index k = 0; k < size; ++k) {
    to[k] = a[0] * n[k] + a[1] * n[size + k] + a[2] * n[2 * size + k];
  }
}

}  // namespace run

inline double square(const double * a, Eigen::Index size)
{
  if (size == run::kSix) {
    return run::six(a).squaredNorm();
  }
  double sum = 0.0;
  for (; size >= run::kSix; size -= run::kSix, a += run::kSix) {
    sum += run::six(a).squaredNorm();
  }
  return sum + run::dot(a, a, size);
}

inline double largest_square(const ContactProblem & problem, Eigen::Index i)
{
  const auto columns = problem.columns(i);
  const double * n = columns.data();
  const Eigen::Index stride = columns.outerStride();
  const Eigen::Index size = columns.rows();
  return std::max(
    square(n, size), std::max(square(n + stride, size), square(n + 2 * stride, size)));
}

/// The exponent of the power of two next below the root of x > 0.
inline int half_exponent(double x)
{
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof(bits));
  return (static_cast<int>(bits >> 52) + 1) / 2 - 512;  // the bias of 1023 is odd
}

/// 2^exponent, where that is a normal number.
inline double two_to(int exponent)
{
  const std::uint64_t bits = static_cast<std::uint64_t>(exponent + 1023) << 52;
  double result;
  std::memcpy(&result, &bits, sizeof(result));
  return result;
}

/// The power of two next below x > 0: scaling with it rounds nothing.
inline double power_of_two(double x)
{
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof(bits));
  return two_to(std::max(static_cast<int>(bits >> 52), 1) - 1023);
}

/// The columns Â of all contacts, each divided by its contact's unit, in the order in which the
/// algebra of a basis goes through them: for each run of degrees of freedom that follow each other,
/// six at most, n, then t₁, then t₂.
class ScaledColumns
{
public:
  using Index = Eigen::Index;

  struct Run
  {
    int dof{0};   ///< the first one
    int size{0};
    int at{0};    ///< how many the runs before it have

    bool operator==(const Run & other) const
    {
      return dof == other.dof && size == other.size && at == other.at;
    }
  };

  /// Makes room for the columns of all contacts, to be filled in one by one, in their order.
  void load(const ContactProblem & problem)
  {
    is_same_ = problem.size() == static_cast<Index>(contacts_.size());
    contacts_.resize(problem.size());
    Index rows = 0;
    for (Index i = 0; i < problem.size(); ++i) {
      rows += problem.dof_count(i);
    }
    entries_.resize(3 * rows);
    end_ = 0;
    runs_end_ = 0;
  }

  /// Whether the contacts that have been filled in touch what they did in the last problem.
  bool is_same() const {return is_same_;}

  void fill(const ContactProblem & problem, Index contact, double factor)
  {
    const int count = static_cast<int>(problem.dof_count(contact));
    const int * dofs = problem.dofs(contact);
    const auto columns = problem.columns(contact);
    const double * n = columns.data();
    const Index stride = columns.outerStride();
    const int begin = runs_end_;
    for (int at = 0; at < count; ) {
      const int size = run_length(dofs + at, count - at);
      double * to = entries_.data() + end_ + 3 * at;
      for (int local = 0; local < 3; ++local) {
        run::scale(factor, n + local * stride + at, size, to + local * size);
      }
      keep({dofs[at], size, at});
      at += size;
    }
    is_same_ = is_same_ && contacts_[contact].end == runs_end_;
    contacts_[contact] = {begin, runs_end_, end_, count};
    end_ += 3 * count;
  }

  /// To be called when all contacts are filled in: whether each run is all of a body, so that two
  /// of them have all or none of their degrees of freedom in common.
  void find_bodies(Index degrees_of_freedom)
  {
    if (is_same_) {
      return;
    }
    body_.assign(degrees_of_freedom + 1, -1);
    for (int at = 0; at < runs_end_; ++at) {
      std::fill_n(body_.begin() + runs_[at].dof, runs_[at].size, runs_[at].dof);
    }
    are_bodies_ = true;
    for (int at = 0; at < runs_end_; ++at) {
      const Run & r = runs_[at];
      const bool ends = body_[r.dof + r.size] != r.dof;
      for (int dof = r.dof; dof < r.dof + r.size; ++dof) {
        are_bodies_ = are_bodies_ && ends && body_[dof] == r.dof;
      }
    }
  }
  bool are_bodies() const {return are_bodies_;}

  /// Of all its runs.
  Index count(Index contact) const {return contacts_[contact].count;}

  /// Calls `visit(run, columns of the run)`.
  template<typename Visit>
  void for_each_run(Index contact, Visit visit) const
  {
    const Contact & own = contacts_[contact];
    const double * at = entries_.data() + own.entries;
    for (int r = own.begin; r < own.end; ++r) {
      visit(runs_[r], at);
      at += 3 * runs_[r].size;
    }
  }

  /// Âᵀx
  Eigen::Vector3d project(Index contact, const Eigen::VectorXd & x) const
  {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for_each_run(
      contact, [&](const Run & r, const double * n) {
        const double * part = x.data() + r.dof;
        sum[0] += run::dot(n, part, r.size);
        sum[1] += run::dot(n + r.size, part, r.size);
        sum[2] += run::dot(n + 2 * r.size, part, r.size);
      });
    return sum;
  }

  /// The first entry of Âᵀx.
  double project_normal(Index contact, const Eigen::VectorXd & x) const
  {
    double sum = 0.0;
    for_each_run(
      contact, [&](const Run & r, const double * n) {
        sum += run::dot(n, x.data() + r.dof, r.size);
      });
    return sum;
  }

  /// Writes Â a on the contact's own degrees of freedom.
  void combine(Index contact, const Eigen::Vector3d & a, double * along) const
  {
    for_each_run(
      contact, [&](const Run & r, const double * n) {
        run::combine(a, n, r.size, along + r.at);
      });
  }

  /// (Â a)ᵀx, where `along` is Â a
  double dot(Index contact, const double * along, const Eigen::VectorXd & x) const
  {
    double sum = 0.0;
    for_each_run(
      contact, [&](const Run & r, const double *) {
        sum += run::dot(along + r.at, x.data() + r.dof, r.size);
      });
    return sum;
  }

  /// x += factor Â a, where `along` is Â a
  void add(Index contact, double factor, const double * along, Eigen::VectorXd & x) const
  {
    for_each_run(
      contact, [&](const Run & r, const double *) {
        run::add(factor, along + r.at, r.size, x.data() + r.dof);
      });
  }

  /// x += Â a
  void accumulate(Index contact, const Eigen::Vector3d & a, Eigen::VectorXd & x) const
  {
    for_each_run(
      contact, [&](const Run & r, const double * n) {
        for (int local = 0; local < 3; ++local) {
          run::add(a[local], n + local * r.size, r.size, x.data() + r.dof);
        }
      });
  }

private:
  struct Contact
  {
    int begin{0};      ///< its first run
    int end{0};
    Index entries{0};  ///< where they begin
    int count{0};
  };

  /// How many degrees of freedom follow each other, up to six: they ascend.
  static int run_length(const int * dofs, int count)
  {
    constexpr int kMost = static_cast<int>(run::kSix);
    if (count >= kMost && dofs[kMost - 1] - dofs[0] == kMost - 1) {
      return kMost;
    }
    int length = 1;
    while (length < count && length < kMost && dofs[length] == dofs[0] + length) {
      ++length;
    }
    return length;
  }

  void keep(const Run & r)
  {
    if (runs_end_ == static_cast<int>(runs_.size())) {
      runs_.emplace_back();
    }
    Run & known = runs_[runs_end_++];
    is_same_ = is_same_ && known == r;
    known = r;
  }

  std::vector<Contact> contacts_;
  std::vector<Run> runs_;  ///< may have more than are in use
  int runs_end_{0};
  bool is_same_{false};
  std::vector<int> body_;  ///< the first degree of freedom of the run that each one is in
  bool are_bodies_{false};
  std::vector<double> entries_;
  Index end_{0};
};

}  // namespace contact_sim

#endif  // SOLVERS__SCALED_COLUMNS_HPP_
