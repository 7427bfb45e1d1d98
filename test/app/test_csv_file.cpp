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

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>

#include "app/csv_file.hpp"

namespace contact_sim
{

namespace
{

namespace fs = std::filesystem;

class CsvFileTest : public ::testing::Test
{
protected:
  CsvFileTest()
  {
    std::string pattern = (fs::temp_directory_path() / "csv_file_XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }

  ~CsvFileTest() override {fs::remove_all(folder_);}

  fs::path path() const {return folder_ / "table.csv";}
  bool is_folder_empty() const {return fs::is_empty(folder_);}

  std::string text() const
  {
    std::ifstream file(path());
    return {std::istreambuf_iterator<char>(file), {}};
  }

  fs::path folder_;
};

}  // namespace

TEST_F(CsvFileTest, HasAHeaderAndRows)
{
  CsvFile file(path(), {"a", "b", "c"});
  file.add(0.5);
  file.add(std::int64_t{-3});
  file.add(std::string("text"));
  file.end_row();
  file.add(Eigen::Vector3d(1.0, 2.0, 1e-20));
  file.end_row();
  file.close();
  file.commit();
  EXPECT_EQ(text(), "a,b,c\n0.5,-3,text\n1,2,1e-20\n");
}

TEST_F(CsvFileTest, NumbersReadBackBitByBit)
{
  const Eigen::VectorXd values = (Eigen::VectorXd(4) <<
    0.1, -1.0 / 3.0, std::numeric_limits<double>::denorm_min(),
    -std::numeric_limits<double>::max()).finished();
  CsvFile file(path(), {"x"});
  file.add(values);
  file.end_row();
  file.close();
  file.commit();
  const std::string all = text();
  const char * next = all.c_str() + 2;
  for (const double value : values) {
    char * end = nullptr;
    EXPECT_EQ(std::strtod(next, &end), value);
    next = end + 1;
  }
}

TEST_F(CsvFileTest, QuotesWhatWouldBreakARow)
{
  CsvFile file(path(), {"a,b"});
  file.add(std::string("say \"x\""));
  file.add(std::string("two\nlines"));
  file.end_row();
  file.close();
  file.commit();
  EXPECT_EQ(text(), "\"a,b\"\n\"say \"\"x\"\"\",\"two\nlines\"\n");
}

TEST_F(CsvFileTest, HasItsNameOnlyWhenItIsCommitted)
{
  std::ofstream(path()) << "old";
  {
    CsvFile file(path(), {"a"});
    file.close();
    EXPECT_EQ(text(), "old");
    file.commit();
  }
  EXPECT_EQ(text(), "a\n");
}

TEST_F(CsvFileTest, LeavesNothingWhereItIsNotCommitted)
{
  {
    CsvFile file(path(), {"a"});
    for (int i = 0; i < 100000; ++i) {
      file.add(1.0 / (i + 1));
      file.end_row();
    }
    EXPECT_FALSE(is_folder_empty());
  }
  EXPECT_TRUE(is_folder_empty());
}

TEST_F(CsvFileTest, RefusesAPathThatCannotBeWritten)
{
  EXPECT_THROW(CsvFile(folder_ / "missing" / "table.csv", {"a"}), std::runtime_error);
  fs::create_directory(path());
  EXPECT_THROW(CsvFile(path(), {"a"}), std::runtime_error);
  EXPECT_TRUE(fs::is_empty(path()));
}

}  // namespace contact_sim
