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

#include <Eigen/Core>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include "contact_sim/io/lcp_file.hpp"

namespace contact_sim
{
namespace
{

LcpFile read_text(const std::string & text)
{
  std::istringstream input(text);
  return read_lcp(input, "p.lcp");
}

/// The message with which the text is refused.
std::string refusal(const std::string & text)
{
  try {
    read_text(text);
  } catch (const std::runtime_error & error) {
    return error.what();
  }
  return "not refused";
}

void expect_same_bits(const Eigen::MatrixXd & a, const Eigen::MatrixXd & b)
{
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.cols(), b.cols());
  EXPECT_EQ(std::memcmp(a.data(), b.data(), sizeof(double) * a.size()), 0);
}

/// A folder that is gone after the test.
class LcpFileOnDisk : public ::testing::Test
{
protected:
  void SetUp() override
  {
    const std::string test = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    folder_ = std::filesystem::temp_directory_path() /
      ("contact_sim_" + test + "_" + std::to_string(::getpid()));
    std::filesystem::create_directory(folder_);
  }

  void TearDown() override {std::filesystem::remove_all(folder_);}

  std::string path(const std::string & name) const {return (folder_ / name).string();}

  std::string content(const std::string & name) const
  {
    std::ostringstream text;
    text << std::ifstream(path(name)).rdbuf();
    return text.str();
  }

  std::size_t count_files() const
  {
    using Iterator = std::filesystem::directory_iterator;
    return std::distance(Iterator(folder_), Iterator());
  }

  std::filesystem::path folder_;
};

LcpFile small_file()
{
  return read_text("# family: textbook\n# z: 8 0 0\n3\n1 0 0\n2 1 0\n2 2 1\n-8 -12 -14\n");
}

TEST(LcpFile, ReadsTheSizeThenTheRowsOfMThenQ)
{
  const LcpFile file = small_file();
  Eigen::MatrixXd M(3, 3);
  M << 1, 0, 0, 2, 1, 0, 2, 2, 1;
  EXPECT_EQ(file.problem.M, M);
  EXPECT_EQ(file.problem.q, Eigen::Vector3d(-8, -12, -14));
  EXPECT_EQ(file.facts.at("family"), "textbook");
}

TEST(LcpFile, ReadsNumbersHoweverTheyAreSpreadOverLines)
{
  const LcpFile file = read_text("2 1 2\n\n3\t4 +5\r\n\n -6.5e-1");
  EXPECT_EQ(file.problem.M(1, 0), 3.0);
  EXPECT_EQ(file.problem.q, Eigen::Vector2d(5, -0.65));
}

TEST(LcpFile, AcceptsAProblemOfSizeZero)
{
  const LcpFile file = read_text("# z:\n0\n");
  EXPECT_EQ(file.problem.size(), 0);
  EXPECT_EQ(file.problem.M.size(), 0);
  EXPECT_EQ(known_solution(file)->size(), 0);
}

TEST(LcpFile, AcceptsCommentLinesWhereverTheyStand)
{
  const LcpFile file = read_text(
    "# one\n  # two\n2 \n#\n1 2\n\t# family: late\n3\n#3\n4\n5 6\n# end");
  EXPECT_EQ(file.problem.M(1, 1), 4.0);
  EXPECT_EQ(file.problem.q, Eigen::Vector2d(5, 6));
  EXPECT_EQ(file.facts.at("family"), "late");
}

TEST(LcpFile, AcceptsTheLineEndsOfWindows)
{
  const LcpFile file = read_text("# z: 0.5\r\n# expect: none\r\n1\r\n2\r\n-1\r\n");
  EXPECT_EQ(file.problem.M(0, 0), 2.0);
  EXPECT_EQ((*known_solution(file))[0], 0.5);
  EXPECT_TRUE(expects_no_solution(file));
}

TEST(LcpFile, TakesOnlyASingleWordBeforeTheColonForAFact)
{
  const LcpFile file = read_text("# see the paper: page 3\n# : 4\n# source: a: b\n1 1 1\n");
  EXPECT_EQ(file.facts.size(), 1u);
  EXPECT_EQ(file.facts.at("source"), "a: b");
}

TEST(LcpFile, KnowsASolutionOnlyWhereTheFileGivesOne)
{
  EXPECT_EQ(*known_solution(small_file()), Eigen::Vector3d(8, 0, 0));
  EXPECT_FALSE(known_solution(read_text("1 1 1")).has_value());
}

TEST(LcpFile, ExpectsNoSolutionOnlyWhereTheFileSaysSo)
{
  EXPECT_TRUE(expects_no_solution(read_text("# expect: none\n1 0 -1")));
  EXPECT_FALSE(expects_no_solution(read_text("# expect: something\n1 0 -1")));
  EXPECT_FALSE(expects_no_solution(read_text("1 0 -1")));
}

TEST(LcpFile, SaysThatTheSizeIsMissing)
{
  EXPECT_EQ(
    refusal(""), "p.lcp:1: expected the size n of the problem, found the end of the file");
  EXPECT_EQ(
    refusal("# only\n# comments\n"),
    "p.lcp:3: expected the size n of the problem, found the end of the file");
}

TEST(LcpFile, RefusesANumberThatNoSolverTakesAtItsLine)
{
  EXPECT_EQ(
    refusal("1\n1\n-1e200\n"), "p.lcp:3: expected a number of at most 1e100, found '-1e200'");
}

TEST(LcpFile, RefusesASizeThatIsNotAWholeNumber)
{
  for (const std::string size : {"2.0", "1e3", "two", "0x2", "3,", "--3", "+-3", "nan"}) {
    EXPECT_EQ(
      refusal("\n" + size + " 1 1"),
      "p.lcp:2: expected the size n, a whole number, found '" + size + "'");
  }
}

TEST(LcpFile, RefusesASizeOutOfRange)
{
  for (const std::string size : {"-1", "100001", "1000000000", "99999999999999999999"}) {
    EXPECT_EQ(
      refusal(size + "\n1 1"),
      "p.lcp:1: expected a size n from 0 to 100000, found '" + size + "'");
  }
}

TEST(LcpFile, DoesNotTakeMemoryForAClaimBeforeTheNumbersAreThere)
{
  // 80 GB if it did.
  EXPECT_EQ(
    refusal("100000\n1 2 3\n"),
    "p.lcp:3: expected 100000 numbers in row 1 of M, found 3 before the end of the file");
}

TEST(LcpFile, SaysInWhichRowNumbersAreMissing)
{
  EXPECT_EQ(
    refusal("3\n1 0 0\n2 1"),
    "p.lcp:3: expected 3 numbers in row 2 of M, found 2 before the end of the file");
  EXPECT_EQ(
    refusal("2\n1 0\n2 1\n-1\n"),
    "p.lcp:5: expected 2 numbers in q, found 1 before the end of the file");
}

TEST(LcpFile, RefusesMoreNumbersThanTheSizeClaims)
{
  EXPECT_EQ(
    refusal("1\n2\n-1\n# comment\n 7 8\n"),
    "p.lcp:5: expected the end of the file after 2 numbers (n = 1), found '7'");
  EXPECT_EQ(
    refusal("0\n1"), "p.lcp:2: expected the end of the file after 0 numbers (n = 0), found '1'");
}

TEST(LcpFile, RefusesNumbersThatAreNotFinite)
{
  for (const std::string word : {"nan", "NaN", "inf", "-inf", "+infinity"}) {
    EXPECT_EQ(
      refusal("1\n2\n" + word), "p.lcp:3: expected a finite number, found '" + word + "'");
  }
  EXPECT_EQ(
    refusal("1\n1e999\n-1"),
    "p.lcp:2: expected a number in the range of double, found '1e999'");
}

TEST(LcpFile, RefusesWordsThatAreNotNumbers)
{
  for (const std::string word : {"0x1p3", "1,5", "1.5f", "abc", "+", "++1", "+-1", "1d3", "-"}) {
    EXPECT_EQ(refusal("1\n2\n" + word), "p.lcp:3: expected a number, found '" + word + "'");
  }
}

TEST(LcpFile, RefusesACommentBehindNumbers)
{
  EXPECT_EQ(refusal("1 # size\n2\n-1"), "p.lcp:1: expected a number, found '#'");
}

TEST(LcpFile, ShowsGarbageShortenedAndWithoutControlCharacters)
{
  const std::string garbage = std::string("\x1b[2J\0", 5) + std::string(100000, 'x');
  EXPECT_EQ(
    refusal("1\n" + garbage),
    "p.lcp:2: expected a number, found '?[2J?" + std::string(35, 'x') + "…'");
}

TEST(LcpFile, RefusesAKnownSolutionThatIsNotNumbers)
{
  EXPECT_EQ(
    refusal("1 1 1\n# z: one"), "p.lcp:2: in the fact 'z': expected a number, found 'one'");
  EXPECT_EQ(
    refusal("# z: nan\n1 1 1"),
    "p.lcp:1: in the fact 'z': expected a finite number, found 'nan'");
}

TEST(LcpFile, RefusesAKnownSolutionOfTheWrongLength)
{
  EXPECT_EQ(
    refusal("#\n# z: 1 2\n1 1 1"), "p.lcp:2: in the fact 'z': expected 1 numbers, found 2");
  EXPECT_EQ(refusal("# z:\n1 1 1"), "p.lcp:1: in the fact 'z': expected 1 numbers, found 0");
}

TEST_F(LcpFileOnDisk, ReadsBackBitForBitWhatItWrote)
{
  using Limits = std::numeric_limits<double>;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-300.0, 100.0);
  LcpFile file;
  file.problem.M = Eigen::MatrixXd::NullaryExpr(
    20, 20, [&]() {return (random() % 2 ? 1.0 : -1.0) * std::pow(10.0, exponent(random));});
  file.problem.q.setConstant(20, 0.1);
  file.problem.q.head(6) << -0.0, 1.0 / 3.0, 1e100, -1e100, Limits::min(),
    Limits::denorm_min();
  file.facts = {{"family", "random, with a ü"}, {"expect", "none"}, {"empty", ""}};
  write_lcp_file(path("a.lcp"), file);
  const LcpFile again = read_lcp_file(path("a.lcp"));
  expect_same_bits(file.problem.M, again.problem.M);
  expect_same_bits(file.problem.q, again.problem.q);
  EXPECT_EQ(file.facts, again.facts);
}

TEST_F(LcpFileOnDisk, ReadsBackAProblemOfSizeZero)
{
  write_lcp_file(path("a.lcp"), LcpFile());
  EXPECT_EQ(read_lcp_file(path("a.lcp")).problem.size(), 0);
}

TEST_F(LcpFileOnDisk, ReplacesAFileAndLeavesNothingBesideIt)
{
  write_lcp_file(path("a.lcp"), read_text("1 1 1"));
  write_lcp_file(path("a.lcp"), small_file());
  EXPECT_EQ(read_lcp_file(path("a.lcp")).problem.size(), 3);
  EXPECT_EQ(count_files(), 1u);
}

TEST_F(LcpFileOnDisk, LeavesTheOldFileWhereTheNewOneIsRefused)
{
  write_lcp_file(path("a.lcp"), small_file());
  const std::string before = content("a.lcp");
  LcpFile bad = small_file();
  bad.problem.M(1, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(write_lcp_file(path("a.lcp"), bad), std::invalid_argument);
  EXPECT_EQ(content("a.lcp"), before);
  EXPECT_EQ(count_files(), 1u);
}

TEST_F(LcpFileOnDisk, LeavesNothingBehindWhereItCannotWrite)
{
  // The temporary file can be made, but a folder cannot be replaced by it.
  std::filesystem::create_directory(path("folder"));
  EXPECT_THROW(write_lcp_file(path("folder"), small_file()), std::runtime_error);
  EXPECT_EQ(count_files(), 1u);
  EXPECT_THROW(write_lcp_file(path("no/a.lcp"), small_file()), std::runtime_error);
}

TEST_F(LcpFileOnDisk, RefusesToWriteFactsThatWouldNotReadBack)
{
  const std::pair<std::string, std::string> bad[] = {
    {"two words", "x"}, {"", "x"}, {"key", "two\nlines"}, {"key", " blank"}, {"z", "1 2"},
    {"z", "x"}};
  for (const auto & [key, value] : bad) {
    LcpFile file = small_file();
    file.facts[key] = value;
    EXPECT_THROW(write_lcp_file(path("a.lcp"), file), std::invalid_argument) << key << value;
  }
  EXPECT_EQ(count_files(), 0u);
}

TEST_F(LcpFileOnDisk, NamesTheFileThatCannotBeRead)
{
  for (const auto & [name, reason] : {
        std::pair<std::string, std::string>{"no.lcp", "cannot open the file: No such file"},
        std::pair<std::string, std::string>{"", "expected a problem file, found a directory"}})
  {
    try {
      read_lcp_file(path(name));
      ADD_FAILURE() << "read " << path(name);
    } catch (const std::runtime_error & error) {
      EXPECT_EQ(std::string(error.what()).find(path(name) + ": " + reason), 0u) << error.what();
    }
  }
}

}  // namespace
}  // namespace contact_sim
