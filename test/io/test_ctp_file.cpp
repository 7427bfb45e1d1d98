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
#include <unistd.h>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/io/ctp_file.hpp"
#include "support/families.hpp"

namespace contact_sim
{
namespace
{

using Index = Eigen::Index;
using testing::ContactCase;
using testing::Random;

/// Two degrees of freedom, one contact: the mass couples them, friction acts on the second.
constexpr const char * kSmall =
  "# family: small\n"
  "nv 2\n"
  "nc 1\n"
  "d 4\n"
  "mass\n"
  "4 2\n"
  "2 5\n"
  "Jn\n"
  "1 0\n"
  "Jt\n"
  "0 1\n"
  "0 0\n"
  "bn\n"
  "-3\n"
  "bt\n"
  "0.5 0\n"
  "mu\n"
  "0.7\n";

CtpFile read_text(const std::string & text)
{
  std::istringstream input(text);
  return read_ctp(input, "p.ctp");
}

std::string text_of(const CtpFile & file)
{
  std::ostringstream output;
  write_ctp(output, file);
  return output.str();
}

std::string refusal(const std::string & text)
{
  try {
    read_text(text);
  } catch (const std::runtime_error & error) {
    return error.what();
  }
  return "not refused";
}

std::string replaced(std::string text, const std::string & from, const std::string & to)
{
  const std::size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  return text.replace(place, from.size(), to);
}

/// The small file with something else in one place, and how it is refused.
std::string refusal_with(const std::string & from, const std::string & to)
{
  return refusal(replaced(kSmall, from, to));
}

std::string write_refusal(const ContactProblem & problem)
{
  try {
    text_of({problem, {}});
  } catch (const std::invalid_argument & error) {
    return error.what();
  }
  return "not refused";
}

void expect_same_lcp(
  const ContactProblem & a, const ContactProblem & b, double tolerance, const std::string & name)
{
  ASSERT_EQ(a.to_lcp().size(), b.to_lcp().size()) << name;
  const double size = a.to_lcp().M.cwiseAbs().maxCoeff();
  EXPECT_TRUE((a.to_lcp().M - b.to_lcp().M).isZero(tolerance * size)) << name;
  const double speed = a.to_lcp().q.cwiseAbs().maxCoeff();
  EXPECT_TRUE((a.to_lcp().q - b.to_lcp().q).isZero(tolerance * speed)) << name;
}

ContactProblem cube(int contacts)
{
  Random random(8);
  return testing::cube_between_walls(random, contacts, 6).problem();
}

}  // namespace

TEST(CtpFile, keeps_groups_and_their_form)
{
  for (const NonconvexLaw & law : {NonconvexLaw{},
      NonconvexLaw{NonconvexForm::kSummation, 0.1 + 1e-17}})
  {
    CtpFile file{cube(7), {}};
    file.problem.add_group({5, 0});
    file.problem.add_group({1, 2, 6});
    file.problem.set_nonconvex_law(law);
    const ContactProblem back = read_text(text_of(file)).problem;
    ASSERT_EQ(back.group_count(), 2);
    EXPECT_EQ(std::vector<int>(back.group(0), back.group(0) + 2), std::vector<int>({5, 0}));
    EXPECT_EQ(std::vector<int>(back.group(1), back.group(1) + 3), std::vector<int>({1, 2, 6}));
    EXPECT_EQ(back.nonconvex_law().form, law.form);
    EXPECT_EQ(back.nonconvex_law().epsilon, law.epsilon);
    EXPECT_EQ(text_of({back, {}}), text_of(file));
    expect_same_lcp(file.problem, back, 1e-12, "groups");
  }
}

TEST(CtpFile, refuses_groups_that_are_none_with_their_line)
{
  const std::string text = text_of({cube(3), {}});
  const std::int64_t lines = std::count(text.begin(), text.end(), '\n');
  const auto refused = [&](const std::string & tail, std::int64_t line, const std::string & what) {
      const std::string message = refusal(text + tail);
      EXPECT_NE(message.find("p.ctp:" + std::to_string(lines + line) + ":"), std::string::npos) <<
        message;
      EXPECT_NE(message.find(what), std::string::npos) << message;
    };
  refused("groups 1\n1 2\n", 2, "expected at least two sides, found 1");
  refused("groups 1\n2 0 3\n", 2, "contacts from 0 to 2 as sides, found 3");
  refused("groups 2\n2 0 1\n2 1 2\n", 3, "contact 1: expected it once in one group");
  refused("groups 1\n2 0 1\ngroups 0\n", 3, "'groups' once, found it again");
  refused("groups 1\n2 0 1\nepsilon 0\n", 3, "expected epsilon > 0, found 0");
  refused("groups 1\n2 0 x\n", 2, "number of a contact");
}

TEST(CtpFile, reads_the_delassus_matrix_and_the_free_velocity)
{
  const CtpFile file = read_text(kSmall);
  EXPECT_EQ(file.facts.at("family"), "small");
  // The inverse of [4 2; 2 5] is [5 -2; -2 4] / 16.
  Eigen::Matrix3d W;
  W << 5.0, -2.0, 0.0, -2.0, 4.0, 0.0, 0.0, 0.0, 0.0;
  EXPECT_TRUE(file.problem.delassus().isApprox(W / 16.0, 1e-14)) << file.problem.delassus();
  EXPECT_EQ(file.problem.free_velocity(), Eigen::Vector3d(-3.0, 0.5, 0.0));
  EXPECT_EQ(file.problem.data(0).mu, 0.7);
  EXPECT_EQ(file.problem.data(0).directions, 4);
  EXPECT_EQ(file.problem.data(0).gap_rate, -3.0);
  EXPECT_TRUE(file.problem.k().isZero(0.0));
}

TEST(CtpFile, reads_the_same_from_the_inverse_mass)
{
  const CtpFile by_mass = read_text(kSmall);
  const CtpFile by_inverse = read_text(
    replaced(kSmall, "mass\n4 2\n2 5\n", "inverse_mass\n0.3125 -0.125\n-0.125 0.25\n"));
  expect_same_lcp(by_mass.problem, by_inverse.problem, 1e-14, "small");
}

TEST(CtpFile, takes_an_inverse_mass_of_zero_for_what_cannot_move)
{
  const CtpFile file = read_text(
    replaced(kSmall, "mass\n4 2\n2 5\n", "inverse_mass\n0.25 0\n0 0\n"));
  EXPECT_EQ(file.problem.delassus()(0, 0), 0.25);
  EXPECT_EQ(file.problem.delassus()(1, 1), 0.0);
  EXPECT_EQ(
    refusal_with("mass\n4 2\n2 5\n", "inverse_mass\n0 0\n0 1\n"),
    "p.ctp:9: expected a contact that moves a mass in row 1 of Jn, found nothing that moves");
}

TEST(CtpFile, keeps_only_the_degrees_of_freedom_that_a_contact_touches)
{
  // Two bodies, and a chain of two links: its second link is carried by the first.
  const CtpFile file = read_text(
    "nv 4 nc 3 d 0 mass 2 0 0 0  0 3 0 0  0 0 4 1  0 0 1 2\n"
    "Jn 1 0 0 0  0 0 1 0  0 0 0 1 Jt 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
    "bn 0 0 0 bt 0 0 0 0 0 0 mu 0 0 0");
  ASSERT_EQ(file.problem.dof_count(0), 1);
  EXPECT_EQ(file.problem.dofs(0)[0], 0);
  ASSERT_EQ(file.problem.dof_count(1), 1) << "a link does not feel what it carries";
  EXPECT_EQ(file.problem.dofs(1)[0], 2);
  ASSERT_EQ(file.problem.dof_count(2), 2);
  EXPECT_EQ(file.problem.dofs(2)[0], 2);
}

TEST(CtpFile, takes_blocks_in_any_order_and_numbers_on_any_line)
{
  const CtpFile file = read_text(
    "nv 2 nc 1\nd 4 mu 0.7\n# a comment\nbt 0.5\n0 bn -3 Jt 0 1 0\n0\nJn 1 0 mass 4 2 2 5");
  EXPECT_EQ(text_of({file.problem, {}}), text_of({read_text(kSmall).problem, {}}));
}

TEST(CtpFile, takes_a_problem_without_contacts_or_without_friction)
{
  EXPECT_EQ(read_text("nv 0 nc 0 d 8 mass Jn Jt bn bt mu").problem.size(), 0);
  const CtpFile file = read_text(replaced(kSmall, "d 4", "d 0"));
  EXPECT_FALSE(file.problem.is_frictional(0));
  EXPECT_EQ(file.problem.to_lcp().size(), 2);
}

TEST(CtpFile, comes_back_as_it_was_written)
{
  Random random(5);
  for (const ContactCase & c : testing::all_contact_families(random, 7)) {
    if (c.family == "different polygons") {
      continue;
    }
    const CtpFile back = read_text(text_of({c.problem, {{"family", c.family}}}));
    EXPECT_EQ(back.facts.at("family"), c.family);
    // The columns come back bit for bit; the free velocity is q itself, without a sum.
    EXPECT_EQ(back.problem.delassus(), c.problem.delassus()) << c.family;
    EXPECT_EQ(back.problem.free_velocity(), c.problem.free_velocity()) << c.family;
    expect_same_lcp(c.problem, back.problem, 1e-15, c.family);
  }
}

TEST(CtpFile, writes_the_same_text_again)
{
  const std::string once = text_of({cube(5), {}});
  EXPECT_EQ(text_of(read_text(once)), once);
}

TEST(CtpFile, writes_a_turned_polygon_as_turned_tangents)
{
  ContactProblem problem = cube(5);
  for (Index i = 0; i < problem.size(); ++i) {
    problem.set_angle(i, 0.7 * i - 1.0);
  }
  const CtpFile back = read_text(text_of({problem, {}}));
  EXPECT_EQ(back.problem.data(3).angle, 0.0);
  // Some products of sines and cosines: a few roundings of numbers of the size of M and q.
  expect_same_lcp(problem, back.problem, 1e-14, "turned");
}

TEST(CtpFile, writes_frictionless_contacts_with_the_directions_of_the_others)
{
  ContactProblem problem = cube(4);
  problem.set_data(1, {0.0, 0.5, 0});
  problem.set_data(2, {0.0, 0.0, 6});
  const CtpFile back = read_text(text_of({problem, {}}));
  for (Index i = 0; i < 4; ++i) {
    EXPECT_EQ(back.problem.data(i).directions, 8);
    EXPECT_EQ(back.problem.is_frictional(i), problem.is_frictional(i));
  }
  EXPECT_EQ(back.problem.delassus(), problem.delassus());
}

TEST(CtpFile, is_not_written_where_it_could_not_be_read_back)
{
  ContactProblem problem = cube(4);
  problem.set_data(2, {0.0, 0.5, 6});
  EXPECT_EQ(
    write_refusal(problem), "a .ctp file has one d for all contacts, found 8 directions at "
    "contact 0 and 6 at contact 2");
  problem.set_data(2, {0.0, -0.5, 8});
  EXPECT_EQ(
    write_refusal(problem), "contact 2: expected a coefficient of friction >= 0, found -0.5");
  EXPECT_THROW(text_of({cube(1), {{"two words", ""}}}), std::invalid_argument);
  EXPECT_THROW(text_of({cube(1), {{"key", "two\nlines"}}}), std::invalid_argument);
}

TEST(CtpFile, names_the_line_where_a_word_is_wrong)
{
  EXPECT_EQ(refusal(""), "p.ctp:1: expected 'nv', found the end of the file");
  EXPECT_EQ(refusal_with("nv 2", "nc 2"), "p.ctp:2: expected 'nv', found 'nc'");
  EXPECT_EQ(
    refusal_with("nv 2", "nv two"),
    "p.ctp:2: expected the number nv of degrees of freedom, a whole number, found 'two'");
  EXPECT_EQ(
    refusal_with("nc 1", "nc -1"),
    "p.ctp:3: expected a number nc of contacts from 0 to 100000, found '-1'");
  for (const char * d : {"1", "2", "5"}) {
    EXPECT_EQ(
      refusal_with("d 4", "d " + std::string(d)),
      "p.ctp:4: expected d = 0, or an even d from 4 on, found " + std::string(d));
  }
  EXPECT_EQ(
    refusal_with("Jn", "JN"), "p.ctp:8: expected 'mass', 'inverse_mass', 'Jn', 'Jt', 'bn', 'bt', "
    "'mu', 'epsilon' or 'groups', found 'JN'");
  EXPECT_EQ(
    refusal_with("bt", "bn"), "p.ctp:15: expected 'bn' once, found it again after line 13");
  EXPECT_EQ(refusal_with("4 2", "4 two"), "p.ctp:6: expected a number, found 'two'");
  EXPECT_EQ(refusal_with("4 2", "4 nan"), "p.ctp:6: expected a finite number, found 'nan'");
  EXPECT_EQ(refusal_with("2 5", "2"), "p.ctp:8: expected a number, found 'Jn'");
  EXPECT_EQ(
    refusal_with("0.7\n", "0.7 0.7\n"), "p.ctp:18: expected 'mass', 'inverse_mass', 'Jn', 'Jt', "
    "'bn', 'bt', 'mu', 'epsilon' or 'groups', found '0.7'");
}

TEST(CtpFile, names_what_is_missing)
{
  EXPECT_EQ(
    refusal_with("mu\n0.7\n", ""), "p.ctp:17: expected 'mu', found the end of the file");
  EXPECT_EQ(
    refusal_with("mass\n4 2\n2 5\n", ""),
    "p.ctp:16: expected 'mass' or 'inverse_mass', found the end of the file");
  EXPECT_EQ(
    refusal_with("0.7\n", ""),
    "p.ctp:18: expected 1 numbers in mu, found 0 before the end of the file");
  EXPECT_EQ(
    refusal("nv 3 nc 1 d 4 mass\n1 0 0\n0 1"),
    "p.ctp:3: expected 3 numbers in row 2 of mass, found 2 before the end of the file");
  EXPECT_EQ(
    refusal_with("mu\n", "inverse_mass\n1 0\n0 1\nmu\n"),
    "p.ctp:17: expected 'mass' or 'inverse_mass', found both");
}

TEST(CtpFile, names_the_row_of_a_mass_that_is_none)
{
  EXPECT_EQ(
    refusal_with("4 2\n2 5", "4 2\n3 5"),
    "p.ctp:7: expected a symmetric mass matrix, found 3 in row 2, column 1 and 2 in row 1, "
    "column 2");
  EXPECT_EQ(
    refusal_with("4 2\n2 5", "4 0\n0 -5"),
    "p.ctp:7: expected a positive definite mass, found a pivot of -5 in row 2");
  EXPECT_EQ(
    refusal_with("4 2\n2 5", "0 0\n0 5"),
    "p.ctp:6: expected a positive definite mass, found a pivot of 0 in row 1");
  EXPECT_EQ(
    refusal_with("4 2\n2 5", "1 2\n2 4"),
    "p.ctp:6: expected a positive definite mass, found a pivot of 0 in row 1");
  EXPECT_EQ(
    refusal_with("mass\n4 2\n2 5", "inverse_mass\n4 2\n2 0"),
    "p.ctp:7: expected a positive definite inverse mass, found a pivot of 0 in row 2");
}

TEST(CtpFile, forgives_a_mass_that_is_unsymmetric_by_rounding)
{
  const CtpFile file = read_text(replaced(kSmall, "4 2\n2 5", "4 2\n2.0000000000000004 5"));
  EXPECT_NEAR(file.problem.delassus()(0, 0), 5.0 / 16.0, 1e-15);
}

TEST(CtpFile, names_the_contact_that_is_wrong)
{
  EXPECT_EQ(
    refusal_with("0.7", "-0.7"),
    "p.ctp:18: expected mu >= 0 for contact 1, found -0.69999999999999996");
  EXPECT_EQ(
    refusal_with("1 0\nJt", "0 0\nJt"),
    "p.ctp:9: expected a contact that moves a mass in row 1 of Jn, found nothing that moves");
  EXPECT_EQ(
    refusal_with("1 0\nJt", "1e40 0\nJt").substr(0, 8), "not refu") << "large, but a number";
  EXPECT_EQ(
    refusal_with("1 0\nJt", "1e308 0\nJt"),
    "p.ctp:9: expected a number of at most 1e100, found '1e308'");
  const std::string light = replaced(kSmall, "4 2\n2 5", "1e-8 0\n0 1");
  EXPECT_EQ(
    refusal(replaced(light, "1 0\nJt", "1e44 0\nJt")),
    "p.ctp:8: expected a problem, found: contact 0: its columns have numbers beyond 1e45; is a "
    "mass almost zero?");
}

TEST(CtpFile, is_written_whole_or_not_at_all)
{
  const std::filesystem::path folder =
    std::filesystem::temp_directory_path() / ("contact_sim_ctp_" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  const std::string path = (folder / "p.ctp").string();
  write_ctp_file(path, {cube(3), {{"family", "cube"}}});
  EXPECT_EQ(read_ctp_file(path).problem.size(), 3);
  ContactProblem bad = cube(3);
  bad.set_data(0, {0.0, -1.0, 8});
  EXPECT_THROW(write_ctp_file(path, {bad, {}}), std::invalid_argument);
  EXPECT_EQ(read_ctp_file(path).facts.at("family"), "cube") << "what was there before stays";
  using Iterator = std::filesystem::directory_iterator;
  EXPECT_EQ(std::distance(Iterator(folder), Iterator()), 1) << "no part of a file is left";
  std::filesystem::remove_all(folder);
  EXPECT_THROW(read_ctp_file(path), std::runtime_error);
  EXPECT_THROW(write_ctp_file(path, {cube(3), {}}), std::runtime_error);
}

}  // namespace contact_sim
