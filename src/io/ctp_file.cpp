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

#include "contact_sim/io/ctp_file.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "io/ctp_groups.hpp"
#include "io/tokens.hpp"

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Other programs sum in another order: rounding may make a mass matrix this unsymmetric, as a part
/// of the diagonal; more is a mistake.
constexpr double kAsymmetry = 1e-9;

template<typename ... Parts>
std::string text_of(const Parts & ... parts)
{
  std::ostringstream text;
  text.precision(std::numeric_limits<double>::max_digits10);
  (text << ... << parts);
  return text.str();
}

/// The numbers behind one keyword, by rows, with the line of each.
struct Block
{
  RowMajor values;
  std::vector<std::int64_t> lines;
  std::int64_t keyword_line{0};  ///< 0: not in the file

  std::int64_t line(Index row) const
  {
    return values.cols() == 0 ? keyword_line : lines[row * values.cols()];
  }
};

/// An upper triangular G with M = G Gᵀ: Cholesky from the last row up. With the links of a robot
/// numbered from its base, G⁻¹Jᵀ is then zero but for a link and those that carry it.
/// \throws std::runtime_error where M is not positive definite; \p at_row is then the row
Eigen::MatrixXd factor(const RowMajor & M, bool zero_is_fine, Index & at_row)
{
  const Index n = M.rows();
  Eigen::MatrixXd G = 0.5 * (M + M.transpose());
  for (at_row = n - 1; at_row >= 0; --at_row) {
    const Index i = at_row;
    const Index rest = n - 1 - i;
    G.col(i).head(i + 1).noalias() -=
      G.topRightCorner(i + 1, rest) * G.row(i).tail(rest).transpose();
    G.row(i).head(i).setZero();
    const double pivot = G(i, i);
    if (zero_is_fine && pivot == 0.0 && G.col(i).head(i).isZero(0.0)) {
      continue;
    }
    // Rounding of the sum above is of this order: what is left of the diagonal has no digit.
    if (!(pivot > n * std::numeric_limits<double>::epsilon() * M(i, i))) {
      throw std::runtime_error(text_of("a pivot of ", pivot, " in row ", i + 1));
    }
    G.col(i).head(i + 1) /= std::sqrt(pivot);
  }
  return G;
}

/// Reads one stream.
class CtpReader
{
public:
  CtpReader(std::istream & input, const std::string & name)
  : reader_(input, name) {}

  CtpFile read()
  {
    nv_ = read_size("nv", "number nv of degrees of freedom");
    nc_ = read_size("nc", "number nc of contacts");
    d_ = read_size("d", "number d of friction directions");
    if (d_ != 0 && (d_ < 4 || d_ % 2 != 0)) {
      reader_.refuse(
        reader_.line(), text_of("expected d = 0, or an even d from 4 on, found ", d_));
    }
    while (reader_.next_word()) {
      read_block();
    }
    expect_all_blocks();
    return {make_problem(), reader_.facts()};
  }

private:
  std::int64_t read_size(const std::string & keyword, const std::string & name)
  {
    if (!reader_.next_word()) {
      reader_.refuse_end("'" + keyword + "'");
    }
    if (reader_.word() != keyword) {
      reader_.refuse(
        reader_.line(), "expected '" + keyword + "', found " + in_quotes(reader_.word()));
    }
    return reader_.read_size(name, "the " + name);
  }

  void read_block()
  {
    const std::map<std::string, std::pair<std::int64_t, std::int64_t>> sizes{
      {"mass", {nv_, nv_}}, {"inverse_mass", {nv_, nv_}}, {"Jn", {nc_, nv_}},
      {"Jt", {2 * nc_, nv_}}, {"bn", {1, nc_}}, {"bt", {1, 2 * nc_}}, {"mu", {1, nc_}},
      {"epsilon", {1, 1}}};
    const std::string name = reader_.word();
    const auto size = sizes.find(name);
    if (name == "groups") {
      groups_.read(reader_);
      return;
    }
    if (size == sizes.end()) {
      reader_.refuse(
        reader_.line(), "expected 'mass', 'inverse_mass', 'Jn', 'Jt', 'bn', 'bt', 'mu', 'epsilon' "
        "or 'groups', found " + in_quotes(name));
    }
    read_numbers(name, blocks_[name], size->second.first, size->second.second);
  }

  /// The memory grows with what is there, not with what nv and nc claim.
  void read_numbers(
    const std::string & name, Block & into, std::int64_t rows, std::int64_t columns)
  {
    if (into.keyword_line != 0) {
      reader_.refuse(
        reader_.line(),
        text_of("expected '", name, "' once, found it again after line ", into.keyword_line));
    }
    into.keyword_line = reader_.line();
    std::vector<double> numbers;
    for (std::int64_t row = 0; row < rows; ++row) {
      const std::string place = rows == 1 ? name : text_of("row ", row + 1, " of ", name);
      reader_.read_numbers(columns, place, numbers, &into.lines);
    }
    into.values = Eigen::Map<const RowMajor>(numbers.data(), rows, columns);
  }

  /// `epsilon` tells the summation form.
  void add_groups(ContactProblem & problem) const
  {
    groups_.add_to(problem, reader_);
    if (blocks_.count("epsilon") == 0) {
      return;
    }
    const double epsilon = block("epsilon").values(0, 0);
    if (!(epsilon > 0.0)) {
      reader_.refuse(
        block("epsilon").lines[0], text_of("expected epsilon > 0, found ", epsilon));
    }
    problem.set_nonconvex_law({NonconvexForm::kSummation, epsilon});
  }

  void expect_all_blocks() const
  {
    const bool has_mass = blocks_.count("mass") > 0;
    if (has_mass && blocks_.count("inverse_mass") > 0) {
      reader_.refuse(
        std::max(block("mass").keyword_line, block("inverse_mass").keyword_line),
        "expected 'mass' or 'inverse_mass', found both");
    }
    if (!has_mass && blocks_.count("inverse_mass") == 0) {
      reader_.refuse_end("'mass' or 'inverse_mass'");
    }
    for (const char * name : {"Jn", "Jt", "bn", "bt", "mu"}) {
      if (blocks_.count(name) == 0) {
        reader_.refuse_end("'" + std::string(name) + "'");
      }
    }
  }

  const Block & block(const char * name) const {return blocks_.at(name);}

  void expect_symmetric(const Block & mass) const
  {
    const RowMajor & M = mass.values;
    for (Index i = 0; i < M.rows(); ++i) {
      for (Index j = 0; j < i; ++j) {
        const double size = std::sqrt(std::abs(M(i, i) * M(j, j)));
        if (!(std::abs(M(i, j) - M(j, i)) <= kAsymmetry * size)) {
          reader_.refuse(
            mass.line(i), text_of(
              "expected a symmetric mass matrix, found ", M(i, j), " in row ", i + 1, ", column ",
              j + 1, " and ", M(j, i), " in row ", j + 1, ", column ", i + 1));
        }
      }
    }
  }

  /// Â = G⁻¹ [Jnᵀ Jtᵀ]
  Eigen::MatrixXd factored_columns() const
  {
    const bool is_inverse = blocks_.count("mass") == 0;
    const Block & mass = block(is_inverse ? "inverse_mass" : "mass");
    expect_symmetric(mass);
    Eigen::MatrixXd columns(nv_, 3 * nc_);
    columns << block("Jn").values.transpose(), block("Jt").values.transpose();
    Index row = 0;
    try {
      const Eigen::MatrixXd G = factor(mass.values, is_inverse, row);
      if (is_inverse) {
        return G.transpose() * columns;
      }
      G.triangularView<Eigen::Upper>().solveInPlace(columns);
      return columns;
    } catch (const std::runtime_error & error) {
      reader_.refuse(
        mass.line(row), text_of(
          "expected a positive definite ", is_inverse ? "inverse mass" : "mass", ", found ",
          error.what()));
    }
  }

  ContactProblem make_problem() const
  {
    const Eigen::MatrixXd all = factored_columns();
    ContactProblem problem(nv_);
    Eigen::MatrixXd own(nv_, 3);
    for (Index i = 0; i < nc_; ++i) {
      own << all.col(i), all.middleCols<2>(nc_ + 2 * i);
      expect_moving(i, own);
      std::vector<int> dofs;
      for (Index row = 0; row < nv_; ++row) {
        if (!own.row(row).isZero(0.0)) {
          own.row(dofs.size()) = own.row(row);
          dofs.push_back(static_cast<int>(row));
        }
      }
      problem.add_contact(dofs, own.topRows(dofs.size()), data_of(i));
    }
    add_groups(problem);
    try {
      problem.check();
    } catch (const std::invalid_argument & error) {
      reader_.refuse(
        block("Jn").keyword_line, text_of("expected a problem, found: ", error.what()));
    }
    return problem;
  }

  void expect_moving(Index i, const Eigen::MatrixXd & columns) const
  {
    const char * found = !columns.allFinite() ? "numbers out of the range of double" :
      columns.col(0).isZero(0.0) ? "nothing that moves" : nullptr;
    if (found) {
      reader_.refuse(
        block("Jn").line(i), text_of(
          "expected a contact that moves a mass in row ", i + 1, " of Jn, found ",
          found));
    }
  }

  ContactData data_of(Index i) const
  {
    ContactData data;
    data.gap_rate = block("bn").values(0, i);
    data.tangential_rate = block("bt").values.middleCols<2>(2 * i).transpose();
    data.mu = block("mu").values(0, i);
    data.directions = static_cast<int>(d_);
    if (data.mu < 0.0) {
      reader_.refuse(
        block("mu").lines[i], text_of("expected mu >= 0 for contact ", i + 1, ", found ", data.mu));
    }
    return data;
  }

  TokenReader reader_;
  std::int64_t nv_{0};
  std::int64_t nc_{0};
  std::int64_t d_{0};
  std::map<std::string, Block> blocks_;
  CtpGroups groups_;
};

/// The d of the file. Frictionless contacts fit any; where there are only such, and of different d,
/// it is 0.
int common_directions(const ContactProblem & problem)
{
  Index first = -1;
  bool all_equal = true;
  for (Index i = 0; i < problem.size(); ++i) {
    all_equal = all_equal && problem.data(i).directions == problem.data(0).directions;
    if (!problem.is_frictional(i)) {
      continue;
    }
    first = first < 0 ? i : first;
    if (problem.data(i).directions != problem.data(first).directions) {
      throw std::invalid_argument(
              text_of(
                "a .ctp file has one d for all contacts, found ", problem.data(first).directions,
                " directions at contact ", first, " and ", problem.data(i).directions,
                " at contact ", i));
    }
  }
  if (first >= 0) {
    return problem.data(first).directions;
  }
  return all_equal && problem.size() > 0 ? problem.data(0).directions : 0;
}

/// The polygon of the format begins at t₁: the tangents are turned by its angle.
Eigen::Matrix2d turn_of(const ContactData & data)
{
  Eigen::Matrix2d turn = Eigen::Matrix2d::Identity();
  if (data.angle != 0.0) {
    turn << std::cos(data.angle), -std::sin(data.angle),
      std::sin(data.angle), std::cos(data.angle);
  }
  return turn;
}

/// Â_i on all rows, its tangents as the file has them.
ContactProblem::Columns turned_columns(const ContactProblem & problem, Index i)
{
  ContactProblem::Columns columns =
    ContactProblem::Columns::Zero(problem.degrees_of_freedom(), 3);
  for (Index row = 0; row < problem.dof_count(i); ++row) {
    columns.row(problem.dofs(i)[row]) = problem.columns(i).row(row);
  }
  columns.rightCols<2>() = columns.rightCols<2>() * turn_of(problem.data(i));
  columns.array() += 0.0;  // -0 becomes 0, as it does in the reader
  return columns;
}

void write_matrices(std::ostream & output, const ContactProblem & problem)
{
  const Index nv = problem.degrees_of_freedom();
  output << "mass\n";
  for (Index row = 0; row < nv; ++row) {
    write_row(output, Eigen::VectorXd::Unit(nv, row));
  }
  output << "Jn\n";
  for (Index i = 0; i < problem.size(); ++i) {
    write_row(output, turned_columns(problem, i).col(0));
  }
  output << "Jt\n";
  for (Index i = 0; i < problem.size(); ++i) {
    const ContactProblem::Columns columns = turned_columns(problem, i);
    write_row(output, columns.col(1));
    write_row(output, columns.col(2));
  }
}

void write_vectors(std::ostream & output, const ContactProblem & problem, int d)
{
  const Index nc = problem.size();
  const Eigen::VectorXd u = problem.free_velocity();
  Eigen::VectorXd bn(nc);
  Eigen::VectorXd bt(2 * nc);
  Eigen::VectorXd mu(nc);
  for (Index i = 0; i < nc; ++i) {
    const ContactData & data = problem.data(i);
    bn[i] = u[3 * i];
    bt.segment<2>(2 * i) = turn_of(data).transpose() * u.segment<2>(3 * i + 1);
    // A frictionless contact of another d stays frictionless.
    mu[i] = data.directions == d ? data.mu : 0.0;
  }
  output << "bn\n";
  write_row(output, bn);
  output << "bt\n";
  write_row(output, bt);
  output << "mu\n";
  write_row(output, mu);
}

}  // namespace

CtpFile read_ctp(std::istream & input, const std::string & name)
{
  return CtpReader(input, name).read();
}

CtpFile read_ctp_file(const std::string & path)
{
  CtpFile file;
  read_from(path, [&](std::istream & input) {file = read_ctp(input, path);});
  return file;
}

void write_ctp(std::ostream & output, const CtpFile & file)
{
  file.problem.check();
  check_facts(file.facts);
  const int d = common_directions(file.problem);
  write_head(output, file.facts);
  output << "nv " << file.problem.degrees_of_freedom() << "\nnc " << file.problem.size() <<
    "\nd " << d << "\n";
  write_matrices(output, file.problem);
  write_vectors(output, file.problem, d);
  write_groups(output, file.problem);
}

void write_ctp_file(const std::string & path, const CtpFile & file)
{
  // Refused before anything is written.
  std::ostringstream text;
  write_ctp(text, file);
  write_to(path, [&](std::ostream & output) {output << text.str();});
}

}  // namespace contact_sim
