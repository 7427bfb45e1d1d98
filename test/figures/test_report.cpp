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

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "contact_sim/figures/report.hpp"
#include "contact_sim/figures/whole_file.hpp"

namespace contact_sim
{

namespace
{

namespace fs = std::filesystem;

class ReportFiles : public ::testing::Test
{
protected:
  ReportFiles()
  {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~ReportFiles() override {fs::remove_all(folder_);}

  std::string read(const std::string & name) const
  {
    std::ifstream file(folder_ / name);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }

  int files() const
  {
    return static_cast<int>(std::distance(fs::directory_iterator(folder_), {}));
  }

  fs::path folder_{fs::temp_directory_path() / ("contact_sim_report_" + std::to_string(getpid()))};
};

Report small_report()
{
  Section section{"falls", "How a ball falls"};
  section.say("It falls as `g` says & no faster than <c>.");
  section.promise(true, "9.81, the book has 9.81");
  section.promise(false, "3 balls lost, none allowed");
  Table table("times", "Times", {{"time", "s"}});
  table.add_row({1.5});
  section.add(table);
  section.add({"height", "Height", to_svg(Plot{"Height", {"t"}, {"z"}, {{"z", {0, 1}, {1, 0}}}})});
  return {"Balls", "", {section}};
}

TEST_F(ReportFiles, AreAPageAndAFileForEachTableAndFigure)
{
  write_report(small_report(), folder_);
  EXPECT_EQ(files(), 4);
  EXPECT_EQ(read("falls_times.csv"), "time [s]\r\n1.5\r\n");
  EXPECT_EQ(read("falls_height.svg").substr(0, 4), "<svg");
  EXPECT_NE(read("falls.md").find("](falls_height.svg)"), std::string::npos);
  EXPECT_NE(read("falls.md").find("**falls short**: 3 balls lost"), std::string::npos);
}

TEST_F(ReportFiles, ThePageNeedsNoOtherFileAndEscapesItsWords)
{
  const std::string html = to_html(small_report());
  EXPECT_NE(html.find("<code>g</code> says &amp; no faster than &lt;c&gt;"), std::string::npos);
  EXPECT_EQ(html.find("src="), std::string::npos);
  EXPECT_EQ(html.find("<link"), std::string::npos);
  EXPECT_EQ(html.find("<script"), std::string::npos);
}

TEST(Section, CountsWhatItKeepsAndWhereItFallsShort)
{
  const Section section = small_report().sections[0];
  EXPECT_EQ(section.count(Words::Kind::kKept), 1);
  EXPECT_EQ(section.count(Words::Kind::kShort), 1);
}

TEST_F(ReportFiles, RefuseANameThatLeavesTheFolder)
{
  Report report = small_report();
  report.sections[0].name = "../falls";
  EXPECT_THROW(write_report(report, folder_), std::invalid_argument);
  report.sections[0].name = "falls";
  std::get<Figure>(report.sections[0].blocks.back()).name = "a/b";
  EXPECT_THROW(write_report(report, folder_), std::invalid_argument);
}

TEST_F(ReportFiles, AreWrittenWholeOrNotAtAll)
{
  write_whole_file(folder_ / "deep" / "file.txt", "one");
  write_whole_file(folder_ / "deep" / "file.txt", "two");
  EXPECT_EQ(read("deep/file.txt"), "two");
  fs::create_directories(folder_ / "taken" / "inside");
  try {
    write_whole_file(folder_ / "taken", "three");  // a folder is there
    FAIL();
  } catch (const std::runtime_error & error) {
    EXPECT_NE(std::string(error.what()).find("taken"), std::string::npos) << error.what();
  }
  EXPECT_EQ(files(), 2);  // and no file with part of it
}

}  // namespace

}  // namespace contact_sim
