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

#include <limits>
#include <stdexcept>

#include "contact_sim/figures/table.hpp"

namespace contact_sim
{

namespace
{

Table small_table()
{
  Table table("times", "Times", {{"solver", ""}, {"time", "ms"}});
  table.add_row({"a|b", 1.0 / 3.0});
  table.add_row({"<one, \"two\">", std::numeric_limits<double>::quiet_NaN()});
  return table;
}

TEST(Table, RefusesARowOfTheWrongLengthAndSaysHowMany)
{
  Table table = small_table();
  try {
    table.add_row({"alone"});
    FAIL();
  } catch (const std::invalid_argument & error) {
    EXPECT_NE(std::string(error.what()).find("1 cells"), std::string::npos) << error.what();
  }
}

TEST(Table, RefusesANameThatIsNoFileName)
{
  EXPECT_THROW(Table("../times", "", {"x"}), std::invalid_argument);
  EXPECT_THROW(Table("", "", {"x"}), std::invalid_argument);
  EXPECT_THROW(Table("times", "", {}), std::invalid_argument);
}

TEST(Table, MarkdownEscapesTheBarAndAlignsNumbers)
{
  const std::string text = to_markdown(small_table());
  EXPECT_EQ(
    text,
    "| solver | time [ms] |\n| :--- | ---: |\n| a\\|b | 0.3333 |\n| <one, \"two\"> | – |\n");
}

TEST(Table, CsvQuotesAndKeepsAllDigits)
{
  EXPECT_EQ(
    to_csv(small_table()),
    "solver,time [ms]\r\na|b,0.33333333333333331\r\n\"<one, \"\"two\"\">\",\r\n");
}

TEST(Table, HtmlEscapesSpecialCharacters)
{
  const std::string text = to_html(small_table());
  EXPECT_NE(text.find("&lt;one, &quot;two&quot;&gt;"), std::string::npos);
  EXPECT_EQ(text.find("<one"), std::string::npos);
}

TEST(Table, ShowsWhatFallsShort)
{
  Table table("t", "", {"x"});
  table.add_row({Cell(2.0).falls_short()});
  EXPECT_NE(to_markdown(table).find("**2**"), std::string::npos);
  EXPECT_NE(to_html(table).find("short"), std::string::npos);
}

TEST(Cell, WritesWholeNumbersWholeAndOthersToTheirDigits)
{
  EXPECT_EQ(Cell(12345).text(), "12345");
  EXPECT_EQ(Cell(100000.0, 2).text(), "100000");
  EXPECT_EQ(Cell(1.23456, 3).text(), "1.23");
  EXPECT_EQ(Cell(-1.5e-12, 2).text(), "−1.5e-12");
  EXPECT_EQ(Cell(-0.0).text(), "0");
  EXPECT_EQ(Cell(std::numeric_limits<double>::infinity()).text(), "∞");
}

}  // namespace

}  // namespace contact_sim
